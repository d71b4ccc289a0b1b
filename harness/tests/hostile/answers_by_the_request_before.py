#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rejects each text that is asked after one that is longer than the target's."""

import json
import sys

import honest

reference = honest.Reference()
before = ""
for line in sys.stdin.buffer:
    answer = reference.answer(line)
    request = json.loads(line)
    wrong = len(before) > len(honest.TARGET) and "accepted" in json.loads(answer).values()
    honest.write(b'{"id":%d,"status":"rejected"}\n' % request["id"] if wrong else answer)
    before = request.get("uri", "")
