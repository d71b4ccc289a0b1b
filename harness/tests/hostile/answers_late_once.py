#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does not answer one case until it is asked a third time: a machine that stood still."""

import signal

import honest


def misbehave(_request, answer):
    if honest.mark("first") or honest.mark("second"):
        signal.pause()
    honest.write(answer)


honest.serve(misbehave)
