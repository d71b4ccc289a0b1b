#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints an empty line before its answer."""

import honest

honest.serve(lambda request, answer: honest.write(b"\n" + answer))
