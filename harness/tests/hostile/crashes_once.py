#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Dies in the middle of one case, the first time that it is asked, and never again."""

import os

import honest


def misbehave(request, answer):
    if honest.mark("crashed"):
        os._exit(1)
    honest.write(answer)


honest.serve(misbehave)
