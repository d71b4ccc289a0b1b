#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""uriproof fuzz over small parsers of which it is known what they see differently, and over a
program that behaves as engines do (TAP 13).

URIPROOF_BIN is the folder of uriproof; default build/release.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
PARSER = os.path.join(HERE, "panel", "parser.py")
ENGINE = os.path.join(HERE, "campaign", "engine.py")
TEXTS = ("--texts", "700")
HOST = "1/parse/host/boundary/rfc3986.userinfo.at-sign/at-sign"


def own(*names):
    return [f"{name}=exec python3 -S {PARSER} {name}" for name in names]


class Campaign:
    """A folder in which campaigns run."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.store = self.path("s.db")
        self.corpus = self.path("c", "corpus")

    def path(self, *names):
        return os.path.join(self.folder.name, *names)

    def run(self, *words, env=None, before=()):
        words = [*before, PROGRAM, "fuzz", "--corpus", "c", "--store", "s.db", *words]
        return subprocess.run(words, capture_output=True, check=False, cwd=self.folder.name,
                              env={**os.environ, **(env or {})})

    def record(self):
        with open(self.path("c", "campaign.json"), encoding="utf-8") as file:
            return json.load(file)["runs"]

    def findings(self):
        """What the store has."""
        return json.loads(subprocess.run([PROGRAM, "findings", "export", "--store", self.store],
                                         capture_output=True, check=True).stdout)["findings"]

    def texts(self):
        """The texts of the corpus, by the names of their files."""
        found = {}
        for name in sorted(os.listdir(self.corpus)):
            with open(os.path.join(self.corpus, name), "rb") as file:
                found[name] = file.read()
        return found

    def write(self, name, octets):
        os.makedirs(self.corpus, exist_ok=True)
        with open(os.path.join(self.corpus, name), "wb") as file:
            file.write(octets)

    def target(self, name="target"):
        """Makes a target that behaves as an engine, and an afl-fuzz for PATH."""
        os.makedirs(self.path("bin"), exist_ok=True)
        for one in (name, name + ".afl", "afl-fuzz"):
            path = self.path("bin", one)
            if not os.path.lexists(path):
                os.symlink(ENGINE, path)
        return self.path("bin", name)

    def path_variable(self):
        return {"PATH": self.path("bin") + os.pathsep + os.environ["PATH"]}


def told(done):
    return f"exit {done.returncode}\n{done.stdout.decode()}\n{done.stderr.decode()}"


def ids(findings):
    return {one["id"] for one in findings}


def finds_classes(tap):
    one, other = Campaign(), Campaign()
    done = one.run(*TEXTS, *own("first", "last"))
    record = one.record()
    tap.ok(done.returncode == 1 and b"700 texts, 3 parsers: " in done.stdout and
           done.stderr.count(b"\n") == 1 and b"new processes are asked now about" in done.stderr,
           "two parsers and the reference are asked so many texts", told(done))
    tap.ok(HOST in ids(one.findings()), "the class of their difference is in the store",
           ids(one.findings()))
    tap.ok([found["command"] for found in sources_of(one)] == ["fuzz"] and
           sources_of(one)[0]["source"] == "c seed 1" and sources_of(one)[0]["complete"],
           "as that of a complete run", sources_of(one))
    texts = one.texts()
    found = {text_of(finding["seen"]) for finding in record[0]["findings"]}
    tap.ok(all(re.fullmatch("[0-9a-f]{16}", name) for name in texts) and len(texts) > 100 and
           b"http:g" in texts.values(), "the corpus has the vectors' questions, by hash", texts)
    tap.ok(len(record) == 1 and record[0]["texts"] == 700 and record[0]["seed"] == 1 and
           record[0]["ended_by"] == "texts" and HOST in ids(record[0]["findings"]) and found,
           "the run is recorded", record)
    other.run(*TEXTS, *own("first", "last"))
    tap.ok(other.texts() == texts and other.findings()[0]["example"] ==
           one.findings()[0]["example"] and
           ids(other.findings()) == ids(one.findings()), "the same seed makes the same texts",
           other.texts())
    third = Campaign()
    third.run(*TEXTS, "--seed", "2", *own("first", "last"))
    tap.ok(third.texts() != texts, "another seed makes others")
    goes_on(tap, one, texts)


def sources_of(campaign):
    return json.loads(subprocess.run([PROGRAM, "findings", "export", "--store", campaign.store],
                                     capture_output=True, check=True).stdout)["sources"]


def text_of(fields):
    return bytes.fromhex(fields["uri_hex"]) if "uri_hex" in fields else fields["uri"].encode()


def goes_on(tap, one, texts):
    before = sum(finding["texts"] for finding in one.findings())
    kept = len(ids(one.record()[0]["findings"]))
    done = one.run(*TEXTS, "--adapter", *own("first"), *own("last"))
    tap.ok(f"goes on with {len(texts)} texts, and {kept} classes of 1 run\n" in
           done.stderr.decode(), "a second run says what it goes on with", told(done))
    record = one.record()
    tap.ok(done.returncode == 1 and len(record) == 2 and texts.items() <= one.texts().items(),
           "a second run goes on: nothing is deleted", told(done))
    tap.ok(sum(finding["texts"] for finding in one.findings()) > before,
           "and its texts are others", one.findings())
    subprocess.run([PROGRAM, "findings", "set", "--store", one.store, "--state", "known",
                    *sorted(ids(one.findings()))], check=True, capture_output=True)
    done = one.run("--texts", "300", *own("first", "last"))
    again = [finding for finding in one.record()[2]["findings"] if finding["new"]]
    tap.ok(HOST not in ids(again), "what is known is no news", told(done))
    tap.ok(done.returncode == (1 if again else 0), "the exit status is of what is new",
           told(done))


def takes_seeds(tap):
    one = Campaign()
    os.mkdir(one.path("mine"))
    with open(one.path("mine", "a name"), "wb") as file:
        file.write(b"http://my@seed@a/")
    done = one.run("--texts", "50", "--seeds", "mine", *own("first", "last"))
    tap.ok(done.returncode == 1 and b"http://my@seed@a/" in one.texts().values() and
           b"http:g" not in one.texts().values(), "--seeds takes the place of the vectors",
           told(done) + str(one.texts()))


def hostile_folder(tap):
    one = Campaign()
    one.write("huge", b"a" * (1 << 22))
    one.write("binary", bytes(range(256)))
    one.write("empty", b"")
    one.write(".hidden.part", b"http://half")
    one.write("good", b"http://@the@good/")
    one.write("classes.tsv", b"http://@no@text/")
    os.mkdir(os.path.join(one.corpus, "folder"))
    os.mkfifo(os.path.join(one.corpus, "pipe"))
    os.symlink("itself", os.path.join(one.corpus, "itself"))
    os.symlink("/dev/zero", os.path.join(one.corpus, "endless"))
    one.write("unreadable", b"http://@un@readable/")
    os.chmod(os.path.join(one.corpus, "unreadable"), 0)
    names = set(os.listdir(one.corpus))
    done = one.run("--texts", "300", *own("first", "last"))
    tap.ok(done.returncode == 1 and HOST in ids(one.findings()) and
           names <= set(os.listdir(one.corpus)), "a folder with all sorts of things", told(done))
    seen = str(one.record()[0]["findings"])
    tap.ok("half" not in seen and "no@text" not in seen, "what is hidden, or a list, is no text",
           seen)
    for text in (b"", b"{}", b'{"format":"uriproof-campaign","version":1,"runs":[1]}',
                 b'{"format":"uriproof-campaign","version":2,"runs":[]}', b"[" * 100000):
        with open(one.path("c", "campaign.json"), "wb") as file:
            file.write(text)
        done = one.run("--texts", "30", *own("first", "last"))
        with open(one.path("c", "campaign.json"), "rb") as file:
            kept = file.read() == text
        tap.ok(done.returncode == 4 and b"campaign.json" in done.stderr and kept,
               "a record that is none is named, and left: %r" % text[:60], told(done))


def crashing_parser(tap):
    one = Campaign()
    one.write("seed", b"http://x/")
    done = one.run("--texts", "100", *own("dies", "last"))
    faults = [found["example"] for found in one.findings()
              if found["id"] == "1/parse/uri/fault/none/crash"]
    tap.ok(done.returncode == 1 and faults == [{"uri": "x"}],
           "a parser that dies is a class, and the run goes on", told(done))
    done = one.run("--texts", "100", "--seed", "3", "mute=exec true", *own("last"))
    tap.ok(done.returncode == 3 and b"adapter mute does not start" in done.stderr,
           "one that does not start is named at once", told(done))


def interrupted(tap):
    for times, confirmed in (("1", True), ("2", False)):
        one = Campaign()
        done = one.run("--time", "5m", *own("interrupts", "last"),
                       env={"PANEL_STARTED": one.path("started"), "PANEL_TIMES": times},
                       before=("sh", "-c", 'export PANEL_RUN=$$; exec "$@"', "sh"))
        record = one.record()[0]
        shown = [found["shown_again"] for found in record["findings"]]
        tap.ok(done.returncode == 130 and record["ended_by"] == "signal" and
               (HOST in ids(one.findings())) == confirmed and shown and any(shown) == confirmed,
               f"Ctrl-C {times}: what was found is {'' if confirmed else 'not '}looked for again",
               told(done) + str(shown))
        tap.ok((b"new processes are asked now about" in done.stderr) == confirmed and
               (b"not confirmed" in done.stdout) != confirmed, "and it says so", told(done))
    one = Campaign()
    done = one.run("--time", "5m", "--target", one.target(), "--engine", "none",
                   env={"PANEL_STARTED": one.path("started"), "PANEL_TIMES": "2",
                        "FAKE_PARSERS": "interrupts\nlast"},
                   before=("sh", "-c", 'export PANEL_RUN=$$; exec "$@"', "sh"))
    tap.ok(done.returncode == 130 and b"stands apart" not in done.stdout and
           b"\nNo class is confirmed, so none is counted for a parser" in done.stdout,
           "and what is not confirmed is not counted as no class of the target", told(done))


def names_given_too(tap):
    """The name of a parser that --adapter gives may be written once more."""
    one = Campaign()
    done = one.run("--texts", "5", "--adapter", *own("last"), "last")
    tap.ok(b"5 texts, 2 parsers: " in done.stdout, "a parser is given and named", told(done))
    done = one.run("--texts", "5", "--adapter", *own("last"), "las")
    tap.ok(done.returncode == 2 and b'no adapter "las"' in done.stderr, "another name is not known",
           told(done))


def counts_agree(tap):
    """While it runs and at its end, new are the same; what no parser is to blame for is not."""
    for seconds in (12, 48):  # until it has told of its progress
        one = Campaign()
        one.write("seed", b"x:/.//b")  # of which 5.2.4 makes x://b
        done = one.run("--time", f"{seconds}s", *own("follows"))
        told_last = re.findall(rb"(\d+) classes, (\d+) of them new", done.stderr)
        if told_last and told_last[-1][0] != told_last[-1][1]:
            break
    record = one.record()[0]["findings"]
    new = sum(found["new"] for found in record)
    by_text = sum(found.get("by_the_text", False) and found["shown_again"] for found in record)
    end = re.search(rb"\n(\d+) classes: (\d+) new \(\+\), 0 already judged, (\d+) by the text of "
                    rb"RFC 3986, of no parser\n", done.stdout)
    tap.ok(by_text > 0 and end is not None and (int(end[2]), int(end[3])) == (new, by_text) and
           int(end[1]) == new + by_text, "the end counts what is new, and what is by the text",
           told(done))
    tap.ok(told_last and int(told_last[-1][1]) < int(told_last[-1][0]),
           "so does the line of the progress", told(done))


def engines_run(tap):
    for texts in ("300", "3000", "30000"):  # until the engines have begun, as long as that takes
        one = Campaign()
        done = one.run("--texts", texts, "--target", one.target(), "--engine", "both", "--jobs",
                       "3", env=one.path_variable())
        run = one.record()[0]
        engines = {engine["name"]: engine for engine in run["engines"]}
        if all(engine["executions"] >= 10 for engine in engines.values()):
            break
    tap.ok(done.returncode == 1 and [engines[name]["processes"] for name in
                                     ("libfuzzer", "afl")] == [2, 1],
           "both engines run", told(done) + str(run["engines"]))
    tap.ok(engines["libfuzzer"]["executions"] >= 10 and engines["libfuzzer"]["edges"] >= 50 and
           engines["afl"]["executions"] >= 7 and engines["afl"]["edges"] == 55 and
           engines["afl"]["version"] == "4.04c" and
           run["executions"] == sum(one["executions"] for one in engines.values()),
           "and their counts are recorded", run["engines"])
    tap.ok([(parser["name"], parser.get("of_target")) for parser in run["parsers"]] ==
           [("first", True), ("last", True), ("rfc3986-reference", None)] and
           HOST in ids(one.findings()), "the parsers of the target are asked", run["parsers"])
    says_who(tap, one, done)
    tap.ok(os.listdir(one.path("c", "minimized")) == ["smaller"] and
           run["minimized"] == "c/minimized" and not run["crashes"],
           "the corpus is made smaller by the engine", told(done))
    log = {name: read(one.path("c", "logs", name)) for name in os.listdir(one.path("c", "logs"))}
    tap.ok({"libfuzzer-0.log", "libfuzzer-1.log", "afl-0.log", "minimize.log"} == set(log) and
           "NEW    cov: 50" in log["libfuzzer-0.log"], "each process has a log", log)
    tap.ok(log["libfuzzer-0.log"].count("stat::number_of_executed_units") == 1,
           "an engine may end in its own way", log)
    tap.ok("noise" not in log["libfuzzer-0.log"], "which has nothing of what the target prints",
           log)


def says_who(tap, one, done):
    """Who sees what is recorded, and whose the classes are is said."""
    record = {found["id"]: found for found in one.record()[0]["findings"]}
    sides = {name: side["sees"] for side in record[HOST]["sides"] for name in side["parsers"]}
    tap.ok(sides.keys() == {"first", "last", "rfc3986-reference"} and
           sides["first"].startswith('host "') and sides["first"] != sides["last"] and
           sides["rfc3986-reference"] == "rejected" and record[HOST]["of_target"],
           "who sees what is recorded", record[HOST])
    counted = {name: len(json.loads(subprocess.run(
        [PROGRAM, "findings", "list", "--json", "--store", one.store, "--parser", name],
        capture_output=True, check=True).stdout)["findings"]) for name in ("first", "last")}
    own = sum(found.get("of_target", False) for found in record.values())
    words = (f"{own} classes in which a parser of the target stands apart: "
             f"first {counted['first']}, last {counted['last']}\n"
             f"Next: {PROGRAM} findings list --store s.db --parser ")
    tap.ok(own > 1 and done.stdout.decode().count(words) == 1,
           "the end says how many classes are those of the target, and how to list them",
           told(done) + words)


def says_who_rejects(tap):
    """Below a class of what accepts and what rejects are the names, within 80 columns."""
    for parser, side in (("odd", "accepted: odd;"), ("rejects", "rejected: rejects")):
        one = Campaign()
        done = one.run("--texts", "60", "--target", one.target(), "--engine", "none",
                       env={"FAKE_PARSERS": parser})
        tap.ok(re.search(rf" 1/parse/[a-z]*/validity/.*\n +.*{side}", done.stdout.decode()),
               f"the table: {side}", told(done))
        listed = subprocess.run([PROGRAM, "findings", "list", "--store", one.store],
                                capture_output=True, check=True).stdout.decode()
        tap.ok(side in listed and max(map(len, listed.splitlines())) <= 80,
               f"findings list: {side}", listed)


def made_by_script(tap):
    """A target that scripts/fuzz made: its build folder says which parser an engine sees."""
    one = Campaign()
    os.makedirs(one.path("bin", "fuzz"))
    target = one.target("fuzz/uriproof-fuzz-it")
    with open(one.path("bin", "parsers.txt"), "w", encoding="ascii") as file:
        file.write("first\t1.2\tinstrumented\nlast\t\t\nlast\t7\tnonsense\n")
    one.run("--texts", "40", "--target", target, "--engine", "none", *own("lowers"))
    builds = {parser["name"]: (parser.get("of_target"), parser.get("build"))
              for parser in one.record()[0]["parsers"]}
    tap.ok(builds == {"first": (True, "instrumented"), "last": (True, None),
                      "lowers": (None, None), "rfc3986-reference": (None, None)},
           "whether a parser of the target is instrumented is recorded", builds)
    other = Campaign()
    done = other.run("--texts", "40", "--target", target, "--engine", "none", *own("first"))
    of_target = {parser["name"]: parser.get("of_target") for parser in other.record()[0]["parsers"]}
    tap.ok(of_target == {"first": None, "last": True, "rfc3986-reference": None} and
           b"stands apart: last " in done.stdout,
           "nor is another program of the same name a parser of the target",
           told(done) + str(of_target))
    done = Campaign().run("--texts", "40", "--target", target, "--engine", "none", *own("first"),
                          env={"FAKE_PARSERS": "uriparser"})
    tap.ok(f" --adapter 'uriparser={target} --uriproof-serve=uriparser' " in done.stdout.decode(),
           "nor is it what the next command asks", told(done))


def sides_differ(tap):
    """An octet, and the characters by which it is shown, are two hosts."""
    one = Campaign()
    one.run("--texts", "40", *own("octet", "escaped"))
    sees = [{name: side["sees"] for side in found["sides"] for name in side["parsers"]}
            for found in one.record()[0]["findings"] if "/parse/host/" in found["id"]]
    tap.ok(any((side["octet"], side["escaped"]) == (r'host "\xff"', r'host "\\xff"')
               for side in sees),
           "who sees an octet does not see how it is shown", sees)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def asks_what_engines_keep(tap):
    one = Campaign()
    asked = one.path("asked")
    parser = f"same=tee -a {asked} | exec {PROGRAM} serve --dialect rfc3986"
    for seconds in (2, 8, 32):
        done = one.run("--time", f"{seconds}s", "--target", one.target(), "--engine", "both",
                       "--jobs", "2", parser, env={**one.path_variable(), "FAKE_PARSERS": ""})
        kept = [text for text in ("http://@engine@a/", "http://@afl@a/") if text in read(asked)]
        if len(kept) == 2:
            break
    tap.ok(len(kept) == 2 and done.returncode == 0 and not one.findings(),
           "what each engine keeps is asked of the parsers", told(done) + str(kept))


def crashes_are_told_apart(tap):
    one = Campaign()
    for times in (1, 4, 16, 64):
        done = one.run("--time", f"{times}s", "--target", one.target(), "--jobs", "1",
                       env={"FAKE": "crashes", "FAKE_PARSERS": ""})
        run = one.record()[-1]
        if run["engines"][0]["starts"] > 1:
            break
    stacks = run["crashes"]
    tap.ok(run["engines"][0]["starts"] > 1 and done.returncode == 1,
           "an engine that crashed is started again", told(done))
    tap.ok(len(stacks) == 1 and run["texts"] == 0 and
           stacks[0]["frames"] == ["read_host", "abort_authority"] and
           stacks[0]["files"] >= 1 and stacks[0]["example"].startswith("c/crashes/crash-") and
           "heap-buffer-overflow" in stacks[0]["summary"] and b"    in read_host\n" in done.stdout,
           "its crashes are one, by their stack", told(done) + str(stacks))
    tap.ok(b"about 0 classes, and the target about its crashes and its corpus" in done.stderr,
           "what may take minutes at the end is said without classes too", told(done))


def path_with_equals_sign(tap):
    one = Campaign()
    for times in (1, 4, 16):
        done = one.run("--time", f"{times}s", "--target", one.target("a=b"), "--jobs", "1",
                       env={"FAKE_PARSERS": ""})
        if done.returncode == 0:
            break
    tap.ok(done.returncode == 0 and one.record()[-1]["executions"] > 0,
           "a target may have = in its path", told(done))


def crashes_of_afl(tap):
    one = Campaign()
    target = one.target() + ".afl"
    for times in (2, 8, 32):
        done = one.run("--time", f"{times}s", "--target", target, "--jobs", "1", "--engine", "afl",
                       env={**one.path_variable(), "FAKE": "crashes", "FAKE_PARSERS": ""})
        run = one.record()[-1]
        if os.path.exists(one.path("c", "afl", "afl-0", "crashes", "id:000000")):
            break
    tap.ok(done.returncode == 1 and [stack["frames"] for stack in run["crashes"]] ==
           [["read_host", "abort_authority"]], "a crash that AFL++ found is told",
           told(done) + str(run["crashes"]))
    kept = run["crashes"][0]["example"]
    tap.ok(re.fullmatch("c/crashes/afl-crash-[0-9a-f]{16}", kept) and
           read(one.path(kept)) == "http://x" and run["crashes"][0]["text"] == "http://x" and
           os.listdir(one.path("c", "afl", "afl-0", "crashes")) == ["id:000000"] and
           f"    text: http://x\n    replay: {target} {kept}\n" in done.stdout.decode(),
           "its file is kept where the next run of AFL++ does not move it", told(done) + kept)


def hangs_of_afl(tap):
    one = Campaign()
    target = one.target() + ".afl"
    os.makedirs(one.path("c", "afl", "afl-0", "hangs"))
    for number, text in enumerate(["http://slow"] * 9 + ["late report"]):
        with open(one.path("c", "afl", "afl-0", "hangs", f"before-{number}"), "w",
                  encoding="ascii") as file:
            file.write(text)
    for times in (2, 8, 32):
        done = one.run("--time", f"{times}s", "--target", target, "--jobs", "1", "--engine", "afl",
                       env={**one.path_variable(), "FAKE": "hangs", "FAKE_PARSERS": ""})
        run = one.record()[-1]
        if os.path.exists(one.path("c", "afl", "afl-0", "hangs", "id:000001")):
            break
    told_of = {stack["kind"]: (stack["files"], stack["summary"]) for stack in run["crashes"]}
    tap.ok(done.returncode == 1 and told_of.get("hang") == (1, "did not end within 10 s"),
           "a hang that AFL++ found is told, after files of earlier runs that are none",
           told(done) + str(run["crashes"]))
    tap.ok(told_of.get("crash") == (1, "its report did not end within 10 s") and
           "read_port" in str(run["crashes"]), "a crash whose report takes long is no hang",
           run["crashes"])
    tap.ok(b"hang: did not end within 10 s, in 1 file\n" in done.stdout and
           b"10 files at which the target neither crashed nor hung again\n" in done.stdout,
           "one that is none is counted", told(done))


def undefined_behaviour(tap):
    """What ended AFL++'s process goes on without AFL++, if the target was built so."""
    one = Campaign()
    for folder in (("afl", "afl-0", "crashes"), ("crashes",)):
        os.makedirs(one.path("c", *folder))
        with open(one.path("c", *folder, "it"), "w", encoding="ascii") as file:
            file.write("undefined")
    for files in 1, 2:  # the second run has the copy of the first, too
        one.run("--time", "1s", "--target", one.target(), "--jobs", "1", env={"FAKE_PARSERS": ""})
        run = one.record()[-1]
        told_of = [(stack["example"], stack["files"]) for stack in run["crashes"]]
        tap.ok(len(told_of) == 1 and told_of[0][0].startswith("c/crashes/afl-crash-") and
               told_of[0][1] == files and run["crash_files_passed"] == 1,
               f"undefined behaviour is a crash where AFL++ saw one, in {files}", run)


