# SPDX-License-Identifier: MIT
"""What `uriproof profile` says of a parser."""

import json
import os
import re
import shlex
import subprocess
import sys
from typing import NamedTuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release"))
HIGH = "".join(map(chr, range(0x80, 0x100)))
BROKEN = 4  # the exit status if uriproof fails


class Profile(NamedTuple):
    deviations: set  # of "trait=value" and "part.octets+OCTET"
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


def names_of_octets(trait, sign, octets):
    return {trait + sign + octet for octet in octets}


def names_of_change(name):
    """Returns the names of a change as those of deviations: one for each octet."""
    for sign in "+-":
        trait, mark, octets = name.partition(".octets" + sign)
        if mark:
            return names_of_octets(trait + ".octets", sign, HIGH if octets == "high" else octets)
    return {name}


def names_of(deviation):
    """Returns the names of a deviation: one for each octet."""
    if "value" in deviation:
        return {deviation["trait"] + "=" + deviation["value"]}
    return set().union(*(names_of_octets(deviation["trait"], sign, octets_of(deviation[key]))
                         for sign, key in (("+", "also"), ("-", "less")) if key in deviation))


def in_short(names):
    """Returns the names with all octets of a trait in one."""
    short = {}
    for name in sorted(names):
        trait, mark, octet = re.match(r"(.*\.octets)?([+-]?)(.*)", name, re.DOTALL).groups()
        short.setdefault((trait or name, mark if trait else ""), []).append(octet if trait else "")
    return [trait + mark + "".join(octets) for (trait, mark), octets in short.items()]


def serve(*names):
    """Returns the command of an adapter that makes these changes."""
    return shlex.join([sys.executable, "-S", os.path.join(HERE, "serve.py"), *names])


def uriproof(*words, statuses=(0, 1), texts=None):
    """Runs uriproof. Any other status is that of a failure, which ends this program."""
    done = subprocess.run([os.path.join(BUILD, "uriproof"), *words], input=texts,
                          capture_output=True, check=False)
    if done.returncode not in statuses:
        print("uriproof %s ended with status %d:\n%s" % (words[0], done.returncode,
                                                         done.stderr.decode()), file=sys.stderr)
        sys.exit(BROKEN)
    return done


def measure(name, command):
    """Returns the profile of an adapter."""
    done = uriproof("profile", "--json", "--adapter", name + "=" + command)
    (profile,) = json.loads(done.stdout)["profiles"]
    deviations = set()
    for deviation in profile["deviations"]:
        deviations |= names_of(deviation)
    unseen = profile["unseen"]
    return Profile(deviations, unseen["asked"], unseen["asked"] - unseen["predicted"],
                   [group["id"] for group in profile["not_explained"]])
