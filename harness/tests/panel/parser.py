#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A parser for the tests of ask, diff and pair: it divides http: texts, and its first argument
says how it goes wrong.

    last      the host begins after the last @ (right)
    first     the host begins after the first @
    evades    as first, and sees a host with a dot backwards
    fresh     as last; from its fourth request on as first
    recalls   as last, but after a text that it rejects as first; then its normal form has another
              host
    learns    as last; from a text with a z on as first, and its normal form has another host
    dies      as last, and ends at a text with an x
    falls     as last, and ends at "a:", which is among the first texts of pair
    stalls    as last, and never answers "a:"
    fails     as last, and ends if it normalizes a text with an x
    once      as dies, and starts once: it makes the file PANEL_STARTED
    lowers    as last, and writes the host in lower case
    says      as lowers, and declares it
    claims    as last, and declares it
    restores  as last, and declares that its adapter puts back the brackets of a host
    strips    the same, but without the brackets
    strict    as last, and rejects a host with a dot or a port of digits
    moves     as last, and its normal form has another host
    rewrites  as last, gives 0.0.0.1 for the host 1 and declares it
    shifts    as last, and sees another host in each text
    ports     as last, and sees the port 1 in place of none
    octet     as last, and the host is the octet FF
    escaped   as last, and the host is the four characters by which that octet is shown
    hangs     as last, and never answers a text with an x
    halts     as first, and its second http: text that has two @ interrupts the process PANEL_RUN
    waits     as first, and http://@@ as the first text of a process interrupts PANEL_RUN
    shrinks   as first, and ://@@ interrupts PANEL_RUN: http://@@ is made smaller so
    flickers  as first, and from its fourth request on sees another host in http://1
    odd       as last, and accepts a text with a ', a - in front or an octet that does not print
    rejects   rejects each text
    long      as last, and rejects a text of more than 4096 octets
    cleans    as last, and its normal form has no userinfo
    signals   as first in lower case; a process whose first text is http://@@ interrupts the process
              PANEL_RUN at http://B and answers no more
    interrupts  as first; the process that makes the file PANEL_STARTED interrupts the process
              PANEL_RUN at its 300th text, as often as PANEL_TIMES says

    resolver  resolves, and can do nothing else

Those that follow resolve and normalize too:
    early     resolves a reference with the scheme of the base as RFC 3986, 5.2.2 permits, also
              after a NUL or a tab, which it leaves out
    fills     as early, and gives an empty host in place of none and declares it
    follows   removes /./ of a reference with a scheme, so that http:/.//b becomes http://b; divides
              x: texts too
    lends     gives a reference with a scheme and no host that of the base
    dotted    as follows, but keeps the dots before a path of two slashes
    joins     resolves by joining the base and the reference: a reference can change the host
    decodes   as last, decodes the host and declares it
    raises    normalizes a host to upper case, which 6.2.2.1 does not tell from lower case

