#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What adapter check says of transforms: small parsers that declare too little and too much. Then
every parser that is ready changes its parts as its adapter declares (TAP 13).

URIPROOF_BIN is the folder of uriproof; default build/release.
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
PARSER = os.path.join(HERE, "panel", "parser.py")


def probe(*words):
    done = subprocess.run([PROGRAM, "adapter", "check", *words], capture_output=True, text=True,
                          check=False)
    return done, f"exit {done.returncode}\n{done.stdout}\n{done.stderr}"


def small(name):
    return probe("--", "python3", "-S", PARSER, name)


def main():
    tap = Tap(lines=30)
    for name, words in (
            ("last", " 0 warnings, 0 failures"),
            ("says", 'ok    host lowercased: as declared, http://HtTp/p gives "http"'),
            ("lowers", 'warn  host lowercased: not declared, http://HtTp/p gives "http"'),
            ("claims", "warn  host lowercased: not seen"),
            ("rejects", "skip  declares its transforms: it accepts no text that would show one")):
        done, told = small(name)
        tap.ok(words in done.stdout, f"{name}: {words}", told)
    ready = subprocess.run([PROGRAM, "adapters", "--names"], capture_output=True, text=True,
                           check=False).stdout.split()
    tap.ok(ready, "some parser is ready")
    for name in ready:
        done, told = probe(name)
        measured = name not in ("lynx", "raptor2")  # which only resolve
        tap.ok(done.returncode == 0 and not re.search("not declared|not seen", done.stdout) and
               measured != ("skip  declares" in done.stdout),
               f"{name} {'changes its parts as declared' if measured else 'has no parse'}", told)
    return tap.end()


sys.exit(main())
