#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Each JSON file against its schema, and broken ones that the schema must reject (TAP 13).

A file names its format, "uriproof-vectors"; the schema is vectors.schema.json in vectors/schema or
harness/schema. Results files are made on the spot. This is Debian's Python, which has Debian's
python3-jsonschema. URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import copy
import functools
import glob
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
REFUSER = ["--", "python3", os.path.join(HERE, "golden", "refuser.py")]

try:
    import jsonschema
except ImportError:
    print("TAP version 13\n1..0 # SKIP no validator (apt-get install python3-jsonschema)")
    sys.exit(0)


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def validators():
    """By format."""
    found = {}
    for path in sorted(glob.glob(os.path.join(ROOT, "*", "schema", "*.schema.json"))):
        schema = load(path)
        jsonschema.Draft7Validator.check_schema(schema)
        name = os.path.basename(path)[:-len(".schema.json")]
        found["uriproof-" + name] = jsonschema.Draft7Validator(schema)
    return found


def faults_of(known, document):
    validator = known.get(document.get("format"))
    if validator is None:
        return "no schema for the format %r" % document.get("format")
    return "\n".join("%s: %s" % ("/".join(map(str, error.absolute_path)), error.message)
                     for error in validator.iter_errors(document))


def check_files(tap, known):
    paths = [path for path in glob.glob(os.path.join(ROOT, "vectors", "**", "*.json"),
                                        recursive=True)
             if os.sep + "schema" + os.sep not in path]
    paths += glob.glob(os.path.join(ROOT, "harness", "adapters", "*", "*.json"))
    paths += glob.glob(os.path.join(ROOT, "harness", "adapters", "*", "profiles", "*.json"))
    paths.append(os.path.join(ROOT, "reports", "tests", "campaign.json"))
    seen = set()
    for path in sorted(paths):
        document = load(path)
        seen.add(document.get("format"))
        faults = faults_of(known, document)
        tap.ok(not faults, os.path.relpath(path, ROOT), faults)
    wanted = {"uriproof-vectors", "uriproof-clauses", "uriproof-flags", "uriproof-adapter",
              "uriproof-campaign", "uriproof-profile"}
    tap.ok(wanted <= seen, "there are files of each format", wanted - seen)


def results_of(*arguments):
    done = subprocess.run([PROGRAM, "test", "--level", "clauses", "--report", "json", *arguments],
                          capture_output=True, check=False)
    return json.loads(done.stdout)


def check_results(tap, known):
    for name, arguments in (("of the reference", ["reference"]),
                            ("of the refuser", REFUSER),
                            ("of a reading", ["--reading", "dot-scope=after-authority",
                                              "reference"])):
        faults = faults_of(known, results_of(*arguments))
        tap.ok(not faults, "results " + name, faults)
    for name, arguments in (("of the reference", ["reference"]), ("of the refuser", REFUSER)):
        results = results_of("--level", "complete", "--select", "complete-url-tn*", "--select",
                             "resolve-last-part-self-*", *arguments)
        faults = faults_of(known, results)
        tap.ok(not faults, "results %s for generated vectors" % name, faults)
        groups = {group["op"] for group in results["groups"]}
        tap.ok({"url", "resolve"} <= groups, "which they are", groups)
    ready = subprocess.run([PROGRAM, "adapters", "--names"], capture_output=True, check=True,
                           encoding="ascii").stdout.split()
    faults = faults_of(known, results_of(*ready))
    tap.ok(not faults, "results of all adapters: " + " ".join(ready), faults)


def comparison_of(old, new):
    done = subprocess.run([PROGRAM, "compare", "--json"] +
                          [os.path.join(HERE, "golden", "compare", name) for name in (old, new)],
                          capture_output=True, check=False)
    return json.loads(done.stdout)


def check_comparisons(tap, known):
    for old, new in (("old.json", "new.json"), ("old.json", "old.json"), ("new.json", "old.json"),
                     ("hostile-old.json", "hostile-new.json")):
        faults = faults_of(known, comparison_of(old, new))
        tap.ok(not faults, "comparison of %s and %s" % (old, new), faults)


