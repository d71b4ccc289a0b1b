#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/scale --short (TAP 13): the exports of the commands of docs/scale.md are equal, and it
leaves no process and no file, also if a part is wrong, fails, or the script is ended. Needs
build/release."""
import ctypes
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "vectors" / "tests"))

from tap import Tap  # noqa: E402

BUILT = pathlib.Path(os.environ.get("URIPROOF_BIN", ROOT / "build/release")).resolve()
SCALE = [str(ROOT / "scripts/scale"), "--short"]
PR_SET_CHILD_SUBREAPER = 36
SECONDS = 120  # until the script has to be in the middle
EQUAL = "all exports are equal, octet for octet"


class Run:
    """One run of the script, in a folder of its own, with a uriproof that does LINES before, and a
    split that does the lines of SPLIT."""

    def __init__(self, folder, name, lines, *ways, split=""):
        self.folder = pathlib.Path(folder) / name
        self.temporary = self.folder / "tmp"
        self.temporary.mkdir(parents=True)
        self.put("uriproof", lines, BUILT / "uriproof")
        self.put("split", split, shutil.which("split"))
        environment = {**os.environ, "URIPROOF_BIN": str(self.folder),
                       "PATH": f"{self.folder}:{os.environ['PATH']}",
                       "TMPDIR": str(self.temporary), "MARK": str(self.folder / "mark")}
        self.process = subprocess.Popen([*SCALE, *ways], env=environment, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def put(self, name, lines, program):
        path = self.folder / name
        path.write_text(f"#!/bin/bash\n{lines}\nexec {program} \"$@\"\n")
        path.chmod(0o755)

    def end(self):
        self.said = self.process.communicate()[0]
        return self.process.returncode

    def leaves(self):
        """What it has left: files, and processes, which are children of this one now."""
        files = [str(path) for path in self.temporary.iterdir()]
        try:
            return [*files, f"a process: {os.waitpid(-1, os.WNOHANG)}"]
        except ChildProcessError:
            return files

    def wait_for_mark(self):
        end = time.monotonic() + SECONDS
        while not (self.folder / "mark").exists() and self.process.poll() is None:
            if time.monotonic() > end:
                self.process.terminate()
            time.sleep(0.05)  # and looks again


def check_equal(tap, folder):
    run = Run(folder, "equal", "")
    tap.ok(run.end() == 0 and EQUAL in run.said, "three exports are equal", run.said)
    tap.ok(run.leaves() == [], "it leaves nothing", run.leaves())


def check_wrong(tap, folder):
    """One host leaves out texts."""
    run = Run(folder, "wrong", f"""case "$*" in
        *part-ab.db*--source*) head -n 3 part-ab >few; {BUILT}/uriproof "${{@:1:$#-1}}" few; exit ;;
    esac""", "parallel")
    tap.ok(run.end() == 1 and "GNU parallel: the export is another one" in run.said,
           "an export that differs is seen", run.said)
    tap.ok(run.leaves() == [], "it leaves nothing", run.leaves())


def check_failing(tap, folder):
    """The program fails in one task."""
    run = Run(folder, "failing", """case "$*" in
        *part-3.db*--source*) echo "that is task 3" >&2; exit 4 ;;
    esac""", "slurm")
    tap.ok(run.end() == 1 and "the commands ended with status 1" in run.said
           and "that is task 3" in run.said,
           "a task that fails is seen", run.said)
    tap.ok(run.leaves() == [], "it leaves nothing", run.leaves())


def check_unread(tap, folder):
    """split cannot read the file to its end."""
    splits = {"slurm": """case "$*" in
        *l/3/4*) head -n 3 urls.txt; echo "cannot read on" >&2; exit 1 ;;
    esac""", "parallel": """head -n 3 urls.txt | tee part-aa >part-ab
        echo "cannot read on" >&2; exit 1"""}
    for way, split in splits.items():
        run = Run(folder, f"unread-{way}", "", way, split=split)
        tap.ok(run.end() == 1 and "the commands ended with status" in run.said
               and "cannot read on" in run.said, f"{way}: texts that cannot be read are no success",
               run.said)
        tap.ok(run.leaves() == [], "it leaves nothing", run.leaves())


def check_ended(tap, folder):
    """Two tasks hang, and let no signal end them, when the script is ended."""
    run = Run(folder, "ended", """case "$*" in
        *--source*) trap '' TERM HUP INT; touch "$MARK"; sleep infinity ;;
    esac""", "slurm")
    run.wait_for_mark()
    run.process.send_signal(signal.SIGTERM)
    tap.ok(run.end() == 128 + signal.SIGTERM, "it can be ended", run.said)
    tap.ok(run.leaves() == [], "it leaves nothing", run.leaves())


def main():
    tap = Tap()
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory() as folder:
        check_equal(tap, folder)
        check_wrong(tap, folder)
        check_failing(tap, folder)
        check_unread(tap, folder)
        check_ended(tap, folder)
    return tap.end()


sys.exit(main())
