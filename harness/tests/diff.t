#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ask and diff over small parsers of which it is known where they part (TAP 13).

URIPROOF_BIN is the folder of uriproof; default build/release.
"""
import json
import os
import re
import signal
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
# Parsers that start fast, and reject what they answer.
HELLO = ('{"protocol":2,"name":"sh","version":"1","language":"sh","dialects":["rfc3986"],'
         '"ops":["parse"]}')
REJECT = ('while read -r line; do number=${line#*\'"id":\'}; '
          'echo "{\\"id\\":${number%%,*},\\"status\\":\\"rejected\\"}"; AFTER; done')
SLEEP = ('do text=${line#*\'"uri"\'}; if test ${#text} -gt 60; then echo >>"$PANEL_SLEPT"; '
         'exec sleep 600; fi; ')
SHELL_PARSERS = {
    name: ["--adapter", f"{name}=read -r hello; echo '{HELLO}'; {then}"] for name, then in (
        ("rejects", REJECT.replace("AFTER", ":")),
        ("dead", "read -r line; exit 1"),
        ("hangs", "exec sleep 600"),
        ("sleeps", REJECT.replace("do ", SLEEP).replace("AFTER", ":")),
        ("leaves", REJECT.replace("AFTER", "exit 1")),
        ("tires", REJECT.replace("AFTER", 'test "${number%%,*}" != 1024 || exit 1')))}
ABSENT = ("--adapter", "nothing=exec false")
NO_START = b"adapter nothing does not start: before it said hello, it ended with status 1"
HOST = "1/parse/host/boundary/rfc3986.userinfo.at-sign/at-sign"


def parsers(*names):
    return [word for name in names
            for word in ("--adapter", f"{name}=exec python3 -S {PARSER} {name}")]


def twins(name):
    """Two parsers that do the same."""
    return parsers(name) + ["--adapter", f"twin=exec python3 -S {PARSER} {name}"]


def run(*words, stdin=b""):
    return subprocess.run([PROGRAM, *words], input=stdin, capture_output=True, check=False)


def told(done):
    return f"exit {done.returncode}\n{done.stdout.decode()}\n{done.stderr.decode()}"


def ask(tap):
    done = run("ask", *parsers("last", "first"), "http://a@b@c/")
    tap.ok(done.returncode == 1 and b'host: "c" 1 (last); "b@c" 1 (first)' in done.stdout,
           "ask says who sees which host, and leaves with 1", told(done))
    tap.ok(HOST.encode() in done.stdout and b"other-host" in done.stdout,
           "ask names the class and its risk", told(done))
    lines = done.stdout.decode().splitlines()
    tap.ok(max(map(len, lines[:-1])) <= 80 and
           lines[-1] == f"Next: {PROGRAM} explain rfc3986.userinfo.at-sign",
           "ask fits 80 columns, and says how to read the clause", told(done))
    tap.ok(done.stdout.count(b"    right by no specification here; no host in RFC 1630, ") == 2,
           "a specification without hosts decides on no host", told(done))
    done = run("ask", "--op", "normalize", *parsers("raises", "joins"), "http://x/")
    tap.ok(b"no host in" not in done.stdout and
           b" RFC 3986, URL Standard; permitted by" in done.stdout,
           "but RFC 3986 decides on the host of a normal form", told(done))
    done = run("ask", *parsers("last", "odd"), "a'")
    tap.ok(b", RFC 3986 (rfc3986.bnf.URI),\n" in done.stdout,
           "the clause by which a group is right",
           told(done))
    done = run("ask", *parsers("last", "lowers", "first"), "http://A@B/", "http://A@B@C:80/?q")
    direct, _, after = done.stdout.decode().partition("http://A@B@C:80/?q\n")
    tap.ok("*" not in direct and "  host        b\n" in direct, "the same data has no star",
           told(done))
    tap.ok([line.split()[1] for line in after.splitlines() if line.startswith("  *")] ==
           3 * ["user", "host"], "other data has one", told(done))
    done = run("ask", *parsers("last", "first"), "http://h/", "no")
    tap.ok(done.returncode == 0, "ask leaves with 0 if all agree", told(done))
    done = run("ask", *parsers("last", "dies"), "http://x/")
    tap.ok(done.returncode == 1 and b"1 parser: crash" in done.stdout,
           "a parser that dies is a group of its own", told(done))
    done = run("ask", *parsers("last", "dies"), "-", stdin=b"http://x/\nhttp://h/\n")
    tap.ok(done.stdout.count(b"\nhost: ") == 2 and b'"h" 2 (last, dies)' in done.stdout,
           "it is asked the next line by a new process", told(done))
    done = run("ask", *ABSENT, *parsers("last"), "http://h/")
    tap.ok(done.returncode == 3 and b"1 parser: not started" in done.stdout and
           b'"h" 1 (last)' in done.stdout and NO_START in done.stderr,
           "a parser that does not start stops no other; ask says why, and leaves with 3",
           told(done))
    done = run("ask", *ABSENT, "http://h/", "http://i/")
    tap.ok(done.returncode == 3 and b"host:" not in done.stdout and
           done.stderr.count(NO_START) == 1 and b"no parser answers" in done.stderr,
           "if none starts there is no host", told(done))


def reference_that_judges(tap):
    """The adapter reference answers by RFC 3986, which judges the differences: as the reference
    that is told so."""
    both = ["--adapter", "reference", "--adapter", f"told=exec {PROGRAM} serve --dialect rfc3986"]
    texts = ("http://h/a~b", "http://h/?", "x:?a?", "a^", "http://H:80/./a/../%7e", "URL:x:a b",
             "http://[::1]/", "//h/a", "")
    for op in ("parse", "normalize", "resolve", "equivalent"):
        words = [word for text in texts for word in
                 ((text,) if op in ("parse", "normalize") else ("http://h/a/b", text))]
        done = run("ask", "--json", "--op", op, *both, *words)
        groups = [len(json.loads(line)["groups"]) for line in done.stdout.splitlines()]
        tap.ok(done.returncode == 0 and groups == [1] * len(texts), f"ask --op {op}", told(done))
    lines = "\n".join(texts).encode()
    for words in (["--chains"], ["--op", "resolve", "--base", "http://h/a"]):
        done = run("diff", *words, *both, "-", stdin=lines)
        tap.ok(done.returncode == 0 and b": all agree on " in done.stdout,
               f"diff {' '.join(words)}", told(done))


def ask_json(tap):
    done = run("ask", "--json", *parsers("last", "first"), "http://a@b@c/", "http://h/\xff")
    first, second = map(json.loads, done.stdout.splitlines())
    groups = [(group["parsers"], group["answer"]["components"]["host"])
              for group in first["groups"]]
    tap.ok(groups == [(["last"], "c"), (["first"], "b@c")], "ask --json has the groups", groups)
    tap.ok([one["id"] for one in first["classes"]][0] == HOST, "and the classes, the worst first",
           first["classes"])
    tap.ok("uri_hex" in second, "and octets that do not print in hexadecimal", second)


def ask_hexadecimal(tap):
    done = run("ask", "--json", "--hex", *parsers("last"), "-", stdin=b"687474703a2f2f680a\n")
    found = json.loads(done.stdout)
    tap.ok(found.get("uri_hex") == "687474703a2f2f680a", "ask --hex reads lines so too",
           told(done))
    done = run("ask", "--hex", *parsers("last"), "-", stdin=b"http://h/\n")
    tap.ok(done.returncode == 2 and b"not hexadecimal" in done.stderr,
           "and says so if one is not", told(done))


def through(tap):
    done = run("ask", "--through", "last", *parsers("last", "first"), "http://a@b@c/")
    tap.ok(done.returncode == 1 and
           b"\nthrough last (its parts): http://a@b@c/\n" in done.stdout and
           f"{HOST}\n    durable, other-host: ".encode() in done.stdout,
           "ask --through: without normalize its parts go to all; what remains is durable",
           told(done))
    done = run("ask", "--through", "cleans", *parsers("cleans", "first"), "http://a@b@c/")
    direct, _, after = done.stdout.partition(b"\nthrough cleans (its normal form): http://c/\n")
    tap.ok(HOST.encode() in direct and b'host: "c" 2 (cleans, first)' in after and
           b"durable" not in after, "with it, its normal form does; nothing remains", told(done))
    done = run("ask", "--through", "last", *parsers("last", "first"), "no")
    tap.ok(done.returncode == 0 and b"through last: it rejects the text" in done.stdout,
           "it says so if the parser rejects the text", told(done))
    done = run("ask", "--through", "dies", *parsers("last", "dies"), "http://x/")
    tap.ok(b"through dies: no output (crash)" in done.stdout, "or has no answer", told(done))
    done = run("ask", "--json", "--through", "last", *parsers("last", "first"), "http://a@b@c/",
               "no")
    first, second = (json.loads(line)["through"] for line in done.stdout.splitlines())
    tap.ok(first["uri"] == "http://a@b@c/" and first["parser"] == "last" and
           first["output"] == "parts" and
           [one["durable"] for one in first["classes"] if one["id"] == HOST] == [True],
           "--json has it too", first)
    tap.ok(second == {"parser": "last", "outcome": "rejected"}, "and a rejection", second)


def wrong_usage(tap):
    for words, fault in (
            (["ask"], b"wants a text"),
            (["ask", "--op", "encode", "a"],
             b'--op wants one of parse, resolve, normalize, equivalent, not "encode"'),
            (["ask", "--op", "resolve", "a"], b"two texts"),
            (["ask", "--adapter", "nobody", "a"],
             b'no adapter "nobody"; \'%s adapters\' lists them, and NAME=COMMAND in its place takes'
             % PROGRAM.encode()),
            (["ask", "--adapter", "curl", "a"], b'no adapter "curl"; did you mean "libcurl"?; '),
            (["diff", "--adapter", "urlparsr", "--adapter", "x=x", "-"],
             b'; did you mean "uriparser"?; '),
            (["ask", "--adapter", "A=b", "a"], b"invalid name"),
            (["ask", "--adapter", "a=", "a"], b"wants a command"),
            (["ask", *parsers("last", "last"), "a"], b"named twice"),
            (["ask", "--through", "first", *parsers("last"), "a"], b"not among the parsers"),
            (["ask", "--through", "last", "--op", "normalize", "a"], b"--op parse"),
            (["diff", "--jobs", "0", "-"], b"--jobs"),
            (["diff"], b"one file of texts"),
            (["diff", "a", "b"], b"one file of texts"),
            (["diff", "--merge"], b"wants files"),
            (["diff", "--by", "colour", "-"], b"any, host, scheme, path, validity"),
            (["diff", "--op", "resolve", "-"], b"--base URI"),
            (["diff", "--op", "equivalent", "-"], b"--json-lines")):
        done = run(*words)
        tap.ok(done.returncode == 2 and fault in done.stderr and not done.stdout,
               f"wrong usage: {' '.join(words[:4])}", told(done))
    done = run("diff", "/nowhere/x")
    tap.ok(done.returncode == 4 and b"/nowhere/x" in done.stderr, "diff names a missing file",
           told(done))
    done = run("diff", "--json-lines", *parsers("last", "first"), "-",
               stdin=b'{"uri":"a"}\n{"uri":1}\n')
    tap.ok(done.returncode == 4 and b"line 2: " in done.stderr, "diff names a wrong line",
           told(done))


TEXTS = b"http://h/\nhttp://long@er@host.example/path\nhttp://q@r@s/\n\n\xff\r\nno\x00\n"


def export(folder, name, *words, stdin=TEXTS):
    path = os.path.join(folder, name)
    done = run("diff", "--json", path, *words, "-", stdin=stdin)
    with open(path, encoding="utf-8") as file:
        return done, file.read()


def diff(tap, folder):
    done, text = export(folder, "a.json", *parsers("last", "first"))
    found = json.loads(text)
    tap.ok(done.returncode == 1 and found["texts"] == 6 and found["agreements"] == 4,
           "diff counts texts and agreements, whatever their octets", told(done))
    hosts = [one for one in found["classes"] if one["id"] == HOST]
    tap.ok(len(hosts) == 1 and hosts[0]["texts"] == 2 and
           hosts[0]["example"] == {"uri": "http://@@"},
           "a class has its count and its smallest text", text)
    _, again = export(folder, "b.json", *parsers("last", "first"))
    tap.ok(text == again, "the same texts give the same octets", "")
    for jobs in ("1", "2"):
        _, again = export(folder, "b.json", "--jobs", jobs,
                          *parsers("last", "first", "dies", "lowers"),
                          stdin=TEXTS + b"http://A/\n")
        if jobs == "1":
            first = again
    tap.ok(first == again and len(json.loads(first)["classes"]) == 3,
           "and so they do with --jobs 1 and 2", "")
    done = run("diff", "--by", "path", *parsers("last", "first"), "-", stdin=TEXTS)
    tap.ok(done.returncode == 0 and b"no such difference in 6" in done.stdout,
           "--by path counts no host", told(done))
    done = run("diff", "--nul", *parsers("last", "first"), "-", stdin=b"http://a@b@c/\0x\0")
    tap.ok(b"2 texts" in done.stdout, "--nul: a NUL ends a text", told(done))


def next_command(tap):
    """The last lines have a command for a shell, which shows the class of the first row."""
    for words, text, smallest in (
            ([], b"http://a@b@c/", b"http://@@"), ([], b"odd\xe2", b"a\\xe2"),
            ([], b"odd'\\ ", b"a'"), ([], b"-odd", b"-"),
            (["--op", "resolve", "--base", "http://h"], b".evil", b"http:// ."),
            (["--chains", "--base", "http://base.example"], b".evil", b"http://base.example .")):
        panel = parsers(*(["joins", "early"] if words else ["last", "first", "odd"]))
        done = run("diff", *words, *panel, "-", stdin=text + b"\n")
        lines = done.stdout.decode().splitlines()
        command = [line[6:] for line in lines if line.startswith("Next: ")]
        again = subprocess.run(["sh", "-c", command[0]], capture_output=True, check=False)
        tap.ok(again.stdout.startswith(smallest + b"\n") and again.returncode == 1 and
               (words or lines[4].split()[-1].encode() in again.stdout),
               f"the command after {' '.join(words)} {text} can be run", told(done) + told(again))


def rows(tap, folder):
    """Rows within a risk, of a made-up export of 30 classes."""
    export(folder, "many", *parsers("last", "first"))
    path = os.path.join(folder, "many")
    with open(path, encoding="utf-8") as file:
        found = json.load(file)
    one = found["classes"][0]
    found["classes"] = []
    for number in range(30):
        another = json.loads(json.dumps(one).replace(HOST, HOST + str(number)))
        another["groups"][0]["parsers"] = [f"p{i}" for i in range(40)]
        another["groups"][1]["parsers"] = [f"q{i}" for i in range(1 + number % 7)]
        another["texts"] = 1 + number
        found["classes"].append(another)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(found, file)
    done = run("diff", "--merge", path)
    ids = [int(line.split(HOST)[1]) for line in done.stdout.decode().splitlines()
           if HOST in line]
    tap.ok(ids == sorted(range(30), key=lambda number: (-(number % 7), -number)),
           "all rows go to a pipe; of a risk the most even split and the most texts stand first",
           told(done))
    tap.ok(b"\n      28  other-host    http://@@  of http://q@r@s/\n" in done.stdout and
           b' host "": 40 parsers; host "@": 7 parsers\n' in done.stdout,
           "a row has the parsers on each side", told(done))


MIXED = [b"http://h/", b"http://long@er@host.example/path", b"http://A/", b"no", b"http://q@r@s/",
         b"http://Host@B@c/xx", b"http://u@H:80/", b"", b"\xff\r", b"http://b@C@d", b"http://B",
         b"http://x@y@Z:/?q", b"http://i.x/"]


def merged(folder, name, files, *words):
    path = os.path.join(folder, name)
    done = run("diff", "--merge", *words, *(os.path.join(folder, file) for file in files),
               "--json", path)
    return done, open(path, encoding="utf-8").read() if done.returncode < 2 else ""


def merge(tap, folder):
    panel = parsers("last", "first", "dies", "lowers", "strict")
    for words in ([], ["--chains"]):
        whole, text = export(folder, "whole", *words, *panel, stdin=b"\n".join(MIXED) + b"\n")
        for cut in (3, 7):
            export(folder, "one", *words, *panel, stdin=b"\n".join(MIXED[:cut]) + b"\n")
            export(folder, "two", *words, *panel, stdin=b"\n".join(MIXED[cut:]) + b"\n")
            for files in (["one", "two"], ["two", "one"]):
                done, joined = merged(folder, "joined", files, *panel)
                tap.ok(text == joined and done.returncode == whole.returncode and
                       done.stdout == whole.stdout and len(json.loads(text)["classes"]) >= 4,
                       f"--merge of {' and '.join(files)} at {cut} {' '.join(words)} is one run",
                       told(done) + text + joined)
    export(folder, "none", "--chains", *panel, stdin=b"")
    _, joined = merged(folder, "joined", ["none", "one", "two"])
    tap.ok(text == joined, "a part without texts changes nothing", joined)
    _, text = export(folder, "fresh", *parsers("last", "fresh"),
                     stdin=b"a\nb\nc\nd\nhttp://a@b@c/\n")
    _, joined = merged(folder, "joined", ["fresh"])
    tap.ok(text == joined and len(json.loads(text)["not_shown_again"]) == 1,
           "what did not show again is kept for a merge", text)
    export(folder, "other", "--by", "host", *panel)
    done, _ = merged(folder, "joined", ["one", "other"])
    tap.ok(done.returncode == 4 and b"other: another --op, --by" in done.stderr,
           "runs that were asked another thing are not merged", told(done))
    export(folder, "other", "--chains", *parsers("last", "first"))
    done, _ = merged(folder, "joined", ["one", "other"])
    tap.ok(done.returncode == 4 and b"other parsers" in done.stderr, "nor those of other parsers",
           told(done))
    with open(os.path.join(folder, "whole"), encoding="utf-8") as file:
        text = file.read()
    for number, broken in enumerate(('{}', '[]',
                                     text.replace('"seen": {', '"seen": {"x": 1},"y":{'),
                                     text.replace('"risk"', '"rusk"'),
                                     text.replace('"seen": {', '"seen": 1, "z": {'))):
        with open(os.path.join(folder, "broken"), "w", encoding="utf-8") as file:
            file.write(broken)
        done, _ = merged(folder, "joined", ["broken"])
        tap.ok(done.returncode == 4 and b"broken" in done.stderr, f"no such file, {number}",
               told(done))


def excused(tap, folder):
    panel = parsers("last", "first", "says")
    texts = b"http://h/\nhttp://H/\nhttp://J/\nhttp://x@y@Z/\nhttp://x@y@z/\n"
    done, text = export(folder, "excused", *panel, stdin=texts)
    transforms = [{"part": "host", "transform": "lowercased", "texts": 3}]
    found = json.loads(text)
    tap.ok(found["agreements"] == 3 and
           found["excused"] == {"texts": 2, "transforms": transforms} and
           b"agree on 3\non 2 of these only up to" in done.stdout and
           b"texts: host lowercased 3\n" in done.stdout,
           "what parsers declare is no difference, and is counted", told(done))
    export(folder, "one", *panel, stdin=texts[:20])
    export(folder, "two", *panel, stdin=texts[20:])
    whole, joined = merged(folder, "joined", ["two", "one"], *panel)
    tap.ok(joined == text and whole.stdout == done.stdout, "and so it is by --merge", joined)
    for name, wrong in (("part", "hast"), ("transform", "lowered"), ("texts", -1)):
        broken = json.loads(text)
        broken["excused"]["transforms"][0][name] = wrong
        with open(os.path.join(folder, "broken"), "w", encoding="utf-8") as file:
            json.dump(broken, file)
        done, _ = merged(folder, "joined", ["broken"])
        tap.ok(done.returncode == 4, f"no such file: {name} {wrong}", told(done))
    done = run("ask", *panel, "http://A/")
    tap.ok(done.returncode == 0 and done.stdout.endswith(
        b"declare:\n    last and says: host lowercased\n"),
           "ask says which groups differ only so", told(done))
    done = run("ask", *panel, *parsers("lowers"), "http://A/")
    tap.ok(done.returncode == 1 and b"what parsers declare" not in done.stdout,
           "but not if one parser of a group does not declare it", told(done))
    done = run("ask", "--json", *panel, "http://A/")
    tap.ok(json.loads(done.stdout)["by_design"] ==
           [{"groups": [0, 1], "transforms": ["host lowercased"]}], "--json has it too",
           told(done))


def by_design(tap, folder):
    """A host that a parser decodes by design is another host (RFC 3986, 2.2), unless only escapes
    of unreserved characters are decoded (6.2.2.2)."""
    panel = parsers("last", "decodes")
    done = run("ask", "--json", *panel, "http://a%2fb/", "http://%41/")
    other, same = [json.loads(line) for line in done.stdout.splitlines()]
    declared = [{"parser": "decodes", "transforms": ["host decoded"]}]
    class_id = "1/parse/host/text/rfc3986.bnf.host/percent"
    tap.ok(done.returncode == 1 and other["by_design"] == [] and
           other["classes"] == [{"id": class_id, "risk": "other-host",
                                 "weakness": "CWE-918, CWE-436", "declared": declared}],
           "a host that is decoded by design is a class, which says so", told(done))
    tap.ok([group["by_dialect"]["rfc3986"] for group in other["groups"]] == ["right", "by-design"],
           "RFC 3986 bears out the host as it is written", told(done))
    tap.ok(same["classes"] == [] and len(same["by_design"]) == 1 and
           [group["by_dialect"]["rfc3986"] for group in same["groups"]] == ["right", "right"],
           "the same host in another spelling is no class", told(done))
    done = run("ask", *panel, "http://a%2fb/")
    tap.ok(b"\n    by design: decodes declares host decoded\n" in done.stdout and
           b"\n    by design another host or port than by RFC 3986;" in done.stdout,
           "ask says that it is by design", told(done))
    done, text = export(folder, "design", *panel, stdin=b"http://a%2fb/\nhttp://%41/\n")
    found = json.loads(text)
    tap.ok([one["id"] for one in found["classes"]] == [class_id] and
           found["excused"]["texts"] == 1 and b"\n" + b" " * 24 + b"by design: decodes\n" in
           done.stdout, "diff says so too, and counts what is excused", told(done))


def carriage_returns(tap):
    for texts, noted in ((b"http://h/\r\nno\r\n", True), (b"http://h/\r\nno", True),
                         (b"http://h/\r\nno\n", False), (b"http://h/\r", False)):
        done = run("diff", *parsers("last", "first"), "-", stdin=texts)
        tap.ok(done.returncode == 0 and (b"all lines end in CR LF" in done.stderr) == noted,
               f"diff {'notes' if noted else 'does not note'} the CR of {texts}", told(done))
    done = run("diff", "--nul", *parsers("last", "first"), "-", stdin=b"a\r\n\0b\r\n\0")
    tap.ok(not done.stderr, "nor with --nul", told(done))


def restored(tap):
    done = run("ask", *parsers("last", "restores"), "http://[v1.a]/")
    tap.ok(done.returncode == 0 and
           b"\n    brackets put back by the adapter of restores\n" in done.stdout,
           "ask marks brackets that an adapter puts back", told(done))
    done = run("ask", "--json", *parsers("last", "restores"), "http://[v1.a]/", "http://h/")
    groups = [json.loads(line)["groups"] for line in done.stdout.splitlines()]
    tap.ok([group[0].get("brackets_restored") for group in groups] == [["restores"], None],
           "and so does --json, if the host has brackets", groups)
    done = run("ask", *parsers("last", "strips"), "http://[v1.a]/")
    tap.ok(done.returncode == 1 and b"put back" not in done.stdout and
           b"declare" not in done.stdout, "to declare it excuses no difference", told(done))


def chains(tap):
    for name, text, broken in (
            ("joins", b".evil", b"1/parse-resolved/host/text/"),
            ("joins", b"/p", None),
            ("joins", b"a\\b[", None),  # no reference by RFC 3986: it says nothing of the result
            ("early", b"http:g", None),  # 5.2.2 permits to take it as relative, 5.4.2 has it
            ("early", b"\thttp:g", None),  # and it is about the parts that the parser sees
            ("early", b"\0http:?x", None),
            ("fills", b"\thttp:g", None),
            ("early", b"http://", b"1/parse-resolved/host/"),  # this one has an authority
            ("raises", b"http://Host/", None),
            ("decodes", b"http://a%40b/", None)):  # its user has to escape what it decodes
        # The base has no path, so that joining shows.
        done = run("diff", "--chains", "--base", "http://base.example", *parsers(name), "-",
                   stdin=text + b"\n")
        tap.ok(done.returncode == (1 if broken else 0) and (broken or b"agree on 1") in done.stdout,
               f"chains of {name} on {text.decode()}: {'broken' if broken else 'they hold'}",
               told(done))


def absent(tap, folder):
    path = os.path.join(folder, "absent")
    done = run("diff", "--json", path, *ABSENT, *parsers("last", "first"), "-", stdin=TEXTS)
    with open(path, encoding="utf-8") as file:
        named = {one["name"]: one.get("outcome") for one in json.load(file)["parsers"]}
    tap.ok(done.returncode == 3 and NO_START in done.stderr and
           b"6 texts, 2 parsers: " in done.stdout and b"\nnot started: nothing\n" in done.stdout and
           named == {"nothing": "not-run", "last": None, "first": None},
           "diff says who does not start and why, and leaves with 3", told(done) + str(named))
    done, _ = merged(folder, "joined", ["absent"])
    tap.ok(b"2 parsers: " in done.stdout and b"\nnot started: nothing\n" in done.stdout,
           "which --merge says too", told(done))
    done = run("diff", "--json", path, *parsers("last"), "-", stdin=TEXTS)
    tap.ok(done.returncode == 2 and not done.stdout and b"one parser cannot differ" in done.stderr,
           "one parser has none to differ from, which is said first", told(done))
    done = run("diff", "--json", path, *ABSENT, *parsers("last"), "-", stdin=TEXTS)
    tap.ok(done.returncode == 3 and b"1 parser: nothing was compared" in done.stdout and
           b"1 parser answered" in done.stderr, "nor has one beside those that do not start",
           told(done))
    done, _ = merged(folder, "joined", ["absent"])
    tap.ok(done.returncode == 3, "nor in a merge", told(done))
    done = run("diff", "--op", "normalize", *parsers("last", "first"), "-", stdin=TEXTS)
    tap.ok(done.returncode == 3 and b"\ncannot be asked this: last, first\n" in done.stdout,
           "nor do those that do not have the operation", told(done))
    os.environ["PANEL_STARTED"] = os.path.join(folder, "started")
    done = run("diff", *parsers("last", "once"), "-",
               stdin=b"http://x/\n" + 2000 * b"http://h/\n")
    tap.ok(done.returncode == 3 and
           b"adapter once answers no more: no longer starts" in done.stderr,
           "one that starts no more is named, and ends no run", told(done))


def chains_of_the_specification(tap):
    """The algorithm of 5.2 makes http://b of http:/.//b, so the chain does not hold."""
    for name, text, host_is_blamed in (
            ("follows", b"http:/.//b", False),
            ("dotted", b"http:/.//b", False),
            ("dotted", b"http:/.//b/a/../c", False),  # nothing says how to avoid it
            ("lends", b"http:/.//b", True)):
        done = run("diff", "--chains", "--base", "ftp://base.example/", *parsers(name), "-",
                   stdin=text + b"\n")
        blamed = re.search(rb" other-host .*\n +1/parse-resolved/host/text/", done.stdout)
        tap.ok(done.returncode == host_is_blamed and bool(blamed) == host_is_blamed,
               f"what the algorithm breaks, {name} on {text.decode()}: "
               f"{'breaks it in another way' if host_is_blamed else 'is not to blame'}",
               told(done))