UNLIKE = os.path.join(ROOT, "harness", "adapters", "c", "profiles", "uriparser.json")
PANEL = [word for name in ("last", "first", "dies") for word in
         ("--adapter", "%s=exec python3 %s %s" % (name, os.path.join(HERE, "panel", "parser.py"),
                                                  name))]


@functools.lru_cache(maxsize=None)
def asked():
    lines = b""
    for through in ([], ["--through", "last"]):
        lines += subprocess.run([PROGRAM, "ask", "--json", *through, *PANEL, "http://a@b@c/x", "a"],
                                capture_output=True, check=False).stdout
    return [json.loads(line) for line in lines.splitlines()]


@functools.lru_cache(maxsize=None)
def diff_of_texts():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "diff.json")
        subprocess.run([PROGRAM, "diff", *PANEL, "--json", path, "-"], check=False,
                       stdout=subprocess.DEVNULL, input=b"http://a@b@c/\nhttp://\xff/\nx\n")
        return load(path)


@functools.lru_cache(maxsize=None)
def findings_of_texts():
    panel = PANEL + ["--adapter", "rewrites=exec python3 %s rewrites" % PANEL[1].split()[2]]
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "store")
        for words in (["diff", "--store", store, *panel, "-"],
                      ["diff", "--store", store, "--by", "host", *panel, "-"]):
            subprocess.run([PROGRAM, *words], check=False, stdout=subprocess.DEVNULL,
                           input=b"http://a@b@c/\nhttp://\xff/\nx\nhttp://1/\n")
        done = subprocess.run([PROGRAM, "findings", "export", "--store", store], check=True,
                              capture_output=True)
        return json.loads(done.stdout)


@functools.lru_cache(maxsize=None)
def pair_of(*names):
    """What pair wrote, and the store that it filled."""
    parsers = PANEL + ["--adapter", "moves=exec python3 %s moves" % PANEL[1].split()[2]]
    used = [word for number in range(0, len(parsers), 2) for word in parsers[number:number + 2]
            if parsers[number + 1].split("=")[0] in names]
    with tempfile.TemporaryDirectory() as folder:
        path, store = os.path.join(folder, "pair.json"), os.path.join(folder, "store")
        for seconds in (1, 4, 16, 64):  # a slow machine has more time
            subprocess.run([PROGRAM, "pair", *used, "--json", path, "--store", store, "--by",
                            "host", "--by", "path", "--time", f"{seconds}s", *names],
                           check=False, stdout=subprocess.DEVNULL)
            found = load(path)["findings"]
            if "dies" in names or (found and all(one["confirmed"] for one in found)):
                break
        done = subprocess.run([PROGRAM, "findings", "export", "--store", store], check=True,
                              capture_output=True)
        return load(path), json.loads(done.stdout)


def named_by_deviations():
    """What ask, diff, pair and a store write of a parser whose deviations are known."""
    serve = "exec python3 -S " + os.path.join(ROOT, "scripts", "recovery", "serve.py")
    parsers = [word for name in ("last", "first") for word in
               ("--adapter", f"{name}={serve} userinfo.at={name}")]
    written = []
    with tempfile.TemporaryDirectory() as folder:
        kept, path, store = (os.path.join(folder, name) for name in ("kept", "json", "store"))
        subprocess.run([PROGRAM, "profile", "--out", kept, *parsers], check=False,
                       stdout=subprocess.DEVNULL)
        both = ["--profile", kept, *parsers]
        done = subprocess.run([PROGRAM, "ask", "--json", *both, "http://a@b@c/"], check=False,
                              capture_output=True)
        written.append(json.loads(done.stdout))
        for words in (["diff", "--chains", *both, "--json", path, "--store", store, "-"],
                      ["pair", "--time", "1s", "--json", path, "--store", store, *both, "last",
                       "first"]):
            subprocess.run([PROGRAM, *words], check=False, stdout=subprocess.DEVNULL,
                           input=b"http://a@b@c/\n")
            written.append(load(path))
        done = subprocess.run([PROGRAM, "findings", "export", "--store", store], check=True,
                              capture_output=True)
        return written + [json.loads(done.stdout)]


