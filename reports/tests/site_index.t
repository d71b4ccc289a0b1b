#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests what the index, the search data and the pages of lineage say of small results.

Their numbers were counted by hand. One parser has a hostile name. Needs build/release.
"""
import html
import json
import os
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("URIPROOF_BIN", ROOT / "build/release") / pathlib.Path("uriproof")
ALL = "2 of 2", "100.0 %"  # rules and vectors were asked
HOSTILE = "other\"><b>'x"
number = 0


def check(good, name, shown=""):
    global number
    number += 1
    print("ok" if good else "not ok", number, "-", name)
    if not good:
        print("#", repr(shown)[:2000])


def adapter(name, dialect):
    return {"name": name, "version": "1", "language": "c", "dialects": [dialect],
            "transforms": [], "ops": ["parse"]}


def clause(name):
    return {"id": f"rfc3986.{name}", "document": "RFC 3986", "section": "3",
            "paraphrase": f"The rule {name}."}


def case(name, uri, expect, **more):
    return {"id": name, "about": f"About {name}.", "origin": "o", "obeys": [], "breaks": [],
            "op": "parse", "ask": {"uri": uri}, "expect": expect} | more


REJECTED = {"status": "rejected", "production": "path", "offset": 9}
RESULTS = {
    "format": "uriproof-results", "version": 4, "uriproof": "0.1.0", "dialect": "rfc3986",
    "document": "RFC 3986", "level": "clauses", "select": ["*o*"], "partial": False,
    "baseline": False, "readings": [],
    "dialects": [{"name": "rfc1630", "document": "RFC 1630"},
                 {"name": "rfc3986", "document": "RFC 3986"}],
    "clauses": [clause("space"), clause("at"), clause("silence")],
    "adapters": [adapter("lax", "rfc3986"), adapter("firm", "rfc3986"),
                 adapter(HOSTILE, "whatwg-url")],
    "words": ["rw", "1/parse/uri/validity/rfc3986.space/space", "ww",
              "1/parse/host/boundary/rfc3986.at/at-sign"],
    "cases": [
        case("bad-one", "http://h/ x", REJECTED, breaks=["rfc3986.space"],
             lenient=[[["http", "h", None, "/ x"], 0, [0, 1]],
                      [["http", "h", None, "/%20x"], 2, [2, 1]]]),
        case("bad-two", "http://h/ y", REJECTED, breaks=["rfc3986.space"]),
        case("good", "http://u@h/", ["http", "h", None, "/", None, None, "u", None, "u"],
             obeys=["rfc3986.at"],
             differ=[[["http", "u@h", None, "/"], 0, [0, 3]]]),
        case("no-word", "xxx", {"status": "undefined"}, obeys=["rfc3986.silence"],
             about="€" * 300, undefined=[[["xxx"], [0, 1, 2], None]]),
    ],
    "groups": [],
}


def words_of(text):
    """The text of a page as a person reads it."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", text))).strip()


def rows_of(text, table):
    body = text.split(f'id="{table}"')[1].split("<tbody>")[1].split("</tbody>")[0]
    return [[words_of(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.S)]
            for row in re.findall(r"<tr>.*?</tr>", body, re.S)]


def write_site(folder, results):
    (folder / "r.json").write_text(json.dumps(results))
    subprocess.run([PROGRAM, "report", "--report", f"html={folder}/site", folder / "r.json"],
                   check=True, env={**os.environ, "SOURCE_DATE_EPOCH": "86400"})
    return folder / "site"


