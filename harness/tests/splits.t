#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An adapter that declares that its parser splits and does not validate (TAP 13).

What it accepts and the specification rejects is `unvalidated`, fails nothing, and is counted apart
with the source of the claim; without the claim, or with --exact, it is `lenient`. URIPROOF_BIN is
the folder of uriproof; default build/release.
"""

import collections
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
for folder in ("vectors/tests", "scripts"):
    sys.path.insert(0, os.path.join(ROOT, folder))

import results_file  # noqa: E402
from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
SOURCE = "manual, section 2: no validation is done"
REJECTED = ["--dialect", "rfc3986", "--level", "clauses", "--select", "rfc3986.bnf.pct-encoded",
            "--select", "rfc3986.bnf.scheme"]

# It splits as RFC 3986's Appendix B does, and accepts all that has a scheme by that.
SPLITTER = r"""
import json, re, sys
hello = {"protocol": 2, "name": "splitter", "version": "1", "language": "python",
         "dialects": ["rfc3986"], "ops": ["parse"]}
if sys.argv[1:]:
    hello["splits"] = sys.argv[1]
WHOLE = re.compile(r"(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", re.DOTALL)
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "hello":
        answer = hello
    else:
        raw = bytes.fromhex(request["uri_hex"]) if "uri_hex" in request else request["uri"].encode()
        found = WHOLE.fullmatch(raw.decode("latin-1"))
        names = {"scheme": 2, "host": 4, "path": 5, "query": 7, "fragment": 9}
        parts = {name + "_hex" if found[at] else name: found[at].encode("latin-1").hex()
                 for name, at in names.items() if found[at] is not None}
        answer = {"id": request["id"], "status": "accepted", "components": parts}
    print(json.dumps(answer), flush=True)
"""


def run(script, source, *options):
    """The exit status, the results, and what Markdown says of them."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("r.json", "r.md")]
        done = subprocess.run([PROGRAM, "test", *REJECTED, *options, "--report", "json=" + paths[0],
                               "--report", "markdown=" + paths[1], "--", sys.executable, script,
                               *source], capture_output=True, check=False)
        results = results_file.read_file(paths[0])
        with open(paths[1], encoding="utf-8") as file:
            return done.returncode, results["adapters"][0], file.read()


def counts(adapter):
    return collections.Counter(result["outcome"] for result in adapter["results"])


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "splitter.py")
        with open(script, "w", encoding="utf-8") as file:
            file.write(SPLITTER)
        status, validates, words = run(script, [])
        lenient = counts(validates)["lenient"]
        tap.ok(lenient > 5 and status == 1, "without a claim %d are lenient" % lenient, status)
        tap.ok("splits" not in validates and "not validate" not in words, "and no report has one")
        status, splits, words = run(script, [SOURCE])
        found = counts(splits)
        tap.ok(found["unvalidated"] == lenient and found["lenient"] == 0,
               "with it they are unvalidated", found)
        tap.ok(found - collections.Counter(unvalidated=lenient) ==
               counts(validates) - collections.Counter(lenient=lenient),
               "and all else is as before", found)
        tap.ok(all("given" in one for one in splits["results"] if one["outcome"] == "unvalidated"),
               "the results have the answers")
        tap.ok(splits["splits"] == SOURCE, "and the source", splits.get("splits"))
        tap.ok("splits and does not validate: manual, section 2" in words, "so does Markdown",
               words[:2000])
        _, exact, _ = run(script, [SOURCE], "--exact")
        tap.ok(counts(exact)["lenient"] == lenient, "with --exact they are lenient", counts(exact))
        done = subprocess.run([PROGRAM, "test", *REJECTED, "--", sys.executable, script, " "],
                              capture_output=True, encoding="utf-8", check=False)
        tap.ok(done.returncode == 3 and "\"splits\" that names no source" in done.stderr,
               "a claim without a source is no hello", done.stderr)
        done = subprocess.run([PROGRAM, "adapter", "check", "--", sys.executable, script, SOURCE],
                              capture_output=True, encoding="utf-8", check=False)
        tap.ok("ok    hello: splits" in done.stdout, "adapter check knows the claim", done.stdout)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
