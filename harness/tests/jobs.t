#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Several processes at a time, the order of asking, and where a run ends early (TAP 13).

URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import array
import fcntl
import json
import os
import pty
import signal
import subprocess
import sys
import tempfile
import termios

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
for folder in ("vectors/tests", "scripts"):
    sys.path.insert(0, os.path.join(ROOT, folder))

import results_file  # noqa: E402
from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
WITHIN = 600  # seconds, for a run that takes a few

GOOD = ("agree", "acceptable", "incomplete", "undefined", "unvalidated", "slow", "unsupported")
PARTS = ["--dialect", "rfc3986", "--level", "complete"]  # of more cases than a process is asked
BOTH = [*PARTS, "reference", "python-urllib"]

# An adapter that answers "no" to all, and writes down what it was asked; where the text is that of
# the environment's HANG, it says so and waits.
REFUSER = r"""
import json, os, sys, time
log = open(os.environ["LOG"], "a")
ops = ["parse", "resolve", "normalize"]
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "hello":
        answer = {"protocol": 2, "name": "refuser", "version": "1", "language": "python",
                  "dialects": ["rfc1630"], "ops": ops}
    else:
        log.write("%d %s" % (os.getpid(), line))
        log.flush()
        if os.environ.get("HANG") == "1" and request["id"] == 200:
            os.write(int(os.environ["TELL"]), b"x")
            time.sleep(3600)
        answer = {"id": request["id"], "status": "rejected"}
    print(json.dumps(answer), flush=True)
"""


# An adapter that dies of whatever it is asked, and writes down that it was.
CRASHER = r"""
read -r hello
echo '{"protocol":2,"name":"crasher","version":"1","language":"sh","dialects":["rfc1630"],
"ops":["parse","resolve","normalize"]}' | tr -d '\n'
echo
read -r request || exit 0
echo died >>"$LOG"
exit 7
"""


def test(*arguments, **environment):
    return subprocess.run([PROGRAM, "test", *arguments], capture_output=True, timeout=WITHIN,
                          check=False, env={**os.environ, **environment})


