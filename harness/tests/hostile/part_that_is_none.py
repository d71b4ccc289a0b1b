#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gives a part that the generic view does not have."""

import honest


def misbehave(request, answer):
    honest.write(honest.changed(answer, generic={"scheme": "a,b", "path": "", "host": "h"}))


honest.serve(misbehave)
