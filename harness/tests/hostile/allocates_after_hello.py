#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Says hello, and takes memory without end whatever it is asked."""

import sys

import honest

sys.stdin = open(0, "rb", buffering=0)
honest.write(honest.Reference().answer(sys.stdin.readline()))
sys.stdin.readline()
honest.allocate()
