#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/run says what it does (TAP 13). What it calls is a stand-in: nothing is installed, built
or asked."""

import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

# Writes what it is called with, and as uriproof does without --quiet, a cause of failures.
STAND_IN = """#!/bin/sh
echo "${0##*/} $*" >>"$CALLS"
case "$*" in
*--names*) echo one two ;;
adapters) printf '%s\n' 'one    c    1.0      missing nothing' 'three  c++  missing  no file' ;;
test*--quiet*) ;;
test*) echo "  cause: it" >&2 ;;
esac
"""


def stand_in(folder, name):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="ascii") as file:
        file.write(STAND_IN)
    os.chmod(path, 0o755)


def run(folder, *options):
    return subprocess.run([os.path.join(folder, "scripts", "run"), *options], capture_output=True,
                          text=True, check=False,
                          env={**os.environ, "CALLS": os.path.join(folder, "calls"),
                               "PATH": os.path.join(folder, "bin") + ":" + os.environ["PATH"]})


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("scripts/setup", "scripts/build", "build/release/uriproof"):
            stand_in(folder, name)
        shutil.copy(os.path.join(ROOT, "scripts", "run"), os.path.join(folder, "scripts", "run"))
        done = run(folder)
        tap.ok(done.returncode == 0 and "building uriproof" in done.stderr
               and "some minutes the first time" in done.stderr
               and done.stderr.index("installing") < done.stderr.index("building")
               < done.stderr.index("by RFC 1630 ..."), "it says what it does", done)
        tap.ok("cause" not in done.stderr, "the causes are left to the reports",
               done.stderr)
        tap.ok("report/results.site/index.html" in done.stdout.splitlines()[-1],
               "the last line names the page to read", done.stdout)
        tap.ok("absent: three (" in done.stderr, "an adapter that is absent is named", done.stderr)
        with open(os.path.join(folder, "calls"), encoding="ascii") as file:
            calls = [line for line in file if line.startswith("uriproof test")]
        tap.ok(len(calls) == 2, "both runs took place", calls)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
