#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The reference beside other programs, on ../shared/data (skipped where that is absent).

URIs of the web: the dialect rfc3986 rejects the lines that uriparser rejects, and those that
libevent rejects, and no other.
Pairs of base and reference: it resolves them as Erlang's uri_string and Python's rfc3987 do,
and as uriparser does but for one kind, which docs/findings.md explains.
"""
import json
import os
import pathlib
import subprocess
import tempfile

import rfc3987

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ.get("URIPROOF_BIN", ROOT / "build" / "release"))
DATA = ROOT.parent / "shared" / "data"
REFERENCE = [BIN / "uriproof", "serve", "--dialect", "rfc3986"]
URIPARSER = [BIN / "adapters" / "uriparser"]
LIBEVENT = [BIN / "adapters" / "libevent"]
# No relative reference, since its first segment has a colon, and no URI, since no scheme is empty.
NO_REFERENCE = ":80"
ERLANG = """
main([Path]) ->
    {ok, Text} = file:read_file(Path),
    [begin
         [Base, Ref] = binary:split(Line, <<"\\t">>),
         io:put_chars([uri_string:resolve(Ref, Base), "\\n"])
     end || Line <- binary:split(Text, <<"\\n">>, [global, trim])].
"""


def ask(command, requests):
    lines = "".join(json.dumps({"id": i, **r}) + "\n" for i, r in enumerate(requests))
    run = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    answers = {answer["id"]: answer for answer in map(json.loads, run.stdout.splitlines())}
    return [answers[i] for i in range(len(requests))]


def parse_request(line):
    if all(0x20 <= octet <= 0x7e for octet in line):
        return {"op": "parse", "uri": line.decode()}
    return {"op": "parse", "uri_hex": line.hex()}


def refused(command, lines):
    answers = ask(command, [parse_request(line) for line in lines])
    return {i for i, answer in enumerate(answers) if answer["status"] == "rejected"}


def resolved(command, pairs):
    requests = [{"op": "resolve", "base": base, "ref": ref} for base, ref in pairs]
    return [answer.get("uri") for answer in ask(command, requests)]


def erlang(pairs):
    with tempfile.TemporaryDirectory() as folder:
        script, text = pathlib.Path(folder, "resolve"), pathlib.Path(folder, "pairs")
        script.write_text("#!/usr/bin/env escript\n" + ERLANG)
        text.write_text("".join(f"{base}\t{ref}\n" for base, ref in pairs))
        run = subprocess.run(["escript", script, text], capture_output=True, text=True, check=True)
        return run.stdout.splitlines()


def report(number, name, differences):
    print("not ok" if differences else "ok", number, "-", name)
    for difference in list(differences)[:10]:
        print("#", *difference)


def compare(pairs, ours, theirs):
    return [(*pair, our, their) for pair, our, their in zip(pairs, ours, theirs) if our != their]


def main():
    if not DATA.is_dir():
        print("1..0 # SKIP ../shared/data is absent")
        return
    print("1..6")
    lines = (DATA / "urls-web.txt").read_bytes().split(b"\n")[:-1]
    ours = refused(REFERENCE, lines)
    for number, name, other in ((1, "uriparser", URIPARSER), (2, "libevent", LIBEVENT)):
        report(number, "the same URLs of the web are refused as by " + name,
               [(lines[i],) for i in ours ^ refused(other, lines)])
    report(3, "393 of 59439 are", [] if (len(ours), len(lines)) == (393, 59439) else [(len(ours),)])
    rows = (DATA / "historical-resolution.tsv").read_text().splitlines()[1:]
    pairs = [tuple(row.split("\t")[:2]) for row in rows]
    pairs = [pair for pair in pairs if pair[1] != NO_REFERENCE]
    ours = resolved(REFERENCE, pairs)
    report(4, "pairs are resolved as by Erlang's uri_string", compare(pairs, ours, erlang(pairs)))
    report(5, "pairs are resolved as by Python's rfc3987",
           compare(pairs, ours, [rfc3987.resolve(base, ref) for base, ref in pairs]))
    differences = compare(pairs, ours, resolved(URIPARSER, pairs))
    known = [("news:comp.infosystems.www", "a/../b", "news:/b", "news:b")]
    report(6, "and as by uriparser, but for dots in a rootless path",
           [] if differences == known else differences)


main()