def crash_of_one_program(tap):
    """AFL++'s program is asked about its files at which libFuzzer's passes, and not before."""
    one = Campaign()
    target = one.target()
    os.makedirs(one.path("c", "afl", "afl-0", "crashes"))
    for name, text in (("both", "bad"), ("one", "of afl"), ("none", "http://slow")):
        with open(one.path("c", "afl", "afl-0", "crashes", name), "w", encoding="ascii") as file:
            file.write(text)
    done = one.run("--time", "1s", "--target", target, "--jobs", "2", "--engine", "both",
                   env={**one.path_variable(), "FAKE_PARSERS": ""})
    run = one.record()[-1]
    tap.ok([(stack["files"], stack["text"], stack["program"]) for stack in run["crashes"]] ==
           [(2, "bad", target)] and run["crash_files_passed"] == 1,
           "a crash of AFL++'s program alone is one", told(done) + str(run))


def no_crashes(tap):
    one = Campaign()
    os.makedirs(one.path("c", "crashes"))
    for text in ("exit 1", "exit 2", "exit 70", "exit 71", "exit 127", "signal", "classes",
                 "killed", "closes", "long line", "leak"):
        with open(one.path("c", "crashes", text.replace(" ", "-")), "w", encoding="ascii") as file:
            file.write(text)
    os.mkfifo(one.path("c", "crashes", "pipe"))
    done = one.run("--time", "1s", "--target", one.target(), "--jobs", "1",
                   env={"FAKE_PARSERS": "", **{"URIPROOF_FUZZ_" + name: one.path(name) for name in
                                               ("CLASSES", "FOUND", "PARSERS", "GUIDANCE")}})
    told_of = sorted((stack["example"], stack["kind"], stack["files"])
                     for stack in one.record()[-1]["crashes"])
    tap.ok(done.returncode == 1 and told_of == [("c/crashes/exit-70", "hang", 1),
                                                ("c/crashes/exit-71", "crash", 1),
                                                ("c/crashes/signal", "crash", 1)],
           "a signal and the status of a limit are told, no other failure is",
           told(done) + str(told_of))
    run = one.record()[-1]
    tap.ok((run.get("crash_files_passed"), run.get("crash_files_left_out")) == (4, 5) and
           b"4 files at which the target neither crashed nor hung again\n" in done.stdout and
           b"and 5 more files in c/crashes" in done.stdout, "what else is there is told",
           told(done))


