#!/bin/sh
# SPDX-License-Identifier: MIT
# Hostile results, written in each format and read by the format's own readers.
# Usage: formats.t PROGRAM, where PROGRAM is test_reports; or name it in TEST_REPORTS.

program=${1:-${TEST_REPORTS:?names no test_reports program}}
here=$(dirname "$0")
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
number=0

# check WORDS COMMAND...: one test, which passes where the command does.
check() {
    words=$1
    shift
    number=$((number + 1))
    if "$@" >"$scratch/log" 2>&1; then
        echo "ok $number - $words"
    else
        echo "not ok $number - $words"
        sed 's/^/# /' "$scratch/log"
    fi
}

# check_with TOOL WORDS COMMAND...: the same, skipped where the tool is missing.
check_with() {
    tool=$1
    shift
    if command -v "$tool" >/dev/null 2>&1; then
        check "$@"
    else
        number=$((number + 1))
        echo "ok $number - $1 # SKIP no $tool"
    fi
}

# What prove says of the TAP report: tests 1 and 4 failed, and no test was to do.
prove_sees_failures() {
    prove -v -e cat "$scratch/tap" >"$scratch/prove" 2>&1 && return 1
    cat "$scratch/prove"
    grep -q 'Failed tests:  1, 4$' "$scratch/prove" &&
        ! grep -q -e 'TODO passed' -e 'Parse errors' "$scratch/prove"
}

# The diagnostics, read back by Perl's own TAP parser.
diagnostics_read_back() {
    perl -MTAP::Parser -e '
        my $parser = TAP::Parser->new({exec => ["cat", shift]}) or die;
        my @yaml;
        while (my $result = $parser->next) { push @yaml, $result->data if $result->is_yaml }
        @yaml == 2 or die "diagnostics: " . @yaml;
        my $uri = $yaml[0]{input}{uri};
        $uri eq "\"><script>alert(2)</script> #todo \\ ]]> | `" or die "uri: $uri";
        @{$yaml[0]{clauses}} == 2 or die "clauses";
        $yaml[0]{clauses}[1]{id} eq "c.one" or die "clause";
        $yaml[1]{input}{base_hex} eq "005cff" or die "base";
        $yaml[0]{"right-in"} =~ /^x #todo .*alert\(1\)/ or die "right-in";
        $yaml[0]{"acceptable-in"} eq "third" or die "acceptable-in";
        exists $yaml[1]{"right-in"} and die "a crash is right nowhere";
        die "a directive from data" if $parser->todo || $parser->skipped != 1;
    ' "$scratch/tap"
}

attribute_text_is_data() {
    test "$(xmllint --xpath 'count(//script)' "$scratch/junit")" = 0 &&
        test "$(xmllint --xpath 'count(//testcase)' "$scratch/junit")" = 4 &&
        xmllint --xpath 'string(//failure)' "$scratch/junit" | grep -qF '"><script>alert(2)'
}

schema_takes_it() {
    python3 -c '
import json, sys
import jsonschema
schema, file = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:])
jsonschema.Draft7Validator.check_schema(schema)
jsonschema.Draft7Validator(schema).validate(file)
' "$here/../../harness/schema/results.schema.json" "$scratch/json"
}

# The one difference has a cell for each dialect of the file, in their order.
html_has_a_column_per_dialect() {
    xmllint --html --xpath '//section[@aria-labelledby="dialects"]//td/text()' "$scratch/html" \
        2>"$scratch/faults" | tr '\n' ' ' >"$scratch/cells"
    grep '≠ differ ✓ right ✗ wrong ≈ acceptable ○ not-asked' "$scratch/cells"
}

markdown_has_a_column_per_dialect() {
    grep '^| vector | outcome | .* | calm-dialect | third | fourth |$' "$scratch/markdown" &&
        grep '^| .* | differ | right | wrong | acceptable | not-asked |$' "$scratch/markdown"
}

write_report() {
    "$program" write "$1" >"$scratch/$1"
}

echo 1..13
for format in tap json junit markdown html; do
    check "$format is written" write_report "$format"
done
check_with prove 'prove sees the failures, whatever they are called' prove_sees_failures
check_with perl 'the diagnostics of TAP read back' diagnostics_read_back
check_with xmllint 'JUnit is well-formed' xmllint --noout "$scratch/junit"
check_with xmllint 'JUnit is as the schemas in use have it' \
    xmllint --noout --schema "$here/junit.xsd" "$scratch/junit"
check_with xmllint 'JUnit holds text as text' attribute_text_is_data
check 'Markdown has a column for each dialect' markdown_has_a_column_per_dialect
check_with xmllint 'HTML has a column for each dialect' html_has_a_column_per_dialect
if python3 -c 'import jsonschema' 2>/dev/null; then
    check 'the schema takes the JSON' schema_takes_it
else
    echo 'ok 13 - the schema takes the JSON # SKIP no python3-jsonschema'
fi
