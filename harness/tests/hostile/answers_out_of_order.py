#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers what it reads at once from the last to the first. Answers come in the order of the
requests, so this is a fault."""

import os

import honest

reference = honest.Reference()
rest = b""
while octets := os.read(0, 1 << 16):
    *lines, rest = (rest + octets).split(b"\n")
    for line in reversed(lines):
        honest.write(reference.answer(line + b"\n"))
