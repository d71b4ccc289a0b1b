#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gives a part in both of its forms."""

import honest


def misbehave(request, answer):
    honest.write(honest.changed(answer, generic={"scheme": "a,b", "scheme_hex": "612c62",
                                                 "path": ""}))


honest.serve(misbehave)
