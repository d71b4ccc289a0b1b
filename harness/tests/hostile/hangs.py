#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Never answers one case."""

import signal

import honest

honest.serve(lambda request, answer: signal.pause())
