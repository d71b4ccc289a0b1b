#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests the page of a campaign of the site, from a small record that was written by hand,
campaign.json beside this file. Needs build/release.
"""
import copy
import html
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "vectors/tests"))

from tap import Tap  # noqa: E402

PROGRAM = os.environ.get("URIPROOF_BIN", ROOT / "build/release") / pathlib.Path("uriproof")
RECORD = json.loads((ROOT / "reports/tests/campaign.json").read_text())
HOSTILE = '"><script>alert(1)</script>'
HOST = "1/parse/host/boundary/rfc3986.authority.termination/question"
GREATEST = 2 ** 53

RESULTS = {
    "format": "uriproof-results", "version": 4, "uriproof": "0.1.0", "dialect": "rfc3986",
    "document": "RFC 3986", "partial": False, "baseline": False, "readings": [], "dialects": [],
    "words": ["w"], "groups": [], "cases": [],
    "adapters": [{"name": "a", "version": "1", "language": "c", "dialects": ["rfc3986"],
                  "transforms": [], "ops": ["parse"]}],
    "clauses": [{"id": "rfc3986.c", "document": "RFC 3986", "section": "3", "paraphrase": "p"}],
}
FINDINGS = {
    "format": "uriproof-findings", "version": 1,
    "sources": [{"settings": {}, "parsers": []}],
    "findings": [{"id": HOST, "risk": "other-host", "state": "fixed", "texts": 1,
                  "first_seen": "2026-11-23T17:45:21Z", "last_seen": "2026-11-23T17:45:21Z",
                  "seen": [], "example_of": 0, "example": {"uri": "a://?"}, "groups": [],
                  "by_design": [], "classes": []}]}


def words_of(text):
    text = re.sub(r"<wbr>", "", text)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", text))).strip()


def rows_of(text):
    """The rows of the classes."""
    tables = re.findall(r'<table class="found-classes">.*?</table>', text, re.S)
    return [[words_of(cell) for cell in re.findall(r"<td.*?</td>", row, re.S)]
            for table in tables for row in re.findall(r"<tr>(<td.*?)</tr>", table, re.S)]


def report(folder, *records, more=()):
    (folder / "r.json").write_text(json.dumps(RESULTS))
    words = []
    for i, record in enumerate(records):
        path = folder / f"c{i}.json"
        path.write_text(record if isinstance(record, str) else json.dumps(record))
        words += ["--campaign", path]
    return subprocess.run([PROGRAM, "report", "--report", f"html={folder}/site", *words, *more,
                           folder / "r.json"], capture_output=True, text=True, check=False)


def page_of(tap, folder, *records, more=()):
    done = report(folder, *records, more=more)
    tap.ok(done.returncode == 0 and done.stderr == "", "a site with a campaign", done)
    return (folder / "site/campaign.html").read_text()


def changed(record, path, value):
    record = copy.deepcopy(record)
    at = record
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return record


def one_run(**more):
    return RECORD | {"runs": [RECORD["runs"][1] | more]}


def test_run(tap, folder):
    text = page_of(tap, folder, RECORD)
    words = words_of(text)
    for part in ("5 classes of differences between parsers, found in 2 runs",
                 "The last of 2 runs, 2026-11-23T10:00:00Z target t begun 2026-11-23T10:00:00Z "
                 "ended 2026-11-23T10:01:00Z ended by time seed 7 jobs 3 uriproof 0.1.0 "
                 "executions of the target 1000000 (500000 a second) edges of its code 120 "
                 "texts that the parsers were asked 4096 (2048 a second) texts in the corpus at "
                 "the end 300 classes 4, of which new processes showed 4 again; 3 new; in 2 a "
                 "parser of the target stands apart",
                 "libfuzzer clang version 14.0.6 t 2 5 900000 120",
                 "afl 4.04c not known t.afl 1 1 100000 80",
                 "2 parsers: a 1 one 1.6 (of the target, instrumented)",
                 "stands apart: uriproof findings list --store s.db --parser one The command "
                 "of this run. Called again in the same folder, it goes on with what is in its "
                 "--corpus ; elsewhere it begins anew. "
                 "uriproof fuzz --target ./t --engine both --time 2s --jobs 3 --seed 7 "
                 "--corpus camp --store s.db one",
                 "At the end: 2.0 classes per million executions (1 in the last 500000)",
                 "executions seconds classes 10000 0.1 4 400000 0.9 9 1000000 2.0 10",
                 "At the end: 488.3 classes per million texts asked (1 in the last 2048)",
                 "At 2 files the target neither crashed nor hung again. 1 file of crashes or hangs "
                 "was not looked at. 2 crashes or hangs of the target, told apart by stack "
                 "AddressSanitizer: heap-buffer-overflow The stack begins with: read_host "
                 "read_authority parse 3 texts. The smallest: crash-1 . Stack 00aa00bb00cc00dd "
                 "Its text: "
                 "http://x\\x00 To replay it, with the folders of these files: "
                 "./t.afl camp/crashes/crash-1",
                 "Hang: did not end within 10 s 1 text. The smallest: crash-2 . Stack "
                 "11aa00bb00cc00dd To replay it, with the folders of these files: ./t ./crash-2"):
        tap.ok(part in words, part, words)
    first = words[words.index("Run 1 of 2, 2026-11-22T10:00:00Z"):]
    for part in ("target none", "ended by texts", "No engine", "mine not-run",
                 "uriproof fuzz --engine none --texts 512 --corpus camp one "
                 r"'mine=exec python3 '\''my parser.py'\'''"):
        tap.ok(part in first, f"the first run: {part}", first)
    tap.ok("/home/me" not in text and "/opt" not in text, "no folder of a user", text)
    tap.ok(text.count("<svg") == 3 and text.count('role="img"') == 3, "a picture for each curve")
    tap.ok('href="parsers/a.rfc3986.html"' in text, "a parser that has a page is a link")
    tap.ok('href="campaign.html"' in (folder / "site/index.html").read_text(), "a link to the page")


def test_classes(tap, folder):
    text = page_of(tap, folder, RECORD)
    rows = rows_of(text)
    both = "--adapter a --adapter 'one=./t --uriproof-serve=one'"
    mine = "--adapter " + shlex.quote("mine=exec python3 'my parser.py'").replace("\"'\"", "\\'")
    tap.ok([row[1] for row in rows] ==
           [f"\\x00 uriproof ask {both} --hex 00", f"a://? uriproof ask {both} 'a://?'",
            "a:/.// uriproof ask --op normalize a:/.//",
            f"a# uriproof ask {mine} --adapter one 'a#'",
            f"a:..// uriproof ask --op normalize {both} a:..//"],
           "the worst risk first, what RFC 3986 as printed brings about last", rows)
    tap.ok(rows[0][0].startswith("The parser ends without an answer 1/parse/uri/fault") and
           rows[1][0].startswith("The host begins or ends elsewhere; the answers begin to differ "
                                 f"at a question mark {HOST}"), "what differs, in words", rows)
    tap.ok([row[2] for row in rows] ==
           ["rejected : a crash : one", 'host "" : a host "?" : one', "breaks the chain : a",
            "accepted : mine rejected : one", "breaks the chain : a, one"] and
           "<strong>one</strong>" in text.split("crash</code>: ")[1][:30] and
           text.count("<strong>one</strong>") == 3, "who sees what; the target's are bold", rows)
    tap.ok([row[3:] for row in rows] ==
           [["2", "yes", "yes", "1"], ["21", "yes", "yes", "2"], ["4", "yes", "yes", "1"],
            ["3", "yes", "yes", "1"], ["6", "yes", "no", "1"]],
           "texts of all runs, shown again, new, runs", rows)
    titles = [words_of(title) for title in re.findall(r"<h3>(.*?)</h3>", text)]
    tap.ok(titles[-4:] == ["No answer: 1 class", "Another host: 2 classes",
                           "Accepted or rejected: 1 class", "By the text: 1 class"],
           "a heading for each risk", titles)
    once = page_of(tap, folder, {**RECORD, "runs": RECORD["runs"][:1]})
    tap.ok("<th scope=\"col\" class=\"num\">runs" not in once and "<h2>The run, " in once and
           [row[4] for row in rows_of(once)] == ["no", "yes"] and
           [row[2] for row in rows_of(once)][0] == "not known" and "x://? " in rows_of(once)[0][1],
           "one run: a class that was not shown again, with the text in which it was seen", once)


def test_order(tap, folder):
    """Of one risk, what new processes showed again comes first, and then what more texts showed."""
    seen = RECORD["runs"][1]["findings"][1]
    text = page_of(tap, folder, one_run(findings=[
        seen | {"id": f"{HOST}-{i}", "texts": texts, "shown_again": again}
        for i, (texts, again) in enumerate(((1, True), (9, False), (2, True), (3, False)))]))
    tap.ok([row[3:5] for row in rows_of(text)] ==
           [["2", "yes"], ["1", "yes"], ["9", "no"], ["3", "no"]], "the order", rows_of(text))


def test_finding(tap, folder):
    (folder / "f.json").write_text(json.dumps(FINDINGS))
    text = page_of(tap, folder, RECORD, more=("--findings", folder / "f.json"))
    tap.ok(text.count('<a href="findings.html#f1">the finding</a>') == 1,
           "a class that is a finding leads to it", text)
    by_the_text = changed(RECORD, ("runs", 1, "findings", 1, "by_the_text"), True)
    by_the_text["runs"][0]["findings"] = []
    text = page_of(tap, folder, by_the_text, more=("--findings", folder / "f.json"))
    tap.ok("findings.html#f1" not in text and "By the text: 2 classes" in words_of(text),
           "what RFC 3986 as printed brings about is no finding", text)


def test_files(tap, folder):
    """The runs of several folders are on one page, the last one first."""
    later = one_run(begun="2026-11-24T00:00:00Z", target="later")
    text = words_of(page_of(tap, folder, later, RECORD))
    tap.ok("The last of 3 runs, 2026-11-24T00:00:00Z target later" in text and
           text.index("Run 2 of 3, 2026-11-23") < text.index("Run 1 of 3, 2026-11-22"),
           "three runs of two files", text)


def test_commands(tap, folder):
    """A command is shown only if a shell takes it as it is, and it is uriproof's."""
    for command in (["rm", "fuzz", "-rf"], ["uriproof", "serve"], ["uriproof"], [],
                    ["uriproof", "fuzz", "a\nb"], ["uriproof", "fuzz", "\u202ea"],
                    ["uriproof", "fuzz", "a" * 5000]):
        words = words_of(page_of(tap, folder, one_run(command=command)))
        tap.ok("The command of this run cannot be shown" in words and
               "The command of this run. " not in words,
               f"{command}"[:60].encode("ascii", "replace").decode(), words)
    words = ["a b", "'", '"$(id)"', HOSTILE, "", "-x"]
    text = page_of(tap, folder, one_run(command=["uriproof", "fuzz", *words]))
    shown = html.unescape(re.search(r"<pre><code>(.*?)</code></pre>", text, re.S).group(1))
    done = subprocess.run(["sh", "-c", "uriproof() { printf '%s\\0' \"$@\"; }\n" + shown],
                          capture_output=True, text=True, check=False)
    tap.ok(done.stdout.split("\0")[:-1] == ["fuzz", *words], "a shell reads the same words", shown)


