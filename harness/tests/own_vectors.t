#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Vectors of the user's own, outside the repository (TAP 13). The commands of a private corpus of
ten vectors are those of docs/vectors.md.

URIPROOF_BIN is the folder of uriproof; default build/release.
"""
import json
import os
import re
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
PARSER = os.path.join(HERE, "panel", "parser.py")
AT = "1/parse/host/boundary/rfc3986.userinfo.at-sign/at-sign"
CASE = "1/parse/host/spelling/rfc3986.bnf.host/letter"


def told(done):
    return f"exit {done.returncode}\n{done.stdout}\n{done.stderr}"


def run(folder, *words):
    return subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, check=False, cwd=folder)


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="ascii") as file:
        file.write(text if isinstance(text, str) else json.dumps(text, indent=1))
    return path


def accepted(name, uri, host, clause="rfc3986.bnf.host", **members):
    parts = {"scheme": "http", "host": host, "path": ""}
    return {"id": name, "about": "A host.", "obeys": [clause], "breaks": [],
            "origin": "RFC 3986, 3.2.2", "flags": [], "op": "parse", "uri": uri,
            "expect": {"status": "accepted", "components": parts}, **members}


def vectors(*items, **members):
    return {"format": "uriproof-vectors", "version": 1, "dialect": "rfc3986", "about": "Mine.",
            "vectors": items, **members}


# ---- A private corpus, as docs/vectors.md has it

def section():
    """The section of the page."""
    with open(os.path.join(ROOT, "docs", "vectors.md"), encoding="utf-8") as file:
        return file.read().split("\n## Vectors of your own\n")[1].split("\n##")[0]


def commands():
    """The commands of the page, in their order."""
    return re.findall(r"^    (uriproof .*)", section(), re.MULTILINE)


def example(tap, folder):
    """The file that the page shows."""
    text = re.search(r"(?:^    .*\n)+", section(), re.MULTILINE).group()
    write(folder, "private/one.json", text)
    done = run(folder, "vectors", "lint", "private")
    tap.ok(done.returncode == 0, "the example has no fault", told(done))
    done = run(folder, "test", "--dialect", "rfc3986", "--exact", "--vectors", "private",
               "reference")
    tap.ok(done.returncode == 0 and "1..2\n" in done.stdout, "and the reference agrees",
           told(done))


def fill_in(folder, name, about, expect):
    path = os.path.join(folder, "private", "found.json")
    with open(path, encoding="ascii") as file:
        draft = json.load(file)
    draft["about"] = "What diff found."
    vector = draft["vectors"][0]
    vector.update(id=name, about=about)
    vector["expect"].update(expect)
    write(folder, "private/found.json", draft)
    return vector


def private_corpus(tap, folder):
    write(folder, "my_adapter.py", f"""import os, runpy, sys
