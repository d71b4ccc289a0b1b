#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Seeded faults (docs/seeded-faults.md; TAP 13): parsers that are the reference but for one clause.
Each fails, its clause is among those that uriproof blames, and for nine in ten it is the first.

URIPROOF_BIN is the folder of uriproof; default build/release. Arguments are names of faults, as
seeded --list has them; default all.
"""

import collections
import concurrent.futures
import os
import re
import subprocess
import sys

from tap import Tap

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
SEEDED = os.path.join(BIN, "t", "seeded")
AT_ONCE = 2
ENDS_WITHIN = 240  # seconds; a run takes a tenth of one
FAULTS_AT_LEAST = 60
FIRST_AT_LEAST = 0.9

Fault = collections.namedtuple("Fault", "name dialect clause")
Run = collections.namedtuple("Run", "status blamed words")


def listed():
    lines = subprocess.run([SEEDED, "--list"], stdout=subprocess.PIPE, check=True, text=True)
    return [Fault(*line.split(" ")) for line in lines.stdout.splitlines()]


def run(dialect, fault=None):
    """What `uriproof test` says of the seeded parser."""
    command = [SEEDED, "--dialect", dialect] + (["--fault", fault] if fault else [])
    done = subprocess.run([PROGRAM, "test", "--dialect", dialect, "--level", "clauses", "--exact",
                           "--report", "table", "--",
                           *command], capture_output=True, text=True, timeout=ENDS_WITHIN)
    blamed = re.findall(r"^  blamed: (\S+), \d+ of \d+ hand-written failed$", done.stderr,
                        re.MULTILINE)
    return Run(done.returncode, blamed, done.stderr)


def check_table(tap, faults):
    names = [(fault.dialect, fault.name) for fault in faults]
    tap.ok(len(faults) >= FAULTS_AT_LEAST, "there are at least %d faults" % FAULTS_AT_LEAST,
           len(faults))
    tap.ok(len(set(names)) == len(names), "no name is there twice")
    for dialect in sorted({fault.dialect for fault in faults}):
        known = subprocess.run([PROGRAM, "vectors", "lint", "--dialect", dialect],
                               capture_output=True, text=True)
        tap.ok(known.returncode == 0, dialect + ": the vectors are clean", known.stdout)
        tap.ok(run(dialect).status == 0, dialect + ": without a fault all agree")


def check_faults(tap, faults):
    """True where all failed; the faults whose clause is not blamed first, with their runs."""
    later = []
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        runs = pool.map(lambda fault: run(fault.dialect, fault.name), faults)
        for fault, found in zip(faults, runs):
            name = "%s: %s breaks %s" % (fault.dialect, fault.name, fault.clause)
            tap.ok(found.status == 1 and fault.clause in found.blamed, name, found.words)
            if found.blamed[:1] != [fault.clause]:
                later.append((fault, found))
    return later


def check_first(tap, faults, later):
    first = len(faults) - len(later)
    for fault, found in later:
        print("# %s: %s breaks %s; blamed before it: %s" %
              (fault.dialect, fault.name, fault.clause,
               ", ".join(found.blamed[:found.blamed.index(fault.clause)]
                         if fault.clause in found.blamed else found.blamed)))
    tap.ok(first >= FIRST_AT_LEAST * len(faults), "the clause is blamed first for %d of %d" %
           (first, len(faults)))


def main():
    tap = Tap()
    faults = listed()
    names = sys.argv[1:]
    unknown = set(names) - {fault.name for fault in faults}
    if unknown:
        print("Bail out! no such fault: " + ", ".join(sorted(unknown)))
        return 2
    if names:
        faults = [fault for fault in faults if fault.name in names]
    else:
        check_table(tap, faults)
    later = check_faults(tap, faults)
    if not names:
        check_first(tap, faults, later)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
