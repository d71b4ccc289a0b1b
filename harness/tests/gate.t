#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The gate: what a baseline lets through, and what it does not (TAP 13). docs/ci.md has the rules.

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
for folder in ("vectors/tests", "scripts"):
    sys.path.insert(0, os.path.join(ROOT, folder))

import results_file  # noqa: E402
from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
LEVEL = ["--level", "examples"]

# An adapter that answers as the environment's ANSWERS says: a JSON object of the text of a request
# and what is answered to it, "crash", or "crash once"; it rejects all else.
ADAPTER = r"""
import json, os, sys
answers = json.loads(os.environ["ANSWERS"])
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "hello":
        answer = {"protocol": 2, "name": os.environ.get("NAME", "it"),
                  "version": os.environ.get("VERSION", "1"),
                  "language": "python", "dialects": os.environ.get("CLAIMS", "rfc1630").split(),
                  "ops": os.environ.get("OPS", "parse").split()}
        if os.environ.get("SPLITS"):
            answer["splits"] = os.environ["SPLITS"]
    else:
        said = answers.get(request.get("uri", request.get("text")), {"status": "rejected"})
        if said == "crash once" and not os.path.exists(os.environ["CRASHED"]):
            open(os.environ["CRASHED"], "w").close()
            said = "crash"
        if said == "crash":
            os.abort()
        said = {"status": "rejected"} if said == "crash once" else said
        answer = {"id": request["id"], **said}
    print(json.dumps(answer), flush=True)
"""


