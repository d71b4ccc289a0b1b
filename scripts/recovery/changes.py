# SPDX-License-Identifier: MIT
"""What a parser changes of RFC 3986, one class for each value of a trait.

Each is written from what `uriproof profile` says to people of the value, not from the model: so it
also shows whether the sentence says what the model does. `CHANGES` has them by "trait=value".
"""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                                "faulty"))

from parser import (ESCAPE, IPV6, UNRESERVED, Parser, Rejected, altered, changed,  # noqa: E402
                    changing, lower, rejecting, until)

CHANGES = {}
SPECIAL = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}
BLANK, WHITE = " ", " \t\n\x0b\x0c\r"
CONTROLS = "".join(map(chr, range(0x21)))


def change(*names):
    """Registers a class under its names."""
    def register(of):
        for name in names:
            assert name not in CHANGES, name
            CHANGES[name] = of
        return of
    return register


def named(name, **attributes):
    """Registers a class that changes nothing but attributes."""
    CHANGES[name] = type(name, (Parser,), attributes)


def forming(form):
    """Returns a parser that changes the parts as it keeps them: `form` returns those that are
    others, if any are."""
    return changed("formed", lambda parts, _: form(parts))


def formed(name, part, form):
    """Registers a parser that writes a part by a function of its text, unless it is absent."""
    CHANGES[name] = forming(lambda parts: getattr(parts, part) is not None and {
        part: form(getattr(parts, part))})


def refusing(name, part, is_refused):
    """Registers a parser that rejects what the function says of a part that is there."""
    CHANGES[name] = rejecting("formed", lambda parts: (
        getattr(parts, part) is not None and is_refused(getattr(parts, part))))


def invalid(name, is_invalid):
    """Registers a parser that rejects a URI with such parts."""
    def alter(valid, text):
        parts = valid(text)
        if is_invalid(parts):
            raise Rejected
        return parts
    CHANGES[name] = altered("valid", alter)


class Replacing(Parser):
    """Does a step in its own way, without the step of other changes: so it comes last."""


def cleaning(name, clean):
    CHANGES[name] = altered("before", lambda before, text: before(clean(text)))


# ---- The text ----

cleaning("text.nul=end", lambda text: text.partition("\0")[0])
cleaning("text.leading=blanks", lambda text: text.lstrip(BLANK))
cleaning("text.leading=white", lambda text: text.lstrip(WHITE))
cleaning("text.leading=controls", lambda text: text.lstrip(CONTROLS))
cleaning("text.trailing=blanks", lambda text: text.rstrip(BLANK))
cleaning("text.trailing=white", lambda text: text.rstrip(WHITE))
cleaning("text.trailing=controls", lambda text: text.rstrip(CONTROLS))
cleaning("text.trailing=line-end", lambda text: text[:-1] if text.endswith("\n") else text)
cleaning("text.line-ends=removed", lambda text: re.sub("[\t\r\n]", "", text))


@change("text.line-ends=authority")
class LineEndOfAuthority(Parser):
    def take_authority(self, scheme, rest):
        authority, rest = super().take_authority(scheme, rest)
        if authority is not None and authority.endswith("\n"):
            authority = authority[:-1]
        return authority, rest


@change("text.backslash=slash")
class BackslashIsSlash(Parser):
    def before(self, text):
        path, rest = until("?#", super().before(text))
        return path.replace("\\", "/") + rest


@change("text.backslash=always")
class BackslashIsAlwaysSlash(Parser):
    def before(self, text):
        return super().before(text).replace("\\", "/")


# ---- Scheme ----

named("scheme.first=letter-or-digit", scheme_begins="A-Za-z0-9")
named("scheme.octets+_", takes={**Parser.takes, "scheme": "_"})
formed("scheme.case=lower", "scheme", lower)


@change("scheme.needed=no")
class SchemeOptional(Replacing):
    def valid(self, text):
        return self.valid_reference(text)


@change("scheme.empty=taken")
class SchemeEmpty(Parser):
    def take_scheme(self, text):
        return ("", text[1:]) if text.startswith(":") else super().take_scheme(text)

    def is_scheme(self, text):
        return text == "" or super().is_scheme(text)


