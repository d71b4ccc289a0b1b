#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests in the form of the web platform tests: `vectors import` and `vectors export` (TAP 13).

URIPROOF_BIN is the folder of uriproof; default build/release. The tests of the web platform tests
are in ../shared/data/wpt, beside the repository.
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
for place in ("vectors/tests", "scripts"):
    sys.path.insert(0, os.path.join(ROOT, place))

import results_file  # noqa: E402
from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
PUBLISHED = os.path.join(ROOT, "../shared/data/wpt/urltestdata.json")
LEFT_OUT = {"comment", "origin", "relativeTo", "searchParams"}  # of what a test has
GOOD = {"input": "http://h/", "base": None, "href": "http://h/"}
FORMAT = ("--format", "wpt")


def told(done):
    return f"exit {done.returncode}\n{done.stdout}\n{done.stderr}"


def run(folder, *words):
    return subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, check=False, cwd=folder)


def vectors(folder, *words):
    return run(folder, "vectors", *words)


def written(folder, text):
    """Writes a file of tests, and imports it."""
    if not isinstance(text, bytes):
        text = (text if isinstance(text, str) else json.dumps(text)).encode("ascii")
    with open(os.path.join(folder, "t.json"), "wb") as file:
        file.write(text)
    return vectors(folder, "import", *FORMAT, "--out", "made", "t.json")


def made(folder):
    with open(os.path.join(folder, "made/vectors.json"), encoding="ascii") as file:
        return json.load(file)["vectors"]


def asked(folder, place, *parser):
    """Asks a parser the vectors of a folder. Returns the run, and the results."""
    path = os.path.join(folder, "results.json")
    done = run(folder, "test", "--dialect", "whatwg-url", "--vectors", place, "--report",
               "json=" + path, *parser)
    with open(path, encoding="ascii") as file:
        return done, results_file.read(file.read())["adapters"][0]["results"]


def exported(done):
    return {(test["input"], test["base"]): test for test in json.loads(done.stdout)}


# ---- The published tests, and ours

def test_published(tap, folder):
    if not os.path.exists(PUBLISHED):
        tap.skip("the published tests", "../shared/data is absent")
        return
    test_import(tap, folder)
    test_round_trip(tap, folder)


def test_import(tap, folder):
    done = vectors(folder, "import", *FORMAT, "--out", "wpt", PUBLISHED)
    tap.ok(done.stdout == "wpt: 891 tests, 1241 vectors, 0 left out\n", "all are imported",
           told(done))
    done = vectors(folder, "lint", "wpt")
    tap.ok(done.returncode == 0, "the lint of vectors finds nothing in them", told(done))
    done, results = asked(folder, "wpt", "--exact", "reference")
    tap.ok(done.returncode == 0 and len(results) == 1241 and
           {one["outcome"] for one in results} == {"agree"}, "the reference passes all", told(done))
    done, results = asked(folder, "wpt", "node-url")
    failed = [one for one in results if one["outcome"] not in ("agree", "strict", "differ")]
    tap.ok(len(results) == 1241 and not failed, "node-url answers all", str(failed))
    wrong = [one["case"] for one in results if one["outcome"] != "agree"]
    tap.ok(len(wrong) < 62, "node-url is right in all but a twentieth", str(wrong))
    again = vectors(folder, "import", *FORMAT, "--out", "wpt", PUBLISHED)
    tap.ok(again.returncode == 0, "the folder is made anew", told(again))


def test_round_trip(tap, folder):
    with open(PUBLISHED, encoding="utf-8") as file:
        tests = [item for item in json.load(file) if isinstance(item, dict)]
    there = exported(vectors(folder, "export", *FORMAT, "--also", "wpt"))
    other = [test for test in tests if there.get((test["input"], test["base"])) !=
             {key: value for key, value in test.items() if key not in LEFT_OUT}]
    tap.ok(len(tests) == 891 and not other, "what is imported is exported as it was", str(other))
    done = vectors(folder, "export", *FORMAT)
    ours = exported(done)
    tap.ok(len(ours) > 800 and "vectors left out" in done.stderr, "our vectors are exported",
           told(done)[-300:])
    back = written(folder, done.stdout)
    asks = {vector["op"] for vector in made(folder)}
    tap.ok(f"made: {len(ours)} tests," in back.stdout and
           asks == {"parse", "normalize", "resolve"}, "they are imported again", told(back))
    done, _ = asked(folder, "made", "--exact", "reference")
    tap.ok(done.returncode == 0, "and the reference passes them", told(done))


# ---- What a test becomes

def question(vector):
    return {key: vector[key] for key in vector if key in ("op", "uri", "base", "ref")
            or key.endswith("_hex")}


