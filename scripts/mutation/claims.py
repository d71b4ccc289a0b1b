# SPDX-License-Identifier: MIT
"""What people have found out about mutants: vectors/mutation/survivors.json.

A mutant is known by its file, function, operator, and lines before and after, white space aside;
and, where one function has several that are alike, by its number among them. So an entry outlasts
what is changed elsewhere.
"""
import collections
import dataclasses
import json

KINDS = {
    "equivalent": "No input distinguishes it from the reference.",
    "beyond": "It differs where no vector can ask: in how the C interface may be called, or in "
              "messages for people. Counted as not killed.",
    "killed": "It survived, until a vector was added.",
}
_FORMAT = {"format": "uriproof-mutants", "version": 1}


class Fault(Exception):
    """The list is not as it should be."""


@dataclasses.dataclass
class Claim:
    kind: str
    reason: str
    key: tuple


def key_of(entry):
    try:
        return (entry["file"], entry["in"], entry["operator"], " ".join(entry["from"].split()),
                " ".join(entry["to"].split()), entry.get("nth", 1))
    except KeyError as missing:
        raise Fault(f"a mutant without {missing}") from missing


def read(path):
    """The claims, by key."""
    document = json.loads(path.read_text())
    if {k: document.get(k) for k in _FORMAT} != _FORMAT:
        raise Fault(f"{path}: is not {_FORMAT}")
    claims = {}
    for group in document["claims"]:
        if group["kind"] not in KINDS or not group["reason"]:
            raise Fault(f"{path}: a claim needs a reason, and a kind of {', '.join(KINDS)}")
        for entry in group["mutants"]:
            key = key_of(entry)
            if key in claims:
                raise Fault(f"{path}: twice: {entry}")
            claims[key] = Claim(group["kind"], group["reason"], key)
    return claims


def entry_of(key):
    """A key as the list has it."""
    entry = dict(zip(("file", "in", "operator", "from", "to"), key))
    return entry if key[5] == 1 else {**entry, "nth": key[5]}


def keys_of(mutants):
    """The key of each of the mutants, which are all of their file and in order."""
    seen = collections.Counter()
    for mutant in mutants:
        key = (mutant.source.name, mutant.where, mutant.operator, mutant.original_lines(),
               mutant.mutated_lines())
        seen[key] += 1
        yield (*key, seen[key])
