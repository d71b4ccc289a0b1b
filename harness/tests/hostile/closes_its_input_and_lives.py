#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Closes its standard input, and does not answer."""

import os
import signal

import honest


def misbehave(request, answer):
    os.close(0)
    signal.pause()


honest.serve(misbehave)
