#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers rightly, in the longest line there may be. No fault."""

import honest

MOST = 8 << 20

honest.serve(lambda request, answer: honest.write(answer[:-1].ljust(MOST) + b"\n"))