# ---- Where the authority begins and ends ----

class AuthorityBegins(Replacing):
    """A reference without a scheme has its authority after two slashes, here too."""
    def take_authority(self, scheme, rest):
        if scheme is None:
            return super().take_authority(scheme, rest)
        after = rest.lstrip("/")
        if not self.begins(len(rest) - len(after)):
            return None, rest
        return until(self.authority_ends, after)


@change("authority.begin=some")
class AuthorityAfterSome(AuthorityBegins):
    def begins(self, slashes):
        return slashes >= 1


@change("authority.begin=more")
class AuthorityAfterMore(AuthorityBegins):
    def begins(self, slashes):
        return slashes >= 2


@change("authority.begin=any")
class AuthorityAfterAny(AuthorityBegins):
    def begins(self, slashes):
        return True


@change("authority.begin=not-three")
class AuthorityNotAfterThree(Replacing):
    def take_authority(self, scheme, rest):
        return (None, rest) if rest.startswith("///") else super().take_authority(scheme, rest)


@change("authority.wrong=dropped")
class AuthorityDropped(Parser):
    def divide(self, text):
        parts = super().divide(text)
        taken = (parts.host is None or self.is_host(parts.host) and
                 (parts.userinfo is None or self.is_taken("userinfo", parts.userinfo)) and
                 (parts.port is None or self.is_port(parts.port)))
        return parts if taken else parts._replace(userinfo=None, host=None, port=None)


named("authority.end=slash", authority_ends="/")
named("authority.end=slash-fragment", authority_ends="/#")
named("authority.end=slash-query", authority_ends="/?")


invalid("authority.needed=yes", lambda parts: parts.host is None)

# ---- Query and fragment ----


@change("fragment.at=last")
class FragmentLast(Replacing):
    takes = {**Parser.takes, "path": ":@/#", "query": ":@/?#"}

    def take_fragment(self, rest):
        before, mark, fragment = rest.rpartition("#")
        return (before, fragment) if mark else (rest, None)


@change("fragment.wrong=line")
class FragmentLine(Parser):
    def take_fragment(self, rest):
        before, fragment = super().take_fragment(rest)
        return before, fragment if fragment is None else fragment.partition("\n")[0]


@change("query.at=last")
class QueryLast(Replacing):
    takes = {**Parser.takes, "path": ":@/?"}

    def take_query(self, scheme, authority, rest):
        before, mark, query = rest.rpartition("?")
        return (before, query) if mark else (rest, None)


refusing("query.empty=rejected", "query", lambda text: text == "")
refusing("fragment.empty=rejected", "fragment", lambda text: text == "")
formed("query.empty=absent", "query", lambda text: text or None)
formed("query.empty=zero", "query", lambda text: None if text in ("", "0") else text)
formed("fragment.empty=absent", "fragment", lambda text: text or None)
formed("fragment.empty=zero", "fragment", lambda text: None if text in ("", "0") else text)

# ---- Userinfo ----


@change("userinfo.at=first")
class AtFirst(Replacing):
    """Takes what follows the first as the host, with the @ in it."""
    takes = {**Parser.takes, "host": "@"}

    def take_userinfo(self, authority):
        before, mark, rest = authority.partition("@")
        return (before, rest) if mark else (None, authority)


# The last, and an @ before it is part of the userinfo.
named("userinfo.at=last", takes={**Parser.takes, "userinfo": ":@"})


@change("userinfo.at=between")
class AtBetween(Parser):
    def take_userinfo(self, authority):
        before, rest = super().take_userinfo(authority)
        return (before if before is None else before.rpartition("@")[2]), rest


CHANGES["userinfo.at=rejected"] = rejecting("take_userinfo", lambda authority: "@" in authority)
formed("userinfo.empty=absent", "userinfo", lambda text: text or None)
refusing("userinfo.empty=rejected", "userinfo", lambda text: text == "")

# ---- Port ----


@change("port.at=last")
class PortLast(Replacing):
    takes = {**Parser.takes, "host": ":"}

    def take_port(self, rest):
        end = rest.find("]") + 1 if rest.startswith("[") else 0
        host, mark, port = rest[end:].rpartition(":")
        return (rest[:end] + host, port) if mark else (rest, None)


