#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""uriproof fuzz with the real AFL++ and libFuzzer, on the target that `uriproof fuzz new` writes
(TAP 13): counts, how engines end, and what they say if they do not run.

URIPROOF_BIN is the folder of uriproof; default build/release. Needs clang-14 and AFL++.
"""
import json
import os
import re
import signal
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
ENDS_WITHIN = 240  # seconds; on a busy machine


def build(folder):
    """Builds ./it for libFuzzer and ./it.afl for AFL++, by the command that is printed."""
    printed = subprocess.run([PROGRAM, "fuzz", "new", "c", "it"], cwd=folder, check=True,
                             capture_output=True, text=True).stdout
    command = re.search("^  build: +(.*)$", printed, re.MULTILINE).group(1)
    for line in (command, command.replace("clang-14 ", "afl-clang-fast ", 1) + " -o it.afl"):
        subprocess.run(line, cwd=folder, shell=True, check=True, capture_output=True)


def start(folder, *words):
    return subprocess.Popen([PROGRAM, "fuzz", "--corpus", "c", *words], cwd=folder,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def run(folder, *words):
    running = start(folder, *words)
    output = running.communicate(timeout=ENDS_WITHIN)[0].decode()
    return running.returncode, output


def read(*names):
    try:
        with open(os.path.join(*names), encoding="utf-8", errors="replace") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def statistics(folder):
    """What AFL++ says of itself: {"fuzzer_pid": "7", ...}"""
    text = read(folder, "c", "afl", "afl-0", "fuzzer_stats")
    return dict(re.findall(r"^(\w+) +: (.*)$", text, re.MULTILINE))


def memory_of(process):
    """The shared memory that the process has made, and that is still there."""
    lines = read("/proc/sysvipc/shm").splitlines()[1:]
    return [line for line in lines if line.split()[4] == process]


def check_counts(tap, folder):
    for seconds in (2, 8, 32):
        status, output = run(folder, "--target", "./it", "--engine", "both", "--jobs", "2",
                             "--time", f"{seconds}s")
        runs = json.loads(read(folder, "c", "campaign.json"))["runs"]
        engines = {one["name"]: one for one in runs[-1]["engines"]}
        if all(one["executions"] > 0 for one in engines.values()):
            break
    tap.ok(status == 1 and set(engines) == {"libfuzzer", "afl"} and
           all(one["executions"] > 0 and one["edges"] > 0 for one in engines.values()) and
           re.match(r"\d+\.\d+", engines["afl"]["version"]), "both count", output)
    log = read(folder, "c", "logs", "libfuzzer-0.log")
    tap.ok("stat::number_of_executed_units" in log, "libFuzzer tells its statistics", log)
    process = statistics(folder).get("fuzzer_pid")
    tap.ok(process and not memory_of(process), "AFL++ leaves no shared memory",
           memory_of(process))


def check_interrupt(tap, folder):
    before = statistics(folder)["fuzzer_pid"]
    running = start(folder, "--target", "./it.afl", "--engine", "afl", "--jobs", "1", "--time",
                    "5m")
    until = time.monotonic() + ENDS_WITHIN
    while statistics(folder).get("fuzzer_pid") in (None, before) and time.monotonic() < until:
        time.sleep(0.05)
    process = statistics(folder)["fuzzer_pid"]
    had = memory_of(process)
    running.send_signal(signal.SIGINT)
    output = running.communicate(timeout=ENDS_WITHIN)[0].decode()
    tap.ok(had and running.returncode == 130 and not memory_of(process),
           "nor after Ctrl-C", (had, memory_of(process), output))


def check_hang(tap, folder):
    """A text of the corpus at which the target never ends."""
    with open(os.path.join(folder, "hangs.c"), "w", encoding="ascii") as file:
        file.write("#include <stddef.h>\n#include <string.h>\nstatic volatile int turns;\n"
                   "int LLVMFuzzerTestOneInput(const char *text, size_t n)\n"
                   "{ while (n == 4 && memcmp(text, \"hang\", 4) == 0) turns++; return 0; }\n")
    subprocess.run("afl-clang-fast -g -fsanitize=fuzzer -o hangs hangs.c".split(), cwd=folder,
                   check=True, capture_output=True)
    os.makedirs(os.path.join(folder, "c", "corpus"))
    for text in ("hang", "http://a"):
        with open(os.path.join(folder, "c", "corpus", text[:4]), "w", encoding="ascii") as file:
            file.write(text)
    for seconds in (5, 20, 60):
        status, output = run(folder, "--target", "./hangs", "--engine", "afl", "--jobs", "1",
                             "--time", f"{seconds}s")
        if status != 0:
            break
    tap.ok(status == 1 and "hang: did not end within 10 s, in 1 file" in output,
           "a text that hangs is told, and the others are tested", output)


def check_failures(tap, folder):
    """A program that no engine can use, and what an engine says of one."""
    with open(os.path.join(folder, "blind.c"), "w", encoding="ascii") as file:
        file.write("#include <stddef.h>\nint LLVMFuzzerTestOneInput(const char *text, size_t n)\n"
                   "{ (void)text; return n > 1000000; }\n")
    for command in ("clang-14 -c blind.c", "clang-14 -fsanitize=fuzzer -o blind blind.o"):
        subprocess.run(command.split(), cwd=folder, check=True)
    for engine, fault in (
            ("libfuzzer", "libfuzzer tested nothing with ./blind: "),
            ("libfuzzer", "instrumented for coverage? Exiting.; was it built with clang"),
            ("afl", "./blind is no fuzz target with AFL++; build it with afl-clang-fast")):
        status, output = run(folder, "--target", "./blind", "--engine", engine, "--jobs", "1",
                             "--time", "5m")
        tap.ok(status == 3 and fault in output, f"{engine}: a program without instrumentation",
               output)


def check_exchanged(tap, folder):
    """The program of the other engine."""
    for words, remedy in ((("--target", "./it", "--engine", "afl"), "give --target ./it.afl, "),
                          (("--target", "./it.afl"), "so add --engine afl")):
        status, output = run(folder, *words, "--time", "5m")
        tap.ok(status == 3 and remedy in output, " ".join(words), output)


def main():
    tap = Tap(lines=30, columns=400)
    with tempfile.TemporaryDirectory(prefix="uriproof-fuzz-afl-") as folder:
        build(folder)
        check_counts(tap, folder)
        check_interrupt(tap, folder)
        check_exchanged(tap, folder)
    for check in check_failures, check_hang:
        with tempfile.TemporaryDirectory(prefix="uriproof-fuzz-afl-") as folder:
            check(tap, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
