#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes 8 MiB to standard error before each answer. No fault."""

import os

import honest


def misbehave(request, answer):
    octets = b"\033[31mwarning\n" * (8 << 16)
    while octets:
        octets = octets[os.write(2, octets):]
    honest.write(answer)


honest.serve(misbehave)
