#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An adapter for rfc3987. docs/parsers/python.md says which calls it uses."""

import rfc3987
import uriproof_adapter

PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")


def refusal(error):
    return {"status": "rejected", "error": str(error)}


@uriproof_adapter.utf8
def parse(uri):
    try:
        found = rfc3987.parse(uri, rule="URI")
    except ValueError as error:
        return refusal(error)
    parts = {name: found[name] for name in PARTS if found[name] is not None}
    return {"status": "accepted", "components": parts}


@uriproof_adapter.utf8
def resolve(base, ref):
    try:
        parts = rfc3987.parse(base, rule="URI"), rfc3987.parse(ref, rule="URI_reference")
        return {"status": "accepted", "uri": rfc3987.resolve(*parts)}
    except ValueError as error:
        return refusal(error)


if __name__ == "__main__":
    if not rfc3987.REGEX:
        raise SystemExit("rfc3987 splits no authority without the module regex: "
                         "apt-get install python3-regex")
    uriproof_adapter.serve("python-rfc3987", rfc3987.__version__,
                           {"parse": parse, "resolve": resolve}, dialects=["rfc3986", "rfc3987"])
