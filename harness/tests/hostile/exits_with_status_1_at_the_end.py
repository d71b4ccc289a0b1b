#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers all, and then ends as a program does in which a sanitizer found something."""

import sys

import honest

honest.serve(lambda request, answer: honest.write(answer))
sys.exit("SUMMARY: 8 bytes leaked")
