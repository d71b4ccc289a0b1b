#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that each adapter gives what its parser says, octet for octet (TAP 13). It asks texts with
odd octets in each part, which show a mapping that adds, drops or encodes something. Arguments are
names of adapters; default all.

    asked     a text with characters is asked
    utf8      what is not UTF-8 is unsupported if the parser takes characters (OF_CHARACTERS)
    parse, normalize, resolve
              an answer has the octets beyond ASCII of its text, and no others
    whole     the parts put together have all octets of the text, and no others
    brackets  a host is in brackets only if the text has it in brackets
    decode, encode
              a text without escapes stays, and what is encoded decodes to the text
    itself    the parts are those of the text that the parser itself writes, if it is called without
              the adapter and its helper (harness/adapters/tests/witnesses)

Texts are compared up to what belongs to the parser: percent escapes, case, IDNA, delimiters, and
what LOSSES says of it.
"""

import ipaddress
import json
import pathlib
import re
import subprocess
import sys
import unicodedata

from adapters import ROOT, find, is_installed, run

sys.path.insert(0, str(ROOT / "vectors" / "tests"))

from tap import Tap  # noqa: E402

WITNESSES = pathlib.Path(__file__).parent / "witnesses"
# How the witness of a language starts, and of which of its parsers it knows what they write.
WITNESSED = {
    "erlang": (["escript"], {"erlang-uri-string"}),
    "java": (["java"], {"java-uri"}),
    "node": (["node"], {"core-js", "fast-uri", "node-url", "node-url-legacy", "uri-js",
                        "whatwg-url"}),
    "perl": (["perl"], {"perl-uri"}),
    "python": (["/usr/bin/python3", "-B"], {"python-furl", "python-hyperlink", "python-rfc3986",
                                            "python-urllib", "python-uritools", "python-yarl"}),
    "ruby": (["ruby"], {"ruby-addressable", "ruby-uri"}),
}
NODE_PACKAGES = ROOT / "harness" / "adapters" / "node" / "packages" / "node_modules"
# Parsers whose texts are characters. (Calls that decode or encode may take octets.)
OF_CHARACTERS = {
    "chromium", "core-js", "erlang-uri-string", "fast-uri", "firefox", "haskell-network-uri",
    "java-uri", "mono-uri", "node-url", "node-url-legacy", "perl-uri", "python-furl",
    "python-hyperlink", "python-rfc3986", "python-rfc3987", "python-urllib", "python-yarl", "qurl",
    "ruby-addressable", "rust-url", "tcl-uri", "uri-js", "webkit", "whatwg-url"}

CHARACTERS = [text.encode("utf-8") for text in (
    "\u00e9", "\u00c9", "\u00e3\u00a9", "\u00b5", "\u0430", "\u20ac", "\u4e2d\u6587", "e\u0301",
    "\U0001f600")]
NO_UTF8 = [b"\xe9", b"\x80", b"\xc3", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
           b"\xff\xfe", b"\xe9\xc3\xa9", b"\xf0\x9f\x98"]
ESCAPES = [b"%41", b"%7e", b"%C3%A9", b"%c3%a9", b"%E9", b"%00", b"%2F", b"%3a", b"%40", b"%5B",
           b"%25", b"%zz", b"%4", b"%"]
CONTROLS = [b"\0", b"\x01", b"\t", b"\n", b"\r", b"\x1f", b"\x7f", b" "]
OTHERS = [b"", b"~", b'"', b"\\", b"<", b"^", b"|", b"'", b"+", b"&", b";", b"=", b"a=b&c", b"[",
          b"]", b"[a]", b"[::1]", b"]["]
PARTS = [b"s%s://h/p", b"%s:p", b"http://%s@h/p", b"a://x%sy:p@h/p", b"a://u:x%sy@h/p",
         b"a://%s/p", b"http://%s/p", b"http://x%sy/p", b"http://u@x%sy:8/p", b"a://h:%s/p",
         b"http://h/%s", b"a:x%sy", b"a:/x%sy/z", b"http://h/x?%s", b"a:b?x%sy#f", b"http://h/#%s",
         b"a:b#x%sy", b"ftp://h/x%sy", b"mailto:x%sy"]
EMPTY = [b"a:", b"a://", b"a:///p", b"a://@h", b"a://:@h", b"a://u:@h", b"a://h:", b"a://h?",
         b"a://h#", b"a://h?#", b"a:?", b"a:#", b"http://h", b"http://h/", b"http://@:/?#"]
HOSTS = [b"[::1]", b"[::1].evil.example", b"[::1]x", b"x[::1]", b"[::1", b"::1]", b"[::1]]",
         b"[[::1]]", b"[::1]:80", b"[::1]x:80", b"[::1]:x", b"[::1]:", b"u@[::1]", b"[u]@h",
         b"[h]@h", b"[::1]@[::1]", b"[v1.x]", b"[v1.a:b]", b"[x]", b"[]", b"a%3Ab", b"%5B::1%5D",
         b"b%3A[c", b"[a%3Ab]", b"a:b:c", b"::1", b"[fe80::1%25e]", b"[fe80::1%e]", b"[::1][::2]",
         b"u[@[::1]", b"u:[p]@h:8", b"]a:b[", b"a]b:c[d", b"u@h@[::1]", b"[::1]%41",
         b"[::FFFF:1.2.3.4]", b"[::1]\\x", b"[a:b", b"[a:b]c]", b"h[a:b]", b"a%3Ab@[c",
         b"[\xc3\xa9:]", b"[::1]a:80", b"[::1]a", b"[::1]:a"]
AROUND_HOSTS = [b"http://%s/", b"a://%s", b"http://%s/[::1]?[a:b]#[a]", b"http://%s/%%e]",
                b"a://%s?q", b"ftp://%s/"]


def filled(carriers, pieces):
    return list(dict.fromkeys(carrier % piece for carrier in carriers for piece in pieces))


WITH_DELIMITERS = set(filled(PARTS[:-2], CHARACTERS + ESCAPES[:-3] + [b"~", b"+", b"a=b&c"]))
PLAIN = filled(PARTS, CHARACTERS + NO_UTF8 + ESCAPES + CONTROLS + OTHERS) + EMPTY
ODD_HOSTS = filled(AROUND_HOSTS, HOSTS)

# What a parser loses of a text: controls and spaces somewhere; a backslash that is read as a slash;
# and something of the texts that these expressions match.
LOSES_CONTROLS = {
    "chromium", "core-js", "crystal-uri", "firefox", "libsoup", "mono-uri", "node-url",
    "node-url-legacy", "perl-uri", "php-parse-url", "python-furl", "python-hyperlink",
    "python-rfc3986", "python-rfc3987", "python-uritools", "python-urllib", "python-yarl",
    "ruby-addressable", "ruby-uri", "rust-url", "tcl-uri", "uri-js", "webkit", "whatwg-url"}
ADDS_SLASHES = {"libcurl", "node-url-legacy", "uri-js"}  # before a path or an authority
READS_BACKSLASH = {"chromium", "core-js", "firefox", "mono-uri", "node-url", "node-url-legacy",
                   "rust-url", "webkit", "whatwg-url"}
AFTER_LINE = rb"#.*\n"  # a fragment ends before a line feed
LOSSES = {
    # it ends a string; a plus of a user is a space; of a host, what is not UTF-8 (normalize)
    "crystal-uri": rb"\0|//[^/]*\+[^/]*@|//[^/]*\xe9\xc3",
    "elixir-uri": rb"//[^/]*:[^/]*[^0-9/]|\n",  # letters of a port; a line ends a part
    "haskell-network-uri": rb"//[^/]*:[^/]*@",  # a password is three dots (normalize)
    "libsoup": rb"%00",  # it ends a C string
    "mono-uri": rb"^([a-z]|mailto):",  # a letter is a drive; an address is a host
    "neon": rb"//[^/]*:[^/]*[^0-9/]|#.*[^a-z0-9%]",  # letters of a port, what no fragment has
    "node-url-legacy": rb"\0",  # it ends a host
    "perl-uri": rb"^[^/?#:]*[^a-z0-9/?#:][^/?#:]*:",  # of a reference, what is no scheme (resolve)
    "php-parse-url": rb"//[^/]*:[0-9]+[^0-9/]",  # of a port, what follows its digits
    # what does not decode to UTF-8; a space of a query is a plus, and `;` an ampersand; what is no
    # scheme comes twice (resolve)
    "python-furl": rb"(?i)%E9|\?.*[ +;]|^s[^:/]*([\x80-\xff]|%C3)",
    # an authority that is wrong (normalize)
    "python-rfc3986": AFTER_LINE + rb"|//[^/?#]*([\x80-\xff]|:[^/]*%)",
    "python-uritools": AFTER_LINE,
    "python-yarl": rb"\?.* ",  # a space of a query is a plus
    "ruby-addressable": AFTER_LINE,
    # what no scheme has; a character of four octets is taken apart; a mailto: is given a host
    "uri-js": rb"^[^:]*[^a-z0-9:][^:]*:|[\xf0-\xf4]|//[^/]*\x7f|^mailto:",
    "whatwg-url": rb"//[^/]*[\xf0-\xf4][^/]*@"}  # counts a user's character of four octets twice
NOTHING = rb"(?!)"


# ---- What is compared ----

def is_utf8(octets):
    try:
        octets.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def unescaped(octets):
    return re.sub(rb"%([0-9A-Fa-f]{2})", lambda found: bytes.fromhex(found[1].decode()), octets)


def of_punycode(found):
    try:
        return found[1].encode().decode("punycode")
    except UnicodeError:
        return found[0]


def canonical(octets):
    """The text without what any parser may change: escapes, case, IDNA. What is not UTF-8 keeps its
    octets, as characters that no text has."""
    text = unescaped(octets).decode("utf-8", "surrogateescape").casefold()
    text = re.sub("xn--((?:[^./?#@]*-)?[a-z0-9]*)", of_punycode, text)
    return unicodedata.normalize("NFKC", text).casefold()


def beyond_ascii(octets):
    return [character for character in canonical(octets) if character > "\x7f"]


def letters(name, octets):
    """The canonical text without delimiters, and without what the parser loses anywhere."""
    text = canonical(octets)
    if name in LOSES_CONTROLS:
        text = re.sub("[\0-\x20\x7f_]", "", text)
    if name in READS_BACKSLASH:
        text = text.replace("\\", "/")
    return re.sub("80|21|[/?#@:]", "", text)


def is_same(name, text, one, other):
    """Whether what was made of the text is the same, with its delimiters if the text has no empty
    part; of others a parser may add or leave out delimiters and default ports."""
    if text in WITH_DELIMITERS and name not in ADDS_SLASHES:
        return canonical(one) == canonical(other)
    return letters(name, one) == letters(name, other)


def octets_of(parts):
    return {name.removesuffix("_hex"): bytes.fromhex(text) if name.endswith("_hex")
            else text.encode("ascii") for name, text in parts.items()}


def parts_of(answer):
    return octets_of(answer.get("components") or answer.get("generic") or {})


def put_together(parts, text):
    """The text from its parts; but without a port that the text does not have."""
    parts = dict(parts)
    if parts.get("port") in (b"80", b"21") and b":" + parts["port"] not in text:
        del parts["port"]
    user = [parts[name] for name in ("user", "password", "userinfo") if name in parts]
    authority = (b":".join(user) + b"@" if user else b"") + parts.get("host", b"")
    authority += b":" + parts["port"] if "port" in parts else b""
    whole = parts.get("scheme", b"") + b":"
    whole += b"//" + authority if authority or "host" in parts else b""
    whole += parts.get("path", b"")
    for delimiter, names in ((b"?", ("query", "search")), (b"#", ("fragment", "fragmentid"))):
        whole += b"".join(delimiter + parts[name] for name in names if name in parts)
    return whole


def authority_of(text):
    return re.sub(rb"^[^:/?#]*:(//)?", b"", text).split(b"/")[0].split(b"?")[0].split(b"#")[0]


def address_of(text):
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def has_in_brackets(text, host):
    """Whether the authority of the text has this host with its brackets, or the same address."""
    around = canonical(re.sub(rb"[\t\r\n]", b"", authority_of(text)))
    if canonical(host) in around:
        return True
    address = address_of(canonical(host)[1:-1])
    found = re.findall(r"\[([^][]*)\]", around)
    return address is not None and address in map(address_of, found)


# ---- Asking ----

def request(number, op, texts):
    names = {"resolve": ("base", "ref"), "equivalent": ("uri", "other"), "decode": ("text",),
             "encode": ("text",)}.get(op, ("uri",))
    fields = {}
    for name, octets in zip(names, texts):
        plain = re.fullmatch(rb"[ -~]*", octets)
        fields[name if plain else name + "_hex"] = octets.decode() if plain else octets.hex()
    return json.dumps({"id": number, "op": op, **fields})


def ask(adapter, op, texts):
    """Pairs of a text and its answer. `texts` are tuples of the fields of the operation."""
    lines = "".join(request(number, op, fields) + "\n" for number, fields in enumerate(texts))
    done = run(adapter.command(), lines.encode("ascii"))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(texts):
        raise SystemExit("%s: %d answers to %d requests, the last of %s\n%s" % (
            adapter.name, len(answers), len(texts), texts[len(answers) - 1],
            done.stderr.decode("latin-1")[-500:]))
    return list(zip(texts, answers))


def shown(wrong):
    return "\n".join("%s\n    %s" % (text, answer) for text, answer in wrong[:8])


# ---- The tests ----

def check_asked(tap, name, op, asked):
    """Tests that a text with a character is asked if it is asked with a tilde there."""
    status = {texts[-1]: answer["status"] for texts, answer in asked}
    wrong = [(text, status[text]) for carrier in PARTS[2:] for piece in CHARACTERS
             for text in [carrier % piece]
             if status[text] == "unsupported" != status[carrier % b"~"]]
    tap.ok(not wrong, "%s: %s: characters are asked" % (name, op), shown(wrong))


def check_utf8(tap, name, op, asked):
    if name in OF_CHARACTERS:
        wrong = [(texts, answer) for texts, answer in asked
                 if not all(map(is_utf8, texts)) and answer["status"] != "unsupported"]
        tap.ok(not wrong, "%s: %s: what is not UTF-8 is unsupported" % (name, op), shown(wrong))


def check_parse(tap, adapter, hello):
    name = adapter.name
    asked = ask(adapter, "parse", [(text,) for text in PLAIN + ODD_HOSTS])
    check_asked(tap, name, "parse", asked)
    check_utf8(tap, name, "parse", asked)
    given = [(texts[0], parts_of(answer)) for texts, answer in asked
             if answer["status"] == "accepted"]
    kept = [(text, parts) for text, parts in given
            if not re.search(LOSSES.get(name, NOTHING), text)]
    wrong = [(text, parts) for text, parts in kept
             if beyond_ascii(put_together(parts, text)) != beyond_ascii(text)]
    tap.ok(not wrong and given, name + ": parse: no octet is encoded, added or lost", shown(wrong))
    wrong = [(text, parts) for text, parts in kept if not re.search(rb"[][]", authority_of(text))
             and not is_same(name, text, put_together(parts, text), text)]
    tap.ok(not wrong, name + ": parse: the parts are the whole text", shown(wrong))
    if "brackets-restored" in hello.get("transforms", {}).get("host", []):
        wrong = [(text, parts) for text, parts in given
                 if re.search(rb"^\[|\]$", parts.get("host", b""))
                 and not has_in_brackets(text, parts["host"])]
        tap.ok(not wrong, name + ": parse: brackets are those of the text", shown(wrong))


def check_whole_texts(tap, adapter, op, questions):
    """Answers of normalize and resolve have the characters of the last text."""
    name = adapter.name
    asked = ask(adapter, op, questions)
    check_asked(tap, name, op, asked)
    check_utf8(tap, name, op, asked)
    wrong = [(texts, answer) for texts, answer in asked
             if answer["status"] == "accepted"
             and not re.search(LOSSES.get(name, NOTHING), texts[-1])
             and beyond_ascii(octets_of({key: answer[key] for key in ("uri", "uri_hex")
                                         if key in answer})["uri"]) != beyond_ascii(texts[-1])]
    tap.ok(not wrong, "%s: %s: no octet is encoded, added or lost" % (name, op), shown(wrong))


def witness_of(adapter):
    """The program that asks the parser itself, and its arguments; None if there is none."""
    start, names = WITNESSED.get(adapter.folder.name, ([], ()))
    if adapter.name not in names:
        return None
    program, = WITNESSES.glob(adapter.folder.name + ".*")
    return [*start, str(program), adapter.name, str(NODE_PACKAGES)]


def check_itself(tap, adapter):
    """The witness reads texts in hexadecimal, line by line, and writes what the parser writes for
    each, or `-`. Default ports are the parser's."""
    name, command = adapter.name, witness_of(adapter)
    if command is None:
        return
    texts = [text for text in PLAIN + ODD_HOSTS if is_utf8(text)]
    done = subprocess.run(command, input="".join(text.hex() + "\n" for text in texts).encode(),
                          capture_output=True, timeout=120, check=False)
    written = done.stdout.decode("ascii").split("\n")[:-1]
    if len(written) != len(texts):
        tap.ok(False, name + ": parse: as the parser itself writes it",
               done.stderr.decode("latin-1")[-500:])
        return
    wrong, compared = [], 0
    asked = ask(adapter, "parse", [(text,) for text in texts])
    for (fields, answer), itself in zip(asked, written):
        lost = re.search(LOSSES.get(name, NOTHING), fields[0])
        if answer["status"] != "accepted" or itself == "-" or lost:
            continue
        compared += 1
        whole, itself = put_together(parts_of(answer), fields[0]), bytes.fromhex(itself)
        if not is_same(name, fields[0], whole, itself):
            wrong.append((fields[0], (itself, answer)))
    tap.ok(not wrong and compared > 100, name + ": parse: as the parser itself writes it",
           "%d compared\n%s" % (compared, shown(wrong)))


