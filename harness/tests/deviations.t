#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""uriproof test explains failures by deviations, and fails only at others than those accepted;
diff and pair name the differences of two parsers by them (TAP 13). The parsers are the reference of
RFC 3986 with known faults, and those of scripts/recovery.

URIPROOF_BIN is the folder of uriproof; default build/release.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")

# The reference, whose answers the faults in FAULTS change.
PARSER = r"""
import json, os, subprocess, sys
faults = os.environ["FAULTS"].split()
reference = subprocess.Popen([os.environ["PROGRAM"], "serve", "--dialect", "rfc3986"],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
for line in sys.stdin:
    request = json.loads(line)
    parses = request["op"] == "parse"
    if "spaces" in faults and parses and " " in request.get("uri", ""):
        request["uri"] = request["uri"].replace(" ", "%20")
    if "crash" in faults and parses and request.get("uri") == "x://h:/":
        os.abort()
    reference.stdin.write(json.dumps(request) + "\n")
    reference.stdin.flush()
    answer = json.loads(reference.stdout.readline())
    if request["op"] == "hello":
        answer.update(name="it", ops=["parse"])
    parts = answer.get("components") or {}
    for part in ("port", "fragment", "query"):
        if part in faults and parts.get(part) == "":
            del parts[part]
    print(json.dumps(answer), flush=True)
"""


def run(command, *options, faults=""):
    return subprocess.run(
        [PROGRAM, command, *options, "--", sys.executable, "-c", PARSER], capture_output=True,
        text=True, check=False, timeout=600,
        env={**os.environ, "FAULTS": faults, "PROGRAM": PROGRAM})


def failures(path):
    """How often each list of deviations explains a failure; None: nothing does."""
    with open(path, encoding="ascii") as file:
        results = json.load(file)
    found = collections.Counter()
    for case in results["cases"]:
        for outcome in ("differ", "lenient", "strict"):
            for entry in case.get(outcome, []):
                reason = entry[2] if isinstance(entry, list) and len(entry) > 2 else None
                has = isinstance(reason, list) and len(reason) > 2
                found[results["words"][reason[2]] if has else None] += 1
    return found


def test(tap, folder, faults, *options):
    report = os.path.join(folder, "results.json")
    done = run("test", "--dialect", "rfc3986", "--report", "json=" + report, *options,
               faults=faults)
    return done, failures(report) if os.path.exists(report) else None


def told(done):
    return f"{done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"


def explains(tap, folder):
    """Each fault is one row, and an answer that needs two of them names both."""
    done, found = test(tap, folder, "port fragment")
    tap.ok(done.returncode == 1 and found.get(None, 0) == 0, "all failures are explained",
           told(done) + str(found))
    tap.ok(set(" ".join(found).split()) == {"port.empty=absent", "fragment.empty=absent"},
           "by the faults, and by nothing else", str(found))
    tap.ok("fragment.empty=absent: leaves an empty fragment out, such as x:?#" in done.stderr,
           "the summary says what they do", told(done))
    done, _ = test(tap, folder, "")
    tap.ok(done.returncode == 0, "the reference has none", told(done))
    done, found = test(tap, folder, "spaces")
    tap.ok(all(f"{part}.octets=more {part}.encoded=all" in found
               for part in ("userinfo", "host", "path", "query", "fragment")),
           "a space is taken, and written as an escape, in each part", str(found))
    report = run("test", "--dialect", "rfc3986", "--select", "fragment-empty*", faults="fragment")
    tap.ok('deviations: "fragment.empty=absent"' in report.stdout and
           'does: "leaves an empty fragment out"' in report.stdout, "TAP has them", told(report))


def accepts(tap, folder):
    """Judging one never hides another."""
    accepted = os.path.join(folder, "accepted.json")
    done = run("profile", "--out", accepted, faults="port")
    tap.ok(done.returncode == 1 and "leaves an empty port out" in done.stdout,
           "a profile is made of one fault", told(done))
    done, found = test(tap, folder, "port", "--accepted", accepted)
    tap.ok(done.returncode == 0 and " 0 new-failure" in done.stderr and found,
           "what it has is known", told(done))
    done, _ = test(tap, folder, "port fragment", "--accepted", accepted)
    tap.ok(done.returncode == 1 and " 0 new-failure" not in done.stderr and
           " 0 known-failure" not in done.stderr, "another fault is new", told(done))
    done = run("test", "--dialect", "rfc3986", "--accepted", accepted, faults="port fragment")
    lines = done.stdout.splitlines()
    marks = collections.Counter(
        (line.split(" # ")[-1] if " # TODO" in line else "new") for line in lines
        if line.startswith("not ok"))
    tap.ok(marks["TODO known: differ"] > 0 and marks["new"] > 0, "TAP tells known from new",
           str(marks))
    done = run("test", "--dialect", "rfc3986", "--accepted", accepted, "--report", "markdown",
               faults="port fragment")
    tap.ok("Not worse" not in done.stdout and "laxer" not in done.stdout.split("\n")[0] and
           "no parser changed" not in done.stdout, "the review says that it is worse", told(done))
    done, _ = test(tap, folder, "port crash", "--accepted", accepted)
    tap.ok(done.returncode == 1 and "1 new-failure" in done.stderr, "a crash is new", told(done))
    done, _ = test(tap, folder, "port", "--profile", accepted)
    tap.ok("port.empty=absent" in done.stderr, "--profile explains by it", told(done))


