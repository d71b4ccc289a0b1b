#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Aborts at the end of its input, whatever it was asked, and in the middle of one case."""

import os

import honest

honest.serve(lambda request, answer: os.abort())
os.abort()