def results_by_the_text(tap):
    """5.2.4 makes a host of the path that the other parser keeps: listed, and no one is to blame
    """
    done = run("diff", "--op", "resolve", "--base", "ftp://base.example/",
               *parsers("follows", "dotted"), "-", stdin=b"http:/.//b\n")
    tap.ok(done.returncode == 0 and re.search(
        rb" by-the-text .*\n.*1/resolve/host/by-the-text/", done.stdout),
        "a difference by the text counts as little as the chain of that name", told(done))
    done = run("ask", "--op", "resolve", *parsers("follows", "dotted"), "ftp://base.example/",
               "http:/.//b")
    tap.ok(b"by-the-text: RFC 3986 as printed" in done.stdout and b"CWE-436" in done.stdout,
           "and ask says what its risk is", told(done))


def faults(tap):
    done = run("diff", *parsers("last", "dies"), "-", stdin=b"http://h/\nhttp://x/\nhttp://i/\n")
    tap.ok(done.returncode == 1 and b"agree on 2" in done.stdout and b"/crash" in done.stdout,
           "a crash is a class, and does not end the run", told(done))
    done = run("diff", "--by", "host", *parsers("last", "dies"), "-", stdin=b"http://x/\n")
    tap.ok(done.returncode == 1 and b"/crash" in done.stdout,
           "it counts whatever is looked for", told(done))
    done = run("diff", "--by", "scheme", *parsers("last", "first"), "-", stdin=b"http://a@b@c/\n")
    tap.ok(done.returncode == 0 and b"no such difference in 1\n" in done.stdout,
           "with --by, what differs in another way is not said to agree", told(done))
    done = run("diff", "--timeout", "50ms", *SHELL_PARSERS["rejects"], *SHELL_PARSERS["hangs"], "-",
               stdin=b"x\n" * 1100)
    tap.ok(done.returncode == 3 and b"not asked of each parser, and no agreement: 1036 texts\n" in
           done.stdout and b"adapter hangs answers no more: given up: it did not answer 64 texts "
           b"within 50 ms each\n" in done.stderr,
           "a parser that hangs is given up for the run; what it is not asked is no agreement",
           told(done))
    for text, fault in (b"http://x/", 1), (b"http://y/", 0):
        for names in parsers("fails"), parsers("fails", "last"), twins("fails"):
            done = run("diff", "--chains", *names, "-", stdin=text + b"\n")
            tap.ok(done.returncode == fault and b"not asked" not in done.stdout and
                   (b"1/parse-normal/uri/fault/none/crash\n" in done.stdout) == bool(fault) and
                   f"all agree on {1 - fault}\n".encode() in done.stdout,
                   f"a crash in a chain over {text.decode()} is a class: {names}", told(done))
    for names in parsers("dies", "last"), twins("dies"):
        for words in ["ask", "http://x/"], ["diff", "-"]:
            done = run(words[0], *names, *words[1:], stdin=b"http://x/\n")
            tap.ok(b"1/parse/uri/fault/none/crash\n" in done.stdout and done.returncode == 1,
                   f"{words[0]}: a crash is a class, whoever has it: {names}", told(done))
    done = run("ask", *parsers("fails", "last"), "--through", "fails", "http://x/")
    tap.ok(done.returncode == 1 and b"through fails: no output (crash)" in done.stdout,
           "a crash on the way to another parser is not agreement", told(done))
    hello = HELLO.replace('"parse"', '"resolve"')
    done = run("diff", "--chains", "--timeout", "200ms", "--adapter",
               f"stays=read -r hello; echo '{hello}'; exec sleep 600", "-",
               stdin=b"http://y/\n")
    tap.ok(done.returncode == 1 and b"1/parse-resolved/uri/fault/none/timeout\n" in done.stdout,
           "and so is a hang in resolve", told(done))
    done = run("diff", "--chains", "--timeout", "50ms", *SHELL_PARSERS["rejects"],
               *SHELL_PARSERS["hangs"], "-", stdin=b"x\n" * 1100)
    tap.ok(done.returncode == 3 and b"no chain that holds: 1100 texts\n" in done.stdout and
           b"all agree on 0\n" in done.stdout, "each text counts once", told(done))
    done = run("diff", *parsers("last", "fresh"), "-",
               stdin=b"a\nb\nc\nd\nhttp://a@b@c/\n")
    tap.ok(done.returncode == 0 and b"did not show again" in done.stdout,
           "what new processes do not show again does not count", told(done))


