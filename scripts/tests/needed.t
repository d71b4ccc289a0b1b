#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/needed (TAP 13): which vectors of a file a fault needs."""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

loader = importlib.machinery.SourceFileLoader("needed", os.path.join(ROOT, "scripts", "needed"))
needed = importlib.util.module_from_spec(importlib.util.spec_from_loader("needed", loader))
loader.exec_module(needed)


def counts(tap):
    """a and b are asked about; old is a vector of another file."""
    for faults, expected, what in (
            ([{"a"}], {"a": 1}, "a fault that one vector finds"),
            ([{"a", "old"}], {}, "one that another file's vector finds"),
            ([{"a", "b"}], {"a": 1}, "of two vectors, one is needed"),
            ([{"a", "b"}, {"b"}], {"b": 2}, "the one that is needed for more"),
            ([{"a"}, {"b"}, {"a"}], {"a": 2, "b": 1}, "each for its own"),
            ([set()], {}, "a fault that no vector finds needs none")):
        found = needed.needed_for(dict(enumerate(faults)), {"a", "b"})
        tap.ok(found == expected, what, found)


def mutants(tap):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "m.json")
        path.write_text(json.dumps({"mutants": [
            {"killers": ["rfc3986 a", "rfc3986 a", "rfc3986 b"]}, {"killers": ["rfc1630 a"]},
            {"killers": ["rfc1630 c", "rfc3986 a"]}, {"outcome": "survived"}]}))
        found = list(needed.of_mutants(path))
    tap.ok(found == [(("mutant", 0), {"a", "b"})],
           "mutants that a vector of another specification kills are no reason", found)


def adapters(tap):
    found = dict(needed.of_adapters(needed.clauses_of_all()))
    names = {fault[1] for fault in found}
    tap.ok({"uriparser", "libcurl"} <= names and all(found.values()),
           "each adapter's baseline has clauses that it breaks", sorted(names))


def main():
    tap = Tap()
    counts(tap)
    mutants(tap)
    adapters(tap)
    return tap.end()


sys.exit(main())
