#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is written to a terminal shows what it holds (TAP 13): characters that are invisible, or
that change how others are shown, are written as octets, \\xNN.

Which characters those are is what Python's tables of Unicode say. `uriproof test` prints a table to
a terminal, with the causes of failures, on one screen. URIPROOF_BIN is the folder of uriproof;
default build/release.
"""

import fcntl
import json
import os
import pty
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import termios
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
# Controls, formats, separators of lines and paragraphs.
HIDDEN = ("Cc", "Cf", "Zl", "Zp")
# Seen as nothing, and of other categories: fillers, and what joins or varies its neighbours.
FILLERS = {0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x3164, 0xfe0f, 0xffa0, 0xe0100}
SOME = (0xad, 0x600, 0x61c, 0x200b, 0x202e, 0x2066, 0x3164, 0xfeff, 0x110bd, 0x1d173, 0xe0001)
BETWEEN = "|"

ADAPTER = """import json, sys
sys.stdin.readline()
print(json.dumps({"protocol": 2, "name": "n", "version": "1", "language": "python",
                  "dialects": [], "ops": ["parse"]}), flush=True)
for line in sys.stdin:
    answer = {"id": json.loads(line)["id"], "status": "rejected", "error": WORDS}
    print(json.dumps(answer), flush=True)
"""


# Asks the reference, and does without three of its checks.
LENIENT = """import json, subprocess, sys
with subprocess.Popen([sys.argv[1], "serve", "--dialect", "rfc3986"], stdin=subprocess.PIPE,
                      stdout=subprocess.PIPE) as reference:
    for line in sys.stdin.buffer:
        reference.stdin.write(line)
        reference.stdin.flush()
        answer, request = json.loads(reference.stdout.readline()), json.loads(line)
        if "protocol" in answer:
            answer.update(name="lenient", ops=["parse"])
        elif answer.get("production") in ("pct-encoded", "IP-literal", "path"):
            answer = {"id": answer["id"], "status": "accepted", "components": {"path": "p"}}
        print(json.dumps(answer), flush=True)
"""
# Asks the reference, and does not end a host.
ENDLESS = LENIENT.replace('answer.get("production") in ("pct-encoded", "IP-literal", "path")',
                          '"host" in answer.get("components", {})').replace(
    '{"path": "p"}', '{**answer["components"], "path": "",\n            "host": answer['
    '"components"]["host"] + answer["components"]["path"]}')
# Asks the reference, and spoils one part of each text that has a host.
SPOILS = LENIENT.replace('answer.get("production") in ("pct-encoded", "IP-literal", "path")',
                         '"host" in answer.get("components", {})').replace(
    '{"path": "p"}', '{**answer["components"], ("scheme", "user", "host", "port", "path",\n'
    '            "query", "fragment")[len(line) % 7]: "9"}')
CHECKS = {"parse rfc3986.bnf.%s" % rule for rule in ("pct-encoded", "IP-literal", "path")}


def octets(character):
    return "".join("\\x%02x" % octet for octet in character.encode("utf-8"))


def said_of(characters):
    """What the program says of a command of such a name, a character each."""
    name = BETWEEN.join(characters)
    done = subprocess.run([PROGRAM, name], capture_output=True, check=False)
    words = done.stderr.decode("utf-8").partition('no command "')[2].partition('"; see')[0]
    return words.split(BETWEEN)


def check_words(tap, characters, expected, name):
    wrong = []
    for first in range(0, len(characters), 2000):
        some = characters[first:first + 2000]
        said = said_of(some)
        wrong += [] if len(said) == len(some) else ["%d words for %d" % (len(said), len(some))]
        wrong += ["U+%04X: %s" % (ord(one), words) for one, words in zip(some, said)
                  if words.lower() != expected(one).lower()]
    tap.ok(characters and not wrong, name, "\n".join(wrong))


def check_report(tap, report, characters):
    """The same in a report, which also goes to a terminal."""
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "adapter.py")
        with open(program, "w", encoding="ascii") as file:
            file.write("WORDS = %s\n%s" % (ascii("".join(characters)), ADAPTER))
        done = subprocess.run([PROGRAM, "test", "--dialect", "rfc1630", "--level", "examples",
                               "--report", report, "--", sys.executable, program],
                              capture_output=True, check=False)
    raw = {c for c in done.stdout.decode("utf-8") + done.stderr.decode("utf-8")} & set(characters)
    tap.ok(done.returncode == 1 and not raw, "a report holds none raw: " + report,
           ascii(raw) + done.stderr.decode("utf-8"))


# ---- The table of a run

def on_terminal(rows, *arguments):
    """The lines that a run writes to a terminal of so many rows, and its exit status."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
    with subprocess.Popen(["uriproof", "test", *arguments], executable=PROGRAM, stdout=theirs,
                          stderr=subprocess.PIPE, stdin=subprocess.DEVNULL) as process:
        os.close(theirs)
        written = b""
        try:
            while some := os.read(ours, 4096):
                written += some
        except OSError:
            pass  # the other end is closed
        said = process.stderr.read().decode("utf-8")
    os.close(ours)
    return written.decode("ascii").replace("\r\n", "\n").splitlines(), process.returncode, said


