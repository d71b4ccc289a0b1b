#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Where the outputs of diff and compare go (TAP 13): a full disk, a pipe that no process reads, a
folder, links. What cannot be written is said with its reason, and what is there stays.

URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import os
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
TEXTS = b"http://a@b@c/\nhttp://h/\n"
BOTH = [word for name in ("last", "first")
        for word in ("--adapter", f"{name}=exec python3 -S {PARSER} {name}")]
# The words before the file of an output, and those after it.
OUTPUTS = {
    "diff --json": (["diff", "--json="], ["--merge", "found.json", "found.json"]),
    "diff --store": (["diff", "--store="], [*BOTH, "texts"]),
    "compare --report": (["compare", "--report", "markdown="], ["last.json", "first.json"]),
}
TO_OUTPUT = {
    "diff": ["diff", "--merge", "found.json", "found.json"],
    "compare": ["compare", "last.json", "first.json"],
    "compare --json": ["compare", "--json", "last.json", "first.json"],
    "compare --report": ["compare", "--report", "markdown", "last.json", "first.json"],
}


def run(words, **more):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL, **more)


def make_inputs():
    with open("texts", "wb") as file:
        file.write(TEXTS)
    run(["diff", "--json", "found.json", *BOTH, "texts"])
    for name in ("last", "first"):
        run(["test", "--quiet", "--dialect", "rfc3986", "--select", "path-holds-dollar", "--report",
             f"json={name}.json", "--adapter", f"p=exec python3 -S {PARSER} {name}"])
    os.mkdir("folder")
    os.mkfifo("pipe")
    os.symlink("nowhere/x", "dangling")


def said(tap, what, done, reason):
    tap.ok(done.returncode == 4 and reason in done.stderr,
           f"{what}: {reason}", f"{done.returncode}\n{done.stderr}{done.stdout}")


def check_files(tap):
    for name, (before, after) in OUTPUTS.items():
        is_store = "store" in name
        for path, reason in (("/dev/full", "No space left on device"), ("folder", "Is a directory"),
                             ("pipe", "a pipe from which no process reads"),
                             ("dangling", "No such file or directory")):
            if is_store and path != "dangling":
                reason = "not a regular file"
            said(tap, f"{name} {path}", run([*before[:-1], before[-1] + path, *after]), reason)
        with open("target", "wb"):
            pass
        os.symlink("target", "link")
        done = run([*before[:-1], before[-1] + "link", *after])
        tap.ok(done.returncode in (0, 1) and os.path.islink("link") and
               os.path.getsize("target") > 0,
               f"{name}: the file at the end of a link is written, and the link stays",
               f"{done.returncode}\n{done.stderr}")
        os.unlink("link")
    tap.ok(os.listdir("folder") == [] and os.path.exists("pipe") and os.path.islink("dangling"),
           "nothing else is written or removed", os.listdir("."))


def check_standard_output(tap):
    for name, words in TO_OUTPUT.items():
        for path, reason in (("/dev/full", "No space left on device"), (None, "it is closed")):
            shell = f'exec "$@" >{path or "&-"}'
            done = subprocess.run(["sh", "-c", shell, "sh", PROGRAM, *words], capture_output=True,
                                  text=True, check=False)
            said(tap, f"{name} >{path or '&-'}", done, f"cannot write to standard output: {reason}")
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run([PROGRAM, *words], stdout=write, stderr=subprocess.PIPE, check=False)
        os.close(write)
        tap.ok(done.returncode == -13 and not done.stderr,
               f"{name} to a pipe without a reader ends as other tools do",
               f"{done.returncode}\n{done.stderr}")


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        make_inputs()
        check_files(tap)
        check_standard_output(tap)
        os.chdir("/")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
