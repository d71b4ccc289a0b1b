#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""uriproof profile: what is measured is printed, written, shown again, compared, accepted and asked
again (TAP 13). What the screen of each says, golden.t has; how a wrong file is rejected,
harness-profiles-record.t.

URIPROOF_BIN is the folder of uriproof; default build/release.
"""
import copy
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
REFUSER = "exec python3 " + os.path.join(HERE, "golden", "refuser.py")
# Never answers a text that it has to normalize, and rejects each other.
HANGER = f"""
import sys
sys.path.insert(0, {os.path.join(ROOT, "harness", "adapters", "python")!r})
import signal, uriproof_adapter
uriproof_adapter.serve("hanger", "1", {{"parse": lambda uri: {{"status": "rejected"}},
                                        "normalize": lambda uri: signal.pause()}})
"""
# Rejects each text, and has no other operation than parse.
LONE = f"""
import sys
sys.path.insert(0, {os.path.join(ROOT, "harness", "adapters", "python")!r})
import uriproof_adapter
uriproof_adapter.serve("lone", "1", {{"parse": lambda uri: {{"status": "rejected"}}}})
"""
SEED = os.path.join(ROOT, "fuzz", "seeds", "files", "profile")  # of uriparser


def profile(*words):
    return subprocess.run([PROGRAM, "profile", *words], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False)


def told(done):
    return f"exit {done.returncode}\n{done.stdout[:3000]}\n{done.stderr}"


def load(path):
    with open(path, encoding="ascii") as file:
        return json.load(file)


def measured(tap, folder):
    """Measures a parser that rejects all. Returns the file."""
    path = os.path.join(folder, "it.json")
    done = profile("--adapter", "it=" + REFUSER, "--seed", "5", "--out", path, "--json")
    with open(path, encoding="ascii") as file:
        tap.ok(done.returncode == 1 and done.stdout == file.read(),
               "--json prints what --out writes", told(done))
    one = load(path)["profiles"][0]
    unseen = one["unseen"]
    tap.ok(one["parser"] == "it" and one["seed"] == 5 and unseen["asked"] >= 6000 and
           unseen["predicted"] == unseen["interval"][1] == unseen["asked"] and
           unseen["differing"]["asked"] > 1000,
           "the parser, the seed, and how much it predicts", unseen)
    shown = [(d["trait"], d["example"]["given"]["status"], d["example"]["expected"]["status"])
             for d in one["deviations"]]
    tap.ok(shown == [("scheme.octets", "rejected", "accepted")] and one["not_explained"] == [],
           "the deviation that explains it", one["deviations"])
    again = os.path.join(folder, "again.json")
    done = profile(path, "--out", again)
    tap.ok(done.returncode == 1 and "it 1 is RFC 3986 but for 1 deviation" in done.stdout and
           load(again) == load(path), "a file is shown as it was measured", told(done))
    return path


def changed(path, change):
    """Writes a copy in which `change` was made to the profile, and returns its name."""
    document = copy.deepcopy(load(path))
    change(document["profiles"][0])
    name = path.replace(".json", "-changed.json")
    with open(name, "w", encoding="ascii") as file:
        json.dump(document, file)
    return name


def against(tap, folder):
    """The URL Standard's reference by the standard, and one that follows RFC 3986."""
    path = os.path.join(folder, "standard.json")
    serve = f"exec '{PROGRAM}' serve --dialect "
    same = profile("--against", "whatwg-url", "--adapter", "it=" + serve + "whatwg-url")
    tap.ok("is the URL Standard: no deviation, 0 failures" in same.stdout and
           "differ from" not in same.stdout, "the standard's own reference deviates in nothing",
           told(same))
    other = "it=" + serve + "rfc3986"
    done = profile("--against", "whatwg-url", "--adapter", other, "--out", path)
    one = load(path)["profiles"][0]
    found = {d["trait"]: d for d in one["deviations"]}
    tap.ok(done.returncode == 1 and "is the URL Standard but for" in done.stdout and
           one["specification"] == "whatwg-url" and
           found["text.backslash"]["value"] == "no" and
           found["text.backslash"]["allowed"] == ["slash"] and
           found["text.backslash"]["clause"] == "whatwg-url.path.backslash",
           "RFC 3986 by the standard deviates in what \\ is", told(done))
    again = profile(path)
    tap.ok(again.stdout == done.stdout, "and its file is shown as it was measured", told(again))
    mixed = profile(path, SEED)
    tap.ok(mixed.returncode == 2 and "one specification at a time" in mixed.stderr,
           "not beside one by another specification", told(mixed))


