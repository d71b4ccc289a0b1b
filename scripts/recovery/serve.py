# SPDX-License-Identifier: MIT
"""Serves a parser that makes the changes of its arguments: serve.py TRAIT=VALUE..."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path[:0] = [HERE, os.path.join(os.path.dirname(os.path.dirname(HERE)), "harness", "adapters",
                                   "python")]

import changes  # noqa: E402
import steps as rfc3986  # noqa: E402
import uriproof_adapter  # noqa: E402


def main():
    bases = tuple(sorted(({**changes.CHANGES, **changes.UNKNOWN}[name] for name in sys.argv[1:]),
                         key=lambda of: issubclass(of, changes.Replacing))) or (rfc3986.Parser,)
    uriproof_adapter.serve("changed", "1", operations(type("Changed", bases, merged(bases))()))


def merged(bases):
    """Returns the attributes that several changes have as one."""
    right = rfc3986.Parser
    takes = {part: "".join(sorted({octet for base in bases for octet in base.takes[part]}))
             for part in right.takes}
    refuses = {part: octets for base in bases for part, octets in base.refuses.items()}
    return {"takes": takes, "refuses": refuses,
            "percent": tuple(part for base in bases for part in base.percent)}


def operations(made):
    def rejecting(operation):
        def ask(*texts):
            try:
                return operation(*texts)
            except rfc3986.Rejected:
                return {"status": "rejected"}
        return ask
    return {name: rejecting(getattr(made, name)) for name in ("parse", "resolve")}


main()