def crashing_text(tap):
    one = Campaign()
    other = tempfile.TemporaryDirectory(dir="/dev/shm")  # another file system
    os.mkdir(one.path("c"))
    os.symlink(other.name, one.corpus)
    one.write("good", b"http://@a@b/")
    one.write("poison", b"bad")
    one.write("slow", b"http://slow")
    os.mkdir(one.path("c", "crashes"))
    for name, text in (("slow-unit-7", "http://slow"), ("corpus-poison", "kept")):
        with open(one.path("c", "crashes", name), "w", encoding="ascii") as file:
            file.write(text)
    for times in (2, 8, 32):
        done = one.run("--time", f"{times}s", "--target", one.target(), "--jobs", "1",
                       env={"FAKE": "reads", "FAKE_PARSERS": ""})
        if one.record()[-1]["executions"] > 0:
            break
    moved = [name for name in os.listdir(one.path("c", "crashes"))
             if re.fullmatch("corpus-[0-9a-f]{16}", name)]
    tap.ok("poison" not in os.listdir(one.corpus) and len(moved) == 1 and
           read(one.path("c", "crashes", moved[0])) == "bad" and
           one.record()[-1]["executions"] > 0 and done.returncode == 1,
           "a text at which the engine dies as it starts is put away", told(done) + str(moved))
    tap.ok("slow" in os.listdir(one.corpus) and
           read(one.path("c", "crashes", "corpus-poison")) == "kept",
           "no slow text is, and nothing is written over", os.listdir(one.corpus))
    for times in (2, 8, 32):
        later = Campaign()
        done = later.run("--time", f"{times}s", "--target", later.target(), "--jobs", "1",
                         env={"FAKE": "rereads", "FAKE_PARSERS": ""})
        if later.record()[-1]["engines"][0]["starts"] > 2:
            break
    tap.ok("poison" not in os.listdir(later.corpus), "so is one that comes while engines work",
           told(done) + str(later.record()[-1]["engines"]))


