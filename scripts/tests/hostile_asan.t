#!/bin/sh
# SPDX-License-Identifier: MIT
# The hostile adapters that hostile_valgrind.t leaves out, and the harness with AddressSanitizer and
# UndefinedBehaviorSanitizer. Four that do many times over what others do are left to hostile.t, which
# runs all: they took half of the time.
set -u
# eight_mib_of_detail: large answers are those of seven_mib_of_words, objects those of
#   eight_mib_of_numbers. crashes_on_one_kind: crashes and what follows, of crashes_on_each_tenth.
# garbage_behind_every_answer: a bad line of prints_after_its_answer, given up as
#   crashes_on_every_case, under valgrind. allocates_after_hello: the memory of
#   child_allocates_without_end, given up in the same way.
elsewhere="eight_mib_of_detail crashes_on_one_kind garbage_behind_every_answer allocates_after_hello"
cd "$(dirname "$0")/../.." || exit 1
for file in harness/tests/hostile/*_*.py; do
    name=$(basename "$file" .py)
    case " $elsewhere " in *" $name "*) continue ;; esac
    grep -qw -- "$name" scripts/tests/hostile_valgrind.t || set -- "$@" "$name"
done
URIPROOF_BIN=build/asan exec harness/tests/hostile.t "$@"
