#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Dies, and leaves three generations running: in its session and in sessions of their own, with
parents that live and parents that are dead."""

import os
import signal

import honest


def generation(depth):
    for own_session in (False, True):
        if os.fork() == 0:
            if own_session:
                os.setsid()
            if depth > 0:
                generation(depth - 1)
            if own_session and depth > 0:
                os._exit(0)
            while True:
                signal.pause()


def misbehave(request, answer):
    generation(2)
    os._exit(1)


honest.serve(misbehave)
