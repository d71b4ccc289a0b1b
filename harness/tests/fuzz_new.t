#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `uriproof fuzz new` writes is built and run by the commands that it prints, word for word
(TAP 13): by uriproof in the build folder, and by an installed one.

URIPROOF_BIN is the folder of uriproof; default build/release. Needs clang-14.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
FILES = {"c": "it.c", "c++": "it.cpp"}
ENDS_WITHIN = 240  # seconds; a compiler on a busy machine
MOST_LINES = 25
MOST_COLUMNS = 100
TEXTS = 20000

# A user's parser, in place of the one that the template has: it is right. The last lines are a
# fault: the host begins after the last at-sign of the whole text.
RIGHT = """
    static const uriproof_readings defaults = {{0}};
    static uriproof_scratch own;
    uriproof_ask(&uriproof_rfc3986, &defaults, request, &own, answer);
"""
FAULT = """
    uriproof_span whole = request->field[0], *host = &answer->parts.components.host;
    for (const char *at = host->octets; at != NULL && at < whole.octets + whole.length; at++)
        if (*at == '@')
            *host = uriproof_span{at + 1, 0};
"""

# A parser that reads what follows an escape, which it takes to be whole. `%d` is how far.
OVERREAD = """
    static uriproof_scratch memory;
    const char *text = uriproof_adapter_asked(&memory, request->field[0], answer);
    for (const char *at = text; at != NULL && *at != 0; at++)
        if (*at == '%%' && at[%d] == '~')
            answer->status = ANSWER_REJECTED;
"""


def run(folder, *words, data=None):
    return subprocess.run(words, cwd=folder, capture_output=True, input=data, timeout=ENDS_WITHIN)


def shell(folder, command, program=PROGRAM):
    """The program is in PATH, if its name needs quotes: then it calls itself `uriproof`."""
    path = os.path.dirname(program) + ":" + os.environ["PATH"]
    return subprocess.run(command, cwd=folder, shell=True, capture_output=True, text=True,
                          env={**os.environ, "PATH": path}, timeout=ENDS_WITHIN)


def told(text, mark):
    return re.search("^  %s: +(.*)$" % mark, text, re.MULTILINE).group(1)


def classes(done):
    return re.findall(r"^new class: (\S+) \((.*)\): (.+)$", done.stderr, re.MULTILINE)


def alone(folder, printed):
    """Runs the engine by the command that was printed."""
    return shell(folder, told(printed, "alone") + " -seed=1 -runs=%d" % TEXTS)


def check_template(tap, name, folder, printed, program):
    """As it is written."""
    with open(os.path.join(folder, FILES[name]), encoding="ascii") as file:
        lines = file.read().splitlines()
    tap.ok(len(lines) <= MOST_LINES and max(map(len, [line for line in lines if "Build" not in line]
                                                )) <= MOST_COLUMNS,
           "%s: at most %d lines of %d columns" % (name, MOST_LINES, MOST_COLUMNS), lines)
    done = shell(folder, told(printed, "build"))
    tap.ok(done.returncode == 0 and not done.stderr, name + ": builds without a word", done.stderr)
    done = run(folder, "./it", "--uriproof-parsers")
    tap.ok((done.returncode, done.stdout) == (0, b"it\n"), name + ": names its parser", done)
    done = run(folder, program, "adapter", "check", "--", "./it", "--uriproof-serve=it")
    tap.ok(done.returncode == 0 and done.stdout.endswith(b" 0 failures\n"),
           name + ": serves its parser as an adapter", done)
    done = alone(folder, printed)
    seeds = re.search(r"INFO:\s+(\d+) files found in .*seeds/differential", done.stderr)
    tap.ok(done.returncode == 0 and "Done %d runs" % TEXTS in done.stderr and classes(done),
           name + ": runs, and tells classes", done.stderr[-2000:])
    tap.ok(re.search(r" MS: \d+ .*Custom", done.stderr), name + ": the mutator is in it")
    tap.ok(seeds and int(seeds.group(1)) > 100 and
           re.search(r"Dictionary: [1-9]\d* entries", done.stderr),
           name + ": the seeds and the dictionary are there", done.stderr[:2000])


