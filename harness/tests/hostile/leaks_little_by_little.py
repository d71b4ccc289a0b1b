#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each case takes some memory that is never given back, until there is too much: none of them is
the one."""

import signal
import sys

import honest

reference = honest.Reference()
kept = []
for line in sys.stdin.buffer:
    kept.append(bytearray(b"x" * (4 << 20)))
    while len(kept) > 48:  # far above the limit, and there it stays until that is seen
        signal.pause()
    honest.write(reference.answer(line))
