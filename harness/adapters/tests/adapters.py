# SPDX-License-Identifier: MIT
"""Finds the adapters that uriproof knows, by their manifests, and what their tests compare with.

An adapter is LANGUAGE/NAME.json, and beside it LANGUAGE/tests/NAME.cases.json,
NAME.baseline.json, and profiles/NAME.json. URIPROOF_BIN is the folder of the program uriproof;
default build/release.
"""

import json
import os
import pathlib
import subprocess

ADAPTERS = pathlib.Path(__file__).resolve().parents[1]
ROOT = ADAPTERS.parents[1]
BIN = os.environ.get("URIPROOF_BIN", str(ROOT / "build" / "release"))
UPDATE = "harness/adapters/tests/adapters.t --update "


def read_json(path):
    return json.loads(path.read_text(encoding="ascii"))


class Adapter:
    """An adapter by its manifest."""

    def __init__(self, path):
        self.path = path
        self.name = path.stem
        self.folder = path.parent
        self.manifest = read_json(path)
        self.cases = self.folder / "tests" / (self.name + ".cases.json")
        self.baseline = self.folder / "tests" / (self.name + ".baseline.json")
        self.profile = self.folder / "profiles" / (self.name + ".json")

    def command(self):
        """The manifest's command with its placeholders filled in."""
        places = {"{bin}": BIN, "{built}": os.path.join(BIN, "adapters"), "{data}": str(ROOT),
                  "{dialect}": self.manifest["dialects"][0]}
        words = [word for word in self.manifest["command"] if word != "{readings}"]
        for placeholder, value in places.items():
            words = [word.replace(placeholder, value) for word in words]
        return words

    def why_absent(self):
        """None if it says hello; else why not, and how to get it."""
        try:
            done = run(self.command(), b'{"op":"hello","protocol":2}\n')
        except OSError as error:
            why = str(error)
        else:
            if b'"protocol"' in done.stdout:
                return None
            why = done.stderr.decode("latin-1").strip()[-200:].replace("\n", " ")
        return "it does not start: %s (to get it: %s)" % (why, self.manifest["get"])


def run(command, octets=b""):
    return subprocess.run(command, input=octets, capture_output=True, timeout=120, check=False)


def find(names=()):
    """The adapters of these names, or all, in the order of their names."""
    found = {path.stem: path for path in ADAPTERS.glob("*/*.json")}
    unknown = [name for name in names if name not in found]
    if unknown:
        raise SystemExit("no manifest harness/adapters/LANGUAGE/%s.json" % unknown[0])
    return [Adapter(found[name]) for name in sorted(names or found)]


def is_browser(adapter):
    return adapter.folder.name == "browsers"


def is_installed(name):
    """Whether setup says that all is installed which the adapter needs: it then has to start.
    URIPROOF_ALL_INSTALLED names those that it left out."""
    left_out = os.environ.get("URIPROOF_ALL_INSTALLED")
    return left_out is not None and name not in left_out.split()


def test_with_baseline(adapter, *options):
    # A machine that is busy is slow, and no baseline shall say so.
    return subprocess.run(
        [os.path.join(BIN, "uriproof"), "test", "--dialect", "rfc3986", "--level", "clauses",
         "--timeout", "60s", "--baseline", adapter.baseline, *options, adapter.name],
        capture_output=True, text=True, check=False)


def profile(adapter, *options):
    """What `uriproof profile` says of an adapter."""
    # A machine that is busy is slow, and no profile shall say so.
    return subprocess.run(
        [os.path.join(BIN, "uriproof"), "profile", "--timeout", "60s", *options, adapter.name],
        capture_output=True, text=True, check=False)
