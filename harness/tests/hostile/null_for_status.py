#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Has no opinion."""

import honest

honest.serve(lambda request, answer: honest.write(honest.changed(answer, status=None)))
