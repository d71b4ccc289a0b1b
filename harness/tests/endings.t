#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Nothing that an adapter starts outlives uriproof, however the adapter forks and uriproof ends
(TAP 13).

URIPROOF_BIN is the folder of uriproof; default build/release. Arguments are kinds of forking
(forking.c); default all of a list. Each run may have 60 processes. As root it has a user of its
own, whom the limit binds; root it would not.
"""

import os
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors/tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
FORKING = os.path.join(BIN, "t", "forking")
MOST = 60  # processes
USER = 61000 + os.getpid() % 1000  # no other process has it
ENDS_WITHIN = 240  # seconds; a run takes a few, and longer on a busy machine
ONE = ["--dialect", "rfc3986", "--select", "path-space"]  # rejected, as by the adapter

# How uriproof ends: what the adapter does, the options, the signal that uriproof is sent when the
# processes are there, and the exit status. SIGKILL is that of `kill -9`.
ENDS = {
    "by itself": ("answers", [], None, {0, 1}),
    "by an error": ("fails", [], None, {3}),
    "after it killed its reaper": ("kills", [], None, {1}),
    "after a time-out": ("hangs", ["--timeout", "100ms"], None, {1}),
    "by SIGINT": ("hangs", ["--timeout", "600s"], signal.SIGINT, {130}),
    "by SIGTERM": ("hangs", ["--timeout", "600s"], signal.SIGTERM, {130}),
    "by SIGHUP": ("hangs", ["--timeout", "600s"], signal.SIGHUP, {130}),
    "by SIGKILL": ("hangs", ["--timeout", "600s"], signal.SIGKILL, {-9}),
}

# Each kind has all ends but these, which do not depend on it (a time-out takes seconds).
SAME = {"after a time-out", "by SIGINT", "by SIGHUP"}
KINDS = {"group": set(), "daemons": SAME, "deaf": SAME, "bomb": SAME, "sessions": SAME,
         "comets": SAME}


def processes_of(marker):
    """Those that have the marker among their arguments."""
    found = []
    for name in os.listdir("/proc"):
        try:
            with open("/proc/%s/cmdline" % name, "rb") as file:
                if name.isdigit() and marker in file.read() and int(name) != os.getpid():
                    found.append(int(name))
        except OSError:
            continue
    return found


def others_of_user():
    """How many processes the user has already: the limit counts them, too."""
    count = 0
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                count += os.stat("/proc/" + name).st_uid == os.getuid()
            except OSError:
                continue
    return count


def limit_for(most):
    def limit():
        signal.signal(signal.SIGHUP, signal.SIG_DFL)  # not as under nohup
        resource.setrlimit(resource.RLIMIT_NPROC, (most, most))
        if os.getuid() == 0:
            os.setgroups([])
            os.setgid(USER)
            os.setuid(USER)
    return limit


def run(kind, end, folder, program=FORKING):
    """Runs uriproof to its end. Returns its exit status and what it said."""
    does, options, number, _ = ENDS[end]
    reached = os.path.join(folder, "reached")
    most = MOST if os.getuid() == 0 else others_of_user() + MOST
    with open(os.path.join(folder, "said"), "wb") as said:
        process = subprocess.Popen([PROGRAM, "test", *ONE, *options, "--", program, kind, does,
                                    reached], stdout=subprocess.DEVNULL, stderr=said,
                                   cwd=folder, preexec_fn=limit_for(most))
    while number is not None and process.poll() is None:
        if os.path.exists(reached) and os.path.getsize(reached) > 0:
            process.send_signal(number)
            break
        time.sleep(0.01)
    try:
        status = process.wait(ENDS_WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        status = "no end"
    with open(os.path.join(folder, "said"), "rb") as said:
        return status, said.read().decode("ascii", "replace")


def that_stay(marker, waits):
    """Those that are there after the run. If it was killed, what ends them has its time; else they
    have ended before it."""
    until = time.monotonic() + (60 if waits else 0)
    while processes_of(marker) and time.monotonic() < until:
        select.select([], [], [], 0.05)
    return processes_of(marker)


def kill(marker):
    """Ends what the test is to find, in the same order as the program should."""
    for number in (signal.SIGSTOP, signal.SIGSTOP, signal.SIGSTOP, signal.SIGKILL):
        for pid in processes_of(marker):
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                continue


def check(tap, kind, end):
    with tempfile.TemporaryDirectory(prefix="uriproof-endings-") as folder:
        os.chmod(folder, 0o777)
        marker = folder.encode("ascii")
        status, said = run(kind, end, folder)
        left = that_stay(marker, status == -9)
        tap.ok(not left and status in ENDS[end][3], f"{kind}: nothing is left, {end}",
               f"exit {status}, left {len(left)}\n{said}")
        while processes_of(marker):
            kill(marker)


def check_foreign(tap):
    """What cannot be killed is told, and uriproof does not wait for it."""
    if os.getuid() != 0:
        tap.skip("what cannot be killed is told", "needs users of its own, whom root can be")
        return
    with tempfile.TemporaryDirectory(prefix="uriproof-endings-") as folder:
        os.chmod(folder, 0o777)
        program = os.path.join(folder, "foreign")
        shutil.copy(FORKING, program)
        os.chown(program, USER + 1000, USER + 1000)
        os.chmod(program, 0o4755)
        marker = folder.encode("ascii")
        status, said = run("foreign", "by itself", folder, program)
        left = processes_of(program.encode("ascii"))  # its reaper, too
        told = re.search(r"uriproof: 1 process that an adapter started cannot be killed, and lives "
                         r"on: (\d+) \((.*)\)\n", said)
        tap.ok(status in (0, 1) and told and int(told[1]) in left and
               told[2].startswith(program), "what cannot be killed is told",
               f"exit {status}, left {left}\n{said}")
        kill(program.encode("ascii"))
        tap.ok(not that_stay(marker, True), "its reaper goes on until it has ended",
               processes_of(marker))


def main():
    tap = Tap()
    for kind in sys.argv[1:] or KINDS:
        for end in ENDS:
            if end not in KINDS[kind]:
                check(tap, kind, end)
    if not sys.argv[1:]:
        check_foreign(tap)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