@change("port.wrong=taken")
class PortAny(Replacing):
    def is_port(self, text):
        return True


@change("port.wrong=letters")
class PortLetters(Replacing):
    def is_port(self, text):
        return re.fullmatch("[A-Za-z0-9]*", text) is not None


@change("port.wrong=dropped")
class PortDropped(Parser):
    def take_port(self, rest):
        host, port = super().take_port(rest)
        return host, port if re.fullmatch("[0-9]*", port or "") else None


refusing("port.empty=rejected", "port", lambda text: text == "")
formed("port.empty=absent", "port", lambda text: text or None)
formed("port.zeros=removed", "port", lambda text: text and (text.lstrip("0") or "0"))
refusing("port.zeros=rejected", "port", lambda text: len(text) > 1 and text[0] == "0")
formed("port.zero=absent", "port", lambda text: None if re.fullmatch("0+", text) else text)
refusing("port.zero=rejected", "port", lambda text: re.fullmatch("0+", text))
refusing("port.range=rejected", "port", lambda text: text and int(text) > 65535)
formed("port.range=dropped", "port",
       lambda text: None if text and int(text) > 65535 else text)
refusing("port.range=int", "port", lambda text: text and int(text) > 2147483647)
refusing("port.range=five", "port", lambda text: len(text) > 5)
refusing("port.range=short", "port", lambda text: len(text) > 5 or text and int(text) > 65535)


CHANGES["port.empty=named"] = forming(lambda parts: (
    parts.port == "" and re.fullmatch(r"\[.*\]|[A-Za-z0-9.-]+", parts.host or "")
    and {"port": None}))


@change("path.nothing=one")
class PathOne(Parser):
    def valid(self, text):
        if len(self.before(text)) <= self.before(text).find(":") + 2:
            raise Rejected
        return super().valid(text)


CHANGES["port.default=dropped"] = forming(lambda parts: (
    parts.port is not None and parts.port == SPECIAL.get(lower(parts.scheme or ""))
    and {"port": None}))

# ---- Host ----


def literal(name, pattern):
    """Registers a parser that takes what fits the pattern in brackets, too."""
    CHANGES[name] = altered("is_literal", lambda is_literal, text: (
        is_literal(text) or re.fullmatch(pattern, text, re.DOTALL) is not None))


literal("host.brackets=any", ".*")
literal("host.brackets=loose", "[0-9A-Fa-f:.]*")
literal("host.brackets=plain", f"[{UNRESERVED}!$&'()*+,;=:]*")


@change("host.bracket-open=taken")
class BracketOpen(Parser):
    def is_host(self, text):
        is_open = text.startswith("[") and "]" not in text
        return super().is_host(text[1:] if is_open else text)


CHANGES["host.brackets=rejected"] = altered("is_literal", lambda is_literal, text: False)
CHANGES["host.ipvfuture=no"] = altered("is_future", lambda is_future, text: False)


@change("host.zone=any")
class ZoneAny(Parser):
    def is_literal(self, text):
        address, mark, _ = text.partition("%")
        return super().is_literal(address if mark else text)


@change("host.address-colon=taken")
class AddressColon(Parser):
    def is_literal(self, text):
        more = re.fullmatch(r".*[^:]:", text, re.DOTALL)
        return super().is_literal(text) or (more and re.fullmatch(IPV6, text[:-1]))


@change("host.brackets-hold=all")
class BracketsHold(Parser):
    def take_authority(self, scheme, rest):
        held = re.match(r"//([^/?#@]*@)?\[[^]/?#]*[/?#][^]]*\]", rest)
        if not held:
            return super().take_authority(scheme, rest)
        more, after = until(self.authority_ends, rest[held.end():])
        return held[0][2:] + more, after

    def is_literal(self, text):
        return super().is_literal(text) or any(octet in text for octet in "/?#")


@change("host.after-bracket=taken")
class AfterBracketTaken(Parser):
    def is_host(self, text):
        address, mark, rest = text.partition("]")
        if text.startswith("[") and mark:
            return self.is_literal(address[1:]) and self.is_taken("host", rest)
        return super().is_host(text)


