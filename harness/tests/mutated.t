#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files from elsewhere that are wrong in one place, or a few (TAP 13): exports, stores, results,
baselines, lists of findings, campaigns, manifests, vectors, and the answers of an adapter.

Each is a good file in which values of its JSON are replaced by others (null, [], a number that is
too large, a value a thousand deep, another value of the same file). A command reads each: it does
not crash, says which file is wrong if it rejects one, and no word of the file controls a terminal.

URIPROOF_BIN is the folder of uriproof; default build/release. MUTATED is how many files of each
kind there are, and MUTATED_SEED what they are drawn by.
"""

import collections
import concurrent.futures
import contextlib
import copy
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
PARSER = os.path.join(HERE, "panel", "parser.py")
COUNT = int(os.environ.get("MUTATED", "6"))
SEED = int(os.environ.get("MUTATED_SEED", "29"))
AT_A_TIME = 2
ENDS_WITHIN = 120  # seconds, for a command that takes less than one
STATUSES = range(5)  # docs/ci.md; a sanitizer ends with another one, and a signal with none
# What could control a terminal, or is not seen there.
UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2066-\u2069]")
DEEP = 1000
sys.setrecursionlimit(20 * DEEP)
OTHERS = [None, [], [None], [[]], {}, {"": None}, True, False, 0, -1, 1, 0.5, 7, 1e300, 2 ** 31,
          2 ** 53 + 2, -2 ** 63, "", "x", "\x1b[31m\u202e\u0085", "a" * 5000, "zz", "00", "rfc3986",
          [""], ["\x1b]0;x\x07"], [1, 2], {"uri": []}, {"status": "accepted"}]

# An adapter whose answers are the lines of a file, by turns; a request's id comes from the request.
ANSWERER = r"""
import json, sys
lines = open(sys.argv[1], encoding="ascii").read().splitlines()
for number, line in enumerate(sys.stdin):
    request = json.loads(line)
    if request["op"] == "hello":
        answer = {"protocol": 2, "name": "it", "version": "1", "language": "python",
                  "dialects": ["rfc3986"], "ops": ["parse", "resolve", "normalize", "equivalent"]}
        print(sys.argv[2] if len(sys.argv) > 2 else json.dumps(answer), flush=True)
        continue
    answer = lines[number % len(lines)]
    print(answer.replace('"id": 0', '"id": %d' % request["id"]), flush=True)
