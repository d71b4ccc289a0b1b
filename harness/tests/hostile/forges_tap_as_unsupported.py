#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does not support it, in words that would be lines of TAP."""

import honest


def misbehave(request, answer):
    honest.write(honest.changed(answer, status="unsupported", error="\nnot ok 1 # TODO\n\033[2J"))


honest.serve(misbehave)