def report_of(*arguments, **environment):
    """What is in the results file, as bytes; and the run."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "results.json")
        done = test("--report", "json=" + path, *arguments, **environment)
        with open(path, "rb") as file:
            return file.read(), done


def results(*arguments, **environment):
    """What is in the results file, as bytes and as an object; and the run."""
    octets, done = report_of(*arguments, **environment)
    return octets, results_file.read(octets), done


def the_number_of_jobs_is_not_seen(tap, one):
    """Nor the order: both are changed at once in a large run, the jobs alone in a small one."""
    more = ["--jobs", "4", "--shuffle", "281474976710655"]
    tap.ok(report_of(*more, *BOTH)[0] == one, "the same octets with " + " ".join(more))
    few = ["--dialect", "rfc1630", "--level", "clauses", "reference", "python-urllib"]
    tap_one = test("--jobs", "1", *few).stdout
    tap.ok(test("--jobs", "4", *few).stdout == tap_one, "and the same TAP")


def asked(log):
    """The cases of each process, in the order in which it was asked."""
    processes = {}
    with open(log, encoding="ascii") as file:
        for line in file:
            pid, _, request = line.partition(" ")
            request = json.loads(request)
            del request["id"]
            processes.setdefault(pid, []).append(json.dumps(request))
    return list(processes.values())


def the_order_is_that_of_the_seed(tap, folder):
    orders = {}
    for name, seed in (("none", []), ("7", ["--shuffle", "7"]), ("7 again", ["--shuffle", "7"]),
                       ("8", ["--shuffle", "8"])):
        log = os.path.join(folder, "log " + name)
        done = test("--dialect", "rfc1630", "--level", "clauses", *seed, "--", sys.executable, "-c",
                    REFUSER, LOG=log)
        orders[name] = asked(log)
        tap.ok(done.returncode == 1, "order %s: it ran" % name, done.stderr.decode())
    tap.ok(orders["7"] == orders["7 again"], "one seed, one order")
    tap.ok(orders["7"] != orders["8"] != orders["none"], "another seed, another order")
    tap.ok(set(orders["7"][0]) == set(orders["none"][0]), "and the same cases")


def large_runs_have_parts(tap, folder):
    """However many run at a time. A failure is asked again by a process that is asked few."""
    log = os.path.join(folder, "parts")
    test("--jobs", "3", *PARTS, "--", sys.executable, "-c", REFUSER, LOG=log)
    counts = [len(one) for one in asked(log)]
    tap.ok(len([count for count in counts if count > 10000]) == 2, "there are two", counts)


def it_fails_fast(tap, whole):
    first = next(i for i, one in enumerate(whole["adapters"][1]["results"])
                 if one["outcome"] not in GOOD)
    kept = None
    for jobs in ("1", "4"):
        octets, some, done = results("--fail-fast", "--jobs", jobs, *BOTH)
        outcomes = [one["outcome"] for one in some["adapters"][1]["results"]]
        wanted = [one["outcome"] for one in whole["adapters"][1]["results"]][:first + 1]
        tap.ok(outcomes[:first + 1] == wanted, "fail-fast, %s jobs: as far as the first" % jobs)
        tap.ok(set(outcomes[first + 1:]) == {"not-run"}, "nothing behind it counts")
        tap.ok(some["partial"] is True and done.returncode == 1, "it is partial, and fails")
        tap.ok({one["outcome"] for one in some["adapters"][0]["results"]} == {"agree"},
               "the adapter before it is whole")
        kept = kept or octets
        tap.ok(kept == octets, "the same octets with %s jobs" % jobs)
    _, some, done = results("--fail-fast", "--jobs", "2", *PARTS, "reference")
    tap.ok(done.returncode == 0 and not some.get("partial"), "nothing fails, all is run")


def it_is_given_up_once(tap, folder):
    """Not in each batch: the batches after the one that gives up are not run."""
    kept = None
    for jobs in ("1", "3"):
        log = os.path.join(folder, "deaths " + jobs)
        octets, found, done = results(*PARTS, "--jobs", jobs, "--", "sh", "-c", CRASHER, LOG=log)
        outcomes = [one["outcome"] for one in found["adapters"][0]["results"]]
        with open(log, encoding="ascii") as file:
            deaths = len(file.readlines())
        tap.ok(len(outcomes) > 65536 and outcomes.count("crash") == 64
               and set(outcomes) <= {"crash", "not-run", "unsupported"},
               "given up after 64, %s jobs" % jobs, outcomes.count("crash"))
        tap.ok(set(outcomes[len(outcomes) // 2:]) == {"not-run"}, "nothing behind counts")
        tap.ok(deaths <= 70 * int(jobs), "nor is it asked much more often", deaths)
        tap.ok(done.stderr.count(b": crash: ended with status 7") == 1
               and done.stderr.count(b"given up: 64 cases in a row") == 1
               and done.returncode == 1 and found["partial"] is True,
               "that is said, and the first, once", done.stderr.decode())
        kept = kept or octets
        tap.ok(kept == octets, "the same octets with %s jobs" % jobs)


def known_failures_do_not_stop_it(tap, folder):
    """--fail-fast with a baseline: what that lists is no failure."""
    for name, command in (("python-urllib", ["python-urllib"]),
                          ("refuser", ["--", sys.executable, "-c", REFUSER])):
        path = os.path.join(folder, name + ".baseline")
        options = ["--dialect", "rfc1630", "--level", "clauses", "--baseline", path]
        log = {"LOG": os.devnull}
        test(*options, "--update-baseline", *command, **log)
        with open(path, encoding="ascii") as file:
            listed = json.load(file)
        failures = listed["adapters"][name]["results"]
        bad = {case for case, words in failures.items()
               if words.split()[0] in ("differ", "lenient", "strict", "crash")}
        for jobs in ("1", "4"):
            _, found, done = results(*options, "--fail-fast", "--jobs", jobs, *command, **log)
            tap.ok(done.returncode == 0 and not found["partial"] and len(failures) > 2,
                   "%s: the known failures stop nothing, %s jobs" % (name, jobs),
                   done.stderr.decode())
        taken = [case["id"] for case in found["cases"] if case["id"] in bad][1]
        for about, outcome in (("that is not listed", None), ("with another outcome", "timeout")):
            failures.pop(taken)
            if outcome:
                failures[taken] = outcome
            with open(path, "w", encoding="ascii") as file:
                json.dump(listed, file)
            _, found, done = results(*options, "--fail-fast", *command, **log)
            ran = [one["case"] for one in found["adapters"][0]["results"]
                   if one["outcome"] != "not-run"]
            tap.ok(done.returncode == 1 and found["partial"] and ran[-1] == taken,
                   "%s: the first failure %s does" % (name, about), ran[-1])
            failures[taken] = "timeout"


def all_dialects(tap):
    _, found, done = results("--dialect", "all", "--level", "clauses", "--jobs", "2", "reference",
                             "python-urllib")
    ids = [case["id"] for case in found["cases"]]
    dialects = list(dict.fromkeys(name.partition("/")[0] for name in ids))
    tap.ok(dialects == [dialect["name"] for dialect in found["dialects"]], "all, in their order",
           dialects)
    tap.ok(len(set(ids)) == len(ids), "ids are there once")
    alone = []
    for dialect in dialects:
        _, one, _ = results("--dialect", dialect, "--level", "clauses", "reference",
                            "python-urllib")
        alone += [entry["outcome"] for entry in one["adapters"][1]["results"]]
    together = [entry["outcome"] for entry in found["adapters"][1]["results"]]
    tap.ok(together == alone, "each as in a run of its own")
    tap.ok(found["dialect"] == "all" and done.returncode == 1, "it is said")
    clauses = {clause["id"] for clause in found["clauses"]}
    tap.ok(all(set(case["obeys"] + case["breaks"]) <= clauses for case in found["cases"]),
           "the clauses are theirs")
    good = test("--dialect", "all", "--level", "examples", "reference")
    tap.ok(good.returncode == 0, "the reference agrees with all", good.stderr.decode())


def what_does_not_go_together(tap):
    for about, arguments in (
            ("a reading and all dialects", ["--dialect", "all", "--reading", "x=y", "reference"]),
            ("a baseline and all dialects", ["--dialect", "all", "--baseline", "b", "reference"]),
            ("an update of a run that stops early",
             ["--fail-fast", "--baseline", "b", "--update-baseline", "reference"]),
            ("no jobs", ["--jobs", "0", "reference"]), ("257 jobs", ["--jobs", "257", "reference"]),
            ("a seed of words", ["--shuffle", "x", "reference"]),
            ("a seed that is too large", ["--shuffle", "281474976710656", "reference"]),
            ("a pattern that no dialect has", ["--dialect", "all", "--select", "no-such",
                                               "reference"])):
        done = test(*arguments)
        tap.ok(done.returncode == 2 and done.stdout == b"" and done.stderr.count(b"\n") <= 3,
               "usage: " + about, done.stderr.decode())
    one = test("--dialect", "all", "--select", "rfc3986.dots.*", "reference")
    tap.ok(one.returncode == 0, "a pattern that one dialect has", one.stderr.decode())


def on_a_terminal(*arguments):
    """What is written to standard error, which is a terminal."""
    ours, its = pty.openpty()
    with subprocess.Popen([PROGRAM, "test", *arguments], stdout=subprocess.DEVNULL,
                          stderr=its) as process:
        os.close(its)
        said = b""
        try:
            while chunk := os.read(ours, 65536):
                said += chunk
        except OSError:  # all have closed it
            pass
        process.wait(WITHIN)
    os.close(ours)
    return said


def progress_is_for_terminals(tap):
    said = on_a_terminal("--dialect", "rfc1630", "--level", "clauses", "--jobs", "2", "reference",
                         "python-urllib")
    lines = said.split(b"\r")
    tap.ok(any(b" cases, " in line and b" a second, " in line and b" not as expected" in line
               for line in lines), "a line of progress on a terminal", said)
    last = [line for line in lines if b" cases, " in line and b"a second" in line][-1]
    tap.ok(b"2 of 2 adapters" in last, "it says at last that all are done", last)
    tap.ok(b"a second" not in test("--level", "clauses", "reference").stderr, "none in a pipe")


def interrupted(tap, folder):
    """Ctrl-C while two processes hang: both are ended, and what there is is reported."""
    interrupted_with(tap, folder)
    interrupted_with(tap, folder, "--baseline", os.path.join(folder, "none"), "--update-baseline")
    tap.ok(not os.path.exists(os.path.join(folder, "none")), "no baseline is made of a part")


def interrupted_with(tap, folder, *options):
    ours, its = os.pipe()
    log, report = os.path.join(folder, "hangs"), os.path.join(folder, "report.json")
    command = [PROGRAM, "test", *PARTS, "--jobs", "2", "--timeout", "10m", *options, "--report",
               "json=" + report, "--", sys.executable, "-c", REFUSER]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          pass_fds=[its],
                          env={**os.environ, "LOG": log, "HANG": "1", "TELL": str(its)}) as process:
        os.close(its)
        reached = os.read(ours, 1) + os.read(ours, 1)
        process.send_signal(signal.SIGINT)
        status = process.wait(WITHIN)
    rest = os.read(ours, 1)  # ends when the last process that could write has ended
    os.close(ours)
    found = results_file.read_file(report)
    outcomes = [one["outcome"] for one in found["adapters"][0]["results"]]
    tap.ok(reached == b"xx" and status == 130, "Ctrl-C: exit status 130", status)
    tap.ok(rest == b"", "both processes are ended")
    tap.ok(found["partial"] is True and "not-run" in outcomes and outcomes[0] != "not-run",
           "the report is there, and says that it is partial")


def interrupted_while_it_reports(tap):
    """Ctrl-C while the reader of the report is slow: the report is still written."""
    ours, its = os.pipe()
    fcntl.fcntl(its, fcntl.F_SETPIPE_SZ, 4096)
    size = fcntl.fcntl(its, fcntl.F_GETPIPE_SZ)
    with subprocess.Popen([PROGRAM, "test", "--level", "clauses", "--report", "json", "reference"],
                          stdout=its, stderr=subprocess.PIPE) as process:
        os.close(its)
        while not (in_pipe(ours) == size and is_asleep(process.pid)):
            pass
        process.send_signal(signal.SIGINT)
        with open(ours, "rb") as file:
            report = file.read()
        said = process.stderr.read()
        status = process.wait(WITHIN)
    tap.ok(status == 130 and b"cannot write" not in said, "Ctrl-C in a report: exit status 130",
           said.decode())
    tap.ok(report.endswith(b"]}\n") and json.loads(report)["adapters"], "it is written")


def in_pipe(descriptor):
    count = array.array("i", [0])
    fcntl.ioctl(descriptor, termios.FIONREAD, count)
    return count[0]


def is_asleep(pid):
    with open("/proc/%d/stat" % pid, encoding="ascii") as file:
        return file.read().rpartition(")")[2].split()[0] == "S"


def main():
    tap = Tap(lines=30)
    with tempfile.TemporaryDirectory() as folder:
        octets, whole, _ = results(*BOTH)
        the_number_of_jobs_is_not_seen(tap, octets)
        the_order_is_that_of_the_seed(tap, folder)
        large_runs_have_parts(tap, folder)
        it_fails_fast(tap, whole)
        it_is_given_up_once(tap, folder)
        known_failures_do_not_stop_it(tap, folder)
        all_dialects(tap)
        what_does_not_go_together(tap)
        progress_is_for_terminals(tap)
        interrupted(tap, folder)
        interrupted_while_it_reports(tap)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
