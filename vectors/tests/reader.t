#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the whole suite from the files alone, in another language (TAP 13).

This test reads vectors/DIALECT as docs/vectors.md describes them, and uses no code of uriproof. It
asks a program that speaks the adapter protocol (docs/protocol.md), and compares the answers itself.
The program is the reference. The output of `uriproof vectors list` is only compared with what was
read. Programs that lie, and falsified answers, show that the test notices a wrong answer.

URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import collections
import glob
import json
import os
import re
import subprocess
import sys
import threading

from tap import Tap

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
FIELDS = {"parse": ("uri",), "url": ("uri",), "normalize": ("uri",), "decode": ("text",),
          "encode": ("text",), "resolve": ("base", "ref"), "equivalent": ("uri", "other")}
RESULT = {"resolve": "uri", "normalize": "uri", "decode": "text", "encode": "text"}
VIEWS = {"generic", "components", "detail"}

Vector = collections.namedtuple("Vector", "id op texts flags clauses expect readings")


# ---- The files: texts, answers, vectors ----

def octets(text):
    """Returns the octets of a text in a generated file."""
    if isinstance(text, str):
        return text.encode("ascii")
    (kind, value), = text.items()
    if kind == "hex":
        return bytes.fromhex(value)
    if kind != "pieces":
        raise ValueError(kind)
    return b"".join(octets(piece[0]) * piece[1] if isinstance(piece, list) else octets(piece)
                    for piece in value)


def members(item, long=False):
    """Returns the members of an object, with texts as octets and without _hex in their names.
    `long` is for objects of generated files."""
    plain = {}
    for key, value in item.items():
        if key in VIEWS:
            value = members(value, long)
        elif key.endswith("_hex"):
            key, value = key[:-len("_hex")], bytes.fromhex(value)
        elif key != "status" and isinstance(value, str) or long and isinstance(value, dict):
            value = octets(value)
        if key in plain:
            raise ValueError("both forms of " + key)
        plain[key] = value
    return plain


def expectation(item, op):
    """Returns what a generated case expects, from its short form."""
    if isinstance(item, bool):
        return {"status": "accepted" if item else "rejected"}
    if isinstance(item, int):
        return {"status": "rejected", "offset": item}
    if isinstance(item, dict) and "status" in item:
        return members(item, True)
    if op == "equivalent":
        return {"status": "accepted", "equal": {"equal": True, "unequal": False}[item]}
    return {"status": "accepted", RESULT[op]: octets(item)}


def setting(words):
    return dict(word.split("=") for word in words.split(","))


def fnv(data, value=0xcbf29ce484222325):
    """Returns the last 48 bits of the hash. They never depend on the higher bits."""
    for octet in data:
        value = (value ^ octet) * 0x100000001b3 & 0xffffffffffff
    return value


def written_vectors(document):
    for item in document["vectors"]:
        texts = members({key: value for key, value in item.items()
                         if key.split("_hex")[0] in FIELDS[item["op"]]})
        yield Vector(item["id"], item["op"], tuple(texts[key] for key in FIELDS[item["op"]]),
                     item["flags"], item["obeys"] + item["breaks"], members(item["expect"]),
                     [(other["set"], members(other["expect"]))
                      for other in item.get("readings", [])])


def generated_vectors(document):
    for group in document["groups"]:
        op, clauses = group["op"], group["obeys"] + group["breaks"]
        count, start = len(FIELDS[op]), fnv(op.encode("ascii") + b"\0")
        for case in group["cases"]:
            texts = tuple(map(octets, case[:count]))
            others = case[count + 1] if len(case) > count + 1 else {}
            yield Vector("%s-%012x" % (group["id"], fnv(b"\0".join(texts) + b"\0", start)), op,
                         texts, [], clauses, expectation(case[count], op),
                         [(setting(words), expectation(other, op))
                          for words, other in others.items()])


