#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests what the pages of parsers and clauses say of small results.

Their numbers were counted by hand, from RESULTS and from the rules of docs/reports.md. Needs
build/release.
"""
import html
import json
import os
import pathlib
import re
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("URIPROOF_BIN", ROOT / "build/release") / pathlib.Path("uriproof")
HOSTILE = "other\"><b>'x"
number = 0


def check(good, name, shown=""):
    global number
    number += 1
    print("ok" if good else "not ok", number, "-", name)
    if not good:
        print("#", repr(shown)[:3000])


def adapter(name, dialect, **more):
    return {"name": name, "version": "1", "language": "c", "dialects": [dialect],
            "transforms": [], "ops": ["parse", "resolve"], **more}


def clause(name, section, **more):
    return {"id": f"rfc3986.{name}", "document": "RFC 3986", "section": section,
            "paraphrase": f"It is about {name}.", **more}


def case(name, op, ask, expect, **more):
    return {"id": name, "about": f"About {name}.", "origin": "o", "obeys": [], "breaks": [],
            "op": op, "ask": ask, "expect": expect, **more}


REJECTED = {"status": "rejected", "production": "path", "offset": 9}
LENIENT, HOST, PATH, SLASHES = 1, 2, 3, 4
TRANSFORMS = ["scheme lowercased", "host empty-as-absent", "query unknown-word"]


def results():
    """Two parsers that claim RFC 3986, and one with a hostile name that does not."""
    cases = [
        case("space", "parse", {"uri": "http://h/ x"}, REJECTED, breaks=["rfc3986.bnf.path"],
             lenient=[[["http", "h", None, "/ x"], 0, [0, LENIENT]],
                      [["http", "h", None, "/%20x"], 2, [0, LENIENT]]]),
        case("at", "parse", {"uri": "HTTP://u@h@i/"},
             ["HTTP", "i", None, "/", None, None, "u@h", None, "u@h"],
             obeys=["rfc3986.userinfo.at-sign", "rfc3986.bnf.path"],
             differ=[[["http", "h@i", None, "/", None, None, "u", None, "u"], 0, [0, HOST]]]),
        case("dots", "resolve", {"base": "x:/a", "ref": ""}, {"uri": "x:/a"},
             obeys=["rfc3986.resolve.merged"],
             differ=[[{"uri": "x:/b/"}, [0, 1], [0, PATH]]]),
        case("slashes", "resolve", {"base": "x:b", "ref": "//c"}, {"uri": "x://c"},
             obeys=["rfc3986.resolve.merged"], differ=[[{"uri": "x:c"}, 1, [0, SLASHES]]]),
        case("silent", "parse", {"uri": "x"}, {"status": "undefined"},
             obeys=["rfc3986.userinfo.at-sign"], undefined=[[["x"], [0, 1, 2], None]]),
    ]
    group = {"id": "many", "about": "Many spaces.", "origin": "o", "obeys": [],
             "breaks": ["rfc3986.bnf.path"], "op": "parse", "counted": 7,
             "questions": "0000000000000001",
             "cases": [{"id": f"{i:02}", "ask": {"uri": "x:" + "y" * i + " "}, "expect": REJECTED,
                        "lenient": [[["x", None, None, "y" * i + " "], 0, [0, LENIENT]]]}
                       for i in range(20)]}
    return {
        "format": "uriproof-results", "version": 4, "uriproof": "0.1.0", "dialect": "rfc3986",
        "document": "RFC 3986", "level": "complete", "partial": False, "baseline": False,
        "readings": ["at=it's"], "dialects": [{"name": "rfc3986", "document": "RFC 3986"}],
        "clauses": [clause("bnf.path", "5.10", rule="path = *<x>"),
                    clause("userinfo.at-sign", "5.2", link="https://x.invalid/a?b&c"),
                    clause("resolve.merged", "5.2", link="javascript:alert(1)")],
        "adapters": [adapter("lax", "rfc3986", transforms=TRANSFORMS,
                             home="https://lax.invalid/", tracker="https://lax.invalid/bugs"),
                     adapter("firm", "rfc3986", splits="It only splits."),
                     adapter(HOSTILE, "whatwg-url")],
        "words": ["w", "1/parse/uri/validity/rfc3986.bnf.path/space",
                  "1/parse/host/boundary/rfc3986.userinfo.at-sign/at-sign",
                  "1/resolve/path/text/rfc3986.bnf.path/letter",
                  "1/resolve/host/text/rfc3986.bnf.host/letter"],
        "cases": cases, "groups": [group],
    }


def words_of(text):
    """The text of a page as a person reads it."""
    text = re.sub(r"<wbr>", "", text)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", text))).strip()


def rows_of(text, table):
    body = text.split(f'id="{table}"')[1].split("<tbody>")[1].split("</tbody>")[0]
    return [[words_of(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.S)]
            for row in re.findall(r"<tr.*?</tr>", body, re.S)]


def articles_of(text):
    return dict(re.findall(r'<article id="([^"]*)">(.*?)</article>', text, re.S))


def write_site(folder, what):
    (folder / "r.json").write_text(json.dumps(what))
    subprocess.run([PROGRAM, "report", "--report", f"html={folder}/site", folder / "r.json"],
                   check=True, env={**os.environ, "SOURCE_DATE_EPOCH": "86400"})
    return folder / "site"


def test_parser(text):
    read = words_of(text)
    check("33.3" not in read and "0.0 % 0 of 3 3 1" in read, "rules kept, causes, another host",
          read)
    check('href="https://lax.invalid/">Home page' in text and
          'href="https://lax.invalid/bugs">' in text, "home and tracker")
    check("no failure: scheme lowercased; host absent if it is empty; query unknown-word." in read,
          "what it changes by design", read)
    check(rows_of(text, "list") == [
        ["The host begins or ends elsewhere; the answers begin to differ at an at-sign (@)",
         "HTTP://u@h@i/", "1", "\u2260 differ", "Another host", "0"],
        ["In resolving a reference, the path has other characters; the answers begin to differ at "
         "a letter",
         "empty against x:/a", "1", "\u2260 differ", "Another path", "1"],
        ["The parser accepts what should be rejected; by RFC 3986 the text breaks the rule path",
         "x:", "21", "+ lenient", "Accepted or rejected", "1"]], "the causes",
          rows_of(text, "list"))


def test_cause(text, firm):
    causes = articles_of(text)
    check(list(causes) == ["c1", "c2", "c3"], "an article a cause", list(causes))
    host, path, lenient = causes["c1"], causes["c2"], causes["c3"]
    check(re.findall(r"<mark>(.*?)</mark>", host) ==
          [f"<code>{words}</code>" for words in ("u@h", "u", "i", "h@i")],
          "the parts that differ are marked, and no change by design", host)
    check("<code>x:/<mark>a</mark></code>" in path and "<code>x:/<mark>b/</mark></code>" in path,
          "the octets of a result that differ are marked", path)
    slashes = articles_of(firm)["c1"]
    check("<code>x:<mark>//</mark>c</code>" in slashes and
          "<code>x<mark>:c</mark></code>" in slashes,
          "if octets are missing, their neighbours are marked", slashes)
    check("Others with this cause: firm 1." in words_of(path) and
          "No other parser has this cause." in words_of(host), "who else", words_of(path))
    check('href="https://x.invalid/a?b&amp;c">RFC 3986, 5.2</a>' in host and
          "javascript:" not in text, "a link into the text, if it is one", host)
    check("It is about bnf.path. path = *<x> RFC 3986, 5.10" in words_of(lenient), "the rule",
          words_of(lenient))
    commands = [html.unescape(words) for words in
                re.findall(r"<pre><code>(uriproof.*?)</code>", text)]
    check(commands == [
        "uriproof test --dialect rfc3986 --reading 'at=it'\\''s' --select at lax",
        "uriproof test --dialect rfc3986 --reading 'at=it'\\''s' --select dots lax",
        "uriproof test --dialect rfc3986 --level complete --reading 'at=it'\\''s' "
        "--select many-00 lax"], "the commands", commands)


def test_examples(text):
    """What people wrote comes first, then the shortest of those that were generated."""
    lenient = articles_of(text)["c3"]
    rows = re.findall(r"<tr>(.*?)</tr>", lenient.split("<details>")[1], re.S)[1:]
    first = [words_of(row).split()[0] for row in rows]
    check(first == ["space"] + [f"many-{i:02}" for i in range(9)], "ten examples", first)
    check("10 of 21 examples" in lenient and
          '<a href="../results.json.gz">results file</a>' in lenient,
          "the rest is counted, and is in the results file", lenient)
    check('scheme "http", host "h", path "/ x"' in words_of(rows[0]), "what was given", rows[0])
    check('clauses/rfc3986.bnf.path.html#v-space"' in rows[0] and "<a " not in rows[9],
          "a vector has a link if a page has it", rows[9])


def test_others(site):
    read = words_of((site / "parsers/firm.rfc3986.html").read_text())
    check("It says that it does not validate: It only splits." in read, "who only splits", read)
    text = (site / "parsers/_2.rfc3986.html").read_text()
    read = words_of(text)
    check(f"{HOSTILE} by RFC 3986" in read and "<b>" not in text and "'x lax" not in text,
          "a hostile name is text", read)
    check("It does not claim to follow RFC 3986." in read, "what is not claimed is said", read)
    command = "uriproof test --dialect rfc3986 --reading 'at=it'\\''s' --select space " \
              "'other\"><b>'\\''x'"
    check(command in read, "a hostile name is one word of the command", read)


def badge(site, name):
    """What a badge says and its colours. It has nothing that a page elsewhere could not show."""
    root = ElementTree.parse(site / "badges" / f"{name}.svg").getroot()
    svg = "{http://www.w3.org/2000/svg}"
    texts = [text.text for text in root.iter(svg + "text")]
    fields = [(int(one.get("x")), int(one.get("width"))) for one in root.iter(svg + "rect")]
    check(fields[0] == (0, fields[1][0]) and sum(fields[1]) == int(root.get("width")) and
          {one.tag for one in root.iter()} <=
          {svg + tag for tag in ("svg", "title", "rect", "text")},
          f"{name}: the two fields are the badge", fields)
    check(root.get("aria-label") == ": ".join(texts), f"{name}: its words for who cannot see it",
          root.get("aria-label"))
    return [*texts, root.find(svg + "title").text], \
        [one.get("fill") for one in root.iter(svg + "rect")][1]


def test_badges(site):
    """The share of rules kept, as on the index; by what a parser claims alone."""
    check(sorted(path.name for path in (site / "badges").iterdir()) ==
          ["firm.rfc3986.svg", "lax.rfc3986.svg"], "badges of what is claimed")
    words, colour = badge(site, "lax.rfc3986")
    check(words == ["RFC 3986", "0.0 % of 3 rules kept",
                    "lax 1: keeps 0 of 3 rules of RFC 3986 (vectors: 32; uriproof 0.1.0; "
                    "level complete; 1970-01-02)"], "what a badge says", words)
    firm, better = badge(site, "firm.rfc3986")
    check(firm[1] == "66.6 % of 3 rules kept" and better != colour, "another share, another colour",
          (firm, better))
    index = words_of((site / "index.html").read_text())
    check("RFC 3986 0.0 % 0 of 3" in index and "RFC 3986 66.6 % 2 of 3" in index,
          "the numbers are those of the index", index)
    text = (site / "parsers/lax.rfc3986.html").read_text()
    check("[![rules of RFC 3986 kept](SITE/badges/lax.rfc3986.svg)]"
          "(SITE/parsers/lax.rfc3986.html)" in text and "<title>lax 1:" in text,
          "the parser's page shows the badge and its Markdown")
    check("<svg xmlns" not in (site / "parsers/_2.rfc3986.html").read_text(),
          "no badge by what is not claimed")


def test_other_badges(folder):
    """A badge that has no number to show, and hostile words."""
    what = results()
    what["adapters"][0]["name"] = HOSTILE + "<&\u202e"
    what["adapters"][0]["version"] = "x" * 3000
    what["select"] = ["*"]
    words, grey = badge(write_site(folder, what), "_0.rfc3986")
    check(words[1] == "only a selection was asked" and words[2].startswith(HOSTILE + "<&\\xE2"),
          "a selection has no share; a hostile name is text", words)
    what["partial"] = True
    what["adapters"][1]["ops"] = []
    words, again = badge(write_site(folder, what), "_0.rfc3986")
    check(words[1] == "the run was ended early" and grey == again, "neither has a part of a run",
          words)
    what["partial"], what["select"] = False, []
    what["cases"], what["groups"] = what["cases"][4:], []
    words, again = badge(write_site(folder, what), "_0.rfc3986")
    check(words[1] == "not asked" and grey == again, "nor has who was asked nothing that counts",
          words)
    what = results()
    what["cases"] = what["cases"][2:3]
    what["cases"][0].pop("differ")
    what["groups"] = []
    words, green = badge(write_site(folder, what), "lax.rfc3986")
    check(words[1] == "100.0 % of 1 rule kept" and green not in (grey, again), "all is 100 %",
          words)


def test_results_file(site, folder):
    """The site has the results of which it is made."""
    subprocess.run([PROGRAM, "report", "--report", f"json={folder}/again.json",
                    site / "results.json.gz"], check=True)
    again = json.loads((folder / "again.json").read_text())
    check(again["groups"][0]["cases"][19]["id"] == "19" and len(again["cases"]) == 5,
          "the results file of the site can be read", again["groups"])
    text = (site / "clauses/rfc3986.bnf.path.html").read_text()
    check('17 generated vectors more' in text and '"../results.json.gz"' in text and
          'href="results.json.gz"' in (site / "index.html").read_text(), "pages lead to it", text)


def test_no_failure(folder):
    what = results()
    what["cases"] = what["cases"][4:]
    what["groups"] = []
    site = write_site(folder, what)
    read = words_of((site / "parsers/lax.rfc3986.html").read_text())
    check("Nothing: no vector fails." in read, "a page without failures says so", read)


def test_small_share(folder):
    """One failure among many is not 0.0 %."""
    what = results()
    what["groups"][0]["counted"] = 9970
    text = (write_site(folder, what) / "clauses/rfc3986.bnf.path.html").read_text()
    rows = rows_of(text, "keepers")
    check(rows[1] == [HOSTILE, "0.1 %", "1 of 9992", "no"] and rows[2][1] == "0.0 %",
          "a share of failures is rounded up", rows)


def test_clause_list(text):
    rows = rows_of(text, "clauses-rfc3986")
    check([row[:3] for row in rows] ==
          [["5.2", "rfc3986.userinfo.at-sign", "2 of 3"],
           ["5.2", "rfc3986.resolve.merged", "1 of 3"], ["5.10", "rfc3986.bnf.path", "1 of 3"]],
          "clauses by section, and who keeps them", rows)
    check(re.findall(r'<tr id="(.*?)"', text) == ["rfc3986-5.2", "rfc3986-5.10"],
          "a section has an anchor")
    check(re.findall(r'class="num (d\d)"', text) == ["d2", "d3", "d3"], "degrees",
          re.findall(r'class="num (d\d)"', text))


def test_clause(site):
    text = (site / "clauses/rfc3986.bnf.path.html").read_text()
    read = words_of(text)
    check(rows_of(text, "keepers") == [["lax", "72.5 %", "21 of 29", "yes"],
                                       [HOSTILE, "3.5 %", "1 of 29", "no"],
                                       ["firm", "0.0 %", "0 of 29", "yes"]],
          "who keeps it, the greatest share of failures first", rows_of(text, "keepers"))
    check(re.findall(r'class="num (d\d)"', text) == ["d3", "d1", "d0"], "degrees by share")
    check("Of 3 parsers that were asked, 1 keeps it; failures of the others" in read, "how many",
          read)
    check("17 generated vectors more name this clause" in read and
          "7 generated vectors more name it, with which" in read, "what is not shown", read)
    vectors = articles_of(text)
    check(list(vectors) == ["v-space", "v-many-00", "v-many-01", "v-many-02"], "its vectors",
          list(vectors))
    check(words_of(vectors["v-space"]) ==
          "space About space. parse http://h/ x expected rejected in path at 9 "
          '+ lenient scheme "http", host "h", path "/ x" lax '
          f'+ lenient scheme "http", host "h", path "/%20x" {HOSTILE} \u2713 agree 1 parser',
          "who gave what", words_of(vectors["v-space"]))
    others = text.split('<ul class="others">')[1].split("</ul>")[0]
    check(words_of(others) == "at HTTP://u@h@i/" and
          'href="../clauses/rfc3986.userinfo.at-sign.html#v-at"' in others,
          "a vector of another clause is a link", others)
    at = articles_of((site / "clauses/rfc3986.userinfo.at-sign.html").read_text())
    check(list(at) == ["v-at", "v-silent"], "failures come first", list(at))
    check("<mark><code>h@i</code></mark>" in at["v-at"] and "http" not in at["v-at"],
          "the part that differs is marked", at["v-at"])
    check(words_of(at["v-silent"]).endswith(f'undefined scheme "x" lax, firm, {HOSTILE}'),
          "who gave the same is told together", words_of(at["v-silent"]))


def test_little_asked(folder):
    """Who was asked one vector of many neither keeps nor breaks the clause, and uriproof's own
    reference is the measure."""
    what = results()
    what["adapters"][1]["ops"] = ["resolve"]
    what["adapters"] += [adapter("reference", "rfc3986"),
                         adapter("one", "rfc3986", ops=["resolve"])]
    # "dots" and "slashes" are all that firm and "one" were asked.
    what["cases"][2]["obeys"] = ["rfc3986.bnf.path"]
    what["cases"][2]["differ"] = [[{"uri": "x:/b/"}, [1], [0, PATH]]]
    site = write_site(folder, what)
    text = (site / "clauses/rfc3986.bnf.path.html").read_text()
    check([row[0] for row in rows_of(text, "keepers")] == ["lax", HOSTILE, "firm", "one"] and
          rows_of(text, "keepers")[2:] == [["firm", "100.0 %", "1 of 1", "yes"],
                                           ["one", "0.0 %", "0 of 1", "yes"]],
          "who was asked little comes last", rows_of(text, "keepers"))
    check("Of 2 parsers that were asked, 0 keep it; failures of the others count for it. 2 more "
          "were asked fewer than half of its vectors, come last and are not counted."
          in words_of(text),
          "and does not count", words_of(text))
    row = rows_of((site / "clauses.html").read_text(), "clauses-rfc3986")[2]
    check(row[1] == "rfc3986.bnf.path" and row[2] == "0 of 2", "nor in the list", row)


def parts_of(site, first):
    """The parts of a page: (name, text)."""
    found = [site / first]
    while found[-1].exists():
        found.append(site / first.replace(".html", f"~{len(found) + 1}.html"))
    return [(part.name, part.read_text()) for part in found[:-1]]


def test_parts(folder):
    """Pages above a megabyte are divided, and links lead to the right part."""
    what = results()
    what["cases"], what["groups"] = [], []
    for i in range(700):
        class_id = f"1/parse/uri/validity/rfc3986.bnf.path{i}/space"
        what["words"].append(class_id)
        what["cases"].append(
            case(f"long-{i}", "parse", {"uri": f"x:{i}" + "y" * 1500 + " "}, REJECTED,
                 breaks=["rfc3986.bnf.path"], obeys=["rfc3986.resolve.merged"] * (i == 699),
                 lenient=[[["x", None, None, f"{i}" + "y" * 1500 + " "], 0,
                           [0, len(what["words"]) - 1]]]))
    site = write_site(folder, what)
    clause_parts = parts_of(site, "clauses/rfc3986.bnf.path.html")
    parser_parts = parts_of(site, "parsers/lax.rfc3986.html")
    for parts, anchor, first, name in ((clause_parts, "v-long-", 0, "vectors"),
                                       (parser_parts, "c", 1, "causes")):
        ids = [one for _, text in parts
               for one in re.findall(rf'<article id="{anchor}(\d+)"', text)]
        check(len(parts) > 2 and all(len(text.encode()) <= 1000000 for _, text in parts),
              f"{name}: parts of at most a megabyte", [len(text) for _, text in parts])
        check([int(one) for one in ids] == list(range(first, first + 700)), f"{name}: each once",
              ids)
        check(all(f"Page {i + 1} of {len(parts)}:" in words_of(text)
                  for i, (_, text) in enumerate(parts)), f"{name}: each part says which it is")
    last = clause_parts[-1]
    other = (site / "clauses/rfc3986.resolve.merged.html").read_text()
    check('id="v-long-699"' in last[1] and f'clauses/{last[0]}#v-long-699"' in other,
          "a link leads to the part that has the vector", last[0])
    check(all(any(name == (file or parser_parts[0][0]) and f'id="{anchor}"' in text
                  for name, text in parser_parts)
              for file, anchor in re.findall(r'<a href="(?:\.\./parsers/)?([^"#]*)#(c\d+)"',
                                             parser_parts[0][1])),
          "a cause in the list leads to the part that has it")


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        site = write_site(folder, results())
        text = (site / "parsers/lax.rfc3986.html").read_text()
        test_parser(text)
        test_cause(text, (site / "parsers/firm.rfc3986.html").read_text())
        test_examples(text)
        test_others(site)
        test_clause_list((site / "clauses.html").read_text())
        test_clause(site)
        test_badges(site)
        test_results_file(site, folder)
        test_other_badges(folder)
        test_no_failure(folder)
        test_small_share(folder)
        test_little_asked(folder)
        test_parts(folder)
    print(f"1..{number}")


main()
