#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The results file of a run with generated vectors (TAP 13).

Its octets do not depend on how the run was divided. Each report made of it is the one that the run
itself writes. Two runs of one parser compare as not worse; another answer of a new version is
found, also in cases that the file only counts. URIPROOF_BIN is the folder of uriproof; default
build/release.
"""

import gzip
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
from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
DIALECT = ["--dialect", "rfc1630", "--level", "complete"]
SOME = [word for pattern in ("path-*", "complete-1-scheme-*", "complete-2-*", "encode-s*",
                             "equivalence-encode*") for word in ("--select", pattern)]

# Passes all to the reference. What CHANGE names is changed in its answers: refusals become
# acceptances, or every octet of an encoded text is escaped.
PARSER = r"""
import json, os, subprocess, sys
change = os.environ["CHANGE"]
program, dialect = sys.argv[1:]
with subprocess.Popen([program, "serve", "--dialect", dialect], stdin=subprocess.PIPE,
                      stdout=subprocess.PIPE) as reference:
    for line in sys.stdin.buffer:
        reference.stdin.write(line)
        reference.stdin.flush()
        answer = json.loads(reference.stdout.readline())
        if "protocol" in answer:
            answer.update(name="it", version=change or "old")
        request = json.loads(line)
        if change == "escapes" and request["op"] == "encode":
            octets = bytes.fromhex(request.get("text_hex", "")) or request.get("text", "").encode()
            answer = {"id": answer["id"], "status": "accepted",
                      "text": "".join("%%%02X" % octet for octet in octets)}
        if change == "accepts" and request["op"] == "parse" and answer["status"] == "rejected":
            answer = {"id": answer["id"], "status": "accepted",
                      "generic": {"scheme": "a", "path": "b"}}
        print(json.dumps(answer), flush=True)
