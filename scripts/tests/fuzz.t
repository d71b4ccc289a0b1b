#!/bin/sh
# SPDX-License-Identifier: MIT
# scripts/fuzz: a target is built with clang and the sanitizers, by each engine, and finds nothing near
# its seeds. clusterfuzzlite.t builds and runs each target. A campaign is for people, or for a machine
# that has the time.
set -u
cd "$(dirname "$0")/../.." || exit 1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
log=$folder/log
URIPROOF_FUZZ_WORK=$folder # not that of a campaign
export URIPROOF_FUZZ_WORK
number=0

# ends STATUS WORDS ARGUMENT...: one test, which holds when scripts/fuzz ends so and says so.
ends() {
    status=$1 words=$2
    shift 2
    scripts/fuzz "$@" >"$log" 2>&1
    ended=$?
    number=$((number + 1))
    if [ "$ended" -eq "$status" ] && grep -q -- "$words" "$log"; then
        echo "ok $number - scripts/fuzz $*"
    else
        echo "not ok $number - scripts/fuzz $*: exit $ended"
        sed 's/^/# /' "$log" | tail -40
    fi
}

ends 2 "no such target: nothing" nothing 1
ends 2 "no number of seconds: 0" rfc1630 0
ends 2 "no such engine: other" rfc1630 1 other
ends 2 "no such engine: coverage" rfc1630 1 coverage
ends 2 "no such target: nothing" --build nothing
targets=$(scripts/fuzz --list)
for target in rfc1630 answer request results differential; do
    number=$((number + 1))
    case " $(echo "$targets" | tr '\n' ' ') " in
    *" $target "*) echo "ok $number - $target is listed" ;;
    *) echo "not ok $number - $target is listed" ;;
    esac
done
for target in rfc1630 differential; do
    ends 0 "^$target libfuzzer: [1-9][0-9]* executions.* 0 crashes" "$target" 1
done
ends 0 "^rfc1630 afl: [1-9][0-9]* executions.* 0 crashes" rfc1630 3 afl

# holds WORDS COMMAND...: one test, which holds when the command succeeds.
holds() {
    words=$1
    shift
    number=$((number + 1))
    if "$@" >"$log" 2>&1; then
        echo "ok $number - $words"
    else
        echo "not ok $number - $words"
        sed 's/^/# /' "$log" | tail -40
    fi
}

has_program() {
    test -x "$program"
}
has_coverage() {
    seeds=$(dirname "$program")/seeds/rfc1630
    LLVM_PROFILE_FILE=$folder/raw "$program" -runs=0 "$seeds" &&
        llvm-profdata-14 merge -o "$folder/profile" "$folder/raw" &&
        llvm-cov-14 report "$program" -instr-profile="$folder/profile" |
        grep -E '^reference/.*[1-9][0-9]?\.[0-9]+%'
}
is_recorded() {
    grep -E "$(printf '^%s\t[^\t]+\t(instrumented|packaged)$' "$1")" \
        build/fuzz/build-differential-libfuzzer/parsers.txt
}
program=$(scripts/fuzz --build rfc1630 coverage)
holds "--build prints the path of the program, and nothing else" has_program
holds "a program for coverage replays a folder, and says what ran" has_coverage
for parser in http-parser neon libevent libxml2 apr-util; do
    holds "$parser: its version is recorded, and whether it is instrumented" is_recorded $parser
done
echo "1..$number"
