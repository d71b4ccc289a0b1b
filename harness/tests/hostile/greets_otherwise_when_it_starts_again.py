#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Dies in the middle, and is another version with another hello when it is started again."""

import json
import os
import sys

import honest

reference = honest.Reference()
first = honest.mark("started")
for line in sys.stdin.buffer:
    answer = reference.answer(line)
    if json.loads(line)["op"] == "hello" and not first:
        answer = honest.changed(answer, version="9.9")
    if honest.is_target(line):
        os._exit(1)
    honest.write(answer)
