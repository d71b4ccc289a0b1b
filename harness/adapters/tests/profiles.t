#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each adapter against its kept profile, LANGUAGE/profiles/NAME.json (TAP 13): the questions
of the profile have the answers that they had, and it predicts as many others as it did. Nothing is
learnt, which profiles_anew.t does.

    profiles.t [NAME...]           default all that have one
    profiles.t --update [NAME...]  learns them anew, and writes them; without a NAME, of all that
                                   are ready

A file has a profile for each version of the parser that was learnt. Another version may answer
otherwise: then the test is skipped, and says what is different. An adapter that does not start is
skipped, and says so; but if URIPROOF_ALL_INSTALLED is set, it fails unless its name is among those
words, which setup left out.
"""
import json
import os
import re
import sys

from adapters import ROOT, find, is_installed, profile, read_json

sys.path.insert(0, str(ROOT / "vectors" / "tests"))

from tap import Tap  # noqa: E402

UPDATE = "harness/adapters/tests/profiles.t --update "


def is_other_version(words):
    return "\n  this is " in words


def check(tap, adapter):
    why = adapter.why_absent()
    if why is not None:
        if is_installed(adapter.name):
            tap.ok(False, adapter.name, why)
        else:
            tap.skip(adapter.name, why)
        return
    done = profile(adapter, "--again", adapter.profile)
    words = done.stdout + done.stderr
    if done.returncode == 1 and is_other_version(words):
        tap.skip(adapter.name, words.replace("\n", " "))
        return
    tap.ok(done.returncode == 0, adapter.name,
           words + "if that is meant: " + UPDATE + adapter.name)


def divided(path):
    """What is before the profiles in a file, each of them, and what is after them."""
    before, rest = path.read_text(encoding="ascii").split('"profiles": [\n')
    all_of_them, after = rest.split("\n  ]\n")
    return before, re.split(r"(?<=^    }),\n", all_of_them, flags=re.MULTILINE), after


def keep_other_versions(kept, new):
    """Adds to the file `new`, which has one profile, those of other versions."""
    version = read_json(new)["profiles"][0]["parser_version"]
    before, profiles, after = divided(new)
    if kept.exists():
        profiles += [one for one in divided(kept)[1]
                     if json.loads(one)["parser_version"] != version]
    new.write_text(before + '"profiles": [\n' + ",\n".join(profiles) + "\n  ]\n" + after,
                   encoding="ascii")


def update(adapters, wanted):
    for adapter in adapters:
        why = adapter.why_absent()
        if why is not None:
            if wanted:
                raise SystemExit("%s: %s" % (adapter.name, why))
            print("left as it is: the profile of %s: %s" % (adapter.name, why))
            continue
        adapter.profile.parent.mkdir(exist_ok=True)
        new = adapter.profile.with_suffix(".new")
        done = profile(adapter, "--out", str(new))
        if done.returncode not in (0, 1):
            print("no profile of %s: %s" % (adapter.name, done.stderr.strip()))
            continue
        keep_other_versions(adapter.profile, new)
        os.replace(new, adapter.profile)
        print("wrote %s: %s" % (adapter.profile.relative_to(ROOT),
                                " ".join(done.stdout.splitlines()[:2])), flush=True)


def main():
    if sys.argv[1:2] == ["--update"]:
        update(find(sys.argv[2:]), sys.argv[2:])
        return 0
    kept = [adapter for adapter in find(sys.argv[1:]) if sys.argv[1:] or adapter.profile.exists()]
    tap = Tap(lines=20)
    for adapter in kept:
        tap.ok(read_json(adapter.profile)["profiles"][0]["parser"] == adapter.name,
               adapter.name + ": the file is of it")
        check(tap, adapter)
    tap.ok(kept, "there are kept profiles")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
