#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes longer for one case than it has, and is right."""

import time

import honest


def misbehave(_request, answer):
    time.sleep(4)
    honest.write(answer)


honest.serve(misbehave)
