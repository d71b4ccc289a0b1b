#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The gate: what a baseline lets through, and what it does not (TAP 13). docs/ci.md has the rules.

URIPROOF_BIN is the folder of uriproof; default build/release.
"""

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
LEVEL = ["--level", "examples"]

# An adapter that answers as the environment's ANSWERS says: a JSON object of the text of a request
# and what is answered to it, or "crash"; all else it refuses.
ADAPTER = r"""
import json, os, sys
answers = json.loads(os.environ["ANSWERS"])
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "hello":
        answer = {"protocol": 1, "name": os.environ.get("NAME", "it"), "version": "1",
                  "language": "python", "dialects": ["rfc1630"],
                  "ops": os.environ.get("OPS", "parse").split()}
    else:
        said = answers.get(request.get("uri"), {"valid": False})
        if said == "crash":
            os.abort()
        answer = {"id": request["id"], **said}
    print(json.dumps(answer), flush=True)
"""


class Gate:
    """A baseline in a file, and runs over it."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "baseline.json")

    def run(self, *options, level=("--level", "examples"), answers=None, name="it", ops="parse"):
        return subprocess.run(
            [PROGRAM, "test", *level, "--baseline", self.path, *options, "--", sys.executable, "-c",
             ADAPTER], capture_output=True, text=True, timeout=600, check=False,
            env={**os.environ, "ANSWERS": json.dumps(answers or {}), "NAME": name,
                 "OPS": ops})

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
    results = json.loads(shown.stdout)
    listed = gate.read()["adapters"]["it"]
    for case in results["cases"]:
        uri = case["request"].get("uri")
        alike = [c for c in results["cases"] if c["request"].get("uri") == uri]
        if case["id"] in listed and uri is not None and len(alike) == 1:
            return case["id"], uri, case["expected"]
    return None


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
    fewer = {**listed, "adapters": {"it": {k: v for k, v in listed["adapters"]["it"].items()
                                           if k != name}}}
    gate.write(fewer)
    new = gate.run()
    tap.ok(new.returncode == 1 and "1 new-failure" in new.stderr, "a case fails that is not listed",
           new.stderr)
    gate.write({**listed, "adapters": {"it": {**listed["adapters"]["it"], "no-such": "strict"}}})
    stale = gate.run()
    tap.ok(stale.returncode == 1 and '"no-such"' in stale.stderr
           and "--update-baseline" in stale.stderr, "an entry that is no vector", stale.stderr)
    gate.write(listed)


def what_is_not_answered_fails(tap, gate):
    before = gate.read()
    _, uri, _ = a_case(gate)
    silent = gate.run(answers={uri: {"unsupported": True}})
    tap.ok(silent.returncode == 1 and "1 other-failure" in silent.stderr,
           "a listed case is not answered", silent.stderr)
    gate.run("--update-baseline", ops="parse resolve", answers={uri: {"unsupported": True}})
    listed = gate.read()
    ops = listed["unsupported"]["it"]
    tap.ok("resolve" not in ops and "normalize" in ops and
           "unsupported" in listed["adapters"]["it"].values(), "the list has what is unsupported",
           ops)
    same = gate.run(ops="parse resolve", answers={uri: {"unsupported": True}})
    tap.ok(same.returncode == 0, "nothing has changed", same.stderr)
    gone = gate.run(answers={uri: {"unsupported": True}})
    tap.ok(gone.returncode == 1 and " other-failure" in gone.stderr and
           " 0 other-failure" not in gone.stderr, "an operation is gone", gone.stderr)
    gate.write(before)


def an_operation_that_was_right(tap, gate):
    """Its cases are not listed, so that they are missed can be seen by the operation alone."""
    before = gate.read()
    gate.write({**before, "unsupported": {"it": []}})
    gone = gate.run()
    tap.ok(gone.returncode == 1 and " 0 new-failure" not in gone.stderr,
           "what was supported is so no more", gone.stderr)
    gate.write({key: value for key, value in before.items() if key != "unsupported"})
    old = gate.run()
    tap.ok(old.returncode == 0, "a list without a word of it says nothing of it", old.stderr)
    gate.write(before)


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
    more = gate.run(level=())
    tap.ok(more.returncode == 2 and "--level examples" in more.stderr, "more than it was made of",
           more.stderr)


def several_share_it(tap, gate):
    mine = gate.read()["adapters"]["it"]
    gate.run("--update-baseline", name="other")
    both = gate.read()["adapters"]
    tap.ok(set(both) == {"it", "other"} and both["it"] == mine, "who was not run keeps his entries")
    tap.ok(gate.run().returncode == 0 and gate.run(name="other").returncode == 0, "each is held")


def what_is_no_list(tap, gate):
    for about, text in (("no JSON", "{"), ("another format", '{"format": "x"}'), ("void", ""),
                        ("an operation that is none", '{"format": "uriproof-baseline", '
                         '"version": 1, "dialect": "rfc1630", "unsupported": {"it": ["fly"]}, '
                         '"adapters": {}}'),
                        ("a level that is none", '{"format": "uriproof-baseline", "version": 1, '
                         '"dialect": "rfc1630", "level": "all", "adapters": {}}'),
                        ("another dialect", '{"format": "uriproof-baseline", "version": 1, '
                         '"dialect": "rfc3986", "adapters": {}}')):
        with open(gate.path, "w", encoding="ascii") as file:
            file.write(text)
        done = gate.run()
        tap.ok(done.returncode == 4 and gate.path in done.stderr and done.stdout == "",
               "it is not one: " + about, done.stderr)
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
        what_is_not_answered_fails(tap, gate)
        an_operation_that_was_right(tap, gate)
        a_part_is_no_list(tap, gate)
        several_share_it(tap, gate)
        what_is_no_list(tap, gate)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
