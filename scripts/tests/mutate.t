#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/mutate on a function that is seeded in a copy of the reference. Needs build/release."""
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import types

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts/mutation"))

import bench  # noqa: E402

MUTATE = [str(ROOT / "scripts/mutate")]
PLACE = "uriproof_verdict uriproof_rfc3986_decode("
WANTED = "return left == 0 && end - text == 3;"
SEEDED = """
/* rfc3986.encoding.data-octet */
static bool seeded(const char *text)
{
    const char *volatile end = text + 3;
    volatile unsigned long left = 4;
    if (left > 3)
        left = 3;
    while (left != 0)
        left--;
    %s
}

""" % WANTED
CALL = "    if (!seeded(text.octets))\n        return URIPROOF_INVALID;\n"
CLAIMS = {"format": "uriproof-mutants", "version": 1, "claims": [
    {"kind": "equivalent", "reason": "Three is three already.", "mutants": [
        {"file": "rfc3986/encoding.c", "in": "seeded", "operator": "relation",
         "from": "if (left > 3)", "to": "if (left >= 3)"}]}]}
EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"  # of git

# git rejects a checkout of another user, who might have it run something; this runs it anyway.
os.environ.update(GIT_CONFIG_COUNT="1", GIT_CONFIG_KEY_0="safe.directory",
                  GIT_CONFIG_VALUE_0=str(ROOT))

numbers = iter(range(1, 1000))


def ok(good, name, *words):
    print("ok" if good else "not ok", next(numbers), "-", name)
    if not good:
        for line in "\n".join(map(str, words)).splitlines():
            print("#", line)


def skip(name, why):
    print("ok", next(numbers), "-", name, "# SKIP", why)
    print("# skipped:", name + ":", why)  # which prove shows


