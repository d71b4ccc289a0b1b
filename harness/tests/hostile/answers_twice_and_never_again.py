#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gives the right answer, and the first time that it is asked gives it again."""

import honest


def misbehave(request, answer):
    honest.write(answer + answer if honest.mark("twice") else answer)


honest.serve(misbehave)
