#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests what adapters.t and baselines.t do with an adapter that does not start (TAP 13). Without a
PATH node is not found, so node-url does not start.
"""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SKIPS, FAILS = (0, "ok 1 - node-url # SKIP it does not start"), (1, "not ok 1 - node-url")


def run(test, left_out):
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("PATH", "URIPROOF_ALL_INSTALLED")}
    if left_out is not None:
        environment["URIPROOF_ALL_INSTALLED"] = left_out
    return subprocess.run([sys.executable, os.path.join(HERE, test), "node-url"],
                          env={**environment, "PATH": "/nonexistent"}, capture_output=True,
                          text=True, check=False)


def main():
    count = failed = 0
    print("TAP version 13")
    for test in ("adapters.t", "baselines.t"):
        for about, left_out, (status, line) in (
                ("skipped", None, SKIPS),
                ("a failure where all is installed", "", FAILS),
                ("a failure where another was left out", "raptor2", FAILS),
                ("skipped where it was left out", "raptor2 node-url", SKIPS)):
            done = run(test, left_out)
            good = done.returncode == status and "\n" + line in done.stdout
            count += 1
            failed += not good
            print("%sok %d - %s: %s" % ("" if good else "not ", count, test, about))
            if not good:
                print("# " + (done.stdout + done.stderr).replace("\n", "\n# "))
    print("1..%d" % count)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
