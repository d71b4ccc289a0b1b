#!/usr/bin/env python3
# @NAME@: an adapter for uriproof (docs/protocol.md).
# Helper: python/uriproof_adapter.py
# Needs: apt-get install python3
# Run: python3 @FILE@
import re

import uriproof_adapter

AUTHORITY = r"(?://(?:([^/?#@]*)@)?(\[[^]/?#]*\]|[^]:/?#@[]*)(?::([^/?#]*))?(?=[/?#]|$))?"
URI = re.compile(r"([^:/?#]+):" + AUTHORITY + r"([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
NAMES = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")


def parse(uri):  # one character an octet, U+0000 to U+00FF
    # TO DO: ask your parser, and give what it gives. Repair nothing and guess nothing.
    # A part that is absent is left out (None); one that is there and void is "". A text without a
    # scheme is no URI. Catch the exception by which the parser refuses, and no other: the rest are
    # crashes, and shall be seen. A parser of bytes is given uri.encode("latin-1"). What the parser
    # cannot be asked (a NUL in a C string) is {"status": "unsupported"}.
    found = URI.fullmatch(uri)
    if found is None:
        return {"status": "rejected"}
    return {"status": "accepted", "components": dict(zip(NAMES, found.groups()))}


uriproof_adapter.serve("@NAME@", "0", {"parse": parse}, dialects=["rfc3986"],
                       transforms={},  # what the parser changes by design
                       splits=None)  # where its manual says that it does not validate
