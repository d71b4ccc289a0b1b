#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An adapter for urllib.parse. docs/parsers/python.md says which calls it uses."""

import platform
from urllib.parse import quote, unquote_to_bytes, urljoin, urlsplit

import uriproof_adapter


def refusal(error):
    return {"status": "rejected", "error": str(error)}


def host_of(split):
    """Returns the host, in brackets if urlsplit took it from brackets; .hostname omits them."""
    host = split.hostname
    _, opening, rest = split.netloc.rpartition("@")[2].partition("[")
    return "[" + host + "]" if host is not None and opening and "]" in rest else host


def generic_of(split):
    """Returns the parts of urlsplit if `.port` raises. The authority stays in the path."""
    authority = "//" + split.netloc if split.netloc else ""
    return {
        "scheme": split.scheme,
        "path": authority + split.path,
        "search": split.query or None,  # an absent one is "" too
        "fragmentid": split.fragment or None,
    }


def components_of(split, port):
    parts = {
        "scheme": split.scheme,
        "user": split.username,
        "password": split.password,
        "host": host_of(split),
        "port": None if port is None else str(port),
        "path": split.path,
        "query": split.query or None,  # an absent one is "" too
        "fragment": split.fragment or None,
    }
    return {name: text for name, text in parts.items() if text is not None}


@uriproof_adapter.utf8
def parse(uri):
    try:
        split = urlsplit(uri)
    except ValueError as error:
        return refusal(error)
    if not split.scheme:
        return refusal("relative reference")
    try:
        port = split.port
    except ValueError:  # urlsplit has accepted the URI
        return {"status": "accepted", "generic": generic_of(split)}
    return {"status": "accepted", "components": components_of(split, port)}


@uriproof_adapter.utf8
def resolve(base, ref):
    try:
        return {"status": "accepted", "uri": urljoin(base, ref)}
    except ValueError as error:
        return refusal(error)


def decode(text):
    return {"status": "accepted",
            "text": unquote_to_bytes(text.encode("latin-1")).decode("latin-1")}


def encode(text):
    return {"status": "accepted", "text": quote(text.encode("latin-1"), safe="")}


if __name__ == "__main__":
    uriproof_adapter.serve(
        "python-urllib", platform.python_version(),
        {"parse": parse, "resolve": resolve, "decode": decode, "encode": encode},
        transforms={
            "scheme": ["lowercased"],
            "host": ["lowercased", "empty-as-absent", "brackets-restored"],
            "port": ["empty-as-absent", "as-number"],
            "query": ["empty-as-absent"],
            "fragment": ["empty-as-absent"],
        },
        splits="urllib.parse manual, URL parsing security: The urlsplit() and urlparse() APIs do "
               "not perform validation of inputs")
