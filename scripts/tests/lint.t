#!/bin/sh
# SPDX-License-Identifier: MIT
# The sources: formatted, and clean by every linter. Needs build/release for its compile commands, and
# git, which knows what is a source.
set -u
cd "$(dirname "$0")/../.." || exit 1
# git refuses a checkout that is another's, who might have it run something; this runs it anyway.
GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0=$(pwd -P)
export GIT_CONFIG_COUNT GIT_CONFIG_KEY_0 GIT_CONFIG_VALUE_0
if ! git ls-files --error-unmatch scripts/tests/lint.t >/dev/null 2>&1; then
    echo "1..0 # SKIP this is no checkout of git's, which says what is to be linted"
    exit 0
fi

c_files=$(git ls-files --cached --others --exclude-standard '*.c' '*.h' '*.cpp' '*.hpp')
c_sources=$(git ls-files --cached --others --exclude-standard '*.c' '*.cpp')
python_files=$(git ls-files --cached --others --exclude-standard '*.py'
    git grep --untracked -l '^#!.*python3' -- ':!*.py')
javascript_files=$(git ls-files --cached --others --exclude-standard '*.js')
perl_files=$(git ls-files --cached --others --exclude-standard '*.pl' '*.pm')
ruby_files=$(git ls-files --cached --others --exclude-standard '*.rb')
shell_files=$(git grep --untracked -l '^#!/bin/sh' -- ':!*.md')
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
        grep -v ' generated\.$' "$log" | sed 's/^/# /' | head -60
    fi
}

# check_with TOOL NAME COMMAND...: the same, where the tool is there.
check_with() {
    tool=$1
    shift
    if command -v "$tool" >/dev/null; then
        check "$@"
    else
        number=$((number + 1))
        echo "ok $number - $1 # SKIP no $tool (scripts/setup --all)"
    fi
}

# What `uriproof adapter new` writes is its user's.
is_template() {
    case "$1" in
    harness/templates/*.*) [ "$1" != harness/templates/CMakeLists.txt ] ;;
    *) false ;;
    esac
}

has_spdx() {
    missing=$(git ls-files --cached --others --exclude-standard '*.c' '*.h' '*.cpp' '*.hpp' '*.py' '*.t' \
        '*.in' '*.js' '*.pl' '*.pm' '*.rb' '*.go' '*.java' '*.rs' '*.erl' '*.tcl' '*.php' \
        '*CMakeLists.txt' '*.cmake' 'scripts/*' '.ci/*' |
        while read -r file; do
            [ ! -f "$file" ] || is_template "$file" || head -4 "$file" | grep -q 'SPDX-License-Identifier: MIT' ||
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
    status=0
    compiled | grep -v /tests/ | xargs -P 2 -n 4 clang-tidy --quiet -p build/release || status=1
    compiled | grep /tests/ | xargs -P 2 -n 4 clang-tidy --quiet -p build/release \
        --checks=-readability-function-size,-clang-analyzer-security.insecureAPI.strcpy,-clang-analyzer-core.NullDereference ||
        status=1
    return $status
}

# each FILES COMMAND...: the command with each of the files by itself; it shall be silent, or say that
# the syntax is right.
each() {
    files=$1
    shift
    for file in $files; do
        said=$("$@" "$file" 2>&1) || {
            echo "$said"
            return 1
        }
        said=$(echo "$said" | grep -v -i 'syntax ok$')
        [ -z "$said" ] || {
            echo "$file: $said"
            return 1
        }
    done
}

# What the parser's own module is not there for cannot be checked; the adapter's cannot be missing.
perl_syntax() {
    perl -MURI -e1 || return
    each "$perl_files" perl -wc -I harness/adapters/perl
}

# gofmt names the files that it would change, and succeeds.
go_formatted() {
    unformatted=$(gofmt -l harness/adapters/go)
    echo "$unformatted"
    [ -z "$unformatted" ]
}

# What rustc has to say it says at the build alone, where a warning is an error.
java_lint() {
    folder=$(mktemp -d)
    javac --release 17 -Xlint:all -Werror -d "$folder" harness/adapters/java/*.java
    status=$?
    rm -rf "$folder"
    return $status
}

php_lint() {
    git ls-files --cached --others --exclude-standard '*.php' | xargs -n 1 php -n -l
}

erlang_lint() {
    folder=$(mktemp -d)
    erlc -Werror -o "$folder" harness/adapters/erlang/*.erl
    status=$?
    rm -rf "$folder"
    return $status
}

echo 1..14
# shellcheck disable=SC2086 # lists of words
{
    check "each file has its SPDX line" has_spdx
    check "clang-format" clang-format --dry-run --Werror $c_files
    check "cppcheck" cppcheck --quiet --error-exitcode=1 --std=c11 --std=c++17 --inline-suppr \
        --enable=warning,performance,portability --suppress=missingIncludeSystem --suppress=ctuuninitvar \
        -I reference/include -I harness -I vectors -I vectors/generator -I fuzz/support \
        -D URIPROOF_VERSION='"0"' -D URIPROOF_SOURCE_DIR='"."' $c_sources
    check "clang-tidy" tidy
    check "shellcheck" shellcheck $shell_files
    check "pyflakes" pyflakes3 $python_files
    check "pycodestyle" pycodestyle --max-line-length=100 $python_files
    check_with node "JavaScript's syntax" each "$javascript_files" node --check
    check_with perl "Perl's syntax and warnings" perl_syntax
    check_with ruby "Ruby's syntax and warnings" each "$ruby_files" ruby -wc
    check_with gofmt "gofmt" go_formatted
    check_with javac "javac" java_lint
    check_with php "php -l" php_lint
    check_with erlc "erlc" erlang_lint
}
