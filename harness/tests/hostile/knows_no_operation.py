#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Has a slip of the pen in the list of its operations."""

import json
import sys

import honest

reference = honest.Reference()
for line in sys.stdin.buffer:
    answer = reference.answer(line)
    if json.loads(line)["op"] == "hello":
        answer = honest.changed(answer, ops=["prase\033[2J"])
    honest.write(answer)
