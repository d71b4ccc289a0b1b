#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the fuzz targets for OSS-Fuzz and ClusterFuzzLite, which set these variables: SRC has the
# folder uriproof; WORK is for what is made on the way; OUT gets each target with its seeds,
# dictionary and options; CC, CXX, CFLAGS and CXXFLAGS compile; LIB_FUZZING_ENGINE links the engine.
set -eu
: "${SRC:?}" "${WORK:?}" "${OUT:?}" "${CC:?}" "${CXX:?}" "${LIB_FUZZING_ENGINE:?}"
build=$WORK/uriproof

# The machine that runs the targets has no other libraries than those of the compiler. So each library
# goes along, and is found from the target, and also by another library.
cmake -S "$SRC/uriproof" -B "$build" -DCMAKE_BUILD_TYPE=None -DURIPROOF_FUZZ_ENGINE=external \
    -DCMAKE_EXE_LINKER_FLAGS="-Wl,--disable-new-dtags" "-DCMAKE_BUILD_RPATH=\$ORIGIN/lib"
cmake --build "$build" --parallel "$(nproc)" --target uriproof-fuzz-targets

copy_libraries() {
    ldd "$1" | awk '$2 == "=>" { print $1, $3 }' | while read -r name file; do
        case $name in
        libc.so.* | libm.so.* | libdl.so.* | librt.so.* | libpthread.so.* | libresolv.so.*) ;;
        libgcc_s.so.* | libstdc++.so.*) ;;
        *) [ -e "$OUT/lib/$name" ] || cp -L "$file" "$OUT/lib/$name" ;;
        esac
    done
}

# A store has some pages. GLib and others keep memory until the process ends.
put_options() {
    case $1 in
    *-store) longest=16384 ;;
    *) longest=4096 ;;
    esac
    printf '[libfuzzer]\nmax_len = %s\ntimeout = 10\n' "$longest"
    case $1 in
    *-differential) printf 'detect_leaks = 0\n' ;;
    esac
}

rm -rf "${OUT:?}/lib" # libraries of an earlier build, if OUT was kept
mkdir -p "$OUT/lib"
cp -r "$SRC/uriproof/vectors/grammar" "$OUT" # which the target `rfc1630` reads
for program in "$build"/fuzz/uriproof-fuzz-*; do
    name=${program##*/}
    target=${name#uriproof-fuzz-}
    copy_libraries "$program"
    cp "$program" "$OUT"
    cp "$build/fuzz/$target.dict" "$OUT/$name.dict"
    put_options "$name" >"$OUT/$name.options"
    (cd "$build/fuzz/seeds/$target" && cmake -E tar cf "$OUT/${name}_seed_corpus.zip" --format=zip -- *)
done
