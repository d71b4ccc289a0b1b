#!/bin/sh
# SPDX-License-Identifier: MIT
# Mutated files, read with AddressSanitizer and UndefinedBehaviorSanitizer.
set -u
cd "$(dirname "$0")/../.." || exit 1
MUTATED=10 URIPROOF_BIN=build/asan exec harness/tests/mutated.t
