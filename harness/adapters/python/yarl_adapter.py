#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An adapter for yarl. docs/parsers/python.md says which calls it uses."""

import importlib.metadata

import uriproof_adapter
from yarl import URL


def host_of(url):
    """The host with the brackets of an IP literal, which yarl leaves out."""
    host = url.raw_host
    return "[" + host + "]" if host and ":" in host else host


def parse(uri):
    url = URL(uri)
    if not url.scheme:
        raise ValueError("relative reference")
    port = url.explicit_port
    return {"components": {
        "scheme": url.scheme,
        "user": url.raw_user,
        "password": url.raw_password,
        "host": host_of(url),
        "port": None if port is None else str(port),
        "path": url.raw_path,
        "query": url.raw_query_string or None,  # "" is also what an absent one is
        "fragment": url.raw_fragment or None}}


def resolve(base, ref):
    return {"uri": str(URL(base).join(URL(ref)))}


def normalize(uri):
    return {"uri": str(URL(uri))}


def equivalent(uri, other):
    return {"equal": URL(uri) == URL(other)}


if __name__ == "__main__":
    uriproof_adapter.serve(
        "python-yarl", importlib.metadata.version("yarl"),
        {operation.__name__: uriproof_adapter.rejecting(operation)
         for operation in (parse, resolve, normalize, equivalent)},
        transforms={
            "scheme": ["lowercased"],
            "user": ["empty-as-absent", "decoded-unreserved", "uppercased-hex"],
            "password": ["decoded-unreserved", "uppercased-hex"],
            "host": ["lowercased", "empty-as-absent", "ipv6-rewritten", "brackets-restored"],
            "port": ["empty-as-absent", "as-number"],
            "path": ["empty-as-slash", "dots-removed", "decoded-unreserved", "uppercased-hex"],
            "query": ["empty-as-absent", "decoded-unreserved"],
            "fragment": ["empty-as-absent", "decoded-unreserved"],
        })
