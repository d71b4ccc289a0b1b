#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Dies, and leaves a process in a process group of its own that holds its standard output."""

import os
import subprocess
import sys

import honest


def misbehave(request, answer):
    subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"],
                     preexec_fn=lambda: os.setpgid(0, 0))
    os._exit(1)


honest.serve(misbehave)
