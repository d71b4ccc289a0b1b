#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two campaigns at the same time that share the folder of texts, as docs/scale.md says (TAP 13).

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
PARSERS = [f"{name}=exec python3 -S {PARSER} {name}" for name in ("first", "last")]


def start(folder, name, seed, texts):
    """Begins a campaign whose texts are those of the shared folder."""
    os.makedirs(os.path.join(folder, "texts"), exist_ok=True)
    os.mkdir(os.path.join(folder, name))
    os.symlink("../texts", os.path.join(folder, name, "corpus"))
    return subprocess.Popen([PROGRAM, "fuzz", "--engine", "none", "--seed", str(seed), "--texts",
                             str(texts), "--store", name + ".db", "--corpus", name, *PARSERS],
                            cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def classes(folder, store):
    """The ids of the classes of a store."""
    done = subprocess.run([PROGRAM, "findings", "export", "--store", store], cwd=folder,
                          capture_output=True, check=True)
    return {one["id"] for one in json.loads(done.stdout)["findings"]}


def corpus_of(folder, name):
    with open(os.path.join(folder, name, "campaign.json"), encoding="utf-8") as file:
        return json.load(file)["runs"][-1]["corpus"]


def check_together(tap, folder):
    running = [start(folder, "alpha", 1, 2000), start(folder, "beta", 2, 2000)]
    outputs = [one.communicate()[0].decode() for one in running]
    statuses = [one.returncode for one in running]
    tap.ok(statuses == [1, 1], "both end, with classes", (statuses, outputs))
    subprocess.run([PROGRAM, "findings", "merge", "all.db", "alpha.db", "beta.db"], cwd=folder,
                   check=True)
    one, other = classes(folder, "alpha.db"), classes(folder, "beta.db")
    tap.ok(one and other and classes(folder, "all.db") == one | other,
           "the merged store has the classes of both", (len(one), len(other)))
    names = os.listdir(os.path.join(folder, "texts"))
    tap.ok(names and not [name for name in names if name.startswith(".")],
           "no half a file is left in the shared folder", names)
    return len(names)


def check_later(tap, folder, shared):
    """A campaign that begins later takes up all texts of the two."""
    third = start(folder, "gamma", 3, 100)
    third.communicate()
    tap.ok(corpus_of(folder, "gamma") >= shared > 100, "a third one begins with the texts of both",
           (corpus_of(folder, "gamma"), shared))


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        shared = check_together(tap, folder)
        check_later(tap, folder, shared)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
