#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""diff --in-process finds what diff finds, octet by octet, whatever its process does (TAP 13).

URIPROOF_BIN is the folder of uriproof; default build/release.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "vectors" / "tests"))

from tap import Tap  # noqa: E402

BIN = pathlib.Path(os.environ.get("URIPROOF_BIN", ROOT / "build" / "release")).resolve()
C_PARSERS = sorted(path.stem for path in (ROOT / "harness/adapters/c").glob("*.json")
                   if (BIN / "adapters" / path.stem).exists())
OWN = ["--adapter", f"last=exec python3 -S {HERE / 'panel' / 'parser.py'} last"]

# Stands for uriproof-in-process, and does something else.
FAKES = {
    "ends at once": "exit 0",
    "does not run": "exit 127",
    "says another hello": "printf '\\2\\0\\0\\0{}'; exec sleep 60",
    "writes without end": "exec yes",
    "says that a frame is long": "printf '\\377\\377\\377\\377'; exec sleep 60",
    "ends after some octets": 'exec "$REAL" "$@" | head -c 2000',
    "garbles some octets": 'exec "$REAL" "$@" | '
                           "(dd bs=1 count=500; dd bs=1 count=9 of=/dev/null; cat) 2>/dev/null",
    "floods its errors": 'yes >&2 & exec "$REAL" "$@"',
}


def named(names):
    return [word for name in names for word in ("--adapter", name)]


def texts():
    """Known tricks, what the vectors have, and octets that no URI has."""
    found = [json.loads(line.split("\t")[0]).encode() for line in
             (HERE / "panel/tricks.tsv").read_text(encoding="utf-8").splitlines()
             if line.startswith('"')]
    for path in sorted((ROOT / "vectors").glob("*/*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")).get("vectors", []):
            asked = case.get("request", case)
            for key in ("uri", "ref", "text"):
                if isinstance(asked.get(key), str):
                    found.append(asked[key].encode("utf-8", "surrogatepass"))
    found += [b"", b"\xff", b"http://h/\xff\r", b"no\0nul", b"http://" + b"a" * 100000 + b"/",
              b"http://[::1", b"http://a@b@c:80:90/"]
    return [text for text in sorted(set(found)) if b"\n" not in text]


def diff(path, words, octets, program=BIN / "uriproof", **environment):
    done = subprocess.run([program, "diff", "--json", path, *words, "-"], input=octets,
                          capture_output=True, check=False,
                          env={**os.environ, "URIPROOF_DATA": str(ROOT), **environment})
    export = path.read_bytes() if path.exists() else b""
    path.unlink(missing_ok=True)
    return done, export


def told(done):
    return f"exit {done.returncode}\n{done.stdout.decode()}\n{done.stderr.decode()}"


def same_as_over_pipes(tap, folder):
    octets = b"\n".join(texts()) + b"\n"
    lines = texts()[::4]
    tap.ok(len(lines) > 200, "there are texts", len(lines))
    some = b"\n".join(lines) + b"\n"
    pairs = b"".join(b'{"base": "http://h/a/b", "ref_hex": "%s"}\n' % text.hex().encode()
                     for text in lines)
    equal = b"".join(b'{"uri": "HTTP://H/%%41", "other_hex": "%s"}\n' % text.hex().encode()
                     for text in lines)
    for words, asked in (([], octets), (["--op", "normalize"], some),
                         (["--op", "resolve", "--base", "http://h/a/b"], some),
                         (["--op", "resolve", "--json-lines"], pairs),
                         (["--op", "equivalent", "--json-lines"], equal),
                         (["--by", "host", "--jobs", "1"], some),
                         (["--nul"], b"\0".join(lines)), (["--chains"], some),
                         (OWN, some), ([*OWN, "--chains", "--jobs", "1"], octets[:3000])):
        panel = [*words, *named(C_PARSERS)]  # one of the user's own may be the first
        plain, expected = diff(folder / "plain", panel, asked)
        quick, given = diff(folder / "quick", ["--in-process", *panel], asked)
        told_words = " ".join(words).replace(OWN[1], "own")
        tap.ok(expected and given == expected and plain.stdout == quick.stdout and
               plain.returncode == quick.returncode and plain.stderr == quick.stderr,
               f"in process as over pipes: {told_words}", told(plain) + told(quick))


def install(folder, script):
    """A folder of uriproof whose uriproof-in-process is a script."""
    for name in ("uriproof", "uriproof-reaper"):
        shutil.copy(BIN / name, folder / name)
    if not (folder / "adapters").exists():
        (folder / "adapters").symlink_to(BIN / "adapters")
    if script is not None:
        (folder / "uriproof-in-process").write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (folder / "uriproof-in-process").chmod(0o755)
    return folder / "uriproof"


def whatever_it_does(tap, folder):
    octets = b"\n".join(texts()[::4]) + b"\n"
    panel = [*named(C_PARSERS[:3]), *OWN]
    _, expected = diff(folder / "plain", panel, octets)
    for name, script in FAKES.items():
        with tempfile.TemporaryDirectory() as other:
            program = install(pathlib.Path(other), script)
            done, given = diff(folder / "quick", ["--in-process", *panel], octets, program,
                               REAL=str(BIN / "uriproof-in-process"))
            tap.ok(expected and given == expected and done.returncode == 1,
                   f"its process {name}: nothing is lost", told(done))
            gives_up = b"failed 3 times in a row" in done.stderr
            tap.ok(gives_up == (name != "floods its errors"), f"its process {name}: it is said",
                   told(done))


def wrong_usage(tap, folder):
    program = install(folder, None)
    done, _ = diff(folder / "a", ["--in-process", *named(C_PARSERS[:2])], b"a\n", program)
    tap.ok(done.returncode == 4 and b"uriproof-in-process" in done.stderr and
           b"build uriproof again" in done.stderr, "a missing program is named, with the remedy",
           told(done))
    done, _ = diff(folder / "a", ["--in-process", *OWN, *named(["python-urllib"])], b"a\n")
    tap.ok(done.returncode == 2 and b"C parsers" in done.stderr,
           "so is that there is no parser for it", told(done))
    own = f"{C_PARSERS[0]}={OWN[1].partition('=')[2]}"
    done, _ = diff(folder / "a", ["--in-process", "--adapter", own], b"a\n")
    tap.ok(done.returncode == 2, "a command of the user's is not taken for one", told(done))
    done = subprocess.run([BIN / "uriproof-in-process"], capture_output=True, check=False)
    tap.ok(done.returncode == 2 and b"wants names" in done.stderr, "the program wants names",
           told(done))


def main():
    tap = Tap(lines=20)
    tap.ok(len(C_PARSERS) >= 3, "there are C parsers", C_PARSERS)
    for part in (same_as_over_pipes, whatever_it_does, wrong_usage):
        with tempfile.TemporaryDirectory() as folder:
            part(tap, pathlib.Path(folder))
    return tap.end()


sys.exit(main())
