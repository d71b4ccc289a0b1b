#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each skeleton of `uriproof adapter new` is made, built, run, checked, and tested (TAP 13). A
language whose tools are missing is skipped, and says how to get them.

URIPROOF_BIN is the folder of uriproof; default build/release. Arguments are languages; default all.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
SKELETONS = os.path.join(ROOT, "harness", "skeletons")
ENDS_WITHIN = 240  # seconds; a compiler on a busy machine
NEEDED = {"c", "python", "node", "go", "rust", "java", "perl"}

# A stub parser splits at delimiters, so all that RFC 3986 takes it gives rightly, and more.
SELECT = ["--select", "rfc3986.path.*", "--select", "rfc3986.query.*"]

# What an adapter is asked, and what the parts of its answer are to make again: octets beyond ASCII,
# and those that JSON escapes.
ECHOES = [b"http://h/a?b#c", b"http://h/a\xe9\xff", b"x:\x00\x01\n\r\x7f", b'x:"\\"\\\\"', b"x:?#",
          b"x:\xc3\xa9\xe2\x82\xac", b"x://", b"x:", b'x:","uri":"y:z', b"x:" + b'"\\' * 200000]


def run(folder, *words, data=None):
    return subprocess.run(words, cwd=folder, capture_output=True, input=data, timeout=ENDS_WITHIN)


def told(text, mark):
    found = re.search("^  %s: +(.*)$" % mark, text, re.MULTILINE)
    return found and found.group(1)


def question(number, octets):
    text = octets.decode("latin-1")
    plain = text.isascii() and text.isprintable()
    return json.dumps({"id": number, "op": "parse",
                       **({"uri": text} if plain else {"uri_hex": octets.hex()})}) + "\n"


def octets_of(parts):
    return {name.removesuffix("_hex"): bytes.fromhex(text) if name.endswith("_hex")
            else text.encode("ascii") for name, text in parts.items()}


def put_together(answer):
    """The text that was asked, from the parts of it that are given."""
    parts = octets_of(answer.get("components") or answer["generic"])
    text = parts["scheme"] + b":"
    if "host" in parts:
        text += b"//" + (parts["userinfo"] + b"@" if "userinfo" in parts else b"") + parts["host"]
        text += b":" + parts["port"] if "port" in parts else b""
    text += parts["path"]
    for delimiter, names in ((b"?", ("query", "search")), (b"#", ("fragment", "fragmentid"))):
        for name in names:
            text += delimiter + parts[name] if name in parts else b""
    return text


def check_echoes(tap, language, folder, command):
    lines = "".join(question(i, octets) for i, octets in enumerate(ECHOES))
    done = run(folder, *command, data=lines.encode("ascii"))
    answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    wrong = [octets[:80] for i, octets in enumerate(ECHOES)
             if i not in answers or not answers[i]["valid"] or put_together(answers[i]) != octets]
    tap.ok(not wrong and done.returncode == 0, "%s: each octet goes in and out" % language,
           (wrong, done.stderr))
    refused = run(folder, *command, data=question(1, b"b").encode("ascii")).stdout
    tap.ok(json.loads(refused) == {"id": 1, "valid": False}, "%s: refuses a reference" % language,
           refused)


def check_checks(tap, language, folder, command):
    done = run(folder, PROGRAM, "adapter", "check", "--timeout", "60s", "--", *command)
    words = done.stdout.decode("utf-8")
    tap.ok(done.returncode == 0 and words.endswith(" ok, 0 warnings, 0 failures\n"),
           "%s: adapter check finds nothing" % language, words + done.stderr.decode("utf-8"))
    done = run(folder, PROGRAM, "test", "--dialect", "rfc3986", "--level", "clauses", *SELECT,
               "--timeout", "60s", "--", *command)
    words = done.stderr.decode("utf-8")
    bad = re.search("differ|strict|crash|timeout|protocol-error|not-run", words)
    tap.ok(done.returncode in (0, 1) and not bad and re.search(r"\d+ agree", words),
           "%s: test runs it" % language, words)


def check_language(tap, language, folder):
    done = run(folder, PROGRAM, "adapter", "new", language, "it-" + language)
    words = done.stdout.decode("utf-8")
    build, command = told(words, "build"), told(words, "check")
    tap.ok(done.returncode == 0 and command, "%s: new writes it" % language, done)
    command = shlex.split(command)[4:]
    tools = [shlex.split(one)[0] for one in (build, shlex.join(command)) if one]
    missing = [tool for tool in tools if not tool.startswith("./") and not shutil.which(tool)]
    if missing:
        tap.skip(language, "no %s: %s" % (" and no ".join(missing), told(words, "needs")))
        return
    if build:
        environment = {**os.environ, "GOCACHE": os.path.join(folder, "cache"), "GO111MODULE": "off"}
        done = subprocess.run(build, cwd=folder, shell=True, capture_output=True,
                              env=environment, timeout=ENDS_WITHIN)
        tap.ok(done.returncode == 0 and not done.stderr, "%s: builds without a word" % language,
               done.stderr.decode("utf-8"))
        if done.returncode != 0:
            return
    check_checks(tap, language, folder, command)
    check_echoes(tap, language, folder, command)


def check_files(tap, folder):
    """An old file is never lost, and the name of a file is never more than a name."""
    path = os.path.join(folder, "old.py")
    with open(path, "w", encoding="ascii") as file:
        file.write("old\n")
    new = [PROGRAM, "adapter", "new", "python", "old"]

    def old():
        with open(path, encoding="utf-8") as file:
            return file.read() == "old\n"

    done = run(folder, *new)
    tap.ok(done.returncode == 4 and b"is there already" in done.stderr and old(),
           "a file that is there stays", done)
    done = run(folder, *new, "--output", "-")
    tap.ok(done.returncode == 0 and done.stdout.startswith(b"#!/usr/bin/env python3\n# old: ")
           and b"check:" in done.stderr and old(), "--output - writes to standard output", done)
    done = run(folder, *new, "--output", "none/it.py")
    tap.ok(done.returncode == 4 and b"No such file" in done.stderr, "no such folder", done)
    done = run(folder, *new, "--force")
    tap.ok(done.returncode == 0 and not old(), "--force writes over it", done)
    name = "it's; $(touch there) \\.py"
    done = run(folder, *new, "--output", name)
    line = told(done.stdout.decode("utf-8"), "check")
    tap.ok(done.returncode == 0 and shlex.split(line)[-1] == name, "the name of a file is quoted",
           done)
    done = run(folder, *new, "--output", "it\nimport evil")
    tap.ok(done.returncode == 2 and b"control characters" in done.stderr,
           "the name of a file has one line", done)


def main():
    tap = Tap()
    languages = sorted(name.split(".")[0] for name in os.listdir(SKELETONS))
    tap.ok(NEEDED <= set(languages), "the languages that were promised", languages)
    for language in sys.argv[1:] or languages:
        folder = tempfile.mkdtemp(prefix="uriproof-skeleton-")
        check_language(tap, language, folder)
        shutil.rmtree(folder)
    if not sys.argv[1:]:
        folder = tempfile.mkdtemp(prefix="uriproof-skeleton-")
        check_files(tap, folder)
        shutil.rmtree(folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
