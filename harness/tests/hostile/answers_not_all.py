#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Never answers about a fourth of the cases."""

import hashlib
import json
import signal
import sys

import honest

reference = honest.Reference()
for line in sys.stdin.buffer:
    answer = reference.answer(line)
    request = json.loads(line)
    text = json.dumps({key: value for key, value in request.items() if key != "id"})
    if "id" in request and hashlib.sha256(text.encode("ascii")).digest()[0] % 4 == 0:
        signal.pause()
    honest.write(answer)
