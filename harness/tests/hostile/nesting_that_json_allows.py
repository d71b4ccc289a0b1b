#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rejects, with a key that is nested deeper than a line may be. What is kept of an answer must
still be read from the results file, where it stands deeper."""

import honest


def misbehave(request, answer):
    deep = b"[" * 990 + b"]" * 990
    honest.write(b'{"id":%d,"status":"rejected","more":%s}\n' % (request["id"], deep))


honest.serve(misbehave)
