#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Dies in the middle, and does not start a second time."""

import os
import sys

import honest

if not honest.mark("started"):
    sys.stderr.write("no licence\n")
    sys.exit(7)
honest.serve(lambda request, answer: os._exit(1))
