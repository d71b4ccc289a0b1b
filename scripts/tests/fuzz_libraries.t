#!/bin/sh
# SPDX-License-Identifier: MIT
# scripts/fuzz-libraries keeps the library of before until the new one is built; and
# .clusterfuzzlite/build.sh keeps none. The commands that fetch a source package, that build the
# targets and that name their libraries are scripts here.
set -u
cd "$(dirname "$0")/../.." || exit 1
. vectors/tests/tap.sh
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir "$root/bin"
library=$root/libraries/http-parser

# stub NAME LINES: a command that does these lines.
stub() {
    printf '#!/bin/sh\n%s\n' "$2" >"$root/bin/$1" && chmod +x "$root/bin/$1"
}

# shellcheck disable=SC2016 # for the command
{
    stub apt-get '[ -e "$HAS_SOURCE" ]'
    stub dpkg-source 'mkdir "$3" && cp "$HAS_SOURCE" "$3/http_parser.c"'
    stub dpkg-parsechangelog 'echo 2.0'
}

# A library that an earlier run has built.
put_old() {
    rm -rf "$root/libraries" && mkdir -p "$library/lib/pkgconfig" && echo old >"$library/made-of" &&
        echo old >"$library/lib/pkgconfig/http_parser.pc"
}

# provides SOURCE: a file that is the source of the library, if there is one.
provides() {
    PATH="$root/bin:$PATH" HAS_SOURCE="$1" CC=cc CFLAGS=-O0 scripts/fuzz-libraries "$root/libraries" \
        >"$root/log" 2>&1
}

is_old() {
    put_old && provides "$1" && grep -q "http-parser: $2" "$root/log" &&
        grep -qx old "$library/lib/pkgconfig/http_parser.pc" && grep -qx old "$library/made-of" &&
        [ ! -e "$library.old" ]
}

is_old_after_interruption() {
    put_old && mv "$library" "$library.old" && mkdir -p "$library/lib" && provides "$root/none" &&
        grep -qx old "$library/lib/pkgconfig/http_parser.pc" && [ ! -e "$library.old" ]
}

# An interruption after the new library is whole, while that of before is removed.
is_new_after_interruption() {
    put_old && provides "$root/good.c" && mkdir "$library.old" && provides "$root/none" &&
        grep -qx 'Version: 2.0' "$library/lib/pkgconfig/http_parser.pc" && [ ! -e "$library.old" ] &&
        ! grep -q "http-parser: an earlier build is used" "$root/log"
}

is_new() {
    put_old && provides "$root/good.c" && grep -qx 'Version: 2.0' "$library/lib/pkgconfig/http_parser.pc" &&
        [ -s "$library/lib/libhttp_parser.a" ] && [ ! -e "$library.old" ]
}

# A folder OUT that an earlier build has filled; of its two libraries, the target needs one.
puts_new_libraries() {
    made=$root/work/uriproof/fuzz
    mkdir -p "$root/src/uriproof/vectors/grammar" "$made/seeds/one" "$root/out/lib" &&
        touch "$made/uriproof-fuzz-one" "$made/one.dict" "$made/seeds/one/seed" &&
        echo new >"$root/libneeded.so" && echo old >"$root/out/lib/libneeded.so" &&
        echo old >"$root/out/lib/libother.so" && stub cmake "" &&
        stub ldd "echo 'libneeded.so => $root/libneeded.so (0x0)'" || return
    PATH="$root/bin:$PATH" SRC="$root/src" WORK="$root/work" OUT="$root/out" CC=cc CXX=c++ \
        LIB_FUZZING_ENGINE=x sh .clusterfuzzlite/build.sh || return
    grep -rH . "$root/out/lib" >"$root/log"
    [ "$(cat "$root/log")" = "$root/out/lib/libneeded.so:new" ] || {
        cat "$root/log"
        return 1
    }
}

echo 'int http_parser_version(void) { return 2; }' >"$root/good.c"
echo 'no C' >"$root/bad.c"
check "a library stays if its source cannot be fetched" is_old "$root/none" "no source"
check "a library stays if the new one cannot be built" is_old "$root/bad.c" "cannot build it"
check "a library of before is put back after an interruption" is_old_after_interruption
check "a library is replaced if the new one is built" is_new
check "the new one stays after an interruption" is_new_after_interruption
check "build.sh leaves no library of an earlier build in OUT" puts_new_libraries
echo "1..$number"