def statements_of(*arguments):
    """What all specifications say of a question."""
    op, *texts = arguments
    done = subprocess.run([PROGRAM, op, "--json", *texts], capture_output=True, check=False)
    return json.loads(done.stdout)


def check_statements(tap, known):
    """Each operation on texts that some or all accept, reject or leave open, and on any octets."""
    for texts in (("http://u:p@h:1/a?b#c", "http://h/%61"), ("URL:http://h/", "URL:HTTP://h/"),
                  ("a b", "1a:b"), ("x:a/b", "///c"), ("", ""), ("--hex", "00", "783aff"),
                  ("unheard:of", "[")):
        for op in ("parse", "resolve", "normalize", "equivalent", "decode", "encode", "url"):
            used = texts if op in ("resolve", "equivalent") else texts[:1 + (texts[0] == "--hex")]
            found = statements_of(op, *used)
            faults = faults_of(known, found)
            named = [one["dialect"] for group in found["groups"] for one in group["specifications"]]
            tap.ok(not faults and found["op"] == op and len(set(named)) == len(named) == 5,
                   "statements: %s %s" % (op, used), (faults, named))


def check_deviations(tap, known):
    for document in named_by_deviations():
        faults = faults_of(known, document)
        tap.ok(not faults and "userinfo.at=" in str(document),
               "%s has a deviation" % document.get("format", "ask"), faults)


def check_asked(tap, known):
    for number, document in enumerate(asked()):
        faults = faults_of(known, document)
        tap.ok(not faults, "what was asked, %d" % number, faults)
    faults = faults_of(known, diff_of_texts())
    tap.ok(not faults, "a diff", faults)
    found = copy.deepcopy(findings_of_texts())
    faults = faults_of(known, found)
    tap.ok(not faults and "declared" in str(found["findings"]) and len(found["sources"]) == 2,
           "findings", faults)
    by_the_text = {"id": "1/resolve/host/by-the-text/rfc3986.syntax.no-double-slash/slash",
                   "risk": "by-the-text", "weakness": "CWE-436"}
    found["findings"][0]["classes"].append(by_the_text)
    faults = faults_of(known, found)
    tap.ok(not faults, "an example shows what is by the text beside a finding", faults)
    check_broken(tap, known["uriproof-findings"], "findings", found, [
        ("a finding that is by the text", ("findings", 0, "id"),
         by_the_text["id"]),
        ("another risk", ("findings", 0, "risk"), "boredom")])
    for names in (("moves", "last"), ("last", "dies")):
        for document, what in zip(pair_of(*names), ("a pair", "the store of a pair")):
            faults = faults_of(known, document)
            tap.ok(not faults, "%s: %s and %s" % (what, *names), faults)


SEED = os.path.join(ROOT, "fuzz", "seeds", "files", "profile")


def profiles():
    """What was measured of two parsers, read and written again."""
    done = subprocess.run([PROGRAM, "profile", "--json", SEED, UNLIKE], check=False,
                          capture_output=True)
    return json.loads(done.stdout)


def campaign():
    """The record of a folder in which two campaigns ran: over parsers, and with an engine that
    crashes as it reads a text."""
    engine = os.path.join(HERE, "campaign", "engine.py")
    parsers = [word for word in PANEL if word != "--adapter"]
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "c", "corpus"))
        with open(os.path.join(folder, "c", "corpus", "bad"), "w", encoding="ascii") as file:
            file.write("bad")
        for words in (["--texts", "60", *parsers], ["--time", "2s", "--target", engine]):
            subprocess.run([PROGRAM, "fuzz", "--corpus", "c", *words], check=False, cwd=folder,
                           env={**os.environ, "FAKE": "reads", "FAKE_PARSERS": ""},
                           capture_output=True)
        return load(os.path.join(folder, "c", "campaign.json"))


