#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/known on three rows, whose releases come from npm (TAP 13): each is found in the part
that the row names, in the class that the row's own text shows too. The report has all rows, and no
near miss is a row's own text. Without npm's registry the three rows are skipped."""

import csv
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KNOWN = os.path.join(ROOT, "harness", "known")
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(ROOT, "vectors", "tests"), KNOWN]

import near_misses  # noqa: E402
from tap import Tap  # noqa: E402

NO_NPM = 3  # the exit status of scripts/known
ROWS = {"CVE-2022-0686": "1/parse/host/boundary/rfc3986.port.colon/colon",
        "CVE-2026-84394": "1/parse/uri/validity/rfc3986.bnf.IP-literal/",
        "CVE-2021-28918": "1/parse/host/boundary/rfc3986.bnf.host/digit"}


def read_rows():
    with open(os.path.join(KNOWN, "known.tsv"), encoding="ascii") as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def check_texts(tap, rows):
    texts = {text for text, _ in near_misses.near_misses()}
    own = {form for row in rows for text in [json.loads(row["witness"])] if row["call"] != "none"
           for form in ([text] if isinstance(text, str) else text)}
    tap.ok(not texts & own, "no near miss is a row's own text", texts & own)
    tap.ok(len(texts) > 5000, "there are thousands of near misses", len(texts))


def check_report(tap, rows):
    with open(os.path.join(ROOT, "reports", "known.md"), encoding="utf-8") as file:
        lines = [line.split(" | ") for line in file if line.startswith("| ")][2:]
    ids = [line[0][2:] for line in lines]
    tap.ok(ids == [row["id"] for row in rows], "the report has the rows", ids)
    for line, row in zip(lines, rows):
        tap.ok((line[3] == "no") == bool(row["why"]),
               f"{row['id']} {row['op']}: found, or it is said why not", line)
    found = sum(line[3] != "no" for line in lines)
    tap.ok(4 * found >= 3 * len(rows), "at least three quarters are found", found)


def check_rows(tap):
    done = subprocess.run([os.path.join(ROOT, "scripts", "known"), *ROWS], capture_output=True,
                          text=True, check=False)
    if done.returncode == NO_NPM:
        tap.skip("rows", "npm installs nothing here")
        return
    tap.ok(done.returncode == 0, "three rows are as known.tsv says", done.stderr)
    for name, found in ROWS.items():
        line = next((one for one in done.stdout.splitlines() if one.startswith(f"| {name} ")), "")
        tap.ok(found in line and "| yes |" in line, f"{name} is found", line)


def main():
    tap = Tap(lines=10)
    rows = read_rows()
    check_texts(tap, rows)
    check_report(tap, rows)
    check_rows(tap)
    return tap.end()


sys.exit(main())