def asks(tap, folder):
    """ask says which deviations give an answer, by the profile beside a manifest."""
    kept = os.path.join(folder, "profiles")
    os.mkdir(kept)
    script = os.path.join(folder, "it.py")
    with open(script, "w", encoding="ascii") as file:
        file.write(PARSER)
    with open(os.path.join(folder, "it.json"), "w", encoding="ascii") as file:
        json.dump({"format": "uriproof-adapter", "version": 1, "name": "it",
                   "language": "python", "dialects": ["rfc3986"], "get": "here", "about": "It.",
                   "command": [sys.executable, script]}, file)
    own = ["--adapter-dir", folder, "--adapter", "it"]
    environment = {**os.environ, "FAULTS": "port fragment", "PROGRAM": PROGRAM}

    def ask(*words):
        return subprocess.run([PROGRAM, "ask", *own, *words], capture_output=True, text=True,
                              check=False, timeout=600, env=environment)

    tap.ok("except that" not in ask("x://h:/#").stdout, "without a profile nothing is explained")
    done = run("profile", "--out", os.path.join(kept, "it.json"), faults="port fragment")
    tap.ok(done.returncode == 1, "a profile is kept", told(done))
    with open(os.path.join(kept, "it.json"), encoding="ascii") as file:
        record = json.load(file)
    record["profiles"][0]["parser"] = "it"
    with open(os.path.join(kept, "it.json"), "w", encoding="ascii") as file:
        json.dump(record, file)
    done = ask("x://h:/#")
    tap.ok("as RFC 3986, except that it leaves an empty port out, and leaves an empty\n" in
           done.stdout, "ask says what gives the answer", told(done))
    done = ask("--json", "x://h:/#")
    tap.ok(json.loads(done.stdout)["groups"][0]["explanations"] ==
           [{"parsers": ["it"], "deviations": "port.empty=absent fragment.empty=absent"}],
           "and in JSON", told(done))
    tap.ok("except that" not in ask("x://h/").stdout, "what is right needs no explanation")
    for text in ('{"format":"uriproof-profile","version":1,"profiles":[{}]}', "[", ""):
        with open(os.path.join(kept, "it.json"), "w", encoding="ascii") as file:
            file.write(text)
        done = ask("x://h:/#")
        tap.ok(done.returncode == 0 and "it.json" in done.stderr and
               "this profile is left out" in done.stderr and "except that" not in done.stdout,
               "a broken profile is named, and left out", told(done))
    record["profiles"][0]["parser_version"] = "other"
    with open(os.path.join(kept, "it.json"), "w", encoding="ascii") as file:
        json.dump(record, file)
    tap.ok("except that" not in ask("x://h:/#").stdout,
           "a profile of another version explains nothing")


def uriproof(*words, stdin=None):
    return subprocess.run([PROGRAM, *words], capture_output=True, check=False, timeout=600,
                          input=stdin)


def faulty(*faults):
    serve = os.path.join(ROOT, "scripts", "recovery", "serve.py")
    return "faulty=" + " ".join([sys.executable, "-S", serve, *faults])


FOUR = {"userinfo.at=first", "port.wrong=taken", "path.percent=taken",
        "scheme.first=letter-or-digit"}


def mutated():
    made = [uriproof("fuzz", "mutate", "--seed", str(seed), "--count", "200", "--json", *text)
            for seed in range(1, 4)
            for text in ((), ("http://user:pw@www.example.com:8080/a/b/../c?q=1#f",))]
    return b"".join(done.stdout for done in made).splitlines(keepends=True)


