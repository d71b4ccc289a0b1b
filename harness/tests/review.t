#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The review of one changed parser among others: its Markdown names what changed, first (TAP 13).

URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors/tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
URLLIB = os.path.join(ROOT, "harness", "adapters", "python", "urllib_adapter.py")

# urllib's adapter within another that changes one thing in the answers to `parse`: the first
# at-sign ends the userinfo, an octet that is not ASCII is accepted, or an escape is rejected.
CHANGED = r"""
import json, subprocess, sys
change, command = sys.argv[1], sys.argv[2:]
parser = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
for line in sys.stdin:
    parser.stdin.write(line)
    parser.stdin.flush()
    answer, request = json.loads(parser.stdout.readline()), json.loads(line)
    parts = answer.get("components", {})
    if request["op"] == "parse":
        if change == "other-host" and "password" in parts and "host" in parts:
            parts["host"] = parts["password"] + "@" + parts["host"]
        if change == "stricter" and "%" in request.get("uri", ""):
            answer = {"id": answer["id"], "status": "rejected"}
        if change == "laxer" and answer["status"] == "rejected":
            answer = {"id": answer["id"], "status": "accepted",
                      "components": {"path": request.get("uri", "")}}
    print(json.dumps(answer), flush=True)
"""

# The words of the first cause of each change.
FIRST = {
    "other-host": ("**urllib: different, wrong now** (", "the host "),
    "stricter": ("**urllib: stricter, wrong now** (", "it rejects every % in the path"),
    "laxer": ("**urllib: laxer, ", "what was rejected is accepted"),
}


def wrapped(script, change):
    return [sys.executable, script, change, sys.executable, URLLIB]


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, encoding="utf-8",
                          timeout=600, check=False)


class Review:
    """Runs of the parser beside the reference, and their files in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.script = self.path("changed.py")
        with open(self.script, "w", encoding="utf-8") as file:
            file.write(CHANGED)

    def path(self, name):
        return os.path.join(self.folder, name)

    def test(self, change, *options):
        """Tests the parser with the change. The results are CHANGE.json; returns the Markdown."""
        command = shlex.join(wrapped(self.script, change))
        return run("test", "--quiet", "--adapter", "urllib=" + command, "reference", "--dialect",
                   "rfc3986", "--baseline", self.path("known.json"), "--report",
                   "json=" + self.path(change + ".json"), "--report", "markdown",
                   *options).stdout

    def compare(self, old, new):
        return run("compare", self.path(old + ".json"), self.path(new + ".json"), "--report",
                   "markdown")


def check_named_first(tap, words, change, by_what):
    """What changed is in the first lines of the report, and the report is short."""
    lines = words.splitlines()
    first = "\n".join(lines[:12])
    tap.ok(lines[:1] == ["# uriproof: urllib changed"]
           and all(word in first for word in FIRST[change]) and "\n| urllib " in words,
           "%s: the change is in the first 12 lines, %s" % (change, by_what), words)
    tap.ok(len(lines) < 60 and "\n| reference " not in words,
           "%s: the report is short, and has nothing of who did not change" % change, words)


def check_again(tap, words, change):
    """The command of the first cause asks its case, and no other, again."""
    command = re.search(r"^   - `(uriproof test .*)`$", words, re.MULTILINE)
    done = run(*shlex.split(command.group(1))[1:])
    tap.ok(done.returncode == 1 and re.search(r"^urllib \S+, 1 case: 1 \w+$", done.stderr.replace(
        "python-urllib", "urllib"), re.MULTILINE), "%s: its command asks it again" % change,
        done.stderr)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        review = Review(folder)
        review.test("none", "--update-baseline")
        words = review.test("none")
        tap.ok(words.startswith("# uriproof: no parser changed\n") and words.count("\n") == 3,
               "without a change, no parser is named", words)
        for change in FIRST:
            words = review.test(change)
            check_named_first(tap, words, change, "against a baseline")
            if change != "laxer":  # what was accepted is not wrong: urllib says that it only splits
                check_again(tap, words, change)
            done = review.compare("none", change)
            check_named_first(tap, done.stdout, change, "against another run")
            tap.ok(done.returncode == 1, "%s: and it counts as worse" % change, done.stderr)
        done = review.compare("stricter", "none")
        tap.ok(", fixed** (" in done.stdout and "0 wrong now" in done.stdout,
               "what is mended is fixed", done.stdout)
        done = run("compare", "--report", "html=site", review.path("none.json"),
                   review.path("laxer.json"))
        tap.ok(done.returncode == 2 and "--report markdown" in done.stderr,
               "a report that does not compare is wrong usage", done.stderr)
        done = run("compare", "--json", "--report", "markdown", review.path("none.json"),
                   review.path("laxer.json"))
        tap.ok(done.returncode == 2 and "markdown=FILE" in done.stderr and not done.stdout,
               "so are two on standard output", done.stderr)
        done = run("compare", "--json", "--report", "markdown=" + review.path("r.md"),
                   review.path("none.json"), review.path("laxer.json"))
        with open(review.path("r.md"), encoding="utf-8") as file:
            tap.ok(done.stdout.startswith("{") and file.read().startswith("# uriproof: urllib "),
                   "a report in a file is beside the comparison", done.stderr)
        done = run("compare", "--report", "markdown=" + review.path("none.json"),
                   review.path("none.json"), review.path("laxer.json"))
        tap.ok(done.returncode == 2 and "give the report its own" in done.stderr,
               "a report never replaces what it is made of", done.stderr)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
