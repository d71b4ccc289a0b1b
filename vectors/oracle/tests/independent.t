#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that the oracle never calls the reference, nor the reference the oracle. Needs
# build/release.
set -u
cd "$(dirname "$0")/../../.." || exit 1
build=${URIPROOF_BIN:-build/release}
number=0

# check NAME WORDS: one test, which passes if WORDS is empty.
check() {
    number=$((number + 1))
    if [ -z "$2" ]; then
        echo "ok $number - $1"
    else
        echo "not ok $number - $1"
        printf '%s\n' "$2" | sed 's/^/# /'
    fi
}

# called LIBRARY: lists the functions of uriproof that it calls and does not define.
called() {
    nm -u "$1" | sed -n 's/.* U \(\(uriproof\|oracle\|rfc\|draft\|url\)_.*\)/\1/p' | sort -u
}

# The oracle may call functions for spans and for the printed grammars.
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