@change("host.after-bracket=dropped")
class AfterBracketDropped(Parser):
    def take_port(self, rest):
        host, port = super().take_port(rest)
        return (host[:host.find("]") + 1], port) if host.startswith("[") and "]" in host \
            else (host, port)


formed("host.brackets-kept=no", "host",
       lambda text: text[1:-1] if text.startswith("[") else text)
refusing("host.empty=rejected", "host", lambda text: text == "")


CHANGES["host.empty-with=no"] = rejecting("formed", lambda parts: (
    parts.host == "" and (parts.userinfo is not None or parts.port is not None)))
formed("host.case=lower", "host",
       lambda text: re.sub(f"{ESCAPE}|[A-Z]",
                           lambda part: part[0] if part[0][0] == "%" else lower(part[0]), text))
formed("host.case=whole", "host", lower)
refusing("host.labels=filled", "host",
         lambda text: text and text[0] != "[" and "" in text.removesuffix(".").split("."))
refusing("host.labels=dots", "host", lambda text: ".." in text)
formed("host.dot=removed", "host", lambda text: text.removesuffix("."))
refusing("host.dot=rejected", "host", lambda text: text.endswith("."))

# ---- Octets and escapes of a part ----

for part_name in ("userinfo", "host", "path", "query", "fragment"):
    named(part_name + ".percent=taken", percent=(part_name,))
    refusing(part_name + ".percent=refused", part_name, lambda text: "%" in text)
    formed(part_name + ".percent=encoded", part_name,
           lambda text: re.sub("%(?![0-9A-Fa-f]{2})", "%25", text))
    CHANGES[part_name + ".percent=encoded"].percent = (part_name,)
    named(part_name + ".octets+ ", takes={**Parser.takes,
                                          part_name: Parser.takes[part_name] + " "})
    named(part_name + '.octets+"<>{}|^`', takes={**Parser.takes, part_name:
                                                 Parser.takes[part_name] + '"<>{}|^`'})
    named(part_name + ".octets-'", refuses={part_name: "'"})
    named(part_name + ".octets+high", takes={**Parser.takes, part_name: Parser.takes[part_name] +
                                             "".join(map(chr, range(0x80, 0x100)))})


named("userinfo.octets-:", refuses={"userinfo": ":"})


def upper(text):
    return re.sub(ESCAPE, lambda escape: escape[0].upper(), text)


def unreserved(text):
    def put(escape):
        octet = chr(int(escape[0][1:], 16))
        return octet if re.match(f"[{UNRESERVED}]", octet) else escape[0]
    return re.sub(ESCAPE, put, text)


for part_name in ("path", "query", "fragment"):
    formed(part_name + ".escapes=upper", part_name, upper)
    formed(part_name + ".escapes=unreserved", part_name, unreserved)
    formed(part_name + ".escapes=both", part_name, lambda text: upper(unreserved(text)))

# ---- Path ----


CHANGES["path.empty=slash"] = forming(lambda parts: (
    parts.host is not None and not parts.path and {"path": "/"}))
CHANGES["path.empty=end"] = forming(lambda parts: (
    parts.host is not None and not parts.path and parts.query is None and parts.fragment is None
    and {"path": "/"}))


@change("path.dots=removed")
class PathDots(Parser):
    def formed(self, parts):
        parts = super().formed(parts)
        if parts.path.startswith("/"):
            parts = parts._replace(path=self.remove_dot_segments(parts.path))
        return parts


formed("path.slashes=joined", "path", lambda text: re.sub("//+", "/", text))


CHANGES["path.slashes=hierarchical"] = forming(lambda parts: (
    (parts.scheme is None or parts.path.startswith("/"))
    and {"path": re.sub("//+", "/", parts.path)}))
invalid("path.rootless=no", lambda parts: (
    parts.host is None and parts.path and not parts.path.startswith("/")))
invalid("path.nothing=no", lambda parts: parts.host is None and not parts.path)


# ---- Resolve ----

def resolved(name, change):
    """Registers a parser that changes the target: `change` gets it, the base and the reference."""
    CHANGES[name] = changed("transform", change)


def unresolved(name, is_rejected):
    """Registers a parser that rejects what the function says of a base and a reference."""
    CHANGES[name] = rejecting("transform", is_rejected)


