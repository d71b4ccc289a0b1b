#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What scripts/fuzzbench makes of its runs (TAP 13): a run that fails, a library that is not there,
seeds that show a fault, a signal, its tables and its report. Its targets here are a script."""

import concurrent.futures
import contextlib
import importlib.machinery
import importlib.util
import io
import os
import pathlib
import select
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "vectors" / "tests"))

from tap import Tap  # noqa: E402

SCRIPT = str(ROOT / "scripts" / "fuzzbench")
PROGRAMS = ("uriproof-fuzz-yardstick", "uriproof-fuzz-yardstick-plain")
SECONDS = 60  # until a process that was ended has to be gone

# Does as the target does: lists faults, tries files, or runs. "at-sign" is shown by any text that
# has one; it takes longer without the mutator. Classes are those of a run without a fault.
TARGET = r"""#!/bin/sh
if [ "$1" = --uriproof-faults ]; then
    exec cat "${0%/*}/faults"
fi
case $URIPROOF_FUZZ_FAULT in
at-sign)
    for file; do
        [ ! -f "$file" ] || echo "Running: $file" >&2
        ! grep -q @ -r "$file" 2>/dev/null || { echo found 1 1 && exit 42; }
    done
    case "$*" in
    *-seed=*) ;;
    *) exit 0 ;;
    esac
    case $0 in
    *-plain) echo found 500 2000 ;;
    *) echo found 50 500 ;;
    esac
    exit 42
    ;;
breaks)
    case "$*" in
    *-seed=101*) echo "a message of a sanitizer" >&2 && exit 77 ;;
    esac
    ;;
endless)
    case "$*" in
    *-seed=*)
        exec 3>"$FUZZBENCH_TEST_FIFO"
        # A shell that gets a signal as it starts a program does not pass it on either.
        (trap '' TERM && echo begun >&3 && exec sleep 1000)
        ;;
    esac
    ;;
'')
    case "$FUZZBENCH_TEST_FAILS:$0:$*" in
    all:*-plain:* | one:*-plain:*-seed=201*) exit 77 ;;
    unreadable:*-plain:*-seed=201*) mkdir "$URIPROOF_FUZZ_FOUND/classes.tsv" && exit 0 ;;
    esac
    echo 'stat::number_of_executed_units: 120000' >&2
    case "$FUZZBENCH_TEST_FAILS" in
    late) last=60400 ;;
    *) last=4000 ;;
    esac
    printf '1\t1000\ta\n2\t%s\tb\n' "$last" >"$URIPROOF_FUZZ_FOUND/classes.tsv"
    case $0 in
    *-plain) ;;
    *) printf '1\t500\ta\n2\t2000\tb\n3\t9000\tc\n' >"$URIPROOF_FUZZ_FOUND/classes.tsv" ;;
    esac
    ;;
