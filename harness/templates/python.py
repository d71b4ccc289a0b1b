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


@uriproof_adapter.utf8  # without this line: one character for each octet, U+0000 to U+00FF
def parse(uri):
    # TO DO: Call your parser and report what it returns. Do not repair or guess anything.
    # A part that is absent is None, and an empty part is "". A text without a scheme is not a URI:
    # reject it. Catch only the exception by which the parser rejects a text. Any other exception is
    # a crash, which the harness reports. If the parser takes bytes, remove the line with utf8, and
    # give it uri.encode("latin-1"). If it cannot take the text (a C string cannot hold a NUL),
    # return {"status": "unsupported"}.
    found = URI.fullmatch(uri)
    if found is None:
        return {"status": "rejected"}
    return {"status": "accepted", "components": dict(zip(NAMES, found.groups()))}


uriproof_adapter.serve("@NAME@", "0", {"parse": parse}, dialects=["rfc3986"],
                       transforms={},  # changes that the parser makes by design
                       splits=None)  # where its manual says that it does not validate
