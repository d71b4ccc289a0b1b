#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gives the right answer, and gives it again."""

import honest

honest.serve(lambda request, answer: honest.write(answer + answer))
