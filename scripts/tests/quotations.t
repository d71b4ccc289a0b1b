#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Quotations stand verbatim in the specifications.

Text in double quotes in docs/errata.md, docs/readings.md, docs/schemes.md and in the comments of
reference/ is a quotation of one of ../shared/spec/*.txt, or of the URL Standard's source there,
without its markup. White space, line breaks (also at a hyphen) and page breaks are set aside,
nothing else: not capitals, not a mended slip of the pen.
`...` or an ellipsis leaves words out; what stands before and after it must be found in this order
in one text. A quotation may hold quotation marks of its own. What stands in `backquotes`, or in a
block of code, is no quotation.

Each text of a vector that has the flag `example`, and each clause's grammar rule, must stand in
its document too. A section of the URL Standard is a term that it defines, and its link leads there.

Where ../shared/spec is absent all of this is skipped.
"""
import functools
import html
import json
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPECS = ROOT.parent / "shared" / "spec"
sys.path.insert(0, str(ROOT / "vectors" / "tests"))

from tap import Tap  # noqa: E402

DOCS = ["docs/errata.md", "docs/readings.md", "docs/schemes.md"]
SPEC_OF = {"RFC 1630": ["rfc1630"], "RFC 3986": ["rfc3986"], "url-syntax": ["url-syntax"],
           "URL Standard": ["whatwg-url"],
           # The copy of the draft has lost underscores; RFC 1630 bears them out.
           "draft-www-uri-00": ["draft-www-uri-00", "rfc1630"]}
REMEDY = """To mend it: quote the text verbatim (leave words out with "..."), or, where the words
are not the specification's, take the quotation marks away: `x` is for code, names and examples."""

# Far fewer are found only by a test that has gone blind.
FEWEST_QUOTATIONS = {"docs": 150, "reference": 60}
FEWEST_LONG = 80  # of four words or more
FEWEST_EXAMPLES = 80
FEWEST_RULES = 150
FEWEST_PAGES = 20  # of RFC 1630, which numbers no sections
FEWEST_TERMS = 50  # of the URL Standard

OPENS_AFTER = " ([{/=-\"'|*<:\u2014"
MASKED = "\0"  # a quotation mark within backquotes, which begins no quotation


def one_space(text):
    return " ".join(text.split())


def joined(text):
    """`text` as it is read with a hyphen at a line's end kept, and with it dropped."""
    return {one_space(text), one_space(re.sub(r"-[ \t]*\n\s*", "-", text)),
            one_space(re.sub(r"(\w)-[ \t]*\n\s*", r"\1", text))}


def printed(raw):
    """A specification's text without its page breaks, in each way to join its lines."""
    raw = re.sub(r"\n[^\n]*\[Page \w+\][ \t]*\n\s*(?:RFC \d+ [^\n]*\n)?", "\n", raw)
    raw = re.sub(r"\n(?:Berners-Lee \w+|\w+ Berners-Lee)[ \t]*\n+\[sheet", "\n\n[sheet", raw)
    raw = re.sub(r"\n\[sheet \d+\]\n(?:12 March 1994 Universal Resource Identifiers RFC XXXX"
                 r"|RFC XXXX Universal Resource Identifiers 12 March 1994)?", "\n", raw)
    return joined(raw)


def without_markup(source):
    """The text of a source in Bikeshed's HTML."""
    plain = html.unescape(re.sub(r"<!--.*?-->|</?[a-z][^>]*>", "", source, flags=re.S))
    return re.sub(r"\{\{(?:[^{}]*/)?!?([^{}]*)\}\}", r"\1", plain.replace("\\[", "["))


def load_specs():
    specs = {path.stem: printed(path.read_text()) for path in sorted(SPECS.glob("*.txt"))}
    specs["whatwg-url"] = joined(without_markup((SPECS / "whatwg-url.bs").read_text()))
    # In the copy of the draft the vertical line of its BNF has become a j.
    specs["draft-www-uri-00"] |= {re.sub(r"(?<= )j(?= )", "|", way)
                                  for way in specs["draft-www-uri-00"]}
    return specs


def pieces(quotation):
    """What an ellipsis leaves of a quotation."""
    return [p.strip() for p in re.split("\u2026|(?<![.])[.][.][.](?![.])", quotation) if p.strip()]


def stands_in(quotation, text):
    at = 0
    for piece in pieces(quotation):
        whole = (r"(?<!\w)" if re.match(r"\w", piece) else "") + re.escape(piece) \
            + (r"(?!\w)" if re.search(r"\w\Z", piece) else "")
        found = re.compile(whole).search(text, at)
        if found is None:
            return False
        at = found.end()
    return True


def is_printed(quotation, texts):
    return any(stands_in(way, text) for way in joined(quotation) for text in texts)


def quotations(block):
    """The outermost quotations of a block, and whether its quotation marks come in pairs."""
    block = re.sub(r"(`+)(.+?)\1", lambda code: code[0].replace('"', MASKED), block, flags=re.S)
    found, depth, begin, last = [], 0, 0, 0  # `last`: after the last mark that opens
    for mark in re.finditer('"', block):
        before, after = block[:mark.start()][-1:] or " ", block[mark.end():][:1] or " "
        opens = not after.isspace() and (before.isspace() or before in OPENS_AFTER)
        closes = depth > 0 and not before.isspace() and not after.isalnum()
        if closes and not (opens and before in "([{" and mark.start() > last + 1):
            depth -= 1
            if depth == 0:
                found.append(block[begin:mark.start()])
        elif opens:
            begin = begin if depth else mark.end()
            last = mark.end()
            depth += 1
        # One with blanks on both sides is a character of the text.
    return [q.replace(MASKED, '"') for q in found if q.strip()], depth == 0


def markdown_blocks(text):
    """Paragraphs, entries of lists, headings and rows of tables, each with its line's number."""
    block, first, fenced = [], 1, False
    for number, line in enumerate(text.split("\n") + [""], 1):
        fence = line.lstrip().startswith("```")
        code = line.startswith("    ") and not block
        if fence or fenced or code or not line.strip() or re.match(r" *([-*] |#|\||\d+\. )", line):
            if block:
                yield first, re.sub(r"\\([|*_])", r"\1", "\n".join(block))
            block = []
        fenced ^= fence
        if not (fence or fenced or code or not line.strip()):
            first = first if block else number
            block.append(re.sub(r"^ *([-*] |#+ |\d+\. )", "", line))


def comment_blocks(text):
    """The comments of a C source. Strings and characters are passed over."""
    token = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.S)
    for found in token.finditer(text):
        if found[0].startswith("/"):
            lines = re.sub(r"^/[/*]|\*/$", "", found[0]).split("\n")
            yield (text.count("\n", 0, found.start()) + 1,
                   "\n".join(re.sub(r"^\s*\* ?", "", line) for line in lines))


def check_file(path, specs):
    """All quotations of a file, and what is wrong with them."""
    text = path.read_text()
    texts = [way for ways in specs.values() for way in ways]
    found, wrong = [], []
    for line, block in (markdown_blocks if path.suffix == ".md" else comment_blocks)(text):
        here, paired = quotations(block)
        if not paired:
            wrong.append(f"{path.name}:{line}: a quotation mark without its pair: "
                         f"{one_space(block)[:120]}")
        for quotation in here:
            found.append(quotation)
            if not is_printed(quotation, texts):
                wrong.append(f'{path.name}:{line}: not in the texts: "{one_space(quotation)}"')
    return found, wrong


def check_files(tap, name, paths, fewest, specs):
    found, wrong = [], []
    for path in paths:
        here, there = check_file(path, specs)
        found += here
        wrong += there
    tap.ok(not wrong, f"{name}: quotations stand in the specifications",
           "\n".join([*wrong, *REMEDY.splitlines()]))
    tap.ok(len(found) >= fewest, f"{name}: there are {fewest} quotations or more",
           f"{len(found)} found")
    return found


def data(kind):
    for path in sorted(ROOT.glob("vectors/*/*.json")):
        value = json.loads(path.read_text())
        if value.get("format") == kind:
            yield path.relative_to(ROOT), value


def without_space(text):
    return re.sub(r"\s", "", text)


def check_examples(tap, specs):
    """A vector with the flag `example` asks for what its document prints."""
    count, wrong = 0, []
    for path, value in data("uriproof-vectors"):
        names = next(names for names in SPEC_OF.values() if names[0] == value["dialect"])
        texts = [without_space(way) for name in names for way in specs[name]]
        for vector in value["vectors"]:
            if "example" not in vector["flags"]:
                continue
            for key in ("uri", "other", "base", "ref", "text"):
                if key in vector:
                    count += 1
                    if not any(without_space(vector[key]) in text for text in texts):
                        wrong.append(f"{path}: {vector['id']}: not printed: {vector[key]}")
    tap.ok(not wrong, "what has the flag example is printed in its document",
           "\n".join([*wrong, "Take the flag away, or correct the text."]))
    tap.ok(count >= FEWEST_EXAMPLES, f"there are {FEWEST_EXAMPLES} examples or more", count)


@functools.cache
def rule_texts(document):
    """Where a grammar rule is looked for: without the comments of ABNF."""
    raw = (SPECS / (SPEC_OF[document][0] + ".txt")).read_text()
    return printed(re.sub(r"(?m) ; .*$", "", raw) if document == "RFC 3986" else raw)


def rule_is_printed(rule, document):
    if document != "draft-www-uri-00":
        return is_printed(rule, rule_texts(document))
    # What the copy has made of the draft: docs/errata.md and vectors/grammar say the same.
    lost = str.maketrans({"|": "j", "_": None, "{": "f", "}": "g"})
    texts = [without_space(way).replace("[punctuation]", "punctuation")
             for way in rule_texts(document)]
    return any(without_space(rule).translate(lost) in text for text in texts)


def check_rules(tap):
    """A clause's grammar rule is printed in the document that the clause names."""
    count, wrong = 0, []
    for path, value in data("uriproof-clauses"):
        for clause in value["clauses"]:
            if "production" in clause and "rule" not in clause:
                wrong.append(f"{path}: {clause['id']}: a production without its rule")
            if "rule" in clause:
                count += 1
                if not rule_is_printed(clause["rule"], clause["document"]):
                    wrong.append(f"{path}: {clause['id']}: not printed: {clause['rule']}")
    tap.ok(not wrong, "each grammar rule is printed in its document",
           "\n".join([*wrong, "Write the rule as it is printed, its lines joined by one blank."]))
    tap.ok(count >= FEWEST_RULES, f"there are {FEWEST_RULES} rules or more", count)
    for rule, document, good in [
            ("path    void | xpalphas [ / path ]", "RFC 1630", True),
            ("path    void | xpalpha [ / path ]", "RFC 1630", False),
            ("extra    ! | * | \" | ' | ( | ) | : | ; | , | space", "draft-www-uri-00", True),
            ("extra    ! | * | \" | ' | ( | ) | : | ; | space", "draft-www-uri-00", False),
            ('dec-octet = DIGIT / %x31-39 DIGIT / "1" 2DIGIT', "RFC 3986", True),
            ('dec-octet = DIGIT / %x30-39 DIGIT / "1" 2DIGIT', "RFC 3986", False)]:
        tap.ok(good == rule_is_printed(rule, document),
               ("taken: " if good else "found: ") + rule)


def page_of(section, lines):
    """The page of RFC 1630 on which a section begins; `A, B` is the heading B below A."""
    page, headings = 1, [section] if section in map(str.strip, lines) else section.split(", ")
    for line in lines:
        page += bool(re.search(r"\[Page \d+\]$", line))
        if line.strip() == headings[0]:
            headings = headings[1:]
            if not headings:
                return page
    return None


def terms_of(source):
    """The anchors of each term that the URL Standard defines. Bikeshed makes those that are absent.
    """
    anchors = {}
    for attributes, words in re.findall(r"<dfn([^>]*)>(.*?)</dfn>", source, re.S):
        given = dict((name, quoted or bare) for name, quoted, bare in
                     re.findall(r'([a-z-]+)=(?:"([^"]*)"|(\S+))', attributes))
        names = [one_space(without_markup(words))]
        names = given.get("lt", names[0]).split("|") + names + given.get("local-lt", "").split("|")
        made = re.sub(r"[^a-z0-9-]+", "-", names[0].lower().replace("'", ""))
        for name in names:
            anchors.setdefault(name, set()).add(given.get("id", made))
    return anchors


def check_terms(tap):
    """Each section of the URL Standard is a term of it, and its link leads to that term."""
    terms, count, wrong = terms_of((SPECS / "whatwg-url.bs").read_text()), 0, []
    for path, value in data("uriproof-clauses"):
        for entry in value["sections"]:
            if entry["document"] == "URL Standard":
                count += 1
                found = terms.get(entry["section"], set())
                if entry["link"] not in {"https://url.spec.whatwg.org/#" + one for one in found}:
                    wrong.append(f"{path}: {entry['section']}: its anchor is one of {found}")
    tap.ok(not wrong, "each link to the URL Standard leads to its term", "\n".join(wrong))
    tap.ok(count >= FEWEST_TERMS, f"there are {FEWEST_TERMS} links to terms or more", count)


def check_links(tap):
    """Each section of the table is in its document; a link with a page leads to the right one."""
    lines = (SPECS / "rfc1630.txt").read_text().split("\n")
    pages, wrong = 0, []
    for path, value in data("uriproof-clauses"):
        for entry in value["sections"]:
            section, number = entry["section"], re.search(r"#page-(\d+)$", entry["link"])
            if number:
                pages += 1
                if page_of(section, lines) != int(number[1]):
                    wrong.append(f"{path}: {section}: is on page {page_of(section, lines)}")
            elif entry["document"] == "RFC 3986":
                heading = re.sub("^([0-9.]+)$", r"\1.", section)
                anchor = re.sub("^Appendix ", "appendix-", re.sub(r"^(\d)", r"section-\1", section))
                if not any(line.startswith(heading + " ") or line.startswith(heading + ".")
                           for line in (SPECS / "rfc3986.txt").read_text().split("\n")):
                    wrong.append(f"{path}: no section {section}")
                if not entry["link"].endswith("#" + anchor):
                    wrong.append(f"{path}: {section}: its anchor is {anchor}")
    tap.ok(not wrong, "each link leads to its section", "\n".join(wrong))
    tap.ok(pages >= FEWEST_PAGES, f"there are {FEWEST_PAGES} links to pages or more", pages)


def check_itself(tap, specs):
    """The test finds what is wrong, and only that."""
    cases = [
        ("sample.md", 'It says "the first element is the name of the scheme".', True),
        ("sample.md", 'It says "the first\nelement is the name".', True),
        ("sample.md", 'It says "the first element ... separated from the rest".', True),
        ("sample.md", 'It says "separated from the rest ... the first element is the name of".',
         False),
        ("sample.md", 'It says "The first element is the name of the scheme".', False),
        ("sample.md", 'It says "the first element is the title of the scheme".', False),
        ("sample.md", 'It says "the first element is the na".', False),
        ("sample.md", 'It says "A void host field is equivalent to "localhost"".', True),
        ("sample.md", 'It says "A void host field is equivalent to "remotehost"".', False),
        ("sample.md", 'It says "Remove all ASCII tab or newline from input".', True),
        ("sample.md", 'It says "Remove all ASCII tab or space from input".', False),
        ("sample.md", "| `a` | \"alpha \\| digit \\| safe\" |", True),
        ("sample.md", 'The code `puts("said by nobody")`\n\n    "nor here"\n', True),
        ("sample.c", '/* "the first element is\n * the name of the scheme" */', True),
        ("sample.c", '/* "the first element is\n * the title of the scheme" */', False),
        ("sample.c", 'f();\n    /* "the first element is\n     * the name" */', True),
        ("sample.c", 'puts("said by nobody"); /* `no "quotation"` */', True),
        ("sample.md", 'A mark "without its pair.', False),
        ("sample.c", '/* "the first element is */', False),
    ]
    with tempfile.TemporaryDirectory() as folder:
        for name, text, good in cases:
            path = pathlib.Path(folder) / name
            path.write_text(text)
            wrong = check_file(path, specs)[1]
            tap.ok(good == (not wrong), ("taken: " if good else "found: ") + one_space(text), wrong)


def main():
    if not SPECS.is_dir():
        print("1..0 # SKIP ../shared/spec is absent, so nothing says what is printed")
        return 0
    tap = Tap()
    specs = load_specs()
    check_itself(tap, specs)
    found = check_files(tap, "docs", [ROOT / name for name in DOCS], FEWEST_QUOTATIONS["docs"],
                        specs)
    sources = sorted(p for p in (ROOT / "reference").rglob("*.[ch]"))
    found += check_files(tap, "reference", sources, FEWEST_QUOTATIONS["reference"], specs)
    long = sum(len(quotation.split()) >= 4 for quotation in found)
    tap.ok(long >= FEWEST_LONG, f"{FEWEST_LONG} or more have at least four words", long)
    check_examples(tap, specs)
    check_rules(tap)
    check_links(tap)
    check_terms(tap)
    return tap.end()


sys.exit(main())