def accepted(tap, path):
    done = profile(path, "--accepted", path)
    tap.ok(done.returncode == 0 and "; accepted)" in done.stdout, "what is accepted fails no more",
           told(done))
    crash = {"outcome": "crash", "questions": 1, "question": {"op": "parse", "uri": "x"}}
    group = load(SEED)["profiles"][0]["not_explained"][0]
    for about, change in (
            ("a deviation", lambda one: one["deviations"].clear()),
            ("more octets", lambda one: one["deviations"][0].update(less="2b")),
            ("other contexts", lambda one: one["deviations"][0].update({"in": ["parse http"]}))):
        done = profile(path, "--accepted", changed(path, change))
        tap.ok(done.returncode == 1 and "; accepted)" not in done.stdout,
               "it holds only what it has: " + about, told(done))
    for about, key, value in (("a crash", "no_answer", crash),
                              ("what is not explained", "not_explained", group)):
        more = changed(path, lambda one, key=key, value=value: one[key].append(value))
        done = profile(more, "--accepted", path)
        both = profile(more, "--accepted", more)
        tap.ok(done.returncode == 1 and both.returncode == 0, "accepted: " + about, told(done))


def compared(tap, path):
    done = profile(path, "--compare", path)
    tap.ok("since %s, of it 1: 0 values changed" % path in done.stdout, "nothing has changed",
           told(done))
    done = profile(path, "--compare", SEED)
    tap.ok("resolve.dots-rootless: printed, and was rootless" in done.stdout and
           "no longer seen, or explained: resolve/result/differs/" in done.stdout,
           "values gained and lost since the profile of another release", told(done))
    done = profile("--matrix", path, SEED)
    rows = {line.split()[1]: line.split()[2:] for line in done.stdout.splitlines()
            if line.startswith(("accept", "access"))}
    tap.ok(rows.get("scheme.octets") == [".", "+", "+"] and
           rows.get("resolve.dots-rootless", ["", "", ""])[2] == "2",
           "the matrix has a column for each", told(done))


def again(tap, folder, path):
    done = profile("--again", path, "--adapter", "it=" + REFUSER)
    tap.ok(done.returncode == 0 and done.stdout == "it 1: as it was measured\n",
           "the parser is as it was", told(done))
    done = profile("--again", path, "--adapter", f"it={PROGRAM} serve --dialect rfc3986")
    tap.ok(done.returncode == 1 and "not as it was measured\n  this is " in done.stdout and
           "1 of 1 examples have another answer; the first: " in done.stdout and
           ", and were " in done.stdout, "another parser is not", told(done))
    done = profile("--again", path, "reference")
    tap.ok(done.returncode == 4 and "no profile of reference" in done.stderr,
           "a parser that the file has not", told(done))
    texts = os.path.join(folder, "texts")
    with open(texts, "wb") as file:
        file.write(b"http://h/\nx\n\xff\n")
    done = profile("--texts", texts, "--json", "--", "sh", "-c", REFUSER)
    unseen = json.loads(done.stdout)["profiles"][0]
    tap.ok(unseen["parser"] == "own" and unseen["unseen"]["asked"] == 3 and
           unseen["unseen"]["differing"]["asked"] == 1, "--texts, of the command after --",
           told(done))
    lines = os.path.join(folder, "lines")
    with open(lines, "w", encoding="ascii") as file:
        file.write('{"uri": "http://h/ "}\n{"op": "resolve", "base": "http://h/", "ref": "b"}\n')
    done = profile("--again", path, "--texts", lines, "--json-lines", "--adapter",
                   f"it={PROGRAM} serve --dialect rfc3986")
    tap.ok(done.returncode == 1 and "  predicted: 1 of 2\n" in done.stdout and
           "RFC 3986: 0 of 0\n" in done.stdout,
           "--json-lines: each line has its operation", told(done))
    done = profile("--again", path, "--texts", lines, "--json-lines", "--adapter", "it=" + REFUSER)
    tap.ok(done.returncode == 0 and "as it was measured\n  predicted: 2 of 2\n" in done.stdout,
           "other texts are no change of the parser", told(done))
    with open(lines, "w", encoding="ascii") as file:
        file.write('{"op": "equivalent", "uri": "a", "other": "b"}\n')
    lone = os.path.join(folder, "lone.py")
    with open(lone, "w", encoding="ascii") as file:
        file.write(LONE)
    done = profile("--texts", lines, "--json-lines", "--adapter", "it=exec python3 " + lone)
    tap.ok("and predicts nothing: no unseen text was asked." in done.stdout and
           "it: 1 of 1 texts are not asked: it has no such operation\n" in done.stderr,
           "texts of an operation that it lacks are told", told(done))
    done = profile("--texts", texts, "--out", texts, "reference")
    tap.ok(done.returncode == 2 and "would overwrite the texts" in done.stderr,
           "the texts are not written over", told(done))


