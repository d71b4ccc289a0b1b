#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kept profiles learnt anew (TAP 13): the same comes out. These are of parsers in C and
Python, since all would take minutes. Arguments are names of adapters in their place.
"""
import json
import os
import sys
import tempfile

from adapters import ROOT, find, profile, read_json

sys.path.insert(0, str(ROOT / "vectors" / "tests"))

from tap import Tap  # noqa: E402

SOME = ["uriparser", "libxml2", "python-urllib"]


def check(tap, adapter, folder):
    why = adapter.why_absent()
    if why is not None:
        tap.skip(adapter.name, why)
        return
    new = os.path.join(folder, adapter.name + ".json")
    done = profile(adapter, "--out", new, "--compare", adapter.profile)
    found = read_json(type(adapter.profile)(new))["profiles"][0]
    kept = {one["parser_version"]: one for one in read_json(adapter.profile)["profiles"]}
    if found["parser_version"] not in kept:
        tap.skip(adapter.name, "no profile of version " + found["parser_version"])
        return
    tap.ok(json.dumps(found) == json.dumps(kept[found["parser_version"]]), adapter.name,
           done.stdout[-2000:])


def main():
    tap = Tap(lines=20)
    adapters = [one for one in find(sys.argv[1:] or SOME) if one.profile.exists()]
    with tempfile.TemporaryDirectory() as folder:
        for adapter in adapters:
            check(tap, adapter, folder)
    tap.ok(adapters, "some have a kept profile")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
