# SPDX-License-Identifier: MIT
"""What `uriproof profile` says of a parser."""

import json
import os
import subprocess
import sys
from typing import NamedTuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release"))
HIGH = "".join(map(chr, range(0x80, 0x100)))
BROKEN = 4  # the exit status if uriproof fails


class Profile(NamedTuple):
    deviations: set  # of "trait=value" and "part.octets+OCTETS", as CHANGES has them
    unseen_asked: int
    unseen_missed: int
    not_explained: list  # identities


def octets_of(ranges):
    """Returns the octets of "20 7f-ff"."""
    octets = ""
    for part in ranges.split():
        first, _, last = part.partition("-")
        octets += "".join(map(chr, range(int(first, 16), int(last or first, 16) + 1)))
    return octets


def name_of(trait, sign, octets):
    return trait + sign + "".join(sorted(octets))


def plain(name):
    """Returns the name of a change as that of a deviation: with its octets in order."""
    for sign in "+-":
        trait, mark, octets = name.partition(".octets" + sign)
        if mark:
            return name_of(trait + ".octets", sign, HIGH if octets == "high" else octets)
    return name


def names_of(deviation):
    """Returns the names of a deviation, which is two if it takes other octets and not others."""
    if "value" in deviation:
        return {deviation["trait"] + "=" + deviation["value"]}
    return {name_of(deviation["trait"], sign, octets_of(deviation[key]))
            for sign, key in (("+", "also"), ("-", "less")) if key in deviation}


def measure(name, command):
    """Returns the profile of an adapter."""
    done = subprocess.run([os.path.join(BUILD, "uriproof"), "profile", "--json", "--adapter",
                           name + "=" + command], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        print("uriproof profile ended with status %d:\n%s" % (done.returncode, done.stderr),
              end="", file=sys.stderr)
        sys.exit(BROKEN)
    (profile,) = json.loads(done.stdout)["profiles"]
    deviations = set()
    for deviation in profile["deviations"]:
        deviations |= names_of(deviation)
    unseen = profile["unseen"]
    return Profile(deviations, unseen["asked"], unseen["asked"] - unseen["predicted"],
                   [group["id"] for group in profile["not_explained"]])
