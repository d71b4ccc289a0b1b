#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rejects, in words that are no UTF-8."""

import honest


def misbehave(request, answer):
    honest.write(b'{"id":%d,"status":"rejected","error":"\xff\xc3\x28\xed\xa0\x80"}\n'
                 % request["id"])


honest.serve(misbehave)