def remembered(tap):
    """A parser that reads texts in another way after one that it rejects."""
    for words, other in (([], b"/host/boundary/"), (["--chains"], b"/parse-normal/host/")):
        done = run("diff", *words, *parsers("recalls", "last", "odd"), "-",
                   stdin=b"odd'\nhttp://a@b@c/\n")
        tap.ok(done.returncode == 1 and b"/uri/validity/" in done.stdout and
               other not in done.stdout and b"did not show again" in done.stdout,
               f"a class counts only if it shows without another text before {words}", told(done))


def seen_alone(tap, folder):
    """A parser that remembers a text of the class: only the text as it was seen shows it again."""
    for words, text in ([], "http://a@b@c/z"), (["--chains"], "http://b/z"):
        done, whole = export(folder, "seen", *words, *parsers("last", "learns"),
                             stdin=text.encode() + b"\n")
        found = [one["example"]["uri"] for one in json.loads(whole)["classes"]]
        tap.ok(done.returncode == 1 and set(found) == {text} and
               b"did not show again" not in done.stdout,
               f"the text that was seen is tried if a smaller one does not show {words}",
               f"{found} {told(done)}")


def long_stretch(tap, folder):
    """A parser that fails on all texts, so that a rule for a stretch of them would show."""
    panel = SHELL_PARSERS["rejects"] + SHELL_PARSERS["dead"]
    texts = [b"x%d" % number for number in range(150)]
    done, whole = export(folder, "whole", *panel, stdin=b"\n".join(texts))
    found = json.loads(whole)
    tap.ok(done.returncode == 1 and [one["texts"] for one in found["classes"]] == [150] and
           found["not_asked"] == 0, "a parser that dies of each text is asked each", told(done))
    export(folder, "one", *panel, stdin=b"\n".join(texts[:100]))
    export(folder, "two", *panel, stdin=b"\n".join(texts[100:]))
    _, joined = merged(folder, "joined", ["one", "two"], *panel)
    tap.ok(joined == whole, "and a run that was split is one run", joined)
    _, again = export(folder, "again", "--jobs", "1", *panel, stdin=b"\n".join(texts))
    tap.ok(again == whole, "and so it is with --jobs 1", again)


