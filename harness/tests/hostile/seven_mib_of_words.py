#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Refuses each text with 7 MiB of words, every second as unsupported, two of three in 2000
members."""

import json
import sys

import honest

MOST = 7 << 20
reference = honest.Reference()
honest.write(reference.answer(sys.stdin.buffer.readline()))
for line in sys.stdin.buffer:
    number = json.loads(line)["id"]
    unsupported = b',"status":"unsupported"' if number % 2 else b""
    times, words = (2000, b"x" * 3600) if number % 3 else (1, b"x" * MOST)
    members = b"".join(b',"error%d":"%s"' % (i, words) for i in range(1, times))
    line = b'{"id":%d,"status":"rejected"%s,"error":"%s"%s}\n'
    honest.write(line % (number, unsupported, words, members))
