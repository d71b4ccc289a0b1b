#!/bin/sh
# SPDX-License-Identifier: MIT
# The linters of C and C++ that take minutes. Needs git, and build/release for its compile commands.
set -u
cd "$(dirname "$0")/../.." || exit 1
. scripts/tests/sources.sh

c_sources=$(sources '*.c' '*.cpp')

# The sources that were compiled: only those are among the compile commands.
compiled() {
    for file in $c_sources; do
        grep -q "/$file\"" build/release/compile_commands.json && echo "$file"
    done
}

# The analyzer follows at most so many states of a function, which is a quarter of what it does by
# itself: some functions take it seconds else.
analyzer="--extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang"
analyzer="$analyzer --extra-arg=max-nodes=50000"

# Tests may be long tables. The analyzer is for what users run: in the tests' own sources, where it
# does not know that an assertion of cmocka's that fails does not return, it took half of the time;
# the sanitizers and valgrind run these.
tidy() {
    status=0
    # shellcheck disable=SC2086 # a list of words
    compiled | grep -v /tests/ | xargs -P 2 -n 4 clang-tidy --quiet -p build/release $analyzer ||
        status=1
    compiled | grep /tests/ | xargs -P 2 -n 4 clang-tidy --quiet -p build/release \
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
