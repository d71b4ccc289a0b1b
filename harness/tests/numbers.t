#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Durations, sizes and counts are decimal digits and a unit (TAP 13). What strtod and strtoull
would read besides is a usage error, not another number than the one that was meant.

URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")

NEVER = ("", " ", "x", "-1", "+1", " 1", "1 ", "0x10", "0X1p4", "1e3", "1_000", "1,5", "inf", "nan",
         "\u0661", "99999999999999999999999999")
OPTIONS = {
    "--timeout": (("2s", "500ms", "1.5s", "0.25s", "3m"),
                  ("0", "2", "0.25",
                   "0s", "1h", "0x10s", "1e3ms", ".5", "1.", "1.s", "1.5.2", "2 s",
                   "0x10ms", "infs")),
    "--memory-limit": (("512M", "2G", "64K", "none"),
                       ("0K", "1", "0x2G", "1.5G", "2GB", "2 G", "1e3K")),
    "--jobs": (("1", "2"), ("0", "1.5", "1s", "0x1")),
    "--shuffle": (("0", "7"), ("1.5", "0x7")),
}


def complaint(option, value):
    """What the program says of the value; it ends before it starts anybody."""
    done = subprocess.run([PROGRAM, "test", option, value, "no-such-adapter"], capture_output=True,
                          text=True, check=False)
    return done.returncode, option + " wants" in done.stderr, done.stderr


def main():
    tap = Tap()
    for option, (good, bad) in OPTIONS.items():
        for value in good:
            status, complains, words = complaint(option, value)
            tap.ok(not complains, "%s %s" % (option, value), (status, words))
        for value in NEVER + bad:
            status, complains, words = complaint(option, value)
            tap.ok(status == 2 and complains, "%s refuses %s" % (option, ascii(value)),
                   (status, words))
    for value in ("0s", "0ms", "0.0001ms"):
        words = complaint("--timeout", value)[2]
        tap.ok("wants a time of 1ms or more" in words, f"{value} has a unit", words)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
