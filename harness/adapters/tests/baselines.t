#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each adapter against its baseline, LANGUAGE/tests/NAME.baseline.json (TAP 13): a change of the
vectors, of an adapter or of a packaged parser shows.

A baseline is of RFC 3986 at level clauses, and has the version of the parser. Another version may
answer otherwise: then the test is skipped, and says what is different. `adapters.t --update` writes
a baseline. An adapter that does not start is skipped, and says so; but if URIPROOF_ALL_INSTALLED is
set, it fails unless its name is among those words, which setup left out. Arguments are names of
adapters; default all.
"""

import re
import sys

from adapters import UPDATE, find, is_installed, read_json, test_with_baseline


def other_version(adapter, done):
    """None if the run was of the version that the baseline is of; else words on both versions. The
    summary says which version the parser has."""
    said = re.search(r"^%s (.*), \d+ cases?:" % re.escape(adapter.name), done.stderr, re.M)
    version = said and said[1]
    listed = read_json(adapter.baseline)["adapters"][adapter.name]["version"]
    if version in (None, listed):
        return None
    return "the baseline is of version %s, and this is %s" % (listed, version)


def check(adapter):
    """Returns whether the test holds, its name, and lines to print after it."""
    why = adapter.why_absent()
    if why is not None:
        if is_installed(adapter.name):
            return False, adapter.name, [why]
        return True, adapter.name + " # SKIP " + why, []
    if not adapter.baseline.exists():
        return False, adapter.name, ["no baseline; to make one: " + UPDATE + adapter.name]
    done = test_with_baseline(adapter)
    if done.returncode == 0:
        return True, adapter.name, []
    other = other_version(adapter, done) if done.returncode == 1 else None
    changed = [line for line in done.stdout.splitlines()
               if line.startswith("not ok") and "# TODO" not in line]
    words = [*[other] * bool(other), *done.stderr.splitlines(), *changed[:20]]
    return other is not None, adapter.name + (" # SKIP " + other if other else ""), words


def main():
    adapters = find(sys.argv[1:])
    failed = 0
    print("TAP version 13\n1..%d" % len(adapters))
    for number, adapter in enumerate(adapters, 1):
        good, line, words = check(adapter)
        failed += not good
        print("%sok %d - %s" % ("" if good else "not ", number, line), flush=True)
        for word in words:
            print("# " + word)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
