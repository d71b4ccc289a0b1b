#!/bin/sh
# SPDX-License-Identifier: MIT
# scripts/escaped-schemes with fewer texts: what it requires holds, of each dialect there are as many
# texts as were asked for, the same seed gives the same output, and wrong usage is said.
set -u
cd "$(dirname "$0")/../.." || exit 1
. vectors/tests/tap.sh
differ() {
    ! cmp -s "$1" "$2"
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
scripts/escaped-schemes 20000 7 >"$folder/first"
check "what is required holds" [ $? -eq 0 ]
scripts/escaped-schemes 20000 7 >"$folder/again"
check "the same seed gives the same texts" cmp -s "$folder/first" "$folder/again"
scripts/escaped-schemes 20000 8 >"$folder/other"
check "another seed gives others" differ "$folder/first" "$folder/other"
for dialect in rfc1630 draft-www-uri-00 url-syntax; do
    escaped=$(sed -n "s/^$dialect: .* derive, \([0-9]*\) with escapes.*/\1/p" "$folder/first")
    check "$dialect: 20000 texts have an escape in the scheme" [ "${escaped:-0}" -ge 20000 ]
done
identical=$(sed -n 's/^rfc1630: .* pairs: \([0-9]*\) identical.*/\1/p' "$folder/first")
check "some of them are identical" [ "${identical:-0}" -gt 1000 ]
scripts/escaped-schemes many >"$folder/out" 2>"$folder/err"
check "a count that is no number is wrong usage" [ $? -eq 2 ]
check "and says how it is used" grep -q '^usage: escaped-schemes' "$folder/err"
echo "1..$number"
