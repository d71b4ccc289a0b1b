# SPDX-License-Identifier: MIT
"""Parsers that are right except for one fault each; vectors/faults/faults.tsv says what each does.

The parsers of `CONTROLS` have no fault: RFC 3986, or the specification of a scheme, permits what
they do.
"""

import re

from parser import ESCAPE, UNRESERVED, Parser, altered, changed, changing, rejecting

TWO_OCTETS = "[\xc2-\xdf][\x80-\xbf]"  # of UTF-8
THREE_OCTETS = "[\xe0-\xef][\x80-\xbf]{2}"
FOUR_OCTETS = "[\xf0-\xf4][\x80-\xbf]{3}"
ESCAPED_THREE_OCTETS = "%[Ee][0-9A-Fa-f](?:%[89ABab][0-9A-Fa-f]){2}"
DIGITS = "[0-9A-Fa-f]{2}"


def is_relative(ref):
    return ref.scheme is None and ref.host is None


def is_bare(ref):
    """Has a reference neither scheme, authority nor path?"""
    return is_relative(ref) and ref.path == ""


def is_rootless(parts):
    return parts.host is None and not parts.path.startswith("/")


def is_utf8(text):
    """Are the octets of a text UTF-8 when its escapes are decoded?"""
    try:
        Parser().decoded(text).encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def climbs(path):
    """Does a relative path lead above the folder where it begins?"""
    depth = 0
    for segment in path.split("/"):
        depth += {"..": -1, ".": 0}.get(segment, 1)
        if depth < 0:
            return True
    return False


def with_attributes(**attributes):
    """Returns a parser that changes nothing but attributes."""
    return type("Taking", (Parser,), attributes)


def accepting(change):
    """Returns a parser that accepts parts if they are right once they are changed."""
    def alter(check, parts):
        check(parts._replace(**(change(parts) or {})))
        return parts
    return altered("checked", alter)


def changing_base(hook, change):
    """Returns a parser that changes the base, the first argument of the method `hook`."""
    return altered(hook, lambda method, base, ref: method(
        base._replace(**(change(base) or {})), ref))


def losing(hook, part, text):
    """Returns a parser that takes a part with this text for an absent one."""
    return changing(hook, lambda *arguments: getattr(arguments[-1], part) == text and {part: None})


def replacing(hook, part, old, new):
    """Returns a parser that changes a part that the method `hook` returns."""
    return changed(hook, lambda parts, *_: getattr(parts, part) and {
        part: getattr(parts, part).replace(old, new)})


def respelling(part, respell):
    """Returns a parser that spells a part otherwise once its escapes are those of a normal form."""
    return altered("unescaped", lambda unescaped, name, text: respell(
        unescaped(name, text)) if name == part else unescaped(name, text))


def misreading(part, old, new, is_read=lambda text: True):
    """Returns a parser that reads an escape of a part as another before it makes a normal form."""
    return altered("unescaped", lambda unescaped, name, text: unescaped(
        name, re.sub(old, new, text) if name == part and is_read(text) else text))


def glued(base, ref):
    return base.host is not None and base.path == "" and base.query


def crash(merge, base, ref):
    if is_rootless(base) and "../" in ref.path:
        raise RuntimeError("a fault of this parser")
    return merge(base, ref)


class LastHash(Parser):
    takes = {**Parser.takes, "query": ":@/?#"}

    def split(self, text):
        before, _, fragment = text.rpartition("#")
        if re.search(r"\?[^#]*#", before):
            hierarchy, _, query = before.partition("?")
            return super().split(hierarchy)._replace(query=query, fragment=fragment)
        return super().split(text)


class TextBeforeBrackets(accepting(lambda parts: (
        parts.host is not None and parts.host.endswith("]")
        and {"host": re.sub(r"\A[A-Za-z0-9.-]+\[", "[", parts.host)}))):
    def take_port(self, rest):
        before, mark, after = rest.rpartition("]")
        after, port = super().take_port(after)
        return before + mark + after, port


def slash_in_userinfo(parts, *_):
    found = re.fullmatch("(/[^@]*:[^@]*)@([^@/]*)(.*)", parts.path)
    if found and parts.host is not None and parts.userinfo is None:
        return {"userinfo": parts.host + found[1], "host": found[2], "path": found[3]}
    return None


