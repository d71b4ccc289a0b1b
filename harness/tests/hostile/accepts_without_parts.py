#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Says yes, and nothing else."""

import honest


def misbehave(request, answer):
    honest.write(b'{"id":%d,"status":"accepted"}\n' % request["id"])


honest.serve(misbehave)