def slow_reduction(tap, folder):
    """Each step that makes the text smaller takes the time limit, so they must be few."""
    os.environ["PANEL_SLEPT"] = os.path.join(folder, "slept")
    done = run("diff", "--timeout", "50ms", *SHELL_PARSERS["rejects"], *SHELL_PARSERS["sleeps"],
               "-", stdin=b"b" * 200)
    with open(os.environ["PANEL_SLEPT"], encoding="utf-8") as file:
        slept = len(file.read())
    tap.ok(done.returncode == 1 and b"/fault/none/timeout" in done.stdout and 6 < slept <= 50,
           "a parser that hangs has few texts to hang on while a text is made smaller",
           f"{slept} {told(done)}")


def too_long(tap):
    with tempfile.TemporaryDirectory() as folder:
        too_long_in(tap, folder)


def too_long_in(tap, folder):
    """A text whose request would be a line of over 8 MiB is not asked, and no parser has a fault;
    nor if it is the answer that is too long."""
    path = os.path.join(folder, "long")
    for octet, count, asked in (b"\xe9", 4_700_000, 0), (b"a", 8_500_000, 0), (b"a", 8_000_000, 1):
        with open(path, "wb") as file:
            file.write(b"http://h/" + octet * count + b"\n")
        for words in ["diff", path], ["diff", "--chains", path], ["ask", "-"]:
            with open(path, "rb") as source:
                done = subprocess.run([PROGRAM, words[0], *parsers("last", "long"), *words[1:]],
                                      stdin=source, capture_output=True, check=False)
            said = b"not asked: the request is a line of " in done.stderr
            tap.ok(b"/fault/" not in done.stdout and said != bool(asked) and
                   done.returncode == (1 if asked else 4),
                   f"{' '.join(words[:-1])} of {count} octets {octet}: {asked} asked", told(done))
    with open(path, "wb") as file:
        file.write(b"http://h/" + b"\xe9" * 4_194_200 + b"\n")
    done = run("diff", *parsers("last", "first"), path)
    tap.ok(b"/fault/" not in done.stdout, "an answer that is as long is no fault", told(done))


