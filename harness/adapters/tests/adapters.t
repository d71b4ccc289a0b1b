#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs each adapter by itself and compares its answers, line by line (TAP 13).

URIPROOF_BIN is the folder of the program uriproof; default build/release. An adapter whose library
was not built in, or that does not start, is skipped with a message. If URIPROOF_ALL_INSTALLED is
set, it fails instead, since everything should be installed. The variable names the exceptions: the
adapters that setup reported as left out. The cases of most adapters are in cases/NAME.json
(docs/adapters.md, "The cases of an adapter"). Arguments are names of such files. By default all
cases run, and some further tests.

The cases have the answers that the parsers give, right or wrong, so that a changed mapping is
noticed. They are for the versions that versions.txt names. Another version may answer differently;
the case is then skipped, and tells the difference. See the line in docs/parsers/ that it proves.
"""

import json
import os
import resource
import subprocess
import sys

ADAPTERS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(os.path.dirname(ADAPTERS))
BIN = os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release"))
BUILT = os.path.join(BIN, "adapters")
CASES = os.path.join(ADAPTERS, "tests", "cases")
with open(os.path.join(ADAPTERS, "tests", "versions.txt"), encoding="ascii") as lines:
    VERSIONS = dict(line.strip().split(" ", 1) for line in lines if not line.startswith("#"))

MOST_WORDS = 200
ANY_WORDS = object()  # an error, in the library's own words


def refused(words=ANY_WORDS):
    return {"status": "rejected", "error": words}


def parts(**components):
    return {"status": "accepted", "components": components}


def text(octets):
    return {"status": "accepted", "text": octets}


def text_hex(octets):
    return {"status": "accepted", "text_hex": octets}


def uri(octets):
    return {"status": "accepted", "uri": octets}


UNSUPPORTED = {"status": "unsupported"}
RELATIVE = refused("relative reference")
EQUAL = {"status": "accepted", "equal": True}
UNEQUAL = {"status": "accepted", "equal": False}
FULL = {"op": "parse", "uri": "http://u:p@h:8/a//b/../c?q?#f?"}
LONG = "b" * (1 << 20)


def parse(octets):
    return {"op": "parse", "uri": octets}


def parse_hex(octets):
    return {"op": "parse", "uri_hex": octets}


def resolve(base, ref):
    return {"op": "resolve", "base": base, "ref": ref}


def normalize(octets):
    return {"op": "normalize", "uri": octets}


def equivalent(octets, other):
    return {"op": "equivalent", "uri": octets, "other": other}


def decode(octets):
    return {"op": "decode", "text": octets}


def encode(octets):
    return {"op": "encode", "text": octets}


URIPARSER = [
    ("every part", FULL, parts(scheme="http", userinfo="u:p", host="h", port="8",
                               path="/a//b/../c", query="q?", fragment="f?")),
    ("scheme alone", parse("A:"), parts(scheme="A", path="")),
    ("void parts are there", parse("a://@:?#"),
     parts(scheme="a", userinfo="", host="", port="", path="", query="", fragment="")),
    ("void host", parse("file:///a"), parts(scheme="file", host="", path="/a")),
    ("root without host", parse("a:/"), parts(scheme="a", path="/")),
    ("root with host", parse("a://h/"), parts(scheme="a", host="h", path="/")),
    ("rootless path", parse("a:b/c/"), parts(scheme="a", path="b/c/")),
    ("void segments", parse("a:////"), parts(scheme="a", host="", path="//")),
    ("case and escapes as written", parse("A://H%7e/%7E"),
     parts(scheme="A", host="H%7e", path="/%7E")),
    ("IPv6", parse("a://[::1]:/"), parts(scheme="a", host="[::1]", port="", path="/")),
    ("IPvFuture", parse("a://[v1.x]"), parts(scheme="a", host="[v1.x]", path="")),
    ("no URI without a scheme", parse("//h/"), RELATIVE),
    ("void text", parse(""), RELATIVE),
    ("space", parse("a:b c"), refused("syntax error at 3")),
    ("NUL", parse_hex("613a0062"), refused("syntax error at 2")),
    ("8-bit", parse_hex("613ae9"), refused("syntax error at 2")),
    ("1 MiB", parse("a:" + LONG), parts(scheme="a", path=LONG)),
    ("resolve", resolve("http://a/b/c?q", "../g#"), uri("http://a/g#")),
    ("resolve a void reference", resolve("http://a/b?q#f", ""), uri("http://a/b?q")),
    ("resolve from a relative base", resolve("a", "g"), refused("the base is relative")),
    ("resolve what is none", resolve("a://h", "%"), refused("syntax error at 1")),
    ("normalize", normalize("A://H/%7e/../%aa"), uri("a://h/%AA")),
    ("normalize a relative reference", normalize("a/../b"), uri("b")),
    ("equivalent", equivalent("A://H/%7e", "a://h/~"), EQUAL),
    ("not equivalent", equivalent("a:b", "a:c"), UNEQUAL),
    ("not equivalent to a relative reference", equivalent("a:b", "c"), UNEQUAL),
    ("decode to NUL and 8-bit", decode("%00a%E9+"), text_hex("0061e92b")),
    ("decode what is no escape", decode("%4%zz%"), text("%4%zz%")),
    ("decode void text", decode(""), text("")),
    ("decode a NUL", {"op": "decode", "text_hex": "00"}, UNSUPPORTED),
    ("encode", encode("a b/~%."), text("a%20b%2F~%25.")),
    ("encode 8-bit", {"op": "encode", "text_hex": "e90a"}, text("%E9%0A")),
]

LIBCURL = [
    ("every part", FULL, parts(scheme="http", user="u", password="p", host="h", port="8",
                               path="/a//b/../c", query="q?", fragment="f?")),
    ("scheme in lower case, host as written", parse("HTTP://H/"),
     parts(scheme="http", host="H", path="/")),
    ("unknown scheme", parse("g.+-1://h/"), parts(scheme="g.+-1", host="h", path="/")),
    ("void path is a slash", parse("http://h"), parts(scheme="http", host="h", path="/")),
    ("void user and password", parse("http://:@h/"),
     parts(scheme="http", user="", password="", host="h", path="/")),
    ("void user", parse("http://@h/"), parts(scheme="http", user="", host="h", path="/")),
    ("void port and fragment", parse("http://h:/#"), parts(scheme="http", host="h", path="/")),
    ("host decoded, path not", parse("http://%41/%41"),
     parts(scheme="http", host="A", path="/%41")),
    ("file without host", parse("file:///a"), parts(scheme="file", path="/a")),
    ("IPv6", parse("http://[::1]:8/"), parts(scheme="http", host="[::1]", port="8", path="/")),
    ("8-bit", parse_hex("687474703a2f2f682fe9"),
     {"status": "accepted", "components": {"scheme": "http", "host": "h", "path_hex": "2fe9"}}),
    ("no slashes", parse("mailto:a@b"), refused()),
    ("relative", parse("//h/"), refused()),
    ("port over 65535", parse("http://h:65536/"), refused()),
    ("void text", parse(""), refused()),
    ("NUL", parse_hex("687474703a2f2f682f00"), UNSUPPORTED),
    ("1 MiB", parse("a://h/" + LONG), parts(scheme="a", host="h", path="/" + LONG)),
    ("resolve", resolve("http://a/b/c?q", "../g"), uri("http://a/g")),
    ("resolve removes dots", resolve("http://a/b", "/./x/../y"), uri("http://a/y")),
    ("resolve a full reference", resolve("http://a/b", "x://h/c"), uri("x://h/c")),
    ("resolve what is none", resolve("http://a/b", "x:y"), refused()),
    ("resolve from what is none", resolve("a", "g"), refused()),
    ("resolve a NUL", {"op": "resolve", "base": "http://a/", "ref_hex": "00"}, UNSUPPORTED),
    ("decode to NUL and 8-bit", decode("%00a%E9+"), text_hex("0061e92b")),
    ("decode a NUL", {"op": "decode", "text_hex": "610062"}, text_hex("610062")),
    ("decode what is no escape", decode("%4%zz%"), text("%4%zz%")),
    ("decode void text", decode(""), text("")),
    ("encode", encode("a b/~%."), text("a%20b%2F~%25.")),
    ("encode a NUL", {"op": "encode", "text_hex": "610062"}, text("a%00b")),
    ("encode void text", encode(""), text("")),
    ("no normalize", normalize("a:b"), UNSUPPORTED),
    ("no equivalent", equivalent("a:b", "a:b"), UNSUPPORTED),
]

LIBXML2 = [
    ("every part", FULL, parts(scheme="http", userinfo="u:p", host="h", port="8",
                               path="/a//b/../c", query="q?", fragment="f?")),
    ("void path is none", parse("A:"), parts(scheme="A")),
    ("void host", parse("file:///a"), parts(scheme="file", host="", path="/a")),
    ("no host", parse("file:/a"), parts(scheme="file", path="/a")),
    ("void query and fragment", parse("a://h?#"),
     parts(scheme="a", host="h", query="", fragment="")),
    ("void userinfo", parse("a://@h/"), parts(scheme="a", userinfo="", host="h", path="/")),
    ("case and escapes as written", parse("A://H%7e/%7E?%41#%41"),
     parts(scheme="A", host="H%7e", path="/%7E", query="%41", fragment="%41")),
    ("port is a number", parse("a://h:080/"), parts(scheme="a", host="h", port="80", path="/")),
    ("IPv6", parse("a://[::1]:8/"), parts(scheme="a", host="[::1]", port="8", path="/")),
    ("no URI without a scheme", parse("//h/"), RELATIVE),
    ("void text", parse(""), RELATIVE),
    ("space", parse("a:b c"), refused("not parsed")),
    ("8-bit", parse_hex("613ae9"), refused("not parsed")),
    ("NUL", parse_hex("613a00"), UNSUPPORTED),
    ("1 MiB", parse("a:" + LONG), parts(scheme="a", path=LONG)),
    ("resolve", resolve("http://a/b/c?q", "../g"), uri("http://a/g")),
    ("resolve a query", resolve("http://a/b?q", "?"), uri("http://a/b?")),
    ("resolve what is none", resolve("http://a/b", "x y"), refused("no result")),
    ("resolve a NUL", {"op": "resolve", "base_hex": "613a00", "ref": ""}, UNSUPPORTED),
    ("decode to 8-bit", decode("a%E9+"), text_hex("61e92b")),
    ("decode ends at a NUL", decode("a%00b"), text("a")),
    ("decode a NUL", {"op": "decode", "text_hex": "00"}, UNSUPPORTED),
    ("decode void text", decode(""), text("")),
    ("encode", encode("a b/~%."), text("a%20b%2F~%25.")),
    ("encode 8-bit", {"op": "encode", "text_hex": "e90a"}, text("%E9%0A")),
    ("encode a NUL", {"op": "encode", "text_hex": "00"}, UNSUPPORTED),
    ("no normalize", normalize("a:b"), UNSUPPORTED),
]

URLLIB = [
    ("every part", FULL, parts(scheme="http", user="u", password="p", host="h", port="8",
                               path="/a//b/../c", query="q?", fragment="f?")),
    ("scheme and host in lower case", parse("HTTP://H/A"),
     parts(scheme="http", host="h", path="/A")),
    ("void parts are none", parse("http://:?#"), parts(scheme="http", path="")),
    ("void user and password", parse("http://:@h/"),
     parts(scheme="http", user="", password="", host="h", path="/")),
    ("void host is none", parse("file:///a"), parts(scheme="file", path="/a")),
    ("IPv6", parse("a://[::1]:8/"), parts(scheme="a", host="[::1]", port="8", path="/")),
    ("port is a number", parse("a://h:080/"), parts(scheme="a", host="h", port="80", path="/")),
    ("port over 65535", parse("http://h:65536/?q#f"),
     {"status": "accepted", "generic": {"scheme": "http", "path": "//h:65536/", "search": "q",
                                        "fragmentid": "f"}}),
    ("port that is none", parse("http://u@h:x/"),
     {"status": "accepted", "generic": {"scheme": "http", "path": "//u@h:x/"}}),
    ("brackets that do not match", parse("http://[/"), refused()),
    ("no URI without a scheme", parse("//h/"), RELATIVE),
    ("void text", parse(""), RELATIVE),
    ("NUL", parse_hex("613a0062"), {"status": "accepted",
                                    "components": {"scheme": "a", "path_hex": "0062"}}),
    ("8-bit", parse_hex("613ae9ff"), {"status": "accepted",
                                      "components": {"scheme": "a", "path_hex": "e9ff"}}),
    ("tab and newline vanish", parse_hex("68740a74703a2f2f682f0961"),
     parts(scheme="http", host="h", path="/a")),
    ("space stays", parse("a:b c"), parts(scheme="a", path="b c")),
    ("1 MiB", parse("a:" + LONG), parts(scheme="a", path=LONG)),
    ("resolve", resolve("http://a/b/c?q", "../g"), uri("http://a/g")),
    ("resolve 8-bit", {"op": "resolve", "base": "http://a/b", "ref_hex": "e9"},
     {"status": "accepted", "uri_hex": "687474703a2f2f612fe9"}),
    ("resolve what is none", resolve("http://a/b", "//["), refused()),
    ("decode to NUL and 8-bit", decode("%00a%E9+"), text_hex("0061e92b")),
    ("decode a NUL", {"op": "decode", "text_hex": "610062"}, text_hex("610062")),
    ("decode what is no escape", decode("%4%zz%"), text("%4%zz%")),
    ("encode", encode("a b/~%."), text("a%20b%2F~%25.")),
    ("encode NUL and 8-bit", {"op": "encode", "text_hex": "00e9"}, text("%00%E9")),
    ("no normalize", normalize("a:b"), UNSUPPORTED),
    ("no equivalent", equivalent("a:b", "a:b"), UNSUPPORTED),
    ("a field that is not there", {"op": "parse"}, {"error": ANY_WORDS}),
    ("a field that is no octets", parse("\u00e9"), {"error": ANY_WORDS}),
]

FOUR_OPS = ["parse", "resolve", "decode", "encode"]
SIX_OPS = ["parse", "resolve", "normalize", "equivalent", "decode", "encode"]


class Tap:
    """Counts tests and prints them."""

    def __init__(self):
        self.count = 0
        self.failures = 0

    def _line(self, verdict, name, note=""):
        self.count += 1
        print("%s %d - %s%s" % (verdict, self.count, name.replace("#", "\\#"), note))

    def ok(self, good, name, diagnosis=""):
        self._line("ok" if good else "not ok", name)
        if not good:
            self.failures += 1
            for line in diagnosis.splitlines():
                print("# " + line)

    def skip(self, name, reason):
        self._line("ok", name, " # SKIP " + reason)

    def differs(self, name, reason, diagnosis):
        """Skips a case that another version of the parser answers differently."""
        self.skip(name, reason)
        for line in ["%s: %s" % (name, reason), *diagnosis.splitlines()]:
            print("# " + line)

    def absent(self, name, reason):
        """Skips a test whose tools are missing. Fails it if everything should be installed."""
        if installed(name):
            self.ok(False, name + ": is there", reason)
        else:
            self.skip(name, reason)

    def end(self):
        print("1..%d" % self.count)
        return 1 if self.failures else 0


def installed(name):
    left_out = os.environ.get("URIPROOF_ALL_INSTALLED")
    return left_out is not None and name not in left_out.split()


def run(command, octets=b""):
    return subprocess.run(command, input=octets, capture_output=True, timeout=120)


def same(given, expected):
    """Returns true if both are equal. If any words are allowed for an error, there must be some."""
    if expected.get("error") is ANY_WORDS:
        words = given.get("error")
        return isinstance(words, str) and words != "" and same(
            {**given, "error": ""}, {**expected, "error": ""})
    return given == expected


def shortened(octets):
    return octets if len(octets) < 400 else octets[:400] + "..."


def read_line(line):
    """Returns the object in a line of an adapter, or None if there is no object."""
    try:
        return json.loads(line.decode("ascii"))
    except ValueError:
        return None


def check_hello(tap, name, given, expected):
    given = dict(given or {})
    version = given.pop("version", None)
    tap.ok(isinstance(version, str) and version != "", name + ": hello has a version")
    tap.ok(given == expected, name + ": hello", "given:  %s\nwanted: %s" % (
        json.dumps(given), json.dumps(expected)))


def other_version(name, hello):
    """Returns None if the parser has the version of its cases, or a message with both versions."""
    version = hello.get("version") if isinstance(hello, dict) else None
    if version is None or version == VERSIONS.get(name):
        return None
    return "the case is of version %s, and this is %s" % (VERSIONS.get(name), version)


def check_adapter(tap, name, command, hello, cases):
    """Sends all requests at once, so that the adapter reads incomplete lines and many lines."""
    tap.ok(name in VERSIONS, name + ": versions.txt names the version of its cases")
    asked = [json.dumps({"op": "hello", "protocol": 2})]
    asked += [json.dumps({"id": i, **case[1]}) for i, case in enumerate(cases)]
    done = run(command, "".join(line + "\n" for line in asked).encode("ascii"))
    lines = done.stdout.split(b"\n")
    tap.ok(done.returncode == 0, name + ": ends well", done.stderr.decode("latin-1"))
    tap.ok(len(lines) == len(asked) + 1 and lines[-1] == b"", name + ": one line a request",
           "%d lines for %d requests" % (len(lines) - 1, len(asked)))
    check_hello(tap, name, read_line(lines[0]), hello)
    other = other_version(name, read_line(lines[0]))
    for i, (about, request, expected) in enumerate(cases):
        line = lines[i + 1] if i + 1 < len(lines) else b""
        given = read_line(line)
        good = isinstance(given, dict) and same(given, {"id": i, **expected})
        case = "%s: %s: %s" % (name, request["op"], about)
        told = "asked: %s\ngiven: %s" % (shortened(asked[i + 1]),
                                         shortened(line.decode("latin-1")))
        if good or other is None or not isinstance(given, dict):
            tap.ok(good, case, told)
        else:
            tap.differs(case, other, told)
    check_form(tap, name, lines[1:-1])


def check_form(tap, name, answers):
    """Tests that answers begin with their id, for people who read the lines, and that error
    messages are printable ASCII."""
    late = [line for line in answers if not line.startswith(b'{"id":')]
    tap.ok(not late, name + ": answers begin with their id", "\n".join(
        shortened(line.decode("latin-1")) for line in late[:3]))
    raw = [words for words in ((read_line(line) or {}).get("error", "") for line in answers)
           if not (words.isascii() and words.isprintable() and len(words) <= MOST_WORDS)]
    tap.ok(not raw, name + ": errors are printable and short", "\n".join(map(ascii, raw[:3])))


def check_host(tap, program):
    """Tests the program of a library of C or C++."""
    name = os.path.basename(program)
    help_text = run([program, "--help"])
    tap.ok(help_text.returncode == 0 and
           help_text.stdout.startswith(b"usage: %s\n" % name.encode()), name + " --help")
    argument = run([program, "more"])
    tap.ok(argument.returncode == 2 and argument.stdout == b"" and
           argument.stderr.startswith(name.encode() + b": "), name + " more: exit 2, and says why")


def hello_of(name, language, ops, gives, dialects=("rfc3986",)):
    hello = {"protocol": 2, "name": name, "language": language, "dialects": list(dialects),
             "ops": ops}
    if gives:
        hello["transforms"] = gives
    return hello


def check_c(tap):
    table = [
        ("uriparser", SIX_OPS, None, URIPARSER),
        ("libcurl", FOUR_OPS, {"scheme": ["lowercased"],
                               "host": ["decoded", "empty-as-absent", "address-rewritten"],
                               "port": ["empty-as-absent", "as-number"],
                               "path": ["empty-as-slash"],
                               "fragment": ["empty-as-absent"]}, LIBCURL),
        ("libxml2", FOUR_OPS, {"path": ["empty-as-absent"], "port": ["as-number"]}, LIBXML2),
    ]
    for name, ops, gives, cases in table:
        program = os.path.join(BUILT, name)
        if os.access(program, os.X_OK):
            check_host(tap, program)
            check_adapter(tap, name, [program], hello_of(name, "c", ops, gives), cases)
        else:
            tap.absent(name, "library not found when uriproof was built, or set URIPROOF_BIN")


def check_cpp(tap):
    path = "/" + "a" * 900000
    for name in ("boost-url", "poco", "qurl"):
        program = os.path.join(BUILT, name)
        if os.access(program, os.X_OK):
            check_host(tap, program)
            check_little_memory(tap, [program], range(8, 120, 4), normalize("x:" + path),
                                lambda answer: answer.get("uri"), "x:" + path)
        else:
            tap.absent(name, "not built, so not in little memory")


def check_little_memory(tap, command, limits, request, part, expected):
    """Tests that there is no answer if memory runs out, and never an answer without its path. With
    AddressSanitizer nothing starts, since its own memory is larger than any limit."""
    asked = b'{"op":"hello","protocol":2}\n' + json.dumps({"id": 1, **request}).encode() + b"\n"
    name = "little memory: " + os.path.basename(command[-1])
    false, ended, whole = [], 0, 0
    for megabytes in limits:
        done = subprocess.run(
            command, input=asked, capture_output=True, check=False,
            preexec_fn=lambda most=megabytes << 20: resource.setrlimit(resource.RLIMIT_AS,
                                                                       (most, most)))
        answers = [json.loads(line) for line in done.stdout.splitlines() if b'"id":1' in line]
        good = [a for a in answers if part(a) == expected]
        whole += len(good)
        ended += not answers and done.returncode != 0
        false += [a for a in answers if a not in good and not a.get("unsupported")]
    tap.ok(not false, name + ": no false answer", str(false)[:300])
    tap.ok(ended > 0 and (whole > 0 or "asan" in BIN), name + ": it ends, or answers whole",
           "%d ended, %d whole" % (ended, whole))


def check_reference_in_little_memory(tap):
    path = "a" * 900000
    check_little_memory(tap, [os.path.join(BIN, "uriproof"), "serve"], range(4, 40, 2),
                        parse("http:" + path),
                        lambda answer: answer.get("generic", {}).get("path"), path)


def check_urllib(tap):
    name = "python-urllib"
    gives = {"scheme": ["lowercased"], "host": ["lowercased", "empty-as-absent"],
             "port": ["empty-as-absent", "as-number"], "query": ["empty-as-absent"],
             "fragment": ["empty-as-absent"]}
    command = [sys.executable, "-B", os.path.join(ADAPTERS, "python", "urllib_adapter.py")]
    hello = {**hello_of(name, "python", FOUR_OPS, gives),
             "splits": "urllib.parse manual, URL parsing security: The urlsplit() and urlparse() "
                       "APIs do not perform validation of inputs"}
    check_adapter(tap, name, command, hello, URLLIB)
    many = [json.dumps({"id": i, **parse("http://h/%d" % i)}) for i in range(5000)]
    done = run(command, "".join(line + "\n" for line in many).encode("ascii"))
    answers = [read_line(line) for line in done.stdout.splitlines()]
    tap.ok([a["components"]["path"] for a in answers] == ["/%d" % i for i in range(5000)],
           name + ": 5000 requests in flight")


# Adapters whose parsers print, in each language with a helper. {folder} is the helper's folder.
PRINTERS = [
    (["/usr/bin/env", "python3", "-c"], "python", """
