#!/bin/sh
# SPDX-License-Identifier: MIT
# scripts/fuzzbench in its short form: with all guidance each fault is found within a number of
# texts. It asserts no speed.
cd "$(dirname "$0")/../.." || exit 1
exec scripts/fuzzbench --short
