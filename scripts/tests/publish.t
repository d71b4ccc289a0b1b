#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/publish makes a site, or leaves what is there (TAP 13). Needs build/release."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("URIPROOF_BIN", ROOT / "build/release") / pathlib.Path("uriproof")
sys.path.insert(0, str(ROOT / "vectors/tests"))

from tap import Tap  # noqa: E402

# Rejects all, which is wrong. With a file as argument it stops at the first `EXAMPLE.com`, which
# only the last specification parses, makes that file, and never starts again.
ADAPTER = """
import pathlib, sys
sys.path.insert(0, %r)
import uriproof_adapter

def parse(uri):
    if "EXAMPLE.com" in uri:
        for name in sys.argv[1:]:
            pathlib.Path(name).touch()
            sys.exit(1)
    return {"status": "rejected"}

if not any(pathlib.Path(name).exists() for name in sys.argv[1:]):
    uriproof_adapter.serve("it", "0", {"parse": parse}, dialects=["rfc3986"])
""" % str(ROOT / "harness/adapters/python")

# Stand-ins: what builds puts a program there that knows one adapter, and is the real one otherwise.
BUILD = """#!/bin/sh
cd "$(dirname "$0")/.."
mkdir -p build/release
cp scripts/program build/release/uriproof
"""
KNOWS_ONE = """#!/bin/sh
case "$*" in
adapters*) echo reference ;;
*) exec "%s" "$@" ;;
esac
""" % PROGRAM


def publish(*words, program=ROOT / "scripts/publish"):
    return subprocess.run([program, *words], capture_output=True, text=True, check=False,
                          env={**os.environ, "SOURCE_DATE_EPOCH": "86400"})


def files_of(folder):
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in folder.rglob("*") if path.is_file()}


def makes_a_site(tap, site, options):
    """A parser that is wrong does not stop it, and the same answers give the same octets."""
    done = publish(*options, site, "reference")
    tap.ok(done.returncode == 0 and "index.html" in done.stderr, "a site is made", done)
    first = files_of(site)
    tap.ok({"index.html", "results.json.gz", "badges/it.rfc3986.svg",
            "badges/reference.rfc1630.svg"} <= set(first),
           "it has pages, the results file and badges", sorted(first))
    tap.ok(b"parsers/it.rfc3986.html" in first["index.html"], "the index leads to the parsers",
           first["index.html"])
    for name in sorted(name for name in first if name.startswith("badges/")):
        root = ElementTree.fromstring(first[name])
        share = next(text for text in root.itertext() if "rules kept" in text).split(" %")[0]
        tap.ok((share == "100.0") == ("reference" in name), f"{name}: XML, and its share", share)
    for name in ("notes.txt", ".git"):
        (site / name).write_text("mine")
        done = publish(*options, site, "reference")
        tap.ok(done.returncode == 1 and name in done.stderr and "exited" not in done.stderr
               and (site / name).read_text() == "mine", f"{name} of the user's stays", done)
        (site / name).unlink()
    done = publish(*options, site, "reference")
    tap.ok(done.returncode == 0 and files_of(site) == first,
           "the next one takes its place; the same answers give the same octets", done)


def leaves_what_is_there(tap, folder, site, options):
    """Anything else that goes wrong is an error."""
    before, beside = files_of(site), sorted(folder.iterdir())
    for name, words, says in (
            ("a command that is no adapter", ("--adapter", "broken=false"), "exited with 3"),
            ("a name that there is not", (site, "no-such-parser"), "exited with 2"),
            ("a level that there is not", ("--level", "no-such-level"), "exited with 2"),
            ("an adapter that stops",
             ("--adapter", f"stops=python3 {folder}/it.py {folder}/stopped"),
             "an adapter stopped")):
        done = publish(*options, *([] if site in words else [site]), *words)
        (folder / "stopped").unlink(missing_ok=True)
        tap.ok(done.returncode == 1 and says in done.stderr, f"{name} is an error", done)
        tap.ok(files_of(site) == before and sorted(folder.iterdir()) == beside,
               f"{name}: the site is as it was, and nothing is beside it", sorted(folder.iterdir()))


