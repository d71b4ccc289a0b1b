#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers under an id that was never asked."""

import honest


def misbehave(request, answer):
    honest.write(honest.changed(answer, id=request["id"] + 100000))


honest.serve(misbehave)
