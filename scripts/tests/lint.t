#!/bin/sh
# SPDX-License-Identifier: MIT
# The sources: formatted, and clean by every linter. Needs build/release for its compile commands.
set -u
cd "$(dirname "$0")/../.." || exit 1

c_files=$(git ls-files --cached --others --exclude-standard '*.c' '*.h' '*.cpp' '*.hpp')
c_sources=$(git ls-files --cached --others --exclude-standard '*.c' '*.cpp')
python_files=$(git ls-files --cached --others --exclude-standard '*.py'
    git grep --untracked -l '^#!.*python3' -- ':!*.py')
shell_files=$(git grep --untracked -l '^#!/bin/sh')
log=$(mktemp)
trap 'rm -f "$log"' EXIT
number=0

# check NAME COMMAND...: one test, which holds when the command succeeds.
check() {
    name=$1
    shift
    number=$((number + 1))
    if "$@" >"$log" 2>&1; then
        echo "ok $number - $name"
    else
        echo "not ok $number - $name"
        sed 's/^/# /' "$log" | head -60
    fi
}

has_spdx() {
    missing=$(git ls-files --cached --others --exclude-standard '*.c' '*.h' '*.cpp' '*.hpp' '*.py' '*.t' \
        '*.in' '*CMakeLists.txt' '*.cmake' 'scripts/*' '.ci/*' |
        while read -r file; do
            [ ! -f "$file" ] || head -4 "$file" | grep -q 'SPDX-License-Identifier: MIT' ||
                echo "$file"
        done)
    echo "$missing"
    [ -z "$missing" ]
}

# Only what was compiled has a line among the compile commands.
compiled() {
    for file in $c_sources; do
        grep -q "/$file\"" build/release/compile_commands.json && echo "$file"
    done
}

# Tests may be long tables, and copy into buffers that they made for it; and the analyzer does
# not know that an assertion of cmocka's that fails does not return.
tidy() {
    compiled | grep -v /tests/ | xargs -P 2 -n 4 clang-tidy --quiet -p build/release &&
        compiled | grep /tests/ | xargs -P 2 -n 4 clang-tidy --quiet -p build/release \
            --checks=-readability-function-size,-clang-analyzer-security.insecureAPI.strcpy,-clang-analyzer-core.NullDereference
}

echo 1..7
# shellcheck disable=SC2086 # lists of words
{
    check "each file has its SPDX line" has_spdx
    check "clang-format" clang-format --dry-run --Werror $c_files
    check "cppcheck" cppcheck --quiet --error-exitcode=1 --std=c11 --std=c++17 --inline-suppr \
        --enable=warning,performance,portability --suppress=missingIncludeSystem --suppress=ctuuninitvar \
        -I reference/include -I vectors/include -I harness/include -I reports/include \
        -D URIPROOF_VERSION='"0"' -D URIPROOF_SOURCE_DIR='"."' $c_sources
    check "clang-tidy" tidy
    check "shellcheck" shellcheck $shell_files
    check "pyflakes" pyflakes3 $python_files
    check "pycodestyle" pycodestyle --max-line-length=100 $python_files
}
