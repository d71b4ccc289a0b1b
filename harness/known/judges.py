# SPDX-License-Identifier: MIT
"""Judges of what the reference, node-url and the chains of uriproof do not judge.

A judge is a function of (ask, questions). `ask(who, op, questions)` returns the answers of
"release", "reference" or "node-url", in the order of the questions; a question is a tuple of texts,
and a text has one character for each octet. The judge returns (question, part) for each question
whose answer it accuses. An answer that is missing, rejected or of another form is never accused.

`JUDGES` says who judges which package and operation. A package of `PREDICATES` says only yes or no,
so no other judge judges it; its operation `equivalent` is whether it says the same of two texts.
docs/known.md says who made the judges.
"""
import re
from html import unescape
from html.entities import html5

# Deep enough for a few dot segments that go up.
BASE = "http://base.example/a/b/c/d?q"
PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
# RFC 3986, appendix B; and 3.2 for the authority.
REFERENCE = re.compile(r"^(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?\Z",
                       re.S)
AUTHORITY = re.compile(r"^(?:(.*)@)?(.*?)(?::([0-9]*))?\Z", re.S)
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
ADDRESS = re.compile(r"http://([0-9a-fx.]+)/?", re.I)
# As C writes numbers, which inet_aton reads.
NUMBER = re.compile(r"0[xX](?P<hexadecimal>[0-9A-Fa-f]+)|(?P<octal>0[0-7]*)|"
                    r"(?P<decimal>[1-9][0-9]*)")
NUMBER_BASES = {"hexadecimal": 16, "octal": 8, "decimal": 10}
# A browser runs a text of these. No name of a user or of a host is one of them.
SCRIPTS = ("javascript", "vbscript", "data")
# HTML decodes these in the value of an attribute. What a named one without a semicolon is depends
# on what comes after it, so it is left alone.
CHARACTER_REFERENCE = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9A-Fa-f]+;?|(?P<name>[A-Za-z0-9]+;))")
# What Astro's isRemotePath says it looks for, of what leads to a host.
REMOTE = ("http", "https", "ftp", "ws")


def split(reference):
    scheme, authority, path, query, fragment = REFERENCE.match(reference).groups()
    userinfo, host, port = (None,) * 3 if authority is None else AUTHORITY.match(authority).groups()
    return dict(zip(PARTS, (scheme, userinfo, host, port, path, query, fragment)))


def first_difference(one, other):
    """The first part in which two references differ."""
    one, other = split(one), split(other)
    return next((part for part in PARTS if one[part] != other[part]), None)


def octets(fields, name):
    """A text of a request or an answer, one character for each octet; None if it is absent."""
    if name + "_hex" in fields:
        return bytes.fromhex(fields[name + "_hex"]).decode("latin-1")
    return fields.get(name)


def accepted(answer, name="uri"):
    """A text of an answer that accepts; None of another answer."""
    return octets(answer, name) if answer.get("status") == "accepted" else None


def scheme_of(answer):
    if answer.get("status") != "accepted":
        return None
    return (octets(answer.get("components", {}), "scheme") or "").lower()


def says(answer, equal):
    return answer.get("status") == "accepted" and answer.get("equal") is equal


# ---- Predicates ----

def dotted(host):
    """The IPv4 address that inet_aton reads, in dotted decimal; None if it reads none."""
    numbers = []
    for word in host.split("."):
        number = NUMBER.fullmatch(word)
        if number is None:
            return None
        numbers.append(int(number[number.lastgroup], NUMBER_BASES[number.lastgroup]))
    *first, last = numbers
    if len(first) > 3 or max(first, default=0) > 255 or last >= 256 ** (4 - len(first)):
        return None
    address = last + sum(number << 8 * (3 - at) for at, number in enumerate(first))
    return ".".join(map(str, address.to_bytes(4, "big")))


def with_dotted(text):
    address = ADDRESS.fullmatch(text)
    plain = address and dotted(address[1])
    return (text, f"http://{plain}/") if plain else None


def spelling(ask, questions):
    """Two spellings of one IPv4 address are told apart.

    RFC 3986, 7.4, of 0x7f.1 and the like: "If this filtering is performed, literals should be
    converted to numeric form and filtered based on the numeric value, and not on a prefix or suffix
    of the string form." A spelling that is rejected is not accused.
    """
    return [(question, "host") for question, answer
            in zip(questions, ask("release", "equivalent", questions))
            if says(answer, False) and with_dotted(question[0]) == question]


def with_a_url(text):
    return (text, "http://host.example/")


def protocol(ask, questions):
    """A text of the scheme javascript, vbscript or data is said to be a URL of another protocol.

    The README of validator, on isURL: "`require_valid_protocol` - isURL will check if the URL's
    protocol is present in the protocols option", by default http, https and ftp. It says too that a
    text may have no protocol, and that a URL with a user can then not be told from another. So only
    these three schemes are accused, and only if RFC 3986 and node-url both see them.
    """
    found = [question for question, answer
             in zip(questions, ask("release", "equivalent", questions)) if says(answer, True)]
    texts = [question[:1] for question in found]
    return [(question, "scheme") for question, one, other
            in zip(found, ask("reference", "parse", texts), ask("node-url", "parse", texts))
            if scheme_of(one) == scheme_of(other) and scheme_of(one) in SCRIPTS]


def with_a_path(text):
    return (text, "/path")