sys.argv[1:] = [os.environ.get("HOW", "last")]
runpy.run_path({PARSER!r}, run_name="__main__")
""")
    write(folder, "urls.txt", "http://a@b@c/\nhttp://h/\n")
    os.mkdir(os.path.join(folder, "private"))
    diff, listing, promote, lint, alone, update, gate = commands()

    def shell(command, **environment):
        return subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True,
                              check=False, env={**os.environ, **environment,
                                                "PATH": BIN + ":" + os.environ["PATH"]})

    done = shell(diff)
    tap.ok(done.returncode == 1, "a difference is found", told(done))
    found = re.findall("1/parse/[^ \n]*", shell(listing).stdout)[0]
    done = shell(promote.replace("ID", found))
    again = shell(lint)
    places = ("found.json:5: about: ", "].id: ", "].about: ", '].expect: the answer has no "prod')
    tap.ok(done.returncode == again.returncode == 1 and
           all(place in one.stdout for place in places for one in (done, again)) and
           "vectors lint private/found.json' looks again" in done.stderr,
           "a draft: all open places are listed at once, and again", told(done) + told(again))
    fill_in(folder, "two-at-signs", "No rule allows a second at sign.", {"production": "authority"})
    hosts = ["a", "b.example", "c-d", "e_f", "1.2.3.4", "g~h", "i", "j.", "k"]
    write(folder, "private/hand.json",
          vectors(*[accepted(f"host-of-mine-{i}", f"http://{host}", host)
                    for i, host in enumerate(hosts)]))
    done = shell(lint)
    tap.ok(done.returncode == 0 and done.stdout == "private: 10 vectors, 0 faults\n",
           "ten vectors, without a fault", told(done))
    done = shell(alone)
    tap.ok(done.returncode == 0 and "1..10\n" in done.stdout, "asked alone: the reference agrees",
           told(done))
    done = shell(update)
    with open(os.path.join(folder, "known.json"), encoding="ascii") as file:
        listed = json.load(file)["adapters"]["mine"]
    tap.ok(done.returncode == 0 and listed["own"] == "beside" and
           listed["results"]["two-at-signs"].startswith("lenient ") and len(listed["results"]) > 50,
           "a baseline of these and ours", told(done))
    done = shell(gate)
    tap.ok(done.returncode == 0, "the gate holds", told(done))
    done = shell(gate, HOW="strict")
    tap.ok(done.returncode == 1 and done.stderr.startswith("uriproof test: mine is measured by") and
           done.stderr.splitlines()[1].startswith("  new failure: mine "),
           "a parser that got worse does not pass", told(done))
    only = shell(gate.replace("--also", "--vectors"), HOW="strict")
    lines = only.stderr.splitlines()
    at = lines.index("  new failure: mine host-of-mine-1, was agree, is strict")
    tap.ok(only.returncode == 1 and lines[at + 1] == "    uri       http://b.example" and
           lines[at + 2] == '    expected  scheme "http", host "b.example", path ""' and
           lines[at + 3].startswith("    given     rejected"),
           "nor its own vectors alone, which are shown", told(only))
    show = [line for line in lines if line.startswith("Next: ")][0].split("'")[1]
    done = shell(show)
    tap.ok(done.returncode == 0 and done.stdout.startswith("host-of-mine-1\n"),
           "the next command shows the first", show + told(done))
    done = shell(gate.replace("--also private ", ""))
    tap.ok(done.returncode == 2 and "with vectors of your own: name them by --also" in done.stderr,
           "a run without them is an error", told(done))


# ---- What may go wrong

def faults(tap, folder):
    """All of them at once, of all files."""
    good = accepted("one-of-mine", "http://h", "h")
    write(folder, "bad/one.json", vectors(
        {**good, "id": "a", "strange": 1, "flags": ["bad"], "breaks": ["rfc3986.nonsense", "x"]},
        {**good, "id": "", "about": ""}, {**good, "id": "b", "obeys": []},
        {**good, "id": "c", "breaks": good["obeys"]}, {"id": "d"}, good, good,
        {**good, "id": "e", "uri": 7}, {**good, "id": "path-holds-dollar"}))
    rejected = {**good, "uri": "http://h/a b"}
    write(folder, "bad/words.json", vectors(
        {**rejected, "id": "f",
         "expect": {"status": "rejected", "production": "pat", "offset": 10}},
        {**good, "id": "Has Caps#"}, {**good, "id": "two--hyphens"},
        {**good, "id": "g", "about": "A h\u00f6st."}, {**good, "id": "h", "op": "prase"},
        {**good, "id": "i", "obeys": ["rfc3986.bnf.hots"], "breaks": ["rfc1630.bnf.path"],
         "flags": ["exmaple"]}))
    write(folder, "bad/empty.json", vectors())
    write(folder, "bad/two.json", vectors(good))
    write(folder, "bad/three.json", "{")
    write(folder, "bad/four.json", {"format": "other"})
    write(folder, "bad/five.json", vectors(good, dialect="rfc9999"))
    write(folder, "bad/no JSON.txt", "{")
    done = run(folder, "vectors", "lint", "bad")
    for place in ("one.json:3: vectors[0].strange: unknown key", '.breaks[0]: unknown clause "rfc',
                  '.breaks[1]: unknown clause "x"', '.flags[0]: unknown flag "bad"',
                  "vectors[1].id: not a", "vectors[1].about: not a",
                  "one.json:1: b: names no clause",
                  "one.json:1: c: both obeys and breaks rfc3986.bnf.host",
                  'vectors[4]: the key "op" is mis',
                  'one.json:1: the id "one-of-mine" is that of a vector in bad/one.json:1: too',
                  'two.json:1: the id "one-of-mine" is that of a vector in bad/one.json:1: too',
                  "vectors[7].uri: not a", 'one.json: the id "path-holds-dollar" is that of',
                  "/vectors/rfc3986/", "three.json: line 1",
                  'four.json:1: the "format" is not one of: uriproof-flags, uriproof-clauses, urip',
                  'words.json:1: vectors[0].expect.production: "pat" is not one of: URI, scheme',
                  'vectors[1].id: "Has Caps#" is no id: an id has a to z, 0 to 9, and single hyp',
                  'vectors[2].id: "two--hyphens" is no id',
                  "vectors[3].about: only printable ASCII",
                  'vectors[4].op: "prase" is not one of: parse, resolve, normalize, equivalent, '
                  'decode, encode, url; did you mean "parse"?',
                  'unknown clause "rfc3986.bnf.hots"; did you mean "rfc3986.bnf.host"?',
                  'unknown clause "rfc1630.bnf.path": it is of rfc1630, and the file of rfc3986',
                  'unknown flag "exmaple"; did you mean "example"?',
                  "empty.json:1: vectors: it has none",
                  "five.json:4: dialect: no dialect has this name"):
        tap.ok(re.sub(r":\d+:?", ":", place) in re.sub(r":\d+:?", ":", done.stdout),
               f"the lint says: {place}", done.stdout)
    tap.ok(done.returncode == 1 and "no JSON" not in done.stdout, "and fails", told(done))
    lines = done.stdout.splitlines()
    tap.ok(all(line.startswith("bad") for line in lines) and len(lines) == len(set(lines)),
           "each once, with its file", done.stdout)
    for name, fault, status in (("one.json", "bad/one.json:", 1),
                                ("three.json", "bad/three.json: line 1", 1),
                                ("none.json", "bad/none.json: No such file", 4)):
        done = run(folder, "vectors", "lint", "bad/" + name)
        tap.ok(done.returncode == status and fault in (done.stdout if status == 1 else done.stderr),
               f"a file: {name}", told(done))
        done = run(folder, "test", "--dialect", "rfc3986", "--vectors", "bad/" + name, "reference")
        tap.ok(done.returncode == 4 and fault in done.stderr and not done.stdout,
               f"which is not asked: {name}", told(done))
    write(folder, "double/one.json", vectors({**good, "id": "path-holds-dollar"}))
    done = run(folder, "test", "--dialect", "rfc3986", "--vectors", "double", "reference")
    both = re.search(r'double/one.json:7: the id "path-holds-dollar" is that of a vector in '
                     r'.*/vectors/rfc3986/.*json:\d+ too', done.stderr)
    tap.ok(done.returncode == 4 and both, "an id of ours names both", told(done))


def other_ways(tap, folder):
    good = accepted("one-of-mine", "http://h", "h")
    write(folder, "mine/one.json", vectors(good))
    write(folder, "mine/old.json", vectors(
        {**good, "obeys": ["rfc1630.bnf.path"], "uri": "x:a",
         "expect": {"status": "accepted", "generic": {"scheme": "x", "path": "a"}}},
        dialect="rfc1630"))
    done = run(folder, "vectors", "lint", "mine")
    tap.ok(done.returncode == 0 and "mine: 2 vectors, 0 faults" in done.stdout,
           "a folder of two dialects", told(done))
    some = ["test", "--quiet", "--dialect", "rfc3986", "--report", "json"]
    for words, ids in ((["--vectors", "mine"], ["one-of-mine"]),
                       (["--also", "mine", "--select", "one-of-*"], ["one-of-mine"]),
                       (["--also", "mine/one.json", "--select", "path-holds-dollar", "--select",
                         "one-of-*"], ["path-holds-dollar", "one-of-mine"])):
        done = run(folder, *some, *words, "reference")
        found = results_file.read(done.stdout)
        tap.ok(done.returncode == 0 and [case["id"] for case in found["cases"]] == ids and
               json.loads(done.stdout)["own"] == [words[1]] and
               json.loads(done.stdout).get("only_own") == (True if "--vectors" in words else None),
               f"asked: {' '.join(words)}", told(done))
    done = run(folder, *some, "--vectors", "mine/old.json", "reference")
    tap.ok(done.returncode == 2 and "mine/old.json has no vector of rfc3986" in done.stderr and
           "it is of rfc1630: say --dialect rfc1630\n" in done.stderr,
           "a file of another specification", told(done))
    done = run(folder, "test", "--vectors", "mine/one.json", "reference")
    tap.ok(done.returncode == 2 and "it is of rfc3986: say --dialect rfc3986\n" in done.stderr,
           "which --dialect must say", told(done))
    done = run(folder, *some, "--vectors", "mine", "--level", "examples", "reference")
    tap.ok(done.returncode == 2 and
           "mine has no vectors of rfc3986 at level examples: say --level clauses" in done.stderr,
           "a level that they have not", told(done))
    done = run(folder, *some, "--vectors", "mine", "--select", "path-holds-dollar", "reference")
    tap.ok(done.returncode == 2 and "matches no vector" in done.stderr,
           "--vectors asks none of ours", told(done))
    done = run(folder, "test", "--quiet", "--dialect", "all", "--vectors", "mine", "reference")
    tap.ok(done.returncode == 0 and "rfc1630/one-of-mine" in done.stdout and
           "rfc3986/one-of-mine" in done.stdout, "each of its specification", told(done))
    write(folder, "clause/clauses.json", {
        "format": "uriproof-clauses", "version": 1, "dialect": "rfc3986",
        "sections": [{"document": "Our rules", "section": "1", "link": "https://x.example/"}],
        "clauses": [{"id": "rfc3986.ours.one", "document": "Our rules", "section": "1",
                     "paraphrase": "No port."}]})
    write(folder, "clause/one.json", vectors({**good, "obeys": ["rfc3986.ours.one"]}))
    done = run(folder, "vectors", "lint", "clause")
    tap.ok(done.returncode == 0, "a clause of one's own", told(done))
    done = run(folder, *some, "--vectors", "clause", "--select", "rfc3986.ours.*", "reference")
    tap.ok(done.returncode == 0 and "Our rules" in done.stdout, "is asked for, too", told(done))
    one, other = (os.path.join(folder, name) for name in ("1.json", "2.json"))
    for path, words in ((one, []), (other, ["--also", "mine"])):
        run(folder, *some[:-1], f"json={path}", *words, "--select", "path-holds-dollar",
            "--adapter", f"p{path[-6]}=exec python3 -S {PARSER} last")
    done = run(folder, "report", "--report", "json", one, other)
    tap.ok(done.returncode == 2 and "run both with the same --vectors and --also" in done.stderr,
           "results of other vectors are not joined", told(done))


def baselines(tap, folder):
    write(folder, "mine/one.json", vectors(accepted("one-of-mine", "http://h", "h")))
    mine = ["--adapter", f"mine=exec python3 -S {PARSER} last"]
    gate = ["test", "--quiet", "--dialect", "rfc3986", "--level", "examples", "--baseline"]
    sets = {"none": [], "beside": ["--also", "mine"], "alone": ["--vectors", "mine"]}
    for name, words in sets.items():
        level = ["--level", "clauses"] if name != "none" else []
        done = run(folder, *gate, name, *level, "--update-baseline", *words, *mine)
        tap.ok(done.returncode == 0, f"a baseline: {name}", told(done))
    for was, now, status in (("none", "beside", 0), ("none", "alone", 2), ("beside", "none", 2),
                             ("beside", "alone", 0), ("alone", "none", 2), ("alone", "beside", 2)):
        words = ["--level", "clauses"] if was != "none" else []
        done = run(folder, *gate, was, *words, *sets[now], *mine)
        tap.ok(done.returncode == status, f"made with {was}, run with {now}: {status}", told(done))
    gate.remove("--quiet")
    done = run(folder, *gate, "beside", "--level", "clauses", *sets["alone"], *mine)
    tap.ok("tested with uriproof's vectors too: these are not asked" in done.stderr,
           "that a part is asked is said", told(done))


def lost_and_new(tap, folder):
    """The baseline has each vector of the user's own, so it finds a loss."""
    hosts = [accepted(f"host-{i}", f"http://h{i}.x", f"h{i}.x") for i in range(10)]
    gate = ["test", "--dialect", "rfc3986", "--vectors", "mine", "--baseline", "known.json"]
    last = ["--adapter", f"mine=exec python3 -S {PARSER} last"]
    strict = ["--adapter", f"mine=exec python3 -S {PARSER} strict"]
    write(folder, "mine/one.json", vectors(*hosts[:-1]))
    run(folder, *gate, "--update-baseline", *last)
    with open(os.path.join(folder, "known.json"), encoding="ascii") as file:
        listed = json.load(file)["adapters"]["mine"]["results"]
    tap.ok(len(listed) == 9 and set(listed.values()) == {"agree"}, "each is in the baseline",
           str(listed))
    done = run(folder, *gate, *last)
    tap.ok(done.returncode == 0 and "new" not in done.stderr.split("known.json: ")[0],
           "and is as ever", told(done))
    write(folder, "mine/one.json", vectors(hosts[0]))
    done = run(folder, *gate, *last)
    tap.ok(done.returncode == 1 and 'mine: no vector has the id "host-5"' in done.stderr and
           "host-6" not in done.stderr and "known.json: 3 more ids that no v" in done.stderr,
           "eight are lost: the gate says so", told(done))
    write(folder, "mine/one.json", vectors(*hosts))
    done = run(folder, *gate, *last)
    tap.ok(done.returncode == 0 and
           "1 of your own vectors is new to mine; --update-baseline adds it" in done.stderr,
           "a new one is told", told(done))
    done = run(folder, *gate, "--select", "host-9", *strict)
    tap.ok(done.returncode == 1 and
           "new failure: mine host-9, not in the baseline, is strict" in done.stderr,
           "one that is new and fails did not agree before", told(done))
    write(folder, "known.json", {"format": "uriproof-baseline", "version": 2, "adapters": {"mine": {
        "dialect": "rfc3986", "level": "clauses", "own": "alone", "unsupported": [],
        "results": {}}}})
    done = run(folder, *gate, *last)
    tap.ok(done.returncode == 0 and "new to" not in done.stderr,
           "of a baseline that was made before nothing is said", told(done))


def main():
    tap = Tap(lines=40)
    for check in (example, private_corpus, faults, other_ways, baselines, lost_and_new):
        with tempfile.TemporaryDirectory() as folder:
            check(tap, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
