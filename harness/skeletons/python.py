#!/usr/bin/env python3
# @NAME@: an adapter for uriproof (docs/protocol.md).
# Needs: apt-get install python3
# Run: python3 @FILE@
import json
import os
import re
import sys

HELLO = {"protocol": 1, "name": "@NAME@", "version": "0", "language": "python",
         "dialects": ["rfc3986"], "ops": ["parse"]}  # "gives": what the parser changes by design
AUTHORITY = rb"(?://(?:([^/?#@]*)@)?(\[[^]/?#]*\]|[^]:/?#@[]*)(?::([^/?#]*))?(?=[/?#]|$))?"
URI = re.compile(rb"([^:/?#]+):" + AUTHORITY + rb"([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
NAMES = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")


def parse(uri):  # octets, any of them
    # TO DO: ask your parser, and give what it gives. Repair nothing and guess nothing.
    # A part that is absent is left out (None); one that is there and void is b"". A text without a
    # scheme is no URI. The answer None is a refusal: catch the exception by which the parser says
    # so, and no other: the rest are crashes, and shall be seen.
    # What the parser cannot be asked (a NUL in a C string) is {"unsupported": True}.
    found = URI.fullmatch(uri)
    return found and {"components": dict(zip(NAMES, found.groups()))}


def answer(line):
    request = json.loads(line)
    if request["op"] == "hello":
        return HELLO
    if request["op"] != "parse":
        return {"id": request["id"], "unsupported": True}
    uri = request["uri"].encode("ascii") if "uri" in request else bytes.fromhex(request["uri_hex"])
    given = parse(uri) or {"valid": False}
    out = {"id": request["id"], "valid": True, **given}
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
