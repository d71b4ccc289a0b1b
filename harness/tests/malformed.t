#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Malformed JSON (TAP 13): what malformed.py makes, in lines and in files.

An answer is a protocol-error of its own case and of no other, a hello keeps the adapter from
starting, and `uriproof adapter check` fails both. A file of any format is rejected with its path,
its line and what is wrong there; a manifest then stops no other adapter.

URIPROOF_BIN is the folder of uriproof; default build/release. Arguments are names of kinds; default
all.
"""

import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
for folder in ("vectors/tests", "scripts"):
    sys.path.insert(0, os.path.join(ROOT, folder))

import results_file  # noqa: E402
from malformed import KINDS  # noqa: E402
from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
ADAPTER = [sys.executable, os.path.join(HERE, "malformed.py")]
ENDS_WITHIN = 240  # seconds
FAILED = 4  # the exit status if a file cannot be read
NO_START = 3  # the exit status if no adapter starts
AT_A_TIME = 3
FILES_EACH = 3  # a kind is tried in every third format: all are read by one reader

CASE = {"about": "a", "origin": "o", "obeys": ["c"], "breaks": []}
ACCEPTED = {"status": "accepted", "generic": {"scheme": "a", "path": "b"}}


def vector(id, path):
    return {"id": id, **CASE, "op": "parse", "uri": "kind:" + path, "flags": [],
            "expect": {"status": "accepted", "generic": {"scheme": "kind", "path": path}}}


def vectors():
    """One for each kind, and two between them that are answered well."""
    for name, _, _ in KINDS:
        yield vector(name, name)
        for number in "12":
            yield vector("well-%s-%s" % (number, name), "well-%s-%s" % (number, name))


# By their paths below the folder of data: one good file of each format.
FILES = {
    "vectors/flags.json": {"format": "uriproof-flags", "version": 1, "flags": [
        {"id": "example", "note": "n", "effect": "e"}]},
    "vectors/rfc1630/clauses.json": {
        "format": "uriproof-clauses", "version": 1, "dialect": "rfc1630", "clauses": [
            {"id": "c", "document": "d", "section": "s", "paraphrase": "p", "tokens": []}]},
    "vectors/rfc1630/it.json": {"format": "uriproof-vectors", "version": 1, "dialect": "rfc1630",
                                "about": "a",
                                "vectors": list(vectors())},
    "vectors/rfc1630/generated/it.json": {
        "format": "uriproof-generated", "version": 1, "dialect": "rfc1630", "about": "a",
        "generator": "g", "groups": [
            {"id": "g", **CASE, "op": "parse", "cases": [["a:b", True]]}]},
    "vectors/mutation/needs.json": {"format": "uriproof-needs", "version": 1,
                                    "clauses": {"c": 1}},
    "harness/adapters/python/malformed.json": {
        "format": "uriproof-adapter", "version": 1, "name": "malformed", "language": "python",
        "dialects": ["rfc1630"], "command": ADAPTER, "get": "g", "about": "a"},
    "baseline.json": {"format": "uriproof-baseline", "version": 2, "adapters": {}},
    "results.json": {
        "format": "uriproof-results", "version": 4, "uriproof": "0", "dialect": "rfc1630",
        "document": "d", "readings": [], "partial": False, "baseline": False, "dialects": [],
        "clauses": [{"id": "c", "document": "d", "section": "s", "paraphrase": "p"}],
        "adapters": [], "words": [],
        "cases": [{"id": "i", **CASE, "op": "parse", "ask": {"uri": "a:b"}, "expect": ACCEPTED}],
        "groups": []},
}


def pretty(item):
    return json.dumps(item, indent=1).encode("ascii")


def command_that_reads(folder, path):
    """A command that needs the file, and does well if that is good."""
    if path.startswith("harness"):
        return ["adapters"]
    if path == "results.json":
        return ["report", "--report", "tap", os.path.join(folder, path)]
    if path == "baseline.json":
        return ["test", "--select", "well-1-bare-key", "--baseline", os.path.join(folder, path),
                "--", *ADAPTER]
    return ["vectors", "stat"]


def make_folder(folder):
    for path, item in FILES.items():
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(pretty(item))


def run(folder, *words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, timeout=ENDS_WITHIN,
                          env={**os.environ, "URIPROOF_DATA": folder,
                               "PYTHONDONTWRITEBYTECODE": "1"})
    return done.returncode, done.stdout.decode("ascii"), done.stderr.decode("ascii")


# ---- Answers ----

def check_run(tap, folder, kinds):
    """All in one run."""
    path = os.path.join(folder, "out.json")
    status, _, said = run(folder, "test", "--dialect", "rfc1630", "--report", "json=" + path, "--",
                          *ADAPTER)
    results = results_file.read_file(path)
    outcomes = {one["case"]: one for one in results["adapters"][0]["results"]}
    tap.ok(status == 1 and not results["partial"], "a run with malformed answers", said)
    for name, _, words in kinds:
        one = outcomes[name]
        tap.ok(one["outcome"] == "protocol-error" and re.search(words, one.get("detail", "")),
               name + ": a protocol-error", str(one)[:300])
    harmed = [one for id, one in outcomes.items()
              if id.startswith("well-") and one["outcome"] != "agree"]
    tap.ok(not harmed, "no other case is harmed", harmed)


def faults_of_check(folder, name, words):
    """What is wrong in what is said of an adapter that answers so."""
    status, out, _ = run(folder, "adapter", "check", "--timeout", "1s", "--", *ADAPTER, "--parse",
                         name)
    failed = re.search("^fail .*" + words, out, re.MULTILINE)
    return [] if status == 1 and failed else [out]


def faults_of_hello(folder, name, words):
    greets = [*ADAPTER, "--hello", name]
    status, out, _ = run(folder, "adapter", "check", "--", *greets)
    faults = [] if status == 1 and re.search("^fail .*" + words, out, re.MULTILINE) else [out]
    status, _, said = run(folder, "test", "--", *greets)
    return faults + ([] if status == 3 and re.search(words, said) else [said])


# ---- Files ----

def faults_of_file(make, words, path):
    with tempfile.TemporaryDirectory(prefix="uriproof-malformed-") as folder:
        make_folder(folder)
        place = os.path.join(folder, path)
        bad = make(pretty(FILES[path]))
        line = 1 if bad.startswith(b"\xef\xbb\xbf") else bad.count(b"\n") + 1  # the last one
        with open(place, "wb") as file:
            file.write(bad)
        status, out, said = run(folder, *command_that_reads(folder, path))
        wanted = re.escape(place) + ".*: line %d, column [0-9]+: .*" % line + words
        failed = NO_START if path.startswith("harness") else FAILED  # it was the only adapter
        good = status == failed and out == "" and re.search(wanted, said)
        return [] if good else ["%s: %s: %s%s" % (path, status, out[:300], said)]


def faults_of_files(make, words, paths):
    return [fault for path in paths for fault in faults_of_file(make, words, path)]


def check_good_files(tap, folder):
    for path in FILES:
        found = run(folder, *command_that_reads(folder, path))
        tap.ok(found[0] == 0, path + " is read if it is good", found)


def check_show(tap):
    """A vector is shown without a look at the generated vectors of other specifications."""
    with tempfile.TemporaryDirectory(prefix="uriproof-malformed-") as folder:
        make_folder(folder)
        for dialect in ("draft-www-uri-00", "url-syntax", "rfc3986", "whatwg-url"):
            place = os.path.join(folder, "vectors", dialect)
            os.makedirs(os.path.join(place, "generated"))
            clauses = {**FILES["vectors/rfc1630/clauses.json"], "dialect": dialect}
            for name, octets in (("clauses.json", pretty(clauses)), ("generated/it.json", b"{")):
                with open(os.path.join(place, name), "wb") as file:
                    file.write(octets)
        written = run(folder, "vectors", "show", "well-1-bare-key")
        group = run(folder, "vectors", "list", "--level", "complete", "g-*")[1].split()[0]
        for name, found in (("hand-written", written),
                            ("generated", run(folder, "vectors", "show", group))):
            tap.ok(found[0] == 0 and ("kind:" in found[1] or "a:b" in found[1]),
                   "a %s vector is shown, whatever the generated ones of others are" % name, found)


def check_faulty_manifest(tap):
    with tempfile.TemporaryDirectory(prefix="uriproof-malformed-") as folder:
        make_folder(folder)
        faulty = os.path.join(folder, "harness/adapters/python/faulty.json")
        with open(faulty, "wb") as file:
            file.write(b"{")
        status, out, said = run(folder, "adapters", "--names")
        tap.ok(status == 0 and out == "malformed\n" and faulty + ": " in said and
               "this adapter is left out" in said,
               "a faulty manifest is named, and stops no other adapter", (status, out, said))


def main():
    tap = Tap()
    kinds = [kind for kind in KINDS if not sys.argv[1:] or kind[0] in sys.argv[1:]]
    tap.ok(len({name for name, _, _ in KINDS}) == len(KINDS) >= 30, "thirty kinds or more")
    with tempfile.TemporaryDirectory(prefix="uriproof-malformed-") as folder, \
            concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        make_folder(folder)
        check_good_files(tap, folder)
        check_faulty_manifest(tap)
        check_show(tap)
        check_run(tap, folder, kinds)
        points = []
        for number, (name, make, words) in enumerate(kinds):
            paths = list(FILES)[number % FILES_EACH::FILES_EACH]
            points += [
                (name + ": adapter check", pool.submit(faults_of_check, folder, name, words)),
                (name + ": a hello", pool.submit(faults_of_hello, folder, name, words)),
                (name + ": files", pool.submit(faults_of_files, make, words, paths))]
        for name, faults in points:
            faults = faults.result()
            tap.ok(not faults, name, "\n".join(faults))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
