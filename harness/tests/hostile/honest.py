# SPDX-License-Identifier: MIT
"""What the hostile adapters have in common: each answers as the reference does, but for one case.

    import honest

    def misbehave(request, answer):
        ...

    honest.serve(misbehave)

`misbehave` gets the request of that one case and the right answer to it, a line, and does as it
likes with standard output. All other lines go through to a `uriproof serve` and back.
"""

import json
import os
import signal
import subprocess
import sys

TARGET = "a,b:"  # the uri of scheme-comma
TOOK_ALL = "took-all"  # the file that says that it was not stopped
MOST_MEMORY = 3 << 30
PROGRAM = os.path.join(os.environ["URIPROOF_BIN"], "uriproof")


def write(octets):
    while octets:
        octets = octets[os.write(1, octets):]


def is_target(line):
    return json.loads(line).get("uri") == TARGET


class Reference:
    def __init__(self):
        self.process = subprocess.Popen([PROGRAM, "serve"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def answer(self, line):
        self.process.stdin.write(line)
        self.process.stdin.flush()
        return self.process.stdout.readline()


def changed(answer, **fields):
    """The answer, a line, with some of its fields changed."""
    return json.dumps({**json.loads(answer), **fields}).encode("ascii") + b"\n"


def serve(misbehave):
    reference = Reference()
    for line in sys.stdin.buffer:
        answer = reference.answer(line)
        if is_target(line):
            misbehave(json.loads(line), answer)
        else:
            write(answer)


def mark(name):
    """True for the first process of this run that asks; remembered in a file."""
    try:
        os.close(os.open(os.path.join(os.environ["HOSTILE_FOLDER"], name),
                         os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False


def tell(name):
    """Tells the test, which waits at the other end of a FIFO, that this place is reached."""
    with open(os.path.join(os.environ["HOSTILE_FOLDER"], name), "wb") as fifo:
        fifo.write(b"!")


def allocate():
    """Takes memory and touches it, up to what this machine can spare; says so if it gets there."""
    kept = []
    while len(kept) << 22 < MOST_MEMORY:
        kept.append(bytearray(b"x" * (4 << 20)))
    os.close(os.open(os.path.join(os.environ["HOSTILE_FOLDER"], TOOK_ALL), os.O_CREAT))
    while True:
        signal.pause()