def test_vectors(tap, folder):
    written(folder, ["A comment.", GOOD])
    parse, normalize = made(folder)
    tap.ok(question(parse) == {"op": "parse", "uri": "http://h/"} and parse["expect"] ==
           {"status": "accepted", "components": {"scheme": "http", "host": "h", "path": "/"}} and
           question(normalize) == {"op": "normalize", "uri": "http://h/"},
           "without a base: the parts, and the URL", str([parse, normalize]))
    written(folder, [{"input": "?q", "base": "x:/.//p", "href": "x:/.//p?q", "pathname": "//p"}])
    tap.ok([(question(one), one["expect"]) for one in made(folder)] ==
           [({"op": "resolve", "base": "x:/.//p", "ref": "?q"},
             {"status": "accepted", "uri": "x:/.//p?q"})], "with a base: the URL",
           str(made(folder)))
    written(folder, [{"input": "http://[", "base": None, "failure": True, "relativeTo": "any"}])
    failure, = made(folder)
    tap.ok(failure["op"] == "parse" and failure["expect"] == {"status": "rejected"} and
           failure["breaks"] == ["whatwg-url.wpt.urltestdata"], "a failure", str(failure))
    written(folder, '[{"input": "x:\\u0000\\u0001\\ud83d\\ude00\\\\u0000", "href": "x:"}]')
    tap.ok(made(folder)[0]["uri_hex"] == b"x:\0\1\xf0\x9f\x98\x80\\u0000".hex(),
           "NUL, U+0001 and a pair of surrogates", str(made(folder)[0]))
    first = made(folder)[0]["id"]
    written(folder, [GOOD, {"input": "x:\0\1\U0001f600\\u0000", "href": "x:"}])
    tap.ok(made(folder)[2]["id"] == first, "an id does not depend on where a test is", first)
    done = written(folder, '[{"input": "x:", "href": "x:"},\n\n{"input": "\\ud83d-\\ude00",\n'
                           '"href": "x:"}, {"input": "\\ude00", "failure": true}]')
    half = "left out: half a surrogate pair is no octets\n"
    tap.ok(done.stdout == f"t.json:3: [1]: {half}t.json:4: [2]: {half}"
                          "made: 3 tests, 2 vectors, 2 left out\n",
           "tests with half a pair are named and left out", told(done))


# ---- Faults

def with_members(**members):
    return [GOOD, {**GOOD, "input": "x", **members}]


FAULTS = (
    ("empty", "", "t.json:1:1: not JSON: it ends too soon"),
    ("not JSON", "[\n {]", "t.json:2:3: not JSON: expected a key"),
    ("a fault after a NUL", '["\\u0000\\ud800", x]', "t.json:1:18: not JSON: expected a value"),
    ("octets that are no UTF-8", b'["\xff"]', "t.json:1:3: not UTF-8"),
    ("a NUL in the text", b'["a\0"]', "t.json:1:4: a NUL"),
    ("half an escape", '["\\u00', "t.json:1:3: not JSON: \\u without four"),
    ("an escape that ends", '["\\', "t.json:1:4: not JSON: it ends too soon"),
    ("a key twice", '[{"input": "x", "input": 5}]', 't.json:1:17: the key "input" is there twice'),
    ("too deep", "[" * 100, "t.json:1:65: "),
    ("tests of setters", {"protocol": []}, "t.json: not an array of tests, as urltestdata.json is; "
                                           "tests of setters cannot be imported"),
    ("a number", "5", "t.json: not an array of tests"),
    ("no test", [], "t.json: has no test that can be imported"),
    ("only comments", ["a", "b"], "t.json: has no test that can be imported"),
    ("an item of another kind", '[\n"a",\n5]', "t.json:3: [1]: neither a test nor a comment"),
    ("no input", [{"base": None, "href": "x:"}], 't.json:1: [0]: the key "input" is missing'),
    ("no URL and no failure", [{"input": "x:"}], 't.json:1: [0]: the key "href" is missing'),
    ("an input of another kind", '[{\n"href": "x:",\n"input": 5}]', "t.json:3: [0].input: not a"),
    ("a base of another kind", with_members(base=[]), "[1].base: neither a string nor null"),
    ("a URL of another kind", with_members(href={}), "[1].href: not a string"),
    ("a URL without a scheme", with_members(href="//h/"), "[1].href: not a URL"),
    ("a failure that is none", with_members(failure=False), "[1].failure: not true"),
    ("both", with_members(failure=True), "[1].href: a URL, but there is a failure too"),
    ("a part of another kind", with_members(port=80), "[1].port: not a string"),
    ("another part", with_members(port="80"), "[1].port: not what the href has"),
    ("another host", with_members(host="zzz"), "[1].host: not what the href has"),
    ("another path", with_members(pathname="/a"), "[1].pathname: not what the href has"),
    ("a test twice", [GOOD, GOOD], "[1].input: a test before has this input and base"),
)


