#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""On a full disk each output says so with its name, and leaves nothing half-written (TAP 13). Needs
root, since it mounts a small file system; otherwise it is skipped.

URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import json
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
PARSERS = [word for name in ("first", "last")
           for word in ("--adapter", f"{name}=exec python3 -S {PARSER} {name}")]
SIZE = 64 << 10
FREE = (60 << 10, 36 << 10, 8 << 10, 4 << 10, 0)  # octets that are free before
REPORTS = ("json", "html", "sarif", "junit", "tap")
WORDS = "No space left on device"


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)


def empty(disk, free):
    """Leaves so much room on the disk."""
    subprocess.run(["find", disk, "-mindepth", "1", "-delete"], check=True)
    with open(os.path.join(disk, "fill"), "wb", buffering=0) as file:
        file.write(bytes(SIZE - free))


def check(tap, disk, name, arguments, path, before=None):
    """Runs a command whose output does not fit on the disk."""
    for free in FREE:
        empty(disk, free)
        if before is not None:
            with open(path, "w", encoding="ascii") as file:
                file.write(before)
        done = run(*arguments)
        left = sorted(os.listdir(disk))
        good = left == ["fill"] if before is None else left == sorted(
            ["fill", os.path.basename(path)]) and open(path, encoding="ascii").read() == before
        tap.ok(done.returncode == 4 and path in done.stderr and WORDS in done.stderr and good,
               f"{name}, {free} octets free", (done.returncode, done.stderr, left))


def check_campaign(tap, disk, folder):
    """A campaign ends, and its record is whole or not there."""
    seeds, campaign = os.path.join(folder, "seeds"), os.path.join(disk, "campaign")
    record = os.path.join(campaign, "campaign.json")
    os.mkdir(seeds)
    with open(os.path.join(seeds, "one"), "w", encoding="ascii") as file:
        file.write("http://a@b@c/")
    for free in FREE:
        empty(disk, free)
        done = run("fuzz", "--corpus", campaign, "--seeds", seeds, "--time", "60s", *PARSERS,
                   "first", "last")
        left = sorted(os.listdir(campaign))
        if os.path.exists(record):
            with open(record, encoding="ascii") as file:
                json.load(file)
        tap.ok(done.returncode == 4 and campaign in done.stderr and WORDS in done.stderr and
               set(left) <= {"campaign.json", "corpus", "lock"},
               f"a campaign, {free} octets free", (done.returncode, done.stderr, left))


def check_all(tap, disk, folder):
    results, texts = os.path.join(folder, "r.json"), os.path.join(folder, "texts")
    store = os.path.join(folder, "store.db")
    run("test", "--quiet", "--dialect", "rfc1630", "--level", "complete", "--report",
        "json=" + results, "reference")
    with open(texts, "w", encoding="ascii") as file:
        file.writelines(f"http://a@b@c{i}{'/x' * 50}\n" for i in range(300))
    run("diff", "--store", store, texts, *PARSERS)
    for form in REPORTS:
        path = os.path.join(disk, "out." + form)
        check(tap, disk, "report " + form, ["report", "--report", f"{form}={path}", results], path)
    check_campaign(tap, disk, folder)
    path = os.path.join(disk, "f.db")
    diff = ["diff", "--store", path, texts, *PARSERS]
    check(tap, disk, "a store", diff, path)
    check(tap, disk, "a store in an empty file", diff, path, before="")
    check(tap, disk, "a store that is merged", ["findings", "merge", path, store], path)


def main():
    tap = Tap()
    if os.geteuid() != 0:
        tap.skip("all outputs on a full disk", "only root can mount a file system")
        return tap.end()
    with tempfile.TemporaryDirectory() as folder:
        disk = os.path.join(folder, "disk")
        os.mkdir(disk)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", disk]
        if subprocess.run(mount, check=False).returncode != 0:
            tap.skip("all outputs on a full disk", "no file system can be mounted here")
            return tap.end()
        try:
            check_all(tap, disk, folder)
        finally:
            subprocess.run(["umount", disk], check=True)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
