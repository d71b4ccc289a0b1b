# SPDX-License-Identifier: MIT
"""Whether `uriproof test` names the clause that a mutant breaks.

Many functions of the reference name their clauses in the comment before them, or where they reject.
A mutant there breaks one of these, as far as the reference itself says. docs/mutation.md has more.
"""
import dataclasses
import json
import pathlib
import random
import re
import subprocess
import tempfile

import bench

_SECONDS = 60  # for a run that takes about one, if the mutant does not hang
_MOST = 5  # clauses that count
_ID = re.compile(r"[a-z0-9-]+(?:\.[A-Za-z0-9-]+)+")


@dataclasses.dataclass
class Tried:
    """A mutant, the clauses that its place names, and those of its first causes."""
    mutant: object
    named: list
    causes: list

    @property
    def rank(self):
        """Of the first that is right, from 1; or None."""
        return next((n for n, c in enumerate(self.causes, 1) if c in self.named), None)


def known_clauses(vectors):
    """The ids of the clauses, by dialect."""
    return {path.parent.name: {c["id"] for c in json.loads(path.read_text())["clauses"]}
            for path in vectors.glob("*/clauses.json")}


def named_at(mutant, dialect, known):
    """The clauses that the comment before the mutant's function names; where it names none, those
    that the function does. The rooms that dialects share leave the dialect's name out."""
    for text in mutant.source.words_about(mutant.start):
        words = set(_ID.findall(text))
        named = {word for word in words if word in known} | \
            {f"{dialect}.{word}" for word in words if f"{dialect}.{word}" in known}
        if named:
            return sorted(named)
    return []


def candidates(entries, known):
    """What can be localised: an answer differs, and the place names clauses of that dialect."""
    for entry in entries:
        result = entry.result
        if result.outcome == "killed" and result.how == "differs" and \
                result.level != bench.LEVELS[-1] and result.vector != "- -":
            dialect = result.vector.split()[0]
            named = named_at(entry.mutant, dialect, known[dialect])
            if named:
                yield entry.mutant, dialect, named


def sample(entries, known, count, seed):
    found = list(candidates(entries, known))
    if count < len(found):
        numbers = random.Random(seed).sample(range(len(found)), count)
        found = [found[n] for n in sorted(numbers)]
    return found


def clauses_of(report):
    """The clauses of the first causes of a report for code scanning, each once."""
    results = json.loads(report.read_text())["runs"][0]["results"]
    return list(dict.fromkeys(one["ruleId"] for one in results))[:_MOST]


def try_one(place, program, mutant, dialect, named):
    """What `program`, uriproof, says of the mutant as an adapter; None if it hangs too often to be
    asked all."""
    judge = place.make(mutant)
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.sarif"
        command = [program, "test", "--dialect", dialect, "--level", "clauses", "--exact",
                   "--timeout", "200ms", "--report", f"sarif={report}", "--quiet", "--", judge,
                   "--serve", dialect]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False,
                                  errors="replace", stdin=subprocess.DEVNULL, timeout=_SECONDS,
                                  start_new_session=True)
        except subprocess.TimeoutExpired:
            return None
        if done.returncode not in (0, 1):
            raise bench.Failure(f"uriproof test ended with {done.returncode}: {done.stderr}")
        return Tried(mutant, named, clauses_of(report))
