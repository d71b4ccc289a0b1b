#!/bin/sh
# SPDX-License-Identifier: MIT
# Hostile adapters, and the harness under valgrind: no error, no leak, no process left. One of each way
# to go wrong; `URIPROOF_VALGRIND=1 harness/tests/hostile.t` has all of them and takes ten minutes.
set -u
cd "$(dirname "$0")/../.." || exit 1
URIPROOF_VALGRIND=1 exec harness/tests/hostile.t segfault hangs half_a_line no_json answers_twice \
    endless_output nine_mib_without_newline deep_nesting bad_utf_8_in_a_part forges_tap \
    leaves_a_grandchild_in_another_group allocates_without_end says_no_hello
