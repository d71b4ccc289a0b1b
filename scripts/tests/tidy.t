#!/bin/sh
# SPDX-License-Identifier: MIT
# The linters of C and C++ that take minutes. Needs git, and build/release for its compile commands.
set -u
cd "$(dirname "$0")/../.." || exit 1
. scripts/tests/sources.sh

c_sources=$(sources '*.c' '*.cpp')

# One compile command of each source: some are compiled for many programs, by commands that differ in
# nothing that matters here.
commands=$(mktemp -d)
trap 'rm -rf "$commands"' EXIT
python3 -c 'import json, sys
one = {command["file"]: command for command in json.load(sys.stdin)}
json.dump(list(one.values()), sys.stdout)' <build/release/compile_commands.json \
    >"$commands/compile_commands.json" || exit 1

# The sources that were compiled: only those are among the compile commands.
compiled() {
    for file in $c_sources; do
        grep -q "/$file\"" "$commands/compile_commands.json" && echo "$file"
    done
}

# The analyzer follows at most so many states of a function, a fourteenth of what it does by itself:
# some functions take it seconds else. Of 238 faults that were put into the sources (memory freed
# twice, used after it was freed or never freed; a check for NULL or a first value left out; NULL in
# the place of a pointer), it finds 127 with 16000 states, and 128 with 50000, in twice the time.
analyzer="--extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang"
analyzer="$analyzer --extra-arg=max-nodes=16000"

# Tests may be long tables. The analyzer is for what users run: in the tests' own sources, where it
# does not know that an assertion of cmocka's that fails does not return, it took half of the time;
# the sanitizers and valgrind run these.
tidy() {
    status=0
    # shellcheck disable=SC2086 # a list of words
    compiled | grep -v /tests/ | xargs -P 2 -n 4 clang-tidy --quiet -p "$commands" $analyzer ||
        status=1
    compiled | grep /tests/ | xargs -P 2 -n 4 clang-tidy --quiet -p "$commands" \
        '--checks=-clang-analyzer-*,-readability-function-size' || status=1
    return $status
}

echo 1..2
# shellcheck disable=SC2086 # a list of words
check "cppcheck" cppcheck --quiet --error-exitcode=1 --std=c11 --std=c++17 --inline-suppr \
    --enable=warning,performance,portability --suppress=missingIncludeSystem --suppress=ctuuninitvar \
    -I reference/include -I harness -I vectors -I vectors/generator -I fuzz/support \
    -D URIPROOF_VERSION='"0"' -D URIPROOF_SOURCE_DIR='"."' $c_sources
check "clang-tidy" tidy
