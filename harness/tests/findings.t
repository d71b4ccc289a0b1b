#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The store of findings: what diff keeps there, and what is left after kill -9 (TAP 13).

Runs are killed at moments that are drawn with a seed: at a call that writes, to a pipe of a parser
or to the store. With URIPROOF_PROOF=short ten are, else fifty. URIPROOF_BIN is the folder of
uriproof; default build/release.
"""
import contextlib
import itertools
import json
import os
import random
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
KILLED = os.path.join(BIN, "t", "killed.so")
PARSER = os.path.join(HERE, "panel", "parser.py")
SHORT = os.environ.get("URIPROOF_PROOF") == "short"
ROUNDS, KILLS = (2, 5) if SHORT else (5, 10)
SEED = 16
AT = "1/parse/host/boundary/rfc3986.userinfo.at-sign/at-sign"
CASE = "1/parse/host/spelling/rfc3986.bnf.host/letter"
EARLY, LATE = {"SOURCE_DATE_EPOCH": "86400"}, {"SOURCE_DATE_EPOCH": "172800"}
NOBODY = 65534


def parsers(*names):
    return [word for name in names
            for word in ("--adapter", f"{name}=exec python3 -S {PARSER} {name}")]


PANEL = parsers("last", "first", "lowers")
CHAINED = ["--chains", "--base", "http://base.example", *parsers("joins")]


def run(*words, stdin=b"", environment=(), **more):
    return subprocess.run([PROGRAM, *words], input=stdin, capture_output=True, check=False,
                          env={**os.environ, **EARLY, **dict(environment)}, **more)


def told(done):
    return f"exit {done.returncode}\n{done.stdout.decode()}\n{done.stderr.decode()}"


def diff(store, *words, panel=PANEL, **more):
    return run("diff", "--store", store, *panel, *words, **more)


def exported(store, *words):
    done = run("findings", "export", "--store", store, *words)
    return done.stdout if done.returncode == 0 else done.stderr


def listed(store, *words):
    return json.loads(run("findings", "list", "--json", "--store", store, *words).stdout)


def counts(store):
    return {one["id"]: one["texts"] for one in listed(store)["findings"]}


def ask_store(store, sql, *values):
    with contextlib.closing(sqlite3.connect(store)) as connection, connection:
        return connection.execute(sql, values).fetchall()


def texts_of(seed, count):
    """Texts of many classes, many of them more than once."""
    draw = random.Random(seed)
    pieces = ["a", "b", "@", ":1", "C", ".", "/", "?", "#", "%41"]
    return b"".join(b"http://%s\n" % "".join(
        draw.choices(pieces, k=draw.randint(1, 7))).encode() for _ in range(count))


def chained_texts_of(seed, count):
    """Texts of which some break a chain of the parser `joins`."""
    draw = random.Random(seed)
    return b"".join(draw.choice([b"http://h/", b"http://h/a", b"/p"] * 50 + [b".evil", b".e"]) +
                    b"\n" for _ in range(count))


def write(folder, name, octets):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(octets)
    return path


# ---- What is kept, and the gate

def gate(tap, folder):
    store, by_itself = os.path.join(folder, "gate"), os.path.join(folder, "gate.json")
    texts = b"http://a@b@c/\nhttp://d@e@f/\nhttp://G/\nhttp://h/\n"
    path = write(folder, "texts", texts)
    done = diff(store, path, "--json", by_itself)
    with open(by_itself, encoding="utf-8") as file:
        alone = {one["id"]: one["texts"] for one in json.load(file)["classes"]}
    tap.ok(done.returncode == 1 and counts(store) == alone == {AT: 2, CASE: 1} and
           b"\n2 classes: 2 new (+), 0 already judged\n" in done.stdout,
           "diff --store keeps what diff finds", told(done))
    one = listed(store)
    tap.ok(one["sources"] == [{
        "command": "diff", "settings": {"op": "parse", "by": "any", "chains": False},
        "source": path, "texts": 4, "complete": True, "first_seen": "1970-01-02T00:00:00Z",
        "last_seen": "1970-01-02T00:00:00Z",
        "parsers": [{"name": name, "version": "1"} for name in ("last", "first", "lowers")]}],
           "and what asked whom", one["sources"])
    tap.ok([group["parsers"] for group in one["findings"][0]["groups"]] ==
           [["last", "lowers"], ["first"]] and one["findings"][0]["state"] == "new",
           "and who is on which side", one["findings"][0])
    again = diff(store, path, environment=LATE)
    one = listed(store)["findings"][0]
    tap.ok(again.returncode == 1, "what is new is a difference until somebody looks at it",
           told(again))
    tap.ok(counts(store) == alone and one["first_seen"][:10] == "1970-01-02" and
           one["last_seen"][:10] == "1970-01-03",
           "the same texts are not counted twice, but seen later", one)
    for state, status in (("known", 1), ("by-design", 0), ("reported", 0), ("fixed", 1),
                          ("new", 1), ("known", 0)):
        # The first time only one of the two classes has that state.
        classes = [AT] if (state, status) == ("known", 1) else [AT, CASE]
        done = run("findings", "set", "--store", store, "--state", state, *classes)
        tap.ok(done.returncode == 0 and diff(store, path).returncode == status,
               f"with {len(classes)} of the classes {state}, diff leaves with {status}",
               told(done))
    done = diff(store, "-", stdin=b"http://i@j@C/\n")
    tap.ok(done.returncode == 1 and b"\n3 classes: 1 new (+), 2 already judged\n" in done.stdout and
           len(counts(store)) == 3, "a class that is not there is new", told(done))
    tap.ok(b"\n+" in done.stdout and done.stdout.find(b"\n+") < done.stdout.find(AT.encode()),
           "what is new stands first", told(done))
    done = run("findings", "set", "--store", store, CASE, "--note", "as it should \x1b[31m\u202e")
    shown = run("findings", "show", "--store", store, CASE)
    tap.ok(b"state       known\nnote        as it should \\x1b[31m\\xe2\\x80\\xae\n" in shown.stdout
           and b"\x1b" not in shown.stdout,
           "a note is kept, and does not command the terminal", told(shown))
    done = run("findings", "set", "--store", store, CASE, "--note", "")
    tap.ok(done.stdout.decode() == f"{CASE}\n1 finding with no note in {store}\n",
           "set says what it removed", told(done))
    tap.ok(b"note" not in run("findings", "show", "--store", store, CASE).stdout,
           "an empty note removes it")
    tap.ok([len(listed(store, *words)["findings"]) for words in (
        ["--state", "known"], ["--state", "new"], ["--risk", "none"], ["--risk", "credentials"])]
           == [2, 1, 1, 0], "list chooses by state and by risk")
    tap.ok([sorted(one["id"] for one in listed(store, *words)["findings"]) for words in (
        ["--parser", "lowers"], ["--parser", "first", "--parser", "last"],
        ["--parser", "last", "--parser", "lowers"], ["--parser", "last", "--parser", "last"])
            ] == [sorted(counts(store)), [AT], [CASE], []],
           "and by who stands apart")
    done = run("findings", "list", "--store", store, *["--parser", "last"] * 3)
    tap.ok(done.returncode == 2 and b"at most two parsers" in done.stderr, "of whom there are two",
           told(done))
    table = run("findings", "list", "--store", store)
    tap.ok(max(map(len, table.stdout.decode().splitlines())) <= 80 and
           table.stdout.count(b"\nknown  ") == 2 and AT.encode() in table.stdout,
           "and prints a table of 80 columns", told(table))


def opinions_are_of_pairs(tap, folder):
    """What is known of one parser does not silence another one, nor a newer version for good."""
    store, path = os.path.join(folder, "pairs"), write(folder, "pair", b"http://a@b@c/\n")
    known, other = parsers("last", "first"), parsers("last", "signals")
    diff(store, path, panel=known)
    run("findings", "set", "--store", store, "--state", "known", AT)
    tap.ok(diff(store, path, panel=known).returncode == 0, "a class is known of two parsers")
    done = diff(store, path, panel=other)
    tap.ok(done.returncode == 1 and b": 1 new (+), 0 already judged\n" in done.stdout,
           "that says nothing of a third", told(done))
    shown = run("findings", "show", "--store", store, AT)
    tap.ok(b"state       new\nnew are     last and signals\n" in shown.stdout,
           "show says who is new", told(shown))
    tap.ok(diff(store, path, panel=known).returncode == 0, "nor does the third of the first two")
    run("findings", "set", "--store", store, "--state", "by-design", AT)
    shown = run("findings", "show", "--store", store, AT)
    tap.ok(diff(store, path, panel=other).returncode == 0 and b"new are" not in shown.stdout,
           "an opinion is about all who stand apart now", told(shown))
    newer = {"PANEL_VERSION": "2"}
    tap.ok(diff(store, path, panel=known, environment=newer).returncode == 0,
           "it holds for a newer version")
    run("findings", "set", "--store", store, "--state", "fixed", AT)
    tap.ok(diff(store, path, panel=known, environment=newer).returncode == 1,
           "what was fixed, and is there in a newer version, is a difference")


def opinions_are_of_one_class(tap, folder):
    """An example shows several classes: an opinion is about those whom its own class divides."""
    store, path = os.path.join(folder, "several"), write(folder, "several.txt", b"http://a@b@c/\n")
    diff(store, path, panel=parsers("last", "first", "shifts"))
    run("findings", "set", "--store", store, "--state", "known", AT)
    pairs = ask_store(store, "SELECT one, other FROM opinion")
    tap.ok(pairs == [("first", "last")], "of an example's classes one is settled", pairs)
    store = os.path.join(folder, "further")
    diff(store, path, panel=parsers("last", "first"))
    run("findings", "set", "--store", store, "--state", "known", AT)
    done = diff(store, path, panel=parsers("last", "first", "shifts"))
    states = {one["id"]: one["state"] for one in listed(store)["findings"]}
    tap.ok(done.returncode == 1 and states.pop(AT) == "known" and set(states.values()) == {"new"},
           "and stays so beside a parser that another class divides", told(done) + str(states))


def two_examples(tap, folder):
    """Each run has its own example, and an opinion is about those who stand apart in any."""
    store = os.path.join(folder, "examples")
    texts = (b"http://a@b@x/\n", b"http://a@b@c/\n")
    panel = parsers("last", "first", "dies")
    paths = [write(folder, f"example{i}", text) for i, text in enumerate(texts)]
    for path in paths:
        diff(store, path, "--source", "both", panel=panel)
    run("findings", "set", "--store", store, "--state", "known",
        *(one["id"] for one in listed(store)["findings"]))
    done = [diff(store, path, "--source", "both", panel=panel) for path in paths]
    tap.ok([one.returncode for one in done] == [0, 0], "what set settles is settled in each run",
           "".join(map(told, done)))


def sightings_by_the_text(tap, folder):
    store = os.path.join(folder, "text")
    done = run("diff", "--store", store, "--chains", "--base", "ftp://base.example/",
               *parsers("follows"), "-", stdin=b"http:/.//b\n")
    tap.ok(done.returncode == 0 and b"by-the-text" in done.stdout and not counts(store),
           "what the specification brings about is no finding", told(done))


# ---- Resuming

def resume(tap, folder):
    store = os.path.join(folder, "resumed")
    texts = texts_of(1, 3000)
    end = texts.index(b"\n", 10000) + 1
    first = texts[:end].count(b"\n")
    path, part = write(folder, "all", texts), write(folder, "grows", texts[:end])
    done = diff(store, part, "--resume")
    tap.ok(done.returncode == 1 and b"goes on" not in done.stderr,
           "--resume begins a run if there is none", told(done))
    write(folder, "grows", b"x" + texts)
    done = diff(store, part, "--resume")
    tap.ok(done.returncode == 4 and b"are not those that the run in" in done.stderr,
           "other texts are not taken for those before", told(done))
    write(folder, "grows", texts[:end // 2])
    done = diff(store, part, "--resume")
    tap.ok(done.returncode == 4 and b"are not those that the run in" in done.stderr,
           "nor fewer", told(done))
    write(folder, "grows", texts)
    done = diff(store, part, "--resume")
    whole = diff(os.path.join(folder, "whole"), path, "--source", part)
    tap.ok(f"goes on after {first} texts".encode() in done.stderr and
           done.stdout == whole.stdout and
           exported(store) == exported(os.path.join(folder, "whole")),
           "a file that grew goes on, as if it was asked at once", told(done) + told(whole))
    done = diff(store, part, "--resume",
                environment={"PANEL_VERSION": "2"})
    tap.ok(done.returncode == 4 and b"the parsers or their versions" in done.stderr,
           "another version of a parser does not go on", told(done))
    before = exported(store)
    done = diff(store, part, "--resume", panel=parsers("last", "first"))
    tap.ok(b"goes on" not in done.stderr and before != exported(store),
           "other parsers begin a run of their own", told(done))


def resume_counts(tap, folder):
    """A run that goes on counts lines that are no request, texts that are excused, and so on."""
    store, path = os.path.join(folder, "counted"), os.path.join(folder, "lines")
    exports = [os.path.join(folder, name) for name in ("resumed.json", "whole.json")]
    panel = parsers("last", "says", "first", "rewrites")
    head = b'{"uri": "http://A/"}\nno JSON\n{"uri": "http://a@b@c/"}\n{"uri": "http://1/"}\n{}\n'
    tail = b'{"uri": "http://G/"}\n{"uri": "http://dd@e@f/"}\n[]\n{"uri": "http://h/"}\n'
    write(folder, "lines", head)
    diff(store, "--json-lines", path, panel=panel)
    write(folder, "lines", head + tail)
    done = diff(store, "--json-lines", path, "--resume", "--json", exports[0], panel=panel)
    whole = diff(store + "2", "--json-lines", path, "--json", exports[1], panel=panel)
    found = []
    for name in exports:
        with open(name, encoding="utf-8") as file:
            found.append(json.load(file))
    tap.ok(b"goes on after 3 texts" in done.stderr and done.returncode == whole.returncode == 4 and
           found[0] == found[1] and exported(store) == exported(store + "2"),
           "a run that goes on exports what one run does", told(done) + told(whole))
    tap.ok([found[0][key] for key in ("texts", "agreements", "not_read")] == [6, 3, 3] and
           found[0]["excused"]["texts"] == 2 and [one["texts"] for one in found[0]["classes"]] ==
           [2, 1], "with all counts", json.dumps(found[0], indent=1))


def set_own_number():
    os.environ.update(EARLY, PANEL_RUN=str(os.getpid()))


def interrupted(tap, folder, head, first_block):
    """The parser `signals` interrupts the run at a text of the second block."""
    store, whole = os.path.join(folder, "stopped"), os.path.join(folder, "unstopped")
    path = write(folder, "stops", b"http://@@\n" + head + b"http://B\n" + texts_of(3, 2000))
    panel = parsers("last", "signals")
    with subprocess.Popen([PROGRAM, "diff", "--store", store, *panel, "--timeout", "500ms", path],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          preexec_fn=set_own_number) as process:
        out, err = process.communicate()
    tap.ok(process.returncode == 130, "Ctrl-C ends a run", (out + err).decode())
    kept = ask_store(store, "SELECT texts, complete FROM run")
    tap.ok(kept == [(first_block, 0)], "and leaves the blocks that were asked whole", kept)
    done = diff(store, path, "--resume", panel=panel)
    diff(whole, path, panel=panel)
    tap.ok(f"goes on after {first_block} texts".encode() in done.stderr and
           exported(store) == exported(whole), "from which --resume goes on",
           exported(store).decode() + exported(whole).decode())


def interrupted_at_texts(tap, folder):
    interrupted(tap, folder, texts_of(2, 1500), 1024)


def interrupted_at_octets(tap, folder):
    """The first block ends with the text that reaches 1 MiB."""
    interrupted(tap, folder, b"http://h/%s\n" % (b"x" * 200000) * 8, 7)


# ---- kill -9

def calls_of(folder, words):
    """How many calls write in a run that no one kills."""
    count = os.path.join(folder, "calls")
    run(*words, environment={"LD_PRELOAD": KILLED, "URIPROOF_KILL_COUNT": count})
    with open(count, encoding="ascii") as file:
        return int(file.read())


def kill_often(tap, folder, number, draw):
    chained = number % 2 == 1
    panel = CHAINED if chained else PANEL
    path = write(folder, f"killed{number}",
                 chained_texts_of(number, 8000) if chained else texts_of(number, 8000))
    whole, store = (os.path.join(folder, f"{name}{number}") for name in ("whole", "killed.db"))
    calls = calls_of(folder, ["diff", "--store", whole, *panel, path])
    wrong, journals, advances, last, kills = [], 0, 0, 0, 0
    while kills < KILLS:
        at = draw.randint(1, calls // 3)
        done = diff(store, path, "--resume", panel=panel,
                    environment={"LD_PRELOAD": KILLED, "URIPROOF_KILL_AT": str(at)})
        kills += done.returncode == -signal.SIGKILL
        if done.returncode not in (-signal.SIGKILL, 1):
            wrong.append(f"at {at}: {told(done)}")
            break
        journals += os.path.exists(store + "-journal")
        if not os.path.exists(store) or not os.path.getsize(store):
            continue  # killed before the tables were made
        if ask_store(store, "PRAGMA integrity_check") != [("ok",)]:
            wrong.append(f"at {at}: not intact")
        reached = (ask_store(store, "SELECT texts FROM run") or [(0,)])[0][0]
        advances += reached > last
        wrong += [f"at {at}: back from {last} to {reached}"] if reached < last else []
        last = reached
    tap.ok(not wrong, f"{kills} kills of run {number}: the store is intact and loses nothing",
           "\n".join(wrong))
    tap.ok(advances > 1, f"the run went on {advances} times; {journals} kills in a transaction",
           last)
    done = diff(store, path, "--resume", panel=panel)
    undisturbed = diff(whole, path, "--resume", panel=panel)
    tap.ok(done.returncode == 1 and exported(store) == exported(whole) and
           done.stdout.replace(store.encode(), b"") ==
           undisturbed.stdout.replace(whole.encode(), b""),
           "resumed, it ends with the export of the undisturbed run", told(done))
    return journals


def kills(tap, folder):
    draw = random.Random(SEED)
    journals = sum(kill_often(tap, folder, number, draw) for number in range(ROUNDS))
    if not SHORT:  # ten kills may all miss the transactions
        tap.ok(journals > 0, f"{journals} of {ROUNDS * KILLS} kills were in a transaction")


# ---- Merging

def killed_merge(tap, folder):
    """A merge that is killed leaves a journal that the next uriproof plays back."""
    stores = [os.path.join(folder, name) for name in ("into", "from")]
    for store, text in zip(stores, (b"http://a@b@c/\n", b"http://G/\n")):
        diff(store, "-", stdin=text)
    copy, wrong, journals = os.path.join(folder, "copy"), [], 0
    shutil.copy(stores[0], copy)
    before = exported(copy)
    calls = calls_of(folder, ["findings", "merge", copy, stores[1]])
    merged = exported(copy)
    for at in range(1, calls + 1):
        shutil.copy(stores[0], copy)
        run("findings", "merge", copy, stores[1],
            environment={"LD_PRELOAD": KILLED, "URIPROOF_KILL_AT": str(at)})
        journals += os.path.exists(copy + "-journal")
        wrong += [] if exported(copy) in (before, merged) else [f"at {at}: {exported(copy)}"]
        with contextlib.suppress(FileNotFoundError):
            os.remove(copy + "-journal")
    tap.ok(not wrong and before != merged and journals > 1,
           f"{calls} kills of a merge, {journals} in a transaction: all or nothing is merged",
           "\n".join(wrong))


def merging(tap, folder):
    texts = texts_of(4, 3000).splitlines(keepends=True)
    whole = os.path.join(folder, "one")
    diff(whole, "-", stdin=b"".join(texts))
    parts = [os.path.join(folder, f"part{i}") for i in range(3)]
    # The second part is the same as the beginning of the first.
    texts[1000:1200] = texts[:200]
    diff(whole + "2", "-", stdin=b"".join(texts))
    for store, (begin, end) in zip(parts, ((0, 1000), (1000, 1200), (1200, 3000))):
        diff(store, "-", stdin=b"".join(texts[begin:end]))
    before = exported(parts[1])
    wanted, wrong = exported(whole + "2"), []
    for number, order in enumerate(itertools.permutations(parts)):
        store = os.path.join(folder, f"merged{number}")
        for words in (order[:1], order, order[1:], [store]):
            done = run("findings", "merge", store, *words)
            wrong += [told(done)] if done.returncode or done.stderr else []
        wrong += [f"{order}"] if exported(store) != wanted else []
    tap.ok(not wrong, "stores merge in any order, and often, to the store of the whole",
           "\n".join(wrong))
    tap.ok(exported(parts[1]) == before, "what is merged stays as it is")
    run("findings", "set", "--store", parts[0], "--state", "known", "--note", "early", AT)
    run("findings", "set", "--store", parts[2], "--state", "reported", "--note", "late", AT,
        environment=LATE)
    found = set()
    for order in itertools.permutations(parts):
        store = os.path.join(folder, "thought")
        run("findings", "merge", store, *order)
        found.add(tuple((one["state"], one.get("note")) for one in listed(store)["findings"]
                        if one["id"] == AT))
        os.remove(store)
    tap.ok(found == {(("reported", "late"),)}, "of two opinions the later one stays", found)
    copy = os.path.join(folder, "copy")
    shutil.copy(parts[0], copy)
    path = write(folder, "more", b"".join(texts))
    diff(os.path.join(folder, "begun"), path)
    older = os.path.join(folder, "older")
    shutil.copy(os.path.join(folder, "begun"), older)
    with open(path, "ab") as file:
        file.write(b"http://j@k@l/\n")
    diff(os.path.join(folder, "begun"), path, "--resume")
    wanted = exported(os.path.join(folder, "begun"))
    for order in ((older, os.path.join(folder, "begun")), (os.path.join(folder, "begun"), older)):
        run("findings", "merge", os.path.join(folder, "both"), *order)
        tap.ok(exported(os.path.join(folder, "both")) == wanted,
               "of two copies of a run the further one counts")
        os.remove(os.path.join(folder, "both"))


def equal_runs(tap, folder):
    """A run that was ended, the same run when it had gone on, and one that was done anew."""
    path = write(folder, "equal texts", texts_of(7, 8000))
    stores = ended, resumed, anew = [os.path.join(folder, name) for name in "era"]
    words = ["diff", "--store", anew, *PANEL, path]
    at = calls_of(folder, words) // 2
    run("diff", "--store", ended, *PANEL, path,
        environment={"LD_PRELOAD": KILLED, "URIPROOF_KILL_AT": str(at)})
    tap.ok(ask_store(ended, "SELECT complete, texts BETWEEN 1024 AND 7999 FROM run") == [(0, 1)],
           "a run was ended")
    shutil.copy(ended, resumed)
    diff(resumed, path, "--resume")
    wanted, wrong, orders = exported(anew), [], list(itertools.permutations(stores))
    tap.ok(exported(resumed) == wanted, "it went on")
    for number, (one, two, three) in enumerate(orders):
        left, pair, right = (os.path.join(folder, f"{name}{number}") for name in ("l", "p", "r"))
        run("findings", "merge", left, one, two, three, one)
        run("findings", "merge", pair, two, three)
        run("findings", "merge", right, one, pair, two)
        wrong += [f"{one} {two} {three}" for store in (left, right) if exported(store) != wanted]
    tap.ok(not wrong, f"equal runs count once, in {len(orders)} orders and two groupings",
           "\n".join(wrong))
    diff(ended, path)
    tap.ok(exported(ended) == wanted, "done anew without --resume, a run counts once",
           exported(ended).decode())
    run("findings", "merge", ended, anew)
    diff(ended, path)
    tap.ok(exported(ended) == wanted, "however often it is done")


def diverged(tap, folder):
    """Of two copies of a run that went on with other texts, none is lost."""
    stores = [os.path.join(folder, name) for name in ("one", "two")]
    path = write(folder, "diverges", b"http://h/\n")
    diff(stores[0], path)
    shutil.copy(*stores)
    for store, text in zip(stores, (b"http://a@b@c/\n", b"http://G/\n")):
        write(folder, "diverges", b"http://h/\n" + text)
        diff(store, path, "--resume")
    found = set()
    for number, order in enumerate(itertools.permutations(stores)):
        store = os.path.join(folder, f"diverged{number}")
        run("findings", "merge", store, *order)
        found.add((exported(store), tuple(sorted(counts(store)))))
    tap.ok([ids for _, ids in found] == [(AT, CASE)], "copies that went on apart are both kept",
           found)


def two_at_once(tap, folder):
    store = os.path.join(folder, "shared")
    paths = [write(folder, f"at once{i}", texts_of(i, 5000)) for i in (5, 6)]
    words = [[PROGRAM, "diff", "--store", store, *PANEL, "--source", "both", path]
             for path in paths]
    running = [subprocess.Popen(one, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                env={**os.environ, **EARLY}) for one in words]
    said = [process.communicate()[1] for process in running]
    for path in paths:
        diff(store + "2", "--source", "both", path)
    tap.ok([process.returncode for process in running] == [1, 1] and said == [b"", b""] and
           exported(store) == exported(store + "2"), "two runs can fill a store at once", said)


# ---- Hostile stores

def spoiled(folder):
    """What is not a store, by name, and what is said of them."""
    good = os.path.join(folder, "good")
    diff(good, "-", stdin=b"http://a@b@c/\nhttp://G/\n")
    with open(good, "rb") as file:
        octets = file.read()
    found = [("text", b"no database\n" * 500, b"not a store of findings"),
             ("empty", b"", b"empty"),
             ("truncated", octets[:len(octets) // 2 // 4096 * 4096], b"damaged"),
             ("cut", octets[:50], b" store "),
             ("zeros", octets[:4096] + bytes(len(octets) - 4096), b"damaged")]
    with open(write(folder, "other.sqlite", b""), "rb"):
        ask_store(os.path.join(folder, "other.sqlite"), "CREATE TABLE bookmarks (url)")
    for name, sql, says in (
            ("version", ["PRAGMA user_version = 1"], b"a store of version 1"),
            ("application", ["PRAGMA application_id = 7"], b"of another application"),
            ("column", ["ALTER TABLE run ADD COLUMN more TEXT"], b"tables"),
            ("table", ["DROP TABLE opinion"], b"tables"),
            ("trigger", ["CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM sighting; END"],
             b"tables"),
            ("view", ["DROP TABLE opinion", "CREATE VIEW opinion AS SELECT 1"], b"tables"),
            ("head", ["UPDATE run SET head = '{}'"], b"damaged"),
            ("nul", ["UPDATE run SET head = head || char(0) || 'x'"], b"damaged"),
            ("no json", ["UPDATE run SET head = 'no'"], b"damaged"),
            ("data", ["UPDATE sighting SET data = replace(data, 'other-host', 'none')"],
             b"damaged"),
            ("octets", ["UPDATE sighting SET data = replace(data, '/parse', x'ff1b')"],
             b"damaged"),
            ("again", ["UPDATE sighting SET again = 3"], b"damaged"),
            # These can be read alone, but not beside another run.
            ("settings", ["UPDATE run SET head = replace(head, '\"any\"', '\"host\"')"],
             b"damaged"),
            ("parsers", ["UPDATE run SET parsers = replace(parsers, '\"1\"', '\"2\"')"],
             b"damaged"),
            ("texts", ["UPDATE run SET texts = 9"], b"damaged"),
            ("class", ["UPDATE sighting SET class = 'x' || class"], b"damaged"),
            ("state of no class", ["INSERT INTO opinion VALUES ('x', 'a', 'b', 'great', NULL, 0)"],
             b"damaged"),
            ("state", [f"INSERT INTO opinion VALUES ('{AT}', 'a', 'b', 'great', NULL, 0)"],
             b"damaged")):
        path = os.path.join(folder, name)
        shutil.copy(good, path)
        for statement in sql:
            ask_store(path, statement)
        with open(path, "rb") as file:
            found.append((name, file.read(), says))
    with open(os.path.join(folder, "other.sqlite"), "rb") as file:
        found.append(("bookmarks", file.read(), b"of another application"))
    return good, found


def hostile(tap, folder):
    good, stores = spoiled(folder)
    before = exported(good)
    for name, octets, says in stores:
        path = write(folder, "spoiled " + name, octets)
        wrong = []
        for words in (["list", "--store", path], ["show", "--store", path, AT],
                      ["export", "--store", path], ["merge", good, path],
                      ["set", "--store", path, "--state", "known", AT]):
            done = run("findings", *words)
            if done.returncode != 4 or says not in done.stderr or done.stdout or \
                    os.fsencode(path) not in done.stderr or b"\x1b" in done.stderr or \
                    done.stderr.count(b"\n") != 1:
                wrong.append(f"{words[0]}: {told(done)}")
        if name not in ("empty", "state", "nul", "head", "no json", "data", "octets", "again",
                        "settings", "parsers", "texts", "class", "state of no class"):
            done = diff(path, "-", stdin=b"http://h/\n")
            if done.returncode != 4 or says not in done.stderr:
                wrong.append(f"diff: {told(done)}")
        if name != "empty":
            with open(path, "rb") as file:
                wrong += [] if file.read() == octets else ["it was changed"]
        tap.ok(not wrong and exported(good) == before,
               f"no sound store, which stays as it is: {name}", "\n".join(wrong))
    for first in ([], [good]):
        done = run("findings", "merge", os.path.join(folder, "into"), *first,
                   os.path.join(folder, "missing"))
        tap.ok(done.returncode == 4 and b"missing: cannot open" in done.stderr and
               not os.path.exists(os.path.join(folder, "into")), "no store is made in vain",
               told(done))
    os.mkfifo(os.path.join(folder, "fifo"))
    for path, says in ((folder, b"not a regular file"), (folder + "/fifo", b"not a regular file"),
                       ("/nowhere/x", b"cannot open"),
                       (folder + "/absent", b"cannot open")):
        done = run("findings", "list", "--store", path)
        tap.ok(done.returncode == 4 and says in done.stderr and
               not os.path.exists(folder + "/absent"), f"no store: {says.decode()}", told(done))
    done = run("diff", "--store", ":memory:", *PANEL, "-", stdin=b"http://h/\n", cwd=folder)
    tap.ok(os.path.exists(os.path.join(folder, ":memory:")), "a name has no meaning of SQLite's",
           told(done))
    strange = "\x1b[31m\u202e\udcff"
    diff(good, "--source", strange, "-", stdin=b"http://j@k@l/\n")
    shown = run("findings", "show", "--store", good, AT)
    tap.ok(b"texts of \\x1b[31m" in shown.stdout and b"\x1b" not in shown.stdout and
           b"\xe2\x80\xae" not in shown.stdout and "complete" in listed(good)["sources"][0],
           "a name from outside does not command the terminal", told(shown))


def with_super_journal(store, victim):
    """Puts a journal beside the store that would undo nothing, and names a super-journal."""
    name, head = os.fsencode(victim), bytes.fromhex("d9d505f920a163d7")
    with open(store, "rb") as file:
        pages = len(file.read()) // 4096
    octets = head + struct.pack(">5I", 0, 1, pages, 512, 4096)
    octets += bytes(512 - len(octets)) + struct.pack(">I", 2 ** 30 // 4096 + 1) + name
    octets += struct.pack(">II", len(name), sum(name)) + head
    return write(os.path.dirname(store), os.path.basename(store) + "-journal", octets)


def hostile_journal(tap, folder):
    """A file that a journal beside a store names is not deleted."""
    good, store, link = (os.path.join(folder, name) for name in ("good", "journaled", "link"))
    victim = write(folder, "victim", b"mine\n")
    for path in (good, store):
        diff(path, "-", stdin=b"http://a@b@c/\n")
    os.symlink(store, link)
    before = exported(good)
    for words in (["findings", "list", "--store", store], ["findings", "list", "--store", link],
                  ["findings", "merge", good, store],
                  ["diff", "--store", store, *PANEL, "-"]):
        journal = with_super_journal(store, victim)
        done = run(*words)
        tap.ok(done.returncode == 4 and os.fsencode(journal) in done.stderr and
               b"delete this journal" in done.stderr and os.path.exists(victim) and
               exported(good) == before, f"deletes no file: {' '.join(words[:2])}", told(done))
        write(folder, "victim", b"mine\n")
    os.remove(journal)
    tap.ok(exported(store) == before.replace(b"good", b"journaled"), "the store is as it was")


def read_only(tap, folder):
    """Root may write everywhere, so this is done as somebody else."""
    place = os.path.join(folder, "read-only")
    os.mkdir(place)
    store = os.path.join(place, "store")
    diff(store, "-", stdin=b"http://a@b@c/\n")
    os.chmod(store, 0o444)
    os.chmod(place, 0o555)
    os.chmod(folder, 0o755)
    somebody = {"user": NOBODY, "group": NOBODY} if os.getuid() == 0 else {}
    done = run("findings", "list", "--store", store, **somebody)
    tap.ok(done.returncode == 0 and AT.encode() in done.stdout, "a store that is read-only is read",
           told(done))
    done = run("findings", "set", "--store", store, "--state", "known", AT, **somebody)
    tap.ok(done.returncode == 4 and b"cannot be written" in done.stderr, "and says so if written",
           told(done))
    done = run("findings", "merge", os.path.join(folder, "from it"), store)
    tap.ok(done.returncode == 0, "it can be merged", told(done))
    os.chmod(place, 0o755)


def busy(tap, folder):
    store = os.path.join(folder, "busy")
    diff(store, "-", stdin=b"http://a@b@c/\n")
    before = exported(store)
    with contextlib.closing(sqlite3.connect(store)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        done = run("findings", "set", "--store", store, "--state", "known", AT)
        connection.rollback()
    tap.ok(done.returncode == 4 and b"another process is writing it" in done.stderr and
           exported(store) == before, "a store that another process keeps for itself is busy",
           told(done))


# ---- Drafts, usage

def drafts(tap, folder):
    store = os.path.join(folder, "drafted")
    diff(store, "-", stdin=b"http://a@b@c/\nhttp://G/\n")
    run("diff", "--store", store, "--chains", "--base", "http://base.example", *parsers("joins"),
        "-", stdin=b".evil\n")
    for finding, name, expect, says in (
            (AT, "draft-host-boundary-at-sign-at-sign", {"status": "rejected", "offset": 8},
             b'no "production" beside its "offset"'),
            (CASE, "draft-host-spelling-host-letter", {"status": "accepted"},
             b'no "components" or "generic"')):
        path = os.path.join(folder, finding.replace("/", "-") + ".json")
        done = run("findings", "promote", "--store", store, finding, path)
        with open(path, encoding="utf-8") as file:
            draft = json.load(file)
        vector = draft["vectors"][0]
        tap.ok(done.returncode == 1 and vector["expect"] == expect and says in done.stdout and
               "DRAFT" in draft["about"] and "DRAFT" in vector["about"] and
               vector["id"] == name and
               b"is a draft" in done.stderr,
               f"a draft has the verdict of the grammar: {expect['status']}", told(done))
        done = run("findings", "promote", "--store", store, finding, path)
        tap.ok(done.returncode == 4 and b"name a new file" in done.stderr,
               "and replaces no file", told(done))
    done = run("findings", "promote", "--store", store, AT, os.path.join(folder, "none", "at.json"))
    tap.ok(done.returncode == 4 and b"; make its folder first" in done.stderr,
           "a folder that is missing is told", told(done))
    chain = next(one for one in counts(store) if one.startswith("1/parse-resolved/"))
    done = run("findings", "promote", "--store", store, chain, os.path.join(folder, "chain"))
    tap.ok(done.returncode == 2 and b"of a chain" in done.stderr and
           not os.path.exists(os.path.join(folder, "chain")), "a chain is no vector", told(done))
    done = run("findings", "show", "--store", store, chain)
    tap.ok(b"the chain is broken by\n    joins 1\n" in done.stdout, "but it is shown", told(done))


def wrong_usage(tap, folder):
    store = os.path.join(folder, "used")
    diff(store, "-", stdin=b"http://a@b@c/\n")
    for words, says in (
            (["findings", "list"], b"wants --store"),
            (["findings", "list", "--store", store, "--state", "great"], b"new, known, by-design"),
            (["findings", "list", "--store", store, "--risk", "great"],
             b"wants one of other-host, "),
            (["findings", "show", "--store", store, "1/parse"], b'no finding "1/parse"'),
            (["findings", "set", "--store", store, AT], b"wants --state or --note"),
            (["findings", "set", "--store", store, "--state", "known"], b"wants the id"),
            (["findings", "set", "--store", store, "--state", "known", AT, "x"], b'finding "x"'),
            (["findings", "merge", store], b"wants a store, and"),
            (["findings", "list", "--store", store, "--parser", "firs"],
             b'no parser "firs" in %s; did you mean "first"?; there are: ' % store.encode()),
            (["findings"], b"wants a second word; there are: findings list, "),
            (["diff", "--resume", "-"], b"want --store"),
            (["diff", "--store", store, "--json", store, "-"], b"would overwrite the store"),
            (["diff", "--source", "x", "-"], b"want --store"),
            (["diff", "--merge", "--store", store, "x"], b"findings merge")):
        done = run(*words)
        tap.ok(done.returncode == 2 and says in done.stderr, f"wrong usage: {' '.join(words[:2])}",
               told(done))
    tap.ok(listed(store)["findings"][0]["state"] == "new", "which changes nothing")


def main():
    tap = Tap()
    tests = (gate, opinions_are_of_pairs, opinions_are_of_one_class, two_examples,
             sightings_by_the_text, resume, resume_counts, interrupted_at_texts,
             interrupted_at_octets, kills, killed_merge, merging, equal_runs, diverged, two_at_once,
             hostile, hostile_journal, read_only, busy, drafts, wrong_usage)
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            test(tap, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
