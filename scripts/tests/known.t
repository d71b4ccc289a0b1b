#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/known (TAP 13): rows of which the bad release shows a class that the good one does not,
and one that has none and says why. The report has all rows. Without npm's registry the rows are
skipped."""

import csv
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

NO_NPM = 3  # the exit status of scripts/known
ROWS = {"CVE-2022-0686": "`1/parse/host/deviation/rfc3986.port.colon/port.at=none` |  |",
        "CVE-2021-28918": "`1/parse/host/boundary/rfc3986.bnf.host/digit` |  |",
        "GHSA-9pv6-g64m-xhrq": "`1/parse/host/deviation/rfc3986.bnf.reg-name/host.",
        "url-parse@1.5.5-crlf": "no | the class has another side: "}


def read_rows():
    with open(os.path.join(ROOT, "harness/known/known.tsv"), encoding="ascii") as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def check_report(tap, rows):
    with open(os.path.join(ROOT, "reports", "known.md"), encoding="utf-8") as file:
        lines = [line.split(" | ") for line in file if line.startswith("| ")][2:]
    ids = [line[0][2:] for line in lines]
    tap.ok(ids == [row["id"] for row in rows], "the report has the rows", ids)
    wrong = [row["id"] for line, row in zip(lines, rows) if (line[4] == "no") != bool(row["why"])]
    tap.ok(not wrong, "each is found, or it is said why not", wrong)


def run_known(*arguments):
    return subprocess.run([os.path.join(ROOT, "scripts", "known"), *arguments], capture_output=True,
                          text=True, check=False)


def check_rows(tap):
    done = run_known(*ROWS)
    if done.returncode == NO_NPM:
        tap.skip("rows", "npm installs nothing here")
        return
    tap.ok(done.returncode == 0, "four rows are as known.tsv says", done.stderr)
    for name, words in ROWS.items():
        line = next((one for one in done.stdout.splitlines() if one.startswith(f"| {name} ")), "")
        tap.ok(f" | {words}" in line, f"{name} is as it says", line)


def check_usage(tap):
    for words in (("no-such-entry",), ("--write", "url-parse")):
        tap.ok(run_known(*words).returncode == 2, f"{' '.join(words)} is wrong usage")


def main():
    tap = Tap(lines=10)
    check_report(tap, read_rows())
    check_usage(tap)
    check_rows(tap)
    return tap.end()


sys.exit(main())
