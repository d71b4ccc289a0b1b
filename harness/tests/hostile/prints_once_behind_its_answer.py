#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints a line that is no answer, in one write with its answer, the first time it is asked."""

import honest


def misbehave(_, answer):
    honest.write(answer + (b"Loading tables...\n" if honest.mark("printed") else b""))


honest.serve(misbehave)
