#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An adapter for the program lynx. docs/parsers/lynx.md says how it is asked.

Lynx resolves the links of a page. Its start takes milliseconds, and a link takes microseconds. So
all requests that are available are put on one page, and each base comes before its references.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import uriproof_adapter  # noqa: E402 (it is in the folder of its language)

CHUNK = 1 << 18
LYNX = ["lynx", "-cfg=/dev/null", "-lss=/dev/null", "-dump", "-listonly", "-nonumbers",
        "-force_html", "-assume_charset=x-transparent", "-display_charset=x-transparent", "-stdin"]
# Characters that HTML or the list of links would change.
NOT_IN_HTML = re.compile("[\x00-\x1f\x7f]")
ABSOLUTE = re.compile("[A-Za-z][A-Za-z0-9+.-]*:")
UNSUPPORTED = {"status": "unsupported"}
ESCAPES = str.maketrans({"&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;"})


def version():
    told = subprocess.run(["lynx", "-version"], capture_output=True, check=True, encoding="latin-1")
    return re.search(r"Version (\S+)", told.stdout).group(1)


class Lynx:
    """Asks lynx, which stores its page in `folder`."""

    def __init__(self, folder):
        self.environment = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": folder,
                            "LC_ALL": "C", "TERM": "dumb", "LYNX_TEMP_SPACE": folder}
        self.own_folder = folder

    def links(self, page):
        """Returns the links of `page`, in their order."""
        done = subprocess.run(LYNX, input=page.encode("latin-1"), capture_output=True, check=True,
                              env=self.environment)
        return done.stdout.decode("latin-1").split("\n")[:-1]

    def answers_on_a_page(self, pairs):
        """Returns the answers for `pairs` of a base and a reference, from one run of lynx. If the
        list does not have a line for each pair, lynx is run for each pair. A missing link is
        unsupported and not rejected, since the list omits links that are too long."""
        page, last = [], None
        for base, ref in pairs:
            if base != last:
                page.append('<base href="%s">' % base.translate(ESCAPES))
                last = base
            page.append('<a href="%s">x</a>\n' % ref.translate(ESCAPES))
        links = self.links("".join(page))
        if len(links) == len(pairs):
            return [self.answer_of(link) for link in links]
        if len(pairs) == 1:
            return [UNSUPPORTED]
        return [self.answers_on_a_page([pair])[0] for pair in pairs]

    def answer_of(self, link):
        """Returns the answer for a link. A link to the page itself does not use the base, since the
        base is not the page's address."""
        if not link or self.own_folder in link:
            return UNSUPPORTED
        return {"status": "accepted", "uri": link}

    def resolve_all(self, pairs):
        """Returns the answers for `pairs`. A base without a scheme is resolved with the base before
        it, so each such pair gets a page of its own."""
        answers = [UNSUPPORTED] * len(pairs)
        together = []
        for i, (base, ref) in enumerate(pairs):
            if NOT_IN_HTML.search(base + ref) or base == "":
                continue
            if ABSOLUTE.match(base):
                together.append(i)
            else:
                answers[i] = self.answers_on_a_page([(base, ref)])[0]
        if together:
            given = self.answers_on_a_page([pairs[i] for i in together])
            for i, answer in zip(together, given):
                answers[i] = answer
        return answers


def read_request(line):
    """Returns the request in `line`, its base and reference or None, and None. If the line is not a
    request, returns None twice and the answer that says so."""
    try:
        request = json.loads(line)
        if request["op"] != "resolve":
            return request, None, None
        return request, (uriproof_adapter.read_text(request, "base"),
                         uriproof_adapter.read_text(request, "ref")), None
    except (AttributeError, KeyError, TypeError, ValueError):
        return None, None, {"error": "not a request"}


def answer_lines(lines, hello, lynx):
    """Returns the answers to `lines`, which are asked together on one page."""
    asked, out = [], []
    for line in lines:
        request, pair, wrong = read_request(line)
        if wrong:
            out.append(wrong)
        elif request["op"] == "hello":
            out.append(hello)
        else:
            out.append({"id": request.get("id"), **UNSUPPORTED})
        if pair:
            asked.append((len(out) - 1, pair))
    for (place, _), answer in zip(asked, lynx.resolve_all([pair for _, pair in asked])):
        out[place] = {"id": out[place]["id"], **uriproof_adapter.write_texts(answer)}
    return "".join(json.dumps(answer, separators=(",", ":")) + "\n" for answer in out)


def write(octets):
    while octets:
        octets = octets[os.write(1, octets):]


def serve(lynx):
    hello = {"protocol": 2, "name": "lynx", "version": version(), "language": "c",
             "dialects": ["lynx"], "ops": ["resolve"]}
    rest = b""
    while chunk := os.read(0, CHUNK):
        lines = (rest + chunk).split(b"\n")
        rest = lines.pop()
        lines = [line for line in lines if line]
        if lines:
            write(answer_lines(lines, hello, lynx).encode("ascii"))


def main():
    if not shutil.which("lynx"):
        sys.exit("lynx: not found")
    with tempfile.TemporaryDirectory() as folder:
        serve(Lynx(os.path.realpath(folder)))


if __name__ == "__main__":
    main()