"""
ANSWER = {"id": 0, "status": "accepted", "error": "words",
          "components": {"scheme": "http", "user": "u", "host": "h", "port": "1", "path": "/",
                         "query": "q", "fragment_hex": "ff"},
          "generic": {"scheme": "http", "path": "//h/", "search": "q"},
          "uri": "http://h/", "equal": True, "detail": {"a": ["b"]}}
HELLO = {"protocol": 2, "name": "it", "version": "1", "language": "python",
         "dialects": ["rfc3986"], "ops": ["parse", "resolve"], "splits": "manual",
         "transforms": {"host": ["lowercased"], "path": ["decoded"]}}


# ---- Mutating

def places_of(value, inside=None, key=None):
    """Each place of the tree: the container and the key; the root has none."""
    yield inside, key
    items = value.items() if isinstance(value, dict) else \
        enumerate(value) if isinstance(value, list) else ()
    for name, item in items:
        yield from places_of(item, value, name)


def deep(draw):
    value = draw.choice([[], {}])
    for _ in range(DEEP):
        value = [value] if draw.random() < 0.5 else {"a": value}
    return value


def mutate(draw, tree):
    """A copy of the tree with one to three places changed."""
    tree = copy.deepcopy(tree)
    for _ in range(draw.choice([1, 1, 1, 2, 3])):
        inside, key = draw.choice(list(places_of(tree))[1:] or [(None, None)])
        if inside is None:
            return tree
        other, name = draw.choice(list(places_of(tree))[1:])
        way = draw.random()
        if way < 0.55:
            inside[key] = copy.deepcopy(draw.choice(OTHERS))
        elif way < 0.7:
            inside[key] = copy.deepcopy(other[name])
        elif way < 0.8:
            del inside[key]
        elif way < 0.9:
            inside[key] = [copy.deepcopy(inside[key])] * draw.choice([1, 2, 300])
        elif way < 0.95 and isinstance(inside, dict):
            inside[draw.choice(["", "x", "\x1b[2J", str(name)])] = inside.pop(key)
        else:
            inside[key] = deep(draw) if draw.random() < 0.2 else 10 ** draw.randint(3, 300)
    return tree


def text_of(draw, tree):
    """The JSON of the tree; now and then it is cut, or has an octet too many."""
    text = json.dumps(tree, ensure_ascii=draw.random() < 0.5).encode("utf-8", "surrogatepass")
    if draw.random() < 0.05:
        at = draw.randrange(len(text))
        text = text[:at] + draw.choice([b"", b"\0", b"\xff", b",", text[at:at + 40]]) + \
            text[at + draw.randint(0, 9):]
    return text


# ---- Running

def run(*words, stdin=b"", **environment):
    """Runs the program. None if it did not end."""
    try:
        return subprocess.run([PROGRAM, *words], input=stdin, capture_output=True, check=False,
                              timeout=ENDS_WITHIN,
                              env={**os.environ, "SOURCE_DATE_EPOCH": "86400", **environment})
    except subprocess.TimeoutExpired:
        return None


def fault_of(done, file, plain):
    """What is wrong with how a command took the file; None if nothing is. What it prints is for a
    terminal if `plain`."""
    if done is None:
        return f"did not end within {ENDS_WITHIN} s"
    if done.returncode not in STATUSES:
        return f"exit {done.returncode}"
    said = done.stderr.decode("utf-8", "replace")
    if "Sanitizer" in said or "runtime error" in said:
        return "a sanitizer"
    if done.returncode == 4 and os.path.basename(file) not in said:
        return "refused, and does not name the file"
    shown = said + (done.stdout.decode("utf-8", "replace") if plain else "")
    found = UNSEEN.search(shown)
    return f"prints {found[0]!a}" if found else None


Reading = collections.namedtuple("Reading", "words file plain environment")


def reading(*words, file, plain=True, **environment):
    return Reading(words, file, plain, environment)


def read_all(tap, kind, readings, keep):
    """Runs each command, and keeps the first files that are taken wrongly."""
    faults = []

    def read(one):
        done = run(*one.words, **one.environment)
        return one, done, fault_of(done, one.file, one.plain)

    statuses = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        for one, done, fault in pool.map(read, readings):
            statuses[done.returncode if done else None] += 1
            if fault is None:
                continue
            faults.append((fault, one, done))
            if keep and os.path.isfile(one.file):
                shutil.copy(one.file, os.path.join(keep, f"{kind}-{len(faults)}"))
    tap.ok(not faults, f"{kind}: {len(readings)} are read or refused",
           "\n".join(f"{fault}: {' '.join(one.words)}\n" +
                     (done.stdout[-300:] + done.stderr[-1500:]).decode("utf-8", "replace")
                     for fault, one, done in faults[:5] if done) + f"\n{len(faults)} faults")
    tap.ok(COUNT < 20 or len(statuses) > 1, f"{kind}: some are read and some refused", statuses)


class Kind:
    """Files of a kind, made of good ones."""

    def __init__(self, folder, name, *good):
        self.folder = os.path.join(folder, name)
        os.mkdir(self.folder)
        self.good = good
        self.draw = random.Random(f"{SEED} {name}")

    def file(self, number, name="{}.json"):
        path = os.path.join(self.folder, name.format(number))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text_of(self.draw, mutate(self.draw, self.draw.choice(self.good))))
        return path


# ---- The kinds

def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def parsers(*names):
    return [word for name in names
            for word in ("--adapter", f"{name}=exec python3 -S {PARSER} {name}")]


PANEL = parsers("last", "first", "says", "rejects")
TEXTS = b"http://a@b@c/\nhttp://G/\nhttp://h/\nhttp://a@b:c@d/?q#f\nx:\n"


def exports(folder):
    """An export of diff, one with chains, and the files themselves."""
    paths = [os.path.join(folder, name) for name in ("plain.export", "chains.export")]
    run("diff", *PANEL, "--json", paths[0], "-", stdin=TEXTS)
    run("diff", "--chains", *parsers("last", "moves", "joins"), "--json", paths[1], "-",
        stdin=TEXTS)
    return paths


def export_readings(kind, good):
    for number in range(COUNT):
        path = kind.file(number)
        yield reading("diff", "--merge", path, file=path)
        yield reading("diff", "--json", path + ".joined", "--merge", good, path, file=path)


def store_of(folder):
    path = os.path.join(folder, "good.store")
    run("diff", "--store", path, *PANEL, "-", stdin=TEXTS)
    run("diff", "--store", path, "--chains", *parsers("last", "moves"), "-", stdin=TEXTS)
    for one in json.loads(run("findings", "export", "--store", path).stdout)["findings"][:2]:
        run("findings", "set", "--store", path, "--state", "known", "--note", "n", one["id"])
    return path


COLUMNS = {"run": ["head", "settings", "parsers", "texts", "command", "source", "digest", "first"],
           "sighting": ["data", "data", "data", "data", "class", "texts", "again"],
           "mark": ["texts", "digest"],
           "opinion": ["class", "one", "state", "note", "changed"]}
VALUES = [0, -1, 2 ** 62, "", "x", "[]", "null", "{}", "\x1b[31m\u202e", "z" * 9999]


def mutate_store(draw, path):
    """Changes some values of the tables. JSON stays JSON, most of the time."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        for _ in range(draw.choice([1, 1, 2])):
            table = draw.choice(["run", "sighting", "sighting", "sighting", "mark", "opinion"])
            column = draw.choice(COLUMNS[table])
            rows = connection.execute(f"SELECT rowid, {column} FROM {table}").fetchall()
            row, value = draw.choice(rows)
            if column in ("head", "data", "settings", "parsers"):
                value = text_of(draw, mutate(draw, json.loads(value))).decode("utf-8", "replace")
            else:
                value = draw.choice(VALUES)
            with contextlib.suppress(sqlite3.Error):  # which does not take each value
                connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?",
                                   (value, row))
            if column == "head":  # the columns that have to say the same
                with contextlib.suppress(ValueError, AttributeError, sqlite3.Error):
                    connection.execute("UPDATE run SET parsers = ? WHERE rowid = ?", (json.dumps(
                        json.loads(value)["parsers"], separators=(",", ":")), row))


