#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests the files of the site: their names, if those of parsers and clauses are hostile, and what
the folder may replace. Needs build/release.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "vectors/tests"))

from tap import Tap  # noqa: E402

PROGRAM = os.environ.get("URIPROOF_BIN", ROOT / "build/release") / pathlib.Path("uriproof")
PROGRAM = PROGRAM.absolute()  # it is started in another folder
ADAPTERS = ["plain", "PLAIN", "plain", "con", "Lpt1", "_0", "../../up", "a.b", "a", " ", "x" * 300,
            ".hidden", "a~b", "b", "\u20ac", "com1x"]
CLAUSES = ["rfc3986.IP-literal", "rfc3986.ip-literal", "nul.bnf", "..", "_0", "a/b", "rfc3986.x~2",
           "rfc3986.x"]
IDS = ["vector", "_0", "a b", "\"><b>", "../x"]
DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.I)


def results():
    """Each parser fails with each vector, and each clause has one."""
    return {
        "format": "uriproof-results", "version": 4, "uriproof": "0.1.0", "dialect": "rfc3986",
        "document": "RFC 3986", "partial": False, "baseline": False, "readings": [],
        "dialects": [], "words": ["w"], "groups": [],
        "adapters": [{"name": name, "version": "1", "language": "c", "dialects": ["rfc3986"],
                      "transforms": [], "ops": ["parse"]} for name in ADAPTERS],
        "clauses": [{"id": name, "document": "RFC 3986", "section": "3", "paraphrase": "p"}
                    for name in CLAUSES],
        "cases": [{"id": f"{name}{i if i else ''}", "about": "a", "origin": "o",
                   "obeys": [], "breaks": [CLAUSES[i % len(CLAUSES)]], "op": "parse",
                   "ask": {"uri": f"x:{i}"},
                   "expect": {"status": "rejected", "production": "path", "offset": 1},
                   "lenient": [[["x", None, None, f"{i}"], list(range(len(ADAPTERS)))]]}
                  for i, name in enumerate(IDS * 3)],
    }


def report(folder, *arguments, epoch="86400"):
    return subprocess.run([PROGRAM, "report", *arguments], cwd=folder, capture_output=True,
                          text=True, check=False, env={**os.environ, "SOURCE_DATE_EPOCH": epoch})


def test_names(tap, folder):
    made = report(folder, "--report", "html=site", "r.json")
    tap.ok(made.returncode == 0, "a site of hostile names is made", made.stderr)
    site = folder / "site"
    names = [str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()]
    count = len(ADAPTERS)
    for kind, wanted in (("parsers", count), ("clauses", len(CLAUSES)),
                         ("pairs", count * (count - 1) // 2)):
        have = [name for name in names if name.startswith(kind + "/")]
        tap.ok(len(have) == wanted, f"{kind}: a file each", (len(have), wanted))
    tap.ok(len({name.lower() for name in names}) == len(names),
           "no two names are one where case does not matter")
    tap.ok(all(re.fullmatch(r"([a-z]+/)?[A-Za-z0-9_][A-Za-z0-9._~-]{0,210}", name)
               and not any(DEVICE.fullmatch(part) for part in name.split("/")) for name in names),
           "each name can be on all systems", names)
    tap.ok((site / "parsers/plain.rfc3986.html").exists() and
           (site / "clauses/rfc3986.IP-literal.html").exists(), "a plain name is kept")
    test_links(tap, site)


def test_links(tap, site):
    pages = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    anchors = {path: re.findall(r' id="([^"]*)"', text) for path, text in pages.items()}
    lost = []
    for path, text in pages.items():
        for link in re.findall(r' href="([^"]*)"', text):
            way, _, anchor = link.partition("#")
            to = (path.parent / urllib.parse.unquote(way)).resolve() if way else path
            if not to.exists() or (anchor and anchor not in anchors[to]):
                lost.append((str(path), link))
    tap.ok(not lost, "each link leads somewhere", lost[:9])
    twice = [str(path) for path, ids in anchors.items() if len(set(ids)) < len(ids)]
    tap.ok(not twice, "no anchor is there twice", twice)
    titles = {re.search(r"<h1>(.*?)</h1>", pages[site / f"parsers/{name}"])[1]
              for name in os.listdir(site / "parsers")}
    tap.ok(len(titles) == len(set(ADAPTERS)), "and each parser has its page", titles)


def test_folder(tap, folder):
    (folder / "site/mine.json").write_bytes((folder / "r.json").read_bytes())
    for arguments, name in ((["html=site", "site/mine.json"], "results in the folder"),
                            (["html=site", "--report", "json=site/new.json", "r.json"],
                             "another report in the folder")):
        found = report(folder, "--report", *arguments)
        tap.ok(found.returncode == 2 and "replaces as a whole: move it out" in found.stderr,
               f"{name}: refused", found)
    tap.ok((folder / "site/mine.json").exists(), "and nothing is lost")
    found = report(folder / "site", "--report", "html=.", "../r.json")
    tap.ok(found.returncode == 4 and "the html report to ." in found.stderr,
           "the folder that one is in is refused before it is made", found)


def test_date(tap, folder):
    for epoch, said in (("0", "1970-01-01"), ("253402300799", "9999-12-31")):
        report(folder, "--report", "html=dated", "r.json", epoch=epoch)
        text = (folder / "dated/index.html").read_text()
        tap.ok(f"<dd>{said}</dd>" in text, f"SOURCE_DATE_EPOCH={epoch}: the date is {said}",
               re.findall("<dt>.*</dd>", text))


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "r.json").write_text(json.dumps(results()))
        test_names(tap, folder)
        test_folder(tap, folder)
        test_date(tap, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
