#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Known tricks, panel/tricks.tsv: all parsers that are ready are asked what they see (TAP 13).

A trick that splits the parsers must give a class whose risk is other-host or validity. What the
file says of a parser must hold in the version of its baseline; another version is skipped.

URIPROOF_BIN is the folder of uriproof; default build/release.
"""
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
KINDS = {"scheme", "slash", "backslash", "encoded data", "userinfo", "dot segments", "port", "IPv4",
         "IPv6", "white space"}


def read_tricks():
    with open(os.path.join(HERE, "panel", "tricks.tsv"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return [(json.loads(text), kind, about, source, json.loads(sides))
            for text, kind, about, source, sides in rows]


def versions():
    """The version of each parser that is ready."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "diff.json")
        subprocess.run([PROGRAM, "diff", "--json", path, "-"], input=b"http://h/\n",
                       capture_output=True, check=False)
        with open(path, encoding="ascii") as file:
            return {one["name"]: one.get("version") for one in json.load(file)["parsers"]}


def of_baseline(name):
    path, = glob.glob(os.path.join(ROOT, "harness", "adapters", "*", "tests",
                                   name + ".baseline.json"))
    with open(path, encoding="ascii") as file:
        return json.load(file)["adapters"][name]["version"]


def value(group, part):
    """What a group sees of a part, which may be None; or "rejected"; or None without an answer."""
    answer = group.get("answer")
    if answer is None:
        return None
    if answer["status"] != "accepted":
        return "rejected"
    components = answer.get("components", {})  # else the parser divides no authority
    octets = bytes.fromhex(components.get(part + "_hex", ""))
    text = components.get(part)
    return {part: octets.decode("utf-8", "replace") if octets else text}


def is_split(found):
    """Do the parsers see several hosts, or does one reject? A host that is absent is as one that is
    empty."""
    seen = [value(group, "host") for group in found["groups"] if "answer" in group]
    return len({one if one == "rejected" else one["host"] or "" for one in seen}) > 1


def check_sides(tap, trick, found, at_hand):
    text, _, about, _, sides = trick
    seen = {name: group for group in found["groups"] for name in group["parsers"]}
    for name, side in sides.items():
        title = f"{name}: {about}: {json.dumps(text)}"
        if name not in at_hand or "answer" not in seen.get(name, {}):
            tap.skip(title, f"{name} is not ready")
        elif at_hand[name] != of_baseline(name):
            tap.skip(title, f"{name} has version {at_hand[name]}, its baseline {of_baseline(name)}")
        else:
            part = "host" if side == "rejected" else next(iter(side))
            given = value(seen[name], part)
            tap.ok(given == side, title, f"expected {side}, given {given}")


def main():
    tap = Tap(lines=10)
    tricks, at_hand = read_tricks(), versions()
    done = subprocess.run([PROGRAM, "ask", "--json", *(trick[0] for trick in tricks)],
                          capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    tap.ok(len(tricks) >= 30 and {trick[1] for trick in tricks} == KINDS,
           "there are thirty tricks, of all kinds")
    tap.ok(len(answers) == len(tricks), "each is answered", done.stderr)
    for trick, found in zip(tricks, answers):
        risks = {one["risk"] for one in found["classes"]}
        if is_split(found):
            tap.ok(risks & {"other-host", "validity"},
                   f"a split host is a class: {trick[2]}: {json.dumps(trick[0])}",
                   json.dumps(found["classes"]))
        check_sides(tap, trick, found, at_hand)
    return tap.end()


sys.exit(main())
