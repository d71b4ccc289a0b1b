#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hyperlink as a uriproof adapter. docs/parsers/python.md says how each call is mapped."""

import importlib.metadata

import uriproof_adapter
from hyperlink import URL


def reject(error):
    return {"status": "rejected", "error": str(error)}


def path_of(url):
    if not url.path:  # "" and "/" are () and ("",), both rooted after a host
        return ""
    return ("/" if url.rooted else "") + "/".join(url.path)


def query_of(url):
    """The pairs as they were before hyperlink took them apart at `&` and `=`."""
    return "&".join(name if value is None else name + "=" + value for name, value in url.query)


def components_of(url):
    # "" is also what an absent part is.
    return {
        "scheme": url.scheme,
        "userinfo": url.userinfo or None,
        # .host leaves the brackets of an IP literal out, and nothing else may have a colon.
        "host": "[" + url.host + "]" if ":" in url.host else url.host or None,
        "port": None if url.port is None else str(url.port),
        "path": path_of(url),
        "query": query_of(url) or None,
        "fragment": url.fragment or None,
    }


@uriproof_adapter.utf8
def parse(uri):
    try:
        url = URL.from_text(uri)
    except ValueError as error:  # URLParseError is one
        return reject(error)
    if not url.scheme:
        return reject("relative reference")
    return {"status": "accepted", "components": components_of(url)}


@uriproof_adapter.utf8
def resolve(base, ref):
    try:
        return {"status": "accepted",
                "uri": URL.from_text(base).click(ref).to_text(with_password=True)}
    except ValueError as error:
        return reject(error)
    except NotImplementedError:  # "absolute URI with rootless path"
        return {"status": "unsupported"}


@uriproof_adapter.utf8
def normalize(uri):
    try:
        return {"status": "accepted",
                "uri": URL.from_text(uri).normalize().to_text(with_password=True)}
    except ValueError as error:
        return reject(error)


@uriproof_adapter.utf8
def equivalent(uri, other):
    try:
        return {"status": "accepted", "equal": URL.from_text(uri) == URL.from_text(other)}
    except ValueError as error:
        return reject(error)


if __name__ == "__main__":
    uriproof_adapter.serve(
        "python-hyperlink", importlib.metadata.version("hyperlink"),
        {"parse": parse, "resolve": resolve, "normalize": normalize, "equivalent": equivalent},
        transforms={
            "userinfo": ["empty-as-absent"],
            "host": ["empty-as-absent", "brackets-restored"],
            "port": ["with-default", "as-number"],
            "query": ["empty-as-absent"],
            "fragment": ["empty-as-absent"],
        },
        splits="hyperlink manual, URL.from_text: this method only raises URLParseError on invalid "
               "port and IPv6 values in the host portion of the URL")