def between_texts(tap):
    """A parser that ends after each answer: no text is to blame."""
    panel = SHELL_PARSERS["rejects"] + SHELL_PARSERS["leaves"]
    done = run("ask", *panel, "a", "b", "c")
    tap.ok(done.returncode == 0 and done.stdout.count(b"2 parsers: reject") == 3,
           "ask: a death between two texts is not the next one's", told(done))
    done = run("ask", *panel, "-", stdin=b"a\nb\nc\n")
    tap.ok(done.returncode == 0 and done.stdout.count(b"2 parsers: reject") == 3,
           "nor with lines", told(done))
    panel = SHELL_PARSERS["rejects"] + SHELL_PARSERS["tires"]
    done = run("diff", *panel, "-", stdin=b"x\n" * 1500)
    tap.ok(done.returncode == 0 and b"all agree on 1500\n" in done.stdout,
           "diff: a death between two blocks is not that of a text", told(done))


def silent_when_asked_again(tap, folder):
    """A parser that starts a few times only, so that no process of it is there to ask again."""
    path = os.path.join(folder, "silent")
    for words, how, text in (([], "first", b"http://@b@a\n"),
                             (["--chains", "--base", "http://base.example"], "joins", b".evil\n")):
        for starts in (1, 2, 20):
            marks = [os.path.join(folder, f"{how}-{starts}-{i}") for i in range(starts)]
            may_start = " || ".join(f"mkdir {mark} 2>/dev/null" for mark in marks)
            panel = ["--adapter", f"weary={{ {may_start}; }} && exec python3 -S {PARSER} {how}"]
            done = run("diff", "--json", path, *words, *panel, *parsers("last"), "-", stdin=text)
            with open(path, encoding="utf-8") as file:
                found = json.load(file)
            confirmed, waiting = len(found["classes"]), len(found["not_looked_for"])
            if starts == 20:
                tap.ok(done.returncode == 1 and confirmed > 0 and waiting == 0 and not done.stderr,
                       f"{how}: if its new processes start, the class counts", told(done))
                continue
            tap.ok(done.returncode == 3 and waiting > 0 and found["not_shown_again"] == [] and
                   done.stderr.count(b"adapter weary answers no more: before it said hello") == 1,
                   f"{how}: if it starts {starts} times, that is told, and nothing is given the "
                   "all-clear", told(done))
            tap.ok(confirmed == 0 and b"New processes of a parser did not answer" in done.stdout and
                   b"\n?" in done.stdout, "and the class is marked", told(done))


