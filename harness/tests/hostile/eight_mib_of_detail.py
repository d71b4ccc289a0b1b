#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rejects each text with a detail of 2000 words, each of them short enough for a report."""

import json
import sys

import honest

DETAIL = b",".join(b'"%d":["%s"]' % (i, b"x" * 3800) for i in range(2000))
reference = honest.Reference()
honest.write(reference.answer(sys.stdin.buffer.readline()))
for line in sys.stdin.buffer:
    honest.write(b'{"id":%d,"detail":{%s},"status":"rejected"}\n'
                 % (json.loads(line)["id"], DETAIL))
