#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Dies in the middle, and says why as Ruby does: before a line of its program, and frames."""

import os
import sys

import honest

SAID = """x.rb:1:in `m': undefined method `n' for nil:NilClass (NoMethodError)

    nil.n
       ^^
\tfrom x.rb:2:in `<main>'
"""


def misbehave(_request, _answer):
    sys.stderr.write(SAID)
    sys.stderr.flush()
    os._exit(1)


honest.serve(misbehave)
