#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a run over one dialect's vectors says of every dialect (TAP 13).

For each dialect that the program has, some adapters: each answer that is no plain
agreement names a clause of that dialect, and is judged by every dialect. And each reference is run
over the vectors of every other, where it must be right by itself.

URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import collections
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
for folder in ("vectors/tests", "scripts"):
    sys.path.insert(0, os.path.join(ROOT, folder))

import results_file  # noqa: E402
from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
DIFFERENCES = ("differ", "lenient", "strict")
ACCEPTABLE = ("acceptable", "incomplete", "undefined")
NAMES_NO_PLACE = "whatwg-url"  # so a rejection that says not where is wholly right there
JUDGED = DIFFERENCES + ACCEPTABLE + ("unvalidated",)
WORDS = {"right", "acceptable", "wrong", "not-asked"}


# Some that differ in many ways, and neither crash nor take long: every adapter in every dialect is
# what `uriproof test --dialect all` is for.
ADAPTERS = ("uriparser", "libxml2", "libcurl", "libevent", "python-urllib")


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, encoding="utf-8",
                          check=False)


def dialects():
    """The dialects that the program lists when it is given a wrong name."""
    words = run("test", "--dialect", "?", "reference").stderr.splitlines()[0]
    return words.split(" one of ")[1].split(", not ")[0].split(", ")[:-1]  # the last is all


def file_of(dialect, *arguments):
    """The text of the results file."""
    return run("test", "--dialect", dialect, "--report", "json", *arguments).stdout


def results_of(dialect, *arguments):
    return results_file.read(file_of(dialect, *arguments))


def judged(results):
    """The case, the adapter's name and the result of each answer that is no plain agreement."""
    for adapter in results["adapters"]:
        for case, result in zip(results["cases"], adapter["results"]):
            if result["outcome"] in JUDGED:
                yield case, adapter["name"], result


def shown(bad):
    return "\n".join("%s %s: %s" % (name, case["id"], result) for case, name, result in bad)


def check_clauses(tap, about, results, dialect):
    """Each difference names a clause, and all that are named are of this dialect's text."""
    known = {clause["id"] for clause in results["clauses"]}
    bad = [one for one in judged(results) if not one[0]["obeys"] + one[0]["breaks"]]
    tap.ok(not bad, about + ": each difference names a clause", shown(bad))
    bad = [one for one in judged(results) for clause in one[0]["obeys"] + one[0]["breaks"]
           if clause not in known or not clause.startswith(dialect + ".")]
    tap.ok(not bad, about + ": each clause that is named is one of it", shown(bad))


def check_judged(tap, names, dialect, results):
    tap.ok([one["name"] for one in results["dialects"]] == names,
           dialect + ": the file has the dialects in the program's order", results["dialects"])
    bad = [one for one in judged(results)
           if list(one[2].get("dialects", ())) != names
           or not WORDS.issuperset(one[2]["dialects"].values())]
    tap.ok(not bad, dialect + ": each is judged by every dialect", shown(bad))
    bad = [one for one in judged(results) if one[2]["dialects"][dialect]
           != ("acceptable" if one[2]["outcome"] in ACCEPTABLE else "wrong")]
    tap.ok(not bad, dialect + ": by the vectors' own it is what the outcome says", shown(bad))
    bad = [one for one in judged(results) if one[0]["op"] == "parse"
           and one[2]["given"].get("status") == "rejected" and "offset" not in one[2]["given"]
           and "right" in [word for name, word in one[2]["dialects"].items()
                           if name not in (dialect, NAMES_NO_PLACE)]]
    tap.ok(not bad, dialect + ": who refuses and says not where is right in no other", shown(bad))
    bad = [result for adapter in results["adapters"] for result in adapter["results"]
           if "dialects" in result and result["outcome"] not in JUDGED]
    tap.ok(not bad, dialect + ": nothing else is", bad)