def merged(name, merge):
    """Registers a parser that changes a merged path: `merge` gets it, the base and the
    reference."""
    CHANGES[name] = altered("merge", lambda right, base, ref: merge(right(base, ref), base, ref))


def is_relative(ref):
    return ref.scheme is None and ref.host is None


def is_bare(ref):
    """Has a reference neither scheme, authority nor path?"""
    return is_relative(ref) and ref.path == ""


def is_opaque(base):
    return base.host is None and not base.path.startswith("/")


def is_lone_segment(base):
    return base.host is None and "/" not in base.path


resolved("resolve.empty=whole", lambda _, base, ref: (
    is_bare(ref) and ref.query is None and ref.fragment is None and {"fragment": base.fragment}))
resolved("resolve.empty=no-query", lambda _, base, ref: (
    is_bare(ref) and ref.query is None and {"query": None}))


@change("resolve.empty=folder-fragment")
class EmptyFolder(Parser):
    def transform(self, base, ref):
        if is_bare(ref) and ref.query is None:
            path = self.remove_dot_segments(self.merge(base, ref)) if base.path else ""
            return super().transform(base, ref)._replace(path=path, query=None)
        return super().transform(base, ref)


@change("resolve.query=folder")
class QueryFolder(Parser):
    def transform(self, base, ref):
        if is_bare(ref) and ref.query is not None and base.path:
            return super().transform(base, ref)._replace(
                path=self.remove_dot_segments(self.merge(base, ref)))
        return super().transform(base, ref)


def dots_kept(name, keeps):
    """Registers a parser that keeps the dots where the function says so of a reference."""
    class DotsKept(Parser):
        keeping = False

        def transform(self, base, ref):
            self.keeping = self.keeping or keeps(ref)
            try:
                return super().transform(base, ref)
            finally:
                self.keeping = False

        def remove_dot_segments(self, path):
            return path if self.keeping else super().remove_dot_segments(path)
    CHANGES[name] = DotsKept


dots_kept("resolve.dots-absolute=kept", lambda ref: ref.scheme is not None)
dots_kept("resolve.dots-authority=kept", lambda ref: ref.scheme is None and ref.host is not None)
dots_kept("resolve.dots-rooted=kept", lambda ref: is_relative(ref) and ref.path.startswith("/"))
dots_kept("resolve.dots-merged=kept", lambda ref: (
    is_relative(ref) and not ref.path.startswith("/")))

merged("resolve.merge-empty=nothing", lambda path, base, ref: (
    path[base.host is not None and not base.path:]))
unresolved("resolve.merge-opaque=rejected", lambda base, ref: is_relative(ref) and is_opaque(base))
merged("resolve.merge-opaque=missing", lambda path, base, ref: (
    "/" + path if is_lone_segment(base) else path))
merged("resolve.merge-opaque=first", lambda path, base, ref: (
    base.path[:1] + path if "/" not in base.path and len(base.path) > 1 else path))
merged("resolve.merge-opaque=after", lambda path, base, ref: (
    base.path + "/" + ref.path if is_lone_segment(base) else path))


@change("resolve.dots-base=query")
class DotsOfBase(Parser):
    def transform(self, base, ref):
        target = super().transform(base, ref)
        if is_bare(ref) and ref.query is not None:
            return target._replace(path=self.remove_dot_segments(target.path))
        return target


CHANGES["resolve.authority-empty=bare"] = changing("transform", lambda base, ref: (
    ref[:4] == (None, None, "", None) and {"host": None}))
unresolved("resolve.base=opaque-fragment", lambda base, ref: (
    is_opaque(base) and ref.scheme is None
    and not (is_bare(ref) and ref.query is None and ref.fragment is not None)))
unresolved("resolve.base=opaque-hash", lambda base, ref: (
    is_opaque(base) and ref.scheme is None and ref.fragment is None))
unresolved("resolve.base=nothing-rejected", lambda base, ref: base.host is None and not base.path)
resolved("resolve.authority-added=any", lambda target, base, ref: (
    target.host is None and {"host": ""}))
