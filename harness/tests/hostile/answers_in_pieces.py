#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes each octet of an answer by itself. No fault."""

import honest


def misbehave(request, answer):
    for octet in answer:
        honest.write(bytes([octet]))


honest.serve(misbehave)
