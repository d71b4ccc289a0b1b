#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""pair over small parsers of which it is known what they see differently (TAP 13).

URIPROOF_BIN is the folder of uriproof; default build/release.
"""
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
PARSER = os.path.join(HERE, "panel", "parser.py")
HELLO = ('{"protocol":2,"name":"bad","version":"1","language":"sh","dialects":["rfc3986"],'
         '"ops":["parse"]}')
FOLDER = tempfile.TemporaryDirectory()
CRASH = "1/parse/uri/fault/none/crash"
SHORT = ("--time", "1s")  # of searches that find nothing, or not all


def own(name, script=PARSER):
    return ["--adapter", f"{name}=exec python3 -S {script} {name}"]


def told(done):
    return f"exit {done.returncode}\n{done.stdout.decode()}\n{done.stderr.decode()}"


def run(checker, fetcher, *words, adapters=None):
    """What the program said, and its JSON; None if there is none. Without --time, it has to end by
    itself."""
    path = os.path.join(FOLDER.name, "found.json")
    adapters = own(checker) + own(fetcher) if adapters is None else adapters
    words = words if "--time" in words else ("--time", "5m", *words)
    done = subprocess.run([PROGRAM, "pair", "--json", path, *adapters, *words, checker, fetcher],
                          capture_output=True, check=False)
    found = None
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            found = file.read()
        os.remove(path)
    return done, found


def finding(text, part, way="plain"):
    found = [one for one in json.loads(text)["findings"]
             if (one["part"], one["way"]) == (part, way)]
    return found[0] if found else None


def run_to(part, way, checker, fetcher, *words):
    """As run, of a search that goes on after this is found, and its stage is searched whole: a slow
    machine has more time."""
    for seconds in (1, 4, 16, 64):
        done, text = run(checker, fetcher, *words, "--time", f"{seconds}s")
        one, stages = finding(text, part, way), json.loads(text)["stages"]
        if one is not None and one["confirmed"] and stages[one["stage"]]["whole"]:
            break
    return done, text


def hosts_of(one):
    return tuple(one[side]["components"]["host"] for side in ("checker", "fetcher"))


def finds_a_host(tap):
    done, text = run("last", "first", "--by", "host")
    one = finding(text, "host")
    # Eleven octets, http://@a@b, give "a@b" to the second: no name that a program connects to.
    tap.ok(done.returncode == 1 and one["octets"] == 12 and one["confirmed"] and
           one["id"] == "1/parse/host/boundary/rfc3986.userinfo.at-sign/at-sign" and
           len(set(hosts_of(one))) == 2, "a text that changes the host", told(done) + text)
    tap.ok(all(json.loads(text)["stages"][number]["whole"] for number in range(one["stage"] + 1)),
           "its stage is searched whole", text)
    tap.ok(one["rfc3986"] == {"status": "rejected", "clause": "rfc3986.bnf.authority", "as": []},
           "RFC 3986 bears out neither", text)
    odd = finding(text, "odd-host")
    tap.ok(odd["uri"] == "http://@@" and hosts_of(odd) == ("", "@") and odd["stage"] == 2,
           "a host that no program connects to is told apart", text)
    tap.ok(b"\n  host          " + one["uri"].encode() + b"  (12 octets)\n" in done.stdout and
           b"last has no normal form" in done.stdout and not done.stderr, "people are told it",
           told(done))
    next_line = [line for line in done.stdout.decode().splitlines() if line.startswith("Next: ")]
    again = subprocess.run(["sh", "-c", next_line[0][6:]], capture_output=True, check=False)
    tap.ok(again.returncode == 1 and one["id"].encode() in again.stdout,
           "the next command shows it", told(again))
    _, other = run("last", "first", "--by", "host")
    tap.ok(text == other, "the same octets again", other)
    swapped, other = run("first", "last", "--by", "host")
    tap.ok(swapped.returncode == 1 and finding(other, "host")["octets"] == 12 and
           hosts_of(finding(other, "host")) == tuple(reversed(hosts_of(one))),
           "and the other way round", other)


def finds_other_parts(tap):
    done, text = run("last", "ports", "--by", "port")
    one = finding(text, "port")
    tap.ok(done.returncode == 1 and one["uri"] == "http://" and
           one["rfc3986"] == {"status": "accepted", "as": ["last"]} and
           b'RFC 3986: none, as last\n' in done.stdout, "a text that changes the port", told(done))
    tap.ok(json.loads(text)["findings"] == [one], "only what --by names is looked for", text)
    done, text = run("last", "first", "--by", "path", "--by", "scheme", *SHORT)
    tap.ok(done.returncode == 0 and json.loads(text)["findings"] == [] and
           b"no text was found" in done.stdout,
           "a path that begins elsewhere since the host ends elsewhere does not count", told(done))


def hands_on_the_normal_form(tap):
    done, text = run_to("host", "normalized", "moves", "last", "--by", "host")
    one = finding(text, "host", "normalized")
    tap.ok(done.returncode == 1 and finding(text, "host") is None and one["uri"] == "http://1" and
           one["handed"] == {"uri": "http://moved.1"} and hosts_of(one) == ("1", "moved.1") and
           one["id"].startswith("1/parse-normal/host/text/"),
           "the fetcher sees another host in the normal form of the checker", told(done) + text)
    tap.ok(b"http://1, handed on as http://moved.1  (8 octets)\n" in done.stdout and
           b" ask --through moves --adapter " in done.stdout and b" http://1\n" in done.stdout,
           "people are told it", told(done))
    done, text = run("last", "moves", "--by", "host", *SHORT)
    tap.ok(done.returncode == 0 and b"last has no normal form" in done.stdout,
           "a fetcher's normal form is not asked for", told(done))
    done, text = run("raises", "last", "--by", "host", *SHORT)
    parts = [(one["part"], one["way"]) for one in json.loads(text)["findings"]]
    tap.ok(("host", "normalized") not in parts, "a normal form may have the host in another case",
           text)
    done, text = run_to("host", "plain", "raises", "shifts", "--by", "host")
    tap.ok(finding(text, "host") is not None and finding(text, "host", "normalized") is None,
           "nor does it count if the text shows the difference already", text)


def does_not_find(tap):
    done, text = run("last", "strict", *SHORT)
    tap.ok(done.returncode == 0 and json.loads(text)["findings"] == [] and
           json.loads(text)["accepted"] > 0, "a rejection is no other host", told(done))
    done, text = run("last", "says", "--by", "host", "--time", "3s")
    tap.ok(finding(text, "host") is None and json.loads(text)["excused"] > 0 and
           b"they differ only in what one of them declares\n" in done.stdout,
           "what a parser declares is told apart", told(done) + text)
    done, text = run_to("design-host", "plain", "last", "rewrites", "--by", "host")
    one = finding(text, "design-host")
    tap.ok(finding(text, "host") is None and one["uri"] == "http://1" and
           one["rfc3986"]["as"] == ["last"], "another host by design is told apart", text)
    done, text = run("last", "fresh", "--by", "host", *SHORT)
    confirmed = [one for one in json.loads(text)["findings"] if one["confirmed"]]
    tap.ok(done.returncode == 0 and not confirmed and
           json.loads(text)["not_shown_again"] > 0 and
           b" no longer showed a difference, and do" in done.stdout,
           "nor does what new processes do not show again", told(done))


def goes_on_after_a_flaky_text(tap):
    done, text = run("last", "flickers", "--by", "host", "--time", "5m")
    found, one = json.loads(text), finding(text, "host")
    # http://1, which no new process shows again, is shorter than all others.
    tap.ok(done.returncode == 1 and one["octets"] == 12 and one["confirmed"] and
           len(set(hosts_of(one))) == 2, "a longer text is found after a flaky one",
           told(done) + text)
    tap.ok(found["not_shown_again"] == 1 and
           b"in new processes, 1 text no longer showed a difference, and does not count\n" in
           done.stdout,
           "and the flaky one is told", told(done))


def cannot_start_again(tap):
    path = os.path.join(FOLDER.name, "found.json")
    words = [PROGRAM, "pair", "--json", path, *own("first"), *own("once"), "--by", "host",
             "--time", "5m", "first", "once"]
    started = os.path.join(FOLDER.name, "started")
    done = subprocess.run(words, capture_output=True, check=False,
                          env={**os.environ, "PANEL_STARTED": started})
    with open(path, encoding="utf-8") as file:
        found = json.load(file)
    tap.ok(done.returncode == 3 and b"adapter once answers no more: before it said hello" in
           done.stderr and b"no text was found" not in done.stdout,
           "a parser that does not start again is named", told(done))
    tap.ok(found["not_shown_again"] == 0 and found["findings"] and
           not any(one["confirmed"] for one in found["findings"]) and
           b"?: not confirmed. " in done.stdout, "and its texts are not confirmed, nor flaky",
           told(done))


def time_ends_all(tap):
    started = os.path.join(FOLDER.name, "dawdles")
    dawdles = f"test -e {started} && exec sleep 600; : >{started}; exec python3 -S {PARSER} first"
    done, text = run("last", "dawdles", "--by", "host", *SHORT,
                     adapters=own("last") + ["--adapter", "dawdles=" + dawdles])
    found = json.loads(text)
    # A new process says no hello, which is an error only after ten seconds.
    tap.ok(done.returncode == 0 and not done.stderr and not found["partial"] and
           [(one["part"], one["uri"], one["confirmed"]) for one in found["findings"]] ==
           [("odd-host", "http://@@", False)] and found["not_shown_again"] == 0,
           "--time ends also the wait for new processes", told(done))


def gates(tap):
    both = ["--by", "host", "--by", "path"]
    for words, status in (([*both, "--fail-on", "path"], 0),
                          (["--by", "host", "--fail-on", "host"], 1),
                          (["--by", "host", "--fail-on", "any"], 1)):
        done, text = run_to("odd-host", "plain", "last", "first", *words)
        tap.ok(done.returncode == status and finding(text, "odd-host") is not None,
               f"{' '.join(words)}: exit status {status}, and what was found is told", told(done))


def takes_commands(tap):
    done, text = run("last", "reference", "--by", "host", *SHORT, adapters=own("last"))
    tap.ok(done.returncode in (0, 1) and json.loads(text)["checker"]["name"] == "last" and
           json.loads(text)["fetcher"]["name"] == "reference", "a command beside a known parser",
           told(done))
    done, text = run("first=exec python3 -S %s first" % PARSER, "last", "--by", "host",
                     adapters=own("last"))
    tap.ok(done.returncode == 1 and json.loads(text)["checker"]["name"] == "first",
           "a command in the place of a name", told(done))


def wrong_usage(tap):
    both = own("last") + own("first")
    for words, status, fault in (
            ([], 2, b"wants two parsers"), (["last"], 2, b"wants two parsers"),
            (["a", "b", "c"], 2, b"wants two parsers"),
            ([*own("last"), "last", "last"], 2, b'"last" is named twice'),
            ([*both, "last", "nobody"], 2, b"--adapter first=exec python3"),
            (["nobody", "last"], 2, b'no adapter "nobody"'),
            ([*both, "--by", "colour", "last", "first"], 2,
             b"--by wants one of any, host, scheme, port, path, not"),
            ([*both, "--by", "path", "--fail-on", "host", "last", "first"], 2,
             b"--fail-on host: --by does not look for that"),
            ([*both, "--time", "10", "last", "first"], 2, b"--time wants a time"),
            ([*both, "--json", "/nowhere/x", "last", "first"], 4, b"cannot write /nowhere/x"),
            ([*both, "--sarif", "/nowhere/x", "last", "first"], 4, b"cannot write /nowhere/x"),
            ([*both, "--sarif", "x", "--json", "./x", "last", "first"], 2,
             b"--json ./x and --sarif x are the same file: name two"),
            ([*both, "--store", "x", "--json", "x", "last", "first"], 2,
             b"--json x and --store x are the same file: name two")):
        done = subprocess.run([PROGRAM, "pair", *words], capture_output=True, check=False)
        tap.ok(done.returncode == status and fault in done.stderr and not done.stdout,
               f"wrong usage: {fault.decode()}", told(done))


def survives(tap):
    store, path = (os.path.join(FOLDER.name, name) for name in ("faults.db", "faults.sarif"))
    kept = ["--store", store, "--sarif", path]
    for seconds in (2, 8, 32):  # a slow machine has more time
        done, text = run("last", "falls", "--by", "scheme", "--time", f"{seconds}s", *kept)
        found = json.loads(text)
        fault = found["fetcher"].get("fault", {"confirmed": False})
        if fault["confirmed"]:
            break
    tap.ok(done.returncode == 1 and found["fetcher"]["faults"] > 0 and
           found["checker"]["faults"] == 0 and fault["confirmed"] and
           fault["outcome"] == "crash" and b"\n  crash         " in done.stdout and
           b"    falls, in parse; " in done.stdout,
           "a parser that dies at a text is asked the others, and its fault is a row",
           told(done) + text)
    of_store, results = faults_kept(store, path)
    tap.ok(fault["id"] == CRASH and [one["id"] for one in of_store] == [CRASH] and
           of_store[0]["example"]["uri"] == fault["uri"] and
           [(group["parsers"], group.get("outcome")) for group in of_store[0]["groups"]] ==
           [(["last"], None), (["falls"], "crash")], "which the store keeps", of_store)
    tap.ok([one["message"]["text"] for one in results] ==
           ['falls: crash in parse of "a:": a text stops the parser.'] and
           results[0]["level"] == "error" and "suppressions" not in results[0],
           "and which SARIF has", results)
    subprocess.run([PROGRAM, "findings", "set", "--store", store, "--state", "known", CRASH],
                   check=True)
    done, text = run("last", "falls", "--by", "scheme", "--time", f"{seconds}s", *kept)
    _, results = faults_kept(store, path)
    tap.ok(done.returncode == 0 and b"/crash, judged\n" in done.stdout and
           json.loads(text)["fetcher"]["fault"]["judged"] and "suppressions" in results[0],
           "a fault that is known makes no exit status 1", told(done) + text)
    done, _ = run("last", "falls", "--by", "scheme", "--fail-on", "scheme", "--time",
                  f"{seconds}s")
    tap.ok(done.returncode == 0 and b" crash         " in done.stdout,
           "a fault does not count if another part does", told(done))
    for seconds in (2, 8, 32):
        done, text = run("last", "stalls", "--timeout", "100ms", "--by", "scheme", "--time",
                         f"{seconds}s")
        if b" timeout       " in done.stdout:
            break
    tap.ok(done.returncode in (0, 1) and not json.loads(text)["stages"][-1]["whole"] and
           b" timeout       " in done.stdout,
           "one that hangs does not make the search longer than --time", told(done))
    for words, what in (("while read l; do echo no JSON; done", "writes garbage"),
                        ("read l; exit 7", "dies at each text")):
        bad = ["--adapter", f"bad=read l; echo '{HELLO}'; {words}"]
        done, text = run("last", "bad", "--time", "5m", adapters=own("last") + bad)
        tap.ok(done.returncode == 3 and not json.loads(text)["findings"] and
               b"adapter bad answers no more: " in done.stderr,
               f"one that {what} ends the search", told(done))
    bad = ["--adapter", f"bad=read l; echo '{HELLO}'; while read l; do true; done"]
    done, text = run("last", "bad", "--timeout", "20ms", "--time", "5m",
                     adapters=own("last") + bad)
    tap.ok(done.returncode == 3 and not json.loads(text)["findings"] and
           b"adapter bad answers no more: " in done.stderr,
           "one that never answers ends the search", told(done))
    for timeout, fault in (("50ms", b"adapter bad answered none of "),
                           ("60m", b"no text was answered by both: ")):
        done, _ = run("last", "bad", "--timeout", timeout, "--time", "1s",
                      adapters=own("last") + bad)
        tap.ok(done.returncode == 3 and fault in done.stderr,
               f"one that never answers is no agreement: {fault.decode()}", told(done))
    for script in ("says_no_hello", "speaks_another_protocol"):
        path = os.path.join(HERE, "hostile", script + ".py")
        done, text = run("bad", "last", *SHORT, adapters=own("last") + own("bad", path))
        tap.ok(done.returncode == 3 and b"adapter bad does not start" in done.stderr and
               json.loads(text)["checker"]["outcome"] == "not-run" and
               b"no text was found" not in done.stdout, f"{script} does not start", told(done))


def stops(tap):
    path = os.path.join(FOLDER.name, "stopped.json")

    def stopped(fetcher, adapter):
        words = [PROGRAM, "pair", "--json", path, *own("last"), *adapter, "--by", "host",
                 "--time", "5m", "last", fetcher]
        done = subprocess.run(["sh", "-c", 'PANEL_RUN=$$ exec "$@"', "sh", *words],
                              capture_output=True, check=False)
        with open(path, encoding="utf-8") as file:
            return done, json.load(file)

    done, found = stopped("mute", ["--adapter", "mute=kill -INT $PANEL_RUN; exec sleep 600"])
    tap.ok(done.returncode == 130 and found["partial"] and not found["findings"] and
           not done.stderr, "Ctrl-C ends the wait for a parser that does not start", told(done))
    for fetcher, confirmed in (("halts", True), ("waits", False), ("shrinks", True)):
        done, found = stopped(fetcher, own(fetcher))
        tap.ok(done.returncode == 130 and found["partial"] and
               [(one["part"], one["uri"], one["confirmed"]) for one in found["findings"]] ==
               [("odd-host", "http://@@", confirmed)] and found["not_shown_again"] == 0,
               f"Ctrl-C ends the search: {fetcher}", told(done))
        mark = b"  odd-host " if confirmed else b"? odd-host "
        tap.ok(b"(ended early)" in done.stdout and b"\n" + mark in done.stdout and
               b"no text was found" not in done.stdout and
               (b"?: not confirmed. " in done.stdout) != confirmed, "and people are told so",
               told(done))


def sarif(tap):
    path = os.path.join(FOLDER.name, "found.sarif")
    done, _ = run("last", "first", "--by", "host", "--sarif", path)
    with open(path, encoding="utf-8") as file:
        found = json.load(file)["runs"][0]
    rules = found["tool"]["driver"]["rules"]
    tap.ok([one["ruleId"] for one in found["results"]] == ["pair/host", "pair/odd-host"] and
           all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in found["results"]) and
           found["invocations"] == [{"executionSuccessful": True}], "SARIF has a result for each",
           found)
    tags = [rule["properties"]["tags"] for rule in rules]
    tap.ok(tags[0] == ["security", "external/cwe/cwe-918", "external/cwe/cwe-436"] and
           tags[5] == ["security", "external/cwe/cwe-22", "external/cwe/cwe-436"] and
           all("CWE-436" in rule["help"]["text"] and rule["help"]["text"].endswith("alike.") and
               "fullDescription" in rule for rule in rules if rule["id"] != "pair/fault") and
           tags[-1] == ["security", "external/cwe/cwe-248"] and
           rules[-1]["id"] == "pair/fault" and "CWE-248" in rules[-1]["help"]["text"],
           "its rules have CWE and help", rules)
    tap.ok(found["results"][1]["message"]["text"] ==
           'The host of "http://@@" is for last "", and for first "@": '
           "another host is asked than was checked.", "and says what each sees", found["results"])


def tells_before_it_saves(tap):
    """A parser keeps the store locked, which was free when the run began."""
    store, sarif = (os.path.join(FOLDER.name, name) for name in ("locked.db", "locked.sarif"))
    script = os.path.join(FOLDER.name, "locks.py")
    with open(script, "w", encoding="ascii") as file:
        file.write(f"""import contextlib, runpy, sqlite3
