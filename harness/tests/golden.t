#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the command line prints, to the octet (TAP 13).

Each golden/NAME.txt holds commands, what they wrote to standard output, what to standard error
(after "2> ") and their exit status. After a change that is meant,

    harness/tests/golden.t --update

runs the commands that are written in the files anew and rewrites what follows them; read the
diff before you commit it. A new command is a new line that begins with "$ uriproof". Words are
split as a shell does it, and VARIABLE=VALUE may stand before the program.

What is not the same everywhere (files that are written, terminals, whole runs) is tested below.
URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import difflib
import os
import pty
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
for folder in ("vectors/tests", "scripts"):
    sys.path.insert(0, os.path.join(ROOT, folder))

import results_file  # noqa: E402
from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
GOLDEN = os.path.join(HERE, "golden")
REFUSER = ["--", "python3", os.path.join(GOLDEN, "refuser.py")]
ENDS_WITHIN = 240  # seconds; a run takes one


def run(*arguments, **more):
    """As a shell calls what is in its PATH: what is printed has no path of this machine."""
    return subprocess.run(["uriproof", *arguments], executable=PROGRAM, capture_output=True,
                          stdin=subprocess.DEVNULL, timeout=ENDS_WITHIN, **more)


# ---- Golden files

def transcript(command):
    """What stands below a command in a golden file."""
    words = shlex.split(command)
    at = words.index("uriproof")
    environment = dict(word.split("=", 1) for word in words[:at])
    done = run(*words[at + 1:], env={**os.environ, **environment}, cwd=GOLDEN)
    text = done.stdout.decode("utf-8", "backslashreplace")
    if text and not text.endswith("\n"):
        text += "(no newline)\n"
    for line in done.stderr.decode("utf-8", "backslashreplace").splitlines():
        text += "2> " + line + "\n"
    return text + "-> %d\n" % done.returncode


def commands_of(text):
    return [line[2:] for line in text.splitlines() if line.startswith("$ ")]


def check_golden(tap, name, update):
    path = os.path.join(GOLDEN, name)
    with open(path, encoding="utf-8") as file:
        expected = file.read()
    commands = commands_of(expected)
    found = "".join("$ " + command + "\n" + transcript(command) + "\n" for command in commands)
    if update:
        with open(path, "w", encoding="utf-8") as file:
            file.write(found)
        expected = found
    diff = difflib.unified_diff(expected.splitlines(), found.splitlines(), "golden/" + name,
                                "now", lineterm="")
    tap.ok(commands and found == expected, "%s: %d commands" % (name, len(commands)),
           "\n".join(diff))
    escaped = [line for line in found.splitlines() if "\033" in line]
    tap.ok(not escaped, name + ": no escape codes in a pipe", escaped)


def check_help(tap):
    """Each command of the program's own help has its --help in the golden file."""
    lines = run("--help").stdout.decode("ascii").splitlines()
    names = [line.strip().split("  ")[0] for line in lines if line.startswith("  ")]
    tap.ok(all(len(line) <= 80 for line in lines), "the help fits in 80 columns", lines)
    with open(os.path.join(GOLDEN, "help.txt"), encoding="utf-8") as file:
        commands = commands_of(file.read())
    missing = [name for name in names
               if not {"uriproof %s --help" % word for word in (name, name.split()[0])}
               & set(commands)]
    tap.ok(names and not missing, "golden/help.txt has the help of each command", missing)
    for name in names:
        words = name.split()
        long, short, named = run(*words, "--help"), run(*words, "-h"), run("help", *words)
        tap.ok(long.stdout == short.stdout and long.returncode == short.returncode == 0,
               name + ": -h is --help")
        tap.ok(named.returncode == 0 and long.stdout == named.stdout,
               "help %s is %s --help" % (name, name), named.stdout.decode("ascii"))


def check_version(tap):
    """The version is that of the change log, and the commit is that of git, if git knows it."""
    with open(os.path.join(ROOT, "CHANGELOG.md"), encoding="utf-8") as file:
        released = re.search(r"^## (\S+) \((\S+)\)$", file.read(), re.M)
    version = run("--version").stdout.decode("ascii")
    tap.ok(re.fullmatch(r"uriproof %s \(commit (unknown|[0-9a-f]{12}(, with changes)?)\)\n"
                        % re.escape(released[1]), version),
           "--version has the version of CHANGELOG.md, and the commit", version)
    page = run("manual").stdout.decode("ascii").splitlines()[0]
    tap.ok(page == '.TH URIPROOF 1 %s "uriproof %s" "User Commands"' % (released[2], released[1]),
           "the manual has its date", page)


