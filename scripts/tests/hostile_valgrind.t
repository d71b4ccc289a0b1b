#!/bin/sh
# SPDX-License-Identifier: MIT
# Hostile adapters, and the harness under valgrind: no error, no leak, no process left. At least one for
# each way that a run takes (harness/runner/); all of them, which takes ten minutes and more:
# `URIPROOF_VALGRIND=1 harness/tests/hostile.t`.
set -u
cd "$(dirname "$0")/../.." || exit 1
URIPROOF_VALGRIND=1 exec harness/tests/hostile.t segfault hangs half_a_line answers_twice \
    endless_output deep_nesting bad_utf_8_in_a_part leaves_a_grandchild_in_another_group \
    says_no_hello answers_again_later crashes_on_every_case kills_its_reaper \
    exits_with_status_1_at_the_end tells_and_hangs
