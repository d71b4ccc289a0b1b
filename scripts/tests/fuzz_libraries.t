#!/bin/sh
# SPDX-License-Identifier: MIT
# scripts/fuzz-libraries keeps the library of before until the new one is built. The commands that
# fetch a source package are scripts here.
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

is_new() {
    put_old && provides "$root/good.c" && grep -qx 'Version: 2.0' "$library/lib/pkgconfig/http_parser.pc" &&
        [ -s "$library/lib/libhttp_parser.a" ] && [ ! -e "$library.old" ]
}

echo 'int http_parser_version(void) { return 2; }' >"$root/good.c"
echo 'no C' >"$root/bad.c"
check "a library stays if its source cannot be fetched" is_old "$root/none" "no source"
check "a library stays if the new one cannot be built" is_old "$root/bad.c" "cannot build it"
check "a library of before is put back after an interruption" is_old_after_interruption
check "a library is replaced if the new one is built" is_new
echo "1..$number"
