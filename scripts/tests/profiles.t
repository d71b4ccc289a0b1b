#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/profiles measures what it says (TAP 13): the reference, of which all is predicted; and
the hard texts are the same for a seed, and others for another.

Needs build/release.
"""

import importlib.machinery
import importlib.util
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SCRIPT = os.path.join(ROOT, "scripts", "profiles")
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402


def load():
    loader = importlib.machinery.SourceFileLoader("profiles", SCRIPT)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("profiles", loader))
    loader.exec_module(module)
    return module


def main():
    tap = Tap()
    done = subprocess.run([SCRIPT, "reference"], capture_output=True, text=True, check=False)
    row = [cell.strip() for cell in next((line for line in done.stdout.splitlines()
                                          if line.startswith("| reference ")), "").split("|")]
    # Nothing fails, and no answer differs from those of RFC 3986.
    tap.ok(done.returncode == 0 and
           row[2:-1] == ["0", "-", *["100.0", "-"] * 4], "all is predicted of the reference",
           f"exit {done.returncode}\n{done.stdout}{done.stderr}")
    for word in "nope", "--traits":
        done = subprocess.run([SCRIPT, "--", "reference", word], capture_output=True, text=True,
                              check=False)
        tap.ok(done.returncode == 2 and f"no adapter {word}" in done.stderr,
               f"no adapter has the name {word}", done.stderr)
    profiles = load()
    row = {"rates": [(0, 0)] * len(profiles.COLUMNS)}
    tap.ok(profiles.medians([row]) == [None] * len(profiles.COLUMNS), "nothing has no median")
    first, again, other = (profiles.hard_texts(seed) for seed in (1, 1, 2))
    tap.ok(len(first) == 2000 and first == again and first != other, "hard texts go by the seed")
    tap.ok(sum("uri_hex" in text for text in first) > 100 and len(set(map(str, first))) > 1500,
           "some have other than printable ASCII, and few come twice")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
