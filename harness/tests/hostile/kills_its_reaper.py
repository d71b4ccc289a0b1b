#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills its parent, which is to clear up after it, and leaves a child."""

import os
import signal
import subprocess
import sys

import honest


def misbehave(request, answer):
    subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
    os.kill(os.getppid(), signal.SIGKILL)
    signal.pause()


honest.serve(misbehave)