def minimized(tap):
    one = Campaign()
    one.write("poison", b"bad")
    one.write("leak", b"leak")
    words = ("--time", "1s", "--target", one.target(), "--jobs", "1")
    done = one.run(*words, env={"FAKE_PARSERS": ""})
    tap.ok(done.returncode == 1 and not os.path.exists(one.path("crash-of-merge")) and
           [stack["example"] for stack in one.record()[0]["crashes"]] ==
           ["c/crashes/crash-of-merge"],
           "a text at which the target crashes only now is a crash as the others", told(done))
    tap.ok(os.listdir(one.path("c", "minimized")) == ["smaller"],
           "a target that frees not all is no failure of the tool", told(done))


def engine_that_does_nothing(tap):
    alone = {"FAKE": "nothing", "FAKE_PARSERS": ""}
    for times in ((300,), (1, 4, 16)):
        for seconds in times:
            one = Campaign()
            done = one.run("--time", f"{seconds}s", "--target", one.target(), "--jobs", "1",
                           env=alone)
            if one.record()[-1]["engines"][0]["starts"] > 1:
                break
        tap.ok(done.returncode == 3 and b"/target: its process ended with status 9: cannot work: "
               b"no reason; was it built with clang" in done.stderr and b"c/logs" in done.stderr,
               f"an engine that does not run is named, after {times[0]} s too", told(done))
    done = one.run("--time", "5m", "--target", one.target(), "--jobs", "1",
                   env={**alone, "FAKE": "blind"})
    tap.ok(done.returncode == 3 and b"ended with status 1: ERROR: no interesting inputs"
           in done.stderr, "so is one that sees no code of the target", told(done))
    done = one.run("--time", "5m", "--target", one.target(), "--jobs", "1",
                   env={**alone, "FAKE": "dies"})
    tap.ok(done.returncode == 3 and b"ended with status 77: SUMMARY: AddressSanitizer: heap-buffer"
           in done.stderr, "so is one whose target dies of all texts, with the sanitizer's words",
           told(done))
    done = one.run("--time", "5m", "--target", one.target(), "--jobs", "1", "--engine", "afl",
                   env={**alone, "PATH": only_tools(one)})
    tap.ok(done.returncode == 3 and b"afl tested nothing" in done.stderr,
           "so is one that is not installed", told(done))