def fill_in(folder, name, body):
    """Edits the file as its user does."""
    path = os.path.join(folder, FILES[name])
    with open(path, encoding="ascii") as file:
        text = file.read()
    if name == "c":
        body = body.replace("uriproof_span{", "(uriproof_span){")
    text = "#include <uriproof/rfc3986.h>\n" + re.sub(
        r"\nstatic void parse\((.*?)\)\n\{.*?\n\}\n",
        lambda found: "\nstatic void parse(%s)\n{%s}\n" % (found.group(1), body), text,
        flags=re.DOTALL)
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def check_parser(tap, name, folder, printed, program):
    """With a parser of the user's: one that is right, and one that is not."""
    fill_in(folder, name, RIGHT)
    built, done = shell(folder, told(printed, "build")), alone(folder, printed)
    tap.ok(built.returncode == 0 and done.returncode == 0 and not classes(done),
           name + ": a parser that is right has no class", (built.stderr, classes(done)))
    fill_in(folder, name, RIGHT + FAULT)
    built, done = shell(folder, told(printed, "build")), alone(folder, printed)
    tap.ok(built.returncode == 0 and done.returncode == 0 and
           [text for name, parsers, text in classes(done) if name.startswith("1/parse/host/") and
            parsers == "reference, it" and "@" in text],
           name + ": the wrong at-sign is a new class", (built.stderr, done.stderr[-2000:]))
    done = shell(folder, told(printed, "run") + " --texts 2000", program)
    tap.ok(done.returncode == 1 and re.search(r" 1/parse/host/\S+\n", done.stdout),
           name + ": a campaign confirms it", (done.stdout[-2000:], done.stderr[-2000:]))


def check_overread(tap, name, folder, printed):
    """The library has no sanitizer, and the target has one."""
    with open(os.path.join(folder, "short"), "wb") as file:
        file.write(b"http://a/%4")
    with open(os.path.join(folder, "end"), "wb") as file:
        file.write(b"http://a/" + b"long/" * 60 + b"%")  # longer than what was asked before
    with open(os.path.join(folder, "inside"), "wb") as file:
        file.write(b"http://a/%41")
    for far, text in ((2, "end"), (3, "short")):
        fill_in(folder, name, OVERREAD % far)
        built = shell(folder, told(printed, "build"))
        done = [shell(folder, "./it inside " + one) for one in (text, "")]
        tap.ok(built.returncode == 0 and done[1].returncode == 0 and done[0].returncode != 0 and
               "AddressSanitizer: heap-buffer-overflow" in done[0].stderr,
               "%s: a read beyond the NUL of a text is seen: %d after the %% of %s" % (
                   name, far, text), (built.stderr, [one.stderr[-2000:] for one in done]))


def check_from(tap, where, program):
    """From the build folder, or where it is installed."""
    for language in FILES:
        with tempfile.TemporaryDirectory(prefix="uriproof-fuzz-new-") as folder:
            done = run(folder, program, "fuzz", "new", language, "it")
            tap.ok(done.returncode == 0 and os.listdir(folder) == [FILES[language]],
                   "%s, %s: new writes it" % (language, where), done)
            printed = done.stdout.decode("utf-8")
            check_template(tap, language, folder, printed, program)
            check_parser(tap, language, folder, printed, program)
            check_overread(tap, language, folder, printed)


def check_files(tap, folder):
    """An old file is never lost."""
    path = os.path.join(folder, "it.c")
    with open(path, "w", encoding="ascii") as file:
        file.write("old\n")

    def old():
        with open(path, encoding="utf-8") as file:
            return file.read() == "old\n"

    new = [PROGRAM, "fuzz", "new", "c", "it"]
    done = run(folder, *new)
    tap.ok(done.returncode == 4 and b"it.c is there already" in done.stderr and old() and
           not done.stdout, "a file that is there stays", done)
    done = run(folder, *new, "--output", "-")
    tap.ok(done.returncode == 0 and done.stdout.startswith(b"// it: a fuzz target") and
           b"  build:  clang-14 " in done.stderr and old(), "--output - writes to standard output",
           done)
    done = run(folder, *new, "--output", "it's $HOME.c")
    words = shlex.split(told(done.stdout.decode("utf-8"), "build"))
    tap.ok(done.returncode == 0 and "it's $HOME.c" in words, "the name of a file is quoted", done)
    done = run(folder, *new, "--force")
    tap.ok(done.returncode == 0 and not old(), "--force writes over it", done)


def check_missing(tap, folder):
    """A program without its library says so, and writes nothing."""
    os.mkdir(os.path.join(folder, "bin"))
    program = shutil.copy(PROGRAM, os.path.join(folder, "bin"))
    done = run(folder, program, "fuzz", "new", "c", "it")
    tap.ok(done.returncode == 4 and b"bin/fuzz/liburiproof-fuzz.a is missing: build it (cmake " in
           done.stderr and b"include" not in done.stderr and
           not os.path.exists(os.path.join(folder, "it.c")), "without the library", done)


def main():
    tap = Tap()
    for check in check_files, check_missing:
        with tempfile.TemporaryDirectory(prefix="uriproof-fuzz-new-") as folder:
            check(tap, folder)
    check_from(tap, "in the build folder", PROGRAM)
    with tempfile.TemporaryDirectory(prefix="uriproof-fuzz-new-") as folder:
        prefix = os.path.join(folder, "it's $HOME")  # which a shell would take apart
        done = run(folder, "cmake", "--install", BIN, "--prefix", prefix)
        tap.ok(done.returncode == 0, "it installs", done.stderr)
        check_from(tap, "installed", os.path.join(prefix, "bin", "uriproof"))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
