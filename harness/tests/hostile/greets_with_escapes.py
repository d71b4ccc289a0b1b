#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Has a name that forges a line of TAP, and a version that clears the screen."""

import json
import sys

import honest

reference = honest.Reference()
for line in sys.stdin.buffer:
    answer = reference.answer(line)
    if json.loads(line)["op"] == "hello":
        answer = honest.changed(answer, name="x\nok 1 - forged # TODO\033]0;owned\007",
                                version="1\r\n1..0 # SKIP\033[2J\u009b2J")
    honest.write(answer)
