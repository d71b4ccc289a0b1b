#!/bin/sh
# SPDX-License-Identifier: MIT
# Hostile adapters, and the harness under valgrind: no error, no leak, no process left. At least one for
# each way that a run takes (harness/runner/); all of them, which takes ten minutes and more:
# `URIPROOF_VALGRIND=1 harness/tests/hostile.t`.
set -u
cd "$(dirname "$0")/../.." || exit 1
URIPROOF_VALGRIND=1 exec harness/tests/hostile.t segfault hangs half_a_line no_json answers_twice \
    endless_output nine_mib_without_newline deep_nesting bad_utf_8_in_a_part forges_tap \
    leaves_a_grandchild_in_another_group allocates_without_end says_no_hello \
    dies_after_its_answer answers_again_later id_of_the_next prints_once_before_it_answers \
    crashes_on_every_case crashes_once kills_its_reaper never_starts_again \
    greets_otherwise_when_it_starts_again exits_with_status_1_at_the_end leaks_little_by_little \
    eight_mib_of_numbers tells_and_hangs
