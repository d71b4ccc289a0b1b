# SPDX-License-Identifier: MIT
"""Reads the English of uriproof: documents, vectors, comments and messages.

codespell looks for wrong spelling, proselint for bad style, and words.txt has words that uriproof
does not use. Prints each fault with its file and line, and exits with 1 if there is one. Arguments
are files; default all that git knows.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SPELLED_SO = "crate,childs,hsi,myu,nam,fro,crasher,cna,ser,te,nd,ans,ba,hist,fo,datas,inout,ue,som"
# What proselint would say of plain ASCII, and of words of this field.
NO_CHECKS = ("typography.symbols", "typography.diacritical_marks", "misc.annotations",
             "annotations.misc", "dates_times.dates", "dates_times.am_pm", "consistency.spelling",
             "links.broken", "lexical_illusions.misc", "misc.currency", "sexism.misc",
             "hyperbole.misc", "security.password", "misc.scare_quotes", "terms.venery",
             "misc.but", "weasel_words.very", "redundancy.misc", "cliches.misc")
QUOTED = re.compile(r'"[^"\n]*(?:\n[^"\n]+)?"|``[^`]*``|`[^`\n]+`|\bhttps?://\S+')
PROSE_KEYS = {"about", "paraphrase", "note", "effect", "guarantee", "reason"}


def blank(text):
    """Spaces in the place of all but line breaks, so that lines keep their numbers."""
    return re.sub(r"[^\n]", " ", text)


def without_quotations(text):
    return QUOTED.sub(lambda match: blank(match[0]), text)


def of_markdown(text):
    text = re.sub(r"^```.*?^```|^    .*?$|^>.*?$", lambda match: blank(match[0]), text,
                  flags=re.M | re.S)
    return without_quotations(re.sub(r"\]\([^)]*\)", lambda match: blank(match[0]), text))


def kept(text, pattern):
    """What the groups called `prose` match, where it was; blank elsewhere."""
    parts, end = [], 0
    for match in re.finditer(pattern, text, re.M | re.S):
        if match["prose"] is not None:
            parts += [blank(text[end:match.start("prose")]), match["prose"]]
            end = match.end("prose")
    return "".join(parts) + blank(text[end:])


def sentences(text):
    """A string is a sentence if it has four words; others are names, or texts of a test."""
    return re.sub(r'"(?:\\.|[^"\\\n])*"', lambda match: match[0] if re.search(
        r"^.[^/]*[A-Za-z,]+ [a-z]+ [a-z]+ [a-z]+", match[0]) else blank(match[0]), text)


def of_c(text):
    comments = kept(text, r"'(?:\\.|[^'\\\n])+'|\"(?:\\.|[^\"\\\n])*\"|/\*(?P<prose>.*?)\*/")
    return without_quotations(re.sub(r"^ \*|^ +\*", lambda match: blank(match[0]), comments,
                                     flags=re.M))


def of_script(text):
    comments = kept(text, r"(?:^|\s)#(?P<prose>[^!\n][^\n]*)")
    if "python" in text[:40] or '"""' in text:
        docstrings = kept(text, r'(?:r?"""(?P<prose>.*?)""")')
        comments = "".join(b if a == " " else a for a, b in zip(comments, docstrings))
    return without_quotations(comments)


def of_json(text):
    """The values of the keys that hold sentences."""
    keys = "|".join(sorted(PROSE_KEYS))
    found = kept(text, r'"(?:%s)": ?"(?P<prose>(?:\\.|[^"\\])*)"' % keys)
    return re.sub(r'\\"[^"\n]*?\\"', lambda match: blank(match[0]), found)


READERS = {".md": of_markdown, ".c": of_c, ".h": of_c, ".cpp": of_c, ".hpp": of_c, ".json": of_json,
           ".py": of_script, ".sh": of_script, ".t": of_script, ".txt": of_script, "": of_script,
           ".cmake": of_script}


def is_read(path):
    if path.startswith(("reports/mutation", "vectors/mutation/")):
        return False
    if path.endswith(".json"):
        return re.fullmatch(r"vectors/(flags|[^/]+/[^/]+)\.json", path) and "schema" not in path
    if path.startswith(("fuzz/seeds", "fuzz/regressions", "harness/templates", "vectors/grammar")):
        return False
    suffix = pathlib.PurePath(path).suffix
    return suffix in READERS and (suffix not in ("", ".txt") or path.startswith("scripts/")
                                  or path.endswith("CMakeLists.txt")) and \
        path != "scripts/tests/words.txt"


def known_to_git():
    return subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"],
                          cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


def rules():
    for line in (HERE / "words.txt").read_text(encoding="ascii").splitlines():
        if line and not line.startswith("#"):
            pattern, instead, example = line.rsplit(" | ", 2)
            yield re.compile(pattern, re.I), instead, example


def own_faults(path, text):
    for pattern, instead, _ in rules():
        for match in pattern.finditer(text):
            yield "%s:%d: \"%s\": write: %s" % (path, text.count("\n", 0, match.start()) + 1,
                                                match[0], instead)


def faults_of_tools(folder, paths):
    """What codespell says of the files, which are named from the folder, and what proselint, which
    takes seconds for a page, says of documents and clauses."""
    codespell = subprocess.run(["codespell", "--ignore-words-list", SPELLED_SO, *paths],
                               cwd=folder, capture_output=True, text=True, check=False)
    if codespell.returncode != 0 and not codespell.stdout:
        yield "codespell: " + codespell.stderr
    yield from codespell.stdout.splitlines()
    settings = folder / "settings" / "proselint"
    settings.mkdir(parents=True)
    (settings / "config").write_text(json.dumps({"checks": dict.fromkeys(NO_CHECKS, False)}))
    proselint = subprocess.run(
        ["proselint", *(path for path in paths if path.endswith((".md", "clauses.json")))],
        cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "XDG_CONFIG_HOME": str(folder / "settings"),
             "XDG_CACHE_HOME": str(folder / "cache"), "LC_ALL": "C.UTF-8"})
    if proselint.returncode != 0 and not proselint.stdout:
        yield "proselint: " + proselint.stderr
    yield from proselint.stdout.splitlines()


def faults(texts):
    """All faults of `texts`, which has the prose of each file by its path."""
    with tempfile.TemporaryDirectory() as name:
        folder, numbers = pathlib.Path(name), {}
        for path, text in texts.items():
            # Without margins and, for the tools, blank lines, this takes a tenth of the time.
            stripped = [line.strip() for line in text.split("\n")]
            yield from own_faults(path, "\n".join(stripped))
            lines = [(number, line) for number, line in enumerate(stripped, 1) if line]
            numbers[path] = [number for number, _ in lines]
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text("".join(line + "\n" for _, line in lines), encoding="utf-8")
        for fault in faults_of_tools(folder, list(texts)):
            path, number, *rest = fault.split(":", 2)
            if path in numbers and number.isdigit():
                number = numbers[path][int(number) - 1]
            yield ":".join(map(str, [path, number, *rest]))


def main():
    paths = sys.argv[1:] or [path for path in known_to_git() if is_read(path)]
    texts = {}
    for path in paths:
        if (ROOT / path).is_file():
            text = (ROOT / path).read_text(encoding="utf-8")
            texts[path] = READERS[pathlib.PurePath(path).suffix](text)
    found = list(faults(texts))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