class Suite:
    def __init__(self, dialect):
        self.dialect, self.written, self.generated, self.clauses = dialect, [], [], set()
        self.unlinked = []
        for path in sorted(glob.glob(os.path.join(ROOT, "vectors", dialect, "**", "*.json"),
                                     recursive=True)):
            with open(path, encoding="ascii") as file:
                document = json.load(file)
            form = document["format"]
            if document["version"] != 1 or document["dialect"] != dialect:
                raise ValueError(path)
            if form == "uriproof-clauses":
                self.clauses.update(clause["id"] for clause in document["clauses"])
                links = {(entry["document"], entry["section"]): entry["link"]
                         for entry in document["sections"]}
                self.unlinked += [clause["id"] for clause in document["clauses"]
                                  if (clause["document"], clause["section"]) not in links]
            elif form == "uriproof-vectors":
                self.written += written_vectors(document)
            elif form == "uriproof-generated":
                self.generated += generated_vectors(document)
            else:
                raise ValueError(path + ": " + form)
        self.all = self.written + self.generated

    def at(self, level):
        if level == "examples":
            return [vector for vector in self.written if "example" in vector.flags]
        return self.written if level == "clauses" else self.all


def expected(vector, readings):
    """Returns the answer for a setting of readings. Of the entries whose whole set applies, the one
    with the most members has it."""
    answer, most = vector.expect, 0
    for chosen, other in vector.readings:
        if len(chosen) > most and chosen.items() <= readings.items():
            answer, most = other, len(chosen)
    return answer


# ---- The comparison ----

def whole(parts):
    """Returns components with the user information in both forms: whole, and as user and
    password."""
    parts = dict(parts)
    if "user" in parts or "password" in parts:
        after = b":" + parts["password"] if "password" in parts else b""
        parts.setdefault("userinfo", parts.get("user", b"") + after)
    elif "userinfo" in parts:
        parts["user"], colon, password = parts["userinfo"].partition(b":")
        if colon:
            parts["password"] = password
    return parts


def generic_of(parts):
    """Returns components as generic parts, in which the authority belongs to the path."""
    parts, path = whole(parts), b""
    if parts.keys() & {"userinfo", "host", "port"}:
        path = b"//"
        path += parts["userinfo"] + b"@" if "userinfo" in parts else b""
        path += parts.get("host", b"")
        path += b":" + parts["port"] if "port" in parts else b""
    view = {"path": path + parts.get("path", b"")}
    for name, key in (("scheme", "scheme"), ("search", "query"), ("fragmentid", "fragment")):
        if key in parts:
            view[name] = parts[key]
    return view


def same_parts(wanted, given):
    if "generic" in wanted:
        view = given.get("generic")
        if view is None and "components" in given:
            view = generic_of(given["components"])
        return view == wanted["generic"]
    if "components" in wanted:
        return "components" in given and whole(given["components"]) == whole(wanted["components"])
    return True


def same_detail(wanted, given):
    return given.get("detail", {}).items() <= wanted.get("detail", {}).items()


def same_refusal(op, wanted, given):
    """Compares two rejections. A detail that only one of them has is not compared."""
    keys = ["offset", "production"] if "offset" in given and "offset" in wanted else []
    keys += [RESULT[op]] if op in RESULT else []
    return same_detail(wanted, given) and all(
        wanted[key] == given[key] for key in keys if key in wanted and key in given)


def is_accepted(answer):
    return answer["status"] == "accepted"


def is_undefined(answer):
    return answer["status"] == "undefined"


def agrees(op, wanted, given):
    if is_accepted(wanted) != is_accepted(given):
        return False
    if not is_accepted(wanted):
        return same_refusal(op, wanted, given)
    if wanted.keys() == {"status"}:
        return True
    if op == "parse":
        return same_parts(wanted, given)
    if op == "url":
        return wanted["production"] == given.get("production") and same_detail(wanted, given)
    key = "equal" if op == "equivalent" else RESULT[op]
    return wanted[key] == given.get(key)


# ---- The protocol ----

def field(name, text):
    string = text.decode("latin-1")
    return (name, string) if re.fullmatch("[ -~]*", string) else (name + "_hex", text.hex())


def requests(vectors):
    return [json.dumps({"id": number, "op": vector.op,
                        **dict(map(field, FIELDS[vector.op], vector.texts))}).encode("ascii")
            + b"\n" for number, vector in enumerate(vectors)]


