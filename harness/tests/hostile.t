#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Hostile adapters (TAP 13): each in hostile/ has one fault, named after it. The run ends, the case
that the fault strikes has its outcome and no other case is harmed, no process is left, and nothing
that an adapter says reaches a report or a terminal but as data.

URIPROOF_BIN is the folder of uriproof; default build/release. With URIPROOF_VALGRIND=1 the program
runs under valgrind, which has to find no error and no leak. Arguments are names of hostile
adapters; default all.
"""

import concurrent.futures
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
for folder in ("vectors/tests", "scripts"):
    sys.path.insert(0, os.path.join(ROOT, folder))

import results_file  # noqa: E402
from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
SELECT = "rfc1630.bnf.scheme"
LEVEL = ("--level", "clauses")
TARGET = "scheme-comma"  # the case whose uri is honest.TARGET
UNDER = ["valgrind", "--quiet", "--error-exitcode=99", "--leak-check=full",
         "--errors-for-leak-kinds=all", "--trace-children=no"] \
    if os.environ.get("URIPROOF_VALGRIND") == "1" else []
AT_A_TIME = 3  # runs; most of their time they wait
MEMORY = ("--memory-limit", "128M")
# More cases than are in flight: the first 64 need more than 4 KiB, and the target comes after them.
MANY = (*MEMORY, *LEVEL, "--select", "*", "--shuffle", "33")
TOOK = "took more than 128 MiB of memory"
MOST_HELD = 200 << 10  # KiB, by the program itself, whatever it is answered
# Its arguments are a file and a command. Runs the command, and writes the most KiB that it held
# into the file.
MEASURE = [sys.executable, "-c",
           "import resource, subprocess, sys\n"
           "status = subprocess.call(sys.argv[2:])\n"
           "with open(sys.argv[1], 'w') as file:\n"
           "    file.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))\n"
           "sys.exit(status)"]
ENDS_WITHIN = 240  # seconds, for a run that takes a few; asan and a busy machine take longer

# What the target's outcome is, what its detail says, and the limit for one case. Those that do
# not wait for a hanging adapter have a limit that a busy machine does not reach.
SOON, LATE = "1500ms", "20s"
NOT_AGAIN = "not again one at a time"
ONE_CASE = [
    ("exits_with_status_0", "crash", "ended with status 0", LATE),
    ("segfault", "crash", "ended by signal 11", LATE),
    ("hangs", "timeout", "no answer within 1500 ms, nor within 15000 ms alone", SOON),
    ("hangs_and_ignores_sigterm", "timeout", "no answer within 1500 ms", SOON),
    ("answers_late", "slow", "answered after 4.", SOON),
    ("answers_late_and_wrong", "strict", "answered after 4.", SOON),
    ("crashes_late", "crash", "ended by signal 11", SOON),
    ("answers_late_once", "agree", None, SOON),
    ("closes_its_output_and_lives", "crash", "closed its standard output", LATE),
    ("closes_its_input_and_lives", "timeout", "no answer", SOON),
    ("half_a_line", "crash", "ended with status 0", LATE),
    ("line_without_end", "crash", "ended with status 0", LATE),
    ("greets_twice", "protocol-error", "an answer to no request", LATE),
    ("no_json", "protocol-error", 'not JSON: expected a value, at octet 0: "scheme: a,b"', LATE),
    ("blank_line", "protocol-error", "not JSON", LATE),
    ("string_that_ends_in_a_tab", "protocol-error", "not JSON", LATE),
    ("nine_mib_without_newline", "protocol-error", "a line of over 8 MiB", LATE),
    ("eight_mib_and_one_octet", "protocol-error", "a line of over 8 MiB", LATE),
    ("just_eight_mib", "agree", None, LATE),
    ("endless_output", "protocol-error", "an answer to no request", LATE),
    ("endless_answers", "protocol-error", "a second answer", LATE),
    ("id_of_nobody", "protocol-error", "an answer to no request", LATE),
    ("id_of_the_next", "protocol-error", "an answer to no request", LATE),
    ("id_that_is_no_number", "protocol-error", "an answer to no request", LATE),
    ("answers_an_old_one_before", "protocol-error", "an answer to no request", LATE),
    ("answers_an_old_one_in_place_of_its_own", "protocol-error", "an answer to no request", LATE),
    ("answers_in_pieces", "agree", None, LATE),
    ("null_for_status", "protocol-error", '"status" is not "accepted"', LATE),
    ("number_for_a_part", "protocol-error", '"scheme" is not a string', LATE),
    ("part_that_is_none", "protocol-error", '"generic" has no part "host"', LATE),
    ("both_forms_of_a_part", "protocol-error", '"scheme" is there twice', LATE),
    ("accepts_without_parts", "protocol-error", 'no "components" or "generic"', LATE),
    ("deep_nesting", "protocol-error", "nested over 32 deep", LATE),
    ("nesting_that_json_allows", "protocol-error", "nested over 32 deep", LATE),
    ("bad_utf_8_in_a_part", "protocol-error", "not UTF-8", LATE),
    ("bad_utf_8_in_its_words", "protocol-error", "not UTF-8", LATE),
    ("eight_mib_of_numbers", "protocol-error", "it has over 65536 values", LATE),
    ("nul_within_a_line", "protocol-error", "NUL", LATE),
    ("forges_tap", "strict", None, LATE),
    ("forges_tap_as_unsupported", "unsupported", None, LATE),
    ("leaves_a_grandchild", "crash", "ended with status 1", LATE),
    ("leaves_a_grandchild_in_another_group", "crash", "ended with status 1", LATE),
    ("leaves_a_grandchild_in_another_session", "crash", "ended with status 1", LATE),
    ("leaves_a_small_tree", "crash", "ended with status 1", LATE),
    ("leaves_a_daemon", "crash", "ended with status 1", LATE),
    ("dies_as_ruby_does", "crash",
     "ended with status 1: x.rb:1:in `m': undefined method `n' for nil:NilClass", LATE),
    ("kills_its_reaper", "crash", "ended by signal 9", LATE),
    ("stops_its_reaper", "timeout", "no answer", SOON),
    ("allocates_without_end", "crash", TOOK, LATE),
    ("child_allocates_without_end", "crash", TOOK, LATE),
    ("crashes_once", "flaky", NOT_AGAIN, LATE),
    ("answers_nothing_until_all_are_there", "timeout", "no answer", SOON),
    ("floods_its_errors", "agree", None, LATE),
    ("nine_mib_after_its_answer", "protocol-error",
     "after its answer it wrote a line of over 8 MiB", LATE),
    ("opens_its_input_by_name", "agree", None, LATE),
]

NO_START = [
    ("says_no_hello", "said no hello within 10 seconds"),
    ("speaks_another_protocol", "speaks protocol 3; this program speaks 2"),
    ("speaks_protocol_1", 'speaks protocol 1; this program speaks 2: say "transforms" for "gives" '
     'and one "status" for "valid", "silent" and "unsupported", and answer in the order of the'),
    ("greets_without_json", "the hello: not JSON"),
    ("allocates_before_hello", "before it said hello, it " + TOOK),
    ("ends_before_hello", "No module named 'no_such_module_of_mine'"),
]

# Those that do it after their answer, or under the id of another case. The case that is struck is
# the same wherever it is, alone, the last one, or one of many in flight, and on a busy machine.
ANYWHERE = [
    ("answers_twice", "protocol-error", "a second answer"),
    ("answers_again_later", "protocol-error", "a second answer"),
    ("answers_twice_and_never_again", "protocol-error", "a second answer"),
    ("answers_an_old_one_after", "protocol-error", "a second answer"),
    ("id_of_the_one_before", "protocol-error", "an answer to no request"),
    ("prints_after_its_answer", "protocol-error", "not JSON"),
    ("dies_after_its_answer", "crash", "after its answer it ended by"),
]
LAST = [word for name in ("dollar", "hyphen", "at", "asterisk", "comma")
        for word in ("--select", "scheme-" + name)]
BUSY = 4  # processes that do nothing but work

GOOD = {"agree", "acceptable", "incomplete", "undefined", "unvalidated", "slow", "unsupported"}


class Points:
    """The test points of a check, kept: several checks run at once, and are printed one by one."""

    def __init__(self):
        self.points = []

    def ok(self, good, name, why=""):
        self.points.append((good, name, why))


class Processes:
    """Those that have a folder of ours in their environment or among their arguments."""

    def __init__(self, folder):
        self.folder = folder.encode("ascii")

    def is_ours(self, pid):
        for name in ("environ", "cmdline"):
            try:
                with open("/proc/%s/%s" % (pid, name), "rb") as file:
                    if self.folder in file.read():
                        return True
            except OSError:
                continue
        return False

    def left(self):
        return [int(name) for name in os.listdir("/proc")
                if name.isdigit() and int(name) != os.getpid() and self.is_ours(name)]

    def that_stay(self):
        """Those that are still there once each that was being killed had its time to end."""
        staying = []
        for pid in self.left():
            try:
                descriptor = os.pidfd_open(pid)
            except ProcessLookupError:
                continue
            if not select.select([descriptor], [], [], 5)[0]:
                staying.append(pid)
            os.close(descriptor)
        return staying

    def kill(self):
        for pid in self.left():
            os.kill(pid, signal.SIGKILL)


class Run:
    """One run of the program over a hostile adapter, and what came of it. Where the adapter tells
    that it reached the place `meet`, `then` is done to the program."""

    def __init__(self, name, limit, meet=None, options=(*MEMORY, *LEVEL),
                 then=lambda process: process.send_signal(signal.SIGINT), measured=False,
                 select=("--select", SELECT)):
        self.name = name
        self.folder = tempfile.mkdtemp(prefix="uriproof-hostile-")
        self.json = os.path.join(self.folder, "results.json")
        self.tap = os.path.join(self.folder, "results.tap")
        self.processes = Processes(self.folder)
        self.results = self.partial = None
        held = os.path.join(self.folder, "held")
        environment = {**os.environ, "URIPROOF_BIN": BIN, "HOSTILE_FOLDER": self.folder,
                       "PYTHONDONTWRITEBYTECODE": "1"}
        if measured:  # what is freed is to be free
            environment["ASAN_OPTIONS"] = "quarantine_size_mb=1"
        command = [*([*MEASURE, held] if measured else []), *UNDER, PROGRAM, "test",
                   "--dialect", "rfc1630", "--level", "complete", *select, *options,
                   "--timeout", limit, "--report", "json=" + self.json,
                   "--report", "tap=" + self.tap, "--",
                   sys.executable, os.path.join(HERE, "hostile", name + ".py")]
        if meet:
            os.mkfifo(os.path.join(self.folder, meet))
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=environment)
        if meet:
            with open(os.path.join(self.folder, meet), "rb") as fifo:
                fifo.read()
            then(process)
        try:
            self.out, self.err = process.communicate(timeout=ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            self.out, self.err = process.communicate()
            self.err += b"(the run did not end)"
        self.status = process.returncode
        self.held = 0
        if os.path.exists(held):
            with open(held, encoding="ascii") as file:
                self.held = int(file.read())
        self.took_all = os.path.exists(os.path.join(self.folder, "took-all"))
        if os.path.exists(self.json):
            whole = results_file.read_file(self.json)
            self.results, self.partial = whole["adapters"], whole["partial"]
            self.counted = [
                results_file.plain(whole, self.results[0], group["id"], group["op"])["outcome"]
                for group in whole["groups"] if self.results and group["counted"] > 0]

    def outcomes(self):
        return {one["case"]: one for one in self.results[0]["results"]} if self.results else {}

    def close(self):
        self.processes.kill()
        shutil.rmtree(self.folder)


def printable(octets):
    return re.fullmatch(rb"[ -~\n]*", octets) is not None


def prove(path):
    """What TAP::Parser makes of a report: the numbers of the tests that failed, and its words."""
    code = ('my $p = TAP::Parser->new({source => $ARGV[0]}); $p->run;'
            'print join(" ", $p->tests_run, "failed", $p->failed, "todo", $p->todo, "skipped",'
            'scalar(my @s = $p->skipped), "errors", $p->parse_errors);')
    return subprocess.run(["perl", "-MTAP::Parser", "-e", code, path], capture_output=True,
                          encoding="utf-8", check=True).stdout


def expected_of_prove(outcomes, counted):
    """Of the cases, and of a test for each group that has cases which are only counted."""
    bad = [str(i + 1) for i, one in enumerate(outcomes.values()) if one["outcome"] not in GOOD]
    skipped = sum(outcome == "unsupported" for outcome in
                  [one["outcome"] for one in outcomes.values()] + counted)
    return " ".join([str(len(outcomes) + len(counted)), "failed", *bad, "todo", "skipped",
                     str(skipped), "errors"])


def faults_of(run, target, words, least=40):
    """What is wrong with a run in which only the target may be struck, of `least` cases or more."""
    faults = []
    outcomes = run.outcomes()
    good = target in GOOD
    if run.status != (0 if good else 1):
        faults.append("exit status %s" % run.status)
    if len(outcomes) < least or TARGET not in outcomes:
        faults.append("%d results" % len(outcomes))
        return faults
    struck = outcomes.pop(TARGET)
    if struck["outcome"] != target:
        faults.append("%s is %s" % (TARGET, struck))
    if UNDER and words:  # too slow to see within two seconds what comes after an answer
        words = words.replace("after its answer it ", "")
    if words is not None and words not in struck.get("detail", ""):
        faults.append("the detail does not say '%s': %s" % (words, struck.get("detail")))
    # A second answer has a case's id, which is enough to name it.
    proven = run.name == "answers_twice_and_never_again"
    if not UNDER and NOT_AGAIN in struck.get("detail", "") and target != "flaky" and not proven:
        faults.append("named without proof: %s" % struck)
    faults += ["harmed: %s" % one for one in outcomes.values() if one["outcome"] != "agree"]
    return faults


def common_faults(run):
    """What is wrong whatever the adapter does."""
    faults = []
    staying = run.processes.that_stay()
    if run.took_all:
        faults.append("it was let take all memory")
    if run.status == 99:
        faults.append("valgrind found faults")
    if staying:
        faults.append("processes left: %s" % staying)
    if run.out or not printable(run.err):
        faults.append("unprintable: %r %r" % (run.out, run.err))
    if b"Sanitizer" in run.err or b"runtime error" in run.err or run.status < 0:
        faults.append("the harness itself: %s" % run.status)
    for path in (run.tap, run.json):
        if os.path.exists(path + ".part"):
            faults.append("left behind: " + path + ".part")
    if run.results:
        with open(run.tap, "rb") as file:
            if not printable(file.read()):
                faults.append("the TAP is not printable")
        seen, expected = prove(run.tap), expected_of_prove(run.outcomes(), run.counted)
        if not run.partial and seen.split() != expected.split():
            faults.append("prove: %s, not %s" % (seen, expected))
        with open(run.tap, encoding="utf-8") as file:
            if run.partial != file.read().endswith("Bail out! ended early\n"):
                faults.append("a TAP that bails out is not one that is partial")
        again = subprocess.run([PROGRAM, "report", "--report", "tap", run.json],
                               capture_output=True)
        with open(run.tap, "rb") as file:
            if again.returncode != 0 or again.stdout != file.read():
                faults.append("the results do not read back: %r" % again.stderr)
    return faults


def report(tap, name, run, faults):
    faults = faults + common_faults(run)
    tap.ok(not faults, name.replace("_", " "),
           "\n".join(faults) + "\n" + run.err.decode("utf-8", "backslashreplace"))
    run.close()


def check_one_case(tap, name, target, words, limit):
    run = Run(name, limit, measured=name == "eight_mib_of_numbers")
    report(tap, name, run, faults_of(run, target, words) + held_too_much(run))


def check_anywhere(tap, name, target, words):
    for cases, least in ((("--select", SELECT), 40), (LAST, 5), (("--select", TARGET), 1)):
        run = Run(name, LATE, select=cases)
        report(tap, "%s, %s cases or more" % (name, least), run,
               faults_of(run, target, words, least))


def faults_while_busy(name, target, words):
    run = Run(name, LATE)
    try:
        return faults_of(run, target, words)
    finally:
        run.close()


def check_busy(tap):
    """Each of those, again while other processes, and other runs, want the processors."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY)]
    seen = {}
    try:
        with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
            running = [(row[0], pool.submit(faults_while_busy, *row)) for row in ANYWHERE * 2]
            for name, one in running:
                seen.setdefault(name, []).extend(one.result())
    finally:
        for process in busy:
            process.kill()
            process.wait()
    for name, faults in seen.items():
        tap.ok(not faults, name.replace("_", " ") + ", on a busy machine", faults)