def causes_of(lines):
    """The causes of a table: count, outcome, risk and class."""
    found = [re.fullmatch(r" *([0-9]+) ([a-z-]+) +([a-z-]+) +(.*)", line) for line in lines]
    at = [number for number, line in enumerate(lines) if "cause" in line][0]
    return [one.groups() for one in found[at + 1:] if one is not None]


def commands_of(lines):
    """The commands of a table that repeat a failure."""
    joined = re.sub(r" \\\n *", " ", "\n".join(lines))
    return [line.strip() for line in joined.splitlines()
            if line.startswith("        uriproof test")]


def check_table(tap, folder):
    program = os.path.join(folder, "lenient.py")
    with open(program, "w", encoding="ascii") as file:
        file.write(LENIENT)
    asked = ["--dialect", "rfc3986", "--", sys.executable, program, PROGRAM]
    lines, status, said = on_terminal(24, *asked)
    found = causes_of(lines)
    tap.ok(status == 1 and {one[3] for one in found[:3]} == CHECKS
           and all(one[1:3] == ("lenient", "validity") for one in found) and len(found) == 3,
           "three missing checks are three causes", "\n".join(lines))
    counts = [int(one[0]) for one in found]
    row = [line.split() for line in lines if line.startswith("lenient ")][0]
    tap.ok(counts == sorted(counts, reverse=True) and sum(counts) == int(row[4]) > 50,
           "the most failures first, and none is left out", (counts, row))
    tap.ok("cause:" not in said and "Next:" not in said and lines[-2].startswith("Next: uriproof"),
           "what comes next is in the table", said)
    commands = commands_of(lines)
    for command in commands:
        words = shlex.split(command)
        again = subprocess.run(words, executable=PROGRAM, capture_output=True, check=False)
        tap.ok(again.returncode == 1 and again.stdout.count(b"\nnot ok ") == 1,
               "a command repeats a failure", (words, again.stderr))
    tap.ok(len(commands) == 3, "each cause has a command", commands)

    lines, _, _ = on_terminal(24, "--outcome", "differ", *asked)
    tap.ok("No failures, differ." in lines and lines[1].split()[1:] == ["0"] * 7,
           "--outcome restricts what is shown", lines)
    lines, _, _ = on_terminal(24, "--op", "parse", "--part", "uri", *asked)
    tap.ok(causes_of(lines) == found, "--op and --part do too", lines)
    lines, _, _ = on_terminal(24, "--report", "tap", *asked)
    tap.ok(lines[0] == "TAP version 13", "TAP on request", lines[:2])
    done = subprocess.run([PROGRAM, "test", *asked], capture_output=True, check=False,
                          encoding="utf-8")
    told = re.findall(r"^  cause: (\d+) lenient, (.*), such as .", done.stderr, re.M)
    tap.ok(done.stdout.startswith("TAP version 13\n")
           and told == [(one[0], one[3]) for one in found],
           "a pipe gets TAP, and standard error the causes", done.stderr)


