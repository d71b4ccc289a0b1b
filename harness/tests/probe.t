#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""adapter probe: small parsers that declare too little and too much. Then every parser that is
ready changes its parts as its adapter declares (TAP 13).

URIPROOF_BIN is the folder of uriproof; default build/release.
"""
import os
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
    done = subprocess.run([PROGRAM, "adapter", "probe", *words], capture_output=True, text=True,
                          check=False)
    return done, f"exit {done.returncode}\n{done.stdout}\n{done.stderr}"


def small(name):
    return probe(f"{name}=exec python3 -S {PARSER} {name}")


def main():
    tap = Tap(lines=30)
    for name, status, words in (
            ("last", 0, "0 not as declared"),
            ("says", 0, 'ok    host lowercased: as declared, http://HtTp/p gives "http"'),
            ("lowers", 1, 'fail  host lowercased: not declared, http://HtTp/p gives "http"'),
            ("claims", 1, "fail  host lowercased: not seen")):
        done, told = small(name)
        tap.ok(done.returncode == status and words in done.stdout, f"{name}: {words}", told)
    done, told = probe("nothing=exec false")
    tap.ok(done.returncode == 3 and "nothing" in done.stderr, "one that does not start", told)
    done, told = probe("nobody")
    tap.ok(done.returncode == 2 and '"nobody"' in done.stderr, "one that is not known", told)
    ready = subprocess.run([PROGRAM, "adapters", "--names"], capture_output=True, text=True,
                           check=False).stdout.split()
    tap.ok(ready, "some parser is ready")
    for name in ready:
        done, told = probe(name)
        measured = name not in ("lynx", "raptor2")  # which only resolve
        tap.ok(done.returncode == (0 if measured else 2) and measured == (done.stdout != ""),
               f"{name} {'changes its parts as declared' if measured else 'has no parse'}", told)
    return tap.end()


sys.exit(main())