class Gate:
    """A baseline in a file, and runs over it."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "baseline.json")

    def run(self, *options, level=("--level", "examples"), answers=None, name="it", ops="parse",
            version="1", claims="rfc1630", splits=""):
        return subprocess.run(
            [PROGRAM, "test", *level, "--baseline", self.path, *options, "--", sys.executable, "-c",
             ADAPTER], capture_output=True, text=True, timeout=600, check=False,
            env={**os.environ, "ANSWERS": json.dumps(answers or {}), "NAME": name,
                 "OPS": ops, "VERSION": version, "CLAIMS": claims,
                 "SPLITS": splits, "CRASHED": self.path + ".crashed"})

    def read(self):
        with open(self.path, encoding="ascii") as file:
            return json.load(file)

    def write(self, baseline):
        with open(self.path, "w", encoding="ascii") as file:
            json.dump(baseline, file)


def a_case(gate):
    """One that is in the list: its id, its text, and the answer that is right."""
    shown = subprocess.run([PROGRAM, "test", *LEVEL, "--report", "json", "--", sys.executable, "-c",
                            ADAPTER], capture_output=True, text=True, check=False,
                           env={**os.environ, "ANSWERS": "{}"})
    results = results_file.read(shown.stdout)
    listed = gate.read()["adapters"]["it"]["results"]
    for case in results["cases"]:
        uri = case["request"].get("uri")
        alike = [c for c in results["cases"] if c["request"].get("uri") == uri]
        if case["id"] in listed and uri is not None and len(alike) == 1:
            return case["id"], uri, case["expected"]
    return None


def changed(baseline, **entries):
    """The list with these entries of "it", or without those that are None."""
    adapter = baseline["adapters"]["it"]
    results = {key: value for key, value in {**adapter["results"], **entries}.items()
               if value is not None}
    return {**baseline, "adapters": {**baseline["adapters"], "it": {**adapter, "results": results}}}


def the_first_list(tap, gate):
    made = gate.run("--update-baseline")
    tap.ok(made.returncode == 0, "it is made, and holds", made.stderr)
    again = gate.run()
    tap.ok(again.returncode == 0, "nothing has changed", again.stderr)
    tap.ok("# TODO" in again.stdout and "not ok" in again.stdout, "known failures are TODO")
    before = open(gate.path, "rb").read()
    gate.run("--update-baseline")
    tap.ok(open(gate.path, "rb").read() == before, "made again, it is the same octets")
    with tempfile.NamedTemporaryFile("w", suffix=".t") as file:
        file.write(again.stdout)
        file.flush()
        proved = subprocess.run(["prove", "-e", "cat", file.name], capture_output=True, text=True,
                                check=False)
    tap.ok(proved.returncode == 0, "prove lets it through", proved.stdout)


def what_changes_fails(tap, gate):
    name, uri, right = a_case(gate)
    listed = gate.read()
    well = gate.run(answers={uri: right})
    tap.ok(well.returncode == 1 and "1 no-failure-now" in well.stderr, "a listed case passes",
           well.stderr)
    plain = [line for line in well.stdout.splitlines() if line.startswith("not ok")
             and name in line]
    tap.ok(len(plain) == 1 and "TODO" not in plain[0], "which is a plain not ok", plain)
    other = gate.run(answers={uri: "crash"})
    tap.ok(other.returncode == 1 and "1 other-failure" in other.stderr, "it fails in another way",
           other.stderr)
    gate.write(changed(listed, **{name: None}))
    new = gate.run()
    tap.ok(new.returncode == 1 and "1 new-failure" in new.stderr, "a case fails that is not listed",
           new.stderr)
    gate.write(changed(listed, **{"no-such": "crash"}))
    stale = gate.run()
    tap.ok(stale.returncode == 1 and '"no-such"' in stale.stderr
           and "--update-baseline" in stale.stderr, "an entry that is no vector", stale.stderr)
    gate.write(listed)


def what_to_do_is_said(tap, gate):
    """What changed, from what to what, before the causes; and the command that mends it."""
    name, uri, right = a_case(gate)
    was = gate.read()["adapters"]["it"]["results"][name].split()[0]
    well = gate.run(answers={uri: right})
    tap.ok("Next: " in well.stderr and "--update-baseline" in well.stderr
           and "shows the first" not in well.stderr and
           "changed: it %s, was %s, is agree\n" % (name, was) in well.stderr,
           "what fails no more is to be renewed, not looked into", well.stderr)
    crashed = gate.run("--report", f"html={gate.path}.site", answers={uri: "crash"})
    line = "  changed: it %s, was %s, is crash\n" % (name, was)
    cause = crashed.stderr.find("  cause: ")
    tap.ok(0 <= crashed.stderr.find(line) < cause, "what was and what is, before the causes",
           crashed.stderr)
    tap.ok("Next: '%s vectors --dialect rfc1630 show %s' shows the first that changed" %
           (PROGRAM, name) in crashed.stderr and "html=FOLDER" not in crashed.stderr,
           "the next command runs as typed, and no page is offered that was made", crashed.stderr)
    listed = gate.read()
    results = listed["adapters"]["it"]["results"]
    gate.write(changed(listed, **{one: None for one in list(results)[:7]}))
    many = gate.run()
    lines = [one for one in many.stderr.splitlines() if one.startswith("  new failure: ")]
    tap.ok(len(lines) == 6 and lines[5] == "  new failure: 2 more" and
           all(", was agree, is " in one for one in lines[:5]), "of many the first five", lines)
    # Another change comes before the new failures in the corpus, and is told after them.
    first, *_, last = results
    gate.write(changed(listed, **{first: "crash", last: None}))
    both = gate.run().stderr.splitlines()
    shown = subprocess.run([PROGRAM, "test", *LEVEL, "--select", last, "--report", "json", "--",
                            sys.executable, "-c", ADAPTER], capture_output=True, text=True,
                           check=False, env={**os.environ, "ANSWERS": "{}"})
    request = results_file.read(shown.stdout)["cases"][0]["request"]
    was = next(i for i, line in enumerate(both) if line.startswith(f"  new failure: it {last}, "))
    names = [line.split()[0] for line in both[was + 1:]]
    fields = [key for key in ("uri", "base", "ref", "other") if key in request]
    end = len(fields) + 2
    tap.ok(names[:end] == [*fields, "expected", "given"] and
           both[was + 1].split(maxsplit=1)[1] == request[fields[0]] and
           "rejected" in both[was + end] and names[end] == "changed:" and
           both[was + 1 + end].startswith(f"  changed: it {first}, was crash, is ") and
           names[end + 1] == "baseline", "new failures are first, with text, expected and given",
           "\n".join(both))
    tap.ok(f"show {last}' shows the first that is a new failure" in "\n".join(both),
           "and the next command shows the first of them", "\n".join(both[-4:]))
    gate.write(listed)


def a_flaky_run_makes_no_list(tap, gate):
    _, uri, _ = a_case(gate)
    before = open(gate.path, "rb").read()
    flaky = gate.run("--update-baseline", answers={uri: "crash once"})
    tap.ok(flaky.returncode == 1 and "a case is flaky; run it again" in flaky.stderr
           and open(gate.path, "rb").read() == before, "of a flaky run no list is made",
           flaky.stderr)


def what_is_not_answered_fails(tap, gate):
    before = gate.read()
    _, uri, _ = a_case(gate)
    silent = gate.run(answers={uri: {"status": "unsupported"}})
    tap.ok(silent.returncode == 1 and "1 other-failure" in silent.stderr,
           "a listed case is not answered", silent.stderr)
    gate.run("--update-baseline", ops="parse resolve", answers={uri: {"status": "unsupported"}})
    listed = gate.read()
    ops = listed["adapters"]["it"]["unsupported"]
    tap.ok("resolve" not in ops and "normalize" in ops and
           "unsupported" in listed["adapters"]["it"]["results"].values(),
           "the list has what is unsupported", ops)
    more = gate.run(ops="parse resolve decode", answers={uri: {"status": "unsupported"}})
    tap.ok(more.returncode == 1 and " 0 no-failure-now" not in more.stderr,
           "an operation that is new is to be listed, or it could go again unseen", more.stderr)
    same = gate.run(ops="parse resolve", answers={uri: {"status": "unsupported"}})
    tap.ok(same.returncode == 0, "nothing has changed", same.stderr)
    gone = gate.run(answers={uri: {"status": "unsupported"}})
    tap.ok(gone.returncode == 1 and " other-failure" in gone.stderr and
           " 0 other-failure" not in gone.stderr, "an operation is gone", gone.stderr)
    gate.write(before)


def an_operation_that_was_right(tap, gate):
    """Its cases are not listed, so that they are missed can be seen by the operation alone."""
    before = gate.read()
    adapter = {**before["adapters"]["it"], "unsupported": []}
    gate.write({**before, "adapters": {"it": adapter}})
    gone = gate.run()
    tap.ok(gone.returncode == 1 and " 0 new-failure" not in gone.stderr,
           "what was supported is so no more", gone.stderr)
    gate.write(before)


# A text with two hosts for two parsers, and its vector.
TWO_HOSTS = "http://a@b@h/"


def split_at(at, port=None):
    """What a parser answers to it that takes the host after this "@"."""
    before, host = ("a", "b@h") if at == "first" else ("a@b", "h")
    parts = {"scheme": "http", "userinfo": before, "host": host, "path": "/"}
    return {"status": "accepted", "components": parts if port is None else {**parts, "port": port}}


def two_hosts(tap, gate):
    """A parser that takes another host than before is no better known than a new failure."""
    first, last = ({TWO_HOSTS: split_at(which)} for which in ("first", "last"))
    options = {"level": ("--level", "clauses"), "claims": "rfc3986"}
    path = os.path.join(os.path.dirname(gate.path), "before.json")
    made = gate.run("--update-baseline", "--report", "json=" + path, answers=first, **options)
    tap.ok(made.returncode == 0, "a baseline of a parser with a host of its own", made.stderr)
    again = gate.run(answers=first, **options)
    tap.ok(again.returncode == 0, "which holds", again.stderr)
    moved = gate.run(answers=last, **options)
    tap.ok(moved.returncode == 1 and "1 changed-failure" in moved.stderr, "another host fails",
           moved.stderr)
    let = gate.run("--ignore-answers", answers=last, **options)
    tap.ok(let.returncode == 0, "but with --ignore-answers", let.stderr)
    words = {TWO_HOSTS: {**split_at("first"), "error": "two of them", "mine": 1}}
    reworded = gate.run(answers=words, **options)
    tap.ok(reworded.returncode == 0, "other words change nothing", reworded.stderr)
    now = os.path.join(os.path.dirname(gate.path), "now.json")
    for answers, ignore, status in ((last, (), 1), (last, ("--ignore-answers",), 0),
                                    (words, (), 0)):
        gate.run("--report", "json=" + now, answers=answers, **options)
        compared = subprocess.run([PROGRAM, "compare", *ignore, path, now], capture_output=True,
                                  text=True, check=False)
        tap.ok(compared.returncode == status and
               ("1 changed-failure" in compared.stdout) == (status == 1),
               "compare exits with %d" % status, compared.stdout)


def two_hosts_of_one_that_splits(tap, gate):
    """What fails no gate while it stays the same fails it when it changes."""
    first, last = ({TWO_HOSTS: split_at(which)} for which in ("first", "last"))
    options = {"level": ("--level", "clauses"), "claims": "rfc3986", "splits": "its manual, 1"}
    gate.run("--update-baseline", answers=first, **options)
    again = gate.run(answers=first, **options)
    tap.ok(again.returncode == 0, "a parser that splits and does not validate", again.stderr)
    moved = gate.run(answers=last, **options)
    tap.ok(moved.returncode == 1 and re.search("1 changed-(answer|failure)", moved.stderr),
           "another host fails there too", moved.stderr)


def two_hosts_in_a_path(tap, gate):
    """RFC 1630 leaves the authority whole, so each way to divide it is right; a changed one is not
    what it was. Nor are other octets of a text made safe."""
    text, options = "http://a@b@c/", {"level": ("--level", "clauses")}
    answers = [{text: {"status": "accepted",
                       "components": {"scheme": "http", "userinfo": user, "host": host,
                                      "path": "/"}}}
               for user, host in (("a@b", "c"), ("a", "b@c"))]
    for before, after in (answers, answers[::-1]):
        made = gate.run("--update-baseline", "--report", "json=" + gate.path + ".old",
                        answers=before, **options)
        again = gate.run(answers=before, **options)
        tap.ok(made.returncode == 0 and again.returncode == 0 and
               "not ok" not in "".join(line for line in again.stdout.splitlines()
                                       if "two-at-signs" in line),
               "an authority divided at one of two @ agrees", again.stderr)
        moved = gate.run("--report", "json=" + gate.path + ".new", answers=after, **options)
        tap.ok(moved.returncode == 1 and " 0 changed-answer" not in moved.stderr,
               "at the other, it is another host", moved.stderr)
        compared = subprocess.run([PROGRAM, "compare", gate.path + ".old", gate.path + ".new"],
                                  capture_output=True, text=True, check=False)
        tap.ok(compared.returncode == 1 and " 0 changed-answer" not in compared.stdout,
               "compare says so too", compared.stdout)
    os.remove(gate.path)
    options = {**options, "ops": "encode", "claims": "rfc3986"}
    safe, safer = ({"aZ09-._~b": {"status": "accepted", "text": text}}
                   for text in ("aZ09-._~b", "aZ09-._%7Eb"))
    gate.run("--update-baseline", answers=safe, **options)
    moved = gate.run(answers=safer, **options)
    tap.ok(moved.returncode == 1 and "1 changed-answer" in moved.stderr,
           "more escapes than before are another answer", moved.stderr)
    os.remove(gate.path)


def all_groups_are_run(tap, gate):
    """--fail-fast stops at what the baseline does not list, and at nothing else."""
    def test(*options):
        done = subprocess.run([PROGRAM, "test", "--level", "examples", "--baseline", gate.path,
                               "--report", "json", *options], capture_output=True, text=True,
                              check=False)
        return done, results_file.read(done.stdout)
    test("--update-baseline", "--dialect", "rfc1630", "python-urllib")
    test("--update-baseline", "--dialect", "rfc3986", "reference")
    both = ("--fail-fast", "python-urllib", "reference")
    done, found = test(*both)
    tap.ok(done.returncode == 0 and not found["partial"] and len(found["adapters"]) == 2,
           "failures that are known do not keep the next specification from its turn", done.stderr)
    listed = gate.read()
    results = listed["adapters"]["python-urllib"]["results"]
    del results[next(name for name, words in results.items() if words.startswith("differ"))]
    gate.write(listed)
    done, found = test(*both)
    tap.ok(done.returncode == 1 and found["partial"] and len(found["adapters"]) == 1,
           "another does, and the run is partial", done.stderr)
    os.remove(gate.path)


def quiet_is_quiet(tap, gate):
    """Only errors are told: no claim, no count, no change, no result, and no other version."""
    two = ("python-urllib", "reference")
    done = [subprocess.run([PROGRAM, "test", "--quiet", "--level", "examples", "--report",
                            "json=" + gate.path + ".json", *words],
                           capture_output=True, check=False)
            for words in (two, ("--baseline", gate.path, "--update-baseline", *two),
                          ("--baseline", gate.path, *two))]
    tap.ok(all(not one.stderr and not one.stdout for one in done), "quiet is quiet", done)
    changed = gate.run("--quiet", "--dialect", "rfc1630", "--report", "json=" + gate.path + ".json")
    tap.ok(changed.returncode == 1 and not changed.stderr, "of what changed, too", changed.stderr)
    done = subprocess.run([PROGRAM, "test", "--quiet", "--", "false"], capture_output=True,
                          check=False)
    tap.ok(done.returncode == 3 and b"does not start" in done.stderr, "but an error is told",
           done.stderr)
    os.remove(gate.path)


def it_knows_dialect_and_level(tap, gate):
    made = gate.run("--update-baseline", level=(), claims="rfc3986 rfc1630")
    about = gate.read()["adapters"]["it"]
    tap.ok(made.returncode == 0 and (about["dialect"], about["level"], about["version"]) ==
           ("rfc3986", "clauses", "1"), "dialect, level and version are in it", about)
    tap.ok("measured by rfc3986, its first claim" in made.stderr,
           "the first run says by which and why", made.stderr)
    again = gate.run(level=(), claims="rfc1630")
    tap.ok(again.returncode == 0 and "measured by rfc3986, as its baseline says" in again.stderr,
           "they need not be said again", again.stderr)
    lower = gate.run(claims="rfc1630")
    tap.ok(lower.returncode == 0, "a lower level is a part of it", lower.stderr)
    other = gate.run("--dialect", "rfc1630", level=())
    tap.ok(other.returncode == 2 and "measured by rfc3986" in other.stderr and
           "--dialect rfc1630" in other.stderr, "another dialect is an error", other.stderr)
    newer = gate.run(level=(), version="2")
    tap.ok(newer.returncode == 0 and "was made with it 1, and this is 2" in newer.stderr,
           "another version is told, and judged", newer.stderr)
    absent = gate.run(level=(), name="unlisted", claims="rfc3986")
    tap.ok(absent.returncode == 1 and "has nothing of unlisted" in absent.stderr,
           "who is not in it is told so", absent.stderr)
    os.remove(gate.path)


def a_part_is_no_list(tap, gate):
    before = open(gate.path, "rb").read()
    for options in (["--select", "rfc1630.*"], ["--fail-fast"]):
        refused = gate.run("--update-baseline", *options)
        tap.ok(refused.returncode == 2, "no update with " + options[0], refused.stderr)
    refused = gate.run("--update-baseline", level=("--level", "clauses"))
    tap.ok(refused.returncode == 2 and "--level examples" in refused.stderr,
           "no update at another level", refused.stderr)
    other = gate.run("--reading", "dot-scope=after-authority")
    tap.ok(other.returncode == 2 and "default readings" in other.stderr, "no other readings",
           other.stderr)
    broken = subprocess.run([PROGRAM, "test", *LEVEL, "--baseline", gate.path, "--update-baseline",
                             "--", "false"], capture_output=True, text=True, check=False)
    tap.ok(broken.returncode == 3, "no update where nothing starts", broken.stderr)
    tap.ok(open(gate.path, "rb").read() == before, "the list is as it was")
    part = gate.run("--select", "rfc1630.bnf.*")
    tap.ok(part.returncode == 0, "a selection can be held against it", part.stderr)
    whole = gate.run(level=())
    tap.ok(whole.returncode == 0, "its level need not be said", whole.stderr)
    more = gate.run(level=("--level", "clauses"))
    tap.ok(more.returncode == 2 and "--level examples" in more.stderr, "more than it was made of",
           more.stderr)


def several_share_it(tap, gate):
    mine = gate.read()["adapters"]["it"]
    gate.run("--update-baseline", name="other", claims="rfc3986")
    both = gate.read()["adapters"]
    tap.ok(set(both) == {"it", "other"} and both["it"] == mine, "who was not run keeps his entries")
    tap.ok([both[name]["dialect"] for name in sorted(both)] == ["rfc1630", "rfc3986"],
           "each by its own dialect", both)
    tap.ok(gate.run().returncode == 0 and gate.run(name="other").returncode == 0, "each is held")


def what_is_no_list(tap, gate):
    for about, text in (("no JSON", "{"), ("another format", '{"format": "x"}'), ("void", ""),
                        ("an operation that is none", '{"format": "uriproof-baseline", '
                         '"version": 2, "adapters": {"it": {"dialect": "rfc1630", '
                         '"level": "examples", "unsupported": ["fly"], "results": {}}}}'),
                        ("a level that is none", '{"format": "uriproof-baseline", "version": 2, '
                         '"adapters": {"it": {"dialect": "rfc1630", "level": "all"}}}'),
                        ("version 1, which is to be made anew with --update-baseline",
                         '{"format": "uriproof-baseline", "version": 1, '
                         '"dialect": "rfc1630", "adapters": {}}')):
        with open(gate.path, "w", encoding="ascii") as file:
            file.write(text)
        done = gate.run()
        tap.ok(done.returncode == 4 and gate.path in done.stderr and done.stdout == "",
               "it is not one: " + about, done.stderr)
    anew = gate.run("--update-baseline")
    tap.ok(anew.returncode == 0 and "of version 1: it is written anew" in anew.stderr
           and gate.read()["version"] == 2, "--update-baseline does so", anew.stderr)
    os.remove(gate.path)
    gone = gate.run()
    tap.ok(gone.returncode == 4 and "--update-baseline" in gone.stderr, "it is not there",
           gone.stderr)


def main():
    tap = Tap(lines=30)
    with tempfile.TemporaryDirectory() as folder:
        gate = Gate(folder)
        the_first_list(tap, gate)
        what_changes_fails(tap, gate)
        what_to_do_is_said(tap, gate)
        a_flaky_run_makes_no_list(tap, gate)
        what_is_not_answered_fails(tap, gate)
        an_operation_that_was_right(tap, gate)
        a_part_is_no_list(tap, gate)
        several_share_it(tap, gate)
        what_is_no_list(tap, gate)
        two_hosts(tap, gate)
        os.remove(gate.path)
        two_hosts_of_one_that_splits(tap, gate)
        os.remove(gate.path)
        two_hosts_in_a_path(tap, gate)
        all_groups_are_run(tap, gate)
        quiet_is_quiet(tap, gate)
        it_knows_dialect_and_level(tap, gate)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
