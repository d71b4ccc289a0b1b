#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that vectors/whatwg-url/generated/states.json is what generate.js writes, and that it notices
# a text that does not lead to its state. Skipped without npm's whatwg-url (scripts/setup --all).
set -u
cd "$(dirname "$0")/../../.." || exit 1
. vectors/tests/tap.sh

packages=harness/adapters/node/packages
made=vectors/generator/whatwg_url
written=vectors/whatwg-url/generated/states.json
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

node "$made/generate.js" --check 2>"$folder/words"
if [ $? -eq 3 ]; then
    echo "1..0 # SKIP $(head -n 1 "$folder/words")"
    exit 0
fi

# Makes a copy of the generator and its file in $folder, where states.js is changed by $1, and the
# file by $2.
copy() {
    rm -rf "$folder/copy"
    mkdir -p "$folder/copy/$made" "$folder/copy/$(dirname "$written")" \
        "$folder/copy/$(dirname "$packages")"
    ln -s "$PWD/$packages" "$folder/copy/$packages"
    cp "$made/generate.js" "$folder/copy/$made"
    sed "$1" "$made/states.js" >"$folder/copy/$made/states.js"
    sed "$2" "$written" >"$folder/copy/$written"
}

# Checks that the copy ends with status $1 and words that match $2.
ends() {
    node "$folder/copy/$made/generate.js" --check 2>"$folder/words"
    [ $? -eq "$1" ] && grep -q "$2" "$folder/words"
}

is_wrong_use() {
    node "$made/generate.js" --no-such 2>"$folder/words"
    [ $? -eq 2 ] && grep -q usage "$folder/words"
}

echo 1..7
check "the file is the same" node "$made/generate.js" --check
check "another option is wrong use" is_wrong_use
copy "" ""
check "a copy is the same" node "$folder/copy/$made/generate.js" --check
copy "" "s/\"ab:c\", {/\"ab:d\", {/"
check "another text in the file is noticed" ends 1 "is not what would be written"
copy 's|before: "x:/a"|before: "x:a"|' ""
check "a text that does not lead to its state is noticed" ends 1 "path state: .* is not read"
copy 's|state === "path start",|state === "no such",|' ""
check "so is a class that no text leads to" ends 1 "path start state: .* is not read"
copy 's|\["at-sign"\]|["colon"]|' ""
check "and a class that is read, against the table" ends 1 'colon in .* is read'
