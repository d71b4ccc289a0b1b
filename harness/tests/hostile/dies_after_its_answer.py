#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gives the right answer, and dies of it a moment later, while the next case is in flight."""

import os
import signal
import time

import honest


def misbehave(request, answer):
    honest.write(answer)
    time.sleep(0.05)
    os.kill(os.getpid(), signal.SIGSEGV)


honest.serve(misbehave)
