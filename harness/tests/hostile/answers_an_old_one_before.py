#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers the first request once more before it answers."""

import honest


def misbehave(request, answer):
    honest.write(honest.changed(answer, id=1) + answer)


honest.serve(misbehave)
