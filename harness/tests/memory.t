#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Memory that runs out in the harness is no verdict on a parser (TAP 13): whichever request for
memory fails, the run ends with status 5 and says why, or it goes on and says just what it says with
memory.

URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import os
import select
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
FAILING = os.path.join(BIN, "t", "failing-memory.so")
LEVEL = ("--level", "clauses")
FIRST = 30  # requests, each of which fails once
OTHERS = 25  # that fail besides, evenly spread over the run, and over its last 1,000
WITHIN = 60  # seconds, for the end of what the run started
NO_VERDICT = 5


def run(folder, command, **environment):
    """The run's status, what it says, and its results."""
    results = os.path.join(folder, "r.json")
    done = subprocess.run(
        [PROGRAM, "test", *LEVEL, "--report", "json=" + results, *command],
        capture_output=True, check=False,
        env={**os.environ, "LD_PRELOAD": FAILING, **environment})
    written = b""
    if os.path.exists(results):
        with open(results, "rb") as file:
            written = file.read()
        os.remove(results)
    return done.returncode, done.stdout, done.stderr.decode(), written


def measure(folder, command):
    """How many requests for memory the run makes, and what comes of it."""
    count = os.path.join(folder, "count")
    undisturbed = run(folder, command, URIPROOF_FAIL_COUNT=count)
    with open(count, encoding="ascii") as file:
        return int(file.read()), undisturbed


def check_command(tap, folder, name, command):
    requests, undisturbed = measure(folder, command)
    numbers = {*range(1, FIRST + 1), *range(FIRST, requests, requests // OTHERS),
               *range(max(1, requests - 1000), requests + 1, 1000 // OTHERS)}
    for more, about in (({}, "one request fails"),
                        ({"URIPROOF_FAIL_ON": "1"}, "all fail from one on")):
        wrong, ended = [], 0
        for number in sorted(numbers):
            got = run(folder, command, URIPROOF_FAIL_AT=str(number), **more)
            ends = got[0] == NO_VERDICT and "out of memory" in got[2] and not got[3]
            ended += ends
            if not ends and (got[0], got[3]) != (undisturbed[0], undisturbed[3]):
                wrong.append("request %d: %s" % (number, got[:3]))
        tap.ok(not wrong, "%s, %s: no verdict" % (name, about), "\n".join(wrong))
        tap.ok(ended > len(numbers) / 2, "%s, %s: most such runs end" % (name, about),
               "%d of %d" % (ended, len(numbers)))


def check_children(tap, folder, answerer):
    """The process that holds the pipe's other end is still alive."""
    fifo = os.path.join(folder, "alive")
    os.mkfifo(fifo)
    alive = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    stays = 'exec 9>"$1"; trap "" HUP TERM; "$0" serve; tail -f /dev/null'
    command = ["--select", "rfc1630.partial.*", "--", "sh", "-c", stays, answerer, fifo]
    requests, _ = measure(folder, command)
    status = run(folder, command, URIPROOF_FAIL_AT=str(requests // 2), URIPROOF_FAIL_ON="1")[0]
    ready = select.select([alive], [], [], WITHIN)[0]
    tap.ok(status == NO_VERDICT and ready and os.read(alive, 1) == b"",
           "what the run started ends with it", (status, ready))
    os.close(alive)


def main():
    tap = Tap(lines=20, columns=300)
    with tempfile.TemporaryDirectory() as folder:
        answerer = os.path.join(folder, "answerer")
        os.symlink(PROGRAM, answerer)
        check_command(tap, folder, "a command", [
            "--select", "rfc1630.partial.*", "--", answerer, "serve"])
        check_command(tap, folder, "an adapter by name", [
            "--dialect", "rfc3986", "--select", "rfc3986.bnf.scheme", "python-urllib"])
        check_children(tap, folder, answerer)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
