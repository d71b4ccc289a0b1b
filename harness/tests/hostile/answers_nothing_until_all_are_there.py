#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Keeps all answers back as soon as one case is among those in flight, and then for ever."""

import os
import signal

import honest

reference = honest.Reference()
rest = b""
while octets := os.read(0, 1 << 16):
    *lines, rest = (rest + octets).split(b"\n")
    if any(honest.is_target(line) for line in lines):
        signal.pause()
    for line in lines:
        honest.write(reference.answer(line + b"\n"))
