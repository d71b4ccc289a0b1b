#!/bin/sh
# SPDX-License-Identifier: MIT
# .clusterfuzzlite/build.sh: by the environment that OSS-Fuzz and ClusterFuzzLite give it, it builds
# each target for libFuzzer, with all sanitizers, and for AFL++. What it puts into OUT runs where nothing
# else is there, and finds nothing near the seeds.
set -u
cd "$(dirname "$0")/../.." || exit 1
. vectors/tests/tap.sh
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
targets=$(scripts/fuzz --list)

# builds ENGINE VARIABLE...: into $root/ENGINE. The sources are gone after that.
builds() {
    engine=$1
    shift
    mkdir -p "$root/src" "$root/work" "$root/out" && ln -s "$PWD" "$root/src/uriproof" &&
        (cd "$root/src/uriproof" && env "$@" SRC="$root/src" WORK="$root/work" OUT="$root/out" \
            sh .clusterfuzzlite/build.sh) &&
        mv "$root/out" "$root/$engine" && rm -r "$root/src" "$root/work"
}

# Each target of scripts/fuzz, and what belongs to it.
has_all() {
    program=$root/$1/uriproof-fuzz-$2
    [ -x "$program" ] && [ -s "$program.dict" ] &&
        grep -qx 'max_len = [1-9][0-9]*' "$program.options" &&
        [ "$(cmake -E tar tf "${program}_seed_corpus.zip" | wc -l)" -ge 3 ]
}

is_whole() {
    for target in $targets; do
        if ! has_all "$1" "$target"; then
            echo "$target is not whole"
            return 1
        fi
    done
    [ "$(find "$root/$1" -maxdepth 1 -name 'uriproof-fuzz-*' ! -name '*.*' | wc -l)" -eq \
        "$(echo "$targets" | wc -l)" ]
}

# A library is from OUT, or one that each machine has.
has_libraries() {
    for target in $targets; do
        ldd "$root/$1/uriproof-fuzz-$target" | awk '$2 == "=>" { print $1, $3 }' >"$root/libraries"
        while read -r name file; do
            case $name in
            libc.so.* | libm.so.* | libdl.so.* | librt.so.* | libpthread.so.* | libresolv.so.*) ;;
            libgcc_s.so.* | libstdc++.so.*) ;;
            *) [ "$file" = "$root/$1/lib/$name" ] || {
                echo "$target needs $name, which is $file"
                return 1
            } ;;
            esac
        done <"$root/libraries"
    done
}

# says WORDS COMMAND...: the command succeeds, and says so, in a folder that is not ours.
says() {
    words=$1
    shift
    if ! (cd / && "$@" >"$root/log" 2>&1) || ! grep -q "$words" "$root/log"; then
        tail -n 20 "$root/log"
        return 1
    fi
}

unpack_seeds() {
    mkdir -p "$root/seeds/$1"
    (cd "$root/seeds/$1" && cmake -E tar xf "$root/libfuzzer/uriproof-fuzz-$1_seed_corpus.zip")
}

# With the options that go along, as ClusterFuzz gives them.
runs_libfuzzer() {
    unpack_seeds "$1" || return
    program=$root/libfuzzer/uriproof-fuzz-$1
    options=$(sed -n 's/^\([a-z_]*\) = \(.*\)$/-\1=\2/p' "$program.options")
    # shellcheck disable=SC2086 # a list of words
    says '^Done [1-9][0-9]* runs' "$program" $options -dict="$program.dict" -runs=3000 \
        -artifact_prefix="$root/" "$root/seeds/$1"
}

# AFL++ gives the targets inputs by the driver, which takes files too: some of the seeds are enough to
# see that a target runs.
runs_afl() {
    find "$root/seeds/$1" -type f | sort | head -n 100 >"$root/files"
    says 'Execution successful' xargs -a "$root/files" "$root/afl/uriproof-fuzz-$1"
}

says_what_is_missing() {
    ! env -u OUT SRC="$root" WORK="$root" CC=cc CXX=c++ LIB_FUZZING_ENGINE=x sh .clusterfuzzlite/build.sh \
        >"$root/log" 2>&1 && grep -q 'OUT' "$root/log"
}

# A tag can be moved to other sources.
names_commits() {
    ! grep -E 'git .*(clone|--branch)' .clusterfuzzlite/Dockerfile &&
        [ "$(grep -c 'git .*fetch' .clusterfuzzlite/Dockerfile)" -eq \
            "$(grep -Ec '^ +[0-9a-f]{40} ' .clusterfuzzlite/Dockerfile)" ]
}

flags='-O0 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all'
check "build.sh says which variable is missing" says_what_is_missing
check "the image gets sources by their commit" names_commits
check "libFuzzer: it builds" builds libfuzzer CC=clang-14 CXX=clang++-14 CFLAGS="$flags" \
    CXXFLAGS="$flags" LIB_FUZZING_ENGINE=-fsanitize=fuzzer
check "AFL++: it builds" builds afl CC=afl-clang-fast CXX=afl-clang-fast++ CFLAGS=-O0 CXXFLAGS=-O0 \
    AFL_QUIET=1 LIB_FUZZING_ENGINE=/usr/lib/afl/libAFLDriver.a
for engine in libfuzzer afl; do
    check "$engine: each target has its seeds, dictionary and options" is_whole $engine
    check "$engine: the libraries go along" has_libraries $engine
    for target in $targets; do
        check "$engine: $target runs" "runs_$engine" "$target"
    done
done
echo "1..$number"
