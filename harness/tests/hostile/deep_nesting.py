#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers in a hundred thousand arrays."""

import honest


def misbehave(request, answer):
    deep = b"[" * 50000 + b"]" * 100000
    honest.write(answer.rstrip(b"}\n") + b'},"more":' + deep + b"}\n")


honest.serve(misbehave)
