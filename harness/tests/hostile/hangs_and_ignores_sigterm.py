#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Never answers one case, and ignores SIGTERM."""

import signal

import honest


def misbehave(request, answer):
    while True:
        signal.pause()


for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)
honest.serve(misbehave)
