#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An adapter for uritools. docs/parsers/python.md says which calls it uses."""

import uriproof_adapter
import uritools


def components_of(split):
    parts = {
        "scheme": split.scheme,
        "userinfo": split.userinfo,
        "host": split.host,
        "port": split.port,
        "path": split.path,
        "query": split.query,
        "fragment": split.fragment,
    }
    return {name: text for name, text in parts.items() if text is not None}


def parse(uri):
    split = uritools.urisplit(uri)
    if not split.isuri():
        return {"status": "rejected", "error": "relative reference"}
    return {"status": "accepted", "components": components_of(split)}


def resolve(base, ref):
    return {"status": "accepted", "uri": uritools.urijoin(base, ref, strict=True)}


def decode(text):
    octets = uritools.uridecode(text.encode("latin-1"), encoding=None)
    return {"status": "accepted", "text": octets.decode("latin-1")}


def encode(text):
    return {"status": "accepted",
            "text": uritools.uriencode(text.encode("latin-1")).decode("ascii")}


if __name__ == "__main__":
    uriproof_adapter.serve(
        "python-uritools", uritools.__version__,
        {"parse": parse, "resolve": resolve, "decode": decode, "encode": encode},
        splits="uritools, urisplit: Split a well-formed URI reference string")
