#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Starts, and says nothing."""

import signal

signal.pause()