def check_campaign(tap, known):
    record = campaign()
    faults = faults_of(known, record)
    tap.ok(not faults, "the record of a campaign", faults)
    first, second = record["runs"]
    tap.ok(first["findings"] and second["engines"] and len(second["crashes"]) == 1,
           "which has findings, an engine and a crash", record)
    check_broken(tap, known["uriproof-campaign"], "a campaign", record, BROKEN_CAMPAIGNS)


GONE = object()

# What is broken, where, and into what.
VECTOR = ("vectors", 0)
BROKEN = {
    "vectors/rfc1630/path.json": [
        ("a format of another", ("format",), "uriproof-clauses"),
        ("another version", ("version",), 2),
        ("no dialect", ("dialect",), GONE),
        ("a dialect of void text", ("dialect",), ""),
        ("an unknown key", ("colour",), 1),
        ("vectors that are none", ("vectors",), {}),
        ("an unknown key of a vector", VECTOR + ("comment",), ""),
        ("a rejection that says not where", VECTOR + ("expect",), {"status": "rejected"}),
        ("a vector without about", VECTOR + ("about",), GONE),
        ("a vector without clauses", VECTOR + ("obeys",), GONE),
        ("a vector without origin", VECTOR + ("origin",), GONE),
        ("a campaign without its seed", VECTOR + ("campaign",),
         {"class": "1/parse/host/text/rfc3986.bnf.host/letter", "engine": "none",
          "date": "2026-11-23"}),
        ("a vector without flags", VECTOR + ("flags",), GONE),
        ("a vector without expect", VECTOR + ("expect",), GONE),
        ("an id of other characters", VECTOR + ("id",), "A b"),
        ("an id that ends in a hyphen", VECTOR + ("id",), "a-"),
        ("an unknown operation", VECTOR + ("op",), "divine"),
        ("no text", VECTOR + ("uri",), GONE),
        ("both forms of a text", VECTOR + ("uri_hex",), "00"),
        ("text that is not printable", VECTOR + ("uri",), "\u00e9"),
        ("text of another operation", VECTOR + ("ref",), "a"),
        ("an answer without status", VECTOR + ("expect", "status"), GONE),
        ("an answer that is unsupported", VECTOR + ("expect",), {"status": "unsupported"}),
        ("an answer with words", VECTOR + ("expect",),
         {"status": "rejected", "production": "path", "offset": 1, "error": "x"}),
        ("an offset that is not whole", VECTOR + ("expect",),
         {"status": "rejected", "production": "path", "offset": 1.5}),
        ("an offset before the text", VECTOR + ("expect",),
         {"status": "rejected", "production": "path", "offset": -1}),
        ("an acceptance without parts", VECTOR + ("expect",), {"status": "accepted"}),
        ("a part that is none", VECTOR + ("expect",),
         {"status": "accepted", "generic": {"host": "h"}}),
        ("upper-case hexadecimal", VECTOR + ("expect",),
         {"status": "accepted", "generic": {"path_hex": "FF"}}),
        ("half an octet", VECTOR + ("expect",),
         {"status": "accepted", "generic": {"path_hex": "0"}}),
        ("a void hexadecimal form", VECTOR + ("expect",),
         {"status": "accepted", "generic": {"path_hex": ""}}),
        ("a clause twice", VECTOR + ("obeys",), ["rfc1630.bnf.path", "rfc1630.bnf.path"]),
        ("a void list of readings", VECTOR + ("readings",), []),
        ("a reading without set", VECTOR + ("readings",),
         [{"expect": {"status": "accepted", "generic": {"path": ""}}}]),
        ("a reading that sets nothing", VECTOR + ("readings",),
         [{"set": {}, "expect": {"status": "accepted", "generic": {"path": ""}}}]),
    ],
    "vectors/rfc1630/clauses.json": [
        ("an unknown key", ("clauses", 0, "colour"), 1),
        ("a rule that is none", ("clauses", 0, "rule"), 1),
        ("a production without its rule", ("clauses", 0, "production"), "path"),
        ("no sections", ("sections",), GONE),
        ("a section without link", ("sections", 0, "link"), GONE),
        ("a link that is no address", ("sections", 0, "link"), "page 5"),
        ("a clause without section", ("clauses", 0, "section"), GONE),
        ("a clause without paraphrase", ("clauses", 0, "paraphrase"), GONE),
        ("an id of one word", ("clauses", 0, "id"), "path"),
        ("tokens that are none", ("clauses", 0, "tokens"), [7]),
        ("no clauses", ("clauses",), GONE),
    ],
    "vectors/flags.json": [
        ("an unknown key", ("flags", 0, "colour"), 1),
        ("a flag without note", ("flags", 0, "note"), GONE),
        ("a flag without effect", ("flags", 0, "effect"), GONE),
        ("a flag without id", ("flags", 0, "id"), GONE),
        ("another version", ("version",), "1"),
    ],
    "harness/adapters/reference/reference.json": [
        ("an unknown key", ("colour",), 1),
        ("a name of two words", ("name",), "a b"),
        ("no command", ("command",), GONE),
        ("a void command", ("command",), []),
        ("void text in its command", ("command", 1), ""),
        ("an unknown placeholder", ("command", 0), "{home}/x"),
        ("{readings} within a word", ("command", 1), "-r{readings}"),
        ("no dialect", ("dialects",), []),
        ("a line break in its about", ("about",), "a\nb"),
        ("a home that is not of https", ("home",), "http://x.invalid/"),
        ("a tracker that has more than a link", ("tracker",), "https://x.invalid/ (new)"),
    ],
}