def test_faults(tap, folder):
    for about, text, words in FAULTS:
        done = written(folder, text)
        tap.ok(done.returncode == 4 and done.stderr.startswith("uriproof vectors: t.json") and
               words in done.stderr and done.stderr.count("\n") == 1, "fault: " + about, told(done))
    done = vectors(folder, "import", *FORMAT, "--out", "made", "none.json")
    tap.ok(done.returncode == 4 and "none.json: No such file" in done.stderr, "fault: no file",
           told(done))
    os.mkdir(os.path.join(folder, "mine"))
    with open(os.path.join(folder, "mine", "notes"), "w", encoding="ascii") as file:
        file.write("mine")
    done = vectors(folder, "import", *FORMAT, "--out", "mine", PUBLISHED)
    tap.ok(done.returncode == 4 and "name a new folder" in done.stderr and
           os.listdir(os.path.join(folder, "mine")) == ["notes"], "fault: a folder of the user's",
           told(done))


def test_octets(tap, folder):
    """A vector whose URL is not UTF-8 has no test."""
    written(folder, [{"input": "x:unlike", "href": "x:unlike"},
                     {"input": "unlike", "base": "x:/", "href": "x:/unlike"}])
    for name in os.listdir(os.path.join(folder, "made")):
        path = os.path.join(folder, "made", name)
        with open(path, encoding="ascii") as file:
            text = file.read()
        with open(path, "w", encoding="ascii") as file:
            file.write(text.replace('"uri": "x:/unlike"', '"uri_hex": "783a2fff"'))
    before = json.loads(vectors(folder, "export", *FORMAT).stdout)
    done = vectors(folder, "export", *FORMAT, "--also", "made")
    tap.ok(len(json.loads(done.stdout)) == len(before) + 1 and "783a2fff" not in done.stdout,
           "a vector whose URL is not UTF-8 is left out", done.stderr)
    shutil.rmtree(os.path.join(folder, "made"))


def test_large(tap, folder):
    long = "x:" + "a" * 1000000
    done = written(folder, [{"input": long, "href": long}])
    tap.ok(done.returncode == 0 and made(folder)[0]["uri"] == long, "a text of 1 MB", told(done))
    many = [{"input": f"x:{i}", "base": "x:", "failure": True} for i in range(200000)]
    done = written(folder, json.dumps(many, indent=1))
    tap.ok(done.stdout == "made: 200000 tests, 200000 vectors, 0 left out\n", "200,000 tests",
           told(done))


def test_mutated(tap, folder):
    """Octets of a good file are changed, left out or doubled: it is imported, or there is a fault
    with a place."""
    draw = random.Random(1)
    text = json.dumps([GOOD, {**GOOD, "input": "a\0", "base": "x:\1"},
                       {"input": "\U0001f600\ud800", "base": None, "failure": True}],
                      indent=1).encode("ascii")
    wrong = []
    for _ in range(300):
        other = bytearray(text)
        for _ in range(draw.randint(1, 3)):
            at = draw.randrange(len(other))
            other[at:at + draw.randint(0, 2)] = draw.choice(
                [b"", b'"', b"\\", b"\\u", b"{", b"]", b"\0", b"\xff", b"null", other[at:at + 9]])
        done = written(folder, bytes(other))
        if (done.returncode, done.stderr.count("\n")) not in ((0, 0), (4, 1)):
            wrong.append((bytes(other), told(done)))
    tap.ok(not wrong, "300 files with faults of all kinds", str(wrong[:2]))


def test_usage(tap, folder):
    for words, about in (
            (("import", "t.json"), "import wants --format wpt"),
            (("export", "--format", "csv"), '--format wants one of wpt, not "csv"'),
            (("import", *FORMAT, "t.json"), "import wants --out FOLDER"),
            (("export", *FORMAT, "--out", "x"), "export takes no --out"),
            (("list", *FORMAT), "list takes no --format"),
            (("export", *FORMAT, "--dialect", "rfc3986"), "rfc3986 has no such tests"),
            (("import", *FORMAT, "--also", "x", "--out", "y", "z"), "import takes no --also"),
            (("import", *FORMAT, "--out", "y"), "wants 'import FILE'")):
        done = vectors(folder, *words)
        tap.ok(done.returncode == 2 and about in done.stderr, "usage: " + about, told(done))


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        for test in (test_published, test_vectors, test_faults, test_octets, test_large,
                     test_mutated, test_usage):
            test(tap, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
