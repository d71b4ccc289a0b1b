#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An adapter for rfc3986. docs/parsers/python.md says which calls it uses."""

import rfc3986
import uriproof_adapter
from rfc3986.exceptions import ResolutionError, ValidationError

PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
VALID = rfc3986.validators.Validator().require_presence_of("scheme").check_validity_of(*PARTS)


@uriproof_adapter.utf8
def parse(uri):
    found = rfc3986.uri_reference(uri)
    try:
        VALID.validate(found)
    except ValidationError as error:
        return {"status": "rejected", "error": error.args[0]}
    parts = {name: getattr(found, name) for name in PARTS}
    return {"status": "accepted",
            "components": {name: text for name, text in parts.items() if text is not None}}


@uriproof_adapter.utf8
def resolve(base, ref):
    # The base must be an absolute URI, so the caller has to remove its fragment (RFC 3986, 5.1).
    absolute = rfc3986.uri_reference(base).copy_with(fragment=None)
    try:
        target = rfc3986.uri_reference(ref).resolve_with(absolute, strict=True)
    except ResolutionError as error:
        return {"status": "rejected", "error": str(error)}
    return {"status": "accepted", "uri": target.unsplit()}


@uriproof_adapter.utf8
def normalize(uri):
    return {"status": "accepted", "uri": rfc3986.uri_reference(uri).normalize().unsplit()}


@uriproof_adapter.utf8
def equivalent(uri, other):
    equal = rfc3986.uri_reference(uri) == rfc3986.uri_reference(other)
    return {"status": "accepted", "equal": equal}


if __name__ == "__main__":
    uriproof_adapter.serve(
        "python-rfc3986", rfc3986.__version__,
        {"parse": parse, "resolve": resolve, "normalize": normalize, "equivalent": equivalent},
        transforms={
            "host": ["empty-as-absent"],
            "port": ["empty-as-absent"],
            "path": ["empty-as-absent"],
        })