"""


def run(*arguments, **environment):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, encoding="utf-8",
                          check=False, env={**os.environ, **environment})


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def the_octets_do_not_depend_on_the_division(tap):
    adapters = ["reference", "python-urllib"]
    first = run("test", *DIALECT, *SOME, "--report", "json", *adapters)
    whole = first.stdout
    results = results_file.read(whole)
    counted = sum(group["counted"] for group in results["groups"])
    tap.ok(counted > 100 and len(results["cases"]) > 100, "cases are counted and listed",
           (counted, len(results["cases"])))
    for division in (["--jobs", "3"], ["--jobs", "2", "--shuffle", "7"]):
        again = run("test", *DIALECT, *SOME, "--report", "json", *division, *adapters).stdout
        tap.ok(again == whole, "the same octets with " + " ".join(division), len(again))
    for number, adapter in enumerate(results["adapters"]):
        line = next(line for line in first.stderr.splitlines()
                    if line.startswith(adapter["name"] + " "))
        words = {outcome: int(count) for count, outcome in re.findall(r"(\d+) ([a-z-]+)",
                                                                      line.partition(":")[2])}
        found = dict(results_file.outcomes(results, number))
        tap.ok(found == words, "%s: the file's counts are those of the run" % adapter["name"],
               (found, words))


def without_seconds(text):
    return re.sub(r' time="[0-9.]+"', "", text)


def reports_of_the_file_are_those_of_the_run(tap, path):
    adapters = ["reference", "python-urllib"]
    listed = run("help", "report").stdout.partition("Report formats:\n")[2].splitlines()
    names = {line.split()[0]: path + "." + line.split()[0] for line in listed
             if line.split()[0] != "html"}  # a folder
    tap.ok({"tap", "json", "junit"} <= set(names), "the help lists the formats", listed)
    run("test", *DIALECT, *SOME, *[word for form, name in names.items()
                                   for word in ("--report", form + "=" + name)], *adapters)
    for form, name in names.items():
        later = run("report", "--report", form, names["json"])
        same = without_seconds if form == "junit" else str
        tap.ok(later.returncode == 0 and later.stdout and same(later.stdout) == same(read(name)),
               form + " of the file is that of the run", later.stderr)


def several_dialects_are_written(tap, path):
    """Cases of people and of groups come by turns, and each is in the file."""
    some = ["--dialect", "all", "--level", "complete", "--select", "path-*", "--select",
            "complete-?-path-*", "--quiet"]
    tap13 = run("test", *some, "--report", "tap=" + path + ".tap", "--report",
                "json=" + path + ".json", "--", "python3",
                os.path.join(HERE, "golden", "refuser.py"))
    later = run("report", "--report", "tap", path + ".json")
    tap.ok(tap13.returncode == 1 and later.stdout.count("\nnot ok") > 20 and
           later.stdout == read(path + ".tap"),
           "a file of several dialects has all their cases", later.stdout[:300])


def results_of(path, change):
    run("test", *DIALECT, *SOME, "--report", "json=" + path, "--", sys.executable, "-c", PARSER,
        PROGRAM, "rfc1630", CHANGE=change)
    return results_file.read_file(path)


def compared(old, new, *options):
    done = run("compare", "--json", *options, old, new)
    return done.returncode, json.loads(done.stdout)


def failures_have_their_class(tap, path):
    """Each failure has the id of its class, and a file without them, as older runs wrote it, is
    read too."""
    found = results_of(path + ".class", "accepts")
    failed = [one for one in found["adapters"][0]["results"] if one["outcome"] == "lenient"]
    wrong = [one for one in failed if not one.get("class", "").startswith("1/parse/")]
    tap.ok(len(failed) > 20 and not wrong, "each failure has its class", wrong)
    others = [one for one in found["adapters"][0]["results"]
              if one["outcome"] != "lenient" and "class" in one]
    tap.ok(not others, "what does not fail has none", others)
    space = [one["class"] for one in failed if one["case"] == "path-space"]
    tap.ok(space == ["1/parse/uri/validity/rfc3986.bnf.path/space"], "one by its clause", space)
    older = json.loads(read(path + ".class"))
    for case in older["cases"] + [case for group in older["groups"] for case in group["cases"]]:
        for entry in case.get("lenient", []):
            entry[2] = entry[2][0]
    with open(path + ".older", "w", encoding="ascii") as file:
        json.dump(older, file)
    reports = [run("report", "--report", "tap", path + end) for end in (".class", ".older")]
    tap.ok(reports[0].returncode == reports[1].returncode == 0 and reports[0].stdout
           and reports[0].stdout == reports[1].stdout, "a file without classes says the same",
           reports[1].stderr)


def changes_are_found(tap, path):
    old, same, escapes, accepts = (path + end for end in (".old", ".same", ".escapes", ".accepts"))
    found = results_of(old, "")
    results_of(same, "")
    tap.ok(not any(group["cases"] for group in found["groups"]) and read(old) == read(same),
           "two runs have the same octets, and only count what agrees")
    status, changes = compared(old, same)
    tap.ok(status == 0 and not changes["worse"] and not any(changes["counts"].values()),
           "and are not worse than each other", changes["counts"])

    found = results_of(accepts, "accepts")
    listed = {case["id"] for case in found["cases"] if "group" in case}
    status, changes = compared(old, accepts)
    changed = changes["adapters"][0]["changes"]
    generated = {one["case"] for one in changed} & listed
    tap.ok(status == 1 and changes["counts"]["regression"] == len(changed)
           and len(generated) > 5 and len(changed) > len(generated),
           "acceptances are regressions, of hand-written and of generated vectors",
           changes["counts"])
    tap.ok(not changes["vectors_gone"] and not changes["vectors_new"]
           and not changes["groups_gone"] and changes["groups_changed"] == 0,
           "cases that only one file lists are neither gone nor new", changes)
    status, changes = compared(accepts, old)
    tap.ok(status == 0 and changes["counts"]["fixed"] == len(changed),
           "and the other way round they are fixed", changes["counts"])

    results_of(escapes, "escapes")
    status, changes = compared(old, escapes)
    groups = [one["case"] for one in changes["adapters"][0]["changes"] if "vectors" in one]
    tap.ok(status == 1 and changes["counts"]["changed-answer"] > len(groups) > 0,
           "answers that agree and changed are found, of groups too", changes["counts"])
    words = run("compare", old, escapes).stdout
    tap.ok(all(group in words for group in groups), "each such group is named", words)
    status, changes = compared(old, escapes, "--ignore-answers")
    tap.ok(status == 0 and not changes["adapters"][0]["changes"],
           "with --ignore-answers they are no change", changes["counts"])


def exact_runs_are_no_others(tap, path):
    """A run without tolerance finds more differences in the same parser."""
    some = ["--dialect", "rfc1630", "--select", "path-*", "--quiet"]
    for name in ("exact", "tolerant"):
        run("test", *some, *(["--exact"] if name == "exact" else []), "--report",
            "json=%s.%s" % (path, name), "reference")
        found = json.loads(read(path + "." + name)).get("exact", False)
        tap.ok(found is (name == "exact"), "a file says whether its run was exact", found)
    done = run("compare", path + ".exact", path + ".tolerant")
    tap.ok(done.returncode == 2 and "one was judged with --exact" in done.stderr,
           "an exact run and another one are not compared", done)


def a_file_says_what_was_asked(tap):
    for words, level, select in (
            (["--dialect", "rfc1630"], "clauses", None),
            ([*DIALECT, *SOME], "complete", SOME[1::2]),
            (["--dialect", "all", "--level", "examples"], "examples", None),
            (["--dialect", "all", "--select", "path-*"], "clauses", ["path-*"])):
        done = run("test", *words, "--quiet", "--report", "json", "reference")
        found = json.loads(done.stdout)
        tap.ok((found.get("level"), found.get("select")) == (level, select),
               "a file says what was asked: " + " ".join(words[:4]),
               (found.get("level"), found.get("select")))


def a_file_has_the_links_of_the_manifests(tap):
    name = os.path.join(ROOT, "harness", "adapters", "python", "python-urllib.json")
    manifest = json.loads(read(name))
    words = ["--select", "path-*", "--quiet", "--report", "json", "python-urllib",
             "--adapter", "mine=exec python3 " + os.path.join(HERE, "golden", "refuser.py")]
    wanted = {"python-urllib": {key: manifest[key] for key in ("home", "tracker")}, "mine": {}}
    for dialect in ("rfc1630", "all"):
        done = run("test", "--dialect", dialect, *words)
        found = {adapter["name"]: {key: adapter[key] for key in ("home", "tracker")
                                   if key in adapter}
                 for adapter in json.loads(done.stdout)["adapters"]}
        tap.ok(found == wanted, "a file has the links of the manifest, by " + dialect, found)


def packed_files_are_read(tap, folder):
    os.makedirs(folder)
    plain, packed, again, cut = (os.path.join(folder, name) for name in
                                 ("r.json", "r.json.gz", "again.json.gz", "cut.gz"))
    run("test", *DIALECT, *SOME, "--quiet", "--report", "json=" + plain, "--report",
        "json=" + packed, "reference")
    with gzip.open(packed) as file:
        tap.ok(file.read().decode() == read(plain), "a file that ends in .gz is packed")
    status = run("report", "--report", "json=" + again, packed).returncode
    with open(packed, "rb") as file, open(again, "rb") as other:
        octets = file.read()
        tap.ok(status == 0 and octets == other.read(), "it is read, and packed the same again")
    with open(cut, "wb") as file:
        file.write(octets[:-1])
    done = run("compare", plain, cut)
    tap.ok(done.returncode == 4 and cut + ": damaged or cut gzip" in done.stderr,
           "a cut one is told", done)


def main():
    tap = Tap(lines=20, columns=400)
    with tempfile.TemporaryDirectory() as folder:
        the_octets_do_not_depend_on_the_division(tap)
        reports_of_the_file_are_those_of_the_run(tap, os.path.join(folder, "run"))
        several_dialects_are_written(tap, os.path.join(folder, "several"))
        changes_are_found(tap, os.path.join(folder, "it"))
        failures_have_their_class(tap, os.path.join(folder, "it"))
        exact_runs_are_no_others(tap, os.path.join(folder, "run"))
        a_file_says_what_was_asked(tap)
        a_file_has_the_links_of_the_manifests(tap)
        packed_files_are_read(tap, os.path.join(folder, "packed"))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
