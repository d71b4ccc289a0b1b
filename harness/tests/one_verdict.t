#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The same answer to the same question gets the same verdict from every adapter (TAP 13).

All adapters that are ready are asked every hand-written vector of RFC 3986 and of RFC 1630, and
five of five languages the generated ones in which a whole text or a word is answered (resolve,
normalize, equivalent, decode, encode): no two equal answers to one vector have two outcomes. For
`parse`, a declared transform, which the result names, and `splits` may part them, and nothing else.

Arguments are results files to look at instead: a run of all adapters over all vectors takes
minutes.
URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import collections
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
for folder in ("vectors/tests", "scripts"):
    sys.path.insert(0, os.path.join(ROOT, folder))

import results_file  # noqa: E402
from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
DIALECTS = ("rfc3986", "rfc1630")
WHOLE = ("resolve", "normalize", "equivalent", "decode", "encode")
# All generated vectors of these operations are of these two kinds.
GENERATED = ["--level", "complete", "--select", "resolve-*", "--select", "equivalence-*"]
BY_HAND = ["--level", "clauses"]
# Those that answer the most operations, each in its own way; and how often, at least, two of them
# give an equal answer to the same vector.
ANSWER_ALL = ("uriparser", "perl-uri", "poco", "ruby-addressable", "rust-url")
EQUAL_AT_LEAST = {"resolve": 8000, "normalize": 6000, "equivalent": 2000, "decode": 3}
NO_ANSWER = {"crash", "timeout", "protocol-error", "unsupported", "not-run", "slow"}


def octets(answer, name):
    if name in answer:
        return answer[name].encode()
    return bytes.fromhex(answer[name + "_hex"]) if name + "_hex" in answer else None


def parts(view):
    return tuple(sorted((name, octets(view, name)) for name in
                        {key[:-4] if key.endswith("_hex") else key for key in view}))


def key_of(answer):
    """What an answer says, without its words for people."""
    return (answer.get("status"), answer.get("equal"), answer.get("offset"),
            answer.get("production"), octets(answer, "uri"), octets(answer, "text"),
            parts(answer.get("generic", {})), parts(answer.get("components", {})))


def answer_of(case, result):
    """None where the file does not say what it was: an encoded text may agree in many forms, and a
    refusal with or without its place."""
    if "given" in result:
        return None if result.get("shortened") else result["given"]
    plain = result["outcome"] == "agree" and not result.get("up_to")
    told = plain and case["expected"]["status"] == "accepted" and case["op"] != "encode"
    return case["expected"] if told and not case.get("shortened") else None


def named_transforms(result):
    """Those that the result names, "host lowercased": they end its detail."""
    _, found, names = (" " + result.get("detail", "")).partition(" up to ")
    return set(names.split(", ")) if found else set()


def verdict_of(case, adapter, result):
    """Its outcome, but for what an adapter may declare for `parse`: None where that decided."""
    names = named_transforms(result)
    if case["op"] != "parse":
        return result["outcome"]
    if names:
        return None if names <= set(adapter["transforms"]) | {"..."} else "unnamed"
    if result["outcome"] == "unvalidated":
        return "lenient" if adapter.get("splits") else "unclaimed"
    return result["outcome"]


def two_verdicts(results, pairs):
    """A line for each answer to a vector that has more than one. Counts in `pairs`, by operation,
    the pairs of equal answers that were compared."""
    for number, case in enumerate(results["cases"]):
        found = collections.defaultdict(lambda: collections.defaultdict(list))
        for adapter in results["adapters"]:
            result = adapter["results"][number]
            answer = answer_of(case, result)
            if answer is not None and result["outcome"] not in NO_ANSWER:
                found[key_of(answer)][verdict_of(case, adapter, result)].append(adapter["name"])
        for key, outcomes in found.items():
            outcomes.pop(None, None)
            same = sum(map(len, outcomes.values()))
            pairs[case["op"]] += same * (same - 1) // 2
            if len(outcomes) > 1:
                yield "%s %s: %s: %s" % (case["id"], case["request"], key, dict(outcomes))


def by_declaration(results):
    """A line for each whole text that agrees only by what the adapter declares of parts, and each
    agreement in parts that does not name what it takes."""
    for adapter in results["adapters"]:
        for case, result in zip(results["cases"], adapter["results"]):
            if result.get("up_to") and (case["op"] != "parse" or not named_transforms(result)):
                yield "%s %s (%s)" % (adapter["name"], case["id"], case["op"])


def check(tap, name, results, least=None):
    if results is None:
        tap.ok(False, name + ": there are results", "the run did not write any")
        return
    asked = collections.Counter(case["op"] for case in results["cases"])
    tap.ok(results["cases"] and results["adapters"], "%s: %d vectors, %d adapters" %
           (name, len(results["cases"]), len(results["adapters"])), asked)
    pairs = collections.Counter()
    lines = list(two_verdicts(results, pairs))
    tap.ok(not lines, name + ": no answer has two verdicts", "\n".join([str(len(lines))] + lines))
    if least is not None:
        tap.ok(all(pairs[op] >= count for op, count in least.items()),
               name + ": many answers are equal to another's", pairs)
    lines = list(by_declaration(results))
    tap.ok(not lines, name + ": declarations are about parts, and named",
           "\n".join([str(len(lines))] + lines))


def results_of(dialect, options, adapters):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "results.json")
        subprocess.run([PROGRAM, "test", "--dialect", dialect, *options, "--report",
                        "json=" + path, *adapters], capture_output=True, check=False)
        return results_file.read_file(path) if os.path.exists(path) else None


def ready():
    return subprocess.run([PROGRAM, "adapters", "--names"], capture_output=True, check=True,
                          encoding="ascii").stdout.split()


def main():
    tap = Tap(lines=10, columns=400)
    for path in sys.argv[1:]:
        check(tap, os.path.basename(path), results_file.read_file(path))
    if not sys.argv[1:]:
        adapters = ready()
        for dialect in DIALECTS:
            check(tap, dialect + ", by hand", results_of(dialect, BY_HAND, adapters))
            absent = set(ANSWER_ALL) - set(adapters)
            if absent:
                tap.skip(dialect + ", generated", "not ready: " + ", ".join(sorted(absent)))
                continue
            generated = results_of(dialect, GENERATED, ANSWER_ALL)
            check(tap, dialect + ", generated", generated, EQUAL_AT_LEAST)
            tap.ok({case["op"] for case in generated["cases"]} == set(WHOLE),
                   dialect + ", generated: each operation on whole texts")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
