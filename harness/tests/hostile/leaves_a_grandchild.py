#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Dies, and leaves a process running that holds its standard output open."""

import os
import subprocess
import sys

import honest


def misbehave(request, answer):
    subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
    os._exit(1)


honest.serve(misbehave)
