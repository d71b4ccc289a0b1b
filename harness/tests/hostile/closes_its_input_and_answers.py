#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Closes its standard input, answers, and lives: what is asked next, it never sees."""

import os
import signal

import honest


def misbehave(request, answer):
    os.close(0)
    honest.write(answer)
    signal.pause()


honest.serve(misbehave)
