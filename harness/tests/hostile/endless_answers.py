#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Never stops to write the right answer."""

import honest


def misbehave(request, answer):
    while True:
        honest.write(answer * 1000)


honest.serve(misbehave)
