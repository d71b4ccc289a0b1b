# SPDX-License-Identifier: MIT
"""Reads the tables of vectors/faults, and says whether an answer is what a row has as right."""

import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "vectors", "faults")
FIELDS = {"parse": 1, "normalize": 1, "decode": 1, "encode": 1, "resolve": 2, "equivalent": 2}


def octets(text):
    r"""Returns the text of a field, in which \xNN is an octet."""
    return re.sub(r"\\x([0-9a-f]{2})", lambda octet: chr(int(octet[1], 16)), text)


def read(name):
    """Returns the rows of a table, each an object with the words of the first line as keys."""
    with open(os.path.join(FOLDER, name), encoding="ascii") as file:
        lines = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    keys, *rows = lines
    for row in rows:
        if len(row) != len(keys):
            raise ValueError("vectors/faults/%s: %d fields, not %d: %s"
                             % (name, len(row), len(keys), row[0]))
    return [dict(zip(keys, map(octets, row))) for row in rows]


def texts(row):
    """Returns the texts of the question of a row."""
    return [row["text"], row["other"]][:FIELDS[row["op"]]]


def is_right(row, answer):
    """Is the answer what the row has as right? For `parse` this is `rejected` or a part and what it
    is, as in `query=a`; for `equivalent` it is `equal` or `unequal`; else it is the text."""
    if row["op"] == "parse":
        part, mark, text = row["right"].partition("=")
        if not mark:
            return answer["status"] == part
        return answer["status"] == "accepted" and answer["components"].get(part) == text
    if row["op"] == "equivalent":
        return answer.get("equal") == (row["right"] == "equal")
    return answer.get("text", answer.get("uri")) == row["right"]
