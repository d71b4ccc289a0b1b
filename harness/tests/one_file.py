#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An adapter in one file, without any helper, in which checkup.t makes faults."""

import json
import os
import re
import sys

HELLO = {"protocol": 2, "name": "one-file", "version": "0", "language": "python",
         "dialects": ["rfc3986"], "ops": ["parse"]}
AUTHORITY = rb"(?://(?:([^/?#@]*)@)?(\[[^]/?#]*\]|[^]:/?#@[]*)(?::([^/?#]*))?(?=[/?#]|$))?"
URI = re.compile(rb"([^:/?#]+):" + AUTHORITY + rb"([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
NAMES = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")


def parse(uri):  # octets, any of them
    found = URI.fullmatch(uri)
    return found and {"components": dict(zip(NAMES, found.groups()))}


def answer(line):
    request = json.loads(line)
    if request["op"] == "hello":
        return HELLO
    if request["op"] != "parse":
        return {"id": request["id"], "status": "unsupported"}
    uri = request["uri"].encode("ascii") if "uri" in request else bytes.fromhex(request["uri_hex"])
    given = parse(uri) or {"status": "rejected"}
    out = {"id": request["id"], "status": "accepted", **given}
    if "components" in given:
        out["components"] = {}
        for name, octets in given["components"].items():
            if octets is not None and re.fullmatch(rb"[ -~]*", octets):
                out["components"][name] = octets.decode("ascii")
            elif octets is not None:
                out["components"][name + "_hex"] = octets.hex()
    return out


rest = b""
while chunk := os.read(0, 1 << 18):  # what came at once is answered at once
    *lines, rest = (rest + chunk).split(b"\n")
    sys.stdout.write("".join(json.dumps(answer(line)) + "\n" for line in lines))
    sys.stdout.flush()  # print() elsewhere only to sys.stderr
