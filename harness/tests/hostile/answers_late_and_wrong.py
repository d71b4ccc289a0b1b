#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes longer for one case than it has, and then rejects what is to be accepted."""

import time

import honest


def misbehave(request, _answer):
    time.sleep(4)
    honest.write(b'{"id":%d,"status":"rejected"}\n' % request["id"])


honest.serve(misbehave)
