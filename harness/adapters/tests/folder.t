#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that an adapter leaves no file in the folder where it runs, however it ends (TAP 13): a
crash dump of Erlang, an error file of Java. Arguments are names of adapters; default all.
"""

import os
import resource
import signal
import subprocess
import sys
import tempfile

from adapters import ROOT, find, is_installed

sys.path.insert(0, str(ROOT / "vectors" / "tests"))

from tap import Tap  # noqa: E402

# Those after which a runtime writes what it was at, and the two that end an adapter as a rule.
ENDS = [signal.SIGQUIT, signal.SIGABRT, signal.SIGSEGV, signal.SIGUSR1, signal.SIGTERM,
        signal.SIGKILL]
HELLO = b'{"op":"hello","protocol":2}\n'
PARSE = b'{"id":1,"op":"parse","uri":"http://h/"}\n'
SIGNAL_WITHIN = 2  # seconds; some signals do not end some adapters
ENDS_WITHIN = 60  # on a busy machine


def without_core():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def start(adapter, folder):
    return subprocess.Popen(adapter.command(), cwd=folder, stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                            preexec_fn=without_core)


def end(adapter, folder, number):
    """Ends the adapter by a signal, after it has answered. If the signal does not end it within the
    time, the end of its input does."""
    process = start(adapter, folder)
    process.stdin.write(HELLO)
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(number)
    try:
        process.wait(timeout=SIGNAL_WITHIN)
    except subprocess.TimeoutExpired:
        pass
    process.communicate(timeout=ENDS_WITHIN)


def end_without_output(adapter, folder):
    """Its answers cannot be written."""
    process = start(adapter, folder)
    process.stdout.close()
    try:
        process.stdin.write(HELLO + PARSE * 1000)
        process.stdin.close()
    except BrokenPipeError:
        pass
    process.wait(timeout=ENDS_WITHIN)


def check(tap, adapter):
    why = adapter.why_absent()
    if why is not None:
        if is_installed(adapter.name):
            tap.ok(False, adapter.name + ": is there", why)
        else:
            tap.skip(adapter.name, why)
        return
    left = []
    for number in ENDS:
        with tempfile.TemporaryDirectory() as folder:
            end(adapter, folder, number)
            left += ["%s: %s" % (number.name, name) for name in os.listdir(folder)]
    with tempfile.TemporaryDirectory() as folder:
        end_without_output(adapter, folder)
        left += ["no output: " + name for name in os.listdir(folder)]
    tap.ok(not left, adapter.name + ": leaves no file", "\n".join(left))


def main():
    tap = Tap()
    for adapter in find(sys.argv[1:]):
        check(tap, adapter)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
