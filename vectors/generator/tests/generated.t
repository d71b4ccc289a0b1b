#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that the generated vectors in vectors/ are exactly what the generator writes. Needs
# build/release.
set -u
cd "$(dirname "$0")/../../.." || exit 1
. vectors/tests/tap.sh

generate=build/release/vectors/generator/uriproof-generate
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Lists the names of the generated files in the dialect folder $1.
names() {
    for file in "$1"/generated/*; do
        basename "$file"
    done
}

same_files() {
    names "vectors/$1" >"$folder/committed"
    names "$folder/$1" >"$folder/written"
    diff "$folder/committed" "$folder/written" && while read -r file; do
        cmp "vectors/$1/generated/$file" "$folder/$1/generated/$file" || return 1
    done <"$folder/written"
}

# All files together may have at most this many octets.
small_enough() {
    cat vectors/*/generated/*.json | wc -c | awk '{ print; exit $1 > 9000000 }'
}

# About half of the pairs of a base and a reference must have a scheme that parsers know.
has_schemes() {
    known='^\["(http|https|ws|ftp|file|mailto|urn|MAILTO):'
    file="$folder/$1/generated/resolve.json"
    awk -v known="$(grep -cE "$known" "$file")" -v all="$(grep -c '^\[' "$file")" \
        'BEGIN { print known " of " all; exit !(known >= all * 0.45 && known <= all * 0.55) }'
}

# No text that is resolved, and no target, may have a known scheme whose own specification forbids
# it. The patterns allow a host that the DNS allows, and for file a path after it; for urn a
# namespace without a slash after it; for mailto an address. "~" is the end of a text.
fits_schemes() {
    known='(https?|ws|ftp|file|mailto|urn|HTTPS?|WS|FTP|FILE|MAILTO|URN):[^~]*~'
    host='[A-Za-z0-9]+(\.[A-Za-z0-9]+)*'
    path="(/[^?#~]*)?"
    fits="^((http|HTTP)[sS]?://$host(:[0-9]*)?$path(\?[^#~]*)?(#[^~]*)?|(ws|WS)://$host(:[0-9]*)?$path(\?[^#~]*)?|(ftp|FTP)://([a-z]+@)?$host(:[0-9]*)?$path(#[^~]*)?|(file|FILE)://$host/([^/?#~][^?#~]*)?(#[^~]*)?|(urn|URN):example:[^/?#~][^?#~]*(#[^~]*)?|(mailto|MAILTO):[a-z]+@[a-z]+(\?[a-z]+=[^#~]*)?)~\$"
    grep '^\[' "$folder/$1/generated/resolve.json" | sed 's/"/~/g' | grep -oE "~$known" |
        sed 's/^~//' >"$folder/texts"
    [ -s "$folder/texts" ] && ! grep -vE "$fits" "$folder/texts"
}

# A host that is normalized may only have escapes that are UTF-8 together. Escapes of two octets
# show that there is such a host.
hosts_are_utf8() {
    grep -qE '^\["x://g%C[2-9A-F]%[89AB][0-9A-F]/p", "' "$folder/$1/generated/equivalence.json" &&
        ! grep -E '^\["x://g%[89A-Fa-f][0-9A-Fa-f]/p", "' "$folder/$1/generated/equivalence.json"
}

# Each line has the beginning of some vectors' ids, and a clause that these vectors name.
names_clauses() {
    while read -r group clause; do
        build/release/uriproof vectors --dialect "$1" --level complete list "$1.$clause" |
            grep "^$group" >"$folder/named" || {
            echo "no vector $group names $clause"
            return 1
        }
    done <<END
equivalence-userinfo-bare-kept-bnf-userinfo normal.keep-delimiters
equivalence-userinfo-bare-kept-bnf-userinfo reserved.not-equivalent
equivalence-path-bare-kept-bnf-path-absolute normal.case-kept
equivalence-host-bare-kept-userinfo-at-sign host.empty
resolve-empty-path-query-empty-host host.empty
resolve-empty-path-query-empty-host bnf.path-empty
resolve-merged-b-c-undefined recompose.undefined
resolve-empty-path-own-fragment resolve.fragment
resolve-merged-base-fragment base.fragment-stripped
resolve-authority-empty-host host.empty
resolve-merged-empty-segment dots.move
END
}

rejects() {
    "$generate" "$@" 2>"$folder/words"
    [ $? -eq 2 ] && grep -q Usage "$folder/words"
}

cannot_write() {
    ! "$generate" "$folder/absent" 2>"$folder/words" && grep -q absent "$folder/words"
}

for dialect in vectors/*/clauses.json; do
    mkdir -p "$folder/$(basename "$(dirname "$dialect")")/generated"
done

echo 1..14
check "--help says what it does" grep -q "generated vectors" <<END
$("$generate" --help)
END
check "without a folder it says how it is used" rejects
check "so it does with too many words" rejects a b
check "a folder that is not there is named" cannot_write
check "it writes" "$generate" "$folder"
for dialect in rfc1630 draft-www-uri-00 rfc3986 url-syntax; do
    check "$dialect: the files are the same" same_files $dialect
done
check "rfc3986: half of what is resolved has a known scheme" has_schemes rfc3986
check "rfc3986: known schemes have texts of their own shape" fits_schemes rfc3986
check "rfc3986: the escapes of a host are UTF-8 together" hosts_are_utf8 rfc3986
check "rfc3986: cases name what else they test" names_clauses rfc3986
check "they are no larger than they may be" small_enough