def held_too_much(run):
    """What is kept of answers is little. What valgrind holds besides is not looked at."""
    return ["held %d KiB" % run.held] if run.held > MOST_HELD and not UNDER else []


def check_large_answers(tap, name):
    """The program would hold all answers, if it kept them whole."""
    run = Run(name, LATE, measured=True)
    outcomes = run.outcomes()
    faults = held_too_much(run)
    if run.status != 1 or len(outcomes) < 40:
        faults.append("exit status %s" % run.status)
    for id, one in outcomes.items():
        given = one.get("given", {})
        if one["outcome"] == "flaky":  # it answers by the number of the request
            continue
        if one["outcome"] not in ("strict", "differ", "agree", "unsupported"):
            faults.append("%s: %s" % (id, one["outcome"]))
        if one["outcome"] == "unsupported":
            if given or len(one["detail"]) > 1 << 8:
                faults.append("%s: %.80s" % (id, one))
        elif one["outcome"] != "agree" and (given.get("status") != "rejected"
                                            or len(json.dumps(given)) > 1 << 16):
            faults.append("%s: %.80s" % (id, one))
    report(tap, name, run, faults)


def check_bad_after_answer(tap, name):
    """Which case closed the input cannot be seen, and no case is slow by itself: that is said."""
    run = Run(name, SOON)
    faults = all_agree(run)
    if b"no answer within 1500 ms (not again one at a time)" not in run.err:
        faults.append("not said")
    report(tap, name, run, faults)


