#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Never stops to write lines."""

import honest


def misbehave(request, answer):
    while True:
        honest.write(b"{}\n" * 20000)


honest.serve(misbehave)
