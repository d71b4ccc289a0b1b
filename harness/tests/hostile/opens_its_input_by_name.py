#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads /dev/stdin and writes /dev/stdout. No fault."""

import honest

reference = honest.Reference()
with open("/dev/stdin", "rb", buffering=0) as lines, open("/dev/stdout", "wb", buffering=0) as out:
    for line in lines:
        out.write(reference.answer(line))
