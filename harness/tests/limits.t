#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the system does not give is told as what it is: output, open files, processes, the size of
files, and a wrong date (TAP 13).

URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors/tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
ONE = ["--dialect", "rfc3986", "--select", "scheme-holds-plus"]
PAIR = ["--adapter", f"a={PROGRAM} serve --dialect rfc3986",
        "--adapter", f"b={PROGRAM} serve --dialect rfc1630"]
KEPT = os.path.join(ROOT, "harness", "adapters", "c", "profiles", "uriparser.json")
USER = 62000 + os.getpid() % 1000  # no other process has it

# A call of each command that prints. "@" is a folder with what they read.
PRINTS = [
    ["--version"], ["--help"], ["help", "test"], ["completions", "bash"], ["manual"],
    ["parse", "http://h/a"], ["resolve", "http://h/a", "b"], ["normalize", "http://h/a"],
    ["equivalent", "a:b", "a:b"], ["decode", "--dialect", "rfc1630", "a%20b"],
    ["encode", "--dialect", "rfc1630", "a b"], ["url", "--dialect", "url-syntax", "http://h/"],
    ["explain", "http://h/ "], ["ask", *PAIR, "http://h/a"], ["diff", *PAIR, "@/texts"],
    ["diff", *PAIR, "--json", "-", "@/texts"],
    ["fuzz", "mutate", "--count", "5", "http://h/"],
    ["fuzz", "--corpus", "@/campaign", "--texts", "64", *PAIR],
    ["findings", "list", "--store", "@/store"], ["findings", "export", "--store", "@/store"],
    ["test", *ONE, "reference"], ["test", *ONE, "--report", "tap", "reference"],
    ["test", *ONE, "--report", "json", "reference"],
    ["report", "@/results"], ["report", "--report", "markdown", "@/results"],
    ["compare", "@/results", "@/results"], ["compare", "--json", "@/results", "@/results"],
    ["adapters"], ["adapters", "--names"], ["adapter", "new", "python", "mine", "--output", "-"],
    ["adapter", "check", "--", PROGRAM, "serve", "--dialect", "rfc3986"],
    ["profile", "reference"], ["profile", "--traits"], ["profile", KEPT],
    ["profile", "--json", KEPT], ["profile", "--matrix", KEPT],
    ["vectors", "--dialect", "rfc3986", "list"], ["vectors", "--dialect", "rfc3986", "lint"],
]


def call(words, folder, **how):
    return subprocess.run([PROGRAM, *(word.replace("@", folder, 1) if word.startswith("@/") else
                                      word for word in words)],
                          stdin=subprocess.DEVNULL, check=False, cwd=folder,
                          **{"stderr": subprocess.PIPE, **how})


def told(done):
    return f"exit {done.returncode}\n{done.stdout or b''}\n{(done.stderr or b'').decode()}"


def fill(folder):
    """Makes what the commands read."""
    with open(os.path.join(folder, "texts"), "w", encoding="ascii") as file:
        file.write("http://h/a\nhttp://a@b@c/\n")
    call(["test", *ONE, "--report", "json=@/results".replace("@", folder), "reference"], folder,
         stdout=subprocess.DEVNULL)
    call(["diff", *PAIR, "--store", "@/store", "@/texts"], folder, stdout=subprocess.DEVNULL)


def name_of(words):
    return " ".join(words)[:60].replace(PROGRAM, "uriproof")


def prints(tap, folder):
    """Every command says that its output was lost, and nothing if its reader wants no more."""
    for words in PRINTS:
        good = call(words, folder, stdout=subprocess.PIPE)
        tap.ok(good.returncode in (0, 1) and good.stdout, f"{name_of(words)}: prints", told(good))
        with open("/dev/full", "wb") as full:
            done = call(words, folder, stdout=full)
        tap.ok(done.returncode == 4 and b"cannot write to standard output" in done.stderr and
               done.stderr.count(b"standard output") == 1,
               f"{name_of(words)}: to a full disk", told(done))
        done = call(words, folder, preexec_fn=lambda: os.close(1))
        tap.ok(done.returncode == 4 and b"cannot write to standard output" in done.stderr,
               f"{name_of(words)}: to nowhere", told(done))
        ours, theirs = os.pipe()
        os.close(ours)
        done = call(words, folder, stdout=theirs)
        os.close(theirs)
        tap.ok(done.returncode == -signal.SIGPIPE and b"standard output" not in done.stderr and
               b"Broken pipe" not in done.stderr, f"{name_of(words)}: to no reader", told(done))
        shutil.rmtree(os.path.join(folder, "campaign"), ignore_errors=True)


def commands(tap, folder):
    """The list above has every command, but those whose output is for a program."""
    help_text = call(["--help"], folder, stdout=subprocess.PIPE).stdout.decode()
    names = re.findall(r"^  ([a-z]+(?: [a-z]+)?)  ", help_text, re.M)
    calls = [" ".join(words) for words in PRINTS]
    lacks = {name for name in names if not any(one.startswith(name) for one in calls)}
    tap.ok(len(names) > 25 and
           lacks == {"history", "pair", "fuzz new", "findings show", "findings set",
                     "findings merge", "findings promote", "serve"},
           "each command is here, but those named", lacks)
    for name in names:
        with open("/dev/full", "wb") as full:
            done = call([*name.split(), "--help"], folder, stdout=full)
        tap.ok(done.returncode == 4 and b"cannot write to standard output" in done.stderr,
               f"{name} --help: to a full disk", told(done))


