#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is written to a terminal shows what it holds (TAP 13): characters that are invisible, or
that change how others are shown, are written as octets, \\xNN.

Which characters those are is what Python's tables of Unicode say. URIPROOF_BIN is the folder of
uriproof; default build/release.
"""

import os
import subprocess
import sys
import tempfile
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


def main():
    tap = Tap(lines=20)
    everything = [chr(i) for i in range(1, 0x110000)
                  if not 0xd800 <= i < 0xe000 and chr(i) not in BETWEEN + '"']
    hidden = [c for c in everything if unicodedata.category(c) in HIDDEN or ord(c) in FILLERS]
    check_words(tap, hidden, octets, "what is not seen is written as octets")
    seen = [c for c in everything[::7] if unicodedata.category(c)[0] in "LNPS"
            and ord(c) not in FILLERS]
    check_words(tap, seen, str, "what is seen is written as it is")
    for report in ("tap", "markdown", "html", "junit", "sarif", "github", "json"):
        check_report(tap, report, [chr(i) for i in SOME])
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
