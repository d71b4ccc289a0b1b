#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `uriproof fuzz mutate` prints of a text (TAP 13).

URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import json
import os
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "vectors" / "tests"))

from tap import Tap  # noqa: E402

PROGRAM = os.path.join(os.environ.get("URIPROOF_BIN", ROOT / "build" / "release"), "uriproof")
TEXT, OTHER = "http://u@a:80/b", "x://c/d?e"


def mutate(*arguments):
    return subprocess.run([PROGRAM, "fuzz", "mutate", *arguments], capture_output=True, timeout=60,
                          check=False)


def texts(*arguments):
    """The texts and steps of --json."""
    lines = [json.loads(line) for line in mutate("--json", *arguments).stdout.splitlines()]
    return [(line["uri"].encode() if "uri" in line else bytes.fromhex(line["uri_hex"]),
             [(step["how"], step.get("rule")) for step in line["steps"]]) for line in lines]


def productions():
    grammar = (ROOT / "vectors" / "grammar" / "rfc3986.abnf").read_text()
    return {line.split()[0] for line in grammar.splitlines() if line[:1].isalpha()}


def main():
    tap = Tap()
    made = mutate("--count", "50", TEXT, OTHER)
    tap.ok(made.returncode == 0 and len(made.stdout.splitlines()) == 50, "as many as are wanted",
           made)
    tap.ok(mutate("--count", "50", TEXT, OTHER).stdout == made.stdout,
           "the same seed, the same texts")
    tap.ok(mutate("--seed", "2", "--count", "50", TEXT, OTHER).stdout != made.stdout,
           "another seed, other texts")
    found = texts("--count", "50", TEXT, OTHER)
    shown = [line.rsplit("  ", 1)[1] for line in made.stdout.decode().splitlines()]
    plain = [(word, text) for word, (text, _) in zip(shown, found)
             if not word.startswith("$") and "  " not in text.decode("latin-1")]
    tap.ok(len(plain) > 20 and
           all(shlex.split(word) in ([text.decode()], []) for word, text in plain),
           "--json has the texts that are printed", plain)

    many = texts("--count", "5000", TEXT, OTHER)
    rules = {rule for _, steps in many for _, rule in steps if rule}
    tap.ok(len(rules) > 20 and rules <= productions(), "what is broken is a production", rules)
    tap.ok((b"x://u@a:80/b", [("splice", None)]) in many, "a part of the other text")
    alone = texts("--count", "5000", TEXT)
    tap.ok("splice" not in {how for _, steps in alone for how, _ in steps}, "no other, no splice")
    octets = texts("--hex", "--count", "200", "00ff")
    tap.ok(any(b"\x00\xff" in text for text, _ in octets), "a text in hexadecimal", octets[:5])
    tap.ok(len(texts()) == 10 and
           any(steps[0][0] == "generate" for _, steps in texts("--count", "99")),
           "without a text, texts from nothing")
    return tap.end()


sys.exit(main())
