#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a NUL within its answer."""

import honest

honest.serve(lambda request, answer: honest.write(answer.replace(b",", b",\0", 1)))
