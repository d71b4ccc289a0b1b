#!/bin/sh
# SPDX-License-Identifier: MIT
# The sources: formatted, and clean by every linter that is quick; tidy.t has the others. Needs git.
set -u
cd "$(dirname "$0")/../.." || exit 1
. scripts/tests/sources.sh

c_files=$(sources '*.c' '*.h' '*.cpp' '*.hpp')
python_files=$(sources '*.py'
    git grep --untracked -l '^#!.*python3' -- ':!*.py')
javascript_files=$(sources '*.js')
perl_files=$(sources '*.pl' '*.pm')
ruby_files=$(sources '*.rb')
shell_files=$(sources '*.sh'
    git grep --untracked -l '^#!/bin/sh' -- ':!*.md')

# What `uriproof adapter new` and `uriproof fuzz new` write is their user's.
is_template() {
    case "$1" in
    harness/templates/*.* | fuzz/templates/*.*) true ;;
    *) false ;;
    esac
}

has_spdx() {
    missing=$(sources '*.c' '*.h' '*.cpp' '*.hpp' '*.py' '*.t' \
        '*.in' '*.js' '*.pl' '*.pm' '*.rb' '*.go' '*.java' '*.rs' '*.erl' '*.tcl' '*.php' \
        '*CMakeLists.txt' '*.cmake' 'scripts/*' '.ci/*' '.clusterfuzzlite/*' '.github/*' |
        while read -r file; do
            [ ! -f "$file" ] || is_template "$file" || head -4 "$file" | grep -q 'SPDX-License-Identifier: MIT' ||
                echo "$file"
        done)
    echo "$missing"
    [ -z "$missing" ]
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
    sources '*.php' | xargs -n 1 php -n -l
}

erlang_lint() {
    folder=$(mktemp -d)
    erlc -Werror -o "$folder" harness/adapters/erlang/*.erl
    status=$?
    rm -rf "$folder"
    return $status
}

echo 1..13
# shellcheck disable=SC2086 # lists of words
{
    check "each file has its SPDX line" has_spdx
    check "clang-format" clang-format --dry-run --Werror $c_files
    check "shellcheck" shellcheck $shell_files
    check "words" python3 -B scripts/tests/words.py
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
