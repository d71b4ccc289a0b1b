#!/bin/sh
# SPDX-License-Identifier: MIT
# The unit tests under valgrind: no error, no leak. The generated vectors are left out, and what takes
# it minutes and does the same millions of times: the proofs of the grammars and of the model, and all
# vectors under all readings. URIPROOF_VALGRIND tells others to do the same less often. All of it is
# sanitized.
set -u
cd "$(dirname "$0")/../.." || exit 1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export CMOCKA_MESSAGE_OUTPUT=TAP URIPROOF_LEVEL=clauses URIPROOF_VALGRIND=1

set --
for program in build/release/t/vectors-*.t build/release/t/harness-*.t build/release/t/reports-*.t; do
    case $program in
    *-grammar-grammars* | *-model-*.t | */vectors-reference.t) ;;
    *) set -- "$@" "$program" ;;
    esac
done
echo "1..$#"
number=0
for program; do
    number=$((number + 1))
    if valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=all \
        --read-inline-info=no "$program" >"$log" 2>&1; then
        echo "ok $number - $program"
    else
        echo "not ok $number - $program"
        sed 's/^/# /' "$log" | tail -60
    fi
done
