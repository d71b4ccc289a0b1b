#!/bin/sh
# SPDX-License-Identifier: MIT
# The hostile adapters, and the harness with AddressSanitizer and UndefinedBehaviorSanitizer.
set -u
cd "$(dirname "$0")/../.." || exit 1
URIPROOF_BIN=build/asan exec harness/tests/hostile.t