def test_index(text):
    read = words_of(text)
    rows = rows_of(text, "parsers")
    check([row[0].split()[0] for row in rows] == ["firm", "lax", "other\"><b>'x"],
          "who claims the specification comes first, then who keeps more", rows)
    check([row[2:] for row in rows] ==
          [["100.0 %", "2 of 2", *ALL, "0", "0", "0", "0", "0", "0"],
           ["0.0 %", "0 of 2", *ALL, "2", "1", "1", "0", "1", "0"],
           ["50.0 %", "1 of 2", *ALL, "1", "0", "1", "0", "0", "0"]],
          "a rule that is undefined for all counts nowhere; the other numbers", rows)
    check(rows[1][0] == "lax 1 claims RFC 3986 : 2 causes, 1 changes the host", "a sentence",
          rows[1][0])
    check(rows[2][0].endswith("claims URL Standard, measured by RFC 3986 : 1 cause, "
                              "0 change the host"), "another claim is said", rows[2][0])
    for sentence in ("RFC 3986, which 2 parsers claim",
                     "First by fewest wrong acceptances: firm accepts 0 of the 2 texts to parse "
                     "that should be rejected, and rejects 0 that should be accepted; lax accepts "
                     "1 of 2, and rejects 0.",
                     "First by the share of the rules that they keep: firm (100.0 %, 2 of 2 "
                     "asked), lax (0.0 %, 0 of 2 asked).",
                     "Another host: 1 of 2 see a host",
                     "They disagree most on http://u@h/ : 1 of the 2 that were asked it fails in "
                     "the same way. The host", "RFC 3986 (4 vectors)", "pages made 1970-01-02"):
        check(sentence in read, f"the index says: {sentence}", read)
    check("uriproof test --dialect rfc3986 --level clauses --select '*o*' --report "
          "json=results.json lax firm 'other\"><b>'\\''x'" in read, "the command", read)
    check("<b>" not in text and "'x" in read, "a name is no markup")


def test_search(text):
    entries = json.loads(text.removeprefix("globalThis.uriproofSearch = "))
    check([entry[0] for entry in entries] == ["parser"] * 3 + ["clause"] * 3 + ["vector"] * 4,
          "what is looked through", entries)
    check(entries[6] == ["vector", "bad-one", "http://h/ x About bad-one.",
                         "clauses/rfc3986.space.html#v-bad-one"], "a vector", entries[6])
    check(entries[9][2] == "xxx " + "€" * 77 + "...",
          "a long text is cut between characters", entries[9])
    check(entries[2][1] == HOSTILE and entries[2][3] == "parsers/_2.rfc3986.html",
          "a hostile name is data, and no path", entries[2])


def test_lineage(text, page):
    read = words_of(text)
    check(rows_of(text, "kept") == [["lax", "0.0 % 0 of 2, claimed"],
                                    ["firm", "100.0 % 2 of 2, claimed"],
                                    [HOSTILE, "50.0 % 1 of 2"]], "rules kept", read)
    check('aria-label="lax: RFC 3986 0.0 %"' in text, "the picture has its words")
    check("In 2 questions about RFC 3986, some parser gives an answer that is wrong by RFC 3986 "
          "and right by another" in read, "how many questions", read)
    check("rfc3986.at : The rule at. Instead, 1 parser follows RFC 1630" in
          read.replace("rfc3986. at", "rfc3986.at"), "which rule, and whom instead", read)
    check(rows_of(page, "follows") == [["lax", "2", "0", "2", "0", "0"],
                                       ["firm", "2", "2", "0", "0", "0"],
                                       [HOSTILE, "2", "1", "0", "1", "0"]],
          "answers by what they follow", rows_of(page, "follows"))
    rows = rows_of(page, "clauses")
    check([row[1:5] for row in rows] == [["RFC 1630", "1", "1", "lax 1"]] * 2, "by rule", rows)
    check("http://h/ x" in rows[0][5] and 'path "/ x"' in rows[0][5], "an example", rows[0])