def remote(ask, questions):
    """A text is said to be a local path, as /path is, and WHATWG resolves it to another host.

    The documentation of isRemotePath: "Checks whether the path is considered a remote path", with
    http://, https://, ftp://, ws:// and // as what makes it one. A browser follows the URL
    Standard, as node-url does.
    """
    found = [question for question, answer
             in zip(questions, ask("release", "equivalent", questions)) if says(answer, True)]
    home = split(BASE)["host"]
    answers = ask("node-url", "resolve", [(BASE, question[0]) for question in found])
    return [(question, "host") for question, answer in zip(found, answers)
            if accepted(answer) is not None
            for target in [split(accepted(answer))]
            if target["scheme"] in REMOTE and target["host"] not in (None, "", home)]


# ---- References ----

def targets_of(ask, references):
    """What each reference identifies, resolved against a base of http: the normal form by RFC 3986,
    and what node-url has. None if either rejects it."""
    questions = [(BASE, reference) for reference in references]
    full = [accepted(answer) for answer in ask("reference", "resolve", questions)]
    normal = ask("reference", "normalize", [(one or "x:",) for one in full])
    return [None if one is None or accepted(form) is None or accepted(other) is None
            else (accepted(form), accepted(other))
            for one, form, other in zip(full, normal, ask("node-url", "resolve", questions))]


def elsewhere(ask, pairs):
    """(pair, part) of each pair of references that identify two things. RFC 3986 must say so, and
    node-url too, which knows what is equivalent in http."""
    pairs = [pair for pair in pairs if not any(map(SCHEME.match, pair))]
    one, other = (targets_of(ask, [pair[at] for pair in pairs]) for at in (0, 1))
    return [(pair, first_difference(a[0], b[0])) for pair, a, b in zip(pairs, one, other)
            if a is not None and b is not None and a[0] != b[0] and a[1] != b[1]]


def resolved_equal(ask, questions):
    """Two references are said to be equivalent, and resolve to two URIs.

    RFC 3986, 6.1: "comparison methods are designed to minimize false negatives while strictly
    avoiding false positives", and "the references should be converted to their respective target
    URIs before comparison".
    """
    found = [question for question, answer
             in zip(questions, ask("release", "equivalent", questions)) if says(answer, True)]
    return elsewhere(ask, found)


def resolved_normal(ask, questions):
    """The normal form of a reference resolves to another URI than the reference.

    RFC 3986, 6.2.2.3: "The complete path segments "." and ".." are intended only for use within
    relative references (Section 4.1) and are removed as part of the reference resolution process".
    A normal form identifies what the text identifies (6.2).
    """
    forms = [accepted(answer) for answer in ask("release", "normalize", questions)]
    accused = elsewhere(ask, [(text, form) for (text,), form in zip(questions, forms)
                              if form is not None])
    return [((text,), part) for (text, _), part in accused]


def own_normal(ask, questions):
    """A release tells a text from the normal form that it makes of it.

    No clause: the release contradicts itself, as in a chain. It must say that the text and the
    normal form are each equivalent to themselves, because a text that it takes for malformed is
    equivalent to nothing. RFC 3986 must accept both.
    """
    texts = [question[0] for question in questions]
    forms = [accepted(answer) for answer
             in ask("release", "normalize", [(text,) for text in texts])]
    pairs = [pair for pair in dict.fromkeys(zip(texts, forms)) if pair[1] not in (None, pair[0])]
    found = [pair for pair, answer in zip(pairs, ask("release", "equivalent", pairs))
             if says(answer, False)]
    sides = [(side, ask("release", "equivalent", [(pair[side],) * 2 for pair in found]),
              ask("reference", "resolve", [(BASE, pair[side]) for pair in found]))
             for side in (0, 1)]
    return [(pair, first_difference(*pair)) for at, pair in enumerate(found)
            if all(says(itself[at], True) and accepted(rfc[at]) is not None
                   for _, itself, rfc in sides)]


# ---- HTML ----

def character_of(found):
    return html5.get(found["name"], found[0]) if found["name"] else unescape(found[0])


def decode_html(text):
    """A text as an attribute of HTML has it."""
    words = text.encode("latin-1").decode("utf-8", "replace")
    words = CHARACTER_REFERENCE.sub(character_of, words)
    return words.encode("utf-8", "replace").decode("latin-1")


def script(ask, questions):
    """A sanitizer lets a text through that is a script in the attribute of a link.

    The README of @braintree/sanitize-url answers `about:blank` to `javascript:`, in any case and
    with a line feed in it. HTML decodes character references in the value of an attribute (HTML
    Standard, 13.2.5.72 and following), before the URL Standard's parser sees it.
    """
    forms = [accepted(answer) for answer in ask("release", "normalize", questions)]
    found = [(question, decode_html(form)) for question, form in zip(questions, forms) if form]
    answers = ask("node-url", "parse", [(text,) for _, text in found])
    return [(question, "scheme") for (question, _), answer in zip(found, answers)
            if scheme_of(answer) in SCRIPTS]


# What makes a question of a text for a predicate; None of it if the text is not for it.
PREDICATES = {"ip": with_dotted, "private-ip": with_dotted, "validator": with_a_url,
              "@astrojs/internal-helpers": with_a_path}
JUDGES = {("ip", "equivalent"): (spelling,),
          ("private-ip", "equivalent"): (spelling,),
          ("validator", "equivalent"): (protocol,),
          ("@astrojs/internal-helpers", "equivalent"): (remote,),
          ("@braintree/sanitize-url", "normalize"): (script,),
          ("fast-uri", "equivalent"): (resolved_equal, own_normal),
          ("fast-uri", "normalize"): (resolved_normal,)}