esac
"""


FAULTS = ("at-sign\t-\tknown\nbreaks\t-\tknown\nabsent\tlibabsent\tknown\n"
          "never\t-\theld out\nendless\t-\tknown\n")


def make_targets(folder):
    seeds = folder / "seeds" / "differential"
    seeds.mkdir(parents=True)
    for name, text in ("a", "x:a"), ("b", "x://@h"), ("c", "x:c"), ("d", "@"):
        (seeds / name).write_text(text)
    (folder / "faults").write_text(FAULTS)
    for name in PROGRAMS:
        make_program(folder / name, TARGET)


def make_program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def fuzzbench(targets, *words):
    return subprocess.run([SCRIPT, "--targets", targets, "--repetitions", "2", *words],
                          capture_output=True, text=True, check=False)


def row(done, fault):
    return [line.split(" | ") for line in done.stdout.splitlines() if line.startswith(fault)]


def load():
    loader = importlib.machinery.SourceFileLoader("fuzzbench", SCRIPT)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("fuzzbench", loader))
    loader.exec_module(module)
    return module


def class_rows(module, targets, folder, fails=""):
    tally = module.Tally()
    os.environ["FUZZBENCH_TEST_FAILS"] = fails
    with concurrent.futures.ThreadPoolExecutor(2) as pool, \
            contextlib.redirect_stdout(sys.stderr):
        return module.class_rows(module.Bench(targets, folder), pool, tally, 2)


def whole(module, targets):
    """Does all, and writes the report. Returns the exit status, what is printed, and the report."""
    sys.argv = [SCRIPT, "--targets", targets, "--repetitions", "2"]
    pathlib.Path(module.REPORT).write_text("of before\n")
    with contextlib.redirect_stdout(io.StringIO()) as printed, \
            contextlib.redirect_stderr(io.StringIO()):
        status = module.main()
    return status, printed.getvalue(), pathlib.Path(module.REPORT).read_text()


def is_even(page):
    """Has each row of the tables as many cells as the heading?"""
    widths = [line.count(" | ") for line in page.splitlines() if line.startswith("| ")]
    return widths == [6] * (widths.index(4)) + [4] * 6


def check_report(tap, module, folder):
    """Here are a release build, parsers and a report of its own, and a cmake that does nothing."""
    root = pathlib.Path(folder) / "root"
    targets = root / "fuzz"
    make_targets(targets)
    (targets / "faults").write_text("at-sign\t-\tknown\nabsent\tlibabsent\tknown\n")
    (root / "parsers.txt").write_text("neon\t1\tsource\nsoup\t2\tpackaged\n")
    (root / "urls.txt").write_text("x:a\n")
    bench = root / "build" / "release" / "fuzz" / "uriproof-fuzz-bench"
    make_program(bench, '#!/bin/sh\necho "ratio of $1"\n')
    make_program(root / "bin" / "cmake", "#!/bin/sh\n")
    os.environ["PATH"] = f"{root / 'bin'}:{os.environ['PATH']}"
    os.environ["FUZZBENCH_TEST_FAILS"] = ""
    module.ROOT, module.URLS = str(root), str(root / "urls.txt")
    module.REPORT = str(root / "report.md")

    status, printed, page = whole(module, str(targets))
    tap.ok(status == 0 and "by chance:\nsoup.\n" in page and is_even(page) and
           "| at-sign | 2.00 s, 500, 2/2 |" in page and "| all | 3 (3 to 3) | 2.0 s |" in page,
           "the report has both tables, a cell for each heading", [status, page])
    tap.ok(f": ratio of {root / 'urls.txt'}\n" in page and
           f": ratio of {targets / 'seeds' / 'differential'}\n" in page,
           "it has the ratios, of the seeds of its targets too", page)
    make_program(bench, "#!/bin/sh\necho broken >&2\nexit 3\n")
    (root / "parsers.txt").unlink()
    status, printed, page = whole(module, str(targets))
    tap.ok(status == 0 and page.count("not measured: ") == 3 and
           page.count("exit 3 broken\n") == 2 and "| all | 3 (3 to 3) | 2.0 s |" in page,
           "what cannot be measured is named in it, and the runs are kept", [status, page])
    make_program(root / "bin" / "cmake", "#!/bin/sh\nexit 4\n")
    status, printed, page = whole(module, str(targets))
    tap.ok(status == 0 and "exit 4\n" in page, "so is what cannot be built", [status, page])
    (targets / "faults").write_text(FAULTS.replace("endless\t-\tknown\n", ""))
    status, printed, page = whole(module, str(targets))
    tap.ok(status == 1 and page == "of before\n" and "1 failed | - | " in printed and
           is_even(printed[printed.index("# What"):]),
           "after a failure it is printed, and that of before stays", [status, printed, page])


def said(end):
    """Waits for words from the other end. Returns them: none if that is closed, None if it says
    nothing."""
    return os.read(end, 100) if select.select([end], [], [], SECONDS)[0] else None


def interrupt(targets, folder, number):
    """Sends a signal while a run is going on. Returns the status, what was said, and whether all
    that the run had started is gone: it is what holds the other end of the fifo."""
    fifo = os.path.join(folder, f"fifo-{number}")
    os.mkfifo(fifo)
    end = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    environment = dict(os.environ, FUZZBENCH_TEST_FIFO=fifo)
    with subprocess.Popen([SCRIPT, "--targets", targets, "--repetitions", "1", "at-sign",
                           "endless"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True, env=environment) as process:
        begun = said(end)
        process.send_signal(number)
        errors = process.communicate()[1]
    gone = said(end) == b""
    os.close(end)
    return begun, process.returncode, errors, gone


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        targets = pathlib.Path(folder) / "targets"
        make_targets(targets)
        targets = str(targets)
        done = fuzzbench(targets, "at-sign", "breaks", "absent", "never")
        found = row(done, "at-sign")
        tap.ok(found == [["at-sign", *["2.00 s, 500, 2/2"] * 3, "0.50 s, 50, 2/2", "4.0", "2"]],
               "a row has the medians, the ratio, and how many seeds were left out", [done])
        tap.ok(done.returncode == 1 and "breaks, all, -seed=101: exit 77" in done.stderr and
               "a message of a sanitizer" in done.stderr, "a run that fails is named", [done])
        tap.ok(row(done, "breaks")[0][1:6] == ["60.00 s, -, 0/2, 1 failed"] * 4 + ["-"],
               "it is counted in its row, which has no ratio", [done])
        tap.ok(row(done, "never")[0][:6] == ["never (held out)"] + ["60.00 s, -, 0/2"] * 4 +
               ["-"], "what comes after it is done", [done])
        tap.ok(row(done, "absent")[0][1] == "the library of libabsent is not there",
               "a library that is not there is named", [done])
        done = fuzzbench(targets, "absent", "at-sign")
        tap.ok(done.returncode == 0, "and is no failure", [done])
        done = fuzzbench(targets, "--short", "absent", "at-sign", "never")
        tap.ok(done.returncode == 1 and "# SKIP the library of libabsent" in done.stdout and
               "ok 1 - at-sign" in done.stdout and "not ok 3 - never" in done.stdout,
               "--short skips it, and fails if a fault is not found", [done])
        done = fuzzbench(targets, "other")
        tap.ok(done.returncode == 2 and "no such fault: other" in done.stderr,
               "a fault that is unknown is wrong usage", [done])
        for number in signal.SIGINT, signal.SIGTERM:
            begun, status, errors, gone = interrupt(targets, folder, number)
            tap.ok(begun == b"begun\n" and status == 130 and gone and
                   "interrupted after 4 runs" in errors, f"{number.name} ends it and its processes",
                   [status, errors, gone])
        module = load()
        ratios = [module.ratio(*times) for times in ((60, 2), (60, 60), (3, 60), (3, 2))]
        tap.ok(ratios == [">= 30.0", "-", "<= 0.1", "1.5"],
               "a time that was not reached is a bound", ratios)
        rows = class_rows(module, targets, folder)
        tap.ok(rows == [[way, "2 (2 to 2)", "4.0 s", "15.0", "2,000"] for way in module.WAYS[:3]] +
               [["all", "3 (3 to 3)", "2.0 s", "30.0", "2,000"]],
               "each way has its classes, and when it has seen as many as plain", rows)
        rows = class_rows(module, targets, folder, "late")
        tap.ok([row[2:4] for row in rows] == [["60.4 s", "1.0"]] * 3 + [["2.0 s", "30.0"]],
               "a class that is seen as the run ends is reached", rows)
        rows = class_rows(module, targets, folder, "all")
        tap.ok(rows == [[way, "2 failed", "-", "-", "-"] for way in module.WAYS[:3]] +
               [["all", "3 (3 to 3)", "-", "-", "2,000"]],
               "a way that succeeds has its classes if plain fails", rows)
        for fails in "one", "unreadable":
            rows = class_rows(module, targets, folder, fails)
            tap.ok(rows == [[way, "2 (2 to 2), 1 failed", "4.0 s", "15.0", "2,000"]
                            for way in module.WAYS[:3]] +
                   [["all", "3 (3 to 3)", "2.0 s", "30.0", "2,000"]],
                   f"runs that succeed are counted, and those that fail: {fails}", rows)
        check_report(tap, module, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
