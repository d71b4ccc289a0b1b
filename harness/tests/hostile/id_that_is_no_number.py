#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers under its id in quotes."""

import honest


def misbehave(request, answer):
    honest.write(honest.changed(answer, id=str(request["id"])))


honest.serve(misbehave)
