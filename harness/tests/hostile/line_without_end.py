#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Leaves after its answer, but before the newline."""

import os

import honest


def misbehave(request, answer):
    honest.write(answer.rstrip(b"\n"))
    os._exit(0)


honest.serve(misbehave)
