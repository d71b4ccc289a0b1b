#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""uriproof history with an npm that is not npm (TAP 13): spans of releases, JSON as its schema has
it, and what it says if npm is not there, fails, or a name is hostile.

This is Debian's Python, which has python3-jsonschema. URIPROOF_BIN is the folder of uriproof;
default build/release.
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

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
FAKE = os.path.join(HERE, "history")
HOSTILE = ["../x@1.0.0..2.0.0", "a/../b@1.0.0..2.0.0", "/etc@1.0.0..2.0.0", "a;b@1.0.0..2.0.0",
           "git+ssh://h/a@1.0.0..2.0.0", "a@1.0.0..2.0.0 -g", "a@1.0.0", "a@2.0.0..1.0.0"]

if shutil.which("node") is None:
    print("TAP version 13\n1..0 # SKIP no node")
    sys.exit(0)
try:
    import jsonschema
except ImportError:
    print("TAP version 13\n1..0 # SKIP no validator (apt-get install python3-jsonschema)")
    sys.exit(0)


class Place:
    """A cache, and what npm was called with."""

    def __init__(self, folder):
        self.cache = os.path.join(folder, "deep", "cache")
        self.log = os.path.join(folder, "log")
        self.json = os.path.join(folder, "history.json")

    def run(self, *arguments, path=None):
        environment = {**os.environ, "NPM_LOG": self.log,
                       "PATH": path or FAKE + os.pathsep + os.environ["PATH"]}
        return subprocess.run([PROGRAM, "history", "--cache", self.cache, *arguments],
                              capture_output=True, text=True, env=environment, check=False)

    def calls(self):
        if not os.path.exists(self.log):
            return []
        with open(self.log, encoding="utf-8") as file:
            return [json.loads(line) for line in file]


def check_spans(tap, place):
    done = place.run("--json", place.json, "url-parse@1.0.0..2.0.0", "http://a@b@c/")
    tap.ok(done.returncode == 0, "it asks six releases", done.stderr)
    with open(place.json, encoding="ascii") as file:
        found = json.load(file)
    with open(os.path.join(ROOT, "harness", "schema", "history.schema.json"),
              encoding="ascii") as file:
        faults = list(jsonschema.Draft7Validator(json.load(file)).iter_errors(found))
    tap.ok(not faults, "its JSON is as the schema says", faults)
    tap.ok(found["releases"] == ["1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.10.0", "1.11.0"],
           "by number, without prereleases", found["releases"])
    spans = {one["id"]: one["spans"] for one in found["classes"]}
    tap.ok(any(of_class == [{"since": "1.1.0", "until": "1.1.0", "gone_in": "1.2.0"},
                            {"since": "1.3.0", "until": "1.10.0", "gone_in": "1.11.0"}]
               for of_class in spans.values()), "a class that came back has two spans", spans)
    tap.ok("1.3.0     1.10.0    1.11.0" in done.stdout, "the table has them", done.stdout)
    install = place.calls()[1]
    first = "url-parse-1.0.0@npm:url-parse@1.0.0"
    tap.ok("--ignore-scripts" in install and install.index("--") < install.index(first),
           "npm runs no script, and takes no name for an option", install)
    again = place.run("url-parse@1.0.0..2.0.0", "http://a@b@c/")
    tap.ok(again.stdout == done.stdout and len(place.calls()) == 3,
           "what is installed is not installed again", place.calls())


def check_open_ends(tap, place):
    done = place.run("--all", "url-parse@1.3.0..1.10.0", "http://a@b@c/")
    rows = [line.split()[:3] for line in done.stdout.splitlines() if "http://a@b@c/" in line]
    tap.ok(rows and all(row == ["-", "-", "-"] for row in rows),
           "what begins before and ends after has no ends", done.stdout)
    done = place.run("url-parse@1.3.0..1.10.0", "http://a@b@c/")
    tap.ok("no class begins or ends" in done.stdout, "without --all it is counted", done.stdout)


def check_refusals(tap, place):
    for name in HOSTILE:
        before = len(place.calls())
        done = place.run("--", name)
        tap.ok(done.returncode == 2 and len(place.calls()) == before,
               "refused, and npm is not asked: " + json.dumps(name), done.stderr)
    done = place.run("--", "-g@1.0.0..2.0.0")
    tap.ok(done.returncode == 2 and "no name of a package" in done.stderr, "an option is no name",
           done.stderr)
    done = place.run("no-such-package@1.0.0..2.0.0")
    tap.ok(done.returncode == 4 and "npm failed" in done.stderr, "npm fails", done.stderr)
    done = place.run("url-parse@3.0.0..4.0.0")
    tap.ok(done.returncode == 4 and "no release of url-parse is in the range" in done.stderr,
           "an empty range", done.stderr)
    done = place.run("url-parse@1.0.0..2.0.0", path="/nowhere")
    tap.ok(done.returncode == 4 and "cannot run npm" in done.stderr, "no npm", done.stderr)
    done = place.run("unknown-parser@1.0.0..1.1.0", "http://h/")
    tap.ok(done.returncode == 3 and 'no package "unknown-parser" here' in done.stderr,
           "a package without a mapping", done.stderr)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder)
        check_spans(tap, place)
        check_open_ends(tap, place)
        check_refusals(tap, place)
    return tap.end()


sys.exit(main())
