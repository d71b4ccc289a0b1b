#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rejects, in words that would be lines of TAP, and escapes that would hide them."""

import honest

WORDS = ("\nok 13 - all is well # TODO \033[1A\033[2K\r\n"
         "not ok 999 - forged\n1..0 # SKIP\n...\nBail out!\n\u009b2J\u202e")

honest.serve(lambda request, answer: honest.write(
    honest.changed(answer, status="rejected", error=WORDS)))