def ask(command, lines):
    """Sends all requests at once. Returns the hello and the answers, in the order of the
    requests."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        def write():
            with process.stdin as out:
                out.write(b'{"op":"hello","protocol":2}\n')
                out.writelines(lines)
        writer = threading.Thread(target=write)
        writer.start()
        hello = json.loads(process.stdout.readline())
        answers = {}
        for line in process.stdout:
            answer = json.loads(line)
            number = answer.pop("id")
            if number in answers:
                raise ValueError("a second answer to %d" % number)
            answers[number] = members(answer)
        writer.join()
    if process.returncode != 0 or answers.keys() != set(range(len(lines))):
        raise ValueError("%s: %d answers, status %d" % (command, len(answers), process.returncode))
    return hello, [answers[number] for number in range(len(lines))]


def disagreeing(vectors, answers, readings):
    return [(vector, answer) for vector, answer in zip(vectors, answers)
            if not agrees(vector.op, expected(vector, readings), answer)]


def shown(bad):
    return "\n".join("%s: %s" % (vector.id, answer) for vector, answer in bad)


# ---- The tests ----

HAND_WRITTEN = ("whatwg-url",)  # whose vectors are all written by hand


def listed(dialect, level):
    done = subprocess.run([PROGRAM, "vectors", "--dialect", dialect, "--level", level, "list"],
                          capture_output=True, encoding="ascii", check=False)
    return sorted(line.split()[0] for line in done.stdout.splitlines())


def check_read(tap, suite):
    name = suite.dialect
    ids = [vector.id for vector in suite.all]
    tap.ok(suite.written and (suite.generated or name in HAND_WRITTEN),
           "%s: %d written and %d generated vectors are read"
           % (name, len(suite.written), len(suite.generated)))
    twice = [key for key, count in collections.Counter(ids).items() if count > 1]
    tap.ok(not twice, name + ": no id is there twice", twice)
    for level in ("examples", "clauses", "complete"):
        read, known = sorted(vector.id for vector in suite.at(level)), listed(name, level)
        tap.ok(read == known, "%s: the %d ids of level %s are uriproof's"
               % (name, len(read), level), sorted(set(read) ^ set(known)))
    bad = [vector.id for vector in suite.all
           if not vector.clauses or not suite.clauses.issuperset(vector.clauses)]
    tap.ok(not bad, name + ": each vector names clauses that are there", bad)
    tap.ok(suite.clauses and not suite.unlinked, name + ": each clause has a link",
           suite.unlinked)


def falsified(given):
    """Returns wrong answers. Each has one fault."""
    if not is_accepted(given):
        yield {"status": "accepted"}
        if "offset" in given:
            yield dict(given, offset=given["offset"] + 1)
            yield dict(given, production=b"none")
        return
    yield {"status": "rejected"}
    for key, value in given.items():
        if key in VIEWS:
            for part, text in value.items():
                yield dict(given, **{key: dict(value, **{part: text + type(text)(1)})}) \
                    if isinstance(text, bytes) else dict(given, **{key: {**value, part: []}})
            if key != "detail":
                yield dict(given, **{key: dict(value, other=b"")})
                yield dict(given, **{key: dict(list(value.items())[1:])})
        elif key == "equal":
            yield dict(given, equal=not value)
        elif isinstance(value, bytes):
            yield dict(given, **{key: value + b"x"})


def is_open(wanted, false):
    """Returns true if the expectation does not cover the part that was falsified."""
    if is_undefined(wanted):
        return True
    if is_accepted(wanted):
        return wanted.keys() == {"status"} and is_accepted(false)
    return not is_accepted(false) and ("offset" not in wanted or "production" not in wanted
                                       and false.get("production") == b"none")


def check_falsified(tap, suite, answers):
    count, bad = 0, []
    for vector, answer in zip(suite.all, answers):
        for false in falsified(answer):
            if not is_open(vector.expect, false):
                count += 1
                if agrees(vector.op, vector.expect, false):
                    bad.append((vector, false))
    tap.ok(count and not bad, "%s: %d falsified answers are noticed" % (suite.dialect, count),
           shown(bad))


LIAR = """import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["op"] == "hello":
        answer = {"protocol": 1, "name": "liar", "version": "1", "language": "python",
                  "dialects": [], "ops": []}
    else:
        answer = dict(%s, id=asked["id"])
    print(json.dumps(answer))