def all_agree(run, status=0):
    faults = [str(one) for one in run.outcomes().values() if one["outcome"] != "agree"]
    if run.status != status or len(run.outcomes()) < 40:
        faults.append("exit status %s" % run.status)
    return faults


def check_out_of_order(tap, name):
    """Alone each answers in its turn, but what was seen is proof: one of each window is named."""
    run = Run(name, LATE)
    bad = [one for one in run.outcomes().values() if one["outcome"] != "agree"]
    faults = [] if run.status == 1 else ["exit status %s" % run.status]
    if not bad or any(one["outcome"] != "protocol-error" or "an answer to a later request"
                      not in one["detail"] for one in bad):
        faults.append(str(bad))
    report(tap, name, run, faults)


def check_printed_once(tap, name):
    """It did not come again, but it was seen: one case is flaky, and the run is not green."""
    run = Run(name, LATE)
    bad = [one for one in run.outcomes().values() if one["outcome"] != "agree"]
    faults = [] if run.status == 1 else ["exit status %s" % run.status]
    if len(bad) != 1 or bad[0]["outcome"] != "flaky" \
            or "not again one at a time" not in bad[0]["detail"]:
        faults.append(str(bad))
    report(tap, name, run, faults)


def check_printed_behind(tap, name):
    """Nothing else was in flight, but it did not come again."""
    run = Run(name, LATE, select=("--select", TARGET))
    report(tap, name, run, faults_of(run, "flaky", "not JSON", least=1))


