#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/test runs each test, installs what it needs and builds what it needs (TAP 13). What it
calls is a stand-in: nothing is installed, built or tested."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "vectors" / "tests"))

from tap import Tap  # noqa: E402

FOLDERS = ("harness", "reports", "scripts", "vectors", "fuzz", "reference")
UNITS = ["build/release/t", "build/asan/t"]
LIST = "scripts/tests/list.txt"
GROUPS = {"common", "parsers", "units", "schemas", "reports", "browser", "lint", "tidy", "scale",
          "shells", "valgrind", "fuzz", "asan"}
# Writes what it is called with, and what its environment says of the proofs.
STAND_IN = """#!/bin/sh
echo "${0##*/} $* proof=${URIPROOF_PROOF-whole} left-out=${URIPROOF_ALL_INSTALLED-none}" >>"$CALLS"
"""


def test_files():
    """All tests that are files, by their paths."""
    return sorted(str(path.relative_to(ROOT)) for folder in FOLDERS
                  for path in (ROOT / folder).rglob("*.t") if "node_modules" not in path.parts)


def listed(*options):
    return subprocess.run([ROOT / "scripts/test", *options, "--list"], check=True,
                          capture_output=True, text=True).stdout.split()


def lines():
    for line in (ROOT / LIST).read_text().splitlines():
        if line and not line.startswith("#"):
            pattern, run_by, *needs = line.split()
            yield pattern, run_by, needs


class Copy:
    """A folder with scripts/test and the tests' names, where all else is a stand-in."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        for name in test_files():
            self.put(name, "")
        for name in ("scripts/setup", "scripts/build", "bin/prove"):
            self.put(name, STAND_IN)
        for name in ("scripts/test", LIST):
            shutil.copy(ROOT / name, self.folder / name)

    def put(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def calls(self, *arguments):
        """What scripts/test calls: the words after the name of each."""
        calls = self.folder / "calls"
        calls.write_text("")
        environment = {**os.environ, "CALLS": str(calls),
                       "PATH": "%s/bin:%s" % (self.folder, os.environ["PATH"])}
        for name in ("URIPROOF_PROOF", "URIPROOF_ALL_INSTALLED"):
            environment.pop(name, None)
        subprocess.run([self.folder / "scripts/test", *arguments], check=True, env=environment,
                       capture_output=True)
        return [line.split() for line in calls.read_text().splitlines()]


def called(calls, name):
    return [words[1:] for words in calls if words[0] == name]


def check_sets(tap):
    quick, whole = listed(), listed("--all")
    tap.ok(sorted(whole) == sorted([*test_files(), *UNITS]), "--all runs each test, once", whole)
    tap.ok(set(quick) < set(whole) and len(set(quick)) == len(quick), "quick ones are among them")
    for name in ("build/release/t", "harness/tests/golden.t", "harness/tests/hostile.t",
                 "harness/adapters/tests/adapters.t", "scripts/tests/lint.t"):
        tap.ok(name in quick, name + " is quick")
    for name in ("build/asan/t", "scripts/tests/tidy.t", "scripts/tests/valgrind.t"):
        tap.ok(name not in quick, name + " is not quick")


def check_list(tap):
    for pattern, run_by, needs in lines():
        fits = [name for name in [*test_files(), *UNITS] if pathlib.PurePath(name).match(pattern)]
        tap.ok(fits, LIST + ": %s fits a test" % pattern)
        tap.ok(run_by in ("quick", "all") and set(needs) <= GROUPS, LIST + ": %s: words that "
               "scripts/test and scripts/setup know" % pattern, (run_by, needs))


def check_calls(tap):
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(folder)
        for name in ("harness/tests/golden.t", "./harness/tests/hostile.t",
                     str(copy.folder / "harness/tests/golden.t")):
            calls = copy.calls(name)
            tap.ok([words[:-2] for words in called(calls, "setup")] == [["tests"]],
                   name + " needs no parser", calls)
            tap.ok([words[0] for words in called(calls, "build")] == ["release"],
                   name + " needs one build", calls)
            tap.ok(name in called(calls, "prove")[0], name + " is run", calls)
        calls = copy.calls("scripts/tests/hostile_asan.t")
        tap.ok([words[0] for words in called(calls, "build")] == ["release", "asan"],
               "the sanitizers have a build of their own", calls)
        calls = copy.calls("harness/adapters/tests/adapters.t")
        tap.ok("parsers" in called(calls, "setup")[0] and "left-out=" in calls[-1],
               "with all parsers installed, none may be absent", calls)
        calls = copy.calls()
        tap.ok([words[0] for words in called(calls, "build")] == ["release"] and
               "proof=short" in calls[-1] and "build/asan/t" not in calls[-1],
               "without an argument: one build, short proofs", calls)
        calls = copy.calls("--all")
        tap.ok("proof=whole" in calls[-1] and "build/asan/t" in calls[-1],
               "--all: whole proofs", calls)


def main():
    tap = Tap()
    check_sets(tap)
    check_list(tap)
    check_calls(tap)
    run = (ROOT / ".ci/run").read_text()
    tap.ok("scripts/test --all" in run, ".ci/run runs all", run)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
