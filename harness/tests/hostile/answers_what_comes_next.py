#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""In one write with its answer it answers a request that it was not sent: 64 are in flight, and
this is the one after them."""

import honest


def misbehave(request, answer):
    honest.write(answer + honest.changed(answer, id=request["id"] + 64))


honest.serve(misbehave)