# ---- Terminals

def on_terminal(*arguments, **environment):
    """What the program writes to a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([PROGRAM, *arguments], stdin=theirs, stdout=theirs, stderr=theirs,
                               env={**os.environ, "TERM": "xterm", **environment})
    os.close(theirs)
    written = b""
    try:
        while octets := os.read(ours, 4096):
            written += octets
    except OSError:
        pass  # the other end is closed
    os.close(ours)
    process.wait(ENDS_WITHIN)
    return written


def check_terminal(tap):
    refused = ("explain", "http://h/a b")
    plain = run(*refused).stdout.replace(b"\n", b"\r\n")
    environment = {key: "" for key in ("NO_COLOR",) if key in os.environ}
    colour = on_terminal(*refused, **environment)
    tap.ok(b"\033[" in colour, "colour on a terminal", colour)
    tap.ok(on_terminal(*refused, NO_COLOR="1") == plain, "no colour with NO_COLOR")
    hostile = on_terminal("parse", "a:\033[2J\u009b\x07", NO_COLOR="1")
    tap.ok(b"\033" not in hostile and b"\x9b" not in hostile and b"\x07" not in hostile,
           "what is asked reaches the terminal as data", hostile)


# ---- Runs

def report_of(folder, form, *arguments):
    """Of the vectors that people wrote; the generated ones hold under each reading by
    vectors/tests/test_reference.c."""
    path = os.path.join(folder, "report." + form)
    done = run("test", "--level", "clauses", "--report", form + "=" + path, *arguments)
    with open(path, "rb") as file:
        return done.returncode, file.read()


def check_same(tap, folder):
    for form in ("tap", "json"):
        first = report_of(folder, form, "reference")
        tap.ok(first == report_of(folder, form, "reference"), "two runs give the same " + form)
        tap.ok(first[0] == 0, "all agree", first[0])


def proven(*arguments):
    """What prove says of the TAP of a run."""
    with tempfile.NamedTemporaryFile(suffix=".tap") as file:
        file.write(run("test", "--level", "clauses", *arguments).stdout)
        file.flush()
        return subprocess.run(["prove", "-e", "cat", file.name], capture_output=True,
                              encoding="utf-8")


def check_prove(tap):
    good, bad = proven("reference"), proven(*REFUSER)
    tap.ok(good.returncode == 0 and "Result: PASS" in good.stdout, "prove passes the reference",
           good.stdout)
    tap.ok(bad.returncode != 0 and "Result: FAIL" in bad.stdout
           and "Parse errors" not in bad.stdout, "prove fails the refuser", bad.stdout)


def readings():
    """Each reading of RFC 1630 with each of its values, from the program's own words."""
    own = ("parse", "--dialect", "rfc1630", "--reading")
    lines = run(*own, "?=", "a").stderr.decode("ascii").splitlines()
    for name in [line.split()[0] for line in lines if line.startswith("  ")]:
        words = run(*own, name + "=?", "a").stderr.decode("ascii")
        for value in words.splitlines()[0].split("it has: ")[1].split(", "):
            yield name + "=" + value


def check_readings(tap, folder):
    """The reference agrees with the vectors under every value of every reading."""
    count = 0
    for reading in readings():
        status, text = report_of(folder, "json", "--reading", reading, "reference")
        bad = [one for one in results_file.read(text)["adapters"][0]["results"]
               if one["outcome"] != "agree"]
        tap.ok(status == 0 and not bad, "the reference agrees under " + reading, bad)
        count += 1
    tap.ok(count > 20, "readings are found", count)


def check_refuser(tap, folder):
    status, text = report_of(folder, "json", *REFUSER)
    results = results_file.read(text)
    tap.ok(status == 1, "the refuser: exit status", status)
    wrong, accepted = [], 0
    for case, one in zip(results["cases"], results["adapters"][0]["results"]):
        if case["op"] in ("encode", "url"):
            expected = {"unsupported"}
        elif case["expected"]["status"] == "accepted":
            accepted += 1
            expected = {"strict", "acceptable"}
        else:
            expected = {"agree"}
        if one["outcome"] not in expected:
            wrong.append(one)
    tap.ok(not wrong and accepted > 200, "it is strict wherever a vector must be accepted",
           wrong)
    excused = [one for one in results["adapters"][0]["results"]
               if one["outcome"] == "acceptable" and "agrees under" not in one["detail"]]
    tap.ok(not excused, "but where a reading says otherwise, and which is said", excused)


