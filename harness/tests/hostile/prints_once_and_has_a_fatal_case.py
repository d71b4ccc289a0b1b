#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints a line that is no answer, the first time that it is started, and dies of one case."""

import os
import sys

import honest

reference = honest.Reference()
for number, line in enumerate(sys.stdin.buffer):
    if number == 1 and honest.mark("printed"):
        honest.write(b"Loading tables...\n")
    if honest.is_target(line):
        os.abort()
    honest.write(reference.answer(line))