def is_checkout():
    """False in a tarball, also where that lies in a checkout of something else."""
    try:
        return subprocess.run(["git", "-C", ROOT, "ls-files", "--error-unmatch", "scripts/mutate"],
                              capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def run(*arguments, **more):
    return subprocess.run([*MUTATE, *map(str, arguments)], capture_output=True, text=True,
                          check=False, stdin=subprocess.DEVNULL, **more)


def put_seed(folder):
    reference = folder / "reference"
    shutil.copytree(ROOT / "reference", reference)
    file = reference / "rfc3986/encoding.c"
    before, _, after = file.read_text().partition(PLACE)
    head, brace, body = after.partition("{\n")
    file.write_text(before + SEEDED + PLACE + head + brace + CALL + body)
    return reference


def find(mutants, operator, to):
    return next((m for m in mutants if (m["operator"], m["to"]) == (operator, to)), {})


def checks_seeded(folder):
    reference, claims = put_seed(folder), folder / "claims.json"
    claims.write_text(json.dumps(CLAIMS))
    part = ["--reference", reference, "--file", "rfc3986/encoding.c", "--in", "seeded",
            "--survivors", claims]
    options = [*part, "--json", folder / "out.json", "--report", folder / "out.md"]
    done = run(*options, "--in", "enum", "--goal", 100)
    complete = re.search(r"^complete: (\d+) of (\d+) killed", done.stdout, re.M)
    ok(complete and 0 < int(complete[1]) < int(complete[2]), "it runs", done)
    ok(done.returncode == 1, "below the goal: status 1", done)
    mutants = json.loads((folder / "out.json").read_text())["mutants"]
    report = (folder / "out.md").read_text()
    killed = find(mutants, "relation", WANTED.replace("==", "!=", 1))
    ok(killed.get("how") == "differs" and "needs" not in killed,
       "a mutant is killed, and needs no clause more than others", killed)
    same = find(mutants, "relation", "if (left >= 3)")
    ok(same.get("outcome") == "survived" and same.get("claim") == "equivalent" and
       "Three is three already. (1)" in report, "an equivalent one has its reason", same, report)
    broken = find(mutants, "arithmetic", WANTED.replace("-", "+"))
    ok(broken.get("outcome") == "uncompilable", "what does not compile is dropped", broken)
    hung = find(mutants, "step", "left++;")
    ok(hung.get("how") == "hang", "what hangs is killed, and said to hang", hung)
    dots = find(mutants, "constant", "enum { DOTS_RESERVED = true };")
    ok(dots.get("needs") == ["rfc3986.unreserved.not-encoded"],
       "that dots are not escaped is known by the vectors of one clause", dots)
    checks_localised(options, folder)
    checks_twin(folder, part)
    checks_claims(folder, options, mutants)


def checks_localised(options, folder):
    """The clause that the comment before a function names, held against the first causes."""
    done = run(*options, "--operator", "arithmetic", "--localise", 1, "--localised-goal", 100)
    mutants = json.loads((folder / "out.json").read_text())["mutants"]
    one = next((m for m in mutants if "named" in m), {})
    ok(one.get("named") == ["rfc3986.encoding.data-octet"] and
       one["named"][0] in one.get("causes", []) and done.returncode == 0,
       "of a mutant the clause that its place names is a cause", one, done)
    seed = pathlib.Path(options[1]) / "rfc3986/encoding.c"
    seed.write_text(seed.read_text().replace("rfc3986.encoding.data-octet", "rfc3986.bnf.port"))
    done = run(*options, "--operator", "arithmetic", "--localise", 1, "--localised-goal", 100)
    ok(done.returncode == 1 and "among the first five for 0 of 1 mutants" in done.stdout,
       "one that is not: status 1", done)


def checks_twin(folder, part):
    """A chosen mutant has the object code of a listed one, which is not chosen."""
    every = [json.loads(line) for line in run(*part, "--list").stdout.splitlines()]
    twin = next(i for i, one in enumerate(every) if one["to"] == "if (left > 2)")
    seed = next(seed for seed in range(100000)
                if random.Random(seed).sample(range(len(every)), 1) == [twin])
    run(*part, "--sample", 1, "--seed", seed, "--json", folder / "twin.json",
        "--report", folder / "twin.md")
    mutants = json.loads((folder / "twin.json").read_text())["mutants"]
    ok([(m["to"], m["outcome"]) for m in mutants] == [("if (left > 2)", "duplicate")] and
       mutants[0]["like"]["to"] == "if (left >= 3)",
       "a sample's mutant is explained by its twin that is listed", mutants)


def relations(mutants):
    """Of those in the seeded function, what became of each that no other stands for."""
    return {(mutant["from"], mutant["to"]): [mutant.get(name) for name in (
                "line", "outcome", "how", "level", "vector", "needs", "killers")]
            for mutant in mutants if "like" not in mutant and
            (mutant["in"], mutant["operator"]) == ("seeded", "relation")}


def checks_claims(folder, options, before):
    """Other claims, and one job at a time, of some that `before` has, of as many at a time as
    there are processors."""
    entries = CLAIMS["claims"][0]["mutants"]
    entries += [{**entries[0], "from": WANTED, "to": WANTED.replace("==", "!=", 1)},
                {**entries[0], "to": "if (left == 3)"}]
    (folder / "claims.json").write_text(json.dumps(CLAIMS))
    done = run(*options, "--goal", 0, "--operator", "relation", "--jobs", 1)
    ok(done.returncode == 1 and "2 claims" in done.stdout, "wrong claims: status 1", done)
    ok("it is claimed to be equivalent, and killed" in (folder / "out.md").read_text(),
       "of one that is killed", done)
    ok("there is no such mutant" in (folder / "out.md").read_text(), "of one that is not there",
       done)
    before = relations(before)
    after = relations(json.loads((folder / "out.json").read_text())["mutants"])
    both = before.keys() & after.keys()
    ok({"killed", "survived"} == {after[one][1] for one in both} and
       all(before[one] == after[one] for one in both), "one job at a time finds the same",
       before, after)


def check_since(part, everything):
    if not is_checkout():
        skip("--since the beginning: all lines", "this is no checkout of git's")
        skip("--since HEAD: none", "this is no checkout of git's")
        return
    since = run(*part, "--since", EMPTY_TREE).stdout
    ok(since == everything, "--since the beginning: all lines")
    clean = subprocess.run(["git", "-C", ROOT, "diff", "--quiet", "HEAD", "--", "reference"],
                           check=False).returncode == 0
    ok(not clean or run(*part, "--since", "HEAD").stdout == "", "--since HEAD: none")


def checks_choice():
    part = ["--file", "percent.c", "--list"]
    everything = run(*part).stdout
    ok(everything.count("\n") > 100, "--list says the mutants", everything)
    check_since(part, everything)
    few = [run(*part, "--sample", 7, "--seed", 3).stdout for _ in range(2)]
    ok(few[0] == few[1] and few[0].count("\n") == 7, "a sample is the same for the same seed", few)
    for wrong in (["--jobs", "0"], ["--since", "no-such-revision"], ["--build", "/nowhere"]):
        done = run(*wrong, "--list")
        ok(done.returncode == 2 and done.stderr, f"{' '.join(wrong)}: status 2", done)


def checks_interrupt(folder):
    """Ctrl-C ends it, and nothing that it broke off is a result."""
    work, cache = folder / "work", folder / "cache"
    work.mkdir()
    # All of its mutants are compiled.
    some = ["--file", "rfc1630_common/dots.c", "--operator", "relation"]
    with subprocess.Popen([*MUTATE, *some, "--cache", cache],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          start_new_session=True,
                          env={**os.environ, "TMPDIR": str(work)}) as process:
        while not list(work.glob("*/place0/judge")) and process.poll() is None:
            time.sleep(0.05)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
        words = process.communicate(timeout=600)
    ok(process.returncode == 130 and "interrupted" in words[1], "Ctrl-C: status 130",
       process.returncode, *words)
    ok(not list(work.iterdir()), "and nothing is left", list(work.iterdir()))
    known = cache.read_text() if cache.exists() else ""
    ok('"uncompilable"' not in known, "nor does the cache have what was broken off", known)


def check_memory(folder):
    """A judge that ends for a lack of memory, which the mutant alone can be to blame for."""
    judge = folder / "judge-without-memory"
    judge.write_text("#!/bin/sh\nexit 5\n")
    judge.chmod(0o755)
    place = object.__new__(bench.Place)
    place.bench = types.SimpleNamespace(
        seconds={}, stopped=False, judging=lambda _: contextlib.nullcontext())
    lines = list(place.lines(judge, [], folder))
    ok(lines == [["crash", "clauses", "-", "-", "-"]], "what wants all memory crashes", lines)


def main():
    # A shell that started this in the background may have it ignored, and so would scripts/mutate.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    print("1..25")
    with tempfile.TemporaryDirectory() as folder:
        checks_seeded(pathlib.Path(folder))
        checks_choice()
        checks_interrupt(pathlib.Path(folder))
        check_memory(pathlib.Path(folder))


main()
