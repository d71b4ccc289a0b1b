#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A parser for the tests of ask and diff: it divides http: texts, and its first argument
says how it goes wrong.

    last      the host begins after the last @ (right)
    first     the host begins after the first @
    fresh     as last; from its fourth request on as first
    dies      as last, and ends at a text with an x
    lowers    as last, and writes the host in lower case
    says      as lowers, and declares it
    claims    as last, and declares it
    strict    as last, and rejects a host with a dot or a port of digits
    cleans    as last, and its normal form has no userinfo
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "adapters", "python"))

import uriproof_adapter  # noqa: E402

asked = 0


def parse(uri):
    global asked
    asked += 1
    how = sys.argv[1]
    if how == "dies" and "x" in uri:
        os._exit(7)
    match = re.fullmatch(r"http://([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?", uri, re.DOTALL)
    if not match:
        return {"status": "rejected", "error": "no http"}
    authority, path, query, fragment = match.groups()
    early = how == "first" or (how == "fresh" and asked > 3)
    user, at, host = authority.partition("@") if early else authority.rpartition("@")
    if early and not at:
        user, host = "", authority
    if how in ("lowers", "says"):
        host = host.lower()
    host, colon, port = host.partition(":")
    if how == "strict" and ("." in host or port):
        return {"status": "rejected", "error": "too strict"}
    return {"status": "accepted",
            "components": {"scheme": "http", "userinfo": user if at else None, "host": host,
                           "port": port if colon else None, "path": path,
                           "query": query and query[1:], "fragment": fragment and fragment[1:]}}


def normalize(uri):
    parts = parse(uri).get("components")
    if parts is None:
        return {"status": "rejected", "error": "no http"}
    return {"status": "accepted", "uri": "http://%s%s" % (parts["host"], parts["path"])}


operations = {"parse": parse}
if sys.argv[1] == "cleans":
    operations["normalize"] = normalize
declared = {"host": ["lowercased"]} if sys.argv[1] in ("says", "claims") else None
uriproof_adapter.serve(sys.argv[1], "1", operations, transforms=declared)
