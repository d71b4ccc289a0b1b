#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is made of the tables of options (TAP 13): each shell loads its completions and completes by
them, and each page of the manual is right for troff. A shell that is missing is skipped.

URIPROOF_BIN is the folder of uriproof; default build/release."""

import glob
import os
import pathlib
import pty
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "vectors" / "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", ROOT / "build" / "release"))
PATH = BIN + os.pathsep + os.environ["PATH"]
ENDS_WITHIN = 120  # seconds; a shell takes one

# What is typed, and the word that it is completed to: the only one that there is.
TYPED = [
    ("uriproof tes", "test"),
    ("uriproof compl", "completions"),
    ("uriproof findings prom", "promote"),
    ("uriproof fuzz mu", "mutate"),
    ("uriproof vectors twi", "twins"),
    ("uriproof test --memory", "--memory-limit"),
    ("uriproof findings list --par", "--parser"),
    ("uriproof test --dialect rfc39", "rfc3986"),
    ("uriproof test --report marl", None),
    ("uriproof findings list --risk cred", "credentials"),
    ("uriproof pair --by sch", "scheme"),
    ("uriproof test urip", "uriparser"),
    ("uriproof ask --adapter erlang", "erlang-uri-string"),
    ("uriproof adapter new pyth", "python"),
    ("uriproof fuzz --engine lib", "libfuzzer"),
]


def told(done):
    return done.stdout, done.stderr


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, timeout=ENDS_WITHIN, check=False,
                          env={**os.environ, "PATH": PATH, "TERM": "dumb"}, **more)


def by_bash(script, lines):
    """What the function of bash gives for each line, as readline calls it."""
    calls = "".join(
        "COMP_WORDS=(%s); COMP_CWORD=%d; _uriproof uriproof %s %s; echo \"${COMPREPLY[*]}\"\n"
        % (line, len(words) - 1, words[-1], words[-2])
        for line in lines for words in [line.split()])
    return run("bash", "--norc", "-u", "-c", "COMPREPLY=()\nsource %s\n%s" % (script, calls))


def by_fish(script, lines):
    calls = "".join("echo (complete -C %s | string split -f 1 \\t)\n"
                    % shlex.quote(line) for line in lines)
    return run("fish", "--no-config", "-c", "source %s\n%s" % (script, calls))


def by_zsh(script, lines):
    """Types each line and a tab into zsh, which writes what its line became."""
    folder = os.path.dirname(script)
    seen = os.path.join(folder, "seen")
    shutil.copy(script, os.path.join(folder, "_uriproof"))
    setup = ("unsetopt beep; PS1=; fpath=(%s $fpath); autoload -Uz compinit; compinit -u -D; "
             "show() { print -r -- ${${${(z)BUFFER}[-1]}%%%%=} >>%s; BUFFER= }; zle -N show; "
             "bindkey '^T' show\n"
             % (folder, seen))
    ours, theirs = pty.openpty()
    with subprocess.Popen(["zsh", "-f", "-i"], stdin=theirs, stdout=theirs, stderr=theirs,
                          env={**os.environ, "PATH": PATH, "TERM": "dumb", "HOME": folder},
                          start_new_session=True) as process:
        os.close(theirs)
        for typed in (setup, *(line + "\t\x14" for line in lines), "exit\n"):
            os.write(ours, typed.encode())
        try:
            while os.read(ours, 4096):
                pass
        except OSError:
            pass  # the shell has ended
        os.close(ours)
        process.wait(ENDS_WITHIN)
    with open(seen, encoding="utf-8") as file:
        words = file.read()
    given = words.splitlines()
    # What could not be completed stays as it was typed.
    kept = ["" if word == line.split()[-1] else word for word, line in zip(given, lines)]
    return subprocess.CompletedProcess([], 0, "\n".join(kept) + "\n", words)


def completions(tap, folder):
    for shell, ask in (("bash", by_bash), ("fish", by_fish), ("zsh", by_zsh)):
        script = os.path.join(folder, "completions." + shell)
        with open(script, "w", encoding="utf-8") as file:
            file.write(run("uriproof", "completions", shell).stdout)
        if shutil.which(shell) is None:
            tap.skip(shell + " completes", "no %s (scripts/setup shells)" % shell)
            continue
        done = run(shell, "-n", script)
        tap.ok(done.returncode == 0 and not done.stderr and not done.stdout,
               shell + " reads its completions", told(done))
        done = ask(script, [line for line, _ in TYPED])
        given = done.stdout.splitlines() + [""] * len(TYPED)
        for (line, word), found in zip(TYPED, given):
            tap.ok(found.strip() == (word or ""), "%s: %s" % (shell, line), (found, told(done)))


def pages(tap, folder):
    done = run("uriproof", "manual", "--out", folder)
    written = sorted(glob.glob(os.path.join(folder, "*.1")))
    names = [line.split("  ")[1] for line in run("uriproof", "help").stdout.splitlines()
             if line.startswith("  ")]
    wanted = sorted(["uriproof.1", *("uriproof-%s.1" % name.replace(" ", "-") for name in names)])
    tap.ok(done.returncode == 0 and [os.path.basename(page) for page in written] == wanted,
           "each command has a page", (wanted, written, told(done)))
    for name, *words in (("groff", "-man", "-ww", "-z", "-Tutf8"),
                         ("mandoc", "-T", "lint", "-W", "warning")):
        if shutil.which(name) is None:
            tap.skip(name + " has no warning", "no %s (scripts/setup shells)" % name)
            continue
        done = run(name, *words, *written)
        tap.ok(done.returncode == 0 and not done.stdout and not done.stderr,
               name + " has no warning", told(done))
    page = run("uriproof", "manual", "findings", "list")
    with open(os.path.join(folder, "uriproof-findings-list.1"), encoding="utf-8") as file:
        tap.ok(page.stdout == file.read(), "a page is printed as it is written", told(page))


def main():
    tap = Tap()
    for test in (completions, pages):
        with tempfile.TemporaryDirectory() as folder:
            test(tap, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
