#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The table of docs/traits.md is what `uriproof profile --traits` prints (TAP 13). After a change
of harness/model/table.h,

    scripts/tests/traits.t --update

writes it anew. URIPROOF_BIN is the folder of uriproof; default build/release.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "vectors" / "tests"))

from tap import Tap  # noqa: E402

PAGE = ROOT / "docs" / "traits.md"
BIN = os.environ.get("URIPROOF_BIN", str(ROOT / "build" / "release"))
TABLE = re.compile(r"^\| trait \| question \|.*\n(?:\|.*\n)*", re.M)
NAMED = re.compile(r"`([a-z0-9]+\.[a-z0-9-]+)`")


def main():
    printed = subprocess.run([os.path.join(BIN, "uriproof"), "profile", "--traits"], check=True,
                             capture_output=True, text=True).stdout
    text = PAGE.read_text(encoding="ascii")
    if sys.argv[1:] == ["--update"]:
        text = TABLE.sub(lambda _: printed, text, count=1)
        PAGE.write_text(text, encoding="ascii")
    tap = Tap(lines=5)
    found = TABLE.search(text)
    tap.ok(found and found[0] == printed, "the table is current",
           "to write it: scripts/tests/traits.t --update")
    ids = re.findall(r"^\| `([^`]+)` \|", printed, re.M)
    tap.ok(len(ids) > 70 and len(set(ids)) == len(ids), "each trait has a row of its own", ids)
    rest = TABLE.sub("", text)
    unknown = {name for name in re.findall(r"^\| .*$", rest, re.M) for name in NAMED.findall(name)}
    tap.ok(unknown and unknown <= set(ids), "known cases name traits of the table",
           unknown - set(ids))
    for path in sorted(ROOT.glob("vectors/*/clauses.json")):
        clauses = json.loads(path.read_text(encoding="ascii"))["clauses"]
        decided = [name for clause in clauses for name in clause.get("decides", ())]
        tap.ok(sorted(decided) in ([], sorted(ids)),
               path.parent.name + ": each trait has one clause, or no trait has any",
               set(ids) ^ set(decided))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
