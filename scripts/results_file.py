# SPDX-License-Identifier: MIT
"""Reads results files (harness/schema/results.schema.json) and writes out what they say in short.

docs/reports.md has the format. `read` returns the file's object with two changes. Each of its
"cases" has about, origin, obeys and breaks, also if the file has these with its group. Each adapter
has "results": one for each of the cases, in their order, with case and outcome, and what
there is of given, detail, dialects, hash, up_to, known and shortened. The cases of a group that
are only counted have no entry: `outcomes` counts them, too.
"""

import collections
import json

LETTERS = {"r": "right", "a": "acceptable", "w": "wrong", "n": "not-asked"}
SHARED = ("about", "origin", "obeys", "breaks")
NO_OPERATION = "the adapter has no such operation"


def is_asked(results, adapter, name):
    """Is the case or group of this id asked of the adapter? In "own" dialects it is DIALECT/ID."""
    return results["dialect"] != "own" or name.startswith(adapter["dialect"] + "/")


def said(results, entry):
    """What a result of the file says of each adapter that has it."""
    found = {key: value for key, value in entry.items() if key not in ("adapters", "right_in")}
    if "given" in entry:
        found["up_to"] = entry["outcome"] in ("agree", "slow")
        found["shortened"] = "hash" in entry
    if "right_in" in entry:
        found["dialects"] = {dialect["name"]: LETTERS[letter]
                             for dialect, letter in zip(results["dialects"], entry["right_in"])}
    return found


def plain(results, adapter, name, op):
    """The result of which the file says nothing."""
    if not is_asked(results, adapter, name):
        return {"outcome": "not-run"}
    if op in adapter["ops"]:
        return {"outcome": "agree"}
    return {"outcome": "unsupported", "detail": NO_OPERATION}


def results_of(results, case):
    """The result of each adapter."""
    found = [plain(results, adapter, case["id"], case["op"]) for adapter in results["adapters"]]
    for entry in case["results"]:
        for number in entry["adapters"]:
            found[number] = said(results, entry)
    as_ever = {"known": "as-ever"} if results["baseline"] else {}
    return [{"case": case["id"], **as_ever, **result} for result in found]


def expanded(results):
    """The object of a file, written out."""
    groups = {group["id"]: {key: group[key] for key in SHARED} for group in results["groups"]}
    cases = [{**groups.get(case.get("group"), {}), **case} for case in results["cases"]]
    columns = [results_of(results, case) for case in cases]
    adapters = [{**adapter, "results": [column[number] for column in columns]}
                for number, adapter in enumerate(results["adapters"])]
    return {**results, "cases": cases, "adapters": adapters}


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
