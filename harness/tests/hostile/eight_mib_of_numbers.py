#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rejects, in a line of 8 MiB that also has four million numbers."""

import honest


def misbehave(request, answer):
    head = b'{"id":%d,"status":"rejected","x":[' % request["id"]
    honest.write(head + b"0," * ((8 << 20) // 2 - len(head)) + b"0]}\n")


honest.serve(misbehave)
