#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints a line once its input has ended."""

import honest


def answer_right(request, answer):
    honest.write(answer)


honest.serve(answer_right)
honest.write(b"goodbye\n")