def store_readings(kind, good):
    ids = [one["id"] for one in
           json.loads(run("findings", "export", "--store", good).stdout)["findings"]]
    for number in range(COUNT):
        path = os.path.join(kind.folder, f"{number}.store")
        shutil.copy(good, path)
        mutate_store(kind.draw, path)
        name = kind.draw.choice(ids)
        yield reading("findings", "list", "--store", path, file=path)
        yield reading("findings", "list", "--parser", "first", "--store", path, file=path)
        yield reading("findings", "show", "--store", path, name, file=path)
        yield reading("findings", "export", "--store", path, file=path, plain=False)
        yield reading("findings", "merge", path + ".merged", path, file=path)
        yield reading("findings", "promote", "--store", path, name, path + ".draft", file=path)


def results_of(folder):
    """Two results files, of one and of two dialects, and a baseline."""
    made = [os.path.join(folder, name) for name in ("one.json", "all.json", "baseline.json")]
    some = ["--select", "path-*", "--level", "clauses", "--quiet"]
    run("test", *some, "--dialect", "rfc3986", "--report", "json=" + made[0], *parsers("last"),
        *parsers("first"))
    run("test", *some, "--dialect", "all", "--report", "json=" + made[1], "reference",
        *parsers("first"))
    run("test", "--dialect", "rfc3986", "--level", "examples", "--baseline", made[2],
        "--update-baseline", *parsers("last"), *parsers("first"))
    return made


FORMATS = ("tap", "junit", "json", "markdown", "table", "github", "sarif", "html")


def results_readings(kind, good):
    for number in range(COUNT):
        path = kind.file(number)
        form = FORMATS[number % len(FORMATS)]
        to = form + (f"={path}.site" if form == "html" else "")
        yield reading("report", "--report", to, path, file=path,
                      plain=form not in ("json", "sarif"))
        yield reading("compare", good, path, file=path)
        yield reading("compare", path, good, file=path)
        yield reading("report", "--report", "table", good, path, file=path)


def baseline_readings(kind):
    for number in range(COUNT):
        path = kind.file(number)
        yield reading("test", "--dialect", "rfc3986", "--level", "examples", "--baseline", path,
                      *parsers("last"), file=path)


def site_readings(kind, results, *options):
    for number in range(COUNT):
        path = kind.file(number)
        yield reading("report", "--report", f"html={path}.site", *options, path, results,
                      file=path)


