# SPDX-License-Identifier: MIT
"""Reads results files (harness/schema/results.schema.json) and writes out what they say in short.

docs/reports.md has the format. `read` returns the file's object with two changes. Its "cases" are
all that are listed, those of groups too; each has id, about, origin, obeys, breaks, op, request and
expected, and group if it has one. Each adapter has "results": one for each of the cases, in their
order, with case and outcome, and what there is of given, class, detail, dialects, answer, up_to,
known and shortened. The cases of a group that are only counted have no entry: `outcomes` counts
them, too. "level" and "select" say which vectors were asked for. A file of an older run has
neither. With "level" alone there were no patterns. An adapter may have "home" and "tracker", which
are links.
"""

import collections
import json

COMPONENTS = ("scheme", "host", "port", "path", "query", "fragment", "user", "password", "userinfo")
GENERIC = ("scheme", "path", "search", "fragmentid")
OUTCOMES = ("agree", "acceptable", "incomplete", "undefined", "unvalidated", "slow", "differ",
            "lenient", "strict", "crash", "timeout", "protocol-error", "flaky",
            "unsupported", "not-run")
LETTERS = {"r": "right", "a": "acceptable", "w": "wrong", "n": "not-asked"}
WORDS = ("id", "about", "origin", "obeys", "breaks", "op", "shortened")
NO_OPERATION = "the adapter has no such operation"


def parts(names, values):
    found = {}
    for name, value in zip(names, values):
        if isinstance(value, dict):
            found[name + "_hex"] = value["hex"]
        elif value is not None:
            found[name] = value
    return found


def answer(short):
    """An answer as the protocol has it."""
    if isinstance(short, list):
        if short and isinstance(short[0], list):
            return {"status": "accepted", "generic": parts(GENERIC, short[0])}
        return {"status": "accepted", "components": parts(COMPONENTS, short)}
    found = {"status": "accepted", **short}
    found.pop("shortened", None)
    return found


def is_asked(results, adapter, name):
    """Is the case or group of this id asked of the adapter? In "own" dialects it is DIALECT/ID."""
    return results["dialect"] != "own" or name.startswith(adapter["dialect"] + "/")


def given(entry, outcome):
    """What an adapter answered: null, the hash of an answer, or the answer."""
    if entry is None:
        return {}
    if isinstance(entry, str):
        return {"answer": entry}
    found = {"given": answer(entry)}
    if outcome in ("agree", "slow"):
        found["up_to"] = True
    if isinstance(entry, dict) and "shortened" in entry:
        found.update(shortened=True, answer=entry["shortened"])
    return found


def said(results, outcome, entry):
    """What an entry says: [answer, adapters, right_in, detail, known], or an adapter's number."""
    if isinstance(entry, int):
        return [entry], {"outcome": outcome}
    short, adapters, *numbers = entry
    found = {"outcome": outcome, **given(short, outcome)}
    first, *others = numbers or [None]
    numbers = [*(first if isinstance(first, list) else (first, None)), *others]
    words = [None if number is None else results["words"][number] for number in numbers]
    letters, kind, detail, known = (words + [None] * 4)[:4]
    if kind is not None:
        found["class"] = kind
    if detail is not None:
        found["detail"] = detail
    if letters is not None:
        found["dialects"] = {dialect["name"]: LETTERS[letter]
                             for dialect, letter in zip(results["dialects"], letters)}
    if known is not None:
        found["known"] = known
    return adapters if isinstance(adapters, list) else [adapters], found


def plain(results, adapter, name, op):
    """The result of which the file says nothing."""
    if not is_asked(results, adapter, name):
        return {"outcome": "not-run"}
    if op in adapter["ops"]:
        return {"outcome": "agree"}
    return {"outcome": "unsupported", "detail": NO_OPERATION}


def results_of(results, case, name, op):
    """The result of each adapter."""
    found = [plain(results, adapter, name, op) for adapter in results["adapters"]]
    for outcome in OUTCOMES:
        for entry in case.get(outcome, []):
            adapters, result = said(results, outcome, entry)
            for number in adapters:
                found[number] = result
    as_ever = {"known": "as-ever"} if results["baseline"] else {}
    return [{"case": name, **as_ever, **result} for result in found]


def expanded(results):
    """The object of a file, written out."""
    cases = [(case, None) for case in results["cases"]]
    cases += [(case, group) for group in results["groups"] for case in group["cases"]]
    found, columns = [], []
    for short, group in cases:
        words = {**(group or {}), **short}
        name = short["id"] if group is None else group["id"] + "-" + short["id"]
        case = {key: words[key] for key in WORDS if key in words}
        case.update(id=name, expected=answer(short["expect"]), request=short["ask"])
        if group is not None:
            case["group"] = group["id"]
        found.append(case)
        columns.append(results_of(results, short, name, case["op"]))
    adapters = [{**adapter, "results": [column[number] for column in columns]}
                for number, adapter in enumerate(results["adapters"])]
    return {**results, "cases": found, "adapters": adapters}


def read(text):
    """The results of a file's text, written out."""
    return expanded(json.loads(text))


def read_file(path):
    with open(path, encoding="utf-8") as file:
        return read(file.read())


def outcomes(results, number):
    """How many cases adapter `number` has of each outcome, with those that are only counted."""
    adapter = results["adapters"][number]
    counts = collections.Counter(result["outcome"] for result in adapter["results"]
                                 if is_asked(results, adapter, result["case"]))
    for group in results["groups"]:
        if group["counted"] > 0 and is_asked(results, adapter, group["id"]):
            counts[plain(results, adapter, group["id"], group["op"])["outcome"]] += group["counted"]
    return counts


def count_cases(results):
    """How many cases were asked in all."""
    return len(results["cases"]) + sum(group["counted"] for group in results["groups"])