def check_answers_ahead(tap, name):
    """What was asked only while the line waited cannot be answered by it."""
    run = Run(name, LATE, options=MANY)
    report(tap, name, run, faults_of(run, "protocol-error", "an answer to no request"))


def check_small_pipe(tap, name):
    """Requests that wait keep their order."""
    run = Run(name, LATE, options=MANY)
    faults = all_agree(run)
    if len(run.outcomes()) < 1000:
        faults.append("%d cases" % len(run.outcomes()))
    report(tap, name, run, faults)


def check_printed_once_and_fatal(tap, name):
    """A crash does not explain the line."""
    run = Run(name, LATE)
    bad = {id: one["outcome"] for id, one in run.outcomes().items() if one["outcome"] != "agree"}
    faults = [] if run.status == 1 else ["exit status %s" % run.status]
    if bad.pop(TARGET, None) != "crash" or list(bad.values()) != ["flaky"]:
        faults.append(str(bad))
    report(tap, name, run, faults)


def check_aborts_at_the_end(tap, name):
    """No case is accused of it, and the run is not green. Its last words are the library's; but a
    process of the harness that LeakSanitizer looks at while it is ended may have the last line."""
    run = Run(name, LATE)
    faults = all_agree(run, status=1)
    if not run.partial or b"at the end of its input it ended by signal 6" not in run.err \
            or not re.search(rb"invalid pointer|Unable to get registers from thread", run.err):
        faults.append("not said")
    report(tap, name, run, faults)


