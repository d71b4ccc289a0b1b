#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How adapters are started, and what they get from the program that starts the harness (TAP 13).

URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
WITHIN = 300  # seconds, for what takes a moment

TEST = [PROGRAM, "test", "--dialect", "rfc3986", "--level", "examples", "--report",
        "table=/dev/null", "--"]
CHECK = [PROGRAM, "adapter", "check", "--"]

REFUSER = """while read -r line; do
    case $line in
    *hello*)
        printf '{"protocol":2,"name":"n","version":"1","language":"sh",'
        echo '"dialects":[],"ops":["parse"]}' ;;
    *) id=${line#*:}; echo "{\\"id\\":${id%%,*},\\"status\\":\\"rejected\\"}" ;;
    esac
done
"""

# Its name is what it was started with: the signals that are ignored, and those that are blocked.
TELLER = """
import re, sys
status = open("/proc/self/status").read()
name = " ".join(re.search(key + r":\\s*(\\w+)", status)[1] for key in ("SigIgn", "SigBlk"))
sys.stdin.readline()
print('{"protocol":2,"name":"%s","version":"1","language":"python","dialects":[],"ops":["parse"]}'
      % name, flush=True)
for line in sys.stdin:
    print('{"id":%s,"status":"rejected"}' % re.search(r'"id":(\\d+)', line)[1], flush=True)
"""


def run(command, **how):
    """Its status and what it says, on standard error and output in one."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=WITHIN, check=False, **how)
    except subprocess.TimeoutExpired as expired:
        return None, "it does not end: %s" % expired
    return done.returncode, done.stdout.decode()


def write(folder, name, text, mode):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
    os.chmod(path, mode)
    return path


def check_failures(tap, folder):
    """Programs that cannot be started, without a reaper (check) and with one (test)."""
    missing = os.path.join(folder, "missing")
    locked = write(folder, "locked", REFUSER, 0o644)
    lost = write(folder, "lost", "#!/no/such/interpreter\n", 0o755)
    for path, words in ((missing, "No such file or directory"), (locked, "Permission denied"),
                        (lost, "No such file or directory")):
        for command in (CHECK, TEST):
            status, said = run(command + [path])
            tap.ok(status == 3 and words in said and os.path.basename(path) in said,
                   "%s %s: exit 3, %s" % (command[1], os.path.basename(path), words),
                   "%s: %s" % (status, said))


def check_script(tap, folder):
    script = write(folder, "script", REFUSER, 0o755)
    status, said = run(CHECK + [script])
    tap.ok(status in (0, 1) and "says hello" in said, "check: a script that names no interpreter",
           "%s: %s" % (status, said))
    status, said = run(TEST + [script])
    tap.ok(status == 1 and said.startswith("n 1, "), "test: a script that names no interpreter",
           "%s: %s" % (status, said))


def ignoring():
    for number in (signal.SIGINT, signal.SIGPIPE, signal.SIGUSR1):
        signal.signal(number, signal.SIG_IGN)


def blocking():
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGCHLD, signal.SIGTERM, signal.SIGUSR1))


def is_clean(said):
    """Of the signals that a program may set, none is ignored and none blocked."""
    found = re.match(r"([0-9a-f]{16}) ([0-9a-f]{16}) 1, ", said)
    of_libc = 1 << 31 | 1 << 32  # 32 and 33, which belong to the C library's threads
    # Python itself ignores SIGPIPE and SIGXFSZ.
    own = 1 << signal.SIGPIPE - 1 | 1 << signal.SIGXFSZ - 1
    return found and int(found[1], 16) & ~(own | of_libc) == 0 and int(found[2], 16) == 0


def check_signals(tap, folder):
    teller = write(folder, "teller.py", TELLER, 0o644)
    for what, before in (("ignored", ignoring), ("blocked", blocking)):
        status, said = run(TEST + [sys.executable, teller], preexec_fn=before)
        tap.ok(status == 1 and is_clean(said),
               "signals that were %s are not so for adapters" % what, "%s: %s" % (status, said))


def check_descriptors(tap, folder):
    teller = write(folder, "teller.py", TELLER, 0o644)
    for closed in ((0,), (0, 1), (0, 1, 2)):
        results = os.path.join(folder, "results.json")

        def close(numbers=closed):
            for number in numbers:
                os.close(number)

        command = TEST[:-3] + ["--report", "json=" + results, "--", sys.executable, teller]
        status, said = run(command, preexec_fn=close)
        tap.ok(status == 1 and has_results(results), "descriptors %s closed" % (closed,),
               "%s: %s" % (status, said))


def has_results(path):
    if not os.path.exists(path):
        return False
    with open(path, encoding="ascii") as file:
        found = file.read().count('"strict"') > 0
    os.remove(path)
    return found


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        check_failures(tap, folder)
        check_script(tap, folder)
        check_signals(tap, folder)
        check_descriptors(tap, folder)
    return tap.end()


sys.exit(main())
