#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests the page of findings of the site, from small exports that were written by hand. Needs
build/release.
"""
import copy
import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "vectors/tests"))

from tap import Tap  # noqa: E402

PROGRAM = os.environ.get("URIPROOF_BIN", ROOT / "build/release") / pathlib.Path("uriproof")
HOSTILE = '"><script>alert(1)</script>'

RESULTS = {
    "format": "uriproof-results", "version": 4, "uriproof": "0.1.0", "dialect": "rfc3986",
    "document": "RFC 3986", "partial": False, "baseline": False, "readings": [], "dialects": [],
    "words": ["w"], "groups": [], "cases": [],
    "adapters": [{"name": "a", "version": "1", "language": "c", "dialects": ["rfc3986"],
                  "transforms": [], "ops": ["parse"]}],
    "clauses": [{"id": "rfc3986.c", "document": "RFC 3986", "section": "3", "paraphrase": "p"}],
}
TIME = "2026-11-23T17:45:21Z"
HOST = "1/parse/host/boundary/rfc3986.authority.termination/question"


def seen(host, **more):
    return {"status": "accepted", "components": {"scheme": "a", "host": host, "path": ""} | more}


def finding(name, state, **more):
    """RFC 3986, 3.2: an authority ends at a question mark, so `a?` is another host than `a`."""
    return {
        "id": name, "risk": "other-host", "weakness": "CWE-918, CWE-436", "state": state,
        "texts": 2, "first_seen": TIME, "last_seen": "2026-11-24T00:00:00Z",
        "seen": [{"source": 0, "texts": 2}], "example_of": 0, "example": {"uri": "a://a?"},
        "groups": [{"parsers": ["one"], "answer": seen("a", query=""),
                    "by_dialect": {"rfc3986": "right", "rfc1630": "wrong",
                                   "url-syntax": "acceptable"}},
                   {"parsers": ["two"], "answer": seen("a", query="", path="/"), "by_dialect": {}},
                   {"parsers": ["three"], "answer": seen("a?"), "by_dialect": {}},
                   {"parsers": ["four"], "answer": {"status": "rejected"}, "by_dialect": {}},
                   {"parsers": ["five"], "outcome": "unsupported"}],
        "by_design": [{"groups": [0, 1], "transforms": ["path empty-as-slash"]}],
        "classes": [{"id": name, "risk": "other-host",
                     "declared": [{"parser": "three", "transforms": ["host punycode", "port x"]}]},
                    {"id": "1/parse/path/text/rfc3986.bnf.path/dot", "risk": "none",
                     "declared": [{"parser": "two", "transforms": ["path dots"]}]}]} | more


def export(*findings):
    return {
        "format": "uriproof-findings", "version": 1,
        "sources": [{"command": "diff", "source": "urls", "texts": 4, "complete": True,
                     "settings": {"op": "parse", "by": "any", "chains": False,
                                  "base": "http://b/"},
                     "first_seen": TIME, "last_seen": TIME,
                     "parsers": [{"name": "one", "version": "1.5"},
                                 {"name": "two", "version": HOSTILE},
                                 {"name": "five", "outcome": "unsupported"}]}],
        "findings": list(findings)}


def words_of(text):
    text = re.sub(r"<wbr>", "", text)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", text))).strip()


def rows_of(text):
    return [[words_of(cell) for cell in re.findall(r"<td.*?</td>", row, re.S)]
            for row in re.findall(r"<tr>(<td.*?)</tr>", text, re.S)]


def report(folder, found, *more):
    (folder / "r.json").write_text(json.dumps(RESULTS))
    (folder / "f.json").write_text(found if isinstance(found, str) else json.dumps(found))
    return subprocess.run(
        [PROGRAM, "report", "--report", f"html={folder}/site", "--findings", folder / "f.json",
         *more, folder / "r.json"], capture_output=True, text=True, check=False)


def page_of(tap, folder, found, *more):
    done = report(folder, found, *more)
    tap.ok(done.returncode == 0 and done.stderr == "", "a site with findings", done)
    return (folder / "site/findings.html").read_text()


def test_states(tap, folder):
    ids = {state: HOST.replace("question", state)
           for state in ("new", "known", "by-design", "reported", "fixed")}
    found = export(*(finding(name, state) for state, name in ids.items()))
    text = page_of(tap, folder, found)
    tap.ok([state for state, name in ids.items() if name in words_of(text)] ==
           ["by-design", "reported", "fixed"], "who was not told is left out", words_of(text))
    tap.ok("3 findings" in words_of(text) and "2 more are left out" in words_of(text),
           "how many are left out", words_of(text))
    tap.ok('href="findings.html"' in (folder / "site/index.html").read_text(), "a link to the page")
    text = page_of(tap, folder, found, "--all")
    tap.ok(text.count("<article") == 5 and "left out" not in text, "--all has all", text)


def test_finding(tap, folder):
    text = page_of(tap, folder, export(finding(HOST, "reported", note="issue 7")))
    words = words_of(text)
    for part in ("1. Another host. The host begins or ends elsewhere; the answers begin to differ "
                 "at a question mark", "Example: a://a?", "(CWE-918, CWE-436). State: reported. "
                 "Note: issue 7", "2 texts show it, first seen 2026-11-23, last seen 2026-11-24.",
                 "To repeat: uriproof ask 'a://a?'"):
        tap.ok(part in words, part, words)
    rows = rows_of(text)
    tap.ok([row[1] for row in rows] == ["one 1.5", f"two {HOSTILE}", "three", "four", "five"] and
           rows[2][0] == 'scheme "a", host "a?", path ""' and rows[4][0] == "unsupported",
           "who sees what, with versions", rows)
    tap.ok(rows[0][2] == "rfc3986, url-syntax (acceptable)" and rows[1][2] == "",
           "by what the answer is not wrong", rows)
    tap.ok("By design: three declares host punycode, port x." in words and
           "two declares" not in words, "who is in the class by design", words)
    tap.ok([row[3] for row in rows] ==
           ["three", "three", "one, two", "none here", "none here"],
           "who rejects the text sees no other host, and is no partner", rows)


def test_commands(tap, folder):
    chain = {"groups": [{"parsers": ["one"], "answer": {"status": "accepted", "uri": "x"},
                         "by_dialect": {}}], "broken_by": ["one"], "by_design": []}
    for name, more, command in (
            ("1/parse/host/text/rfc3986.bnf.host/nul", {"example": {"uri_hex": "613a00"}},
             "ask --hex 613a00"),
            ("1/parse/path/text/rfc3986.bnf.path/other", {"example": {"uri": "-"}},
             "ask --hex 2d"),
            ("1/normalize/uri/text/rfc3986.bnf.path/dot", {}, "ask --op normalize 'a://a?'"),
            ("1/resolve/uri/text/rfc3986.bnf.path/dot",
             {"example": {"base": "b:/c", "ref": HOSTILE}}, f"ask --op resolve b:/c '{HOSTILE}'"),
            ("1/equivalent/equal/text/rfc3986.bnf.path/dot",
             {"example": {"uri": "x:", "other": "y:"}}, "ask --op equivalent x: y:"),
            ("1/resolve-self/uri/text/rfc3986.bnf.path/dot", chain,
             "ask --op resolve http://b/ 'a://a?'"),
            (HOST, {"handed": {"uri": "a:@b"}}, "ask --through one 'a://a?'")):
        text = page_of(tap, folder, export(finding(name, "fixed", **more)))
        tap.ok(f"To repeat: uriproof {command} Class" in words_of(text), command, words_of(text))
        if "broken_by" in more:
            tap.ok("takes no partner. Who contradicts itself: one 1.5 To repeat" in words_of(text) and
                   "In a reference that has a scheme" in words_of(text), "a chain", words_of(text))
        if "handed" in more:
            tap.ok("which the others see: a:@b" in words_of(text), "what was handed on")


def test_hostile(tap, folder):
    """Text from outside stays text, wherever it is."""
    one = finding(HOST + HOSTILE, HOSTILE, note=HOSTILE, weakness=HOSTILE, first_seen=HOSTILE)
    one["state"], one["id"] = "fixed", HOST + '"><script>'
    one["example"] = {"uri": HOSTILE}
    for group in one["groups"]:
        group["parsers"] = [HOSTILE + str(len(group))]
    one["groups"][0]["answer"]["components"]["host"] = HOSTILE
    text = page_of(tap, folder, export(one))
    tap.ok("<script>" not in text and text.count("&lt;script&gt;") > 5 and
           "default-src 'none'" in text, "hostile text", text)


def changed(found, path, value):
    found = copy.deepcopy(found)
    at = found
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return found


def test_wrong(tap, folder):
    """A wrong file ends with 4, and the message names it. No site is made."""
    good = export(finding(HOST, "reported", handed={"uri": "a:"}, broken_by=["one"]))
    one = ("findings", 0)
    faults = [(("format",), "uriproof-results"), (("version",), 2), (("findings",), {}),
              (("sources",), 3), (("sources", 0), []), (("sources", 0, "settings"), []),
              (("sources", 0, "settings", "base"), 7), (("sources", 0, "parsers"), None),
              (("sources", 0, "parsers", 0), "x"), (("sources", 0, "parsers", 0, "version"), {}),
              (("findings", 0), "x"), ((*one, "state"), "great"), ((*one, "id"), "x"),
              ((*one, "example_of"), 1), ((*one, "example"), {}), ((*one, "example"), {"uri": 1}),
              ((*one, "handed"), {"x": 1}), ((*one, "groups", 0), None),
              ((*one, "groups", 0, "parsers"), []), ((*one, "groups", 0, "outcome"), "crash"),
              ((*one, "groups", 4, "outcome"), "great"), ((*one, "by_design", 0), []),
              ((*one, "by_design", 0, "groups"), [0, 5]), ((*one, "by_design", 0, "groups"), [0]),
              ((*one, "by_design", 0, "groups"), ["a", 0]),
              ((*one, "groups", 0, "by_dialect", "rfc3986"), 3),
              ((*one, "classes", 0, "id"), 3), ((*one, "classes", 0, "declared"), {}),
              ((*one, "classes", 0, "declared", 0), "x"),
              ((*one, "classes", 0, "declared", 0, "transforms"), [3])]
    faults += [((*one, key), wrong) for key in good["findings"][0] for wrong in (True, None, [[]])
               if not (key == "seen" and isinstance(wrong, list))]
    for path, value in faults:
        done = report(folder, changed(good, path, value))
        tap.ok(done.returncode == 4 and f"{folder}/f.json:" in done.stderr and
               not (folder / "site").exists(), f"{path} is {value}", done)
    done = report(folder, "{")
    tap.ok(done.returncode == 4 and f"{folder}/f.json" in done.stderr, "no JSON", done)
    for value in ({}, {"status": "accepted", "components": 3}, {"status": 7}):
        done = report(folder, changed(good, (*one, "groups", 0, "answer"), value))
        tap.ok(done.returncode == 0, f"what is no answer is told as it is: {value}", done)


def test_usage(tap, folder):
    (folder / "r.json").write_text(json.dumps(RESULTS))
    for words in (("--all", folder / "r.json"),
                  ("--report", "tap", "--findings", "f", folder / "r.json")):
        done = subprocess.run([PROGRAM, "report", *words], capture_output=True, check=False)
        tap.ok(done.returncode == 2, f"{words[0]} alone is wrong usage", done)
    subprocess.run([PROGRAM, "report", folder / "r.json"], check=True, capture_output=True)
    tap.ok(not (folder / "r.site/findings.html").exists() and
           "findings.html" not in (folder / "r.site/index.html").read_text(),
           "without --findings there is no such page, and no link")


def test_many(tap, folder):
    """A long page is divided, and has each finding once."""
    one = finding(HOST, "fixed", note="n" * 1500)
    text = page_of(tap, folder, export(*(changed(one, ("id",), f"{HOST}-{i}") for i in range(300))))
    parts = sorted((folder / "site").glob("findings*.html"))
    whole = "".join(part.read_text() for part in parts)
    tap.ok(len(parts) > 1 and whole.count("<article") == 300 and whole.count('id="f300"') == 1 and
           all(part.stat().st_size < 1000000 for part in parts) and "300 findings" in text,
           "300 findings", parts)


def main():
    tap = Tap()
    for test in (test_states, test_finding, test_commands, test_hostile, test_wrong, test_usage,
                 test_many):
        with tempfile.TemporaryDirectory() as folder:
            test(tap, pathlib.Path(folder))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
