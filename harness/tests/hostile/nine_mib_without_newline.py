#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes 9 MiB that are no line, and waits."""

import signal

import honest


def misbehave(request, answer):
    honest.write(b"x" * (9 << 20))
    signal.pause()


honest.serve(misbehave)
