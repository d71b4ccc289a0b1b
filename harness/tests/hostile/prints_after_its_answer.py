#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gives the right answer, and a moment later prints a line that is not an answer."""

import time

import honest


def misbehave(request, answer):
    honest.write(answer)
    time.sleep(0.05)
    honest.write(b"cleaning up\n")


honest.serve(misbehave)
