#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gives a part in octets that are no UTF-8, without saying so in hexadecimal."""

import honest

honest.serve(lambda request, answer: honest.write(answer.replace(b"a,b", b"a,\xff\xfe")))
