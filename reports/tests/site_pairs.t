#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests what the pages of pairs say of small results. Their numbers were counted by hand. Needs
build/release.
"""
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


def adapter(name, ops, transforms=()):
    return {"name": name, "version": "1", "language": "c", "dialects": ["rfc3986"],
            "transforms": list(transforms), "ops": ops}


def case(name, op, ask, expect, **more):
    return {"id": f"rfc3986/{name}", "about": "a", "origin": "o", "obeys": ["rfc3986.c"],
            "breaks": [], "op": op, "ask": ask, "expect": expect, **more}


def results(**more):
    """What b declares to change is no difference; c cannot decode, and d was asked nothing."""
    user = {"uri": "http://u@h/"}
    user_parts = ["http", "h", None, "/", None, None, "u", None, "u"]
    return {
        "format": "uriproof-results", "version": 4, "uriproof": "0.1.0", "dialect": "all",
        "document": "all", "partial": False, "baseline": False, "readings": [], "dialects": [],
        "words": ["w"], "groups": [],
        "adapters": [adapter("a", ["parse", "decode"]),
                     adapter("b", ["parse", "decode"], ["host lowercased"]),
                     adapter("c", ["parse"]), adapter("d", [])],
        "clauses": [{"id": "rfc3986.c", "document": "RFC 3986", "section": "3",
                     "paraphrase": "p"}],
        "cases": [
            case("user", "parse", user, user_parts, differ=[[["http", "u@h", None, "/"], 1]]),
            # The same text of another specification counts once.
            case("user", "parse", user, user_parts, differ=[[["http", "u@h", None, "/"], 1]]
                 ) | {"id": "rfc1630/user"},
            case("upper", "parse", {"uri": "http://H/"}, ["http", "H", None, "/"],
                 agree=[[["http", "h", None, "/"], 1]], differ=[[["http", "h", None, "/"], 2]]),
            case("percent", "decode", {"text": "%"}, {"status": "undefined"},
                 undefined=[[{"text": "%"}, 1]]),
            case("crash", "parse", {"uri": "x:"}, ["x", None, None, ""], crash=[2]),
        ],
    } | more


def words_of(text):
    text = re.sub(r"<wbr>", "", text)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", text))).strip()


def rows_of(text):
    if "<tbody>" not in text:
        return []
    body = text.split("<tbody>")[1].split("</tbody>")[0]
    return [[words_of(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.S)]
            for row in re.findall(r"<tr.*?</tr>", body, re.S)]


def write_site(folder, what):
    (folder / "r.json").write_text(json.dumps(what))
    subprocess.run([PROGRAM, "report", "--report", f"html={folder}/site", folder / "r.json"],
                   check=True)
    return folder / "site"


def test_all(tap, site):
    text = (site / "pairs.html").read_text()
    rows = rows_of(text)
    cells = [[cell.replace(" ", "") for cell in row[1:]] for row in rows]
    tap.ok(cells == [["", "1/2", "0/2", "\u2013"], ["1/2", "", "1/2", "\u2013"],
                     ["0/2", "1/2", "", "\u2013"], ["\u2013", "\u2013", "\u2013", ""]],
           "in how many classes each pair sees other hosts, and parts", cells)
    tap.ok("People wrote 4 texts." in words_of(text), "each text counts once", text)
    tap.ok(text.count(': not compared"') == 6 and 'class="num none"' in text,
           "who was asked nothing together was not compared", text)
    tap.ok(re.findall(r'<td class="num (d\d)"', text)[:3] == ["d4", "d0", "d4"], "degrees", text)


def test_pair(tap, site):
    text = (site / "pairs/a~b.html").read_text()
    tap.ok("Both were asked 4 of the 4 texts that people wrote, and their answers differ on 2 "
           "of them, in 2 classes. In 1 of the classes" in words_of(text), "what both were asked",
           words_of(text))
    rows = rows_of(text)
    tap.ok([row[1:5] for row in rows] ==
           [["host h", "host u@h", "Another host", "1"],
            ["not accepted", '"%"', "Accepted or rejected", "1"]],
           "what both answered, the worst risk first", rows)
    tap.ok(rows[0][5].startswith("The host begins or ends elsewhere; the answers begin to differ "
                                 "at an at-sign (@) 1/parse/host/boundary/"),
           "what differs, as on the other pages", rows[0][5])
    rows = rows_of((site / "pairs/b~c.html").read_text())
    tap.ok(sorted(row[2] for row in rows) == ["! crash", "host h"], "a fault is told", rows)
    text = words_of((site / "pairs/c~d.html").read_text())
    tap.ok("The two were not compared" in text and "Both were asked" not in text,
           "who was asked nothing parts from none", text)
    text = words_of((site / "pairs/b~c.html").read_text())
    tap.ok("Both were asked 3 of the 4 texts" in text, "a text that one was not asked", text)


def test_partners(tap, site):
    """The page of a parser lists all others: the most hosts first, then the most classes."""
    text = (site / "parsers/b.rfc3986.html").read_text()
    listed = text.split('<ul class="partners">')[1].split("</ul>")[0]
    tap.ok(re.findall(r'<li><a href="(.*?)">(.*?)</a> (.*?)</li>', listed) ==
           [("../pairs/a~b.html", "a", "1/2"), ("../pairs/b~c.html", "c", "1/2")],
           "who sees another host than a parser, with the page of the two", listed)
    tap.ok("Who sees another host than d It was compared with no other parser." in
           words_of((site / "parsers/d.rfc3986.html").read_text()), "who was asked nothing")
    text = (site / "parsers/c.rfc3986.html").read_text()
    tap.ok(re.findall(r"</a> (\d+/\d+)</li>", text) == ["1/2", "0/2"], "the most hosts first", text)
    text = (site / "parsers/b.rfc1630.html").read_text()
    tap.ok('href="../parsers/b.rfc3986.html#others">' in text and "partners" not in text,
           "the page by another specification leads there", text)


def test_rejection(tap, folder):
    """Who agrees with a rejection named no rule and no place: those are the words of the vector."""
    what = results()
    rejected = {"status": "rejected", "production": "path", "offset": 2}
    what["cases"] = [case("no-slash", "parse", {"uri": "x:>"}, rejected,
                          lenient=[[["x", None, None, ">"], 1]], slow=[2])]
    site = write_site(folder, what)
    rows = rows_of((site / "pairs/a~b.html").read_text())
    tap.ok([row[1:3] for row in rows] == [["rejected", 'scheme "x", path ">"']],
           "who agrees with a rejection has only rejected", rows)
    text = words_of((site / "clauses/rfc3986.c.html").read_text())
    tap.ok("expected rejected in path at 2" in text and "slow rejected c" in text,
           "the words of the vector are only those of what is expected", text)


def test_lacks(tap, folder):
    """A sentence names no part that the text does not have (RFC 3986, 3: hier-part)."""
    what = results()
    texts = {"A:!": (["A", None, None, "!"], "the text has no host (the rule hier-part)"),
             "A:?b": (["A", None, None, "", "b"],
                      "the text has no host, and its path is empty (the rule path-empty)"),
             "A:///b": (["A", "", None, "/b"], "the host is empty (host.empty)"),
             "A://b:/c": (["A", "b", "", "/c"],
                          "the reason is not known, and the first unusual thing is in the port ")}
    what["cases"] = [case(f"n{i}", "parse", {"uri": text}, expect,
                          strict=[[{"status": "rejected"}, 1]])
                     for i, (text, (expect, _)) in enumerate(texts.items())]
    rows = rows_of((write_site(folder, what) / "pairs/a~b.html").read_text())
    for text, (_, words) in texts.items():
        row = next(row for row in rows if row[0].startswith(text))
        tap.ok(f"rejects; {words}" in row[5], f"what is unusual in {text}", row)


def test_many(tap, folder):
    """A page says before its rows how many classes there are: 44, of 4 parts and 11 characters."""
    what = results()
    what["cases"] = []
    for at, part in enumerate(("host", "path", "query", "fragment")):
        for octet in "@:%. 1-&<\\a":
            expect, given = (["x", "h", None, "/p", "q", "f"] for _ in range(2))
            place = (1, 3, 4, 5)[at]
            expect[place], given[place] = f"/a{octet}", "/a"
            what["cases"].append(case(f"{part}-{len(what['cases'])}", "parse",
                                      {"uri": f"x://h/{len(what['cases'])}{octet}"}, expect,
                                      differ=[[given, 1]]))
    site = write_site(folder, what)
    text = (site / "pairs/a~b.html").read_text()
    tap.ok("in 44 classes." in words_of(text) and "Here are 40 of the 44 classes, the worst risk "
           "first. The other 4 are" in words_of(text) and len(rows_of(text)) == 40,
           "how many classes have a row", words_of(text)[:700])


def test_reference(tap, folder):
    """uriproof's own answers each text by the specification of the vector, so it has no pair."""
    what = results()
    what["adapters"][1]["name"] = "reference"
    site = write_site(folder, what)
    rows = rows_of((site / "pairs.html").read_text())
    tap.ok([row[0] for row in rows] == ["a", "c", "d"] and len(rows[0]) == 4 and
           sorted(path.name for path in (site / "pairs").iterdir()) ==
           ["a~c.html", "a~d.html", "c~d.html"], "the reference is compared with no other", rows)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        site = write_site(folder, results())
        test_all(tap, site)
        test_pair(tap, site)
        test_partners(tap, site)
        test_rejection(tap, folder)
        test_lacks(tap, folder)
        test_many(tap, folder)
        test_reference(tap, folder)
        site = write_site(folder, results(exact=True))
        rows = rows_of((site / "pairs/a~b.html").read_text())
        tap.ok(len(rows) == 3 and any(row[1:3] == ["host H", "host h"] for row in rows),
               "without tolerance, what is declared is a difference", rows)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
