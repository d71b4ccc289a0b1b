#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints texts that are a URI, or nearly one, as lines of JSON.

They follow from rules. A rule says where an ordinary URI is changed, and each
table of characters is complete for its kind. Every text stands with the one that it was made of,
so that two of them can be compared. docs/known.md has the rules in words.
"""
import itertools
import json

# One URI with all parts, one of a scheme that is not known, one that ends with its host, a short
# one, and the references.
FULL = ["http", ":", "//", "user", ":", "pass", "@", "host.example", ":", "8080", "/", "path", "?",
        "query", "#", "frag"]
UNKNOWN = ["x", ":", "//", "user", "@", "host.example", "/", "path", "?", "query", "#", "frag"]
LOGIN = ["http", ":", "//", "user", "@", "host.example"]
SHORT = ["http", ":", "//", "host.example", "/", "path"]
NETWORK = ["//", "host.example", "/", "path"]
ABSOLUTE = ["/", "path"]
ROOTLESS = ["path", "/", "to"]
SCRIPT = ["javascript", ":", "path"]
TEMPLATES = (FULL, UNKNOWN, LOGIN, SHORT, NETWORK, ABSOLUTE, ROOTLESS, SCRIPT)
DELIMITERS = {":", "//", "@", "/", "?", "#"}

GEN_DELIMS = list(":/?#[]@")
SUB_DELIMS = list("!$&'()*+,;=")
# What RFC 3986 leaves out: the rest of ASCII that prints, space, controls, and IDNA's dots and the
# full-width forms that Unicode's compatibility mapping makes delimiters of.
OUTSIDE = list(" \"<>\\^`{|}")
CONTROLS = ["\x00", "\x01", "\t", "\n", "\r", "\x1f", "\x7f"]
DOTS = ["\u3002", "\uff0e", "\uff61"]
FULL_WIDTH = ["\uff0f", "\uff1a", "\uff1f", "\uff03", "\uff20", "\uff3c"]


def escape(text):
    return "".join(f"%{octet:02X}" for octet in text.encode("utf-8"))


# At the places where a part ends, a few stand for all.
AT_EDGES = (GEN_DELIMS + ["\\", " ", "\t", "\n", "\r", "\x01", "a", "1", "."] +
            [escape(one) for one in "/\\@:.?#"] + DOTS[:1] + FULL_WIDTH[:1])
IN_PARTS = (GEN_DELIMS + SUB_DELIMS + OUTSIDE + CONTROLS +
            list(map(escape, GEN_DELIMS + SUB_DELIMS + OUTSIDE + CONTROLS + [".", "~", "%"])) +
            ["%", "%4", "%zz"] + DOTS + FULL_WIDTH)


def at_edges(pieces):
    """One of AT_EDGES before, after and in place of each delimiter, and at both ends; a delimiter
    twice and not at all."""
    for at, piece in enumerate(pieces):
        if piece not in DELIMITERS:
            continue
        before, after = "".join(pieces[:at]), "".join(pieces[at + 1:])
        yield before + after
        yield before + piece + piece + after
        for one in AT_EDGES:
            yield before + one + piece + after
            yield before + piece + one + after
            yield before + one + after
    for one in AT_EDGES:
        yield one + "".join(pieces)
        yield "".join(pieces) + one


def in_parts(pieces):
    """One of IN_PARTS in the middle of each part."""
    for at, piece in enumerate(pieces):
        if piece not in DELIMITERS:
            half = len(piece) // 2
            before, after = "".join(pieces[:at]) + piece[:half], "".join(pieces[at + 1:])
            for one in IN_PARTS:
                yield before + one + piece[half:] + after


def letters(pieces):
    """The first letter of each part in the other case, escaped, and both; the dots of a host in
    other forms, one and all."""
    for at, piece in enumerate(pieces):
        before, after = "".join(pieces[:at]), "".join(pieces[at + 1:])
        if piece not in DELIMITERS and piece[0].isalpha():
            for first in (piece[0].upper(), escape(piece[0]), escape(piece[0].upper())):
                yield before + first + piece[1:] + after
        if "." in piece:
            for dot in DOTS + ["%2E", "%2e", ".."]:
                yield before + piece.replace(".", dot) + after


def dots(pieces):
    """Dot segments, escaped and not, before and after the path."""
    path = "".join(pieces)
    for one in (".", "..", "%2E", "%2e%2e", ".%2E"):
        yield from (one + "/" + path, path + "/" + one, path + "/" + one + "/",
                    path + "/" + one + path)


def slashes():
    """Up to six slashes and backslashes after a scheme, up to three after none or two colons."""
    for colon, most in ((":", 6), ("::", 3), ("", 3)):
        for length in range(most + 1):
            for run in itertools.product("/\\", repeat=length):
                for scheme in ("http", "x") if colon else ("",):
                    yield scheme + colon + "".join(run) + "host.example/path"


def authorities():
    """Words and numbers with @ and : between: up to five with one of them, three with two."""
    for most, delimiters in ((5, ("@", ":")), (3, ("@@", "::", ":@", "@:", "@", ":"))):
        for count in range(1, most + 1):
            for words in itertools.product(("host.example", "1"), repeat=count):
                for between in itertools.product(delimiters, repeat=count - 1):
                    pairs = zip(words, (*between, ""))
                    yield "http://" + "".join(itertools.chain.from_iterable(pairs)) + "/path"


def addresses():
    """127.0.0.1 and 10.0.0.1 in all notations of inet_aton, an IPv6 address, and brackets where
    they belong and where they do not."""
    for address in ((127, 0, 0, 1), (10, 0, 0, 1)):
        for count in range(1, 5):
            last = 0
            for octet in address[count - 1:]:
                last = last * 256 + octet
            numbers = (*address[:count - 1], last)
            for forms in itertools.product(("{}", "0{:o}", "0x{:x}"), repeat=count):
                yield "http://" + ".".join(f.format(n) for f, n in zip(forms, numbers)) + "/"
        for dot in DOTS + ["%2E"]:
            yield "http://" + dot.join(map(str, address)) + "/path"
            yield "//" + dot.join(map(str, address)) + "/path"
    for host in ("host.example", "127.0.0.1", "::1"):
        for before, after in itertools.product(("", "[", "]", "[[", "[@", "@["),
                                               ("", "]", "[", "]]", "]a", "]1")):
            yield f"http://{before}{host}{after}/path"
            yield f"http://user@{before}{host}{after}:8080/path"


def schemes():
    """Schemes that name what a browser or a file system does, with a path, with a host, and with a
    mailbox."""
    for scheme in ("javascript", "data", "vbscript", "file", "mailto", "urn", "ssh", "git", "x"):
        for rest in ("path", "/path", "//host.example/path", "///path", "user@host.example"):
            yield scheme + ":" + rest


def inside():
    """A URI in the path, the query or the fragment of another."""
    for outer, inner in itertools.product(
            ("http://host.example/", "file:///path", "x:path", "/path"),
            ("http://other.example/", "//other.example:1:1", "http://other.example:1:1",
             "user@other.example:path")):
        for delimiter in ("", "/", "?", "#", "?#", "@"):
            yield outer + delimiter + inner


def near_misses():
    """(text, what it was made of), each text once."""
    seen = {}
    for pieces in TEMPLATES:
        whole = "".join(pieces)
        seen.setdefault(whole, whole)
        for text in itertools.chain(at_edges(pieces), letters(pieces),
                                    in_parts(pieces) if pieces in (FULL, UNKNOWN, SCRIPT) else (),
                                    dots(pieces) if pieces in (ABSOLUTE, ROOTLESS, SHORT) else ()):
            seen.setdefault(text, whole)
    for text in itertools.chain(slashes(), authorities(), addresses(), schemes(), inside()):
        seen.setdefault(text, "".join(SHORT))
    return seen.items()


def field(name, text):
    octets = text.encode("utf-8")
    if all(0x20 <= octet <= 0x7E for octet in octets):
        return {name: text}
    return {name + "_hex": octets.hex()}


def main():
    for text, whole in near_misses():
        print(json.dumps({**field("uri", text), **field("other", whole)}))


if __name__ == "__main__":
    main()