def test_strictness(folder):
    """What should be rejected: no text of which the specification is silent. What is rejected and
    should not be: texts to parse alone."""
    results = json.loads(json.dumps(RESULTS))
    for one in results["adapters"]:
        one["ops"].append("resolve")
    results["cases"] += [
        case("no-word-either", "yyy", {"status": "undefined"}, obeys=["rfc3986.silence"]),
        case("base", "", {"uri": "x:/a"}, obeys=["rfc3986.at"], op="resolve",
             ask={"base": "x:/a", "ref": ""},
             strict=[[{"status": "rejected", "production": "path", "offset": 1}, [0, 1]]])]
    results["groups"] = [{"id": "bare", "about": "A group without clauses.", "origin": "o",
                          "obeys": [], "breaks": [], "op": "parse", "counted": 30, "cases": [],
                          "questions": "0000000000000001"}]
    read = words_of((write_site(folder, results) / "index.html").read_text())
    check("RFC 3986 (36 vectors)" in read, "vectors without clauses count too", read)
    sentence = "firm accepts 0 of the 2 texts to parse that should be rejected, and rejects 1 " \
               "that should be accepted (0 of them in parse); lax accepts 1 of 2, and rejects 1 " \
               "(0 of them in parse)."
    check(sentence in read, "the strictest, by texts to parse", read)


def test_little_asked(folder):
    """Who was asked less has no place in an order, even if all that it was asked is right; what a
    parser lacks is no 0; the reference is no parser among others; all that tie are named."""
    host = [["http", "u@h", None, "/"], [0, 1, 2, 3, 4], [None, 3]]
    base = case("base", "", {"uri": "x:/a"}, obeys=["rfc3986.at"], op="resolve",
                ask={"base": "x:/a", "ref": ""})
    results = RESULTS | {
        "adapters": [adapter(name, "rfc3986") for name in ("a", "b", "c", "d", "e", "firm")] +
                    [adapter("bare", "rfc3986") | {"ops": ["resolve"]},
                     adapter("reference", "rfc1630")],
        "cases": [RESULTS["cases"][1], RESULTS["cases"][2] | {"differ": [host]}, base]}
    results["cases"][0] = results["cases"][0] | {
        "crash": [4], "lenient": [[["http", "h", None, "/ y"], [0, 1, 2, 3], [None, 1]]]}
    text = (write_site(folder, results) / "index.html").read_text()
    rows, read = rows_of(text, "parsers"), words_of(text)
    check([row[0].split()[0] for row in rows] == ["firm", "a", "b", "c", "d", "e", "bare"],
          "who was asked little comes last, and the reference has no row", rows)
    check(rows[6][2:6] == ["100.0 %", "1 of 1", "1 of 2", "33.3 %"],
          "how many rules and vectors were asked", rows[6])
    check(rows[6][8:10] == ["\u2013"] * 2 and rows[0][8:10] == ["0"] * 2,
          "who cannot parse accepted and rejected nothing", rows)
    for sentence in (
            "firm accepts 0 of the 1 texts to parse that should be rejected, and rejects 0 that "
            "should be accepted; a accepts 1 of 1, and rejects 0; b accepts 1 of 1, and rejects "
            "0; c accepts 1 of 1, and rejects 0; d accepts 1 of 1, and rejects 0. Not ranked, "
            "since asked less: e, bare.",
            "First by the share of the rules that they keep: firm (100.0 %, 2 of 2 asked), "
            + ", ".join(f"{name} (0.0 %, 0 of 2 asked)" for name in "abcde") +
            ". Not ranked, since asked less: bare.",
            "Another host: 5 of 7 see a host or a port that RFC 3986 does not see there, most of "
            "all a (1 cause), b (1 cause), c (1 cause), d (1 cause), e (1 cause).",
            "uriproof's own reference is the measure"):
        check(re.sub(r" ([.,;])", r"\1", sentence) in re.sub(r" ([.,;])", r"\1", read),
              f"the index says: {sentence}", read)


