#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/faults and its tables (TAP 13). What a table has as right is what the reference answers,
and the parser without a fault; each faulty parser answers otherwise. The report is up to date, and
the gate fails for a fault that no vector accuses.

URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import collections
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(ROOT, "vectors", "tests"), os.path.join(ROOT, "scripts", "faulty"),
                os.path.join(ROOT, "harness", "adapters", "python")]

import faults  # noqa: E402
import parser as rfc3986  # noqa: E402
import table  # noqa: E402
from tap import Tap  # noqa: E402
from uriproof_adapter import FIELDS, write_texts  # noqa: E402

PROGRAM = os.path.join(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")),
                       "uriproof")
SCRIPT = os.path.join(ROOT, "scripts", "faults")
KINDS = {"no": {"base-authority", "zero", "utf-8", "escapes", "dots", "normalize", "equivalent",
                "ip-literal", "wrong-reason", "other"},
         "yes": {"control", "scheme-rules"}}


def latin1(answer):
    """Returns an answer whose texts are octets, without _hex in their names."""
    plain = {}
    for name, value in answer.items():
        if isinstance(value, dict):
            value = latin1(value)
        elif name.endswith("_hex"):
            name, value = name[:-len("_hex")], bytes.fromhex(value).decode("latin-1")
        plain[name] = value
    return plain


def reference(rows):
    """Returns the answers of the reference to the questions of the rows."""
    lines = ['{"op":"hello","protocol":2}']
    for number, row in enumerate(rows):
        request = {"id": number, "op": row["op"], **dict(zip(FIELDS[row["op"]], table.texts(row)))}
        lines.append(json.dumps(write_texts(request)))
    done = subprocess.run([PROGRAM, "serve", "--dialect", "rfc3986"], input="\n".join(lines) + "\n",
                          capture_output=True, text=True, check=True)
    return [latin1(json.loads(line)) for line in done.stdout.splitlines()[1:]]


def ask(parser, row):
    """Returns a parser's answer, or no answer if it crashes."""
    try:
        return rfc3986.operations(parser())[row["op"]](*table.texts(row))
    except RuntimeError:
        return {"status": "crash"}


def wrong(rows, answers):
    return ["%s: %s" % (row, answer) for row, answer in zip(rows, answers)
            if not table.is_right(row, answer)]


def adapters():
    done = subprocess.run([PROGRAM, "adapters", "--names"], capture_output=True, text=True,
                          check=True)
    return set(done.stdout.split())


def clauses():
    with open(os.path.join(ROOT, "vectors", "rfc3986", "clauses.json"), encoding="ascii") as file:
        return {clause["id"] for clause in json.load(file)["clauses"]}


def check_tables(tap, rows, public):
    ids = {row["id"]: row["open"] for row in public}
    names = [row["parser"] for row in rows]
    tap.ok(names == list(faults.PARSERS), "faults.tsv and faults.py have the same parsers",
           set(names) ^ set(faults.PARSERS))
    bad = [row["parser"] for row in rows
           if row["op"] not in table.FIELDS or row["kind"] not in KINDS[row["permitted"]]
           or ids.get(row["source"], row["permitted"]) != row["permitted"]
           or row["source"] not in {*ids, "issue", "own"}]
    tap.ok(not bad, "each row has an operation, a kind, and a source that says the same", bad)
    known = clauses()
    bad = [row for row in rows + public
           if (not row["clauses"] or set(row["clauses"].split()) - known
               if row.get("permitted", row.get("open")) == "no"
               else set(row["clauses"].split()) & known)]
    tap.ok(not bad, "a fault breaks clauses that are there, and what is permitted none", bad)
    faulty = [row for row in rows if row["permitted"] == "no"]
    tap.ok(len(faulty) >= 60 and len(rows) - len(faulty) >= 9 and
           3 * sum(row["source"] == "issue" for row in faulty) <= len(faulty),
           "sixty faults, a third of them examples of the issue at most, and eight controls")
    reported = [row for row in public if row["open"] == "no"]
    libraries = {row["library"] for row in reported}
    tap.ok(len(ids) == len(public) and len(reported) >= 50 and len(libraries) >= 20 and
           not {library.lower() for library in libraries} & adapters(),
           "fifty public faults of twenty libraries, none of which is an adapter", libraries)


def check_answers(tap, rows, witnesses, public):
    for name, questions in (("witnesses.tsv", witnesses), ("public.tsv", public)):
        bad = wrong(questions, reference(questions))
        tap.ok(not bad, name + ": the reference answers what is right", "\n".join(bad))
        bad = wrong(questions, [ask(rfc3986.Parser, row) for row in questions])
        tap.ok(not bad, name + ": so does the parser without a fault", "\n".join(bad))
    bad = [row for row in witnesses
           if table.is_right(row, ask(faults.PARSERS[row["parser"]], row))]
    tap.ok(not bad, "each faulty parser answers its witnesses otherwise", bad)
    count = collections.Counter(row["parser"] for row in witnesses)
    bad = [row["parser"] for row in rows if count[row["parser"]] < 2 and row["parser"] != "right"]
    tap.ok(not bad, "each has two witnesses", bad)
    lies = [row for row in witnesses if row["op"] == "parse"]
    answer = {"status": "accepted", "components": {"path": "another"}}
    tap.ok(len(wrong(lies, [answer] * len(lies))) == len(lies), "a wrong answer is not right")


def script(*arguments):
    return subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True,
                          check=False)


def check_script(tap):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "faults.md")
        done = script("--write", path)
        with open(path, encoding="ascii") as new, open(
                os.path.join(ROOT, "reports", "faults.md"), encoding="ascii") as old:
            tap.ok(done.returncode == 0 and new.read() == old.read(),
                   "reports/faults.md is up to date: scripts/faults --write makes it",
                   done.stdout + done.stderr)
    done = script("--gate", "right", "encode-keeps-escapes")
    tap.ok(done.returncode == 0 and "accused 1, by a clause that they break 1;" in done.stdout,
           "the gate passes a fault that is accused and a parser that is not", done.stderr)
    done = script("--gate", "--level", "examples", "last-hash")
    tap.ok(done.returncode == 1 and "the gate fails: last-hash" in done.stderr,
           "the gate fails a fault that no vector accuses", done.stdout + done.stderr)
    done = script("last-hsah")
    tap.ok(done.returncode == 2 and "did you mean 'last-hash'?" in done.stderr,
           "an unknown name is told, with the nearest", done.stderr)
    done = script("--level", "claus", "right")
    tap.ok(done.returncode == 4 and "claus" in done.stderr, "what uriproof says is told",
           done.stderr)
    done = script("--write", "-", "right")
    tap.ok(done.returncode == 2, "a report of a part is not written", done.stderr)


def main():
    tap = Tap(lines=20, columns=300)
    rows, witnesses, public = map(table.read, ("faults.tsv", "witnesses.tsv", "public.tsv"))
    check_tables(tap, rows, public)
    check_answers(tap, rows, witnesses, public)
    check_script(tap)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