FAULTS = {
    # ---- resolve: what is taken of the base ----
    "base-userinfo-taken": changing("transform", lambda base, ref: (
        ref.scheme is None and ref.host is not None and ref.userinfo is None
        and {"userinfo": base.userinfo})),
    "base-port-taken-by-user": changing("transform", lambda base, ref: (
        ref.scheme is None and ref.userinfo is not None and ref.port is None
        and {"port": base.port})),
    "base-port-taken-with-empty-path": changing("transform", lambda base, ref: (
        ref.scheme is None and ref.host is not None and ref.port is None and ref.path == ""
        and {"port": base.port})),
    "absolute-takes-userinfo": changing("transform", lambda base, ref: (
        ref.scheme is not None and ref.port is not None and ref.userinfo is None
        and {"userinfo": base.userinfo})),
    "base-fragment-kept": changed("transform", lambda _, base, ref: (
        is_bare(ref) and ref.query is not None and ref.fragment is None
        and {"fragment": base.fragment})),
    "query-lost-with-empty-fragment": changed("transform", lambda _, base, ref: (
        is_bare(ref) and ref.query is None and ref.fragment == "" and {"query": None})),
    "zero-reference": changing("transform", lambda base, ref: ref.path == "0" and {"path": ""}),
    "zero-query-absent": losing("transform", "query", "0"),

    # ---- resolve: rootless and empty paths ----
    "rootless-absolute-slash": changed("transform", lambda target, base, ref: (
        ref.scheme is not None and ref.host is None and re.fullmatch("[^/].*/", ref.path)
        and {"path": target.path[:-1]})),
    "rootless-base-slash": altered("merge", lambda merge, base, ref: (
        "/" if base.host is None and "/" not in base.path else "") + merge(base, ref)),
    "rootless-base-query": changed("transform", lambda _, base, ref: (
        is_rootless(base) and is_bare(ref) and ref.query is not None and {"path": ""})),
    "rootless-up-crash": altered("merge", crash),
    "base-query-glues": altered("merge", lambda merge, base, ref: (
        merge(base, ref)[1:] if glued(base, ref) else merge(base, ref))),
    "dots-over-empty-base-path": changed("transform", lambda target, base, ref: (
        is_relative(ref) and base.host is not None and base.path == "" and climbs(ref.path)
        and {"path": target.path[1:]})),
    "base-double-slash": changing_base("merge", lambda base: base.path == "//" and {"path": "/"}),

    # ---- resolve: dot segments ----
    "base-ends-with-dot": changing_base("merge", lambda base: (
        re.search(r"/\.\.?\Z", base.path)
        and {"path": Parser().remove_dot_segments(base.path).rstrip("/")})),
    "dot-query": changed("transform", lambda target, base, ref: (
        is_relative(ref) and ref.path == "." and ref.query is not None
        and {"path": target.path + "."})),
    "double-dot-query": changed("transform", lambda target, base, ref: (
        is_relative(ref) and ref.path == ".." and ref.query is not None
        and {"path": target.path.rstrip("/")})),
    "double-dot-fragment": changed("transform", lambda target, base, ref: (
        is_relative(ref) and ref.path == ".." and ref.fragment
        and {"path": target.path + ref.fragment, "fragment": None})),
    "double-dot-empty-segment": changing("transform", lambda base, ref: {
        "path": ref.path.replace("..//", "../")}),
    "terminal-up-above-root": changed("transform", lambda target, base, ref: (
        is_relative(ref) and ref.path.endswith("/..") and base.path.startswith("/")
        and climbs(Parser().merge(base, ref)[1:]) and {"path": target.path + ".."})),
    "three-dots-up": changed("transform", lambda _, base, ref: (
        is_relative(ref) and base.path == "/" and ref.path.startswith("...")
        and {"path": ref.path[2:]})),
    "empty-segment-up": altered("remove_dot_segments", lambda remove, path: remove(
        re.sub(r"//\.\.(?=/|\Z)", "/..", path))),
    "dot-at-end-of-segment": altered("remove_dot_segments", lambda remove, path: re.sub(
        r"\.\Z", "./", remove(path))),

    # ---- resolve: other ----
    "brackets-lost": changing("transform", lambda base, ref: (
        ref.scheme is not None and ref.host is not None and {"host": ref.host.strip("[]")})),
    "lone-segment-fragment": changing("transform", lambda base, ref: (
        is_relative(ref) and ref.query is None and ref.fragment is not None and ref.path
        and "/" not in ref.path and {"fragment": ref.path + "#" + ref.fragment})),
    "colon-segment-rejected": rejecting("transform", lambda base, ref: (
        is_relative(ref) and re.match("[.]/[^/]*:", ref.path))),
    "hash-in-query": replacing("transform", "query", "%23", "#"),

    # ---- normalize ----
    "password-without-user": changing("normal", lambda parts: (
        parts.userinfo is not None and parts.userinfo.startswith(":") and {"userinfo": None})),
    "zero-password": changing("normal", lambda parts: parts.userinfo is not None and {
        "userinfo": parts.userinfo.removesuffix(":0")}),
    "zero-fragment": losing("normal", "fragment", "0"),
    "userinfo-lowercased": changing("normal", lambda parts: (
        parts.userinfo is not None and parts.port is not None
        and {"userinfo": parts.userinfo.lower()})),
    "empty-host-lost": changing("normal", lambda parts: (
        parts.host == "" and parts.port is not None
        and {"userinfo": None, "host": None, "port": None})),
    "up-first-slash-lost": changed("normal", lambda normal, parts: (
        parts.host is not None and parts.path.startswith("/../") and {"path": normal.path[1:]})),
    "half-utf8-escape": misreading("query", "%[2-7][0-9A-Fa-f]",
                                   lambda escape: Parser().decoded(escape[0]),
                                   lambda text: not is_utf8(text)),
    "escaped-twice-dots": misreading("path", "%252[Ee]", "%2E"),
    "percent-twice-userinfo": misreading("userinfo", f"%25(?={DIGITS})", "%"),
    "comma-in-fragment": respelling("fragment", lambda text: text.replace("%2C", ",")),
    "plus-in-query": respelling("query", lambda text: text.replace("+", "%20")),
    "colon-escaped": respelling("path", lambda text: text.replace(":", "%3A")),
    "fragment-slash-escaped": respelling("fragment", lambda text: (
        text.replace("/", "%2F") if "=" in text else text)),
    "utf8-three-octets-fragment": respelling("fragment", lambda text: re.sub(
        ESCAPED_THREE_OCTETS, "%EF%BF%BD", text)),

    # ---- equivalent ----
    "equal-without-fragment": changing("compared", lambda parts: {"fragment": None}),
    "equal-without-userinfo": changing("compared", lambda parts: {"userinfo": None}),
    "equal-slashes": changing("compared", lambda parts: {"path": re.sub("//+", "/", parts.path)}),
    "equal-mailbox": changing("compared", lambda parts: (
        parts.scheme.lower() == "mailto" and {"path": parts.path.rpartition("@")[2]})),
    "equal-decoded-twice": altered("compared", lambda compared, parts: compared(
        Parser().split(re.sub(f"%25(?={DIGITS})", "%", Parser().recompose(parts))))),
    "equal-empty-query": changing("compared", lambda parts: {"query": parts.query or None}),
    "equal-port-number": changing("compared", lambda parts: (
        parts.port and not parts.port.strip("0") and {"port": ""})),
    "equal-query-case": changing("compared", lambda parts: (
        parts.query and {"query": parts.query.lower()})),

    # ---- parse: what is accepted and rejected ----
    "utf8-two-octets-userinfo": with_attributes(others={"userinfo": TWO_OCTETS}),
    "utf8-four-octets-query": with_attributes(others={"query": FOUR_OCTETS}),
    "utf8-three-octets-path": with_attributes(others={"path": THREE_OCTETS}),
    "odd-octets-in-query": accepting(lambda parts: (
        parts.host and parts.query is not None
        and {"query": re.sub(r'["<>\\^`{|}]', "_", parts.query)})),
    "odd-octets-with-host": accepting(lambda parts: (
        parts.host and {"path": re.sub(r'["<>\\^`{|}]', "_", parts.path)})),
    "bracket-in-userinfo": with_attributes(takes={**Parser.takes, "userinfo": ":["}),
    "sign-in-escape": with_attributes(others={"path": "%[ +-][0-9A-Fa-f]"}),
    "escape-in-address": accepting(lambda parts: (
        parts.host is not None and parts.host.startswith("[")
        and {"host": Parser().decoded(parts.host)})),
    "text-before-brackets": TextBeforeBrackets,
    "text-after-brackets": accepting(lambda parts: (
        parts.host is not None and parts.host.startswith("[")
        and {"host": re.sub(r"\][A-Za-z0-9.-]+\Z", "]", parts.host)})),
    "last-hash": LastHash,
    "second-question-equals": rejecting("checked", lambda parts: (
        parts.query and "=" in parts.query.partition("?")[2])),
    "empty-query-rejected": rejecting("checked", lambda parts: (
        parts.query == "" and parts.fragment is not None)),
    "address-prefix-rejected": rejecting("checked", lambda parts: (
        parts.host is not None and re.match(r"[0-9]+(?:\.[0-9]+){3}\.", parts.host))),
    "non-utf8-in-fragment": rejecting("checked", lambda parts: (
        parts.fragment is not None and not is_utf8(parts.fragment))),

    # ---- parse: what is answered ----
    "zero-host-lost": changing("shown", lambda parts: parts.host == "0" and {"host": ""}),
    "zero-userinfo-lost": losing("shown", "userinfo", "0"),
    "zero-port-lost": losing("shown", "port", "0"),
    "zero-query-lost": losing("shown", "query", "0"),
    "percent-in-userinfo": replacing("shown", "userinfo", "%25", "%"),
    "percent-in-query": replacing("shown", "query", "%25", "%"),
    "percent-in-fragment": replacing("shown", "fragment", "%25", "%"),
    "underscore-host-lost": changing("shown", lambda parts: (
        parts.host is not None and "_" in parts.host
        and {"userinfo": None, "host": None, "port": None})),
    "port-takes-query": changing("shown", lambda parts: (
        parts.port and parts.path == "" and parts.query is not None
        and {"port": parts.port + "?" + parts.query, "query": None})),
    "slash-in-userinfo": changing("shown", slash_in_userinfo),

    # ---- decode and encode ----
    "decode-twice": altered("decoded", lambda decoded, text: decoded(decoded(text))),
    "decode-replaces": altered("decode", lambda decode, text: decode(
        re.sub("%[89A-Fa-f][0-9A-Fa-f]", "%EF%BF%BD", text)
        if re.search("%[89A-Fa-f]", text) and not is_utf8(text) else text)),
    "encode-keeps-escapes": altered("encoded", lambda encoded, text: re.sub(
        f"%25(?={DIGITS})", "%", encoded(text))),
    "encode-as-utf8": altered("encoded", lambda encoded, text: encoded(
        text.encode("utf-8").decode("latin-1"))),
}

