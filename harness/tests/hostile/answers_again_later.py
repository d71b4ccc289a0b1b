#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gives the right answer, and gives it again after the next case's."""

import sys

import honest

reference = honest.Reference()
again = b""
for line in sys.stdin.buffer:
    answer = reference.answer(line)
    honest.write(answer)
    if again:
        honest.write(again)
    again = answer if honest.is_target(line) else b""
