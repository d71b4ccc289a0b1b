#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Dies by a signal, with words on standard error."""

import os
import signal
import sys

import honest


def misbehave(request, answer):
    sys.stderr.write("about to die\n\033[31m\n")
    sys.stderr.flush()
    os.kill(os.getpid(), signal.SIGSEGV)


honest.serve(misbehave)
