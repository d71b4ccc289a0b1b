#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""uriproof history with an npm that is not npm (TAP 13): spans of releases, JSON as its schema has
it, releases that cannot be asked, installations that are ended or made twice at once, a node-url
that fails, and what it says if npm is not there, fails, or a name is hostile.

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
ALL = ("url-parse@1.0.0..2.0.0", "http://a@b@c/")
TWO_SPANS = [{"since": "1.1.0", "until": "1.1.0", "gone_in": "1.2.0"},
             {"since": "1.3.0", "until": "1.10.0", "gone_in": "1.11.0"}]
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

    def __init__(self, folder, name):
        self.folder = os.path.join(folder, name)
        self.cache = os.path.join(self.folder, "deep", "cache")
        self.log = os.path.join(self.folder, "log")
        self.json = os.path.join(self.folder, "history.json")
        os.mkdir(self.folder)

    def start(self, *arguments, path=None, **variables):
        environment = {**os.environ, "NPM_LOG": self.log, **variables,
                       "PATH": path or FAKE + os.pathsep + os.environ["PATH"]}
        return subprocess.Popen([PROGRAM, "history", "--cache", self.cache, *arguments], text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)

    def run(self, *arguments, **how):
        process = self.start(*arguments, **how)
        said = process.communicate()
        return subprocess.CompletedProcess(process.args, process.returncode, *said)

    def found(self, **how):
        """A run over all releases: how it ended, its JSON, and the spans of its classes."""
        done = self.run("--json", self.json, *ALL, **how)
        with open(self.json, encoding="ascii") as file:
            found = json.load(file)
        return done, found, [one["spans"] for one in found["classes"]]

    def calls(self):
        if not os.path.exists(self.log):
            return []
        with open(self.log, encoding="utf-8") as file:
            return [json.loads(line) for line in file]


def faults_of(found):
    with open(os.path.join(ROOT, "harness", "schema", "history.schema.json"),
              encoding="ascii") as file:
        return list(jsonschema.Draft7Validator(json.load(file)).iter_errors(found))


def check_spans(tap, place):
    done, found, spans = place.found()
    tap.ok(done.returncode == 0, "it asks six releases", done.stderr)
    tap.ok(not faults_of(found), "its JSON is as the schema says", faults_of(found))
    tap.ok(found["releases"] == ["1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.10.0", "1.11.0"],
           "by number, without prereleases", found["releases"])
    tap.ok(TWO_SPANS in spans, "a class that came back has two spans", spans)
    tap.ok("1.3.0     1.10.0    1.11.0" in done.stdout, "the table has them", done.stdout)
    install = place.calls()[1]
    first = "url-parse-1.0.0@npm:url-parse@1.0.0"
    tap.ok("--ignore-scripts" in install and install.index("--") < install.index(first),
           "npm runs no script, and takes no name for an option", install)
    again = place.run(*ALL)
    tap.ok(again.stdout == done.stdout and len(place.calls()) == 8,
           "what is installed is not installed again", place.calls())


def check_holes(tap, folder):
    """A release that was not asked makes the ends beside it inexact."""
    for variable, release, expected, line, why in (
            ("NPM_FAILS", "1.3.0",
             {"began_between": ["1.2.0", "1.10.0"], "until": "1.10.0", "gone_in": "1.11.0"},
             "began after 1.2.0, in 1.10.0 at the latest", "npm failed"),
            ("NPM_THROWS", "1.10.0",
             {"since": "1.3.0", "gone_between": ["1.3.0", "1.11.0"]},
             "gone after 1.3.0, in 1.11.0 at the latest", "said hello"),
            ("NPM_OTHER", "1.10.0",
             {"since": "1.3.0", "gone_between": ["1.3.0", "1.11.0"]},
             "gone after 1.3.0, in 1.11.0 at the latest", "another interface"),
            ("NPM_UNNAMED", "1.10.0",
             {"since": "1.3.0", "gone_between": ["1.3.0", "1.11.0"]},
             "gone after 1.3.0, in 1.11.0 at the latest", "no version")):
        place = Place(folder, variable)
        done, found, spans = place.found(**{variable: release})
        tap.ok(done.returncode == 3 and f"url-parse@{release} is left out" in done.stderr
               and why in done.stderr, f"{variable}: it is named", done.stderr)
        tap.ok(any(expected in of_class for of_class in spans)
               and not faults_of(found), f"{variable}: in JSON, the end is between two", spans)
        tap.ok(found["not_asked"] == [release] and f"not asked: {release}\n" in done.stdout
               and line in done.stdout, f"{variable}: so it is in the table", done.stdout)
    place = Place(folder, "counted")
    done = place.run("url-parse@1.3.0..1.10.0", "http://a@b@c/", NPM_FAILS="1.3.0")
    tap.ok("url-parse, 1 release asked: " in done.stdout and
           " in all releases that were asked: --all" in done.stdout,
           "the table counts those that were asked", done.stdout)
    place = Place(folder, "first")
    done, found, spans = place.found(NPM_FAILS="1.0.0")
    tap.ok([{"until": "1.1.0", "gone_in": "1.2.0"}, TWO_SPANS[1]] in spans,
           "if the first is not asked, it is not known since when", spans)


