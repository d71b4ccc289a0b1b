#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`uriproof profile` says what a parser changes, and nothing else (TAP 13): of the right parser, of
one with several deviations at once, and of faults that no trait knows. The parsers are those of
scripts/recover, which draws more of them.

URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(ROOT, "vectors", "tests"), os.path.join(ROOT, "scripts", "recovery")]

import profiles  # noqa: E402
from tap import Tap  # noqa: E402

# The first is the parser of four faults, which gave 118 of 212 rows of a campaign.
SEVERAL = (("userinfo.at=first", "port.wrong=taken", "path.percent=taken",
            "scheme.first=letter-or-digit"),
           ("text.trailing=white", "authority.end=slash-query", "host.brackets=loose"),
           ("resolve.query=folder", "resolve.dots-rooted=kept", "query.empty=absent"),
           ("userinfo.octets-:",),
           ("scheme.needed=no", "path.rootless=no", "scheme.empty=taken"))
UNKNOWN = ("a host of two labels is rejected", "a scheme is cut at +",
           "a userinfo of one octet is rejected")
ALMOST = 0.005  # of the unseen answers may not be predicted where several deviations meet


def main():
    tap = Tap()
    right = profiles.measure("right", profiles.serve())
    tap.ok(not right.deviations and not right.not_explained and right.unseen_missed == 0,
           "the right parser has no deviation, and all is predicted", right)
    for names in SEVERAL:
        found = profiles.measure("several", profiles.serve(*names))
        expected = set().union(*map(profiles.names_of_change, names))
        tap.ok(found.deviations == expected and found.unseen_missed <= ALMOST * found.unseen_asked,
               "said and nothing else: " + ", ".join(names), found)
    for name in UNKNOWN:
        found = profiles.measure("unknown", profiles.serve(name))
        tap.ok(not found.deviations and found.not_explained,
               "nothing is invented: " + name, found)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