def nothing_asked(tap):
    done = run("diff", *parsers("last", "first"), "/dev/null")
    tap.ok(done.returncode == 2 and b"agree" not in done.stdout, "no text is no agreement",
           told(done))
    done = run("diff", "--base", "http://h", *parsers("last"), "-", stdin=b"a:\n")
    tap.ok(done.returncode == 2 and b"--op resolve" in done.stderr,
           "a base that would not be used is refused", told(done))


def no_room_for_a_line(tap):
    """A line for which there is no memory is not the end of the file."""
    for words in (("diff", *parsers("last", "first"), "-"), ("ask", *parsers("last"), "-")):
        limited = ["sh", "-c", 'ulimit -v 70000; exec "$0" "$@"', PROGRAM, *words]
        done = subprocess.run(limited, input=b"http://a/\n" + b"x" * 60_000_000 + b"\nb:\n",
                              capture_output=True, check=False)
        tap.ok(done.returncode == 5 and b"out of memory" in done.stderr,
               f"{words[0]}: a line that does not fit into memory ends the run",
               done.stderr.decode()[:500])


def hostile_export(tap, folder):
    """What a file says is not printed as it is."""
    path = os.path.join(folder, "hostile")
    run("diff", "--json", path, *parsers("last", "first"), "-", stdin=b"http://a@b@c/\n")
    for key, value in (("risk", "\033[31mnone"), ("id", "1/parse/host/\033[2J/c/dot"),
                       ("risk", "none")):
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
        found["classes"][0][key] = value
        with open(path + "-" + key, "w", encoding="utf-8") as file:
            json.dump(found, file)
        done, _ = merged(folder, "joined", ["hostile-" + key])
        tap.ok(done.returncode == 4 and b"\033" not in done.stdout + done.stderr,
               f"a class whose {key} is {value!a} is refused", told(done))
    with open(path, encoding="utf-8") as file:
        found = json.load(file)
    one = found["classes"][0]
    for name, status in (("last", 1), ("\033[31m\a", 4), (7, 4)):
        one["classes"] = [{"id": one["id"], "risk": one["classes"][0]["risk"],
                           "declared": [{"parser": name, "transforms": ["host lowercased"]}]}]
        with open(path + "-declared", "w", encoding="utf-8") as file:
            json.dump(found, file)
        done, _ = merged(folder, "joined", ["hostile-declared"])
        tap.ok(done.returncode == status and b"\033" not in done.stdout + done.stderr,
               f"a parser by design of the name {name!a}: exit {status}", told(done))