def refused(tap, folder, path):
    """Each wrong call ends before a parser is asked."""
    wrong = changed(path, lambda one: one["deviations"][0].update(trait="port.colour"))
    odd = {}
    for name, line in ("decode", {"op": "decode", "text": "a"}), ("none", {"op": "x", "uri": "a"}):
        odd[name] = os.path.join(folder, "odd-" + name)
        with open(odd[name], "w", encoding="ascii") as file:
            json.dump(line, file)
    for status, says, *words in (
            (2, "name a file", "--json-lines", path),
            (2, "a profile has no answer to decode", "--json-lines", "--texts", odd["decode"],
             path),
            (4, 'line 1: "op" is no operation', "--json-lines", "--texts", odd["none"], path),
            (4, "-changed.json:1: profiles[0].deviations[0].trait: no trait has this name", wrong),
            (4, "profiles[0].deviations[0].trait", "--accepted", wrong, path),
            (4, "profiles[0].deviations[0].trait", "--compare", wrong, path),
            (4, "nothing.json", folder + "/nothing.json"),
            (4, "cannot write", "--out", folder + "/none/x.json", path),
            (4, "cannot read", "--texts", folder + "/none", path),
            (4, "no profile was measured of it", "--against", "url-syntax", "reference"),
            (4, "is by RFC 3986: say --against rfc3986", "--against", "whatwg-url", "--compare",
             path, "reference"),
            (2, "--against wants one of rfc1630, ", "--against", "x", path),
            (2, "choose one", "--json", "--matrix", path),
            (2, "--again measures nothing", "--again", path, "--json", "reference"),
            (2, "wants a command after --", "--")):
        done = profile(*words)
        tap.ok(done.returncode == status and says in done.stderr and done.stdout == "",
               f"refused: {' '.join(words[:2])[-60:]}: {says}", told(done))
    done = profile("--out", "/dev/full", path)
    tap.ok(done.returncode == 4 and "cannot write /dev/full" in done.stderr, "a full disk",
           told(done))


def hanging(tap, folder):
    name = os.path.join(folder, "hanger.py")
    with open(name, "w", encoding="ascii") as file:
        file.write(HANGER)
    done = profile("--adapter", "it=exec python3 " + name, "--timeout", "200ms", "--json")
    faults = json.loads(done.stdout)["profiles"][0]["no_answer"] if done.stdout else []
    tap.ok(done.returncode == 1 and
           done.stderr.count("it: normalize hangs too often: it is asked no more\n") == 1 and
           [(one["outcome"], one["question"]["op"], one["questions"] <= 64) for one in faults] ==
           [("timeout", "normalize", True)], "an operation that hangs is left out", told(done))


def main():
    tap = Tap(lines=30)
    with tempfile.TemporaryDirectory() as folder:
        hanging(tap, folder)
        path = measured(tap, folder)
        against(tap, folder)
        accepted(tap, path)
        compared(tap, path)
        again(tap, folder, path)
        refused(tap, folder, path)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
