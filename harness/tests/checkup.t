#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`uriproof adapter check` (TAP 13): what it says of hostile adapters (hostile/), of small ones
that have one fault each in how they speak the protocol, and of good ones. It ends, and leaves
nothing.

URIPROOF_BIN is the folder of uriproof; default build/release. Arguments are names of adapters;
default all.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
ONE_FILE = os.path.join(HERE, "one_file.py")
ENDS_WITHIN = 240  # seconds
SOON, LATE = "500ms", "60s"  # where it is to fall silent, and where it is not

# Each answers as the reference does, but for one text, which is among those that a check-up asks.
HOSTILE = [
    ("honest_all", LATE, 0, None),
    ("hangs", SOON, 1, r'fail  answers odd text "a,b:": no answer in time\n'),
    ("hangs_and_ignores_sigterm", SOON, 1, r'fail  answers odd text "a,b:": no answer in time\n'),
    ("says_no_hello", LATE, 1, r"fail  says hello: said no hello within 10 seconds\n"),
    ("ends_before_hello", LATE, 1,
     r"fail  says hello: it ended with status 1 before it said hello\n"
     r"(.*\n)*      ! .*No module named 'no_such_module_of_mine'"),
    ("no_json", SOON, 1, r"fail  writes nothing but answers: 1 line: not JSON: "),
    ("blank_line", LATE, 1, r"fail  writes nothing but answers: 1 line: not JSON: "),
    ("prints_after_its_answer", LATE, 1, r"fail  writes nothing but answers: 1 line: not JSON: "),
    ("answers_twice", LATE, 1, r"fail  writes nothing but answers: 1 line: no request with this"),
    ("answers_again_later", LATE, 1, r"fail  writes nothing but answers: 1 line: no request with"),
    ("id_of_nobody", SOON, 1, r"fail  answers odd text .*: no answer in time; but what came is"),
    ("nul_within_a_line", SOON, 1, r"fail  writes nothing but answers: 1 line: a NUL"),
    ("closes_its_output_and_lives", LATE, 1, r"fail  .*: it closed its standard output\n"),
    ("closes_its_input_and_lives", SOON, 1, r"fail  .*: no answer in time\n"),
    ("number_for_a_part", LATE, 1, r'fail  .*: the answer is broken: "scheme" is not a string\n'),
    ("accepts_without_parts", LATE, 1, r'fail  .*: the answer has no "components" or "generic"\n'),
    ("both_forms_of_a_part", LATE, 1, r'fail  .* "scheme" is there twice\n'),
    ("endless_output", LATE, 1, r"fail  writes nothing but answers: 10001 lines"),
    ("endless_answers", LATE, 1, r"fail  writes nothing but answers: 10001 lines"),
    ("nine_mib_without_newline", LATE, 1, r"fail  .*: it wrote a line of over 8 MiB\n"),
    ("segfault", LATE, 1, r"fail  .*: it ended by signal 11 "),
    ("aborts_at_the_end", LATE, 1, r"fail  ends at the end of its input: it ended by signal 6 "
                                   r"(.*\n)*      ! free\(\): \\x1b\[31minvalid pointer\n"),
    ("exits_with_status_1_at_the_end", LATE, 1,
     r"fail  ends at the end of its input: it ended with status 1\n"),
    ("leaves_a_grandchild", LATE, 1,
     r"fail  leaves no process: a process lives on: .*signal\.pause"),
    ("leaves_a_grandchild_in_another_session", LATE, 1,
     r"fail  leaves no process: a process lives on: .*signal\.pause"),
    ("speaks_another_protocol", LATE, 1,
     r"fail  hello: protocol: speaks protocol 3; this program speaks 2\n"),
    ("speaks_protocol_1", LATE, 1,
     r'fail  hello: protocol: speaks protocol 1; this program speaks 2: say "transforms" for '
     r'"gives" and one "status" for .*, and answer in the order of the requests '
     r'\(docs/protocol.md, "From protocol 1"\)\n'),
    ("greets_without_json", LATE, 1, r"fail  says hello: the first line: not JSON"),
    ("knows_no_operation", LATE, 1, r'warn  hello: ops: no operation is called "prase\\x1b\[2J"\n'),
    ("greets_otherwise_when_it_starts_again", LATE, 1,
     r"fail  .*gives another version than before"),
    ("crashes_on_every_case", LATE, 1, r"fail  answers parse: it ended by signal 6 "),
    ("floods_its_errors", LATE, 0, r"ok    standard error: it wrote\n      ! \\x1b\[31mwarning\n"),
    ("answers_out_of_order", LATE, 1,
     r"fail  answers many in flight: .*: answers come in the order of the requests: "),
    ("answers_in_pieces", LATE, 0, None),
    ("opens_its_input_by_name", LATE, 0, None),
    ("forges_tap", LATE, 0, None),
    ("just_eight_mib", LATE, 0, None),
]

