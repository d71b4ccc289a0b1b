#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Says hello a second time, in the middle."""

import honest

reference = honest.Reference()


def misbehave(request, answer):
    honest.write(reference.answer(b'{"op":"hello","protocol":2}\n'))
    honest.write(answer)


honest.serve(misbehave)
