#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An honest parser with a bug: it dies of a kind of URI that many vectors in a row have."""

import json
import os
import sys

import honest

reference = honest.Reference()
for line in sys.stdin.buffer:
    if json.loads(line).get("uri", "").startswith("x:/p?!"):
        os.abort()
    honest.write(reference.answer(line))
