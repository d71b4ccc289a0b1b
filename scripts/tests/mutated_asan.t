#!/bin/sh
# SPDX-License-Identifier: MIT
# Mutated files, read with AddressSanitizer and UndefinedBehaviorSanitizer.
set -u
cd "$(dirname "$0")/../.." || exit 1
MUTATED=15 URIPROOF_BIN=build/asan exec harness/tests/mutated.t
