#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""words.py finds what it looks for (TAP 13): each rule of words.txt finds its example, codespell
and proselint are asked, and only the prose of each kind of file is read."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "vectors/tests"), str(ROOT / "scripts/tests")]

import words  # noqa: E402
from tap import Tap  # noqa: E402

# A text, and what is read of it, by the ending of its file.
READ = [
    (".md", "a `behind` b\n```\nbehind\n```\n> behind\n", "a b"),
    (".md", 'He said "behind" twice.\n\n    behind\n', "He said twice."),
    (".c", 'int void_; /* after\n * it */ char *s = "/* behind */";', "after it"),
    (".c", "char c = '\"'; /* \"behind\" and on */", "and on"),
    (".json", '{"id": "behind", "about": "It is \\"void\\" here."}', "It is here."),
    (".sh", "#!/bin/sh\necho behind # after\n", "after"),
    (".py", 'behind = 1  # after\ndef f():\n    """It is."""\n', "after It is."),
]
FAULTS = [("a.md", "It will recieve it.\n", "recieve"),
          ("b.md", "First,\n\n\nin regards to this, it is so.\n", "b.md:4:")]


def main():
    tap = Tap()
    for pattern, _, example in words.rules():
        found = list(words.own_faults("x.md", words.of_markdown(example)))
        tap.ok(len(found) == 1, "%s: is found in: %s" % (pattern.pattern, example), found)
        quoted = words.of_markdown('"%s" and `%s`' % (example, example))
        tap.ok(not list(words.own_faults("x.md", quoted)), "%s: not in a quotation"
               % pattern.pattern, quoted)
    for suffix, text, wanted in READ:
        read = words.READERS[suffix](text)
        tap.ok(read.split() == wanted.split() and read.count("\n") == text.count("\n"),
               "%s: %s is read of it" % (suffix, wanted), repr(read))
    for path, text, wanted in FAULTS:
        found = list(words.faults({path: text}))
        tap.ok(any(wanted in fault for fault in found), "a tool finds " + wanted, found)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