CASE = ("cases", 0)
GROUP = ("groups", 0)
BROKEN_RESULTS = [
    ("an unknown key", ("colour",), 1),
    ("another version", ("version",), 2),
    ("no word on being partial", ("partial",), GONE),
    ("no word on a baseline", ("baseline",), GONE),
    ("an unknown level", ("level",), "all"),
    ("patterns without a level", ("level",), GONE),
    ("an empty pattern", ("select",), [""]),
    ("a home of another scheme", ("adapters", 0, "home"), "javascript:x"),
    ("a tracker of nowhere", ("adapters", 0, "tracker"), "https://"),
    ("an unknown outcome", CASE + ("fine",), [0]),
    ("an outcome of nobody", CASE + ("strict",), []),
    ("an unknown key of a result", CASE + ("strict",), [[None, 0, None, 0, None, None, 0]]),
    ("a result without its adapters", CASE + ("strict",), [[None]]),
    ("an adapter without a number", CASE + ("strict",), ["reference"]),
    ("an adapter with a number below 0", CASE + ("strict",), [-1]),
    ("an adapter twice", CASE + ("strict",), [[None, [1, 1]]]),
    ("a detail that has no number", CASE + ("strict",), [[None, 0, None, "why"]]),
    ("an answer that is none", CASE + ("strict",), [[7, 0]]),
    ("an answer with an unknown key", CASE + ("strict",), [[{"colour": 1}, 0]]),
    ("an answer in upper-case hexadecimal", CASE + ("strict",), [[[{"hex": "FF"}], 0]]),
    ("an answer with a text in both forms", CASE + ("strict",),
     [[{"components": {"path": "a", "path_hex": "61"}}, 0]]),
    ("an answer with a part in no form", CASE + ("strict",), [[[{"path": "a"}], 0]]),
    ("an answer of too many parts", CASE + ("differ",), [[["a"] * 10, 0]]),
    ("an answer of too many generic parts", CASE + ("differ",), [[[["a"] * 5], 0]]),
    ("half a hash of an answer", CASE + ("agree",), [["0123456", 0]]),
    ("a word of a baseline that has no number", CASE + ("strict",),
     [[None, 0, None, None, "new-failure"]]),
    ("a dialect without document", ("dialects", 0, "document"), GONE),
    ("an unknown key of a dialect", ("dialects", 0, "date"), "1994"),
    ("letters on being right that have no number", CASE + ("strict",), [[None, 0, "rwan"]]),
    ("a class that has no number", CASE + ("strict",), [[None, 0, [0, "1/parse"]]]),
    ("a class alone", CASE + ("strict",), [[None, 0, [0]]]),
    ("more than class and deviations", CASE + ("strict",), [[None, 0, [0, 0, 0, 0]]]),
    ("a word that is no text", ("words",), [1]),
    ("an empty word", ("words",), [""]),
    ("no words", ("words",), GONE),
    ("a case that asks nothing", CASE + ("ask",), GONE),
    ("a case without its text", CASE + ("ask", "uri"), GONE),
    ("a case of another operation", CASE + ("op",), "resolve"),
    ("a text of another operation", CASE + ("ask", "base"), "a"),
    ("a text in both forms", CASE + ("ask", "uri_hex"), "61"),
    ("a case without what is expected", CASE + ("expect",), GONE),
    ("what is expected of another operation", CASE + ("expect",), {"equal": True}),
    ("an adapter without version", ("adapters", 0, "version"), GONE),
    ("an adapter without operations", ("adapters", 0, "ops"), GONE),
    ("an adapter with an unknown operation", ("adapters", 0, "ops"), ["divine"]),
    ("no groups", ("groups",), GONE),
    ("a group without its count", GROUP + ("counted",), GONE),
    ("a group that counts less than nothing", GROUP + ("counted",), -1),
    ("a group without questions", GROUP + ("questions",), GONE),
    ("a group with half a hash", GROUP + ("questions",), "0123456"),
    ("answers that agree without adapters", GROUP + ("agree",), [["0123456789abcdef"]]),
    ("a case of a group without its text", GROUP + ("cases",),
     [{"id": "1", "ask": {}, "expect": {}}]),
    ("a case of a group with its own operation", GROUP + ("cases",),
     [{"id": "1", "ask": {"uri": "a"}, "op": "parse", "expect": {}}]),
    ("a case of a group with another's text", GROUP + ("cases",),
     [{"id": "1", "ask": {"base": "a", "ref": "b"}, "expect": {}}]),
]