import sys
sys.path.insert(0, sys.argv[1])
import uriproof_adapter
def parse(uri):
    print("noise", flush=True)
    return {"status": "rejected"}
uriproof_adapter.serve("printer", "1", {"parse": parse})
"""),
    (["node", "-e"], "node", """
require(process.argv[1] + "/uriproof_adapter").serve("printer", "1", { parse: () => {
    console.log("noise");
    process.stdout.write("noise\\n");
    return { status: "rejected" };
} });
"""),
    (["perl", "-e"], "perl", """
require "$ARGV[0]/UriproofAdapter.pm";
$| = 1;
sub parse { print "noise\\n"; return { status => "rejected" } }
UriproofAdapter::serve(name => "printer", version => "1", ops => [parse => \\&parse]);
"""),
    (["ruby", "-e"], "ruby", """
require ARGV[0] + "/uriproof_adapter"
def parse(uri) = (puts "noise"; { "status" => "rejected" })
UriproofAdapter.serve("printer", "1", { "parse" => method(:parse) })
"""),
]

NO_REQUESTS = ['{', '[1]', 'null', '7', '{}', '{"id":1,"op":"parse"}',
               '{"id":1,"op":"parse","uri":[]}', '{"id":1,"op":"parse","uri":"\\u00e9"}']


def check_helpers(tap):
    """Tests that a line which is not a request gets an error message, and that the output of a
    parser is not taken for an answer."""
    asked = "".join(line + "\n" for line in NO_REQUESTS + ['{"id":2,"op":"parse","uri":"a:b"}'])
    for command, language, program in PRINTERS:
        name = "the helper in " + language
        try:
            done = run([*command, program, os.path.join(ADAPTERS, language)], asked.encode("ascii"))
        except OSError as error:
            tap.absent(name, str(error))
            continue
        lines = [read_line(line) for line in done.stdout.splitlines()]
        tap.ok(lines[-1:] == [{"id": 2, "status": "rejected"}] and b"noise" in done.stderr,
               name + ": what a parser prints goes to standard error",
               (done.stdout + done.stderr).decode("latin-1"))
        tap.ok(len(lines) == len(NO_REQUESTS) + 1 and all(line.get("error") for line in lines[:-1]),
               name + ": what is no request", done.stdout.decode("latin-1"))


def manifest_named(name):
    for path in manifests():
        if os.path.basename(path) == name + ".json":
            with open(path, encoding="ascii") as file:
                return json.load(file)
    return None


def command_of(manifest):
    """Returns the manifest's command with its placeholders filled in."""
    places = {"{bin}": BIN, "{built}": os.path.join(BIN, "adapters"), "{data}": ROOT,
              "{dialect}": manifest["dialects"][0]}
    words = [word for word in manifest["command"] if word != "{readings}"]
    for placeholder, value in places.items():
        words = [word.replace(placeholder, value) for word in words]
    return words


