#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tells the test that it was asked one case, and never answers it."""

import signal

import honest


def misbehave(request, answer):
    honest.tell("reached")
    signal.pause()


honest.serve(misbehave)