It needs no package: `python3 -S` starts it in half the time, and tests start it thousands of times.
"""
import os
import re
import signal
import sys
import time
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "adapters", "python"))

import uriproof_adapter  # noqa: E402

asked = 0
many_at_signs = set()
first_text = None
has_rejected = False
has_learned = False


def interrupt():
    try:
        open(os.environ["PANEL_STARTED"], "x", encoding="utf-8").close()
    except FileExistsError:
        return
    for _ in range(int(os.environ["PANEL_TIMES"])):
        os.kill(int(os.environ["PANEL_RUN"]), signal.SIGINT)
        time.sleep(0.2)  # two signals at once are one


def parse(uri):
    global asked, first_text, has_learned, has_rejected
    if sys.argv[1] in ("early", "fills"):
        uri = uri.lstrip("\0\t")
    asked += 1
    has_learned = has_learned or "z" in uri
    first_text = first_text or uri
    how = sys.argv[1]
    if how == "interrupts" and asked == 300:
        interrupt()
    if how == "signals" and (first_text, uri) == ("http://@@", "http://B") and \
            "PANEL_RUN" in os.environ:
        os.kill(int(os.environ["PANEL_RUN"]), signal.SIGINT)
        signal.pause()
    if uri.startswith("http://") and uri.count("@") > 1:
        many_at_signs.add(uri)
    if (how == "halts" and len(many_at_signs) == 2) or (how, uri) == ("shrinks", "://@@") or \
            (how == "waits" and asked == 1 and uri == "http://@@"):
        os.kill(int(os.environ["PANEL_RUN"]), signal.SIGINT)
        signal.pause()
    if (how == "hangs" and "x" in uri) or (how == "stalls" and uri == "a:"):
        signal.pause()
    if (how in ("dies", "once") and "x" in uri) or (how == "falls" and uri == "a:"):
        os._exit(7)
    if how == "long" and len(uri) > 4096:
        return {"status": "rejected", "error": "too long"}
    if how == "rejects":
        return {"status": "rejected"}
    if how == "odd" and re.search("^-|'|[^ -~]", uri):
        return {"status": "accepted", "components": {"path": uri}}
    if how == "fills" and re.match("http:(?!//)", uri):
        return {"status": "accepted", "components": {"scheme": "http", "host": "", "path": uri[5:]}}
    scheme = "x" if how == "follows" and uri.startswith("x:") else "http"
    if how in ("early", "follows", "lends", "dotted") and re.match(scheme + ":(?!//)", uri):
        return {"status": "accepted",
                "components": {"scheme": scheme, "path": uri.removeprefix(scheme + ":")}}
    match = re.fullmatch(scheme + r"://([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?", uri, re.DOTALL)
    if not match:
        has_rejected = True
        return {"status": "rejected", "error": "no http"}
    authority, path, query, fragment = match.groups()
    early = how in ("first", "evades", "signals", "halts", "waits", "shrinks", "flickers",
                    "interrupts")
    early = early or (how == "fresh" and asked > 3)
    early = early or (how == "recalls" and has_rejected)
    early = early or (how == "learns" and has_learned)
    user, at, host = authority.partition("@") if early else authority.rpartition("@")
    if early and not at:
        user, host = "", authority
    if how in ("lowers", "says", "signals"):
        host = host.lower()
    host, colon, port = host.partition(":")
    if how == "evades" and "." in host:
        host = host[::-1]
    if how == "strict" and ("." in host or port):
        return {"status": "rejected", "error": "too strict"}
    if how == "rewrites" and host == "1":
        host = "0.0.0.1"
    if how == "shifts" or (how == "flickers" and asked > 3 and uri == "http://1"):
        host = "other." + host
    host = {"octet": "\xff", "escaped": r"\xff"}.get(how, host)
    if how == "ports":
        port, colon = port or "1", ":"
    if how == "strips":
        host = host.strip("[]")
    if how == "decodes":
        host = urllib.parse.unquote(host)
    return {"status": "accepted",
            "components": {"scheme": scheme, "userinfo": user if at else None, "host": host,
                           "port": port if colon else None, "path": path,
                           "query": query and query[1:], "fragment": fragment and fragment[1:]}}


def resolve(base, ref):
    how = sys.argv[1]
    if how == "joins":
        return {"status": "accepted", "uri": base + ref}
    if how == "follows" and ref.startswith("x:"):
        return {"status": "accepted", "uri": ref.replace("/./", "/")}
    if how in ("follows", "lends", "dotted"):
        path = ref.removeprefix("http:").replace("/./", "/")
        if how == "dotted" and path.startswith("//"):
            path = "/." + path.replace("/a/..", "", 1)
        return {"status": "accepted",
                "uri": "http:" + ("//base.example" if how == "lends" else "") + path}
    if how in ("early", "fills"):
        ref = re.sub("^http:(?!//)", "", ref.lstrip("\0\t"))
    return {"status": "accepted", "uri": urllib.parse.urljoin(base, ref)}


def normalize(uri):
    if sys.argv[1] == "fails" and "x" in uri:
        os._exit(7)
    if sys.argv[1] == "recalls":
        return {"status": "accepted", "uri": "http://other/" if has_rejected else uri}
    parts = parse(uri).get("components")
    if sys.argv[1] == "learns" and has_learned:
        uri = "http://other/"
    if parts is None and sys.argv[1] == "cleans":
        return {"status": "rejected", "error": "no http"}
    if parts is not None and sys.argv[1] == "cleans":
        uri = "http://%s%s" % (parts["host"], parts["path"])
    if parts is not None and sys.argv[1] == "moves":
        uri = "http://moved." + parts["host"]
    if parts is not None and parts.get("host") and sys.argv[1] == "raises":
        uri = uri.replace(parts["host"], parts["host"].upper(), 1)
    return {"status": "accepted", "uri": uri}


if sys.argv[1] == "once":
    open(os.environ["PANEL_STARTED"], "x", encoding="utf-8").close()
operations = {"resolve": resolve} if sys.argv[1] == "resolver" else {"parse": parse}
if sys.argv[1] in ("cleans", "moves", "recalls", "fails", "learns"):
    operations["normalize"] = normalize
if sys.argv[1] in ("early", "fills", "follows", "lends", "dotted", "joins", "decodes", "raises"):
    operations.update({"resolve": resolve, "normalize": normalize})
declared = {"host": ["lowercased"]} if sys.argv[1] in ("says", "claims") else None
if sys.argv[1] in ("restores", "strips"):
    declared = {"host": ["brackets-restored"]}
if sys.argv[1] == "fills":
    declared = {"host": ["absent-as-empty"]}
if sys.argv[1] == "rewrites":
    declared = {"host": ["address-rewritten"]}
if sys.argv[1] == "decodes":
    declared = {"host": ["decoded"]}
uriproof_adapter.serve(sys.argv[1], os.environ.get("PANEL_VERSION", "1"), operations,
                       transforms=declared)