resolved("resolve.rooted=query", lambda target, base, ref: (
    not target.path and (target.query is not None or target.fragment is not None)
    and {"path": "/"}))
CHANGES["resolve.absolute=base"] = altered("transform", lambda transform, base, ref: (
    base if ref.scheme is not None else transform(base, ref)))
unresolved("resolve.absolute=rejected", lambda base, ref: ref.scheme is not None)


@change("resolve.above-end=own")
class OwnEnd(Parser):
    def transform(self, base, ref):
        target = super().transform(base, ref)
        merged = ref[:4] == (None, None, None, None) and not ref.path.startswith("/")
        dots = ref.path.split("/")[-1] in (".", "..")
        if dots and not merged:
            return target._replace(path=target.path.removesuffix("/"))
        ends = dots or ref.path.endswith("/")
        return target._replace(path="/") if ends and not target.path else target


@change("resolve.above-end=alone")
class DotsAlone(Replacing):
    def remove_dot_segments(self, path):
        return path if path == "/.." else super().remove_dot_segments(path)


@change("resolve.above-end=dot")
class DotAlone(Replacing):
    def remove_dot_segments(self, path):
        return path if path == "/." else super().remove_dot_segments(path)


@change("resolve.slashes=with-dots")
class SlashesWithDots(Replacing):
    def remove_dot_segments(self, path):
        return super().remove_dot_segments(re.sub("//+", "/", path))


@change("resolve.slashes=after-dots")
class SlashAfterDots(Parser):
    def merge(self, base, ref):
        path = re.sub(r"^((?:\.\.?/)+)/", r"\1", ref.path)
        return super().merge(base, ref._replace(path=path))


@change("resolve.dots-rootless=first")
class KeptAfterFirst(Replacing):
    def remove_dot_segments(self, path):
        if path.startswith("/"):
            return super().remove_dot_segments(path)
        output = []
        segments = path.split("/")
        for i, segment in enumerate(segments):
            if segment not in (".", ".."):
                output.append(segment)
                continue
            if segment == ".." and len(output) == 1:
                output.append("..")
                continue
            if segment == "..":
                output = output[:-1]
            if output and i == len(segments) - 1:
                output.append("")
        return "/".join(output)


@change("resolve.above-root=kept")
class AboveRoot(Replacing):
    def remove_dot_segments(self, path):
        if not path.startswith("/"):
            return super().remove_dot_segments(path)
        output = []
        segments = path[1:].split("/")
        for i, segment in enumerate(segments):
            last = i == len(segments) - 1
            if segment == "..":
                if output and output[-1] != "..":
                    output.pop()
                    output += [""] if last else []
                else:
                    output.append("..")
            elif segment == ".":
                output += [""] if last else []
            else:
                output.append(segment)
        return "/" + "/".join(output)


# ---- Faults that no trait knows ----

UNKNOWN = {
    "a userinfo and a query are rejected": rejecting("formed", lambda parts: (
        parts.userinfo is not None and parts.query is not None)),
    "the query of a reference is put after the base's": changed("transform", lambda _, base, ref: (
        ref.scheme is None and ref.path and ref.query is not None and base.query is not None
        and {"query": base.query + ref.query})),
}


def unknown(name, part, form):
    """Registers a parser that writes a part otherwise, or rejects it where the form is False."""
    def change(parts):
        text = form(getattr(parts, part)) if getattr(parts, part) is not None else None
        if text is False:
            raise Rejected
        return {part: text}
    UNKNOWN[name] = forming(change)


unknown("a query with = is left out", "query", lambda text: None if "=" in text else text)
unknown("a path ends at ;", "path", lambda text: text.partition(";")[0])
unknown("a host of two labels is rejected", "host", lambda text: text.count(".") != 1 and text)
unknown("a fragment is cut after three octets", "fragment", lambda text: text[:3])
unknown("the digits of a port are reversed", "port", lambda text: text[::-1])
unknown("a segment is dropped that is as the one before", "path",
        lambda text: re.sub("(/[^/]+)\\1(?=/|$)", r"\1", text))
unknown("a scheme is cut at +", "scheme", lambda text: text.partition("+")[0])
unknown("a userinfo of one octet is rejected", "userinfo", lambda text: len(text) != 1 and text)
