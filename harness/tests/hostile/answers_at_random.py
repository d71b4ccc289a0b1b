#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rejects every other text by chance. The first two of each process are among them."""

import json
import random
import sys

import honest

SEED = 4
reference = honest.Reference()
chance = random.Random(SEED)
for line in sys.stdin.buffer:
    answer = reference.answer(line)
    asked = json.loads(line)
    if asked["op"] == "hello":
        honest.write(answer)
    elif chance.random() < 0.5:
        honest.write(b'{"id":%d,"status":"rejected"}\n' % asked["id"])
    else:
        honest.write(answer)
