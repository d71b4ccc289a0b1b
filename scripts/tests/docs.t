#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The commands that the documents show, with the output that they show.

A block of ```sh holds commands, each after `$ `, and what each prints. `--update` writes what each
prints now into the documents. Needs build/release. The counts that `uriproof test` prints are not
compared, since each new vector changes them.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COUNT = re.compile(r"(^| +)\d+(?= |$)", re.M)


def documents():
    return sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


def examples(text):
    """Each command with the output that is shown after it."""
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S):
        for example in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = example.partition("\n")
            yield command, output


def comparable(command, output):
    return COUNT.sub(" N", output) if "uriproof test" in command else output


def run(command):
    return subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, check=False)


def update():
    for path in documents():
        text = path.read_text()
        for command, shown in examples(text):
            text = text.replace("$ %s\n%s" % (command, shown),
                                "$ %s\n%s" % (command, run(command).stdout))
        path.write_text(text)


def check():
    found = [(path.name, *example) for path in documents()
             for example in examples(path.read_text())]
    print(f"1..{len(found) + 1}")
    for number, (name, command, expected) in enumerate(found, 1):
        done = run(command)
        good = comparable(command, done.stdout) == comparable(command, expected)
        print("ok" if good else "not ok", number, "-", name, command.replace("#", "\\#"))
        if not good:
            for line in ("expected:", *expected.splitlines(), "printed:",
                         *done.stdout.splitlines(), *done.stderr.splitlines(),
                         "if it is right as printed: scripts/tests/docs.t --update"):
                print("#", line)
    print("ok" if len(found) >= 5 else "not ok", len(found) + 1, "- there are examples")


if sys.argv[1:] == ["--update"]:
    update()
else:
    check()