def stopped_while_it_looks_again(tap, folder):
    """The signal comes while new processes are asked: no class is confirmed."""
    path = os.path.join(folder, "stopped")
    words = [PROGRAM, "diff", "--json", path, *parsers("last", "signals"), "-"]
    done = subprocess.run(["sh", "-c", 'PANEL_RUN=$$ exec "$@"', "sh", *words],
                          input=b"http://a@b@c/\nhttp://B/\n", capture_output=True, check=False)
    tap.ok(done.returncode == 130 and b"ended early" in done.stdout and
           b"\n?      1  other-host    http://a@b@c/\n" in done.stdout and
           b"\n?      1  none          http://B/\n" in done.stdout,
           "Ctrl-C while it looks again: the classes are marked",
           told(done))
    with open(path, encoding="utf-8") as file:
        found = json.load(file)
    tap.ok(found["partial"] and found["classes"] == [] and
           [(one["risk"], one["seen"]) for one in found["not_looked_for"]] == [
               ("other-host", {"uri": "http://a@b@c/"}), ("none", {"uri": "http://B/"})],
           "and the export has them apart", found)
    _, joined = merged(folder, "joined", ["stopped"])
    tap.ok(json.loads(joined) == found, "which --merge reads", joined)
    found["classes"] = []
    with open(path, "w", encoding="utf-8") as file:
        json.dump(found, file)
    done, _ = merged(folder, "joined", ["stopped"])
    tap.ok(done.returncode == 0 and b"\n?" in done.stdout,
           "what was not looked for again does not count", told(done))