def check_coding(tap, adapter, ops):
    """Text without escapes decodes to itself, and encoded text to what it was."""
    name = adapter.name
    pieces = [piece for piece in CHARACTERS + NO_UTF8 + CONTROLS[1:] + [b"~", b"ab", b"\\", b'"']
              if b"%" not in piece]
    texts = [(b"a" + piece + b"z",) for piece in pieces]
    for op in ("decode", "encode"):
        if op not in ops:
            continue
        wrong = [(fields, answer) for fields, answer in ask(adapter, op, texts)
                 if answer["status"] == "accepted"
                 and not re.search(LOSSES.get(name, NOTHING), fields[0])
                 and unescaped(octets_of({key: answer[key] for key in ("text", "text_hex")
                                          if key in answer})["text"]) != fields[0]]
        tap.ok(not wrong, "%s: %s: no octet is encoded, added or lost" % (name, op), shown(wrong))


def check(tap, adapter):
    name = adapter.name
    why = adapter.why_absent()
    if why is not None:
        if is_installed(name):
            tap.ok(False, name + ": is there", why)
        else:
            tap.skip(name, why)
        return
    hello = json.loads(run(adapter.command(), b'{"op":"hello","protocol":2}\n').stdout)
    ops = hello["ops"]
    if "parse" in ops:
        check_parse(tap, adapter, hello)
        check_itself(tap, adapter)
    if "normalize" in ops:
        check_whole_texts(tap, adapter, "normalize", [(text,) for text in PLAIN])
    if "resolve" in ops:
        check_whole_texts(tap, adapter, "resolve", [(b"http://b/c", text) for text in PLAIN])
    check_coding(tap, adapter, ops)


def main():
    tap = Tap()
    for adapter in find(sys.argv[1:]):
        check(tap, adapter)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