# ---- No faults ----

WEB = ("http", "https", "ws", "wss")
URN = "[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]:[^/].*"
HEADERS = "[^=&]+=[^=&]*(?:&[^=&]+=[^=&]*)*"
DNS_HOST = r"\[.*:.*\]|(?:[A-Za-z0-9-]+\.)*[A-Za-z0-9-]+\.?"


def normal_by_scheme(parts, *_):
    default = parts.port == "" or parts.scheme == "http" and parts.port == "80"
    rooted = parts.host is not None and parts.path == ""
    return {**({"port": None} if default else {}), **({"path": "/"} if rooted else {})}


def loosely(base, ref):
    same = ref.scheme is not None and ref.scheme.lower() == base.scheme.lower()
    return same and {"scheme": None}


CONTROLS = {
    "right": Parser,
    "mailto-headers": rejecting("checked", lambda parts: (
        parts.scheme == "mailto" and parts.query is not None
        and not re.fullmatch(HEADERS, parts.query))),
    "urn-names": rejecting("checked", lambda parts: (
        parts.scheme == "urn" and (parts.host is not None or not re.match(URN, parts.path)))),
    "http-host": rejecting("checked", lambda parts: parts.scheme in WEB and not parts.host),
    "port-range": rejecting("formed", lambda parts: (
        parts.scheme in (*WEB, "ftp") and parts.port
        and (len(parts.port.lstrip("0")) > 5 or int(parts.port) > 65535))),
    "dns-host": rejecting("checked", lambda parts: (
        parts.scheme in (*WEB, "ftp") and parts.host and not re.fullmatch(DNS_HOST, parts.host))),
    "file-host": rejecting("checked", lambda parts: (
        parts.scheme == "file" and (parts.userinfo is not None or parts.port is not None))),
    "ws-fragment": rejecting("checked", lambda parts: (
        parts.scheme in ("ws", "wss") and parts.fragment is not None)),
    "zone-letters": accepting(lambda parts: parts.host is not None and {
        "host": re.sub(r"(:[^%]*)%(?![0-9A-Fa-f]{2})[A-Za-z]+\]\Z", r"\1]", parts.host)}),
    "zone-ids": accepting(lambda parts: (
        parts.host is not None and parts.host.startswith("[")
        and {"host": re.sub(f"%25(?:[{UNRESERVED}]|{ESCAPE})+]\\Z", "]", parts.host)})),
    "loose-resolver": changing("transform", loosely),
    "base-normalized": altered("transform", lambda transform, base, ref: transform(
        Parser().normal(base), ref)),
    "guarded-slashes": changing("recompose", lambda parts: (
        parts.host is None and parts.path.startswith("//") and {"path": "/." + parts.path})),
    "nothing-normalized": altered("normal", lambda normal, parts: parts),
    "scheme-normalized": changed("normal", normal_by_scheme),
    "strings-compared": altered("compared", lambda compared, parts: Parser().recompose(parts)),
    "null-rejected": rejecting("decode", lambda text: "%00" in text),
    "encode-unreserved": altered("encoded", lambda encoded, text: re.sub(
        "[^A-Za-z0-9]", lambda octet: f"%{ord(octet[0]):02X}", text)),
}

PARSERS = {**FAULTS, **CONTROLS}
