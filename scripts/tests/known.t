#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/known (TAP 13): what its judges accuse, and what they do not, whatever is answered. Three
rows, whose releases come from npm, are each found in the part that the row names, in the class that
the row's own text shows too, and a fourth only by fuzzing. The report has all rows, and no near
miss is a row's own text. Without npm's registry the four rows are skipped."""

import csv
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KNOWN = os.path.join(ROOT, "harness", "known")
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(ROOT, "vectors", "tests"), KNOWN]

import judges  # noqa: E402
import near_misses  # noqa: E402
from tap import Tap  # noqa: E402

NO_NPM = 3  # the exit status of scripts/known
ROWS = {"CVE-2022-0686": "1/parse/host/boundary/rfc3986.port.colon/colon",
        "CVE-2026-84394": "1/parse/uri/validity/rfc3986.bnf.IP-literal/",
        "CVE-2021-28918": "1/parse/host/boundary/rfc3986.bnf.host/digit"}
FUZZED = "CVE-2025-56200"
ONLY_FUZZING = "only fuzzing finds it"
BASE = judges.BASE
YES, NO = ({"status": "accepted", "equal": equal} for equal in (True, False))
HOSTILE = ({}, {"status": "rejected"}, {"status": "accepted"},
           {"status": "unsupported", "equal": True},
           {"status": "rejected", "equal": False, "uri": "javascript:a"}, {"equal": False})


def uri(text):
    return {"status": "accepted", "uri": text}


def scheme(text):
    return {"status": "accepted", "components": {"scheme": text, "path": ""}}


def resolving(one, target, other=None):
    """What the reference and node-url say of a reference; `other` is what node-url has."""
    return {("reference", "resolve", BASE, one): uri(target),
            ("reference", "normalize", target): uri(target),
            ("node-url", "resolve", BASE, one): uri(other or target)}


LOOPBACK = ("http://0x7f.1/", "http://127.0.0.1/")
SCRIPT = ("javascript:a;b@c.example", "http://host.example/")
LOCAL = ("\\\\c.example", "/path")
UP = ("../x", "x")
UP_AND_X = (resolving("../x", "http://base.example/a/b/x") |
            resolving("x", "http://base.example/a/b/c/x"))
SAME_IN_HTTP = resolving("//h:80/", "http://h:80/", "http://h/") | resolving("//h/", "http://h/")
LETTER = ("//%41/", "//a/")
TWICE = {("release", "normalize", "//%41/"): uri("//A/"),
         ("release", "equivalent", "//%41/", "//A/"): NO,
         ("release", "equivalent", "//%41/", "//%41/"): YES,
         ("release", "equivalent", "//A/", "//A/"): YES,
         ("reference", "resolve", BASE, "//%41/"): uri("http://%41/"),
         ("reference", "resolve", BASE, "//A/"): uri("http://A/")}
JAVASCRIPT = {("reference", "parse", SCRIPT[0]): scheme("javascript"),
              ("node-url", "parse", SCRIPT[0]): scheme("javascript")}
HIDDEN = ("&#x6A;avascript&colon;a",)

# A judge, what is asked, what is answered, and the part that is accused; "" if nothing is.
CASES = (
    (judges.spelling, LOOPBACK, {("release", "equivalent", *LOOPBACK): NO}, "host"),
    (judges.spelling, LOOPBACK, {("release", "equivalent", *LOOPBACK): YES}, ""),
    (judges.spelling, ("http://0x7f.2/", LOOPBACK[1]),
     {("release", "equivalent", "http://0x7f.2/", LOOPBACK[1]): NO}, ""),
    (judges.protocol, SCRIPT, {("release", "equivalent", *SCRIPT): YES, **JAVASCRIPT}, "scheme"),
    (judges.protocol, SCRIPT, {("release", "equivalent", *SCRIPT): NO, **JAVASCRIPT}, ""),
    (judges.protocol, SCRIPT,
     {("release", "equivalent", *SCRIPT): YES, **JAVASCRIPT,
      ("reference", "parse", SCRIPT[0]): {"status": "rejected"}}, ""),
    (judges.protocol, ("user:a@c.example", SCRIPT[1]),
     {("release", "equivalent", "user:a@c.example", SCRIPT[1]): YES,
      ("reference", "parse", "user:a@c.example"): scheme("user"),
      ("node-url", "parse", "user:a@c.example"): scheme("user")}, ""),
    (judges.remote, LOCAL,
     {("release", "equivalent", *LOCAL): YES,
      ("node-url", "resolve", BASE, LOCAL[0]): uri("http://c.example/")}, "host"),
    (judges.remote, LOCAL,
     {("release", "equivalent", *LOCAL): YES,
      ("node-url", "resolve", BASE, LOCAL[0]): uri("http://base.example/c.example")}, ""),
    (judges.remote, LOCAL,
     {("release", "equivalent", *LOCAL): YES,
      ("node-url", "resolve", BASE, LOCAL[0]): uri("mailto:c.example")}, ""),
    (judges.resolved_equal, UP, {("release", "equivalent", *UP): YES, **UP_AND_X}, "path"),
    (judges.resolved_equal, UP, {("release", "equivalent", *UP): NO, **UP_AND_X}, ""),
    (judges.resolved_equal, ("//h:80/", "//h/"),
     {("release", "equivalent", "//h:80/", "//h/"): YES, **SAME_IN_HTTP}, ""),
    (judges.resolved_equal, ("x:a", "x:b"),
     {("release", "equivalent", "x:a", "x:b"): YES, **resolving("x:a", "x:a"),
      **resolving("x:b", "x:b")}, ""),
    (judges.resolved_normal, UP[:1],
     {("release", "normalize", "../x"): uri("x"), **UP_AND_X}, "path"),
    (judges.resolved_normal, UP[:1],
     {("release", "normalize", "../x"): uri("../x"), **UP_AND_X}, ""),
    (judges.own_normal, LETTER, TWICE, "host"),
    (judges.own_normal, LETTER, {**TWICE, ("release", "equivalent", "//%41/", "//A/"): YES}, ""),
    (judges.own_normal, LETTER, {**TWICE, ("release", "equivalent", "//%41/", "//%41/"): NO}, ""),
    (judges.own_normal, LETTER,
     {**TWICE, ("reference", "resolve", BASE, "//A/"): {"status": "rejected"}}, ""),
    (judges.script, HIDDEN,
     {("release", "normalize", *HIDDEN): uri(HIDDEN[0]),
      ("node-url", "parse", "javascript:a"): scheme("javascript")}, "scheme"),
    (judges.script, HIDDEN,
     {("release", "normalize", *HIDDEN): uri("avascript:a"),
      ("node-url", "parse", "javascript:a"): scheme("javascript"),
      ("node-url", "parse", "avascript:a"): scheme("avascript")}, ""),
)
ADDRESSES = {"0x7f.1": "127.0.0.1", "0X7F.0.1": "127.0.0.1", "017700000001": "127.0.0.1",
             "2130706433": "127.0.0.1", "1.2.3.4": "1.2.3.4", "1.2.772": "1.2.3.4", "0": "0.0.0.0",
             "4294967296": None, "1.256.1": None, "256.1": None, "1.2.3.256": None, "08": None,
             "0x": None, "1..2": None, "": None, "1.2.3.4.5": None, "1.": None, "\u0661": None}
DECODED = {"&#106;&#x61;v": "jav", "&#106v": "jv", "&#X6a;": "j", "&Tab;": "\t", "&amp": "&amp",
           "&#;": "&#;", "&#x;": "&#x;", "&nothing;": "&nothing;", "\xc3\xa9": "\xc3\xa9"}


def answering(answers):
    return lambda who, op, questions: [answers.get((who, op, *question), {})
                                       for question in questions]


def check_judges(tap):
    for judge, question, answers, part in CASES:
        found = judge(answering(answers), [question])
        tap.ok([accused[1] for accused in found] == ([part] if part else []),
               f"{judge.__name__} of {question[0]}: {part or 'nothing'}", found)
        if part:
            wrong = [(key, hostile) for hostile in HOSTILE for key in answers
                     if judge(answering({**answers, key: hostile}), [question])]
            tap.ok(not wrong, f"{judge.__name__} accuses nobody on half an answer", wrong)
    for host, address in ADDRESSES.items():
        tap.ok(judges.dotted(host) == address, f"the address {host!r}", judges.dotted(host))
    for text, decoded in DECODED.items():
        tap.ok(judges.decode_html(text) == decoded, f"HTML's {text!r}", judges.decode_html(text))


def read_rows():
    with open(os.path.join(KNOWN, "known.tsv"), encoding="ascii") as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def check_texts(tap, rows):
    texts = {text for text, _ in near_misses.near_misses()}
    own = {form for row in rows for text in [json.loads(row["witness"])]
           for form in ([text] if isinstance(text, str)
                        else text[:1] if row["package"] in judges.PREDICATES else text)}
    tap.ok(not texts & own, "no near miss is a row's own text", texts & own)
    tap.ok(len(texts) > 5000, "there are thousands of near misses", len(texts))


def check_report(tap, rows):
    with open(os.path.join(ROOT, "reports", "known.md"), encoding="utf-8") as file:
        lines = [line.split(" | ") for line in file if line.startswith("| ")][2:]
    ids = [line[0][2:] for line in lines]
    tap.ok(ids == [row["id"] for row in rows], "the report has the rows", ids)
    for line, row in zip(lines, rows):
        why = row["why"] if not row["why"].startswith(ONLY_FUZZING) else ""
        tap.ok((line[3] == "no") == bool(why),
               f"{row['id']} {row['op']}: found, or it is said why not", line)
    found = sum(line[3] != "no" for line in lines)
    tap.ok(10 * found >= 9 * len(rows), "at least nine tenths are found", found)


def run_known(*arguments):
    return subprocess.run([os.path.join(ROOT, "scripts", "known"), *arguments], capture_output=True,
                          text=True, check=False)


def check_rows(tap):
    done = run_known(*ROWS, FUZZED)
    if done.returncode == NO_NPM:
        tap.skip("rows", "npm installs nothing here")
        return
    tap.ok(done.returncode == 0, "four rows are as known.tsv says", done.stderr)
    for name, found in ROWS.items():
        line = next((one for one in done.stdout.splitlines() if one.startswith(f"| {name} ")), "")
        tap.ok(found in line and "| yes |" in line, f"{name} is found", line)
    line = next((one for one in done.stdout.splitlines() if one.startswith(f"| {FUZZED} ")), "")
    tap.ok("| no |" in line, f"{FUZZED} is not found without fuzzing", line)
    done = run_known("--texts", "4096", FUZZED)
    tap.ok(done.returncode == 0 and "| only by fuzzing | protocol " in done.stdout,
           "and is with it", done.stdout + done.stderr)


def check_usage(tap):
    for words in (("--texts", "0"), ("--texts", "-1"), ("--fuzz", "nan")):
        done = run_known(*words)
        tap.ok(done.returncode == 2 and "--fuzz and --texts want a number above 0" in done.stderr,
               f"{' '.join(words)} is wrong usage", done.stderr)


def main():
    tap = Tap(lines=10)
    rows = read_rows()
    check_judges(tap)
    check_texts(tap, rows)
    check_report(tap, rows)
    check_usage(tap)
    check_rows(tap)
    return tap.end()


sys.exit(main())
