#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The profiles of specifications that `uriproof profile --against` uses, reference/profiles/
DIALECT.json (TAP 13): learnt anew of the literal reference they have the same octets, and predict
as much of it as is said here. RFC 3986 is the table of traits itself, and has no such file.

    specifications.t [--update]    with --update, writes them
"""
import os
import subprocess
import sys
import tempfile

from adapters import ADAPTERS, BIN, ROOT, read_json

sys.path.insert(0, str(ROOT / "vectors" / "tests"))

from tap import Tap  # noqa: E402

PROGRAM = os.path.join(BIN, "uriproof")
FOLDER = ADAPTERS / "reference" / "profiles"
# How much of the unseen answers the traits reach, in percent.
LEAST = {"rfc1630": 95.5, "draft-www-uri-00": 95.5, "whatwg-url": 99.9}


def learn(dialect, path):
    return subprocess.run([PROGRAM, "profile", "--adapter",
                           f"{dialect}=exec '{PROGRAM}' serve --dialect {dialect}", "--out", path],
                          capture_output=True, text=True, check=False)


def check(tap, dialect, folder):
    new = os.path.join(folder, dialect + ".json")
    done = learn(dialect, new)
    kept = FOLDER / (dialect + ".json")
    with open(new, encoding="ascii") as file:
        tap.ok(file.read() == kept.read_text(encoding="ascii"), dialect + " learnt anew",
               done.stdout[-1500:] + "if that is meant: " + __file__ + " --update")
    unseen = read_json(kept)["profiles"][0]["unseen"]
    tap.ok(100 * unseen["predicted"] >= LEAST[dialect] * unseen["asked"],
           dialect + ": how much is predicted", unseen)


def main():
    if sys.argv[1:] == ["--update"]:
        for dialect in LEAST:
            print(" ".join(learn(dialect, FOLDER / (dialect + ".json")).stdout.splitlines()[:2]))
        return 0
    tap = Tap(lines=20)
    tap.ok({path.stem for path in FOLDER.glob("*.json")} == LEAST.keys(), "these are kept")
    with tempfile.TemporaryDirectory() as folder:
        for dialect in LEAST:
            check(tap, dialect, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