def names_differences(tap, folder):
    """A parser of four faults beside the reference: a row each, also in parts of a run."""
    kept, export = (os.path.join(folder, name) for name in ("four.json", "export.json"))
    parser = faulty(*sorted(FOUR))
    done = uriproof("profile", "--out", kept, "--adapter", parser)
    tap.ok(done.returncode == 1, "a profile is made of four faults", done.stdout.decode())

    def diff(lines, *words):
        done = uriproof("diff", "--json-lines", "--adapter", "reference", "--adapter", parser,
                        "--json", export, *words, "-", stdin=b"".join(lines))
        with open(export, "rb") as file:
            return done, file.read()

    texts = mutated()
    done, whole = diff(texts, "--profile", kept)
    classes = json.loads(whole)["classes"]
    tap.ok(done.returncode == 1 and
           sorted(one["id"].split("/")[-1] for one in classes) == sorted(FOUR) and
           all(one["deviates"] == ["faulty"] for one in classes),
           "each fault is one row, and there is no other", json.dumps(classes)[:2000])
    tap.ok(b"ends the userinfo at the first @: faulty" in done.stdout, "the row says what it does",
           done.stdout.decode())
    done, found = diff(texts, "--profile", kept, "--by", "validity")
    tap.ok({one["id"].split("/")[-1] for one in json.loads(found)["classes"]} >=
           {"path.percent=taken", "scheme.first=letter-or-digit"},
           "--by validity counts what one rejects, whatever its name", found.decode())
    parts = []
    for number, lines in enumerate((texts[::2], texts[1::2])):
        parts.append(os.path.join(folder, f"part{number}.json"))
        with open(parts[-1], "wb") as file:
            file.write(diff(lines, "--profile", kept)[1])
    done = uriproof("diff", "--merge", "--json", export, *parts)
    with open(export, "rb") as file:
        tap.ok(file.read() == whole, "two halves are the whole, octet for octet",
               done.stderr.decode())
    with open(parts[1], "wb") as file:
        file.write(diff(texts[1::2])[1])
    done = uriproof("diff", "--merge", "--json", export, *parts)
    tap.ok(done.returncode == 4 and b"cannot merge" in done.stderr,
           "runs with other profiles are not merged", done.stderr.decode())
    with open(parts[1], encoding="ascii") as file:
        kinds = {one["id"].split("/")[3] for one in json.load(file)["classes"]}
    done = uriproof("ask", "--adapter", parser, "--profile", kept, "--adapter", "reference", "x:a")
    tap.ok(done.returncode == 0, "ask takes the profile", done.stderr.decode())
    done = uriproof("ask", "--adapter", "reference", "--profile", kept, "x:a")
    tap.ok(done.returncode == 2 and b"has no profile of a parser that is asked" in done.stderr,
           "a profile of another parser is none", done.stderr.decode())
    done = uriproof("diff", "--adapter", "reference", "--adapter", parser, "--profile", kept,
                    "--json", kept, "-", stdin=b"x:a\n")
    tap.ok(done.returncode == 2 and b"would overwrite" in done.stderr,
           "the profile is not overwritten", done.stderr.decode())
    tap.ok("deviation" not in kinds and kinds, "without a profile the text names them", str(kinds))


def says_who_is_not_explained(tap, folder):
    """The row of a fault that no profile has names the parser whose answer is not explained."""
    kept, export = (os.path.join(folder, name) for name in ("four.json", "export.json"))
    done = uriproof("diff", "--profile", kept, "--json", export, "--adapter", "reference",
                    "--adapter", faulty("'a path ends at ;'"), "-", stdin=b"x://h/a;b\n")
    with open(export, encoding="ascii") as file:
        found = json.load(file)["classes"]
    tap.ok([one.get("not_explained") for one in found] == [["faulty"]] and
           b"not as its profile says: faulty" in done.stdout, "it says who is not explained",
           f"{found}\n{done.stdout.decode()}")


def hides_no_host(tap):
    """A parser that is right to reject a text does not hide two hosts that others see in it."""
    parser = faulty("userinfo.at=first", "text.backslash=slash")
    for beside in (("uriparser",), ()):
        names = [word for name in (*beside, "libcurl") for word in ("--adapter", name)]
        done = uriproof("diff", "--by", "host", "--adapter", parser, *names, "-",
                        stdin=b"http://good.com\\@evil.com/\n")
        tap.ok(done.returncode == 1 and b" other-host " in done.stdout,
               f"another host beside {beside or 'no one'} who rejects", done.stdout.decode())


def campaign(tap, folder):
    """The parser of four faults in a campaign: a row each, and no chain has another."""
    store, kept = (os.path.join(folder, name) for name in ("found.db", "four.json"))
    done = uriproof("fuzz", "--corpus", os.path.join(folder, "corpus"), "--texts", "60000",
                    "--profile", kept, "--store", store, "--adapter", "reference",
                    "--adapter", faulty(*sorted(FOUR)))
    listed = uriproof("findings", "list", "--json", "--store", store)
    found = [one["id"].split("/") for one in json.loads(listed.stdout)["findings"]]
    tap.ok(done.returncode == 1 and
           sorted(words[-1] for words in found if words[3] == "deviation") == sorted(FOUR) and
           {words[3] for words in found} <= {"deviation", "by-the-text"},
           "each fault is one row of a campaign, and there is no other",
           str(found) + done.stdout.decode()[-2000:] + done.stderr.decode()[-2000:])


