#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Dies of each text whose CRC-32 ends in 0, which is about each tenth."""

import json
import os
import sys
import zlib

import honest

reference = honest.Reference()
for line in sys.stdin.buffer:
    answer = reference.answer(line)
    request = json.loads(line)
    if zlib.crc32(request.get("uri", "").encode()) % 10 == 0 and "uri" in request:
        os.abort()
    honest.write(answer)
