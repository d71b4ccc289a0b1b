#!/bin/sh
# SPDX-License-Identifier: MIT
# The hostile adapters that hostile_valgrind.t leaves out, and the harness with AddressSanitizer and
# UndefinedBehaviorSanitizer.
set -u
cd "$(dirname "$0")/../.." || exit 1
for file in harness/tests/hostile/*_*.py; do
    name=$(basename "$file" .py)
    grep -qw -- "$name" scripts/tests/hostile_valgrind.t || set -- "$@" "$name"
done
URIPROOF_BIN=build/asan exec harness/tests/hostile.t "$@"