store = sqlite3.connect({store!r}, timeout=0, isolation_level=None)
with contextlib.suppress(sqlite3.OperationalError):  # a new process: the first one has the lock
    store.execute("BEGIN IMMEDIATE")
runpy.run_path({PARSER!r}, run_name="__main__")
""")
    done, text = run("last", "first", "--by", "host", "--store", store, "--sarif", sarif,
                     adapters=own("last") + own("first", script))
    tap.ok(done.returncode == 4 and b"locked.db: " in done.stderr,
           "a store that is locked is an error", told(done))
    tap.ok(text is not None and finding(text, "host") is not None and os.path.exists(sarif) and
           b"\n  host  " in done.stdout, "but what was found is told, in JSON and SARIF too",
           told(done))
    path = os.path.join(FOLDER.name, "gone")
    os.mkdir(path)
    removes = f"rm -rf {path}; exec python3 -S {PARSER} first"
    done, _ = run("last", "first", "--by", "host", "--store", store, "--sarif", f"{path}/x",
                  adapters=own("last") + ["--adapter", "first=" + removes])
    tap.ok(done.returncode == 4 and f"cannot write {path}/x".encode() in done.stderr and
           findings_of(store)["findings"], "a file that cannot be written: the store has it",
           told(done))


def faults_kept(store, sarif_path):
    """The faults in a store, and the results of SARIF that have the rule of faults."""
    with open(sarif_path, encoding="utf-8") as file:
        found = json.load(file)["runs"][0]
    rules = [rule["id"] for rule in found["tool"]["driver"]["rules"]]
    return ([one for one in findings_of(store)["findings"] if "/fault/" in one["id"]],
            [one for one in found["results"] if rules[one["ruleIndex"]] == "pair/fault"])


def findings_of(store):
    done = subprocess.run([PROGRAM, "findings", "export", "--store", store], capture_output=True,
                          check=True)
    return json.loads(done.stdout)


def fills_a_store(tap):
    store = os.path.join(FOLDER.name, "findings.db")
    done, text = run("last", "first", "--by", "host", "--store", store)
    found, ids = findings_of(store), [finding(text, part)["id"] for part in ("host", "odd-host")]
    source = found["sources"][0]
    tap.ok(done.returncode == 1 and [one["id"] for one in found["findings"]] == sorted(set(ids)),
           "what is found is in the store", told(done) + str(found))
    tap.ok((source["command"], source["source"], source["settings"]["by"], source["texts"],
            source["complete"], [one["name"] for one in source["parsers"]]) ==
           ("pair", "seed 1", "host", json.loads(text)["texts"], True, ["last", "first"]),
           "and which command found it, in which texts", source)
    run("last", "first", "--by", "host", "--store", store)
    again = findings_of(store)
    tap.ok([(one["texts"], one["complete"]) for one in again["sources"]] ==
           [(source["texts"], True)] and
           [one["texts"] for one in again["findings"]] ==
           [one["texts"] for one in found["findings"]], "a second run counts no text again", again)
    subprocess.run([PROGRAM, "findings", "set", "--store", store, "--state", "known",
                    *sorted(set(ids))], check=True)
    done, _ = run("last", "first", "--by", "host", "--store", store, *SHORT)
    tap.ok(done.returncode == 0 and b"odd-host" in done.stdout and b", judged\n" in done.stdout,
           "what is known is told, and makes no exit status 1", told(done))
    # What is known was not new, so it would search on for as long as it may.
    run("first", "last", "--by", "host", "--store", store, *SHORT)
    names = [[one["name"] for one in source["parsers"]] for source in findings_of(store)["sources"]]
    tap.ok(sorted(names) == [["first", "last"], ["last", "first"]], "another pair is another run",
           names)


def searches_after_what_is_judged(tap):
    """evades sees another host at an @, and another one at a dot."""
    store, path = (os.path.join(FOLDER.name, name) for name in ("judged.db", "judged.sarif"))
    _, text = run("last", "evades", "--by", "host", "--store", store)
    ids = {one["id"] for one in json.loads(text)["findings"]}
    subprocess.run([PROGRAM, "findings", "set", "--store", store, "--state", "by-design", *ids],
                   check=True)
    done, text = run("last", "evades", "--by", "host", "--store", store, "--sarif", path)
    found = json.loads(text)["findings"]
    tap.ok(done.returncode == 1 and ids >= {one["id"] for one in found if "judged" in one} and
           [one["part"] for one in found if "judged" not in one].count("host") == 1 and
           not ids & {one["id"] for one in found if "judged" not in one},
           "if it is judged, the search goes on to what is not", told(done) + text)
    with open(path, encoding="utf-8") as file:
        results = json.load(file)["runs"][0]["results"]
    tap.ok([("suppressions" in one) for one in results] == [("judged" in one) for one in found] and
           {True, False} == {"suppressions" in one for one in results},
           "SARIF suppresses what is judged", results)


def stores_what_is_handed_on(tap):
    store = os.path.join(FOLDER.name, "handed.db")
    done, text = run_to("host", "normalized", "moves", "last", "--by", "host", "--store", store)
    found = findings_of(store)["findings"]
    one = [one for one in found if one["id"] == finding(text, "host", "normalized")["id"]][0]
    tap.ok(done.returncode == 1 and one["example"] == {"uri": "http://1"} and
           one["handed"] == {"uri": "http://moved.1"} and
           [(group["parsers"], group["answer"]["components"]["host"], group["by_dialect"])
            for group in one["groups"]] == [(["moves"], "1", {}), (["last"], "moved.1", {})],
           "each side has what it saw, and no specification says which is right", told(done))


def main():
    tap = Tap()
    for check in (finds_a_host, finds_other_parts, hands_on_the_normal_form, does_not_find,
                  goes_on_after_a_flaky_text, cannot_start_again, time_ends_all, gates,
                  takes_commands, wrong_usage, survives, stops, sarif, tells_before_it_saves,
                  fills_a_store, searches_after_what_is_judged, stores_what_is_handed_on):
        check(tap)
    FOLDER.cleanup()
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
