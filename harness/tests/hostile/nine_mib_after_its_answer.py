#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gives the right answer, and a moment later 9 MiB without a newline."""

import time

import honest


def misbehave(request, answer):
    honest.write(answer)
    time.sleep(0.05)
    honest.write(b"x" * (9 << 20))
    time.sleep(60)


honest.serve(misbehave)
