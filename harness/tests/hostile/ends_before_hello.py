#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Cannot start: a module is missing."""

import no_such_module_of_mine

no_such_module_of_mine.serve()