def hostile(value, key=""):
    """The record with hostile text wherever text may be."""
    if isinstance(value, dict):
        return {k: hostile(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [hostile(v, key) for v in value]
    if key == "id":
        return value + HOSTILE.replace("/", "")
    return HOSTILE if isinstance(value, str) and key not in ("format", "uri_hex") else value


def numbers(value, number):
    """The record with this number wherever a number may be, but for its version."""
    if isinstance(value, dict):
        return {k: v if k == "version" else numbers(v, number) for k, v in value.items()}
    if isinstance(value, list):
        return [numbers(v, number) for v in value]
    return number if isinstance(value, int) and not isinstance(value, bool) else value


def test_hostile(tap, folder):
    """Text from outside stays text, wherever it is."""
    text = page_of(tap, folder, hostile(RECORD))
    tap.ok("<script>" not in text and text.count("&lt;script&gt;") > 30 and
           "default-src 'none'" in text, "hostile text", text)
    for number in (0, 1, GREATEST):
        text = page_of(tap, folder, numbers(RECORD, number))
        tap.ok("nan" not in words_of(text).split() and "inf" not in words_of(text).split() and
               text.count("<svg") == 3 and len(text) < 40000, f"each number is {number}", text)
    text = page_of(tap, folder, one_run(curves={}, findings=[], engines=[], crashes=[], parsers=[]))
    tap.ok("0 classes" in text and "#classes" not in text and "<svg" not in text, "nothing found",
           text)
    deep = json.dumps(one_run()).replace('"camp"', "[" * 70 + "]" * 70)
    done = report(folder, deep)
    tap.ok(done.returncode == 4 and "c0.json" in done.stderr, "nested too deep", done)


def faults():
    """Paths of the record, and what must not be there."""
    run = ("runs", 0)
    full = RECORD["runs"][1]
    lists = {"engines": full["engines"][0], "parsers": full["parsers"][0],
             "findings": full["findings"][1], "crashes": full["crashes"][0]}
    yield from (((key,), wrong) for key, wrong in (
        ("format", "uriproof-findings"), ("version", 2), ("runs", {}), ("runs", [])))
    yield from (((*run, key), wrong) for key in full for wrong in (True, None, -1, [[]], [7]))
    for name, entry in lists.items():
        yield (*run, name, 0), "x"
        for key, value in entry.items():
            wrong = 3 if isinstance(value, str) else "x"
            yield (*run, name, 0, key), wrong
            yield (*run, name, 0, key), None
        yield (*run, name, 0, "more"), 1
    for path in (("target",), ("parsers",), ("target", "points"), ("target", "last_half"),
                 ("target", "points", 0), ("target", "points", 1, "classes"),
                 ("target", "points", 1, "executions"), ("target", "points", 1, "milliseconds"),
                 ("target", "last_half", "classes"), ("target", "last_half", "executions")):
        yield (*run, "curves", *path), "x"
        yield (*run, "curves", *path), -1
    for number in (GREATEST * 4, 1e300, 0.5):
        yield (*run, "executions"), number
        yield (*run, "curves", "target", "points", 1, "executions"), number
    yield (*run, "findings", 0, "id"), "x"
    yield (*run, "findings", 0, "seen"), {"uri": "a", "uri_hex": "61"}
    yield (*run, "findings", 0, "example"), {"uri_hex": "6"}
    yield (*run, "findings", 0, "example"), {}


def test_wrong(tap, folder):
    """A wrong file ends with 4, and the message names it. No site is made."""
    good = one_run()
    for path, value in faults():
        done = report(folder, RECORD, changed(good, path, value))
        tap.ok(done.returncode == 4 and f"{folder}/c1.json:" in done.stderr and
               not (folder / "site").exists(), f"{path} is {value}", done)
    done = report(folder, changed(good, ("runs", 0, "crashes", 0, "files"), "x"))
    tap.ok(re.search(r"c0.json:\d+: runs\[0\].crashes\[0\].files: ", done.stderr) is not None,
           "the message has the line and the member", done)
    for key in good["runs"][0]:
        record = copy.deepcopy(good)
        del record["runs"][0][key]
        done = report(folder, record)
        optional = key in ("target", "minimized", "coverage", "crash_files_left_out",
                           "crash_files_passed")
        tap.ok(done.returncode == (0 if optional else 4) and (optional or key in done.stderr),
               f"without {key}", done)
    done = report(folder, "{")
    tap.ok(done.returncode == 4 and f"{folder}/c0.json" in done.stderr, "no JSON", done)


def test_usage(tap, folder):
    (folder / "r.json").write_text(json.dumps(RESULTS))
    (folder / "c.json").write_text(json.dumps(RECORD))
    for status, words in ((2, ("--report", "tap", "--campaign", folder / "c.json")),
                          (4, ("--campaign", folder / "absent.json")),
                          (2, ("--report", f"html={folder}/s", "--report",
                               f"tap={folder}/c.json", "--campaign", folder / "c.json"))):
        done = subprocess.run([PROGRAM, "report", *words, folder / "r.json"], capture_output=True,
                              text=True, check=False)
        tap.ok(done.returncode == status, f"{words[-2:]}: {status}", done)
    (folder / "camp").mkdir()
    (folder / "camp/campaign.json").write_text(json.dumps(RECORD))
    done = subprocess.run([PROGRAM, "report", "--report", f"html={folder}/f", "--campaign",
                           folder / "camp", folder / "r.json"], capture_output=True, check=False)
    tap.ok(done.returncode == 0 and (folder / "f/campaign.html").exists(),
           "the folder of a campaign is taken for its record", done)
    subprocess.run([PROGRAM, "report", folder / "r.json"], check=True, capture_output=True)
    tap.ok(not (folder / "r.site/campaign.html").exists() and
           "campaign.html" not in (folder / "r.site/index.html").read_text(),
           "without --campaign there is no such page, and no link")


def many_classes(count):
    one = RECORD["runs"][1]["findings"][1]
    return [one | {"id": f"{HOST}-{i}", "texts": count - i, "seen": {"uri": "n" * 700}}
            for i in range(count)]


def test_many(tap, folder):
    """A long list is folded, and a long page is divided. It has each class once."""
    text = page_of(tap, folder, one_run(findings=many_classes(26)))
    tap.ok(text.count("<summary>Another host: the others</summary>") == 1 and
           len(rows_of(text.split("<summary>Another host")[1])) == 1 and len(rows_of(text)) == 26,
           "what is after the first 25 is folded", text)
    count = 3000
    page_of(tap, folder, one_run(findings=many_classes(count)))
    parts = sorted((folder / "site").glob("campaign*.html"),
                   key=lambda part: int("0" + re.sub(r"\D", "", part.name)))
    texts = [part.read_text() for part in parts]
    ids = [re.search(r"question-(\d+)$", row[0]).group(1) for text in texts
           for row in rows_of(text)]
    tap.ok(len(parts) > 1 and ids == [str(i) for i in range(count)] and
           all(part.stat().st_size < 1000000 for part in parts), "3000 classes",
           (len(parts), len(ids)))
    tap.ok(all(text.count(f"<{tag}") == text.count(f"</{tag}>") for text in texts
               for tag in ("details", "table", "article", "figure", "dl", "h3")),
           "what is opened is closed", parts)


def main():
    tap = Tap()
    for test in (test_run, test_classes, test_order, test_finding, test_files, test_commands,
                 test_hostile, test_wrong, test_usage, test_many):
        with tempfile.TemporaryDirectory() as folder:
            test(tap, pathlib.Path(folder))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
