#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Says hello in the protocol of yesterday."""

import sys

import honest

for line in sys.stdin.buffer:
    honest.write(honest.changed(honest.Reference().answer(line), protocol=1))
