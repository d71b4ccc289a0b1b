# SPDX-License-Identifier: MIT
"""Kinds of malformed JSON, and an adapter that writes them.

Each kind is made of a JSON object in one way alone: what it was made of is good. As a program this
is an adapter of rfc1630. It answers the request whose uri is `kind:NAME` with that kind of
malformed line; with `--parse NAME` it answers each parse so, with `--hello NAME` the hello.
"""

import json
import os
import sys


def member(octets):
    """Adds what is malformed as a last member, on a line of its own where the text has lines."""
    def make(text):
        end = b",\n" if b"\n" in text else b","
        return text[:-1].rstrip(b"\n") + end + octets + b"}"
    return make


def value(octets):
    return member(b'"x":' + octets)


def string(octets):
    return value(b'"' + octets + b'"')


# The name, how it is made, and what is said of it.
KINDS = [
    # numbers: RFC 8259, section 6
    ("leading-zero", value(b"01"), "a number with a leading zero"),
    ("negative-leading-zero", value(b"-01"), "a number with a leading zero"),
    ("ends-in-its-point", value(b"1."), "a number without a digit where one is needed"),
    ("begins-with-its-point", value(b".5"), "expected a value"),
    ("no-exponent", value(b"1e"), "a number without a digit where one is needed"),
    ("sign-without-exponent", value(b"1e+"), "a number without a digit where one is needed"),
    ("plus-sign", value(b"+1"), "expected a value"),
    ("lone-minus", value(b"-"), "a number without a digit where one is needed"),
    ("hexadecimal-number", value(b"0x1F"), "expected ',' or '}'"),
    ("not-a-number", value(b"NaN"), "expected a value"),
    ("infinity", value(b"-Infinity"), "a number without a digit where one is needed"),
    # literals: section 3
    ("capital-true", value(b"True"), "expected a value"),
    ("literal-cut-short", value(b"nul"), "expected a value"),
    ("literal-too-long", value(b"truely"), "expected ',' or '}'"),
    # strings: section 7
    ("single-quotes", value(b"'a'"), "expected a value"),
    ("raw-tab", string(b"a\tb"), "a control character in a string"),
    ("raw-return", string(b"a\rb"), "a control character in a string"),
    ("raw-unit-separator", string(b"a\x1fb"), "a control character in a string"),
    ("raw-nul", string(b"a\0b"), "a NUL"),
    ("escaped-nul", string(b"a\\u0000b"), "an escaped NUL"),
    ("unknown-escape", string(b"\\x41"), "an escape that JSON does not have"),
    ("short-escape", string(b"\\u12"), "\\\\u without four hexadecimal digits"),
    ("escape-without-digits", string(b"\\u12G4"), "\\\\u without four hexadecimal digits"),
    ("string-without-end", value(b'"a'), "it ends too soon"),
    # what is no character: sections 8.1 and 8.2, RFC 3629, section 3
    ("lone-high-surrogate", string(b"\\ud800"), "half a surrogate pair"),
    ("lone-low-surrogate", string(b"\\udc00"), "half a surrogate pair"),
    ("swapped-surrogates", string(b"\\udc00\\ud800"), "half a surrogate pair"),
    ("high-surrogate-and-letter", string(b"\\ud800\\u0041"), "half a surrogate pair"),
    ("octet-ff", string(b"a\xff"), "not UTF-8"),
    ("latin-1", string(b"caf\xe9"), "not UTF-8"),
    ("lone-continuation", string(b"\x80"), "not UTF-8"),
    ("overlong-of-two", string(b"\xc0\xaf"), "not UTF-8"),
    ("overlong-of-three", string(b"\xe0\x80\xaf"), "not UTF-8"),
    ("surrogates-in-utf-8", string(b"\xed\xa0\x80\xed\xb0\x80"), "not UTF-8"),
    ("beyond-unicode", string(b"\xf4\x90\x80\x80"), "not UTF-8"),
    ("cut-sequence", string(b"\xe2\x82"), "not UTF-8"),
    ("byte-order-mark", lambda text: b"\xef\xbb\xbf" + text, "a byte-order mark"),
    # structure: sections 2, 4 and 5
    ("array-without-end", value(b"[1,2"), "expected ',' or ']'"),
    ("comma-ends-array", value(b"[1,]"), "expected a value"),
    ("comma-ends-object", value(b'{"a":1,}'), "expected a key in quotes"),
    ("no-comma-in-array", value(b"[1 2]"), "expected ',' or ']'"),
    ("comment", value(b"1/**/"), "expected ',' or '}'"),
    ("vertical-tab-as-space", value(b"\x0b1"), "expected a value"),
    ("no-break-space", value(b"\xc2\xa01"), "expected a value"),
    ("bare-key", member(b"x:1"), "expected a key in quotes"),
    ("number-for-a-key", member(b"1:1"), "expected a key in quotes"),
    ("no-colon", member(b'"x" 1'), "expected ':'"),
    ("no-value", member(b'"x":'), "expected a value"),
    ("deep-nesting", value(b"[" * 100000 + b"]" * 100000), "nested over [0-9]+ deep"),
    ("object-without-end", lambda text: text[:-1].rstrip(b"\n"), "it ends too soon"),
    ("another-object-behind", lambda text: text + b"{}", "something follows"),
    ("nul-behind", lambda text: text + b"\0", "a NUL"),
    # what cannot be read in one way alone: section 4
    ("key-twice", member(b'"x":1,"x":2'), 'the key "x" is there twice'),
    ("key-twice-by-an-escape", member(b'"x":1,"\\u0078":2'), r'the key "\\u0078" is there twice'),
    ("key-twice-within", value(b'{"a":{},"b":1,"a":{}}'), 'the key "a" is there twice'),
]

HELLO = {"protocol": 2, "name": "malformed", "version": "0", "language": "python",
         "dialects": ["rfc1630"], "ops": ["parse"]}


def as_json(item):
    return json.dumps(item, separators=(",", ":")).encode("ascii")


def answer(request):
    scheme, path = request["uri"].split(":", 1) if ":" in request.get("uri", "") else ("", "")
    return {"id": request["id"], "status": "accepted", "generic": {"scheme": scheme, "path": path}}


def line_for(request, kinds, when, name):
    """The line without its end; `name` is malformed `when` asked for a hello or a parse."""
    hello = request["op"] == "hello"
    line = as_json(HELLO if hello else answer(request))
    uri = request.get("uri", "")
    kind = uri[len("kind:"):] if uri.startswith("kind:") else None
    if when == ("--hello" if hello else "--parse"):
        kind = name
    return kinds[kind](line) if kind in kinds else line


def main():
    kinds = {name: make for name, make, _ in KINDS}
    when, name = sys.argv[1:] if len(sys.argv) == 3 else (None, None)
    for text in sys.stdin.buffer:
        line = line_for(json.loads(text), kinds, when, name) + b"\n"
        while line:
            line = line[os.write(1, line):]


if __name__ == "__main__":
    main()