def lists_ways(tap, folder):
    kept = os.path.join(folder, "two.json")
    parser = faulty("userinfo.at=first", "text.backslash=slash")
    export = os.path.join(folder, "pair.json")
    uriproof("profile", "--out", kept, "--adapter", parser)
    done = uriproof("pair", "--by", "host", "--time", "1s", "--profile", kept, "--json", export,
                    "--adapter", parser, "faulty", "apr-util")
    with open(export, encoding="ascii") as file:
        ways = {way["trait"]: way for way in json.load(file)["ways"]}
    tap.ok({"userinfo.at", "text.backslash"} <= set(ways) and
           ways["userinfo.at"]["checker"]["value"] == "first" and
           all(way["checker"] != way["fetcher"] for way in ways.values()),
           "pair lists each trait that leads to another host", json.dumps(ways))
    tap.ok(b"text.backslash: Is a backslash a slash? faulty reads" in done.stdout,
           "and says what each does", done.stdout.decode())
    other = faulty("userinfo.at=last").replace("faulty=", "other=")
    both = ("--adapter", parser, "--adapter", other)
    uriproof("profile", "--out", kept, *both)
    store, sarif = (os.path.join(folder, name) for name in ("ways.db", "ways.sarif"))
    counted = ("pair", "--by", "host", "--time", "1s", "--profile", kept, "--json", export,
               "--sarif", sarif, "--store", store, *both, "faulty", "other")
    done = uriproof(*counted)
    with open(export, encoding="ascii") as file:
        ids = {way["id"] for way in json.load(file)["ways"]}
    with open(sarif, encoding="ascii") as file:
        results = json.load(file)["runs"][0]["results"]
    found = [one["id"] for one in json.loads(uriproof(
        "findings", "list", "--json", "--store", store).stdout)["findings"]]
    tap.ok(done.returncode == 1 and results and found and ids >= set(found),
           "the ways count, and are in SARIF and the store",
           f"{done.stdout.decode()}\n{results}\n{found}\n{ids}")
    for one in found:
        uriproof("findings", "set", "--store", store, "--state", "known", one)
    done = uriproof(*counted)
    with open(sarif, encoding="ascii") as file:
        results = json.load(file)["runs"][0]["results"]
    tap.ok(done.returncode == 0 and results and
           all("suppressions" in result for result in results),
           "what is judged counts no more", f"{done.stdout.decode()}\n{results}")
    done = uriproof("pair", "--by", "host", "--time", "1s", "--adapter", parser, "faulty",
                    "apr-util")
    tap.ok(b"faulty has no profile" in done.stdout, "it says what is missing",
           done.stdout.decode())


def explains_traits(tap):
    for name in ("userinfo.at", "userinfo.at=last",
                 "1/parse/host/deviation/rfc3986.userinfo.at-sign/userinfo.at=last"):
        done = uriproof("explain", name)
        last = done.stdout.decode().split("    last: ends the userinfo at the last @")[-1]
        tap.ok(done.returncode == 0 and "go-url" in last.split("    first: ")[0] and
               "leads to another host" in last and "rfc3986.userinfo.at-sign (RFC 3986" in last,
               "explain " + name, done.stdout.decode())
    done = uriproof("explain", "path.octets=more-space")
    tap.ok(b"more: takes octets that no rule allows" in done.stdout and done.returncode == 0,
           "explain a set of octets", done.stdout.decode())


def says_what_is_wrong(tap, folder):
    accepted = os.path.join(folder, "accepted.json")
    other = os.path.join(folder, "none.json")
    for options, status, words in (
            (("--accepted", other), 4, "none.json: No such file"),
            (("--profile", other), 4, "none.json: No such file"),
            (("--accepted", accepted, "--baseline", other), 2, "either --accepted or --baseline"),
            (("--accepted", accepted, "--exact"), 2, "no --exact with --accepted"),
            (("--accepted", accepted, "--fail-fast"), 2, "no --fail-fast with --accepted"),
            (("--accepted", accepted, "--dialect", "rfc1630"), 2, "say --dialect rfc3986"),
            (("--accepted", accepted, "--dialect", "all"), 2, "no --dialect all")):
        done = run("test", *options, "--level", "examples")
        tap.ok(done.returncode == status and words in done.stderr, " ".join(options[::2]),
               told(done))


def main():
    tap = Tap(lines=30)
    with tempfile.TemporaryDirectory() as folder:
        explains(tap, folder)
        accepts(tap, folder)
        says_what_is_wrong(tap, folder)
        asks(tap, folder)
        names_differences(tap, folder)
        says_who_is_not_explained(tap, folder)
        hides_no_host(tap)
        campaign(tap, folder)
        lists_ways(tap, folder)
        explains_traits(tap)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
