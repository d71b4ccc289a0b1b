#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Asks each adapter the cases in LANGUAGE/tests/NAME.cases.json, and compares its answers, line by
line (TAP 13). docs/adapters.md, "The cases of an adapter", has their form.

    adapters.t [NAME...]           default all, and what is tested besides
    adapters.t --update [NAME...]  writes the answers into the cases, and the baseline; without a
                                   NAME, of those that are ready in the version of their cases

The cases hold what these parsers answer, right or wrong, so that a changed mapping is seen: each in
the version that their `hello` names. Another version may answer otherwise: then the case is
skipped, and says what is different. Look at the line in docs/parsers/ that it proves.

An adapter that does not start is skipped, and says so; but if URIPROOF_ALL_INSTALLED is set, it
fails unless its name is among those words, which setup left out.
"""

import json
import os
import re
import resource
import subprocess
import sys

from adapters import (ADAPTERS, BIN, ROOT, UPDATE, find, is_installed, read_json, run,
                      test_with_baseline)

sys.path.insert(0, str(ROOT / "vectors" / "tests"))

from tap import Tap  # noqa: E402

MOST_WORDS = 200
GET = (r"(scripts/setup --(browsers|more), or )?apt-get install [a-z0-9]|"
       r"scripts/setup --all, or npm ci |part of uriproof: ")
QUESTIONS = ADAPTERS / "tests" / "questions.jsonl"  # what an adapter without cases is asked


def absent(tap, name, why):
    """What is needed is not there: skipped, or a failure if all has been installed."""
    if is_installed(name):
        tap.ok(False, name + ": is there", why)
    else:
        tap.skip(name, why)


def is_same(given, expected):
    """Equal; but if `error` is true, any words will do."""
    if expected.get("error") is True:
        words = given.get("error")
        return isinstance(words, str) and words != "" and {**given, "error": True} == expected
    return given == expected


def shortened(octets):
    return octets if len(octets) < 400 else octets[:400] + "..."


def read_line(line):
    """Returns the object in a line of an adapter, or None if there is no object."""
    try:
        return json.loads(line.decode("ascii"))
    except ValueError:
        return None


def written_out(value):
    """`value` with each list in it joined to the text that it stands for (docs/adapters.md)."""
    if isinstance(value, dict):
        return {key: written_out(item) for key, item in value.items()}
    if isinstance(value, list):
        return "".join(item if isinstance(item, str) else item[0] * item[1] for item in value)
    return value


def in_short(value):
    """The reverse of written_out: an octet that comes often in a row is written once."""
    if isinstance(value, dict):
        return {key: in_short(item) for key, item in value.items()}
    if isinstance(value, str) and len(value) > 200:
        parts = re.split(r"((.)\2{99,})", value)  # text, row, its octet, text, ...
        return [part for i in range(0, len(parts), 3)
                for part in (parts[i], *([[parts[i + 2], len(parts[i + 1])]]
                                         if i + 2 < len(parts) else [])) if part]
    return value


def ask_all(adapter, cases):
    """Asks hello and all cases at once, so that lines come in pieces and in bunches."""
    asked = [json.dumps({"op": "hello", "protocol": 2})]
    asked += [json.dumps({"id": i, **written_out(case["ask"])}) for i, case in enumerate(cases)]
    return asked, run(adapter.command(), "".join(line + "\n" for line in asked).encode("ascii"))


# ---- Writing ----

def why_left_alone(adapter):
    """None if the parser is here in the version of its cases; else words on why not."""
    why = adapter.why_absent()
    if why is not None or not adapter.cases.exists():
        return why
    told = read_json(adapter.cases)
    given = read_line(ask_all(adapter, [])[1].stdout)["version"]
    if given == told["hello"]["version"]:
        return None
    return "its cases are of version %s, and this is %s" % (told["hello"]["version"], given)


def update_all():
    for adapter in find():
        why = why_left_alone(adapter)
        if why is None:
            update(adapter)
        else:
            print("left as they are: the files of %s: %s" % (adapter.name, why))


def update(adapter):
    """Writes the cases with the answers that the adapter gives now, and its baseline."""
    why = adapter.why_absent()
    if why is not None:
        raise SystemExit("%s: %s" % (adapter.name, why))
    if adapter.cases.exists():
        told = read_json(adapter.cases)
    else:
        questions = QUESTIONS.read_text(encoding="ascii").splitlines()
        told = {"hello": None, "cases": [json.loads(line) for line in questions]}
    cases = told["cases"]
    asked, done = ask_all(adapter, cases)
    answers = [read_line(line) for line in done.stdout.splitlines()]
    if len(answers) != len(asked) or None in answers:
        raise SystemExit("%s: %d lines for %d requests; run uriproof adapter check %s" % (
            adapter.name, len(answers), len(asked), adapter.name))
    hello = {key: value for key, value in answers[0].items() if key not in ("protocol", "name")}
    if hello == told["hello"]:
        hello = told["hello"]  # in the order of its keys there
    adapter.cases.parent.mkdir(exist_ok=True)
    adapter.cases.write_text(
        '{\n  "hello": %s,\n  "cases": [\n%s\n  ]\n}\n' % (json.dumps(hello), ",\n".join(
            '    { "about": %s, "ask": %s,\n      "answer": %s }' % (
                json.dumps(case["about"]), json.dumps(case["ask"]),
                json.dumps(answer_to_write(case, answer)))
            for case, answer in zip(cases, answers[1:]))), encoding="ascii")
    adapter.baseline.unlink(missing_ok=True)
    done = test_with_baseline(adapter, "--update-baseline")
    if done.returncode != 0:
        raise SystemExit("%s: %s" % (adapter.name, done.stderr))
    print("wrote %s and %s; read them" % (adapter.cases.relative_to(ROOT),
                                          adapter.baseline.relative_to(ROOT)))


def answer_to_write(case, answer):
    """The old answer if it still holds, for it may be shorter; else the new one."""
    answer = {key: value for key, value in answer.items() if key != "id"}
    if is_same(answer, written_out(case.get("answer", {}))):
        return case["answer"]
    return in_short({**answer, "error": True} if "error" in answer else answer)


# ---- Comparing ----

def check_hello(tap, name, given, expected):
    version = (given or {}).get("version")
    tap.ok(isinstance(version, str) and version != "", name + ": hello has a version")
    expected = {"protocol": 2, "name": name, **expected, "version": version}
    tap.ok(given == expected, name + ": hello", "given:  %s\nwanted: %s" % (
        json.dumps(given), json.dumps(expected)))


def check_adapter(tap, adapter):
    name = adapter.name
    why = adapter.why_absent()
    if why is not None:
        absent(tap, name, why)
        return
    if not adapter.cases.exists():
        tap.ok(False, name + ": has cases", "to make them: " + UPDATE + name)
        return
    told = read_json(adapter.cases)
    asked, done = ask_all(adapter, told["cases"])
    lines = done.stdout.split(b"\n")
    tap.ok(done.returncode == 0, name + ": ends well", done.stderr.decode("latin-1"))
    tap.ok(len(lines) == len(asked) + 1 and lines[-1] == b"", name + ": one line a request",
           "%d lines for %d requests" % (len(lines) - 1, len(asked)))
    hello = read_line(lines[0]) or {}
    check_hello(tap, name, hello, told["hello"])
    versions = told["hello"]["version"], hello.get("version")
    for i, case in enumerate(told["cases"]):
        line = lines[i + 1] if i + 1 < len(lines) else b""
        given = read_line(line)
        expected = {"id": i, **written_out(case.get("answer", {}))}
        good = isinstance(given, dict) and is_same(given, expected)
        point = "%s: %s: %s" % (name, case["ask"]["op"], case["about"])
        words = "asked: %s\ngiven: %s" % (shortened(asked[i + 1]),
                                          shortened(line.decode("latin-1")))
        if good or versions[0] == versions[1] or not isinstance(given, dict):
            tap.ok(good, point, words)
        else:
            tap.skip(point, "the case is of version %s, and this is %s" % versions)
            print("# " + words.replace("\n", "\n# "))
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


def check_programs(tap, adapters):
    """The programs around libraries of C and C++, and what those of C++ do in little memory."""
    path = "/" + "a" * 900000
    for adapter in adapters:
        program = adapter.command()[0]
        if adapter.folder.name not in ("c", "cpp") or not os.access(program, os.X_OK):
            continue
        check_host(tap, program)
        if adapter.folder.name == "cpp":
            check_little_memory(tap, [program], range(8, 120, 4),
                                {"op": "normalize", "uri": "x:" + path},
                                lambda answer: answer.get("uri"), "x:" + path)


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
    check_little_memory(tap, [os.path.join(BIN, "uriproof"), "serve"], range(4, 100, 4),
                        {"op": "parse", "uri": "http:" + path},
                        lambda answer: answer.get("generic", {}).get("path"), path)


def check_many_in_flight(tap):
    asked = "".join('{"id":%d,"op":"parse","uri":"http://h/%d"}\n' % (i, i) for i in range(5000))
    done = run(find(["python-urllib"])[0].command(), asked.encode("ascii"))
    paths = [read_line(line)["components"]["path"] for line in done.stdout.splitlines()]
    tap.ok(paths == ["/%d" % i for i in range(5000)], "5000 requests in flight")


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
            done = run([*command, program, str(ADAPTERS / language)], asked.encode("ascii"))
        except OSError as error:
            absent(tap, name, str(error))
            continue
        lines = [read_line(line) for line in done.stdout.splitlines()]
        tap.ok(lines[-1:] == [{"id": 2, "status": "rejected"}] and b"noise" in done.stderr,
               name + ": what a parser prints goes to standard error",
               (done.stdout + done.stderr).decode("latin-1"))
        tap.ok(len(lines) == len(NO_REQUESTS) + 1 and all(line.get("error") for line in lines[:-1]),
               name + ": what is no request", done.stdout.decode("latin-1"))


def check_manifests(tap, adapters):
    try:
        import jsonschema
    except ImportError:
        absent(tap, "manifests", "no validator (apt-get install python3-jsonschema)")
        return
    schema = read_json(ROOT / "harness" / "schema" / "adapter.schema.json")
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for adapter in adapters:
        faults = [error.message for error in validator.iter_errors(adapter.manifest)]
        if adapter.manifest.get("name") != adapter.name:
            faults.append("the name is not the file's")
        if not re.match(GET, adapter.manifest["get"]):
            faults.append('"get" does not begin as scripts/setup reads it: ' + GET)
        tap.ok(not faults, "manifest " + str(adapter.path.relative_to(ADAPTERS)),
               "\n".join(faults))
    check_bad_manifests(tap, validator, adapters[0].manifest)


def check_bad_manifests(tap, validator, good):
    """Tests that the schema rejects bad manifests."""
    bad = [
        ("an unknown key", {**good, "colour": "red"}),
        ("an unknown placeholder", {**good, "command": ["{home}/x"]}),
        ("{readings} inside an argument", {**good, "command": ["x", "-r{readings}"]}),
        ("{readings} for a program", {**good, "command": ["{readings}"]}),
        ("no command", {key: good[key] for key in good if key != "command"}),
        ("an empty command", {**good, "command": []}),
        ("another version", {**good, "version": 2}),
        ("an empty list of dialects", {**good, "dialects": []}),
        ("a name of two words", {**good, "name": "a b"}),
    ]
    for about, manifest in bad:
        tap.ok(not validator.is_valid(manifest), "schema refuses " + about)


def main():
    if sys.argv[1:2] == ["--update"]:
        if not sys.argv[2:]:
            update_all()
        else:
            for adapter in find(sys.argv[2:]):
                update(adapter)
        return 0
    names = sys.argv[1:]
    adapters = find(names)
    tap = Tap()
    for adapter in adapters:
        check_adapter(tap, adapter)
    if not names:
        check_programs(tap, adapters)
        check_reference_in_little_memory(tap)
        check_many_in_flight(tap)
        check_helpers(tap)
        check_manifests(tap, adapters)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
