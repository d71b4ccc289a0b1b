# SPDX-License-Identifier: MIT
"""Serves a parser that makes the changes of its arguments: serve.py TRAIT=VALUE..."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path[:0] = [HERE, os.path.join(os.path.dirname(os.path.dirname(HERE)), "harness", "adapters",
                                   "python")]

import changes  # noqa: E402
import parser as rfc3986  # noqa: E402
import uriproof_adapter  # noqa: E402


class Changed(rfc3986.Parser):
    """Judges the target by its own rules, too."""
    def resolve(self, base, ref):
        target = self.recompose(self.transform(self.valid(base), self.valid_reference(ref)))
        self.valid(target)
        return {"status": "accepted", "uri": target}


def main():
    bases = tuple(sorted(({**changes.CHANGES, **changes.UNKNOWN}[name] for name in sys.argv[1:]),
                         key=lambda of: issubclass(of, changes.Replacing)))
    made = type("Made", (*bases, Changed), merged(bases))()
    uriproof_adapter.serve("changed", "1", rfc3986.operations(made, ("parse", "resolve")))


def merged(bases):
    """Returns the attributes that several changes have as one."""
    right = rfc3986.Parser
    takes = {part: "".join(sorted({octet for of in (*bases, right) for octet in of.takes[part]}))
             for part in right.takes}
    refuses = {part: octets for base in bases for part, octets in base.refuses.items()}
    return {"takes": takes, "refuses": refuses,
            "percent": tuple(part for base in bases for part in base.percent)}


main()
