#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Adds a member whose string is not ended, and has a tab where its end might be taken for one."""

import honest

honest.serve(lambda request, answer: honest.write(
    answer.replace(b',"status"', b',"x":"\ttrue,"status"')))
