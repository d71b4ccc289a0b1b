#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints a line that is no answer before its first one, the first time that it is started."""

import sys

import honest

reference = honest.Reference()
for number, line in enumerate(sys.stdin.buffer):
    if number == 1 and honest.mark("printed"):
        honest.write(b"Loading tables...\n")
    honest.write(reference.answer(line))
