# SPDX-License-Identifier: MIT
"""The adapter's side of uriproof's protocol (docs/protocol.md), for parsers in Python.

    import uriproof_adapter

    def parse(uri):
        ...
        return {"status": "accepted", "components": {"scheme": "http", "path": "/"}}

    uriproof_adapter.serve("name", "1.0", {"parse": parse})

An operation is a function of its request's fields, in the order of docs/protocol.md, and
returns its answer. A text is a str with one character for each octet: 0x80 to 0xFF are U+0080 to
U+00FF (Latin-1). If a parser needs bytes, use `text.encode("latin-1")`. If it takes characters,
write `@uriproof_adapter.utf8` before each operation. In an answer, and in its components or
generic, a key whose value is None is left out.

An operation has to catch the exception by which the parser rejects a text. Any other exception ends
the adapter, which the harness reports as a crash. The output of a parser goes to standard error.
"""

import functools
import json
import os
import re

FIELDS = {
    "parse": ("uri",),
    "url": ("uri",),
    "resolve": ("base", "ref"),
    "normalize": ("uri",),
    "equivalent": ("uri", "other"),
    "decode": ("text",),
    "encode": ("text",),
}

_OTHER_THAN_PRINTABLE = re.compile("[^ -~]")
_CHUNK = 1 << 18
_MOST_WORDS = 200
_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_decode = json.JSONDecoder().decode


def _is_printable(text):
    return text.isascii() and text.isprintable()


def read_text(request, name):
    """Returns the octets of the field `name`, which is either plain or in hexadecimal."""
    text = request.get(name)
    if text is None:
        return bytes.fromhex(request[name + "_hex"]).decode("latin-1")
    if not _is_printable(text):
        raise ValueError(name + " is not printable ASCII")
    return text


def write_texts(fields):
    """Returns the fields of an answer without those that are None. A text that is not printable
    ASCII is written in hexadecimal, and _hex is added to its name."""
    out = {}
    for name, value in fields.items():
        if isinstance(value, dict):
            value = write_texts(value)
        elif isinstance(value, str) and not _is_printable(value):
            name, value = name + "_hex", value.encode("latin-1").hex()
        if value is not None:
            out[name] = value
    return out


def _octets_of(fields):
    """Returns the fields of an answer, whose texts are characters, as octets of UTF-8."""
    return {name: _octets_of(value) if isinstance(value, dict)
            else value.encode("utf-8").decode("latin-1") if isinstance(value, str) else value
            for name, value in fields.items()}


def utf8(operation):
    """Makes an operation of one whose texts are characters: they are decoded from UTF-8, and its
    answer is encoded to it. What is not UTF-8 is unsupported, as a text and as an answer (half of a
    surrogate pair)."""
    @functools.wraps(operation)
    def on_octets(*texts):
        try:
            texts = [text.encode("latin-1").decode("utf-8") for text in texts]
        except UnicodeDecodeError:
            return {"status": "unsupported", "error": "no UTF-8"}
        answer = operation(*texts)
        if "error" in answer:
            answer = {**answer, "error": _words(answer["error"])}
        try:
            return _octets_of(answer)
        except UnicodeEncodeError:
            return {"status": "unsupported", "error": "gives a str that has no UTF-8"}
    return on_octets


def rejecting(operation):
    """Makes an operation, with utf8 as above, of one that returns an answer without its status, and
    raises ValueError if the parser rejects a text."""
    @utf8
    def asked(*texts):
        try:
            return {"status": "accepted", **operation(*texts)}
        except ValueError as error:
            return {"status": "rejected", "error": str(error)}
    return asked


def _line_of(answer):
    """Returns the answer as a line. Most answers can be written as they are, and their JSON shows
    whether one can: it escapes what is not printable ASCII, except DEL, and writes None as null."""
    line = _encode(answer)
    if "\\" in line or "\x7f" in line or ":null" in line:
        line = _encode(write_texts(answer))
    return line + "\n"


def _words(error):
    """Returns a message for people. It is cut, since parsers like to repeat the whole text. It is
    made printable, since a reader in C rejects a string with an escaped NUL."""
    return _OTHER_THAN_PRINTABLE.sub("?", str(error)[:_MOST_WORDS])


def _answer(line, hello, ops):
    """Returns the answer to the request in `line`."""
    out = {}
    try:
        request = _decode(line)
        op = request["op"]
        if op == "hello":
            return hello
        out["id"] = request["id"]
        if op not in ops:
            out["status"] = "unsupported"
            return out
        texts = [read_text(request, name) for name in FIELDS[op]]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        out["error"] = _words("not a request: " + repr(error))
        return out
    out.update(ops[op](*texts))
    if "error" in out:
        out["error"] = _words(out["error"])
    return out


def _answer_lines(lines, hello, ops, to):
    """Answers all lines with one write. If the parser dies, the answers before that are still
    written. So the harness can blame the case that killed the parser, and not an earlier one."""
    out = []
    try:
        for line in lines:
            if line:
                out.append(_line_of(_answer(line, hello, ops)))
    finally:
        _write(to, "".join(out).encode("ascii"))


def _write(to, octets):
    while octets:
        octets = octets[os.write(to, octets):]


def _take_output():
    """Returns a new descriptor for standard output. After this, the output of a parser goes to
    standard error and is not taken for an answer."""
    own = os.dup(1)
    os.dup2(2, 1)
    return own


def serve(name, version, ops, dialects=("rfc3986",), transforms=None, splits=None):
    """Answers requests until standard input ends. `ops` maps names to functions. `splits` tells
    where the parser's manual says that it does not validate."""
    hello = {"protocol": 2, "name": name, "version": version, "language": "python",
             "dialects": list(dialects), "ops": list(ops)}
    if transforms:
        hello["transforms"] = transforms
    if splits:
        hello["splits"] = splits
    to = _take_output()
    rest = []
    # Reads all requests that are available and answers them together.
    while chunk := os.read(0, _CHUNK):
        head, newline, tail = chunk.rpartition(b"\n")
        if newline:
            rest.append(head)
            _answer_lines(b"".join(rest).decode("latin-1").split("\n"), hello, ops, to)
            rest = [tail]
        else:
            rest.append(chunk)
