# SPDX-License-Identifier: MIT
"""What became of the mutants, in numbers and in words."""
import collections
import dataclasses
import json

import bench
import claims
import operators

DROPPED = {"unchanged": "have the same object code as the reference",
           "duplicate": "have the same object code as another mutant",
           "uncompilable": "do not compile"}
KILLED = {"differs": "by an answer", "clause": "by the clause that rejects",
          "crash": "by a crash", "hang": "by a hang"}
INTERFACE = "found only by checks of the C interface, not by a vector; they count as not killed"


@dataclasses.dataclass
class Entry:
    mutant: operators.Mutant
    key: tuple
    result: bench.Result
    claim: claims.Claim = None
    like: "Entry" = None  # of a duplicate: the one that stands for it

    @property
    def is_equivalent(self):
        return self.result.outcome == "survived" and self.claim is not None and \
            self.claim.kind == "equivalent"

    @property
    def is_open(self):
        """It survives, and no reason is on record."""
        return self.result.outcome == "survived" and (
            self.claim is None or self.claim.kind == "killed")

    @property
    def is_wrong(self):
        """Something is claimed of it that does not hold."""
        return self.claim is not None and (
            (self.result.outcome == "killed") != (self.claim.kind == "killed")
            if self.result.outcome in ("killed", "survived") else False)


def drop_duplicates(entries):
    """Of those with one object code, the first with a claim stands for all; or the first."""
    groups = collections.defaultdict(list)
    for entry in entries:
        if entry.result.code:
            groups[entry.result.code].append(entry)
    for group in groups.values():
        stays = next((e for e in group if e.claim is not None), group[0])
        for entry in group:
            if entry is not stays:
                entry.like = stays
                entry.result = dataclasses.replace(entry.result, outcome="duplicate")


class Score:
    """How many of some mutants each level kills."""

    def __init__(self, entries):
        self.asked = [e for e in entries if e.result.outcome in ("killed", "survived")]
        self.equivalent = sum(e.is_equivalent for e in self.asked)
        self.total = len(self.asked) - self.equivalent
        levels = collections.Counter(e.result.level for e in self.asked if e.result.is_killed)
        self.interface = sum(e.result.how == "interface" for e in self.asked)
        self.killed, sum_ = {}, 0
        for level in bench.LEVELS:
            sum_ += levels[level]
            self.killed[level] = sum_

    def percent(self, level):
        return 100.0 * self.killed[level] / self.total if self.total else 100.0

    def cell(self, level):
        return f"{self.killed[level]} ({self.percent(level):.1f} %)" if self.total else "-"


class Localised:
    """Of how many mutants the clause at fault is named. One that only other readings show fails
    nothing here."""

    def __init__(self, tried):
        self.total = sum(bool(t.causes) for t in tried)
        self.unseen = len(tried) - self.total
        self.first = sum(t.rank == 1 for t in tried)
        self.among = sum(t.rank is not None for t in tried)

    def percent(self):
        return 100.0 * self.among / self.total if self.total else 100.0

    def words(self):
        return f"the clause at fault is among the first five for {self.among} of {self.total} " \
               f"mutants, {self.percent():.1f} %, and the first for {self.first}; " \
               f"{self.unseen} more fail nothing under the defaults"


def _grouped(entries, name_of, order=None):
    groups = collections.defaultdict(list)
    for entry in entries:
        groups[name_of(entry)].append(entry)
    for name in sorted(groups, key=order):
        yield name, Score(groups[name])


def _table(title, rows):
    yield f"| {title} | mutants | equivalent | " + " | ".join(bench.LEVELS) + " |"
    yield "|---|" + "---:|" * (2 + len(bench.LEVELS))
    for name, score in rows:
        cells = " | ".join(score.cell(level) for level in bench.LEVELS)
        yield f"| {name} | {score.total} | {score.equivalent} | {cells} |"


def _code(text):
    if len(text) > 240:
        text = text[:237] + "..."
    fence = "``" if "`" in text else "`"
    space = " " if fence == "``" else ""
    return f"{fence}{space}{text}{space}{fence}"


def _survivor(entry):
    mutant = entry.mutant
    yield f"- {mutant.source.name}:{mutant.line}, `{mutant.where}`, {mutant.operator}  "
    yield f"  {_code(mutant.original_lines())}  "
    yield f"  {_code(mutant.mutated_lines())}"


