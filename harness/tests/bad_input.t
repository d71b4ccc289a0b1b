#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What ask and diff do with input that they cannot use: nothing is lost that was found, nothing is
overwritten, and no run of nothing looks as if all were well (TAP 13).

URIPROOF_BIN is the folder of uriproof; default build/release.
"""
import concurrent.futures
import contextlib
import json
import os
import resource
import shlex
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
TEXT = b"http://a@b@c/\n"
# Its words control a terminal.
HOSTILE = b"""import re, sys
sys.stdin.readline()
print('{"protocol":2,"name":"n","version":"1","language":"python","dialects":[],"ops":["parse"]}',
      flush=True)
for line in sys.stdin:
    print('{"id":%s,"status":"rejected","error":"\\\\u001b[2J%s"}'
          % (re.search(r'"id":(\\d+)', line)[1], 100 * "x"), flush=True)
"""


def parsers(*names):
    return [word for name in names
            for word in ("--adapter", f"{name}=exec python3 -S {PARSER} {name}")]


TWO = parsers("last", "first")


def run(*words, stdin=b"", within=None):
    """What ends after so many seconds has the exit status 124."""
    before = [] if within is None else ["timeout", str(within)]
    return subprocess.run([*before, PROGRAM, *words], input=stdin, capture_output=True, check=False)


def told(done):
    return f"exit {done.returncode}\n{done.stdout!r}\n{done.stderr!r}"


def write(folder, name, octets):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(octets)
    return path


def read(path):
    with open(path, "rb") as file:
        return file.read()


def outputs(tap, folder):
    """The file of --json is checked before the run."""
    texts = write(folder, "texts", TEXT)
    os.symlink(texts, os.path.join(folder, "link"))
    for what, words in (("texts", ["--json", texts, texts]),
                        ("link", ["--json", os.path.join(folder, "link"), texts]),
                        ("merge", ["--json", texts, "--merge", texts])):
        done = run("diff", *TWO, *words)
        tap.ok(done.returncode == 2 and b"would overwrite" in done.stderr and not done.stdout and
               read(texts) == TEXT, f"diff overwrites nothing that it reads: {what}",
               told(done))
    with open(texts, "rb") as file:
        done = subprocess.run([PROGRAM, "diff", *TWO, "--json", texts, "-"], stdin=file,
                              capture_output=True, check=False)
    tap.ok(done.returncode == 2 and read(texts) == TEXT, "nor standard input", told(done))
    for path in (os.path.join(folder, "no", "such"), folder):
        done = run("diff", *TWO, "--json", path, texts)
        tap.ok(done.returncode == 4 and path.encode() in done.stderr and not done.stdout,
               "diff says before the run that a file cannot be written", told(done))


def lines(tap, folder):
    """A line that is no request costs no other."""
    path = os.path.join(folder, "found")
    for number, bad in enumerate((b"{bad", b'{"uri":1}', b"", b'{"uri":"a"}x', b"[" * 100000)):
        texts = b'{"uri":"http://a@b@c/"}\n' + bad + b'\n{"uri":"http://h/"}\n' + bad + b"\n"
        done = run("diff", *TWO, "--json-lines", "--json", path, "-", stdin=texts)
        found = json.loads(read(path))
        tap.ok(done.returncode == 4 and done.stderr.count(b"line 2: ") == 1 and
               b"line 4" not in done.stderr and b": 2 lines\n" in done.stdout and
               found["texts"] == 2 and found["not_read"] == 2 and len(found["classes"]) == 1,
               f"diff names the first line that is no request, and goes on, {number}", told(done))
    joined = os.path.join(folder, "joined")
    done = run("diff", "--merge", "--json", joined, path)
    tap.ok(done.returncode == 4 and read(joined) == read(path), "a merge knows it too", told(done))
    done = run("ask", *TWO, "--op", "equivalent", "-", stdin=b"a\nb\tc\n")
    tap.ok(done.returncode == 4 and b"line 1: " in done.stderr and b"b c\n" in done.stdout,
           "ask names a line without a tab, and goes on", told(done))


def exports(tap, folder):
    path = os.path.join(folder, "known")
    run("diff", *TWO, "--json", path, "-", stdin=TEXT)
    good = json.loads(read(path))
    changes = [{"format": "uriproof-ask"}, {"version": 2}, {"classes": 1}, {"by": 1}, {"op": None},
               {"chains": "no"}, {"parsers": [1]}, {"parsers": [{"name": "\033[2J"}]},
               {"classes": [good["classes"][0] | {"broken_by": ["\033[2J"]}]}]
    for change in changes:
        write(folder, "changed", json.dumps(good | change).encode())
        done = run("diff", "--merge", os.path.join(folder, "changed"))
        tap.ok(done.returncode == 4 and b"changed" in done.stderr and not done.stdout and
               b"\033" not in done.stderr, f"--merge with {change!a:.60} is refused", told(done))
    done = run("diff", "--merge", path)
    tap.ok(done.returncode == 1 and not done.stderr, "the same file as it was made is taken",
           told(done))


def answers(tap, folder):
    """What parsers say of an example is read once, and a fault has its place."""
    path, store = os.path.join(folder, "found"), os.path.join(folder, "store")
    run("diff", *TWO, "--store", store, "--json", path, "-", stdin=TEXT)
    good = json.loads(read(path))
    rows = ((["answer"], [None], "answer: not an object"), (["answer"], 1, "answer: not an object"),
            (["answer", "components"], [None], "answer: \"components\" is not an object"),
            (["answer", "status"], None, "answer: \"status\" is not \"accepted\""),
            (["parsers"], [None], "parsers: not an array of strings"),
            (["by_dialect"], {"rfc3986": None}, "by_dialect.rfc3986: not a string"))
    for keys, value, fault in rows:
        changed = json.loads(json.dumps(good))
        at = changed["classes"][0]["groups"][0]
        for key in keys[:-1]:
            at = at[key]
        at[keys[-1]] = value
        write(folder, "changed", json.dumps(changed).encode())
        with contextlib.closing(sqlite3.connect(store)) as connection, connection:
            connection.execute("UPDATE sighting SET data = ?", (json.dumps(changed["classes"][0]),))
        listing = [("findings", *words, "--store", store) for words in
                   (("list",), ("export",), ("show", good["classes"][0]["id"]),
                    ("promote", good["classes"][0]["id"], os.path.join(folder, "draft")))]
        for words in (("diff", "--merge", os.path.join(folder, "changed")), *listing,
                      ("findings", "merge", os.path.join(folder, "joined"), store)):
            done = run(*words)
            tap.ok(done.returncode == 4 and f"groups[0].{fault}".encode() in done.stderr and
                   not done.stdout, f"{words[0]} {words[1]}: {'.'.join(keys)} of {value!a}",
                   told(done))


def readers(path, folder):
    """Every command that reads a file, as a whole or line by line, with this file."""
    good, results = (os.path.join(folder, name) for name in ("found", "results"))
    level = ("--level", "examples", "--dialect", "rfc3986")
    return [("diff", *TWO, path), ("diff", *TWO, "--profile", path, good),
            ("profile", "--texts", path, "reference"), ("profile", "--again", path, "reference"),
            ("history", "--texts", path, "url-parse@1.5.0..1.5.1"),
            ("diff", "--merge", path), ("findings", "list", "--store", path),
            ("findings", "merge", good + ".new", path),
            ("report", path), ("compare", path, path),
            ("report", "--report", f"html={good}.site", "--findings", path, results),
            ("report", "--report", f"html={good}.site", "--campaign", path, results),
            ("test", *level, "--baseline", path, "reference")]


def specials(tap, folder):
    """A device without an end, and a pipe that has no writer, are rejected by name."""
    run("test", "--level", "examples", "--quiet", "--report", f"json={folder}/results",
        "reference")
    pipe, adapters = os.path.join(folder, "pipe"), os.path.join(folder, "adapters")
    os.mkdir(adapters)
    for path in (pipe, os.path.join(adapters, "it.json")):
        os.mkfifo(path)
    os.symlink("/dev/zero", os.path.join(adapters, "device.json"))
    os.mkdir(os.path.join(adapters, "folder.json"))
    for path, workers in (pipe, 4), ("/dev/zero", 1):  # one waits, the other takes memory
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            calls = readers(path, folder)
            for words, done in zip(calls, pool.map(lambda call: run(*call, within=60), calls)):
                options = " ".join(word for word in words if word.startswith("--"))
                tap.ok(done.returncode == 4 and path.encode() in done.stderr,
                       f"{words[0]} {options} refuses {os.path.basename(path)}", told(done))
    for words in (("diff", *TWO, "/dev/zero"), ("ask", *TWO, "-")):
        with open("/dev/zero", "rb") as zero:
            done = subprocess.run([PROGRAM, *words], stdin=zero, capture_output=True, check=False)
        said = words[-1].encode() + b": longer than is read"
        tap.ok(done.returncode == 4 and said in done.stderr,
               f"{words[0]}: a line without an end", told(done))
    done = run("adapters", "--adapter-dir", adapters)
    tap.ok(done.stderr.count(b"not a regular file; this adapter is left out") == 3,
           "a folder of manifests: what is no file is left out", told(done))
    with open(pipe + ".good", "wb") as file:
        file.write(read(os.path.join(folder, "known")))
    script = f"{PROGRAM} diff --merge <(sleep 0.2; cat {pipe}.good) <(cat {pipe}.good)"
    done = subprocess.run(["bash", "-c", script], capture_output=True, check=False)
    tap.ok(b"2 texts, 2 parsers" in done.stdout, "a pipe of the shell is read", told(done))
    script = f"(sleep 0.2; cat {pipe}.good >{pipe}) & {PROGRAM} diff --merge {pipe}; wait"
    done = subprocess.run(["bash", "-c", script], capture_output=True, check=False)
    tap.ok(b"1 text, 2 parsers" in done.stdout, "and one that has its writer later", told(done))
    script = f"(sleep 0.2; echo http://a/; sleep 0.2; echo http://b/) >{pipe} & " \
        f"timeout 60 {PROGRAM} diff {shlex.join(TWO)} {pipe}; wait"
    done = subprocess.run(["bash", "-c", script], capture_output=True, check=False)
    tap.ok(b"2 texts, 2 parsers" in done.stdout, "line by line as well: no octet of it is lost",
           told(done))


def words_of_manifests(tap, folder):
    """What a manifest says controls no terminal, and is short."""
    adapters = os.path.join(folder, "manifests")
    os.mkdir(adapters)
    good = {"format": "uriproof-adapter", "version": 1, "name": "it", "language": "c",
            "dialects": ["rfc3986"], "command": ["python3", PARSER, "last"], "get": "g",
            "about": "a"}
    for key in ("about", "get", "language"):
        for command in (good["command"], ["/no/such"]):
            write(adapters, "it.json", json.dumps(good | {
                key: "\x1b[2J\u202e", "command": command}).encode())
            for words in (["adapters"], ["ask", "--adapter", "it", "http://h/"],
                          ["test", "--level", "examples", "it"]):
                done = run(words[0], "--adapter-dir", adapters, *words[1:])
                tap.ok(b"\x1b" not in done.stdout + done.stderr and
                       "\u202e".encode() not in done.stdout + done.stderr,
                       f"{words[0]}: {key} of a manifest is escaped", told(done))
        write(adapters, "it.json", json.dumps(good | {key: "x" * 201}).encode())
        done = run("adapters", "--adapter-dir", adapters)
        tap.ok(f"it.json:1: {key}: over 200 octets; this adapter is left out".encode() in
               done.stderr, f"{key} of 201 octets is refused", told(done))


def nothing(tap, folder):
    """Of nothing there is no good news."""
    empty = write(folder, "empty", b"")
    faults = ((["diff", *TWO, empty], b"no text in " + empty.encode()),
              (["diff", *TWO, "-"], b"no text in -"),
              (["ask", *TWO, "-"], b"no text"),
              (["ask", "--op", "equivalent", *TWO, "-"], b"no text"))
    for number, (words, fault) in enumerate(faults):
        done = run(*words)
        tap.ok(done.returncode == 2 and fault in done.stderr, f"{words[0]} of nothing, {number}",
               told(done))
    for words in (["diff", *TWO, "-"], ["ask", *TWO, "-"]):
        fault = b"cannot read -: Is a directory"
        source = os.open(folder, os.O_RDONLY)
        done = subprocess.run([PROGRAM, *words], stdin=source, capture_output=True, check=False)
        os.close(source)
        tap.ok(done.returncode == 4 and fault in done.stderr and b"no " not in done.stderr,
               f"{words[0]} of a folder", told(done))


def no_names(tap):
    """An empty name of a file is told before any work."""
    for words in (("profile", "--out", "", "reference"), ("profile", "--compare", "", "reference"),
                  ("test", "--baseline", "", "--update-baseline", "reference"),
                  ("diff", *TWO, "--store", "", "-"), ("findings", "list", "--store", "")):
        done = run(*words)
        option = words[words.index("") - 1].encode()
        tap.ok(done.returncode == 2 and option + b" is empty: name a file" in done.stderr,
               f"{words[0]} {option.decode()} without a name", told(done))


def limits(tap):
    """A limit of open files that is too low for the parsers is raised, or told."""
    def lower(soft, hard):
        return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    for words in (["ask", *TWO, "http://h/"], ["diff", *TWO, "-"]):
        for hard in (16, 400):
            done = subprocess.run([PROGRAM, *words], input=b"http://h/\n", capture_output=True,
                                  preexec_fn=lower(16, hard), check=False)
            good = done.returncode == 0 and b"not started" not in done.stdout and not done.stderr
            refused = (done.returncode == 3 and b"open files, and the limit is 16: raise it" in
                       done.stderr and not done.stdout)
            tap.ok(good if hard == 400 else refused,
                   f"{words[0]} with 16 open files, {hard} at most", told(done))
    done = subprocess.run([PROGRAM, "test", "--level", "examples", "--quiet", *TWO],
                          capture_output=True, preexec_fn=lower(8, 8), check=False)
    tap.ok(done.returncode == 3 and b"Too many open files; raise the limit" in done.stderr,
           "test says what to do about it", told(done))


def shown(tap, folder):
    """A long text floods no screen, and what a parser says does nothing to it."""
    long = "h" * 5000
    text = f"http://{long}@b@c/{long}?{long}\n".encode()
    done = run("ask", *TWO, "-", stdin=text)
    line = b'host: "c" 1 (last); "b@c" 1 (first)'
    tap.ok(done.returncode == 1 and max(map(len, done.stdout.splitlines())) < 200 and
           text[:50] + b"hhh" in done.stdout and b"hhh...hhh" in done.stdout and
           line in done.stdout, "ask shows the ends of a long text", told(done))
    done = run("ask", "--json", *TWO, "-", stdin=text)
    tap.ok(done.stdout.count(long.encode()) == 3 + 2 * 3, "--json has all of it", told(done)[:500])
    done = run("diff", *TWO, "-", stdin=text.replace(b"http", b"no"))
    tap.ok(done.returncode == 0, "texts that no parser accepts", told(done)[:500])
    done = run("diff", *parsers("last", "long"), "-", stdin=text)
    tap.ok(done.returncode == 1 and max(map(len, done.stdout.splitlines())) < 200 and
           b"hhh...hhh" in done.stdout and b"\nNext: --json FILE writes" in done.stdout,
           "diff shows the ends of an example that is long, and of no such command half",
           told(done))
    hostile = write(folder, "hostile.py", HOSTILE)
    done = run("ask", *parsers("last", "dies"), "--adapter", f"hostile=exec python3 -S {hostile}",
               "http://x/")
    lines = done.stdout.splitlines()
    tap.ok(b"    hostile: \\x1b[2J" + 57 * b"x" + b"..." in lines and
           b"    dies: ended with status 7" in lines and b"\033" not in done.stdout,
           "ask shows what parsers say of a rejection or failure, cut and without controls",
           told(done))


def main():
    tap = Tap(lines=20)
    with tempfile.TemporaryDirectory() as folder:
        outputs(tap, folder)
        lines(tap, folder)
        exports(tap, folder)
        answers(tap, folder)
        specials(tap, folder)
        words_of_manifests(tap, folder)
        nothing(tap, folder)
        shown(tap, folder)
    no_names(tap)
    limits(tap)
    return tap.end()


sys.exit(main())
