#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each adapter against its baseline, baselines/NAME.json (TAP 13): a change of the vectors, of an
adapter or of a packaged parser shows.

The lists are of RFC 3986 at level clauses, with the versions that Debian 12 and npm's lock file
have. `--update` writes them anew, for those that are ready. What does not start is skipped, and
says so; but with URIPROOF_ALL_INSTALLED set, it fails: all is installed then, but the adapters that
its words name, each of which setup said that it left out. URIPROOF_BIN is the folder of uriproof;
default build/release. Arguments are names of adapters; default all.
"""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
BIN = os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release"))
PROGRAM = os.path.join(BIN, "uriproof")
LISTS = os.path.join(HERE, "baselines")


def path_of(name):
    return os.path.join(LISTS, name + ".json")


def run(name, *options):
    # A machine that is busy is slow, and no list shall say so.
    return subprocess.run(
        [PROGRAM, "test", "--dialect", "rfc3986", "--level", "clauses", "--timeout", "60s",
         "--baseline", path_of(name), *options, name],
        capture_output=True, text=True, check=False)


def ready():
    said = subprocess.run([PROGRAM, "adapters", "--names"], capture_output=True, text=True,
                          check=True)
    return said.stdout.split()


def installed(name):
    left_out = os.environ.get("URIPROOF_ALL_INSTALLED")
    return left_out is not None and name not in left_out.split()


def absent(number, name):
    """True where that it does not start is a failure."""
    why = "it does not start (scripts/setup --all)"
    if installed(name):
        print("not ok %d - %s\n# %s" % (number, name, why))
        return True
    print("ok %d - %s # SKIP %s" % (number, name, why))
    return False


def update(names):
    for name in names:
        done = run(name, "--update-baseline")
        if done.returncode != 0:
            sys.exit(name + ": " + done.stderr)


def check(names, listed):
    failed = 0
    print("TAP version 13\n1..%d" % len(listed))
    for number, name in enumerate(listed, 1):
        if name not in names:
            failed += absent(number, name)
            continue
        done = run(name)
        failed += done.returncode != 0
        print("%sok %d - %s" % ("not " if done.returncode else "", number, name), flush=True)
        if done.returncode:
            changed = [line for line in done.stdout.splitlines()
                       if line.startswith("not ok") and "# TODO" not in line]
            for line in done.stderr.splitlines() + changed[:20]:
                print("# " + line)
    return 1 if failed else 0


def main():
    names = ready()
    if sys.argv[1:2] == ["--update"]:
        return update(sys.argv[2:] or names)
    listed = sorted(set(names) | {file[:-len(".json")] for file in os.listdir(LISTS)})
    return check(names, sys.argv[1:] or listed)


if __name__ == "__main__":
    sys.exit(main())
