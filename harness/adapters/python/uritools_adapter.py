#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An adapter for uritools. docs/parsers/python.md says which calls it uses."""

import uriproof_adapter
import uritools


def components_of(split):
    """Returns the parts that are there, which are bytes, as the text of urisplit was."""
    parts = {
        "scheme": split.scheme,
        "userinfo": split.userinfo,
        "host": split.host,
        "port": split.port,
        "path": split.path,
        "query": split.query,
        "fragment": split.fragment,
    }
    return {name: octets.decode("latin-1") for name, octets in parts.items() if octets is not None}


def parse(uri):
    split = uritools.urisplit(uri.encode("latin-1"))
    if not split.isuri():
        return {"status": "rejected", "error": "relative reference"}
    return {"status": "accepted", "components": components_of(split)}


def resolve(base, ref):
    target = uritools.urijoin(base.encode("latin-1"), ref.encode("latin-1"), strict=True)
    return {"status": "accepted", "uri": target.decode("latin-1")}


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
