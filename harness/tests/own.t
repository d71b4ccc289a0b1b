#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Parsers of the user's beside those that uriproof knows: --adapter NAME=COMMAND, and
--adapter-dir DIR (TAP 13).

URIPROOF_BIN is the folder of uriproof; default build/release.
"""
import json
import os
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
REFUSER = os.path.join(HERE, "golden", "refuser.py")
SOME = ["test", "--select", "rfc3986.bnf.*"]


def own(name, how="last"):
    return ["--adapter", f"{name}=exec python3 -S {PARSER} {how}"]


def run(*words):
    return subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, check=False)


def told(done):
    return f"exit {done.returncode}\n{done.stdout}\n{done.stderr}"


def names_of(text):
    return [adapter["name"] for adapter in json.loads(text)["adapters"]]


def tested(tap, folder):
    some = [*SOME, "--dialect", "rfc3986", "--report", "json"]
    other = ["--adapter", f"other_one=exec python3 -S {REFUSER}"]
    done = run(*some, *own("mine"), *other, "reference")
    tap.ok(done.returncode == 1 and names_of(done.stdout) == ["mine", "other_one", "reference"],
           "commands with names are tested beside an adapter", told(done))
    outcomes = [{one["outcome"] for one in adapter["results"]}
                for adapter in results_file.read(done.stdout)["adapters"]]
    tap.ok("lenient" in outcomes[0] and "lenient" not in outcomes[1] and "strict" in outcomes[1]
           and outcomes[2] == {"agree"}, "each with its own results", outcomes)
    done = run(*some, f"mine=exec python3 -S {PARSER} last")
    tap.ok(names_of(done.stdout) == ["mine"], "it may stand among the names too", told(done))
    done = run(*SOME, *own("mine"), "uriparser", "--report", "tap=/dev/null")
    tap.ok("mine is measured by rfc3986, its first claim" in done.stderr,
           "its hello is asked what it claims", told(done))
    done = run(*some, "--adapter", "broken=exec false", "reference")
    tap.ok(done.returncode == 3 and names_of(done.stdout) == ["reference"]
           and done.stderr.count("adapter broken does not start") == 1,
           "one that does not start is named, and stops no other", told(done))
    done = run(*SOME, "--adapter", "broken=exec false", "--report", "json")
    tap.ok(done.returncode == 3 and done.stderr.count("adapter broken") == 1
           and "measured" not in done.stderr, "nor is it measured by anything", told(done))
    known = os.path.join(folder, "known.json")
    gate = ["test", "--level", "examples", "--baseline", known, "--report", f"tap={known}.tap"]
    done = run(*gate, "--update-baseline", *own("mine"))
    tap.ok(done.returncode == 0, "a baseline lists it by that name", told(done))
    done = run(*gate, *own("mine"))
    tap.ok(done.returncode == 0 and "mine is measured by rfc3986, as its baseline says"
           in done.stderr, "and finds it by that name", told(done))


def manifest(folder, name, *command, **more):
    """Writes a manifest into the folder, and returns its path."""
    path = os.path.join(folder, name + ".json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"format": "uriproof-adapter", "version": 1, "name": name, "language": "python",
                   "dialects": ["rfc3986"], "command": command,
                   "get": "write it", "about": "A parser of the user's", **more}, file)
    return path


def with_folder(tap, folder):
    with open(os.path.join(folder, "it.py"), "w", encoding="utf-8") as file:
        file.write(f"import runpy\nrunpy.run_path({PARSER!r})\n")
    for name, how in (("mine", "last"), ("al_so", "first")):
        manifest(folder, name, "python3", "{dir}/it.py", how)
    there = ["--adapter-dir", folder]
    done = run(*SOME, *there, "--report", "json", "mine", "uriparser")
    tap.ok(names_of(done.stdout) == ["mine", "uriparser"], "test knows them beside the others",
           told(done))
    done = run("ask", *there, "--adapter", "mine", "--adapter", "al_so", "http://a@b@c/")
    tap.ok('host: "c" 1 (mine); "b@c" 1 (al_so)' in done.stdout, "ask knows them", told(done))
    manifest(folder, "seen", "python3", "{dir}/it.py", "last", kind="browser")
    done = run("ask", *there, "--adapter", "mine", "--adapter", "al_so", "--adapter", "seen",
               "http://a@b@c/")
    tap.ok('\nhost in browsers: "c" 1 (seen)\nhost: "c" 1 (mine); "b@c" 1 (al_so)\n' in done.stdout,
           "what a browser sees comes first", told(done))
    done = run("ask", *there, "--adapter", "seen", "http://a@b@c/")
    tap.ok('\nhost in browsers: "c" 1 (seen)\n' in done.stdout and "\nhost: " not in done.stdout,
           "and alone, if there is no other", told(done))
    done = run("ask", *there, "http://a@b@c/")
    tap.ok("mine" in done.stdout and "uriparser" in done.stdout, "and asks them with all",
           told(done))
    texts = os.path.join(folder, "texts")
    with open(texts, "w", encoding="ascii") as file:
        file.write("http://h/\nhttp://a@b@c/\n")
    done = run("diff", *there, "--adapter", "mine", "--adapter", "al_so", texts)
    tap.ok("2 texts, 2 parsers: all agree on 1" in done.stdout, "diff knows them", told(done))
    done = run("adapters", "--names", *there)
    tap.ok({"al_so", "mine", "reference"} <= set(done.stdout.split()), "adapters lists them",
           told(done))
    done = run("adapter", "check", *there, "mine")
    tap.ok(done.returncode == 0 and " 0 failures" in done.stdout, "adapter check knows them",
           told(done))
    twice = manifest(folder, "uriparser", "true")
    done = run(*SOME, *there, "mine")
    tap.ok(done.returncode == 4 and twice in done.stderr and "c/uriparser.json" in done.stderr,
           "a name that is there twice names both files", told(done))
    done = run("adapters", "--adapter-dir", os.path.join(folder, "none"))
    tap.ok(done.returncode == 4 and "/none: No such file" in done.stderr, "no such folder",
           told(done))


def joined(tap, folder):
    """Results of parsers that were asked one by one are those of a run that asked them all."""
    def asked(*words, level="complete", select=("path-*", "complete-0-*")):
        path = os.path.join(folder, f"{len(os.listdir(folder))}.json")
        run("test", "--quiet", "--level", level, "--dialect", "rfc3986",
            *[word for pattern in select for word in ("--select", pattern)],
            "--report", f"json={path}", *words)
        return path
    mine, other = asked(*own("mine")), asked("--adapter", f"other=exec python3 -S {REFUSER}")
    whole = asked(*own("mine"), "--adapter", f"other=exec python3 -S {REFUSER}")
    path = os.path.join(folder, "joined.json")
    done = run("report", "--report", f"json={path}", mine, other)
    tap.ok(done.returncode == 0, "report joins two files", told(done))
    for old, new in ((whole, path), (path, whole)):
        done = run("compare", "--json", old, new)
        changes = [adapter["changes"] for adapter in json.loads(done.stdout)["adapters"]]
        tap.ok(done.returncode == 0 and changes == [[], []], "they are those of one run",
               told(done))
    with open(path, encoding="utf-8") as file:
        names = names_of(file.read())
    tap.ok(names == ["mine", "other"], "with the adapters in the order of the files", names)
    people = asked(*own("mine"), select=["path-*"])
    lower = asked(*own("other"), level="clauses", select=["path-*"])
    again = asked(*own("other"), select=["path-*", "path-[a-z]*"])
    for other, words in ((lower, "different levels; run both with the same --level"),
                         (again, "different selections; run both with the same --select")):
        done = run("report", "--report", "json", people, other)
        tap.ok(done.returncode == 2 and f"{people} and {other} cannot be joined: they are of "
               f"{words}" in done.stderr, f"they do not join: {words}", told(done))
    with open(people, encoding="utf-8") as file:
        older = {key: value for key, value in json.load(file).items()
                 if key not in ("level", "select")}
    with open(people, "w", encoding="utf-8") as file:
        json.dump(older, file)
    for files in ((people, again), (again, people)):
        done = run("report", "--report", "json", *files)
        found = json.loads(done.stdout) if done.returncode == 0 else {}
        tap.ok(found.get("level") == "complete" and
               found.get("select") == ["path-*", "path-[a-z]*"],
               "a file that does not say what was asked takes it from the other", told(done))


def wrong_usage(tap):
    for words, fault in (
            ([*SOME, *own("mine"), *own("mine")], 'adapter "mine" is named twice'),
            ([*SOME, *own("uriparser"), "uriparser"], 'adapter "uriparser" is named twice'),
            ([*SOME, "--adapter", "Mine=x"], "invalid name"),
            ([*SOME, "--adapter", "mine="], "wants a command"),
            ([*SOME, "--adapter", "nothing-such"], 'no adapter "nothing-such"'),
            ([*SOME, *own("mine"), "--", "true"], "--adapter NAME=COMMAND gives a command a name"),
            ([*SOME], "wants the name of an adapter")):
        done = run(*words)
        tap.ok(done.returncode == 2 and fault in done.stderr and not done.stdout,
               f"wrong usage: {fault}", told(done))


def main():
    tap = Tap(lines=20)
    with tempfile.TemporaryDirectory() as folder:
        tested(tap, folder)
    with tempfile.TemporaryDirectory() as folder:
        with_folder(tap, folder)
    with tempfile.TemporaryDirectory() as folder:
        joined(tap, folder)
    wrong_usage(tap)
    return tap.end()


sys.exit(main())
