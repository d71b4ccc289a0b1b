#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The commands that the documents show, with the output that they show.

A block of ```sh holds commands, each after `$ `, and what each prints. Needs build/release. The
counts that `uriproof test` prints are not compared, since each new vector changes them.
"""
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
COUNT = re.compile(r"(^| +)\d+(?= |$)", re.M)


def examples():
    for path in sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")]):
        for block in re.findall(r"^```sh\n(.*?)^```", path.read_text(), re.M | re.S):
            for example in re.split(r"^\$ ", block, flags=re.M)[1:]:
                command, _, output = example.partition("\n")
                yield path.name, command, output


def comparable(command, output):
    return COUNT.sub(" N", output) if "uriproof test" in command else output


def main():
    found = list(examples())
    print(f"1..{len(found) + 1}")
    for number, (name, command, expected) in enumerate(found, 1):
        run = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True,
                             stdin=subprocess.DEVNULL, check=False)
        good = comparable(command, run.stdout) == comparable(command, expected)
        print("ok" if good else "not ok", number, "-", name, command.replace("#", "\\#"))
        if not good:
            for line in ("expected:", *expected.splitlines(), "printed:",
                         *run.stdout.splitlines(), *run.stderr.splitlines()):
                print("#", line)
    print("ok" if len(found) >= 5 else "not ok", len(found) + 1, "- there are examples")


main()