def check_aborts_twice(tap, name):
    """How it always ends is not held against the case that was answered before the crash."""
    run = Run(name, LATE)
    report(tap, name, run, faults_of(run, "crash", "ended by signal 6"))


def check_status_at_the_end(tap, name):
    """It is said."""
    run = Run(name, LATE)
    faults = all_agree(run)
    if b"at the end of its input it ended with status 1: SUMMARY: 8 bytes leaked" not in run.err:
        faults.append("not said")
    report(tap, name, run, faults)


def check_printed_at_the_end(tap, name):
    """It belongs to no case, and it is said."""
    run = Run(name, LATE)
    faults = all_agree(run)
    if b'after its last answer it wrote: "goodbye"' not in run.err:
        faults.append("not said")
    report(tap, name, run, faults)


def check_paused(tap, name):
    """The harness stands still for longer than an answer may take, and blames no case."""
    def pause(process):
        process.send_signal(signal.SIGSTOP)
        time.sleep(3)
        process.send_signal(signal.SIGCONT)
    run = Run(name, "1s", meet="reached", then=pause)
    faults = all_agree(run)
    if b"no answer" in run.err:
        faults.append("silence is seen")
    report(tap, name, run, faults)


def check_no_operation(tap, name):
    """It was not tested, so the run is not green."""
    run = Run(name, LATE)
    faults = [] if run.status == 2 and run.partial else ["exit status %s" % run.status]
    for words in (b"supports none of the cases that are selected (its ops: none)",
                  b'its "ops" have what is no operation: prase'):
        if words not in run.err:
            faults.append("not said: %r" % words)
    report(tap, name, run, faults)


