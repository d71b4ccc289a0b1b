#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers all, and aborts at the end of its input."""

import os

import honest

honest.serve(lambda request, answer: honest.write(answer))
os.write(2, b"free(): \033[31minvalid pointer\n")
os.abort()