# ---- Files

def limited():
    """As on a full disk: no file may grow."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def check_unwritable(tap, folder):
    path = os.path.join(folder, "old.json")
    with open(path, "w", encoding="ascii") as file:
        file.write("old\n")
    arguments = ["test", "--select", "path-space", "reference", "--report", "json=" + path]
    done = run(*arguments, preexec_fn=limited)
    words = "cannot write the json report to " + path
    tap.ok(done.returncode == 4 and words in done.stderr.decode("ascii"),
           "a full disk: exit status 4", (done.returncode, done.stderr))
    with open(path, encoding="ascii") as file:
        tap.ok(file.read() == "old\n", "a full disk: the old file stays")
    tap.ok(sorted(os.listdir(folder)) == ["old.json"], "a full disk: nothing is left behind",
           os.listdir(folder))
    other = os.path.join(folder, "new.tap")
    arguments[-1:] = ["json=" + os.path.join(folder, "none", "r.json"), "--report", "tap=" + other]
    done = run(*arguments)
    tap.ok(done.returncode == 4 and b"No such file" in done.stderr,
           "no such folder: exit status 4", (done.returncode, done.stderr))
    tap.ok(not os.path.exists(other), "and nothing is run, or written")
    done = run(*arguments[:-3], "json=" + folder)
    tap.ok(done.returncode == 4 and b"Is a directory" in done.stderr,
           "a folder: exit status 4", (done.returncode, done.stderr))
    with open("/dev/full", "wb") as full:
        done = subprocess.run([PROGRAM, *arguments[:4]], stdout=full, stderr=subprocess.PIPE)
    tap.ok(done.returncode == 4 and b"standard output" in done.stderr,
           "standard output is full: exit status 4", (done.returncode, done.stderr))


def check_full(tap, _):
    """Whatever the answer is, who cannot be told it is told that."""
    for words in (["explain", "http://h/"], ["explain", "http://h/ "], ["parse", "http://h/a"],
                  ["parse", "http://h/a b"], ["parse", "--json", "http://h/a b"],
                  ["equivalent", "a:", "b:"], ["parse", "--dialect", "rfc3986", "http://h/a b"],
                  ["normalize", "a b"], ["explain", "--dialect", "rfc3986", "a b"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, *words], stdout=full, stderr=subprocess.PIPE)
        tap.ok(done.returncode == 4 and b"cannot write to standard output" in done.stderr,
               "standard output is full, %s: exit status 4" % " ".join(words),
               (done.returncode, done.stderr))


def check_report(tap, folder):
    path = os.path.join(folder, "results.json")
    run("test", "--select", "path-*", "--report", "json=" + path, "reference")
    with open(path, "rb") as file:
        whole = file.read()
    done = run("report", path)
    pages = [os.path.join(folder, "results." + suffix) for suffix in ("md", "site")]
    tap.ok(done.returncode == 0 and done.stdout.decode("ascii").split() == pages
           and all(map(os.path.exists, pages)), "report writes its pages", done)
    os.remove(pages[0])
    shutil.rmtree(pages[1])
    for length in (0, 1, len(whole) // 2, len(whole) - 3):
        with open(path, "wb") as file:
            file.write(whole[:length])
        done = run("report", path)
        tap.ok(done.returncode == 4 and b": not JSON: it ends too soon" in done.stderr
               and not any(map(os.path.exists, pages)),
               "%s octets of a results file are refused" % length, done)


def main():
    update = sys.argv[1:] == ["--update"]
    tap = Tap()
    for name in sorted(os.listdir(GOLDEN)):
        if name.endswith(".txt"):
            check_golden(tap, name, update)
    check_help(tap)
    check_version(tap)
    check_terminal(tap)
    check_prove(tap)
    for check in (check_same, check_readings, check_refuser, check_unwritable, check_full,
                  check_report):
        folder = tempfile.mkdtemp(prefix="uriproof-golden-")
        check(tap, folder)
        shutil.rmtree(folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