def _by_reason(entries):
    groups = collections.defaultdict(list)
    for entry in entries:
        groups[entry.claim.reason].append(entry)
    for reason, group in groups.items():
        yield from ("", f"{reason} ({len(group)})", "")
        for entry in group:
            yield from _survivor(entry)


def _survivors(entries):
    survived = [e for e in entries if e.result.outcome == "survived"]
    for kind, title in (("equivalent", "Equivalent"), ("beyond", "Beyond the vectors")):
        of_kind = [e for e in survived if e.claim is not None and e.claim.kind == kind]
        yield from ("", f"## {title}: {len(of_kind)}", claims.KINDS[kind])
        yield from _by_reason(of_kind)
    still = [e for e in entries if e.is_open]
    yield from ("", f"## Open: {len(still)}")
    yield "They survive without a known reason."
    if still:
        yield ""
    for entry in still:
        yield from _survivor(entry)
    added = [e for e in entries if e.result.outcome == "killed" and e.claim is not None and
             e.claim.kind == "killed"]
    if added:
        yield from ("", f"## Killed by vectors that were added for it: {len(added)}")
        yield from _by_reason(added)


def _wrong(entries, stale):
    wrong = [e for e in entries if e.is_wrong]
    if not wrong and not stale:
        return
    yield from ("", "## What vectors/mutation/survivors.json has wrong", "")
    for entry in wrong:
        yield f"- it is claimed to be {entry.claim.kind}, and {entry.result.outcome} " \
              f"{entry.result.vector}"
        yield from ("  " + line for line in _survivor(entry))
    for claim in stale:
        yield "- there is no such mutant: " + _code(json.dumps(claims.entry_of(claim.key)))


def markdown(entries, stale, what, exempt, tried):
    """The report. `what` says what was mutated, as far as that is not all; `exempt`, of how many
    vectors the clause that rejects is not asked; `tried`, what was localised."""
    score = Score(entries)
    outcomes = collections.Counter(e.result.outcome for e in entries)
    hows = collections.Counter(e.result.how for e in score.asked)
    yield "# Mutation testing of the reference by the vectors"
    yield f"Made by `scripts/mutate{what}`; [docs/mutation.md](../docs/mutation.md) " \
          "explains the words."
    yield ""
    yield "| level | mutants that are not equivalent | killed | |"
    yield "|---|---:|---:|---:|"
    for level in bench.LEVELS:
        yield f"| {level} | {score.total} | {score.killed[level]} | {score.percent(level):.1f} % |"
    yield ""
    ways = [f"{hows[how]} {words}" for how, words in KILLED.items()]
    yield f"Killed: {', '.join(ways)}."
    yield f"{hows['interface']} more are {INTERFACE}."
    drops = [f"{outcomes[name]} {words}" for name, words in DROPPED.items()]
    yield f"Dropped, of {len(entries)} mutants: {'; '.join(drops)}."
    yield f"For {exempt} vectors the clause of a rejection is not checked."
    if tried:
        yield f"Localised: {Localised(tried).words()}."
    yield from ("", "## By operator")
    yield from _table("operator", _grouped(entries, lambda e: e.mutant.operator,
                                           operators.OPERATORS.index))
    yield from ("", "## By file")
    yield from _table("file", _grouped(entries, lambda e: e.mutant.source.name))
    yield from _wrong(entries, stale)
    yield from _survivors(entries)


def needs(entries):
    """How many of the mutants only the vectors of a clause kill, for `uriproof vectors stat`."""
    counts = collections.Counter(c for e in entries if e.result.outcome == "killed"
                                 for c in e.result.needs)
    return {"format": "uriproof-needs", "version": 1, "clauses": dict(sorted(counts.items()))}


def as_json(entries, tried):
    """All that is known of each mutant."""
    by_mutant = {id(t.mutant): t for t in tried}
    mutants = []
    for entry in entries:
        result = entry.result
        record = {**claims.entry_of(entry.key), "line": entry.mutant.line,
                  "outcome": result.outcome}
        if entry.like is not None:
            record["like"] = claims.entry_of(entry.like.key)
        elif result.how:
            record.update(how=result.how, level=result.level, vector=result.vector)
        if result.needs:
            record["needs"] = result.needs
        if result.killers:
            record["killers"] = result.killers
        if id(entry.mutant) in by_mutant:
            one = by_mutant[id(entry.mutant)]
            record.update(named=one.named, causes=one.causes)
        if entry.claim is not None:
            record.update(claim=entry.claim.kind, reason=entry.claim.reason)
        mutants.append(record)
    return {"format": "uriproof-mutation", "version": 1, "mutants": mutants}