def check_no_start(tap, name, words):
    run = Run(name, SOON)
    faults = [] if run.status == 3 else ["exit status %s" % run.status]
    if words.encode("ascii") not in run.err:
        faults.append("not said: " + words)
    if os.path.exists(run.json) or os.path.exists(run.tap):
        faults.append("a report of nothing")
    report(tap, name, run, faults)


def check_escapes(tap, name):
    """The words of a good adapter's hello are data, too."""
    run = Run(name, LATE)
    faults = [] if run.status == 0 else ["exit status %s" % run.status]
    if not run.results or "forged" not in run.results[0]["name"]:
        faults.append("no results, or another name")
    report(tap, name, run, faults)


def given_up(run, outcome, words):
    """What is wrong with a run that was given up after 64 cases that `words` strike."""
    faults = [] if run.status == 1 and run.partial else ["exit status %s" % run.status]
    struck = [one for one in run.outcomes().values() if one["outcome"] == outcome]
    if len(struck) != 64 or any(words not in one["detail"] for one in struck):
        faults.append("%d struck: %s" % (len(struck), struck[:3]))
    others = [one["outcome"] for one in run.outcomes().values()
              if one["outcome"] not in (outcome, "not-run")]
    if others:  # what was answered and was to be asked again is not run either
        faults.append("harmed: %s" % others)
    if b"given up: 64 cases in a row got no answer, the last: " not in run.err \
            or words.encode("ascii") not in run.err:
        faults.append("not said")
    return faults


def check_all_crash(tap, name):
    """Said at the first, and given up in the end."""
    run = Run(name, LATE, options=MEMORY)
    faults = given_up(run, "crash", "ended by signal 6")
    if run.err.count(b": crash: ended by signal 6") != 1:
        faults.append("not said once, at the first")
    report(tap, name, run, faults)


def check_garbage(tap, name):
    """An answer that garbage follows each time is no sign of life."""
    run = Run(name, LATE, options=MEMORY)
    shown = ': "\\x1b[31mparsed\\x00' + "!" * 28 + '..."'
    report(tap, name, run, given_up(run, "protocol-error", shown))


def check_all_allocate(tap, name):
    run = Run(name, LATE, options=("--memory-limit", "64M"))
    report(tap, name, run, given_up(run, "crash", "took more than 64 MiB of memory"))


def check_leak(tap, name):
    """No case is accused of what many did together; that is said."""
    run = Run(name, LATE)
    faults = all_agree(run)
    if (TOOK + " (not again one at a time)").encode("ascii") not in run.err:
        faults.append("not said")
    report(tap, name, run, faults)


