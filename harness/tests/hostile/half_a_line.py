#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Leaves in the middle of its answer."""

import os

import honest


def misbehave(request, answer):
    honest.write(answer[:len(answer) // 2])
    os._exit(0)


honest.serve(misbehave)