def stopped(tap):
    process = subprocess.Popen([PROGRAM, "diff", *parsers("last", "first"), "-"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    process.stdin.write(b"http://a@b@c/\n" * 20000)  # more than a pipe holds: it reads by now
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    tap.ok(process.returncode == 130 and b"ended early" in out and
           b"\n?" in out and HOST.encode() in out and b"it does not count" in out and
           b"did not show again" not in out,
           "Ctrl-C ends it, and lists the classes that were not looked for again as such",
           f"{process.returncode} {out!r} {err!r}")


def main():
    tap = Tap(lines=20)
    ask(tap)
    reference_that_judges(tap)
    ask_json(tap)
    ask_hexadecimal(tap)
    through(tap)
    wrong_usage(tap)
    with tempfile.TemporaryDirectory() as folder:
        diff(tap, folder)
        next_command(tap)
        rows(tap, folder)
        merge(tap, folder)
        excused(tap, folder)
        by_design(tap, folder)
        stopped_while_it_looks_again(tap, folder)
        seen_alone(tap, folder)
        long_stretch(tap, folder)
        slow_reduction(tap, folder)
        silent_when_asked_again(tap, folder)
        hostile_export(tap, folder)
        absent(tap, folder)
    nothing_asked(tap)
    no_room_for_a_line(tap)
    carriage_returns(tap)
    restored(tap)
    chains(tap)
    chains_of_the_specification(tap)
    results_by_the_text(tap)
    faults(tap)
    remembered(tap)
    between_texts(tap)
    too_long(tap)
    stopped(tap)
    return tap.end()


sys.exit(main())
