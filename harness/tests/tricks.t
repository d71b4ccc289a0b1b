#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Known tricks, panel/tricks.tsv: all parsers that are ready are asked what they see (TAP 13).

A trick that splits the parsers must give a class whose risk is other-host or validity, and so must
it between each two parsers that the file has on two sides, and only between those. What the file
says of a parser must hold in the version of its baseline; another version is skipped. RFC 3986 must
bear out the side that the file says, and no other.

URIPROOF_BIN is the folder of uriproof; default build/release.
"""
import glob
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import typing

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
KINDS = {"scheme", "slash", "backslash", "encoded data", "userinfo", "dot segments", "port", "IPv4",
         "IPv6", "white space"}


class Trick(typing.NamedTuple):
    text: str
    kind: str
    about: str
    source: str
    right: object  # what RFC 3986 says, as a side
    same: list  # values that are the same host
    sides: dict

    def is_same(self, one, other):
        """Are two values of a part the same, up to what RFC 3986 lets change? None is no part."""
        return one == other or {one, other} <= set(self.same) or {one, other} <= {None, ""}


def read_tricks():
    with open(os.path.join(HERE, "panel", "tricks.tsv"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return [Trick(json.loads(text), kind, about, source, *map(json.loads, rest))
            for text, kind, about, source, *rest in rows]


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
    """What a group sees of a part, which may be None; or "rejected"; or None without an answer. A
    parser that does not divide an authority sees it as the host."""
    answer = group.get("answer")
    if answer is None:
        return None
    if answer["status"] != "accepted":
        return "rejected"
    if "components" not in answer:
        generic = answer["generic"].get("path", "")
        whole = re.match("//([^/]*)", generic)
        return {part: whole[1] if whole and part == "host" else None}
    components = answer["components"]
    octets = bytes.fromhex(components.get(part + "_hex", ""))
    text = components.get(part)
    return {part: octets.decode("utf-8", "replace") if octets else text}


def is_split(found):
    """Do the parsers see several hosts, or does one reject? A host that is absent is as one that is
    empty."""
    seen = [value(group, "host") for group in found["groups"] if "answer" in group]
    return len({one if one == "rejected" else one["host"] or "" for one in seen}) > 1


def of_part(side):
    """The part that a side is about, and its value."""
    return next(iter(side.items()))


def check_sides(tap, trick, found, able):
    """Does each parser see what the file says, and does RFC 3986 bear out who should be?"""
    seen = {name: group for group in found["groups"] for name in group["parsers"]}
    for name, side in trick.sides.items():
        title = f"{name}: {trick.about}: {json.dumps(trick.text)}"
        if name not in able:
            tap.skip(title, f"{name} is not ready, or not in the version of its baseline")
            continue
        given = value(seen[name], "host" if side == "rejected" else of_part(side)[0])
        tap.ok(given == side, title, f"expected {side}, given {given}")
        right = seen[name]["by_dialect"]["rfc3986"] == "right"
        if "rejected" in (side, trick.right):
            tap.ok(right == (side == trick.right), f"RFC 3986 and {title}", seen[name])
        elif not trick.is_same(of_part(side)[1], of_part(trick.right)[1]) and "host" in side:
            tap.ok(not right, f"RFC 3986 does not bear out {title}", seen[name])


def fault_of_pair(trick, pair, found):
    """What is wrong with the classes between two parsers; None if nothing is."""
    one, other = (trick.sides[name] for name in pair)
    classes = {tuple(one["id"].split("/")[2:4]): one["risk"] for one in found["classes"]}
    rejected = [one, other].count("rejected")
    if rejected == 2:
        return f"two rejections have the classes {classes}" if classes else None
    deviate = any(kind == "deviation" for _, kind in classes)
    if rejected == 1:
        good = [kind for _, kind in classes] == ["validity"] or deviate
        return None if good else f"one rejects, but the classes are {classes}"
    part, value_of_one = of_part(one)
    differ = part == "host" and not trick.is_same(value_of_one, of_part(other)[1])
    is_class = any(about == "host" and risk == "other-host"
                   for (about, _), risk in classes.items())
    # A deviation can lead to another host elsewhere, and to another user here.
    is_wrong = differ and not is_class if deviate else differ != is_class
    return f"{one} and {other} have the classes {classes}" if is_wrong else None


def check_pairs(tap, tricks, able):
    """Is each split of the host a class between each two parsers on its sides?"""
    faults = {trick.text: [] for trick in tricks}
    pairs = list(itertools.combinations(sorted(able), 2))
    for pair in pairs:
        for trick, found in zip(tricks, ask(tricks, *pair)):
            fault = fault_of_pair(trick, pair, found) if set(pair) <= set(trick.sides) else None
            faults[trick.text] += [f"{' and '.join(pair)}: {fault}"] if fault else []
    for trick in tricks:
        title = f"the sides of {trick.about}: {json.dumps(trick.text)}"
        if pairs:
            tap.ok(not faults[trick.text], title, "\n".join(faults[trick.text]))
        else:
            tap.skip(title, "fewer than two of the parsers are ready")


def ask(tricks, *names):
    words = [word for name in names for word in ("--adapter", name)]
    done = subprocess.run([PROGRAM, "ask", "--json", *words, *(trick.text for trick in tricks)],
                          capture_output=True, text=True, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


def check_declared(tap, found, able):
    """A class says of a parser that rewrites a host by design that it does so by design."""
    title = "libcurl rewrites 0x7f.1 by design, which RFC 3986 does not bear out"
    if not {"libcurl", "go-url"} <= able:
        tap.skip(title, "libcurl or go-url is not ready")
        return
    declared = [one for each in found["classes"] for one in each.get("declared", [])]
    by = {name: group["by_dialect"]["rfc3986"] for group in found["groups"]
          for name in group["parsers"] if "by_dialect" in group}
    tap.ok({"parser": "libcurl", "transforms": ["host address-rewritten"]} in declared and
           all(one["parser"] != "go-url" for one in declared) and
           by["libcurl"] == "by-design" and by["go-url"] == "right", title, found)


def main():
    tap = Tap(lines=10)
    tricks, at_hand = read_tricks(), versions()
    named = {name for trick in tricks for name in trick.sides}
    able = {name for name in named if at_hand.get(name) == of_baseline(name)}
    answers = ask(tricks)
    tap.ok(len(tricks) >= 30 and {trick.kind for trick in tricks} == KINDS,
           "there are thirty tricks, of all kinds")
    tap.ok(len(answers) == len(tricks), "each is answered", len(answers))
    for trick, found in zip(tricks, answers):
        risks = {one["risk"] for one in found["classes"]}
        if is_split(found):
            tap.ok(risks & {"other-host", "validity"},
                   f"a split host is a class: {trick.about}: {json.dumps(trick.text)}",
                   json.dumps(found["classes"]))
        check_sides(tap, trick, found, able)
        if trick.text == "http://0x7f.1/":
            check_declared(tap, found, able)
    check_pairs(tap, tricks, able)
    return tap.end()


sys.exit(main())