def check_retries(tap, name):
    """Of many time-outs ten are tried again, which takes its time, and no more."""
    run = Run(name, "300ms")
    late = [one for one in run.outcomes().values() if one["outcome"] == "timeout"]
    again = [one for one in late if ", nor within 3000 ms alone" in one["detail"]]
    faults = []
    if run.status != 1 or len(late) <= 10 or not 1 <= len(again) <= 10:
        faults.append("%d time-outs, %d tried again" % (len(late), len(again)))
    report(tap, name, run, faults)


def check_by_the_request_before(tap, name):
    """No case is to blame, and the run is not green."""
    run = Run(name, LATE)
    seen = {one["outcome"] for one in run.outcomes().values()}
    faults = [] if run.status == 1 and seen == {"agree", "flaky"} else [str((run.status, seen))]
    report(tap, name, run, faults)


def check_one_kind(tap, name):
    """A parser that dies of 86 vectors in a row is no broken one: all are asked."""
    run = Run(name, LATE, options=("--select", "complete-11-accepted-*", *MEMORY))
    outcomes = run.outcomes()
    faults = [] if run.status == 1 and not run.partial else ["exit status %s" % run.status]
    crashes = [id for id, one in outcomes.items() if one["outcome"] == "crash"]
    others = {one["outcome"] for one in outcomes.values()} - {"crash"}
    if len([id for id in crashes if id.startswith("complete-11-accepted-")]) < 80:
        faults.append("%d crashes" % len(crashes))
    if others != {"agree"}:
        faults.append("outcomes: %s" % others)
    report(tap, name, run, faults)


def check_each_tenth(tap, name):
    """Each crash is on its case, and on no other."""
    run = Run(name, LATE)
    faults = [] if run.status == 1 and not run.partial else ["exit status %s" % run.status]
    with open(run.json, encoding="utf-8") as file:
        cases = {one["id"]: one for one in json.load(file)["cases"]}
    struck = 0
    for id, one in run.outcomes().items():
        uri = cases[id]["ask"].get("uri")
        dies = uri is not None and zlib.crc32(uri.encode("utf-8")) % 10 == 0
        struck += dies
        if one["outcome"] != ("crash" if dies else "agree"):
            faults.append(str(one))
    if struck < 3:
        faults.append("%d struck" % struck)
    report(tap, name, run, faults)


def check_no_restart(
        tap, name, words=b"before it said hello, it ended with status 7: no licence"):
    """What was answered counts, the first that was not is flaky, since it cannot be asked alone,
    and the others were never asked."""
    run = Run(name, LATE)
    outcomes = run.outcomes()
    names = list(outcomes)
    before = [outcomes[name] for name in names[:names.index(TARGET)]] if outcomes else []
    after = [outcomes[name] for name in names[len(before) + 1:]]
    faults = [str(one) for one in before if one["outcome"] != "agree"]
    faults += [str(one) for one in after if one["outcome"] != "not-run"]
    if not outcomes or outcomes[TARGET]["outcome"] != "flaky" \
            or "ended with status 1" not in outcomes[TARGET]["detail"]:
        faults.append("not struck: %s" % outcomes.get(TARGET))
    if run.status != 1 or not before or not after or not run.partial:
        faults.append("exit status %s" % run.status)
    if b"no longer starts: " + words not in run.err:
        faults.append("not said: %r" % words)
    report(tap, name, run, faults)


def check_other_hello(tap, name):
    check_no_restart(tap, name, b'the hello gives another version than before: "9.9", not "')