def keeps_foreign_folders(tap, folder, options):
    foreign, link = folder / "foreign", folder / "link"
    foreign.mkdir()
    (foreign / "index.html").write_text("<p>Mine.</p>")
    link.symlink_to(folder / "site")
    for path in (foreign, link, folder / "absent" / "site"):
        done = publish(*options, path, "no-such-parser")
        tap.ok(done.returncode == 1 and "exited" not in done.stderr and str(path) in done.stderr,
               f"{path.relative_to(folder)}: an error before a parser is asked", done)
    tap.ok(files_of(foreign) == {"index.html": b"<p>Mine.</p>"}, "a foreign folder stays")


def adds_findings(tap, folder, options):
    """A finding is new until somebody has told the maintainers."""
    store, site, page = folder / "s.db", folder / "found", folder / "found/findings.html"
    subprocess.run([PROGRAM, "diff", "--store", store, "--adapter", f"it=python3 {folder}/it.py",
                    "--adapter", "reference", "-"], input="a://b\n", text=True, check=False,
                   capture_output=True)
    done = publish(*options, "--store", store, site)
    tap.ok(done.returncode == 0 and "1 more is left out" in page.read_text(),
           "a new finding is left out", done)
    done = publish(*options, "--store", store, "--all", site)
    tap.ok(done.returncode == 0 and page.read_text().count("<article") == 1, "--all has it", done)
    before = files_of(site)
    done = publish(*options, "--store", folder / "it.py", site)
    tap.ok(done.returncode == 1 and "it.py" in done.stderr and files_of(site) == before,
           "what is no store is an error, and the site stays", done)


def adds_campaigns(tap, folder, options):
    """The option may be given more than once, and names a file or the folder of campaign.json."""
    record, of_one, site = folder / "my camp.json", folder / "my folder", folder / "fuzzed"
    of_one.mkdir()
    for copy in record, of_one / "campaign.json":
        shutil.copy(ROOT / "reports/tests/campaign.json", copy)
    done = publish(*options, "--campaign", record, "--campaign", of_one, site, "reference")
    tap.ok(done.returncode == 0 and "Run 1 of 4" in (site / "campaign.html").read_text(),
           "a page of campaigns", done)
    done = publish(*options, "--campaign", folder / "none", site, "no-such-parser")
    tap.ok(done.returncode == 1 and f"cannot read {folder}/none" in done.stderr and
           "exited" not in done.stderr, "a record that is not there: before a parser is asked",
           done)


def builds(tap, folder):
    """Without options it builds uriproof, and asks every adapter that is ready."""
    (folder / "scripts").mkdir()
    shutil.copy(ROOT / "scripts/publish", folder / "scripts")
    for name, words in (("build", BUILD), ("program", KNOWS_ONE)):
        (folder / "scripts" / name).write_text(words)
        (folder / "scripts" / name).chmod(0o755)
    done = publish("--level", "examples", program=folder / "scripts/publish")
    tap.ok(done.returncode == 0 and "asking 1: reference" in done.stderr and
           (folder / "report/site/badges/reference.rfc1630.svg").exists(),
           "it builds, asks who is ready, and names the folder", done)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "it.py").write_text(ADAPTER)
        options = ("--uriproof", PROGRAM, "--level", "examples", "--jobs", "2",
                   "--adapter", f"it=python3 {folder}/it.py")
        makes_a_site(tap, folder / "site", options)
        leaves_what_is_there(tap, folder, folder / "site", options)
        keeps_foreign_folders(tap, folder, options)
        adds_findings(tap, folder, options)
        adds_campaigns(tap, folder, options)
        (folder / "other").mkdir()
        builds(tap, folder / "other")
    for words, status in ((("--help",), 0), (("--no-such-option",), 2), (("site", "--level"), 2),
                          (("--all", "site"), 2)):
        done = publish(*words)
        tap.ok(done.returncode == status and "usage: scripts/publish" in done.stdout + done.stderr,
               f"{' '.join(words)} exits with {status}", done)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
