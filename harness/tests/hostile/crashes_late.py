#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes longer for one case than it has, and then ends without an answer."""

import os
import signal
import time

import honest


def misbehave(_request, _answer):
    time.sleep(4)
    os.kill(os.getpid(), signal.SIGSEGV)


honest.serve(misbehave)