def check_interrupts(tap, name):
    """Whatever ends it in the middle, the reports are written and say that they are partial."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        check_interrupt(tap, name, number)


def check_interrupt(tap, name, number):
    run = Run(name, "60s", meet="reached", options=MANY,
              then=lambda process: process.send_signal(number))
    faults = [] if run.status == 130 else ["exit status %s" % run.status]
    seen = {one["outcome"] for one in run.outcomes().values()}
    if seen != {"agree", "not-run"}:
        faults.append("outcomes: %s" % seen)
    if run.partial is not True:
        faults.append("the results do not say that they are partial")
    report(tap, number.name + " in the middle", run, faults)


def check_early_interrupt(tap, name):
    run = Run(name, "60s", meet="reached")
    faults = [] if run.status == 130 else ["exit status %s" % run.status]
    results = results_file.read_file(run.json)
    if results["partial"] is not True or results["adapters"]:
        faults.append("the results do not say that they are partial and empty")
    run.results = None
    report(tap, "Ctrl-C before the hello", run, faults)


def check_one_of_two(tap):
    """The reports of the one that starts say that the other is missing."""
    folder = tempfile.mkdtemp(prefix="uriproof-hostile-")
    adapters = os.path.join(folder, "harness", "adapters", "any")
    os.makedirs(adapters)
    os.symlink(os.path.join(ROOT, "vectors"), os.path.join(folder, "vectors"))
    with open(os.path.join(ROOT, "harness", "adapters", "reference", "reference.json"),
              encoding="utf-8") as file:
        manifest = json.load(file)
    for name, command in (("reference", manifest["command"]), ("absent", ["false"])):
        with open(os.path.join(adapters, name + ".json"), "w", encoding="utf-8") as file:
            json.dump({**manifest, "name": name, "command": command}, file)
    for names in (["reference", "absent"], ["absent", "reference"]):
        done = subprocess.run([PROGRAM, "test", "--dialect", "rfc1630", "--level", "complete",
                               "--select", SELECT, *names], capture_output=True,
                              env={**os.environ, "URIPROOF_DATA": folder}, encoding="utf-8")
        tap.ok(done.returncode == 3 and done.stdout.endswith("\nBail out! ended early\n"),
               "%s: the other does not start" % names[0], done)
    shutil.rmtree(folder)


OTHERS = {
    "allocates_after_hello": check_all_allocate,
    "leaks_little_by_little": check_leak,
    "answers_not_all": check_retries,
    "crashes_on_each_tenth": check_each_tenth,
    "answers_out_of_order": check_out_of_order,
    "answers_at_random": check_by_the_request_before,
    "answers_by_the_request_before": check_by_the_request_before,
    "crashes_on_one_kind": check_one_kind,
    "garbage_behind_every_answer": check_garbage,
    "closes_its_input_and_answers": check_bad_after_answer,
    "seven_mib_of_words": check_large_answers,
    "eight_mib_of_detail": check_large_answers,
    "greets_with_escapes": check_escapes,
    "crashes_on_every_case": check_all_crash,
    "never_starts_again": check_no_restart,
    "prints_once_before_it_answers": check_printed_once,
    "prints_once_behind_its_answer": check_printed_behind,
    "answers_what_comes_next": check_answers_ahead,
    "has_a_small_pipe": check_small_pipe,
    "prints_once_and_has_a_fatal_case": check_printed_once_and_fatal,
    "aborts_at_the_end": check_aborts_at_the_end,
    "aborts_at_the_end_and_of_a_case": check_aborts_twice,
    "exits_with_status_1_at_the_end": check_status_at_the_end,
    "prints_at_the_end": check_printed_at_the_end,
    "slow_and_tells": check_paused,
    "knows_no_operation": check_no_operation,
    "greets_otherwise_when_it_starts_again": check_other_hello,
    "tells_and_hangs": check_interrupts,
    "tells_and_says_no_hello": check_early_interrupt,
}


def check_names(tap):
    tested = {row[0] for row in ONE_CASE + NO_START + ANYWHERE} | set(OTHERS) | {"honest"}
    there = {name[:-3] for name in os.listdir(os.path.join(HERE, "hostile"))
             if name.endswith(".py")}
    tap.ok(tested == there, "each hostile adapter is tested", tested ^ there)


def all_checks(chosen):
    """Each check with its arguments."""
    checks = [(check_one_case, *row) for row in ONE_CASE]
    checks += [(check_no_start, *row) for row in NO_START]
    checks += [(check_anywhere, *row) for row in ANYWHERE]
    checks += [(check, name) for name, check in OTHERS.items()]
    if chosen:
        return [check for check in checks if check[1] in chosen]
    return [*checks, (check_one_of_two,), (check_names,), (check_busy,)]


def points_of(check, arguments):
    points = Points()
    check(points, *arguments)
    return points.points


def main():
    # Under nohup the program would be right to stay.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    tap = Tap()
    with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        running = [pool.submit(points_of, check, arguments)
                   for check, *arguments in all_checks(sys.argv[1:])]
        for one in running:
            for point in one.result():
                tap.ok(*point)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
