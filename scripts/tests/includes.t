#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rooms use what is below them, by its main header; and no files of C include each other in a loop.

ROOMS is the order: a room may include those above it in the table. Tests may include every main
header, and any header of the room whose tests they are.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "vectors" / "tests"))

from tap import Tap  # noqa: E402

# Room: what others may include of it; and only those that are named after a colon may.
ROOMS = {
    "reference": ["reference/include/uriproof/*"],
    "harness/unicode": ["harness/unicode/icu.h"],
    "harness/base": ["harness/base/base.h", "harness/base/error.h:harness/protocol"],
    "harness/json": ["harness/json/json.h"],
    "harness/protocol": ["harness/protocol/protocol.h",
                         # Adapters may be C++: these two headers are.
                         "harness/protocol/server.h:harness/adapters",
                         "harness/protocol/server.h:fuzz",
                         "harness/protocol/server.h:scripts/mutation",
                         "harness/protocol/message.h:harness/adapters",
                         "harness/protocol/message.h:vectors/tests"],
    "harness/adapters": ["harness/adapters/c/parsers.h:harness/bench",
                         "harness/adapters/c/parsers.h:harness/in_process",
                         "harness/adapters/c/parsers.h:fuzz",
                         "harness/adapters/c/adapter.h:fuzz",
                         "harness/adapters/c/uriproof_adapter.h:harness/templates"],
    "harness/templates": [],
    # The mutator walks the nodes of a grammar.
    "harness/grammar": ["harness/grammar/grammar.h", "harness/grammar/nodes.h:harness/mutator"],
    "harness/mutator": ["harness/mutator/mutator.h"],
    "harness/corpus": ["harness/corpus/corpus.h"],
    "harness/results": ["harness/results/results.h"],
    "harness/judge": ["harness/judge/judge.h"],
    "harness/model": ["harness/model/model.h", "harness/model/learn.h"],
    "harness/classes": ["harness/classes/classes.h"],
    "harness/processes": ["harness/processes/processes.h"],
    "harness/in_process": ["harness/in_process/in_process.h"],
    "harness/runner": ["harness/runner/runner.h"],
    "harness/survey": ["harness/survey/survey.h"],
    "harness/profiles": ["harness/profiles/profiles.h"],
    "harness/differences": ["harness/differences/differences.h"],
    "harness/findings": ["harness/findings/findings.h"],
    "harness/releases": ["harness/releases/releases.h"],
    "harness/pair": ["harness/pair/pair.h"],
    "harness/campaign": ["harness/campaign/campaign.h"],
    "harness/adapter_check": ["harness/adapter_check/adapter_check.h"],
    "reports": ["reports/reports.h"],
    "harness/cli": [],
    "harness/bench": [],
    # The second reading: it may know of the reference its types, and of the grammars.
    "vectors/oracle": ["vectors/oracle/oracle.h"],
    "vectors/generator": [],
    "vectors/tests": [],
    "scripts/mutation": [],
    "fuzz": [],
}
# Folders that includes are looked for in, besides that of the file.
INCLUDED_FROM = ["harness", "reference/include", "reference", "vectors", "vectors/generator",
                 "reports",
                 "fuzz/support", "harness/adapters/c", "harness/processes"]
FEWEST_INCLUDES = 600


def sources(root):
    listed = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others",
                             "--exclude-standard", "*.c", "*.h", "*.cpp", "*.hpp", "*.c.in"],
                            capture_output=True, text=True, check=False).stdout.split()
    if listed:
        return [name for name in listed if (root / name).exists()]
    return [str(path.relative_to(root)) for room in ROOMS for path in (root / room).rglob("*")
            if re.search(r"\.(c|h|cpp|hpp|c\.in)$", path.name)]


def room_of(name):
    return max((room for room in ROOMS if name.startswith(room + "/")), key=len, default=None)


