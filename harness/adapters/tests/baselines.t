#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares each adapter with its baseline, baselines/NAME.json (TAP 13). It shows a change of the
vectors, of an adapter or of a packaged parser.

The baselines are for RFC 3986 at level clauses. Each names the version of its parser; if it does
not, versions.txt does. Another version may answer differently; the baseline is then skipped, and
tells the difference. `--update` writes the baselines of all adapters that start. An adapter that
does not start is skipped with a message. If URIPROOF_ALL_INSTALLED is set, it fails instead, since
everything should be installed. The variable names the exceptions, which are adapters that setup
reported as left out. URIPROOF_BIN is the folder of uriproof; default build/release. Arguments are
names of adapters; default all.
"""

import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
BIN = os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release"))
PROGRAM = os.path.join(BIN, "uriproof")
LISTS = os.path.join(HERE, "baselines")


with open(os.path.join(HERE, "versions.txt"), encoding="ascii") as lines:
    VERSIONS = dict(line.strip().split(" ", 1) for line in lines if not line.startswith("#"))


def path_of(name):
    return os.path.join(LISTS, name + ".json")


def run(name, *options):
    # A busy machine is slow, and no baseline should depend on that.
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
    """Skips an adapter that does not start, or fails. Returns true if it is a failure."""
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


def listed_version(name):
    """Returns the version of the parser that the baseline was made with."""
    with open(path_of(name), encoding="ascii") as file:
        listed = json.load(file)["adapters"].get(name, {})
    own = listed.get("version") if "results" in listed else None
    return own or VERSIONS.get(name)


def other_version(name, done):
    """Returns None if the run has the version of the baseline, or a message with both versions. The
    version of the run is in its summary."""
    said = re.search(r"^%s (.*), \d+ cases?:" % re.escape(name), done.stderr, re.M)
    version, listed = said and said[1], listed_version(name)
    if version is None or listed is None or version == listed:
        return None
    return "the list is of version %s, and this is %s" % (listed, version)


def check(names, listed):
    failed = 0
    print("TAP version 13\n1..%d" % len(listed))
    for number, name in enumerate(listed, 1):
        if name not in names:
            failed += absent(number, name)
            continue
        done = run(name)
        other = other_version(name, done) if done.returncode == 1 else None
        bad = done.returncode != 0 and other is None
        failed += bad
        print("%sok %d - %s%s" % ("not " if bad else "", number, name,
                                  " # SKIP " + other if other else ""), flush=True)
        if done.returncode:
            changed = [line for line in done.stdout.splitlines()
                       if line.startswith("not ok") and "# TODO" not in line]
            for line in [other] * bool(other) + done.stderr.splitlines() + changed[:20]:
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