"""


def check_liars(tap, suite):
    """Tests a program that accepts everything, and one that rejects everything at a place that no
    text has."""
    vectors = suite.written[::7]
    for name, lie, wrong in (
            ("takes", {"status": "accepted", "generic": {}, "components": {}, "uri": "?",
                       "text": "?", "equal": True}, lambda answer: not is_accepted(answer)),
            ("rejects", {"status": "rejected", "offset": 1 << 40},
             lambda answer: is_accepted(answer) or "offset" in answer)):
        answers = ask([sys.executable, "-c", LIAR % repr(lie)], requests(vectors))[1]
        noticed = {vector.id for vector, _ in disagreeing(vectors, answers, {})}
        lies = {vector.id for vector in vectors
                if wrong(vector.expect) and not is_undefined(vector.expect)}
        tap.ok(lies and lies <= noticed, "%s: who %s everything lies %d times, and is caught"
               % (suite.dialect, name, len(lies)), lies - noticed)


def check_silent(tap, suite, answers):
    """Tests that the reference is silent just where the specification is."""
    bad = [(vector, answer) for vector, answer in zip(suite.all, answers)
           if is_undefined(answer) and not is_undefined(vector.expect)]
    tap.ok(not bad, suite.dialect + ": silent is only what the vectors say is", shown(bad))


def serve(dialect, readings):
    words = [word for pair in readings.items() for word in ("--reading", "%s=%s" % pair)]
    return [PROGRAM, "serve", "--dialect", dialect] + words


def check_reading(tap, suite, vectors, lines, readings):
    words = ",".join("%s=%s" % pair for pair in readings.items())
    bad = disagreeing(vectors, ask(serve(suite.dialect, readings), lines)[1], readings)
    other = sum(expected(vector, readings) is not vector.expect for vector in vectors)
    tap.ok(other and not bad, "%s: under %s %d answers as expected, %d of them by a reading"
           % (suite.dialect, words, len(vectors), other), shown(bad))


def check_readings(tap, suite, lines):
    """Tests the two readings that most vectors list, and the most frequent sets of several."""
    sets = collections.Counter(tuple(sorted(chosen.items())) for vector in suite.all
                               for chosen, _ in vector.readings)
    for chosen in [one for one, _ in sets.most_common() if len(one) == 1][:2]:
        check_reading(tap, suite, suite.all, lines, dict(chosen))
    for chosen in [one for one, _ in sets.most_common() if len(one) > 1][:2]:
        readings = dict(chosen)
        vectors = [vector for vector in suite.all
                   if readings in [listed_set for listed_set, _ in vector.readings]]
        check_reading(tap, suite, vectors, requests(vectors), readings)


def check_suite(tap, dialect):
    suite = Suite(dialect)
    check_read(tap, suite)
    lines = requests(suite.all)
    hello, answers = ask(serve(dialect, {}), lines)
    tap.ok(hello["protocol"] == 2 and hello["dialects"] == [dialect]
           and {vector.op for vector in suite.all} <= set(hello["ops"]),
           dialect + ": the adapter claims the dialect and its operations", hello)
    bad = disagreeing(suite.all, answers, {})
    tap.ok(not bad, "%s: %d answers are as expected" % (dialect, len(answers)), shown(bad))
    check_silent(tap, suite, answers)
    check_falsified(tap, suite, answers)
    check_liars(tap, suite)
    check_readings(tap, suite, lines)


def main():
    tap = Tap(lines=20, columns=300)
    dialects = sorted(os.path.basename(os.path.dirname(path)) for path in glob.glob(
        os.path.join(ROOT, "vectors", "*", "clauses.json")))
    tap.ok(dialects, "there are dialects: " + " ".join(dialects))
    for dialect in dialects:
        check_suite(tap, dialect)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
