#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The twins of what is to be rejected (TAP 13): the lint finds a vector that a parser may pass for
the wrong reason, and scripts/twins finds a twin that no parser accepts.

URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

PROGRAM = os.path.join(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")),
                       "uriproof")
PANEL = os.path.join(ROOT, "harness", "tests", "panel", "parser.py")
CLAUSE = "rfc3986.bnf.path"
# A text that is to be rejected, production and offset; its twin.
REPAIRS = [
    ("x://h:p/", "authority", 7, "x://h:1/"),
    ("x:/a%4/", "pct-encoded", 6, "x:/a%41/"),
    ("http://caf\xe9/", "authority", 10, "http://cafa/"),
    ("x://[::1].b/", "authority", 9, "x://[::1]/"),
    ("x://[::1%zyx]/", "IP-literal", 8, "x://[::1]/"),
    ("a\\b", "URI", 1, "a:/b"),
    ("//h/p", "scheme", 0, "x://h/p"),
    ("x:/a\\b", "path", 4, "x:/a/b"),
    ("x:/a<b>", "path", 4, "x:/aaba"),
]


def run(*words, data=None, script=PROGRAM):
    environment = {**os.environ, **({"URIPROOF_DATA": data} if data else {})}
    return subprocess.run([script, *words], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, check=False, env=environment)


def told(done):
    return f"exit {done.returncode}\n{done.stdout}\n{done.stderr}"


def text_member(text):
    if text.isascii() and text.isprintable():
        return {"uri": text}
    return {"uri_hex": text.encode("latin-1").hex()}


def rejected(name, text, production, offset):
    return {"id": name, "about": "A test.", "obeys": [], "breaks": [CLAUSE], "origin": "here",
            "flags": [], "op": "parse", **text_member(text),
            "expect": {"status": "rejected", "production": production, "offset": offset}}


class Data:
    """A copy of the vectors, in which a file can be other than it is."""

    def __init__(self, folder):
        self.folder = folder
        shutil.copytree(os.path.join(ROOT, "vectors"), os.path.join(folder, "vectors"),
                        ignore=shutil.ignore_patterns("generated", "generator", "tests"))

    def path(self, name):
        return os.path.join(self.folder, "vectors", name)

    def lint(self, dialect="rfc3986"):
        return run("vectors", "--dialect", dialect, "lint", data=self.folder)

    def with_vectors(self, *vectors):
        """Returns what the lint and the twins say with these vectors beside ours."""
        path = self.path("rfc3986/of-the-test.json")
        with open(path, "w", encoding="ascii") as file:
            json.dump({"format": "uriproof-vectors", "version": 1, "dialect": "rfc3986",
                       "about": "A test.", "vectors": vectors}, file)
        lint = self.lint()
        twins = run("vectors", "--dialect", "rfc3986", "twins", data=self.folder)
        os.remove(path)
        return lint, {vector["id"]: vector for vector in json.loads(twins.stdout)["vectors"]}


def repairs(tap, data):
    names = [f"of-the-test-{i}" for i in range(len(REPAIRS))]
    vectors = [rejected(name, *row[:3]) for name, row in zip(names, REPAIRS)]
    _, twins = data.with_vectors(*vectors)
    for name, row in zip(names, REPAIRS):
        found = twins.get("twin-of-" + name, {})
        tap.ok(found.get("uri") == row[3], f"the twin of {row[0]!r} is {row[3]}", f"it is {found}")
        about = f"The text of {name} without what it is rejected for."
        tap.ok(found.get("about") == about, "and says whose twin it is", f"it says {found}")


def lint(tap, data):
    done = data.lint()
    tap.ok(done.returncode == 0, "no vector passes for the wrong reason", told(done))
    for text, production, offset, words in (
            ("mailto://h<", "authority", 10, "of this shape passes; write an accepted vector like "
                                             "its twin mailto://ha\n"),
            ("x://h:p/##", "authority", 7, "has no twin"),
            ("x:?a*<", "query", 5, "")):
        done, _ = data.with_vectors(rejected("of-the-test", text, production, offset))
        line = [line + "\n" for line in done.stdout.splitlines() if ": of-the-test: " in line]
        tap.ok(done.returncode == (1 if words else 0) and len(line) == (1 if words else 0) and
               all(words in one for one in line), f"the lint says of {text!r}: {words!r}",
               told(done))
    for text, offset, words in (("x:/a\x01", 4, "an authority"),
                                ("x://h/a\x01", 7, "no authority")):
        done, _ = data.with_vectors(rejected("of-the-test", text, "path", offset))
        tap.ok(done.returncode == 1 and f"of-the-test: write another that has {words}" in
               done.stdout, f"an octet that is rejected in one place alone: {text!r}", told(done))
    done, _ = data.with_vectors(rejected("one", "x:/a\x01", "path", 4),
                                rejected("two", "x://h/a\x01", "path", 7))
    tap.ok(done.returncode == 0, "and in both", told(done))


def needed(tap, data):
    """Each accepted vector of twins.json is the only one of its shape."""
    for dialect in ("rfc3986", "url-syntax"):
        path = data.path(f"{dialect}/twins.json")
        with open(path, encoding="ascii") as file:
            whole = json.load(file)
        for vector in whole["vectors"]:
            rest = [other for other in whole["vectors"] if other is not vector]
            with open(path, "w", encoding="ascii") as file:
                json.dump({**whole, "vectors": rest}, file)
            done = data.lint(dialect)
            tap.ok(done.returncode == 1, f"the lint misses {vector['id']}", told(done))
        with open(path, "w", encoding="ascii") as file:
            json.dump(whole, file)


def parsers(tap, folder):
    script = os.path.join(ROOT, "scripts", "twins")
    done = run("reference", script=script)
    tap.ok(done.returncode == 0 and "by at least 1 of 1 parsers, by none 0" in done.stdout,
           "scripts/twins: the reference accepts all", told(done))
    strict = ["--adapter", f"strict=exec {sys.executable} {PANEL} rejects"]
    done = run(*strict, script=script)
    lines = done.stdout.splitlines()
    tap.ok(done.returncode == 1 and lines[0].startswith("twin-of-") and
           lines[-1].endswith(f"by none {len(lines) - 1}"),
           "and lists all that no parser accepts", told(done))
    done = run(*strict, "reference", script=script)
    tap.ok(done.returncode == 0 and "by at least 1 of 2 parsers, by none 0" in done.stdout,
           "one that accepts is enough", told(done))
    path = os.path.join(folder, "own.json")
    with open(path, "w", encoding="ascii") as file:
        json.dump({"format": "uriproof-vectors", "version": 1, "dialect": "rfc3986",
                   "about": "A test.",
                   "vectors": [rejected("of-mine", "mailto://h<", "authority", 10)]}, file)
    done = run("vectors", "lint", path)
    tap.ok(done.returncode == 0, "vectors of one's own need no twin", told(done))


def main():
    tap = Tap(lines=20)
    with tempfile.TemporaryDirectory() as folder:
        data = Data(folder)
        for check in (repairs, lint, needed):
            check(tap, data)
        parsers(tap, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
