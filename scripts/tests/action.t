#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The steps of action.yml, taken out of it and run by a shell as GitHub does (TAP 13).

The parser is one of scripts/faulty: right when its baseline is made, and later with a fault more.
What gets uriproof is not run, since uriproof is there: build/release."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "vectors/tests"))

from tap import Tap  # noqa: E402

ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
PATH = str(ROOT / "build/release") + os.pathsep + os.environ["PATH"]
ADAPTER = "exec python3 -B '%s/scripts/faulty/serve.py' \"$(cat fault)\"" % ROOT
RIGHT, FAULT = "right", "last-hash"


def with_inputs(text, inputs):
    return re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda match: inputs[match[1]], text)


def run(folder, **given):
    """Runs the steps in the folder. Returns the status of the job, and what each step printed."""
    inputs = {name: one.get("default") for name, one in ACTION["inputs"].items()}
    inputs.update(given)
    summary = folder / "summary"
    summary.write_text("")
    failed, printed = 0, {}
    for step in ACTION["runs"]["steps"]:
        always = step.get("if", "").startswith("always()")
        if "run" not in step or (failed and not (always and "Test" in printed)):
            continue
        env = {name: with_inputs(value, inputs) for name, value in step.get("env", {}).items()}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
            cwd=folder, capture_output=True, text=True, check=False,
            env={"PATH": PATH, "HOME": str(folder), "RUNNER_TEMP": str(folder),
                 "GITHUB_STEP_SUMMARY": str(summary), "GITHUB_ACTION_PATH": str(ROOT),
                 "GITHUB_PATH": str(folder / "path"), **env})
        printed[step["name"]] = done.stdout + done.stderr
        failed = failed or done.returncode
    return failed, printed, summary.read_text()


def main():
    tap = Tap()
    used = set(re.findall(r"inputs\.(\w+)", (ROOT / "action.yml").read_text()))
    tap.ok(used == set(ACTION["inputs"]), "each input is used", used)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for fault in (RIGHT, FAULT):
            (folder / "fault").write_text(fault)
            made = subprocess.run(
                ["uriproof", "test", "--dialect", "rfc3986", "--adapter", "parser=" + ADAPTER,
                 "--baseline", fault + ".json", "--update-baseline"], cwd=folder,
                env={"PATH": PATH}, capture_output=True, text=True, check=False)
            tap.ok((folder / (fault + ".json")).exists(), "a baseline is made", made.stderr)
        failed, printed, summary = run(folder, adapter=ADAPTER, baseline=FAULT + ".json")
        tap.ok(failed == 0 and "::error" not in printed["Test"], "what is known is green", printed)
        tap.ok("no parser changed" in summary, "its review is on the page of the run", summary)
        failed, printed, summary = run(folder, adapter=ADAPTER, baseline=RIGHT + ".json")
        tap.ok(failed == 1 and re.search(r"^::error .*", printed["Test"], re.M),
               "one new deviation is red, and annotated", printed)
        tap.ok("wrong now" in summary, "the review says what is wrong now", summary)
        results = json.loads((folder / "uriproof.sarif").read_text())["runs"][0]["results"]
        tap.ok(len(results) > 0, "code scanning has it", results)
        failed, printed, _ = run(folder, adapter="exec python3 -c ''", baseline=RIGHT + ".json")
        tap.ok(failed and "Test" not in printed and "Review" not in printed,
               "an adapter that does not start is told before the test", printed)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
