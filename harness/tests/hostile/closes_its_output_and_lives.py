#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Closes its standard output, and waits for more."""

import os
import signal

import honest


def misbehave(request, answer):
    os.close(1)
    signal.pause()


honest.serve(misbehave)
