#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Has a child, in a session of its own, that takes memory until it is stopped, and waits for it."""

import os
import subprocess
import sys

import honest


def misbehave(request, answer):
    subprocess.call([sys.executable, "-c", "import honest; honest.allocate()"],
                    cwd=os.path.dirname(honest.__file__), start_new_session=True)


honest.serve(misbehave)