CHANGE = ("adapters", 1, "changes", 0)
BROKEN_COMPARISONS = [
    ("an unknown key", ("colour",), 1),
    ("another version", ("version",), 1),
    ("no word on being worse", ("worse",), GONE),
    ("a count that is none", ("counts", "regression"), -1),
    ("an unknown count", ("counts", "better"), 1),
    ("a count gone", ("counts", "lost"), GONE),
    ("an adapter without its old version", ("adapters", 0, "old_version"), GONE),
    ("an unknown change", CHANGE + ("change",), "none"),
    ("an unknown outcome", CHANGE + ("old",), "fine"),
    ("a change of no case", CHANGE + ("case",), GONE),
    ("vectors gone that have no name", ("vectors_gone",), [1]),
    ("no groups gone", ("groups_gone",), GONE),
    ("a number of changed groups that is none", ("groups_changed",), "1"),
    ("groups of an adapter", ("adapters", 0, "groups_changed"), []),
]

BROKEN_ASKED = [
    ("an unknown key", ("colour",), 1),
    ("another version", ("version",), 2),
    ("an unknown operation", ("op",), "divine"),
    ("a group of nobody", ("groups", 0, "parsers"), []),
    ("an answer without status", ("groups", 0, "answer", "status"), GONE),
    ("an answer with words for people", ("groups", 0, "answer", "error"), "no"),
    ("an answer and an outcome", ("groups", 0, "outcome"), "crash"),
    ("an unknown correctness", ("groups", 0, "by_dialect", "rfc3986"), "fine"),
    ("an id of another version", ("classes", 0, "id"), "0/parse/host/text/none/letter"),
    ("an unknown risk", ("classes", 0, "risk"), "fun"),
]
BROKEN_FINDINGS = [
    ("no sources", ("sources",), GONE),
    ("a source of no command", ("sources", 0, "command"), GONE),
    ("a source of no parsers", ("sources", 0, "parsers"), GONE),
    ("a time in another form", ("sources", 0, "first_seen"), "yesterday"),
    ("an unknown state", ("findings", 0, "state"), "great"),
    ("an empty note", ("findings", 0, "note"), ""),
    ("no text", ("findings", 0, "texts"), 0),
    ("no example", ("findings", 0, "example"), GONE),
    ("seen nowhere", ("findings", 0, "seen"), []),
    ("a finding of the specification", ("findings", 0, "by_the_text"), True),
]
BROKEN_DIFFS = [
    ("an unknown key", ("colour",), 1),
    ("no word on being partial", ("partial",), GONE),
    ("a class that no text shows", ("classes", 0, "texts"), 0),
    ("a class without its example", ("classes", 0, "example"), GONE),
    ("a parser without its name", ("parsers", 0, "name"), GONE),
]


