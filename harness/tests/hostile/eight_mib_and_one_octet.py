#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers rightly, in a line of one octet more than 8 MiB."""

import honest

MOST = 8 << 20


def misbehave(request, answer):
    honest.write(answer[:-1].ljust(MOST + 1) + b"\n")


honest.serve(misbehave)
