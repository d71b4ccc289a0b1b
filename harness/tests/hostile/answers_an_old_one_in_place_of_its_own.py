#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers under the id that was asked five requests ago."""

import honest


def misbehave(request, answer):
    honest.write(honest.changed(answer, id=request["id"] - 5))


honest.serve(misbehave)
