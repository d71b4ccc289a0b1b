#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Leaves in the middle, without an answer, as if all were well."""

import os

import honest

honest.serve(lambda request, answer: os._exit(0))
