#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stops its parent, which is to see how it ends, and hangs."""

import os
import signal

import honest


def misbehave(request, answer):
    os.kill(os.getppid(), signal.SIGSTOP)
    signal.pause()


honest.serve(misbehave)
