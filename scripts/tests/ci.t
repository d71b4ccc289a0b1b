#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The steps that docs/ci.md shows, run as far as a machine without those services allows (TAP 13).

The shell of each step is taken out of the document and run, in a folder that has what the document
says a repository has. What gets uriproof is checked as shell, and what it does is done by an
installation of build/release: a build in a build would only take time.
"""
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

PAGE = (ROOT / "docs/ci.md").read_text()
MAKE = next(line.strip() for line in PAGE.splitlines() if "--update-baseline" in line)
GETS = ("apt-get", "git clone", "scripts/setup", "cmake ",
        "uriproof/scripts/publish")  # which publish.t runs


def blocks(language):
    return re.findall(r"^```%s\n(.*?)^```" % language, PAGE, re.M | re.S)


def steps():
    """Name and shell of each step, by service."""
    github, gitlab, pages = (yaml.safe_load(block) for block in blocks("yaml"))
    for service, job in (("github", github["jobs"]["conformance"]),
                         ("pages", pages["jobs"]["make"])):
        for step in job["steps"]:
            if "run" in step:
                yield service, step["name"], step["run"]
    yield "gitlab", "script", "\n".join(gitlab["conformance"]["script"])
    for number, script in enumerate(re.findall(r"sh '''(.*?)'''", blocks("groovy")[0], re.S)):
        yield "jenkins", "sh %d" % number, script


def variables_are_set(tap):
    """A step that is copied knows no variable but those of its service and of its recipe."""
    github, gitlab, pages = (yaml.safe_load(block) for block in blocks("yaml"))
    known = {"github": {*github["jobs"]["conformance"].get("env", {}), "GITHUB_STEP_SUMMARY"},
             "gitlab": set(gitlab["conformance"].get("variables", {})), "jenkins": set(),
             "pages": set(pages["jobs"]["make"].get("env", {}))}
    for service, name, script in steps():
        unset = set(re.findall(r"\$\{?(\w+)", script)) - known[service]
        tap.ok(not unset, "%s: %s uses what is set" % (service, name), unset)


def pages_are_put(tap):
    """What one job makes is what the next one puts on the host."""
    jobs = yaml.safe_load(blocks("yaml")[2])["jobs"]
    made = re.search(r"scripts/publish (\S+)", jobs["make"]["steps"][0]["run"]).group(1)
    keep, fetch, put = (step["with"] for step in (*jobs["make"]["steps"], *jobs["put"]["steps"])
                        if "with" in step)
    tap.ok(keep["path"] == made and keep["name"] == fetch["name"] and fetch["path"] == put["path"]
           and jobs["put"]["needs"] == "make", "pages: what is made is put on the host",
           (made, keep, fetch, put))
    tap.ok(jobs["put"]["permissions"] == {"pages": "write", "id-token": "write"},
           "pages: the job may put it there", jobs["put"])


def without_getting(script):
    return "\n".join(line for line in script.splitlines()
                     if not line.strip().startswith(GETS) and "scripts/setup" not in line)


def shell(script, folder, prefix):
    environment = {**os.environ, "PATH": "%s/bin:%s" % (prefix, os.environ["PATH"]),
                   "GITHUB_STEP_SUMMARY": str(folder / "summary.md")}
    return subprocess.run(["bash", "-eo", "pipefail", "-c", script], cwd=folder, env=environment,
                          capture_output=True, text=True, check=False)


def try_steps(tap, folder, prefix, status):
    for service, name, script in steps():
        checked = subprocess.run(["bash", "-n", "-c", script], capture_output=True, text=True,
                                 check=False)
        tap.ok(checked.returncode == 0, "%s: %s is shell" % (service, name), checked.stderr)
        rest = without_getting(script)
        if not rest:
            continue
        done = shell(rest, folder, prefix)
        wanted = status if "uriproof test" in rest else 0
        tap.ok(done.returncode == wanted, "%s: %s exits with %d" % (service, name, wanted),
               "%d: %s" % (done.returncode, done.stderr[-2000:]))


def written(tap, folder):
    for name in ("uriproof.sarif", "uriproof.json", "uriproof.md", "summary.md", "uriproof.xml",
                 "uriproof.site/index.html"):
        path = folder / name
        tap.ok(path.is_file() and path.stat().st_size > 0, "it wrote " + name)


def prove(tap, folder, prefix, good):
    (folder / "t").mkdir(exist_ok=True)
    test = folder / "t/uriproof.t"
    test.write_text(blocks("shell")[0])
    test.chmod(0o755)
    done = shell("prove t/uriproof.t", folder, prefix)
    tap.ok((done.returncode == 0) == good, "prove says that it is %s" % ("well" if good else "not"),
           done.stdout[-2000:] + done.stderr[-2000:])


def worse(folder):
    """The adapter rejects now what it accepted."""
    path = folder / "my_adapter.py"
    before = path.read_text()
    path.write_text(before.replace("found = URI.fullmatch(uri)",
                                   "found = b'#' not in uri and URI.fullmatch(uri)"))
    return path.read_text() != before


def since_the_release(tap, folder, prefix, status):
    done = shell("uriproof compare released.json uriproof.json", folder, prefix)
    tap.ok(done.returncode == status, "compare exits with %d" % status, done.stdout[-500:])


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as name:
        folder, prefix = pathlib.Path(name) / "repository", pathlib.Path(name) / "prefix"
        folder.mkdir()
        installed = subprocess.run(
            ["cmake", "--install", ROOT / "build/release", "--prefix", prefix],
            capture_output=True, text=True, check=False)
        tap.ok(installed.returncode == 0, "uriproof is installed", installed.stderr)
        new = shell("uriproof adapter new python my-adapter --output my_adapter.py", folder, prefix)
        tap.ok(new.returncode == 0, "the adapter is there", new.stderr)
        made = shell(MAKE, folder, prefix)
        tap.ok(made.returncode == 0, "the baseline is made", made.stderr)
        variables_are_set(tap)
        pages_are_put(tap)
        try_steps(tap, folder, prefix, 0)
        written(tap, folder)
        prove(tap, folder, prefix, True)
        os.replace(folder / "uriproof.json", folder / "released.json")
        tap.ok(worse(folder), "the adapter is worse now")
        try_steps(tap, folder, prefix, 1)
        prove(tap, folder, prefix, False)
        since_the_release(tap, folder, prefix, 1)
        badge = shell("uriproof report --report badge=b.json uriproof.json\n"
                      "grep schemaVersion b.json", folder, prefix)
        tap.ok(badge.returncode == 0, "a badge is made", badge.stderr)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
