#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gives a part as a number."""

import honest


def misbehave(request, answer):
    honest.write(honest.changed(answer, generic={"scheme": 7, "path": ""}))


honest.serve(misbehave)