def manifest_readings(kind):
    for number in range(COUNT):
        path = kind.file(number, name="{}.d/it.json")
        folder = os.path.dirname(path)
        yield reading("adapters", "--adapter-dir", folder, file=path)
        if number % 5 == 0:
            yield reading("ask", "--adapter-dir", folder, "--adapter", "it", "http://h/",
                          file=path)


def data_folder(kind, number, name):
    """A folder of data in which one file is a mutated one."""
    folder = os.path.join(kind.folder, f"{number}.data")
    for place in ("vectors/rfc3986", "harness"):
        os.makedirs(os.path.join(folder, place))
    os.symlink(os.path.join(ROOT, "harness", "adapters"),
               os.path.join(folder, "harness", "adapters"))
    for place in ("vectors", "vectors/rfc3986"):
        for entry in os.listdir(os.path.join(ROOT, place)):
            if entry not in ("rfc3986", "generated", name):
                os.symlink(os.path.join(ROOT, place, entry), os.path.join(folder, place, entry))
    os.makedirs(os.path.join(folder, "vectors/rfc3986/generated"))
    kind.file(number, name="{}.data/vectors/rfc3986/" + name)
    return folder


def vectors_readings(kind, name):
    for number in range(COUNT):
        folder = data_folder(kind, number, name)
        # Without one of its clauses, another file of the folder is wrong.
        yield reading("vectors", "--dialect", "rfc3986", "lint", file=folder, URIPROOF_DATA=folder)
        yield reading("vectors", "--dialect", "rfc3986", "list", file=folder, URIPROOF_DATA=folder)


def answer_readings(kind, folder):
    script = os.path.join(folder, "answerer.py")
    with open(script, "w", encoding="ascii") as file:
        file.write(ANSWERER)
    for number in range(COUNT):
        path = os.path.join(kind.folder, f"{number}.lines")
        with open(path, "w", encoding="ascii") as file:
            for _ in range(40):
                file.write(json.dumps(mutate(kind.draw, ANSWER)) + "\n")
        command = f"it=exec python3 -S {script} {path}"
        if number % 2 == 0:
            command += " '%s'" % json.dumps(mutate(kind.draw, HELLO)).replace("'", "'\\''")
        yield reading("ask", "--adapter", command, *parsers("last"), "http://h/", "x:", "a b",
                      file=path)
        yield reading("test", "--dialect", "rfc3986", "--level", "examples", "--timeout", "20s",
                      "--adapter", command, file=path)
        if number % 5 == 0:
            yield reading("diff", "--merge", path, file=path)


def main():
    tap = Tap(lines=60, columns=400)
    keep = os.environ.get("MUTATED_KEEP")
    with tempfile.TemporaryDirectory() as folder:
        export, chains = exports(folder)
        store = store_of(folder)
        one, both, baseline = results_of(folder)
        listed = json.loads(run("findings", "export", "--store", store).stdout)
        campaign = load(os.path.join(ROOT, "reports", "tests", "campaign.json"))
        manifest = load(os.path.join(ROOT, "harness", "adapters", "python",
                                     "python-urllib.json"))
        manifest.update(name="it", command=["python3", PARSER, "last"])
        vectors, clauses = (load(os.path.join(ROOT, "vectors", "rfc3986", name))
                            for name in ("relative.json", "clauses.json"))

        def kind(name, *good):
            return Kind(folder, name, *good)
        made = {
            "exports": lambda name: export_readings(
                kind(name, load(export), load(chains)), export),
            "stores": lambda name: store_readings(kind(name), store),
            "results": lambda name: results_readings(kind(name, load(one), load(both)), one),
            "baselines": lambda name: baseline_readings(kind(name, load(baseline))),
            "lists-of-findings": lambda name: site_readings(kind(name, listed), one, "--all",
                                                            "--findings"),
            "campaigns": lambda name: site_readings(kind(name, campaign), one, "--campaign"),
            "manifests": lambda name: manifest_readings(kind(name, manifest)),
            "vectors": lambda name: vectors_readings(kind(name, vectors), "relative.json"),
            "clauses": lambda name: vectors_readings(kind(name, clauses), "clauses.json"),
            "answers": lambda name: answer_readings(kind(name), folder),
        }
        for name in sys.argv[1:] or made:
            read_all(tap, name, list(made[name](name)), keep)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