def check_others(tap, folder):
    """Under a lenient cause the table says whether others see another host. Which others are at
    hand differs; one of them always accepts, and gives a host that no other gives."""
    accepts = ADAPTER.replace('"status": "rejected", "error": WORDS',
                              '"status": "accepted", "components": {"path": "", "host": "zz"}')
    there = os.path.join(folder, "there")
    os.mkdir(there)
    with open(os.path.join(there, "0.py"), "w", encoding="ascii") as file:
        file.write(accepts)
    with open(os.path.join(there, "0_zz.json"), "w", encoding="ascii") as file:
        json.dump({"format": "uriproof-adapter", "version": 1, "name": "0_zz", "language": "python",
                   "dialects": ["rfc3986"], "command": ["python3", "{dir}/0.py"], "get": "write it",
                   "about": "sees another host"}, file)
    program = os.path.join(folder, "lenient.py")
    asked = ["--dialect", "rfc3986", "--adapter-dir", there, "--", sys.executable, program, PROGRAM]
    lines, _, _ = on_terminal(40, *asked)
    said = [re.fullmatch(r" {8}.*: host none; for ([0-9]+) of ([0-9]+) others .*", line)
            for line in lines]
    said = [one for one in said if one is not None]
    tap.ok(len(said) == 3 and all(1 <= int(one[1]) <= int(one[2]) for one in said)
           and any('"zz" (0_zz)' in line for line in lines),
           "each lenient cause says who sees another host", lines)
    lines, _, _ = on_terminal(40, "--dialect", "rfc3986", "--adapter-dir", there, "--op", "parse",
                              "0_zz")
    tap.ok(not any('"zz" (' in line for line in lines) and
           any(" lenient " in line for line in lines),
           "a parser is not one of the others beside itself", lines)
    lines, _, _ = on_terminal(40, "--outcome", "differ", "--dialect", "rfc3986", "--adapter-dir",
                              there, "0_zz")
    tap.ok(any(" differ " in line for line in lines) and
           not any(" others" in line for line in lines), "other causes do not say so", lines)


def check_own(tap, folder):
    """A command that repeats a failure of the user's own parser knows it by the same options."""
    there = os.path.join(folder, "there")
    program = os.path.join(folder, "lenient.py")
    own = shlex.join([sys.executable, program, PROGRAM])
    for words in (["--adapter", "mine=" + own], ["mine=" + own],
                  ["--adapter-dir", there, "--op", "parse", "0_zz"]):
        lines, _, _ = on_terminal(24, "--dialect", "rfc3986", *words)
        again = [subprocess.run(shlex.split(command), executable=PROGRAM, capture_output=True,
                                check=False) for command in commands_of(lines)]
        tap.ok(again and all(one.returncode == 1 and one.stdout.count(b"\nnot ok ") == 1
                             for one in again),
               f"a command repeats a failure of an own parser: {words[0].partition('=')[0]}",
               "\n".join(lines))


def check_cut(tap, folder):
    """What tells two causes apart is not cut, and the causes without room are told of."""
    program = os.path.join(folder, "endless.py")
    with open(program, "w", encoding="ascii") as file:
        file.write(ENDLESS)
    lines, status, _ = on_terminal(24, "--dialect", "rfc3986", "--", "python3", program, PROGRAM)
    classes = [one[3] for one in causes_of(lines)]
    tap.ok(status == 1 and len(classes) > 1 and len(set(classes)) == len(classes) and
           any(re.match(r"parse host boundary \([a-z0-9-]+\) rfc3986\.authority\.", one)
               for one in classes), "the character stands before the clause", "\n".join(lines))
    with open(program, "w", encoding="ascii") as file:
        file.write(SPOILS)
    lines, _, _ = on_terminal(24, "--dialect", "rfc3986", "--", "python3", program, PROGRAM)
    tap.ok(any(re.fullmatch("and [0-9]+ more: --causes prints all", line) for line in lines),
           "the causes that do not fit are named", "\n".join(lines))


def check_screen(tap):
    """Many adapters and causes fit a screen of each height."""
    for rows, most in ((5, 24), (24, 24), (31, 31), (40, 40), (90, 40)):
        lines, status, _ = on_terminal(rows, "--dialect", "rfc1630", "--level", "examples",
                                       *["python-urllib", "perl-uri", "reference"])
        wide = [line for line in lines if len(line) > 80]
        tap.ok(status == 1 and len(lines) < most and not wide and causes_of(lines),
               "the table fits %d of %d lines" % (most, rows), (len(lines), wide))


def main():
    tap = Tap(lines=20)
    everything = [chr(i) for i in range(1, 0x110000)
                  if not 0xd800 <= i < 0xe000 and chr(i) not in BETWEEN + '"']
    hidden = [c for c in everything if unicodedata.category(c) in HIDDEN or ord(c) in FILLERS]
    check_words(tap, hidden, octets, "what is not seen is written as octets")
    seen = [c for c in everything[::7] if unicodedata.category(c)[0] in "LNPS"
            and ord(c) not in FILLERS]
    check_words(tap, seen, str, "what is seen is written as it is")
    for report in ("tap", "markdown", "junit", "sarif", "github", "json"):
        check_report(tap, report, [chr(i) for i in SOME])
    with tempfile.TemporaryDirectory() as folder:
        check_table(tap, folder)
        check_others(tap, folder)
        check_own(tap, folder)
        check_cut(tap, folder)
    check_screen(tap)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
