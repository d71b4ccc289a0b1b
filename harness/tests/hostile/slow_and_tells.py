#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes its time for each answer, but less than it has; tells where it is. No fault."""

import sys
import time

import honest

reference = honest.Reference()
for line in sys.stdin.buffer:
    if honest.is_target(line) and honest.mark("told"):
        honest.tell("reached")
    time.sleep(0.02)
    honest.write(reference.answer(line))
