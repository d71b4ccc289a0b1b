# SPDX-License-Identifier: MIT
"""Serves the parser NAME of vectors/faults/faults.tsv as an adapter: serve.py NAME."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), "harness", "adapters",
                                "python"))

import faults  # noqa: E402
import parser as rfc3986  # noqa: E402
import uriproof_adapter  # noqa: E402

NAME = sys.argv[1]
PARSER = faults.PARSERS[NAME]()
uriproof_adapter.serve(NAME, "1", rfc3986.operations(PARSER), transforms=PARSER.transforms)
