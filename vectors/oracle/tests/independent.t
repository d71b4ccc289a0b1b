#!/bin/sh
# SPDX-License-Identifier: MIT
# The oracle asks the reference nothing, nor the reference the oracle. Needs build/release.
set -u
cd "$(dirname "$0")/../../.." || exit 1
build=${URIPROOF_BIN:-build/release}
number=0

# check NAME WORDS: one test, which holds if there are no words.
check() {
    number=$((number + 1))
    if [ -z "$2" ]; then
        echo "ok $number - $1"
    else
        echo "not ok $number - $1"
        printf '%s\n' "$2" | sed 's/^/# /'
    fi
}

# called LIBRARY: the functions of ours that it calls and has not itself.
called() {
    nm -u "$1" | sed -n 's/.* U \(\(uriproof\|oracle\|rfc\|draft\|url\)_.*\)/\1/p' | sort -u
}

# Spans, and the printed grammars.
allowed='^(uriproof_span_(of|equal)|uriproof_(automaton|grammar)_.*|oracle_.*)$'
operation='->(parse|url|resolve|normalize|normalize_by|equivalent|decode|encode|encodes)\('

echo 1..4
check "the oracle's calls are found" \
    "$(called "$build/vectors/oracle/liburiproof_oracle.a" | grep -q uriproof_span_of ||
        echo "nm finds none")"
check "the oracle calls no function of the reference that reads texts" \
    "$(called "$build/vectors/oracle/liburiproof_oracle.a" | grep -vE "$allowed")"
check "nor by the table of dialects" "$(grep -nE -e "$operation" vectors/oracle/*.c)"
check "the reference calls no function of the oracle" \
    "$(called "$build/reference/liburiproof_reference.a" | grep '^oracle_')"