def dates(tap, folder):
    """Each program that reads a date rejects a wrong one."""
    for text in ("abc", "", "-1", "1x", " 1", "0x10", "1e3", "253402300800", "9" * 30):
        for words in (["report", "--report", "html=@/site".replace("@", folder), "@/results"],
                      ["diff", *PAIR, "--store", "@/dated", "@/texts"]):
            done = call(words, folder, stdout=subprocess.PIPE,
                        env={**os.environ, "SOURCE_DATE_EPOCH": text})
            tap.ok(done.returncode == 2 and f'SOURCE_DATE_EPOCH is "{text}"'.encode() in done.stderr
                   and not os.path.exists(os.path.join(folder, "site")) and
                   not os.path.exists(os.path.join(folder, "dated")),
                   f'{words[0]}: SOURCE_DATE_EPOCH="{text}"', told(done))
    done = call(["report", "--report", "html=@/site".replace("@", folder), "@/results"], folder,
                stdout=subprocess.PIPE, env={**os.environ, "SOURCE_DATE_EPOCH": "253402300799"})
    with open(os.path.join(folder, "site", "index.html"), encoding="utf-8") as file:
        tap.ok(done.returncode == 0 and "9999-12-31" in file.read(), "the last date", told(done))


def limited(*limits, user=None):
    def limit():
        for kind, most in limits:
            resource.setrlimit(kind, (most, most))
        if user is not None:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
    return limit


def open_files(tap, folder):
    """Too few open files are told as that, with the remedy, and no adapter is missing."""
    for most in range(4, 9):
        for words in (["test", *ONE, "uriparser"], ["adapters"],
                      ["adapters", "--adapter-dir", "@/"],
                      ["ask", "--adapter", "uriparser", "--adapter", "reference", "http://h/"],
                      ["vectors", "--dialect", "rfc3986", "lint"],
                      ["adapter", "new", "python", "mine", "--output", "-"],
                      ["adapter", "check", "uriparser"],
                      ["report", "@/results"]):
            done = call(words, folder, stdout=subprocess.PIPE,
                        preexec_fn=limited((resource.RLIMIT_NOFILE, most)))
            said = done.stderr + done.stdout
            fine = done.returncode in (0, 1)
            tap.ok(fine or (done.returncode in (3, 4) and
                            re.search(rb"Too many open files; raise|files, and the limit", said)
                            and not re.search(rb"no adapter|To get it|to get it|install|left out|"
                                              rb"languages: \n", said)),
                   f"{name_of(words)}: {most} open files", told(done))


def processes(tap, folder):
    """Too few processes are told as that, and no program is to be installed."""
    if os.getuid() != 0:
        tap.skip("too few processes", "needs a user of its own, whom root can be")
        return
    os.chmod(folder, 0o777)
    for most in (1, 2):
        for words, out in ((["test", *ONE, "reference"], 3), (["adapters"], 3),
                           (["ask", *PAIR, "http://h/"], 3)):
            done = call(words, folder, stdout=subprocess.PIPE,
                        preexec_fn=limited((resource.RLIMIT_NPROC, most), user=USER))
            said = done.stderr + done.stdout
            tap.ok(done.returncode == out and b"Too many processes; raise the limit" in said and
                   not re.search(rb"[Tt]o get it|install", said),
                   f"{words[0]}: {most} processes", told(done))


def file_sizes(tap, folder):
    """A file that may not grow is an error that names it. It does not end the program."""
    for words, name in ((["test", *ONE, "--report", "json=@/r.json".replace("@", folder),
                          "reference"], "r.json"),
                        (["diff", *PAIR, "--json", "@/d.json", "@/texts"], "d.json"),
                        (["diff", *PAIR, "--store", "@/new.db", "@/texts"], "new.db"),
                        (["fuzz", "--corpus", "@/c", "--texts", "64", *PAIR], "c"),
                        (["report", "--report", "html=@/pages".replace("@", folder), "@/results"],
                         "pages")):
        done = call(words, folder, stdout=subprocess.PIPE,
                    preexec_fn=limited((resource.RLIMIT_FSIZE, 20)))
        tap.ok(done.returncode == 4 and name.encode() in done.stderr,
               f"{name_of(words)}: 20 octets a file", told(done))
    for words in (["vectors", "--dialect", "rfc3986", "list"], ["test", "--help"]):
        with open(os.path.join(folder, "out"), "wb") as out:
            done = call(words, folder, stdout=out,
                        preexec_fn=limited((resource.RLIMIT_FSIZE, 20)))
        tap.ok(done.returncode == 4 and b"cannot write to standard output" in done.stderr,
               f"{name_of(words)}: standard output of 20 octets", told(done))


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="uriproof-limits-") as folder:
        fill(folder)
        for test in (commands, prints, dates, open_files, processes, file_sizes):
            test(tap, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