def target_that_leaks(tap):
    """A leak at each text: libFuzzer's process ends at the first one, which is put away, and so
    does the next process."""
    for times in (4, 16, 64):
        one = Campaign()
        words = ("--target", one.target(), "--jobs", "1")
        done = one.run("--time", f"{times}s", *words, env={"FAKE": "leaks", "FAKE_PARSERS": ""})
        if one.record()[-1]["engines"][0]["starts"] > 5:
            break
    tap.ok(done.returncode == 3 and b"libfuzzer could not go on with " in done.stderr and
           b"ended with status 77: SUMMARY: AddressSanitizer: 4 byte(s) "
           b"leaked in 1 allocation(s).; the target leaks at its first texts: mend that first, or "
           b"set ASAN_OPTIONS=detect_leaks=0 while" in done.stderr,
           "a leak at each text is told in the sanitizer's words", told(done))
    log = os.listdir(one.path("c", "logs"))
    tap.ok(log == ["libfuzzer-0.log"] and b"leaked in 1 allocation(s)., in " in done.stdout,
           "and its corpus is not made smaller: that would end at each text", (log, told(done)))
    done = one.run("--time", "1s", *words, env={"FAKE": "leaks", "FAKE_PARSERS": "",
                                                "ASAN_OPTIONS": "detect_leaks=0"})
    tap.ok(b"leaked in" not in done.stdout and
           b" files at which the target neither crashed nor hung again" in done.stdout,
           "ASAN_OPTIONS=detect_leaks=0 is for the files of leaks too", told(done))


