#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Several processes that change the same files lose nothing of one another's (TAP 13).

URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
PARSER = os.path.join(HERE, "panel", "parser.py")


def start(*arguments):
    return subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True)


def end(running):
    out, err = running.communicate()
    return running.returncode, out, err


def wait_for_reader(fifo):
    """Returns when the parser waits at its FIFO, and lets it wait on."""
    return os.open(fifo, os.O_WRONLY)


def parser(number):
    """A parser that waits at a FIFO before it first answers."""
    os.mkfifo("fifo%d" % number)
    return "p%d=test -e done%d || { cat fifo%d; touch done%d; }; exec %s serve" % (
        (number,) * 4 + (PROGRAM,))


def check_baselines(tap):
    """All three have read the baseline before one of them writes it."""
    runs = [start("test", "--quiet", "--dialect", "rfc1630", "--level", "examples", "--jobs", "1",
                  "--baseline", "b.json", "--update-baseline", "--adapter", parser(i))
            for i in range(3)]
    for fifo in [wait_for_reader("fifo%d" % i) for i in range(3)]:
        os.close(fifo)
    ended = [end(one) for one in runs]
    with open("b.json", encoding="utf-8") as file:
        adapters = sorted(json.load(file)["adapters"])
    tap.ok([one[0] for one in ended] == [0, 0, 0] and adapters == ["p0", "p1", "p2"],
           "three runs update one baseline: it has the adapters of all", (adapters, ended))
    tap.ok(not [name for name in os.listdir() if "uriproof" in name],
           "nothing is left beside it", os.listdir())


def check_campaign(tap):
    """A second campaign in a folder is rejected, and changes nothing."""
    os.mkfifo("fifo")
    parsers = ["first=test -e done || { cat fifo; touch done; }; exec python3 -S %s first" % PARSER,
               "last=exec python3 -S %s last" % PARSER]
    arguments = ["fuzz", "--engine", "none", "--texts", "50", "--corpus", "c"]
    first = start(*arguments, *parsers)
    fifo = wait_for_reader("fifo")
    before = sorted(os.listdir("c"))
    second = end(start(*arguments, "last=exec python3 -S %s last" % PARSER,
                       "first=exec python3 -S %s first" % PARSER))
    tap.ok(second[0] == 4 and "another campaign runs in the folder c" in second[2]
           and sorted(os.listdir("c")) == before, "a second campaign is rejected", second)
    os.close(fifo)
    ended = end(first)
    third = end(start(*arguments, *parsers))
    with open("c/campaign.json", encoding="utf-8") as file:
        runs = json.load(file)["runs"]
    tap.ok(ended[0] == 1 and third[0] == 1 and len(runs) == 2,
           "after the first one has ended, the next goes on", (ended, third, len(runs)))


def main():
    tap = Tap()
    for check in (check_baselines, check_campaign):
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            check(tap)
            os.chdir(ROOT)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