PROFILE = ("profiles", 0)
BROKEN_PROFILES = [
    ("an unknown key", ("colour",), 1),
    ("another version", ("version",), 2),
    ("a parser without a name", PROFILE + ("parser",), ""),
    ("another specification", PROFILE + ("specification",), "rfc2396"),
    ("half a digest", PROFILE + ("digest",), "0123456"),
    ("no interval", PROFILE + ("unseen", "interval"), GONE),
    ("half an interval", PROFILE + ("unseen", "differing", "interval"), [1]),
    ("a deviation without a value", PROFILE + ("deviations", 0, "value"), GONE),
    ("a deviation without an example", PROFILE + ("deviations", 0, "example"), GONE),
    ("a deviation that no answer needs", PROFILE + ("deviations", 0, "needed"), 0),
    ("a deviation that holds nowhere", PROFILE + ("deviations", 0, "in"), []),
    ("a deviation of an unknown kind of scheme", PROFILE + ("deviations", 0, "in"),
     ["parse https"]),
    ("an unknown risk", PROFILE + ("deviations", 0, "risk"), "boredom"),
    ("a value and octets", PROFILE + ("deviations", 1, "value"), "first"),
    ("octets that are none", PROFILE + ("deviations", 1, "less"), "2B"),
    ("an unknown kind of what is not explained", PROFILE + ("not_explained", 0, "kind"), "odd"),
    ("a group of no answer", PROFILE + ("not_explained", 0, "answers"), 0),
    ("a question of no operation", PROFILE + ("unstable", 0, "op"), GONE),
    ("a fault that is none", PROFILE + ("no_answer", 0, "outcome"), "agree"),
    ("a trait that is no id", PROFILE + ("not_measured", 0), "nul"),
    ("a change of nothing", PROFILE + ("profile", 0, "value"), GONE),
]

BROKEN_STATEMENTS = [
    ("an unknown key", ("colour",), 1),
    ("no groups", ("groups",), []),
    ("a group of none", ("groups", 0, "specifications"), []),
    ("a specification without its answer", ("groups", 0, "specifications", 0, "answer"), GONE),
    ("an unknown status", ("groups", 0, "specifications", 0, "answer", "status"), "fine"),
    ("no fault", ("groups", 1, "specifications", 0, "answer", "fault"), GONE),
    ("a fault of what is accepted", ("groups", 1, "specifications", 0, "answer", "status"),
     "accepted"),
    ("a fault without its clause", ("groups", 1, "specifications", 0, "answer", "fault", "clause"),
     GONE),
    ("a place of no text", ("groups", 1, "specifications", 0, "answer", "fault", "text"), GONE),
]


BROKEN_PAIRS = [
    ("an unknown key", ("colour",), 1),
    ("no seed", ("seed",), GONE),
    ("a checker without its name", ("checker", "name"), GONE),
    ("an unknown stage", ("stages", 0, "stage"), "random"),
    ("a finding in no way", ("findings", 0, "way"), GONE),
    ("a finding without its text", ("findings", 0, "uri"), GONE),
    ("what was confirmed, and nobody sees", ("findings", 0, "checker"), GONE),
    ("an answer that rejects", ("findings", 0, "fetcher", "status"), "rejected"),
]