def words_of_undefined(tap):
    one = Campaign()
    os.makedirs(one.path("c", "crashes"))
    for text in ("overflow 7", "overflow 8"):
        with open(one.path("c", "crashes", text), "w", encoding="ascii") as file:
            file.write(text)
    done = one.run("--time", "1s", "--target", one.target(), "--jobs", "1",
                   env={"FAKE_PARSERS": ""})
    words = [(stack["summary"], stack["files"]) for stack in one.record()[-1]["crashes"]]
    tap.ok(words == [("ub.c:19:74: runtime error: signed integer overflow: overflow 7 + 1", 2)],
           "what is undefined is told with the place, and is one by the place", told(done))


def engine_that_works_no_more(tap):
    one = Campaign()
    words = ("--target", one.target(), "--jobs", "1", "--engine", "afl")
    env = {**one.path_variable(), "FAKE_PARSERS": ""}
    for times in (2, 8, 32):
        one.run("--time", f"{times}s", *words, env=env)
        if one.record()[-1]["edges"] > 0:
            break
    done = one.run("--time", "5m", *words, env={**env, "FAKE": "nothing"})
    edges = [run["edges"] for run in one.record()[-2:]]
    tap.ok(done.returncode == 3 and b"afl tested nothing" in done.stderr and edges == [55, 0],
           "what AFL++ saw in an earlier run is not counted again", told(done) + str(edges))


