#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Its standard input holds few requests, so that many wait outside."""

import fcntl

import honest

fcntl.fcntl(0, fcntl.F_SETPIPE_SZ, 4096)
honest.serve(lambda _, answer: honest.write(answer))
