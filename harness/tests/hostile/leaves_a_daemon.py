#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Dies, and leaves a process that nothing ties to it but who adopted it: a session of its own, a
parent that is dead, and nothing of its environment."""

import os
import sys

import honest


def misbehave(request, answer):
    running, begun = os.pipe()  # the daemon's end is closed when it begins to run
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execve(sys.executable, [sys.executable, "-c", "import signal; signal.pause()",
                                       os.environ["HOSTILE_FOLDER"]], {})
        os._exit(0)
    os.close(begun)
    os.read(running, 1)
    os._exit(1)


honest.serve(misbehave)