def only_tools(one):
    """A folder of PATH that has no afl-fuzz."""
    folder = one.path("tools")
    os.makedirs(folder, exist_ok=True)
    for name in ("env", "python3", "sh"):
        for place in os.environ["PATH"].split(os.pathsep):
            if os.path.exists(os.path.join(place, name)):
                os.symlink(os.path.join(place, name), os.path.join(folder, name))
                break
    return folder


def processes_of(folder):
    """The processes that name the folder."""
    found = []
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                if folder.encode() in file.read() and int(name) != os.getpid():
                    found.append(name)
        except (OSError, ValueError):
            pass
    return found


def nothing_is_left(tap):
    one = Campaign()
    done = one.run("--texts", "300", "--target", one.target(), "--jobs", "2",
                   env={"FAKE": "stays"})
    tap.ok(done.returncode == 1 and not processes_of(one.folder.name),
           "engines leave no process", told(done))
    run = subprocess.Popen([PROGRAM, "fuzz", "--corpus", "c", "--target", one.target(), "--jobs",
                            "2"], cwd=one.folder.name, env={**os.environ, "FAKE": "stays"},
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while len(processes_of("artifact_prefix=c/")) < 1:
        time.sleep(0.05)
    run.kill()
    run.wait()
    for _ in range(600):
        if not processes_of(one.folder.name):
            break
        time.sleep(0.1)
    tap.ok(not processes_of(one.folder.name), "nor if the program is killed",
           processes_of(one.folder.name))


def killed(tap):
    """A run that is killed is in the record, with what it had found."""
    one = Campaign()
    # It is killed when a class is recorded.
    run = subprocess.Popen([PROGRAM, "fuzz", "--corpus", "c", *own("first", "last")],
                           cwd=one.folder.name, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
    record = []
    while run.poll() is None and not (record and record[0]["findings"]):
        time.sleep(0.05)
        record = one.record() if os.path.exists(one.path("c", "campaign.json")) else []
    run.kill()
    run.wait()
    record = one.record() if record else []
    tap.ok(len(record) == 1 and record[0]["ended_by"] == "unfinished" and
           record[0]["texts"] > 0 and record[0]["findings"],
           "a campaign that is killed is recorded, as unfinished", record)
    done = one.run("--texts", "64", *own("first", "last"))
    tap.ok(b"note: the last run in c was killed" in done.stderr and
           [found["ended_by"] for found in one.record()] == ["unfinished", "texts"],
           "the next run says so, and keeps it", told(done))
    page = subprocess.run([PROGRAM, "report", "--campaign", "c", "--report", "html=site"],
                          cwd=one.folder.name, capture_output=True, check=False)
    tap.ok(page.returncode in (0, 2), "it is a record for reports, too", told(page))


def wrong_usage(tap):
    one = Campaign()
    both = own("first", "last")
    one.target("a")
    os.remove(one.path("bin", "a.afl"))
    os.symlink("/bin/true", one.path("true"))
    os.symlink(ENGINE, one.path("true.afl"))
    with open(one.path("plain"), "w", encoding="ascii") as file:
        file.write("text")
    for words, status, fault in (
            (["--engine", "afl", *both], 2, b"--engine afl and --coverage want --target"),
            (["--coverage", "./t", *both], 2, b"want --target"),
            (["--engine", "honggfuzz", *both], 2, b"none, libfuzzer, afl, both"),
            (["--target", one.target(), "--engine", "both", "--jobs", "1"], 2, b"--jobs 2"),
            (["--target", "./none"], 4, b"cannot run ./none: No such file or directory; build it "
             b"with clang -fsanitize=fuzzer"),
            (["--target", one.path("bin", "a"), "--engine", "both"], 4, b"/a.afl: No such file or "
             b"directory; build it with afl-clang-fast -fsanitize=fuzzer"),
            (["--target", "/tmp"], 4, b"cannot run /tmp: it is no file; build it"),
            (["--target", "./plain"], 4, b"cannot run ./plain: Permission denied; build it"),
            (["--target", "/bin/true"], 3, b"/bin/true is no fuzz target with libFuzzer; build"),
            (["--target", "/bin/false", "--engine", "libfuzzer"], 3, b"/bin/false is no fuzz target"
             b" with libFuzzer: it ended with status 1; build it with clang -fsanitize=fuzzer"),
            (["--target", "/bin/true", "--engine", "afl"], 3, b"/bin/true is no fuzz target with "
             b"AFL++; build it with afl-clang-fast -fsanitize=fuzzer"),
            (["--target", "./true", "--engine", "afl"], 3, b"; give --target ./true.afl, which is "
             b"one"),
            (["--target", one.target(), "--coverage", "./none"], 4, b"cannot run ./none"),
            (["--target", "none"], 2, b'no target "none"; there are: '),
            (["--target", "none"], 2, b", differential; to name a program, "),
            (["--coverage", "none", "--target", one.target()], 2, b'no target "none"'),
            (["nobody"], 2, b'no adapter "nobody"'),
            (["--target", "./none", "nobody"], 2, b'no adapter "nobody"'),
            ([both[0], both[0]], 2, b'"first" is named twice'),
            (["--texts", "0", *both], 2, b"--texts"),
            (["--seeds", "none", *both], 4, b"cannot copy the texts of none")):
        done = one.run(*words)
        tap.ok(done.returncode == status and fault in done.stderr and
               not os.path.exists(one.path("c", "logs")), " ".join(words)[:60], told(done))
    done = subprocess.run([PROGRAM, "fuzz", *both], capture_output=True, check=False)
    tap.ok(done.returncode == 2 and b"--corpus DIR" in done.stderr, "no folder", told(done))
    done = subprocess.run([PROGRAM, "fuzz", "--corpus", "/proc/none", *both], capture_output=True,
                          check=False)
    tap.ok(done.returncode == 4 and b"/proc/none" in done.stderr, "a folder that cannot be made",
           told(done))


def main():
    tap = Tap(lines=30, columns=400)
    for test in (finds_classes, takes_seeds, hostile_folder, crashing_parser, interrupted,
                 names_given_too, counts_agree, engines_run, says_who_rejects, made_by_script,
                 sides_differ, asks_what_engines_keep, crashes_are_told_apart,
                 path_with_equals_sign, crashes_of_afl, hangs_of_afl, undefined_behaviour,
                 crash_of_one_program, no_crashes, crashing_text, minimized,
                 engine_that_does_nothing, target_that_leaks, words_of_undefined,
                 engine_that_works_no_more, nothing_is_left, killed, wrong_usage):
        test(tap)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