def includes(root, names):
    """Pairs of a file and one of ours that it includes."""
    known = set(names)
    for name in names:
        text = (root / name).read_text()
        for form, header in re.findall(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^">]+)', text, re.M):
            folders = ([str(pathlib.PurePosixPath(name).parent)] if form == '"' else [])
            for folder in [*folders, *INCLUDED_FROM]:
                parts = []
                for part in f"{folder}/{header}".split("/"):
                    if part == ".." and parts:
                        parts.pop()
                    elif part != ".":
                        parts.append(part)
                if "/".join(parts) in known:
                    yield name, "/".join(parts)
                    break


def may(name, header):
    """Why `name` may not include `header`; None where it may."""
    order = list(ROOMS)
    user, used = room_of(name), room_of(header)
    if user is None or used is None:
        return f"belongs to no room: {name if user is None else header}"
    if user == used:
        return None
    in_tests = "/tests/" in name or user == "vectors/tests"
    if not in_tests and order.index(used) > order.index(user):
        return f"{used} is above {user}"
    for entry in ROOMS[used]:
        pattern, _, only = entry.partition(":")
        if pathlib.PurePosixPath(header).match(pattern) and (not only or user == only):
            return None
    return f"{header} is no header for {user}"


def unit(name):
    """A source with its header is one; but a room's main header is one by itself."""
    if any(name == header.partition(":")[0] for headers in ROOMS.values() for header in headers):
        return name
    return re.sub(r"\.(c|h|cpp|hpp|c\.in)$", "", name)


def loop(pairs):
    """A loop of files, or None."""
    graph = {}
    for name, header in pairs:
        if unit(name) != unit(header):
            graph.setdefault(unit(name), set()).add(unit(header))
    state, path = {}, []

    def visit(node):
        state[node] = "open"
        path.append(node)
        for other in sorted(graph.get(node, ())):
            if state.get(other) == "open":
                return path[path.index(other):]
            found = visit(other) if other not in state else None
            if found:
                return found
        path.pop()
        state[node] = "done"
        return None
    for node in sorted(graph):
        found = visit(node) if node not in state else None
        if found:
            return found
    return None


def faults(root):
    pairs = list(includes(root, sources(root)))
    wrong = [f"{name} includes {header}: {why}" for name, header in pairs
             for why in [may(name, header)] if why]
    circle = loop(pairs)
    if circle:
        wrong.append("a loop: " + " -> ".join([*circle, circle[0]]))
    return wrong, len(pairs)


def check_itself(tap):
    cases = [
        ("what is below, by its main header", [], True),
        ("a header that is not the main one", [("harness/judge/judge.c", "results/model.h")],
         False),
        ("a room above", [("harness/protocol/line.c", "judge/judge.h")], False),
        ("a loop", [("harness/judge/judge.h", "match.h"), ("harness/judge/match.h", "judge.h")],
         False),
        ("a test, of a room above", [("harness/protocol/tests/test_line.c", "judge/judge.h")],
         True),
    ]
    for words, lines, good in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name in ("harness/judge/judge.h", "harness/judge/match.h", "harness/judge/judge.c",
                         "harness/results/results.h", "harness/results/model.h",
                         "harness/protocol/line.c", "harness/protocol/tests/test_line.c"):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text("".join(f'#include "{header}"\n' for file, header in
                                                 [("harness/judge/judge.c", "results/results.h"),
                                                  *lines] if file == name))
            wrong, _ = faults(root)
            tap.ok(good == (not wrong), ("taken: " if good else "found: ") + words, wrong)


def main():
    tap = Tap()
    check_itself(tap)
    wrong, count = faults(ROOT)
    tap.ok(not wrong, "rooms include what is below them, and no files include each other in a loop",
           "\n".join([*wrong, "Include the main header of a room below, or move the code."]))
    tap.ok(count >= FEWEST_INCLUDES, f"there are {FEWEST_INCLUDES} includes or more", count)
    return tap.end()


sys.exit(main())