def check_reports(tap, dialect, text):
    """Each difference has its clauses and where it is right in TAP; the summary adds up."""
    results = results_file.read(text)
    by_name = collections.Counter(
        (name, right) for case, name, result in judged(results) if result["outcome"] in DIFFERENCES
        for right in [key for key, value in result["dialects"].items() if value == "right"]
        or ["none"])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "r.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        written = run("report", path, "--report", "tap").stdout
    count = sum(one[2]["outcome"] in DIFFERENCES for one in judged(results))
    for key in ("clauses:", "right-in:"):
        found = len(re.findall("^  " + key, written, re.MULTILINE))
        tap.ok(found == count, "%s: %d differences have %s in TAP" % (dialect, count, key), found)
    for name in sorted({name for name, _ in by_name}):
        line = re.search("^# %s .*\n#   .*; right in (.*)" % re.escape(name), written, re.MULTILINE)
        said = dict(re.findall(r"([^\s,]+): (\d+)", line.group(1)))
        expected = {right: str(by_name[name, right]) for right in said}
        tap.ok(said == expected, "%s: %s: %s" % (dialect, name, said), expected)


def references(names, other):
    """By dialect: what its reference answers to the vectors of another."""
    return {name: results_of(other, "--level", "clauses", "--", PROGRAM, "serve", "--dialect",
                             name) for name in names}


def refusals(results):
    """The octet of each refusal that has one, by the case."""
    for case, result in zip(results["cases"], results["adapters"][0]["results"]):
        answer = case["expected"] if result["outcome"] == "agree" else result.get("given", {})
        if answer.get("status") == "rejected" and "offset" in answer:
            yield case["id"], answer["offset"]


def check_places(tap, found, dialect, other):
    """If two references reject at one octet, each is right by the other, whatever it names."""
    there = {name: dict(refusals(found[name])) for name in found
             if name not in (other, NAMES_NO_PLACE)}
    listed = {name: {case["id"] for case in found[name]["cases"]} for name in there}
    both = bad = 0
    for case, _, result in judged(found[dialect]):
        octet = there.get(dialect, {}).get(case["id"])
        for name in there:
            if case["id"] in listed[name]:
                other_octet = there[name].get(case["id"])
            else:  # it agrees
                other_octet = case["expected"].get("offset")
            if octet is not None and other_octet == octet:
                both += 1
                bad += result["dialects"][name] != "right"
    tap.ok(not bad, "%s where %s asks: %d refusals at the octet of another dialect are right there"
           % (dialect, other, both), "%d of %d are not" % (bad, both))


def check_reference(tap, found, dialect, other):
    """The answers of one dialect's reference to the vectors of another."""
    found = list(judged(found[dialect]))
    bad = [one for one in found if one[2]["dialects"][dialect] != "right"
           and not (one[2]["dialects"][dialect] == "acceptable"
                    and one[2]["given"]["status"] == "undefined")]
    tap.ok(bool(found) == (dialect != other) and not bad,
           "the reference of %s is right by itself where %s asks (%d differences)"
           % (dialect, other, len(found)), shown(bad))


def check_saved(tap, names, ready):
    """What is saved is shown as it is: a dialect that this program does not know, too."""
    text = file_of(names[-1], "--level", "clauses", *ready)
    text = text.replace('"name":"%s"' % names[0], '"name":"of-the-file"')
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "r.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        for form in ("tap", "markdown", "json"):
            done = run("report", path, "--report", form)
            tap.ok(done.returncode == 0 and "of-the-file" in done.stdout,
                   "report shows the file's dialects in " + form, done.stderr)


def check_columns(tap):
    """Each column of the list is as wide as its longest, whatever adapters there are."""
    listed = run("adapters").stdout.splitlines()
    rows = [line for line in listed if not line.startswith(" ")]
    starts = [[word.start() for word in re.finditer(r"(?:^|(?<=  ))\S", row)][:4] for row in rows]
    tap.ok(len(rows) > 1 and all(len(at) == 4 and at == starts[0] for at in starts),
           "adapters are listed in columns", "\n".join(listed))


# Rejects all, and claims what its arguments are.
REFUSER = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], "status": "rejected"} if "id" in request else
                     {"protocol": 2, "name": "refuser", "version": "1", "language": "python",
                      "dialects": sys.argv[1:], "ops": ["parse"]}), flush=True)