# one_file.py with one change, and what is said of it. None: nothing.
FAULTS = [
    ("nothing changed", [], 0, None),
    ("no name", [('"name": "one-file", ', "")], 1, r'fail  hello: name: the hello has no "name"\n'),
    ("two fields missing", [('"name": "one-file", ', ""), ('"dialects": ["rfc3986"], ', "")], 1,
     r'fail  hello: name: .*\n(.*\n)*fail  hello: dialects: the hello has no "dialects" array\n'),
    ("a dialect that there is not", [('["rfc3986"]', '["rfc9999"]')], 0,
     r'warn  hello: dialects: no dialect is called "rfc9999"\n'),
    ("an unknown transform", [('"ops": ["parse"]',
                               '"ops": ["parse"], "transforms": {"host": ["x"]}')], 1,
     r'fail  hello: transforms: the hello has an unknown transform of "host": x\n'),
    ("no operation", [('"ops": ["parse"]', '"ops": []')], 1, r"fail  hello: ops: it lists no"),
    ("lists what it has not", [('"ops": ["parse"]', '"ops": ["parse", "resolve"]')], 0,
     r"warn  answers resolve: it lists resolve, and does not support it\n"),
    ("an id in 32 bits", [('"id": request["id"], "status"',
                           '"id": request["id"] & 0xffffffff, "status"')], 1,
     r"fail  repeats large ids: no answer in time; but what came is no answer: no request"),
    ("an id as text", [('"id": request["id"], "status"', '"id": str(request["id"]), "status"')], 1,
     r"fail  answers parse: no answer in time; but what came is no answer: no request with this"),
    ("the hexadecimal taken for the text",
     [('bytes.fromhex(request["uri_hex"])', 'request["uri_hex"].encode()')], 1,
     r'fail  reads _hex: another answer than to the same text as "uri"\n'),
    ("does not know _hex", [('if "uri" in request else bytes.fromhex(request["uri_hex"])', "")], 1,
     r"fail  reads _hex: it ended with status 1 \([01] of 2 answers came\)\n(.*\n)*"
     r"      ! KeyError: 'uri'\n"),
    ("octets as UTF-8", [('octets.hex()', 'octets.decode("latin-1").encode("utf-8").hex()')], 0,
     r"warn  gives 8-bit octets: the octet E9 came back as the UTF-8 of U\+00E9\n"),
    ("octets replaced", [('octets.hex()', 'octets.decode(errors="replace").encode().hex()')], 0,
     r"warn  gives 8-bit octets: the octet E9 came back as a replacement character\n"),
    ("8-bit octets plain", [('rb"[ -~]*"', 'rb"(?s).*"'), ('"ascii")\n', '"latin-1")\n')], 1,
     r'fail  gives 8-bit octets: the answer is broken: "path" is not printable ASCII'),
    ("cut at a NUL", [("given = parse(uri)", r'given = parse(uri.split(b"\0")[0])')], 0,
     r"warn  gives NUL: the text was cut at the NUL\n"),
    ("absent as void", [("zip(NAMES, found.groups())", 'zip(NAMES, found.groups(b""))')], 0,
     r'warn  empty and absent: not told apart, .*: query: \["absent-as-empty"\], fragment: '
     r'\["absent-as-empty"\], port: \["absent-as-empty"\], host: \["absent-as-empty"\]\n'),
    ("gives what is not there", [("zip(NAMES, found.groups())",
                                  'zip(NAMES, found.groups(b"9"))')], 0,
     r'warn  empty and absent: not told apart, and not declared: port: \["with-default"\]\n'),
    ("void as absent", [("octets is not None", "octets")], 0,
     r'warn  empty and absent: .*: query: \["empty-as-absent"\], '
     r'fragment: \["empty-as-absent"\], '),
    ("absent as void, declared", [("zip(NAMES, found.groups())", 'zip(NAMES, found.groups(b""))'),
                                  ('"ops": ["parse"]',
                                   '"ops": ["parse"], "transforms": {' + ", ".join(
                                      '"%s": ["absent-as-empty"]' % part for part in
                                      ("query", "fragment", "port", "host", "userinfo")) + "}")],
     0, None),
    ("a short line", [("for line in lines", "for line in (one[:5000] for one in lines)")], 1,
     r"fail  takes a line of 1 MiB: it ended with status 1\n"),
    ("answers what there is not", [('if request["op"] != "parse"', "if False")], 0,
     r"warn  unknown operation: it answers an operation that there is not\n"),
    ("takes references", [('rb"([^:/?#]+):"', 'rb"([^:/?#]+:)?"')], 0,
     r'warn  answers odd texts: it takes for URIs: "", "b", "/a/b", "//h/a", "\?", "#"\n'),
    ("mixes up", [("for line in lines))", "for line in lines).replace('/17\"', '/18\"'))")], 0,
     r"warn  answers many in flight: 1 of 256 answers have the path of another text"),
    ("status 3 at the end", [(None, "sys.exit(3)\n")], 1,
     r"fail  ends at the end of its input: it ended with status 3\n"),
    ("stays at the end", [(None, "import signal\nsignal.pause()\n")], 1,
     r"fail  ends at the end of its input: it did not leave within two seconds\n"),
    ("prints a debugging line",
     [("    given = parse", "    print('debug\\x1b[2J')\n    given = parse")], 1,
     r"fail  writes nothing but answers: \d+ lines: not JSON: .*: debug\\x1b\[2J\n"),
    ("prints to standard error", [("    given = parse", "    print('hi', file=sys.stderr)\n"
                                                        "    given = parse")], 0,
     r"ok    standard error: it wrote\n(      ! hi\n)+"),
]


