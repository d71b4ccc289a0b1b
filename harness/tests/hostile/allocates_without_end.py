#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes memory, and touches it, until it is stopped."""

import honest

honest.serve(lambda request, answer: honest.allocate())