"""


def measured_by(results):
    return {one["name"]: one["dialect"] for one in results["adapters"]}


def check_beside(tap, ready):
    """The reference has every specification, so it is measured by that of the adapter beside it."""
    examples = ("test", "--level", "examples", "--report", "json")
    for names in ((ready[0], "reference"), ("reference", ready[0])):
        done = run(*examples, *names)
        measured = measured_by(results_file.read(done.stdout))
        tap.ok(measured == {"reference": "rfc3986", ready[0]: "rfc3986"}
               and "reference is measured by rfc3986, as the parser beside it\n" in done.stderr,
               " and ".join(names), (measured, done.stderr))
    old = "old=exec %s serve --dialect draft-www-uri-00" % PROGRAM
    done = run(*examples, "reference", "--adapter", old)
    measured = measured_by(results_file.read(done.stdout))
    tap.ok(set(measured.values()) == {"draft-www-uri-00"}, "the reference beside a draft", measured)
    done = run(*examples, "reference")
    tap.ok(measured_by(results_file.read(done.stdout)) == {"reference": "rfc1630"},
           "alone it is measured by its first claim", done.stderr)


def check_own(tap, ready):
    """Without --dialect each is measured by its own, and that is said."""
    for claims, dialect, why in (
            (["rfc3986", "rfc1630"], "rfc3986", "its first claim"),
            (["rfc2396", "draft-www-uri-00"], "draft-www-uri-00",
             "its first claim"),
            (["whatwg-url", "x"], "whatwg-url", "its first claim"),
            (["rfc2396", "x"], "rfc3986", "not by rfc2396, which it claims"),
            ([], "rfc3986", "since it claims none")):
        done = run("test", "--level", "clauses", "--report", "json", "--", sys.executable, "-c",
                   REFUSER, *claims)
        results = results_file.read(done.stdout)
        tap.ok(results["dialect"] == results["adapters"][0]["dialect"] == dialect
               and "refuser is measured by %s, %s\n" % (dialect, why) in done.stderr,
               "who claims %s is measured by %s" % (claims, dialect), done.stderr)
        tap.ok("Next: '%s vectors --dialect %s " % (PROGRAM, dialect) in done.stderr,
               "the next command is named", done.stderr)
    old = ("--adapter", "old=exec %s serve --dialect rfc1630" % PROGRAM)
    done = run("test", "--level", "examples", "--report", "json", ready[0], *old)
    results = results_file.read(done.stdout)
    measured = measured_by(results)
    tap.ok(results["dialect"] == "own" and
           measured == {"old": "rfc1630", ready[0]: "rfc3986"}, "each by its own", measured)
    bad = [(adapter["name"], one) for adapter in results["adapters"] for one in adapter["results"]
           if (one["outcome"] == "not-run") == one["case"].startswith(adapter["dialect"] + "/")]
    tap.ok(not bad, "each has the cases of its own, and no others", bad[:3])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "r.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(done.stdout)
        tap_of = run("report", path, "--report", "tap").stdout
        table = run("report", path, "--report", "table").stdout
    tap.ok("ended early" not in tap_of and "not-run" not in tap_of
           and "1..%d\n" % len(results["cases"]) in tap_of, "TAP has no others", tap_of[:500])
    tap.ok("measured by rfc1630" in table and "measured by rfc3986" in table, "the table says it",
           table)
    all_of_them = run("test", "--reading", "dot-scope=after-authority", ready[0], *old)
    tap.ok(all_of_them.returncode == 2 and "say --dialect" in all_of_them.stderr,
           "a reading is of one", all_of_them.stderr)


def main():
    tap = Tap(lines=20, columns=300)
    names = dialects()
    ready = [name for name in run("adapters", "--names").stdout.split() if name in ADAPTERS]
    tap.ok(len(names) > 1 and len(ready) > 1, "there are dialects and adapters", (names, ready))
    check_columns(tap)
    check_own(tap, ready)
    check_beside(tap, ready)
    for dialect in names:
        text = file_of(dialect, "--level", "clauses", *ready)
        results = results_file.read(text)
        check_clauses(tap, dialect, results, dialect)
        check_judged(tap, names, dialect, results)
        check_reports(tap, dialect, text)
    for other in names:
        found = references(names, other)
        for dialect in names:
            check_clauses(tap, "where the reference of %s is asked, %s" % (dialect, other),
                          found[dialect], other)
            check_reference(tap, found, dialect, other)
            check_places(tap, found, dialect, other)
    check_saved(tap, names, ready)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