def test_lineage_of_all(folder):
    """Each answer has a column, also of who only splits; the reference is the measure."""
    results = RESULTS | {
        "adapters": [adapter(name, "rfc3986") for name in ("lax", "splits", "reference")],
        "cases": [RESULTS["cases"][0] | {
            "lenient": [[["http", "h", None, "/ x"], 0, [0, 1]]],
            "unvalidated": [[["http", "h", None, "/ x"], 1]]}]}
    site = write_site(folder, results)
    rows = rows_of((site / "lineage/rfc3986.html").read_text(), "follows")
    check(rows == [["lax", "1", "0", "1", "0", "0"], ["splits", "1", "0", "0", "0", "1"],
                   ["reference", "1", "1", "0", "0", "0"]], "each answer has a column", rows)
    rows = rows_of((site / "lineage.html").read_text(), "kept")
    check(rows[2] == ["reference", "100.0 % 1 of 1, the measure"], "the measure", rows)


def test_vector(folder):
    """What who agrees did where the specification is silent, and a result that is no URI."""
    results = json.loads(json.dumps(RESULTS))
    for one in results["adapters"]:
        one["ops"].append("resolve")
    results["cases"][3]["undefined"] = [[["xxx"], 0]]
    results["cases"] += [case("at", "", {"status": "rejected", "uri": "x://@@"}, op="resolve",
                              obeys=["rfc3986.at"], ask={"base": "x:/a", "ref": "..//@@"})]
    site = write_site(folder, results)
    read = words_of((site / "clauses/rfc3986.silence.html").read_text())
    check("agree 2 parsers reject it, or say that it is not defined" in read,
          "what those did who agree with silence", read)
    read = words_of((site / "clauses/rfc3986.at.html").read_text())
    check('expected "x://@@", which is no URI' in read and "agree 3 parsers Made" in read,
          "a result that is no URI", read[-600:])


def test_disagreement(folder):
    """On one text: who fails so on another alone, or does not claim the dialect, does not count."""
    text = [["http", "h", None, "/ x"], [0, 1]]
    results = RESULTS | {
        "adapters": [adapter(name, "rfc3986") for name in ("a", "b", "c", "d")] +
                    [adapter("other", "whatwg-url"), adapter("more", "whatwg-url")],
        "cases": [RESULTS["cases"][0] | {"lenient": [[text[0], [0, 4, 5], text[1]]],
                                         "unvalidated": [[text[0], 2]]},
                  RESULTS["cases"][1] | {"ask": {"uri": "http://h/ yy"},
                                         "lenient": [[text[0], [0, 1], text[1]]]}]}
    read = words_of((write_site(folder, results) / "index.html").read_text())
    check("They disagree most on http://h/ x : 1 of the 4 that were asked it fails in the same "
          "way, and 1 more accepts it but only splits. The parser accepts" in read,
          "on what they disagree most", read)


def test_no_other_dialect(folder):
    """Results in which nothing was judged by another dialect say so."""
    results = json.loads(json.dumps(RESULTS))
    results["dialects"] = []
    for one in results["cases"]:
        for outcome in ("lenient", "differ"):
            for result in one.get(outcome, []):
                del result[2:]
    site = write_site(folder, results)
    check("do not have what other specifications say" in words_of((site / "lineage.html")
                                                                  .read_text()),
          "without other dialects, the page of lineage says so")
    check(not (site / "lineage").exists(), "and there is no page about followers")


with tempfile.TemporaryDirectory() as scratch:
    made = write_site(pathlib.Path(scratch), RESULTS)
    test_index((made / "index.html").read_text())
    test_search((made / "search.js").read_text())
    test_lineage((made / "lineage.html").read_text(),
                 (made / "lineage/rfc3986.html").read_text())
with tempfile.TemporaryDirectory() as scratch:
    test_strictness(pathlib.Path(scratch))
with tempfile.TemporaryDirectory() as scratch:
    test_lineage_of_all(pathlib.Path(scratch))
with tempfile.TemporaryDirectory() as scratch:
    test_vector(pathlib.Path(scratch))
with tempfile.TemporaryDirectory() as scratch:
    test_disagreement(pathlib.Path(scratch))
with tempfile.TemporaryDirectory() as scratch:
    test_no_other_dialect(pathlib.Path(scratch))
with tempfile.TemporaryDirectory() as scratch:
    test_little_asked(pathlib.Path(scratch))
print(f"1..{number}")
