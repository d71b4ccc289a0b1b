#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers well, and then prints what it would print for a person; and so every time."""

import sys

import honest

reference = honest.Reference()
for number, line in enumerate(sys.stdin.buffer):
    honest.write(reference.answer(line))
    if number > 0:  # not after the hello
        honest.write(b"\x1b[31mparsed\x00" + b"!" * 60 + b"\n")
