#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An adapter for furl. docs/parsers/python.md says which calls it uses."""

import furl
import uriproof_adapter


def parse(uri):
    url = furl.furl(uri)
    if not url.scheme:
        raise ValueError("relative reference")
    return {"components": {
        "scheme": url.scheme,
        "user": url.username,
        "password": url.password,
        "host": url.host or None,  # "" is also what an absent one is, as of the next but the path
        "port": None if url.port is None else str(url.port),
        "path": str(url.path),
        "query": str(url.query) or None,
        "fragment": str(url.fragment) or None}}


def resolve(base, ref):
    return {"uri": furl.furl(base).join(ref).url}


def normalize(uri):
    url = furl.furl(uri)
    url.path.normalize()
    return {"uri": url.url}


def equivalent(uri, other):
    return {"equal": furl.furl(uri) == furl.furl(other)}


if __name__ == "__main__":
    uriproof_adapter.serve(
        "python-furl", furl.__version__,
        {operation.__name__: uriproof_adapter.rejecting(operation)
         for operation in (parse, resolve, normalize, equivalent)},
        transforms={
            "scheme": ["lowercased"],
            "user": ["decoded"],
            "password": ["decoded"],
            "host": ["lowercased", "empty-as-absent"],
            "port": ["with-default", "empty-as-absent", "as-number"],
            "path": ["decoded-unreserved", "uppercased-hex"],
            "query": ["empty-as-absent", "decoded-unreserved", "uppercased-hex"],
            "fragment": ["empty-as-absent", "decoded-unreserved", "uppercased-hex"],
        })
