#!/bin/sh
# SPDX-License-Identifier: MIT
# What is installed can be used: the program finds its data, a stranger's program the library.
set -u
cd "$(dirname "$0")/../.." || exit 1
. vectors/tests/tap.sh
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

mkdir "$root/stranger"
cat >"$root/stranger/stranger.c" <<'END'
#include <stdio.h>
#include <uriproof/rfc1630.h>
int main(void)
{
    uriproof_generic parts;
    if (!uriproof_rfc1630_parse(uriproof_span_of("http://h/a#f"), NULL, &parts, NULL))
        return 1;
    printf("%.*s\n", (int)parts.path.length, parts.path.octets);
    return 0;
}
END
cat >"$root/stranger/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(stranger LANGUAGES C)
find_package(uriproof 0.9 REQUIRED)
add_executable(stranger stranger.c)
target_link_libraries(stranger PRIVATE uriproof::reference)
END

by_cmake() {
    cmake -S "$root/stranger" -B "$root/build" -DCMAKE_PREFIX_PATH="$root/usr" &&
        cmake --build "$root/build" && [ "$("$root/build/stranger")" = //h/a ]
}

by_pkg_config() {
    pc=$(dirname "$(find "$root/usr" -name uriproof.pc)")
    # shellcheck disable=SC2046 # a list of words
    cc "$root/stranger/stranger.c" -o "$root/by-pkg-config" \
        $(PKG_CONFIG_PATH="$pc" pkg-config --cflags --libs uriproof) &&
        [ "$("$root/by-pkg-config")" = //h/a ]
}

# All that a program can meet by chance begins with uriproof_, in each library that is installed.
# Names that begin with LLVMFuzzer are libFuzzer's, which calls them.
names_are_ours() {
    find "$root/usr" -name '*.a' >"$root/libraries"
    [ "$(wc -l <"$root/libraries")" -ge 2 ] || return 1
    while read -r library; do
        nm --extern-only --defined-only "$library" | sed -n 's/^[0-9a-f]* [A-Za-z] //p' >"$root/names"
        grep -q '^uriproof_' "$root/names" || return 1
        ! grep -v -e '^uriproof_' -e '^LLVMFuzzer' "$root/names" || return 1
    done <"$root/libraries"
}

# As a stranger's program may: names of our own functions, for other things.
cat >"$root/stranger/namesakes.c" <<'END'
int put, percent_decode, url_path, is_word;
END

has_namesakes() {
    library=$(find "$root/usr" -name liburiproof_reference.a)
    cc -I "$root/usr/include" "$root/stranger/stranger.c" "$root/stranger/namesakes.c" \
        -Wl,--whole-archive "$library" -Wl,--no-whole-archive -o "$root/namesakes" &&
        [ "$("$root/namesakes")" = //h/a ]
}

# One that was built; none is where no library was found.
starts_a_library() {
    [ ! -x "$root/usr/libexec/uriproof/uriparser" ] ||
        "$root/usr/bin/uriproof" test --dialect rfc3986 --select 'rfc3986.bnf.scheme' --level clauses uriparser
}

runs_elsewhere() {
    cd / && "$root/usr/bin/uriproof" explain 'http://h/a b' | grep -q 'rfc1630.encoding.disallowed' &&
        "$root/usr/bin/uriproof" test reference >/dev/null 2>&1 &&
        starts_a_library &&
        "$root/usr/bin/uriproof" adapter new --output - python it | grep -q '# it: an adapter'
}

echo 1..6
check "it installs" cmake --install build/release --prefix "$root/usr"
check "the program finds its vectors, adapters and templates" runs_elsewhere
check "a CMake project finds the reference" by_cmake
check "pkg-config finds the reference" by_pkg_config
check "the library's names begin with uriproof_" names_are_ours
check "a program may have a put of its own" has_namesakes