BROKEN_CAMPAIGNS = [
    ("an unknown key", ("colour",), 1),
    ("no run", ("runs",), []),
    ("a run without its command", ("runs", 0, "command"), GONE),
    ("another end", ("runs", 0, "ended_by"), "boredom"),
    ("a curve without its end", ("runs", 0, "curves", "parsers", "last_half"), GONE),
    ("a finding that is not known to be shown again", ("runs", 0, "findings", 0, "shown_again"),
     GONE),
    ("a confirmed finding without its example", ("runs", 0, "findings", 0),
     {"id": "1/parse/host/text/none/letter", "risk": "none", "texts": 1, "shown_again": True,
      "new": True, "seen": {"uri": "a"}}),
    ("a confirmed finding of which no one knows who sees what",
     ("runs", 0, "findings", 0, "sides"), GONE),
    ("a side without parsers", ("runs", 0, "findings", 0, "sides", 0, "parsers"), []),
    ("a class of an unknown kind", ("runs", 0, "findings", 0, "id"),
     "1/parse/host/by-text/none/letter"),
    ("a risk of no class", ("runs", 0, "findings", 0, "risk"), "boredom"),
    ("a build of a parser that the target does not have", ("runs", 0, "parsers", 0, "build"),
     "packaged"),
    ("an unknown engine", ("runs", 1, "engines", 0, "name"), "honggfuzz"),
    ("a crash with a deep stack", ("runs", 1, "crashes", 0, "frames"), ["a", "b", "c", "d"]),
]


def broken(document, path, value):
    changed = copy.deepcopy(document)
    inner = changed
    for step in path[:-1]:
        inner = inner[step]
    if value is GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return changed


def check_broken(tap, validator, name, document, table):
    first = validator.is_valid(document)
    for about, path, value in table:
        taken = validator.is_valid(broken(document, path, value))
        tap.ok(first and not taken, "%s is refused with %s" % (name, about))


def main():
    tap = Tap(lines=20, columns=300)
    known = validators()
    check_files(tap, known)
    check_results(tap, known)
    check_comparisons(tap, known)
    check_asked(tap, known)
    check_deviations(tap, known)
    check_statements(tap, known)
    for name, table in BROKEN.items():
        document = load(os.path.join(ROOT, name))
        for vector in document.get("vectors", [])[:1]:
            tap.ok(vector["op"] == "parse", name + " begins with a parse", vector)
        check_broken(tap, known[document["format"]], name, document, table)
    results = results_of("--level", "complete", "--select", "path-*",
                         "--select", "complete-?-path-*",
                         "reference")
    check_broken(tap, known["uriproof-results"], "results", results, BROKEN_RESULTS)
    check_broken(tap, known["uriproof-comparison"], "a comparison",
                 comparison_of("old.json", "new.json"), BROKEN_COMPARISONS)
    check_broken(tap, known["uriproof-ask"], "what was asked", asked()[0], BROKEN_ASKED)
    check_broken(tap, known["uriproof-statements"], "what all specifications say",
                 statements_of("resolve", "http://h/a", "1a:b"), BROKEN_STATEMENTS)
    check_broken(tap, known["uriproof-diff"], "a diff", diff_of_texts(), BROKEN_DIFFS)
    check_broken(tap, known["uriproof-findings"], "findings", findings_of_texts(), BROKEN_FINDINGS)
    check_broken(tap, known["uriproof-pair"], "a pair", pair_of("moves", "last")[0],
                 BROKEN_PAIRS)
    found = profiles()
    faults = faults_of(known, found)
    tap.ok(not faults and len(found["profiles"]) == 2, "profiles", faults)
    check_broken(tap, known["uriproof-profile"], "a profile", found, BROKEN_PROFILES)
    check_campaign(tap, known)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
