#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How browsers are asked and how they end (TAP 13): whatever kills the harness, the adapter, the
browser or its tab, no process and no file is left, and the case that killed it is blamed.

URIPROOF_BIN is the folder of uriproof; default build/release. A browser that is not there is
skipped, and so are all with URIPROOF_BROWSERS=no. Arguments are names of browsers; default all.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from adapters import ADAPTERS, BIN, ROOT, find, is_browser, run

sys.path[:0] = [str(ROOT / "vectors" / "tests"), str(ROOT / "scripts")]

import results_file  # noqa: E402
from tap import Tap  # noqa: E402

PROGRAM = os.path.join(BIN, "uriproof")
MORTAL = ADAPTERS / "tests" / "mortal_browser.js"
WITHIN = 60  # seconds, on a busy machine
TEXTS = 4000
KILLED = "killed-by-this"


# ---- Processes

def words_of(path):
    try:
        return pathlib.Path(path).read_bytes()
    except OSError:
        return b""


def children(pid):
    return [int(word) for task in pathlib.Path("/proc/%d/task" % pid).glob("*")
            for word in words_of(task / "children").split()]


def below(pid):
    """The processes below one, as far as they are seen, each with the time of its start."""
    found = []
    for child in children(pid):
        found.append((child, started(child)))
        found += below(child)
    return found


def started(pid):
    """When the process was started; None if it is not there, or is dead and only not waited for."""
    fields = words_of("/proc/%d/stat" % pid).rpartition(b")")[2].split()
    return int(fields[19]) if fields and fields[0] not in (b"Z", b"X") else None


def command_of(pid):
    return words_of("/proc/%d/cmdline" % pid).replace(b"\0", b" ").decode("latin-1")


def until(condition):
    """Waits until the condition holds, and returns what it returned last."""
    end = time.monotonic() + WITHIN
    while not (value := condition()) and time.monotonic() < end:
        time.sleep(0.02)
    return value


def living(processes):
    return [(pid, command_of(pid)) for pid, start in processes
            if start is not None and started(pid) == start]


# ---- What is killed

def pick(processes, word):
    """The first of the processes whose command has the word: the browser, and not its children. The
    reaper's command is that of the adapter, too."""
    return next((pid for pid, _ in processes
                 if word in command_of(pid) and "uriproof-reaper" not in command_of(pid)), None)


PAGES = {"chromium": "--type=renderer", "firefox": "-contentproc -isForBrowser",
         "webkit": "WebKitWebProcess"}
MAIN = {"chromium": "--remote-debugging-pipe", "firefox": "firefox-esr --marionette",
        "webkit": "MiniBrowser"}


def check_end(tap, name, what, folder):
    """Kills one process of a run that asks the browser, and looks at what is left."""
    word = {"the adapter": name + "_adapter.js", "the browser": MAIN[name], "a page": PAGES[name]}
    texts = os.path.join(folder, "texts")
    with open(texts, "w", encoding="ascii") as file:
        file.writelines("http://h%d/\n" % i for i in range(TEXTS))
    temporary = os.path.join(folder, "tmp")
    os.mkdir(temporary)
    process = subprocess.Popen([PROGRAM, "diff", "--adapter", name, "--adapter", "node-url", texts],
                               env={**os.environ, "TMPDIR": temporary}, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until(lambda: pick(below(process.pid), PAGES[name]) or process.poll() is not None)
    there = below(process.pid)
    target = process.pid if what == "the harness" else pick(there, word[what])
    if target is not None:
        os.kill(target, signal.SIGKILL)
    status = process.wait(timeout=10 * WITHIN)
    left = until(lambda: not living(there) and not os.listdir(temporary))
    tap.ok(target is not None and left, "%s: nothing is left after kill -9 of %s" % (name, what),
           "status %d\n%s\n%s" % (status, living(there), os.listdir(temporary)))


def check_ends(tap, adapter):
    for what in ("the harness", "the adapter", "the browser", "a page"):
        with tempfile.TemporaryDirectory() as folder:
            check_end(tap, adapter.name, what, folder)


# ---- The case that is blamed

def check_blame(tap, which, folder):
    vectors = os.path.join(folder, "t.json")
    with open(vectors, "w", encoding="ascii") as file:
        json.dump([{"input": "http://h/" + (KILLED if i == 40 else "a%d" % i), "base": None,
                    "href": "http://h/" + (KILLED if i == 40 else "a%d" % i)}
                   for i in range(60)], file)
    subprocess.run([PROGRAM, "vectors", "import", "--format", "wpt", "--out",
                    os.path.join(folder, "made"), vectors], check=True, capture_output=True)
    report = os.path.join(folder, "results.json")
    done = subprocess.run(
        [PROGRAM, "test", "--dialect", "whatwg-url", "--vectors", os.path.join(folder, "made"),
         "--timeout", "60s", "--report", "json=" + report,
         "--adapter", "mortal=node %s %s %s" % (MORTAL, which, KILLED)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    with open(report, encoding="ascii") as file:
        results = results_file.read(file.read())["adapters"][0]["results"]
    wrong = [(one["case"], one["outcome"]) for one in results if one["outcome"] != "agree"]
    crashed = [one for one in results if one["outcome"] == "crash"]
    tap.ok(len(results) == 120 and len(wrong) == len(crashed) == 2,
           "kill -9 of the %s: the two cases of the text that kills are blamed" % which,
           "%s\n%s" % (wrong, done.stderr[-1500:]))


def check_left_out(tap, adapter):
    done = subprocess.run(adapter.command(), env={**os.environ, "URIPROOF_BROWSERS": "no"},
                          input=b'{"op":"hello","protocol":2}\n', capture_output=True, check=False)
    tap.ok(done.returncode == 1 and done.stdout == b"" and b"URIPROOF_BROWSERS=no" in done.stderr,
           adapter.name + ": is left out with URIPROOF_BROWSERS=no", done)


def check_many(tap, adapter):
    """Answers come in the order of the requests, however many are in flight."""
    asked = "".join('{"id":%d,"op":"parse","uri":"http://h/%d"}\n' % (i, i) for i in range(20000))
    done = run(adapter.command(), asked.encode("ascii"))
    paths = [json.loads(line)["components"]["path"] for line in done.stdout.splitlines()]
    tap.ok(paths == ["/%d" % i for i in range(20000)], adapter.name + ": 20000 requests in flight",
           done.stderr[-500:])


def main():
    tap = Tap(lines=20)
    for adapter in [one for one in find(sys.argv[1:]) if is_browser(one)]:
        check_left_out(tap, adapter)
        why = adapter.why_absent()
        if why is not None:
            tap.skip(adapter.name, why)
            continue
        check_many(tap, adapter)
        check_ends(tap, adapter)
        if adapter.name == "chromium":
            for which in ("browser", "tab"):
                with tempfile.TemporaryDirectory() as folder:
                    check_blame(tap, which, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
