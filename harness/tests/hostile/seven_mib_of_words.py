#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rejects each text with 7 MiB of words, every second as unsupported, two of three in 2000
members."""

import json
import sys

import honest

MOST = 7 << 20
reference = honest.Reference()
honest.write(reference.answer(sys.stdin.buffer.readline()))
for line in sys.stdin.buffer:
    number = json.loads(line)["id"]
    status = b"unsupported" if number % 2 else b"rejected"
    times, words = (2000, b"x" * 3600) if number % 3 else (1, b"x" * MOST)
    members = b"".join(b',"error%d":"%s"' % (i, words) for i in range(1, times))
    line = b'{"id":%d,"status":"%s","error":"%s"%s}\n'
    honest.write(line % (number, status, words, members))
