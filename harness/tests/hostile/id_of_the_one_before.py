#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers under the id of the request before."""

import honest


def misbehave(request, answer):
    honest.write(honest.changed(answer, id=request["id"] - 1))


honest.serve(misbehave)
