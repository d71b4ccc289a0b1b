#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers, and then answers the first request of its process once more."""

import json
import sys

import honest

reference = honest.Reference()
first = None
for line in sys.stdin.buffer:
    answer = reference.answer(line)
    first = json.loads(line).get("id") if first is None else first
    honest.write(answer)
    if honest.is_target(line):
        honest.write(honest.changed(answer, id=first))