def starts(command):
    """Returns None if the adapter says hello, or the reason why it does not."""
    try:
        done = run(command, b'{"op":"hello","protocol":2}\n')
    except OSError as error:
        return str(error)
    return None if b'"protocol"' in done.stdout else done.stderr.decode("latin-1").strip()[-200:]


def any_words(answer):
    return {**answer, "error": ANY_WORDS} if answer.get("error") is True else answer


def whole(value):
    """Returns a text of a case. A list stands for its items one after another; an item may be
    [TEXT, TIMES]."""
    if isinstance(value, dict):
        return {key: whole(item) for key, item in value.items()}
    if isinstance(value, list):
        return "".join(item if isinstance(item, str) else item[0] * item[1] for item in value)
    return value


def check_cases(tap, name):
    """Tests the cases in cases/NAME.json."""
    with open(os.path.join(CASES, name + ".json"), encoding="ascii") as file:
        told = json.load(file)
    manifest = manifest_named(name)
    if manifest is None:
        tap.ok(False, name + ": has a manifest")
        return
    command = command_of(manifest)
    why = starts(command)
    if why is not None:
        tap.absent(name, "it does not start: %s (%s)" % (why.replace("\n", " "), manifest["get"]))
        return
    cases = [(case["about"], whole(case["ask"]), any_words(whole(case["answer"])))
             for case in told["cases"]]
    check_adapter(tap, name, command, {"protocol": 2, "name": name, **told["hello"]}, cases)


