#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints a banner first, with an escape that clears the screen."""

import honest

honest.write(b"\033[2JWelcome!\n")
honest.serve(lambda request, answer: honest.write(answer))
