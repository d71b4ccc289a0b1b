#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Says hello, and dies of whatever it is asked."""

import os
import sys

import honest

sys.stdin = open(0, "rb", buffering=0)
honest.write(honest.Reference().answer(sys.stdin.readline()))
sys.stdin.readline()
os.abort()
