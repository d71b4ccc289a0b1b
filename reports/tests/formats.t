#!/bin/sh
# SPDX-License-Identifier: MIT
# Hostile results, written in each format and read by the format's own readers.
# Needs build/release.
set -u
cd "$(dirname "$0")/../.." || exit 1
. vectors/tests/tap.sh

program=build/release/t/reports-reports.t
modules=reports/tests/node_modules
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# prove must say that tests 1 and 5 of the TAP report failed, and that no test was a to-do.
prove_sees_failures() {
    prove -v -e cat "$scratch/tap" >"$scratch/prove" 2>&1 && return 1
    cat "$scratch/prove"
    grep -q 'Failed tests:  1, 5$' "$scratch/prove" &&
        ! grep -q -e 'TODO passed' -e 'Parse errors' "$scratch/prove"
}

# Perl's own TAP parser must read the diagnostics.
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
        die "a directive from data" if $parser->todo || $parser->skipped != 2;
    ' "$scratch/tap"
}

# Debian'"'"'s own reader of JUnit: what it counts, and what it reads of a failure.
junitparser_reads_back() {
    /usr/bin/python3 -c '
import sys
from junitparser import Error, Failure, JUnitXml, Skipped
suites = list(JUnitXml.fromfile(sys.argv[1]))
assert len(suites) == 2, suites
kinds = [type(kind) for suite in suites for case in suite for kind in case.result]
assert kinds == [Failure, Skipped, Error, Skipped], kinds
counts = [(suite.tests, suite.failures, suite.errors, suite.skipped) for suite in suites]
assert counts == [(3, 1, 0, 0), (3, 0, 1, 2)], counts
failure = list(suites[0])[0].result[0]
assert failure.type == "differ" and failure.message.startswith("expected path"), failure.message
assert "\"><script>alert(2)</script> #todo" in failure.text, failure.text
assert list(suites[0])[1].name == "plain" and not list(suites[0])[1].result
before = [case.name for suite in suites for case in suite]
for suite in suites:
    suite.update_statistics()
assert counts == [(suite.tests, suite.failures, suite.errors, suite.skipped) for suite in suites]
' "$scratch/junit"
}

# The report must match the schema of OASIS, as Microsoft ships it; a broken file must not.
sarif_schema_takes_it() {
    /usr/bin/python3 -c '
import json, sys
import jsonschema
schema, file = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:])
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
kind(schema).validate(file)
run = file["runs"][0]
assert [one["level"] for one in run["results"]] == ["note", "error"], run["results"]
rules = run["tool"]["driver"]["rules"]
for one in run["results"]:
    assert rules[one["ruleIndex"]]["id"] == one["ruleId"], one
prints = {one["partialFingerprints"]["primaryLocationLineHash"] for one in run["results"]}
assert len(prints) == 2, prints
run["results"][0]["level"] = "bad"
assert not kind(schema).is_valid(file)
' "$PWD/$modules/@microsoft/sarif-multitool-linux/sarif-2.1.0.json" "$scratch/sarif"
}

# So must what `uriproof pair` writes.
sarif_schema_takes_pair() {
    parser="exec python3 harness/tests/panel/parser.py"
    build/release/uriproof pair --by host --sarif "$scratch/pair" --adapter "last=$parser last" \
        --adapter "first=$parser first" last first >/dev/null
    /usr/bin/python3 -c '
import json, sys
import jsonschema
schema, file = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:])
jsonschema.validators.validator_for(schema)(schema).validate(file)
assert [one["level"] for one in file["runs"][0]["results"]] == ["error", "warning"], file
' "$PWD/$modules/@microsoft/sarif-multitool-linux/sarif-2.1.0.json" "$scratch/pair"
}

# The badge must have what shields.io requires of an endpoint.
badge_reads_back() {
    python3 -c '
import json, sys
badge = json.load(open(sys.argv[1], encoding="utf-8"))
assert badge["schemaVersion"] == 1 and badge["message"] == "0 of 2 parsers", badge
assert set(badge) == {"schemaVersion", "label", "message", "color"} and badge["label"], badge
' "$scratch/badge"
}

# Reads commands as a runner does: properties up to the next ::, with escapes decoded.
github_reads_back() {
    python3 -c '
import re, sys
def plain(text):
    for escape, octet in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(escape, octet)
    return text
lines = open(sys.argv[1], encoding="utf-8").read().splitlines()
read = [re.fullmatch("::([a-z]+) title=([^,:]*)::(.*)", line).groups() for line in lines]
assert [kind for kind, _, _ in read] == ["error", "warning", "notice", "notice"], read
assert plain(read[0][1]) == "calm in plain: crash", read[0]
assert "\nbase_hex: 005cff\n" in plain(read[0][2]), read[0]
assert "\nuri: \"><script>alert(2)</script> #todo" in plain(read[1][2]), read[1]
' "$scratch/github"
}

attribute_text_is_data() {
    test "$(xmllint --xpath 'count(//script)' "$scratch/junit")" = 0 &&
        test "$(xmllint --xpath 'count(//testcase)' "$scratch/junit")" = 6 &&
        xmllint --xpath 'string(//failure)' "$scratch/junit" | grep -qF '"><script>alert(2)'
}

schema_takes_it() {
    /usr/bin/python3 -c '
import json, sys
import jsonschema
schema, file = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:])
jsonschema.Draft7Validator.check_schema(schema)
jsonschema.Draft7Validator(schema).validate(file)
' "harness/schema/results.schema.json" "$scratch/json"
}

write_report() {
    "$program" write "$1" >"$scratch/$1"
}

for format in $("$program" list); do
    check "$format is written" write_report "$format"
done
check_with prove 'prove sees the failures, whatever they are called' prove_sees_failures
check_with perl 'the diagnostics of TAP read back' diagnostics_read_back
check_with xmllint 'JUnit is well-formed' xmllint --noout "$scratch/junit"
check_with xmllint 'JUnit is as the schemas in use have it' \
    xmllint --noout --schema reports/tests/junit.xsd "$scratch/junit"
check_with xmllint 'JUnit holds text as text' attribute_text_is_data
check_with /usr/lib/python3/dist-packages/junitparser 'JUnit reads back' junitparser_reads_back
check 'workflow commands read back' github_reads_back
check 'the badge reads back' badge_reads_back
check_with "$modules/@microsoft" 'the schema of SARIF takes it' sarif_schema_takes_it
check_with "$modules/@microsoft" 'the schema of SARIF takes a pair' sarif_schema_takes_pair
check_with /usr/lib/python3/dist-packages/jsonschema 'the schema takes the JSON' schema_takes_it
echo "1..$number"
