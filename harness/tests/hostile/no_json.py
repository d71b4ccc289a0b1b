#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints what it would print for a person."""

import honest

honest.serve(lambda request, answer: honest.write(b"scheme: a,b\n"))