def check_bare(tap, folder):
    done, found, _ = Place(folder, "bare").found(NPM_BARE="1.2.0")
    kinds = [one["id"].split("/")[3] for one in found["classes"]]
    tap.ok(done.returncode == 0 and kinds and "fault" not in kinds,
           "parts that a release does not have are no crash of it", (done.stderr, kinds))


def check_installations(tap, folder):
    place = Place(folder, "killed")
    done = place.run(*ALL, NPM_KILLS="1.2.0")
    tap.ok(done.returncode < 0, "an installation is killed half-way", done)
    done, _, spans = place.found()
    tap.ok(done.returncode == 0 and TWO_SPANS in spans, "the next run installs it again",
           done.stderr)
    place = Place(folder, "twice")
    both = [place.start(*ALL) for _ in range(2)]
    said = [process.communicate() for process in both]
    installed = [call for call in place.calls() if call[0] == "install"]
    tap.ok([process.returncode for process in both] == [0, 0] and said[0][0] == said[1][0]
           and len(installed) == 6, "two runs share a cache: each release is installed once",
           (said, installed))


def check_partner(tap, folder):
    """A node-url that starts only so many times."""
    node = shutil.which("node")
    for times, name in ((1, "once"), (0, "never")):
        place = Place(folder, name)
        with open(os.path.join(place.folder, "node"), "w", encoding="ascii") as file:
            file.write(f"""#!/bin/sh
case "$1" in */url_adapter.js)
    echo >>"{place.folder}/starts"
    [ $(wc -l <"{place.folder}/starts") -le {times} ] || exit 1 ;;
esac
exec {node} "$@"
""")
        os.chmod(os.path.join(place.folder, "node"), 0o755)
        path = os.pathsep.join([place.folder, FAKE, os.environ["PATH"]])
        if times == 1:
            done, _, spans = place.found(path=path)
            tap.ok(done.returncode == 0 and TWO_SPANS in spans,
                   "node-url is asked once: all releases are held against the same answers",
                   (done.stderr, spans))
        else:
            done = place.run(*ALL, path=path)
            tap.ok(done.returncode == 3 and "node-url: " in done.stderr and done.stdout == "",
                   "without node-url there is no history", done)


def check_open_ends(tap, place):
    done = place.run("--all", "url-parse@1.3.0..1.10.0", "http://a@b@c/")
    rows = [line.split()[:3] for line in done.stdout.splitlines() if "http://a@b@c/" in line]
    tap.ok(rows and all(row == ["-", "-", "-"] for row in rows),
           "what begins before and ends after has no ends", done.stdout)
    done = place.run("url-parse@1.3.0..1.10.0", "http://a@b@c/")
    tap.ok("url-parse, 2 releases asked: " in done.stdout and
           "no class begins or ends in the releases that were asked\n" in done.stdout,
           "without --all it is counted", done.stdout)


def check_refusals(tap, place):
    for name in HOSTILE:
        before = len(place.calls())
        done = place.run("--", name)
        tap.ok(done.returncode == 2 and len(place.calls()) == before,
               "refused, and npm is not asked: " + json.dumps(name), done.stderr)
    done = place.run("--", "-g@1.0.0..2.0.0")
    tap.ok(done.returncode == 2 and "no name of a package" in done.stderr, "an option is no name",
           done.stderr)
    before = len(place.calls())
    done = place.run("unknown-parser@1.0.0..1.1.0", "http://h/")
    tap.ok(done.returncode == 2 and 'no package "unknown-parser" here; there are: ' in done.stderr
           and len(place.calls()) == before, "a package without a mapping: npm is not asked",
           done.stderr)
    for json_file, status in (("/nowhere/a", 4), (os.path.abspath(__file__), 2)):
        done = place.run("--json", json_file, "--texts", __file__, *ALL)
        tap.ok(done.returncode == status and json_file in done.stderr
               and len(place.calls()) == before, f"--json {os.path.basename(json_file)}: npm is "
               "not asked", done.stderr)
    done = place.run(*ALL, NPM_LIST="fails")
    tap.ok(done.returncode == 4 and "npm failed" in done.stderr, "npm fails", done.stderr)
    done = place.run("url-parse@3.0.0..4.0.0")
    tap.ok(done.returncode == 4 and "no release of url-parse is in the range" in done.stderr,
           "an empty range", done.stderr)
    done = place.run(*ALL, path="/nowhere")
    tap.ok(done.returncode == 4 and "cannot run node" in done.stderr, "no node", done.stderr)
    os.symlink(shutil.which("node"), os.path.join(place.folder, "node"))
    done = place.run(*ALL, path=place.folder)
    tap.ok(done.returncode == 4 and "cannot run npm" in done.stderr, "no npm", done.stderr)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder, "ordinary")
        check_spans(tap, place)
        check_open_ends(tap, place)
        check_refusals(tap, place)
        check_holes(tap, folder)
        check_bare(tap, folder)
        check_installations(tap, folder)
        check_partner(tap, folder)
    return tap.end()


sys.exit(main())