def check_all_cases(tap, names):
    for file in sorted(os.listdir(CASES)):
        name = file[:-len(".json")]
        if not names or name in names:
            check_cases(tap, name)


def manifests():
    for language in sorted(os.listdir(ADAPTERS)):
        folder = os.path.join(ADAPTERS, language)
        for file in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            if file.endswith(".json"):
                yield os.path.join(folder, file)


def check_manifests(tap):
    try:
        import jsonschema
    except ImportError:
        tap.absent("manifests", "no validator (apt-get install python3-jsonschema)")
        return
    with open(os.path.join(ROOT, "harness", "schema", "adapter.schema.json")) as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for path in manifests():
        with open(path, encoding="ascii") as file:
            manifest = json.load(file)
        faults = [error.message for error in validator.iter_errors(manifest)]
        if manifest.get("name") != os.path.basename(path)[:-len(".json")]:
            faults.append("the name is not the file's")
        tap.ok(not faults, "manifest " + os.path.relpath(path, ADAPTERS), "\n".join(faults))
    check_bad_manifests(tap, validator, manifest)


def check_bad_manifests(tap, validator, good):
    """Tests that the schema rejects bad manifests."""
    bad = [
        ("an unknown key", {**good, "colour": "red"}),
        ("an unknown placeholder", {**good, "command": ["{home}/x"]}),
        ("{readings} inside an argument", {**good, "command": ["x", "-r{readings}"]}),
        ("{readings} for a program", {**good, "command": ["{readings}"]}),
        ("no command", {key: good[key] for key in good if key != "command"}),
        ("a void command", {**good, "command": []}),
        ("another version", {**good, "version": 2}),
        ("an empty list of dialects", {**good, "dialects": []}),
        ("a name of two words", {**good, "name": "a b"}),
    ]
    for about, manifest in bad:
        tap.ok(not validator.is_valid(manifest), "schema refuses " + about)


def main():
    print("TAP version 13")
    tap = Tap()
    names = sys.argv[1:]
    check_all_cases(tap, names)
    if not names:
        check_c(tap)
        check_cpp(tap)
        check_reference_in_little_memory(tap)
        check_urllib(tap)
        check_helpers(tap)
        check_manifests(tap)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
