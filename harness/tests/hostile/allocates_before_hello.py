#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes memory without end when it is greeted."""

import honest

honest.allocate()
