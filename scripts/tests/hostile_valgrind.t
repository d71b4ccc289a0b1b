#!/bin/sh
# SPDX-License-Identifier: MIT
# The hostile adapters, and the harness under valgrind: no error, no leak, no process left.
set -u
cd "$(dirname "$0")/../.." || exit 1
URIPROOF_VALGRIND=1 exec harness/tests/hostile.t
