#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What explain says that a person did wrong, and that its remedy is one (TAP 13).

URIPROOF_BIN is the folder of uriproof; default build/release.
"""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")

BRACKETS = "brackets stand only around the IP address of a host"
GROUPS = "an IPv6 address is eight groups of 1 to 4 hexadecimal digits"
LETTER = "a URI begins with its scheme, and a scheme with a letter"
RELATIVE = "no scheme: this is a relative reference, and not a URI"
SCHEME = "a scheme has only letters, digits, +, - and ., and a colon after it"
PORT = "a port has only digits"
USERINFO = "no port, since that has only digits; as userinfo it wants an @"

# A text, what is said of it, and the same after the remedy.
MISTAKES = [
    ("", "a URI has at least a scheme and its colon", "a:"),
    ("/a/b", RELATIVE, "x:/a/b"),
    ("//h/", RELATIVE, "x://h/"),
    ("http//h", RELATIVE, "http://h"),
    ("../a?b#c", RELATIVE, "x:../a?b#c"),
    ("1a:b", LETTER, "a1:b"),
    (" a:b", LETTER, "a:b"),
    (":b", LETTER, "a:b"),
    ("my_scheme:b", SCHEME, "my-scheme:b"),
    ("a b:c", SCHEME, "ab:c"),
    ("ht%74p:c", SCHEME, "http:c"),
    ("x:/a%", "a % as data is written %25", "x:/a%25"),
    ("x:/a%4", "two hexadecimal digits follow a %", "x:/a%40"),
    ("x:/a%zz", "two hexadecimal digits follow a %", "x:/a%25zz"),
    ("x://h%2", "two hexadecimal digits follow a %", "x://h%20"),
    ("x:/a b", "a space is written %20", "x:/a%20b"),
    ("x://a b/", "a space is written %20", "x://a%20b/"),
    ("x://u:a b@h", "a space is written %20", "x://u:a%20b@h"),
    ("x:/a?b c", "a space is written %20", "x:/a?b%20c"),
    ("x:\\a", "a backslash is no slash: a delimiter is /, and data %5C", "x:/a"),
    ("x:\\a", "a backslash is no slash: a delimiter is /, and data %5C", "x:%5Ca"),
    ("x://h\\a", "a backslash is no slash", "x://h/a"),
    ("x:/a\n", "a control character is written %0A", "x:/a%0A"),
    ("x:/\x7f", "a control character is written %7F", "x:/%7F"),
    ("x:/\u00e9", "a URI is ASCII: this octet is written %C3", "x:/%C3%A9"),
    ("x://h\u00e9/", "a URI is ASCII: this octet is written %C3", "x://h%C3%A9/"),
    ("x:/<a>", "as data, < is written %3C", "x:/%3Ca%3E"),
    ("x:/a|b", "as data, | is written %7C", "x:/a%7Cb"),
    ("x:#a#b", "a second #: in the fragment it is written %23", "x:#a%23b"),
    ("x:/a[1]", BRACKETS + ": here [ is written %5B", "x:/a%5B1%5D"),
    ("x:?a]", BRACKETS + ": here ] is written %5D", "x:?a%5D"),
    ("x://h[1]/", BRACKETS, "x://h%5B1%5D/"),
    ("x://u@h]/", BRACKETS, "x://u@h/"),
    ("h://h:80p", USERINFO, "h://h:80p@"),
    ("x://h:80p/a", USERINFO, "x://h:80p@/a"),
    ("x://a:b:c", USERINFO, "x://a:b:c@"),
    ("x://v1.a:b/", USERINFO, "x://v1.a:b@/"),
    ("x://u@h:80p/", PORT, "x://u@h:80/"),
    ("x://u@h:8 ", PORT, "x://u@h:8"),
    ("http://\udce9/", "a host is written in UTF-8 first", "http://%C3%A9/"),
    ("x://\udce9@h/", "a URI is ASCII: this octet is written %E9", "x://%E9@h/"),
    ("http://h:8 0/", PORT, "http://h:80/"),
    ("http://h:8\\0/", PORT, "http://h:80/"),
    ("http://a:b c/", PORT, "http://a:/"),
    ("http://u:8 0@h/", "a space is written %20", "http://u:8%200@h/"),
    ("x://[::1]:80p/", PORT, "x://[::1]:80/"),
    ("x://u@[::1]:p/", PORT, "x://u@[::1]:/"),
    ("x://::1/", "as an IPv6 address it wants brackets around it", "x://[::1]/"),
    ("x://2001:db8::1", "as an IPv6 address it wants brackets around it", "x://[2001:db8::1]"),
    ("x://a@b@c/", "a second @: in the userinfo it is written %40", "x://a%40b@c/"),
    ("x://[::1]a", "only a colon and a port, or nothing, can follow the ] of a host", "x://[::1]"),
    ("x://[::1]@h", "only a colon and a port, or nothing, can follow the ] of a host",
     "x://[::1]:8"),
    ("x://[::1", "the bracket is not closed", "x://[::1]"),
    ("x://[::1/a", "the bracket is not closed", "x://[::1]/a"),
    ("x://[v1.a", "the bracket is not closed", "x://[v1.a]"),
    ("x://[fe80::1%25eth0]/", "between brackets are no escapes, and RFC 3986 has no zones",
     "x://[fe80::1]/"),
    ("x://[::1%25a", "between brackets are no escapes, and RFC 3986 has no zones", "x://[::1]"),
    ("x://[v1.%", "between brackets are no escapes, and RFC 3986 has no zones", "x://[v1.a]"),
    ("x://[v1]", "after the v come a hexadecimal version, a full stop and at least one",
     "x://[v1.a]"),
    ("x://[1.2.3.4]/", "a name or an IPv4 address stands without them", "x://1.2.3.4/"),
    ("x://[h]/", "a name or an IPv4 address stands without them", "x://h/"),
    ("x://[::g]/", GROUPS, "x://[::a]/"),
    ("x://[]/", GROUPS, "x://[::]/"),
    ("x://[1:2:3:4:5:6:7:8:9]", GROUPS, "x://[1:2:3:4:5:6:7:8]"),
    ("x://[12345::]", GROUPS, "x://[1234::]"),
    ("x://[1::2::3]", GROUPS, "x://[1::2:3]"),
]


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, check=False)


def check(tap, text, words, remedied):
    octets = text.encode("utf-8", "surrogateescape").hex()
    done = run("explain", "--dialect", "rfc3986", "--hex", octets)
    said = " ".join(done.stdout.decode().split())
    tap.ok(done.returncode == 1 and words in said, f"{text!r}: {words}", said)
    tap.ok(max(map(len, done.stdout.decode().splitlines())) <= 80, "on lines of 80 columns", said)
    done = run("parse", "--dialect", "rfc3986", remedied)
    tap.ok(done.returncode == 0, f"and {remedied} is a URI", done.stderr)


def check_all_vectors(tap):
    """Each sentence that the corpus draws is in the table: none is untried."""
    path = os.path.join(ROOT, "vectors", "rfc3986")
    texts, tried = set(), ["as data, "]
    for name in sorted(os.listdir(path)):
        if not name.endswith(".json") or name == "clauses.json":
            continue
        with open(os.path.join(path, name), encoding="utf-8") as file:
            for vector in json.load(file)["vectors"]:
                if vector["op"] == "parse" and vector["expect"].get("status") == "rejected":
                    texts.add(vector.get("uri_hex") or vector["uri"].encode().hex())
    tried += [words.split(" is written %")[0] for _, words, _ in MISTAKES]
    untried = []
    for octets in sorted(texts):
        done = run("explain", "--dialect", "rfc3986", "--hex", octets)
        said = " ".join(done.stdout.decode().split())
        if "^ RFC 3986" in said or not any(words in said for words in tried):
            untried.append(said)
    tap.ok(len(texts) > 100 and not untried, "each rejected text of the corpus has a sentence",
           untried[:5])


def check_no_advice(tap):
    """What would not mend the place is not advised."""
    for text in ("x://[ /25?", "x://[h\x7f]/", "x://[%", "x://[@@[v?a@"):
        said = run("explain", "--dialect", "rfc3986", text).stdout
        tap.ok(b"^\nRFC 3986" in said, f"{text!r}: no advice", said)


def check_readings(tap):
    """What only a reading rejects is no mistake of the grammar's."""
    words = ["explain", "--dialect", "rfc3986", "--reading", "http-host=scheme"]
    done = run(*words, "http:///a")
    tap.ok(done.returncode == 1 and b"^\nRFC 3986" in done.stdout, "a reading has no sentence",
           done)
    done = run("explain", "--dialect", "rfc1630", "http://h/a b")
    tap.ok(done.returncode == 1 and b"^\nRFC 1630" in done.stdout, "nor has another dialect", done)


def main():
    tap = Tap(lines=20)
    for text, words, remedied in MISTAKES:
        check(tap, text, words, remedied)
    check_all_vectors(tap)
    check_no_advice(tap)
    check_readings(tap)
    return tap.end()


sys.exit(main())