def check(folder, timeout, *command):
    environment = {**os.environ, "URIPROOF_BIN": BIN, "HOSTILE_FOLDER": folder}
    done = subprocess.run([PROGRAM, "adapter", "check", "--timeout", timeout, "--", *command],
                          capture_output=True, timeout=ENDS_WITHIN, env=environment)
    return done.returncode, done.stdout.decode("ascii") + done.stderr.decode("ascii")


def is_as_told(found, status, words):
    """Where nothing is to be said, nothing may be."""
    if words is None:
        return found[0] == status == 0 and not re.search("^(warn|fail|skip)", found[1], re.M)
    lines = re.compile("^" + words if words[0] != "(" else words, re.MULTILINE)
    return found[0] == status and lines.search(found[1]) is not None


def has_remedies(text):
    """After each line that says what is wrong there is one that says what to do."""
    lines = text.splitlines()
    return all(after.startswith("      to do: ") for line, after in zip(lines, lines[1:] + [""])
               if line[:4] in ("warn", "fail"))


def check_hostile(tap, name, limit, status, words):
    folder = tempfile.mkdtemp(prefix="uriproof-checkup-")
    command = [PROGRAM, "serve"]
    if name != "honest_all":
        command = ["python3", os.path.join(HERE, "hostile", name + ".py")]
    found = check(folder, limit, *command)
    tap.ok(is_as_told(found, status, words), name, found[1])
    tap.ok(has_remedies(found[1]), name + ": says what to do", found[1])
    shutil.rmtree(folder)


def check_fault(tap, name, changes, status, words):
    folder = tempfile.mkdtemp(prefix="uriproof-checkup-")
    with open(ONE_FILE, encoding="ascii") as file:
        source = file.read()
    for old, new in changes:
        assert old is None or old in source, old
        source = source + new if old is None else source.replace(old, new)
    path = os.path.join(folder, "it.py")
    with open(path, "w", encoding="ascii") as file:
        file.write(source)
    found = check(folder, SOON if "no answer in time" in (words or "") else LATE, "python3", path)
    tap.ok(is_as_told(found, status, words), name, found[1])
    tap.ok(has_remedies(found[1]), name + ": says what to do", found[1])
    shutil.rmtree(folder)


def check_stop(tap):
    """Ctrl-C ends it, and the adapter with it."""
    folder = tempfile.mkdtemp(prefix="uriproof-checkup-")
    reached = os.path.join(folder, "reached")
    os.mkfifo(reached)
    hangs = os.path.join(HERE, "hostile", "tells_and_says_no_hello.py")
    process = subprocess.Popen([PROGRAM, "adapter", "check", "--", "python3", hangs],
                               stdout=subprocess.DEVNULL,
                               env={**os.environ, "URIPROOF_BIN": BIN, "HOSTILE_FOLDER": folder})
    with open(reached, "rb") as fifo:
        fifo.read(1)
    process.send_signal(signal.SIGINT)
    tap.ok(process.wait(ENDS_WITHIN) == 130, "Ctrl-C: exit status 130", process.returncode)
    shutil.rmtree(folder)


def main():
    chosen = sys.argv[1:]
    tap = Tap()
    for row in HOSTILE:
        if not chosen or row[0] in chosen:
            check_hostile(tap, *row)
    for row in FAULTS:
        if not chosen or row[0] in chosen:
            check_fault(tap, *row)
    if not chosen:
        check_stop(tap)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
