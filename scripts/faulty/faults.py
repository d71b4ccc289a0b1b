# SPDX-License-Identifier: MIT
"""Parsers that are right except for one fault each; vectors/faults/faults.tsv says what each does.

The name of a parser is that of its class, in small letters with hyphens. The parsers of `CONTROLS`
have no fault: RFC 3986, or the specification of a scheme, permits what they do.
"""

import re

from parser import ESCAPE, UNRESERVED, Parser, Rejected, some

OPERATIONS = ("parse", "resolve", "normalize", "equivalent", "decode", "encode")
TWO_OCTETS = "[\xc2-\xdf][\x80-\xbf]"  # of UTF-8
THREE_OCTETS = "[\xe0-\xef][\x80-\xbf]{2}"
FOUR_OCTETS = "[\xf0-\xf4][\x80-\xbf]{3}"
ESCAPED_THREE_OCTETS = "%[Ee][0-9A-Fa-f](?:%[89ABab][0-9A-Fa-f]){2}"


def operations(parser):
    """Returns the operations as an adapter has them: what raises Rejected is rejected."""
    def rejecting(operation):
        def ask(*texts):
            try:
                return operation(*texts)
            except Rejected:
                return {"status": "rejected"}
        return ask
    return {name: rejecting(getattr(parser, name)) for name in OPERATIONS}


def is_relative(ref):
    return ref.scheme is None and ref.host is None


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


# ---- resolve: what is taken of the base ----

class BaseUserinfoTaken(Parser):
    def transform(self, base, ref):
        if ref.scheme is None and ref.host is not None and ref.userinfo is None:
            ref = ref._replace(userinfo=base.userinfo)
        return super().transform(base, ref)


class BasePortTakenByUser(Parser):
    def transform(self, base, ref):
        if ref.scheme is None and ref.userinfo is not None and ref.port is None:
            ref = ref._replace(port=base.port)
        return super().transform(base, ref)


class BasePortTakenWithEmptyPath(Parser):
    def transform(self, base, ref):
        if ref.scheme is None and ref.host is not None and ref.port is None and ref.path == "":
            ref = ref._replace(port=base.port)
        return super().transform(base, ref)


class AbsoluteTakesUserinfo(Parser):
    def transform(self, base, ref):
        if ref.scheme is not None and ref.port is not None and ref.userinfo is None:
            ref = ref._replace(userinfo=base.userinfo)
        return super().transform(base, ref)


class BaseFragmentKept(Parser):
    def transform(self, base, ref):
        target = super().transform(base, ref)
        if is_relative(ref) and ref.path == "" and ref.query is not None and ref.fragment is None:
            target = target._replace(fragment=base.fragment)
        return target


class QueryLostWithEmptyFragment(Parser):
    def transform(self, base, ref):
        target = super().transform(base, ref)
        if is_relative(ref) and ref.path == "" and ref.query is None and ref.fragment == "":
            target = target._replace(query=None)
        return target


class ZeroReference(Parser):
    def transform(self, base, ref):
        return super().transform(base, ref._replace(path="") if ref.path == "0" else ref)


class ZeroQueryAbsent(Parser):
    def transform(self, base, ref):
        return super().transform(base, ref._replace(query=None) if ref.query == "0" else ref)


# ---- resolve: rootless and empty paths ----

class RootlessAbsoluteSlash(Parser):
    def transform(self, base, ref):
        target = super().transform(base, ref)
        if ref.scheme is not None and ref.host is None and re.fullmatch("[^/].*/", ref.path):
            target = target._replace(path=target.path[:-1])
        return target


class RootlessBaseSlash(Parser):
    def merge(self, base, ref):
        path = super().merge(base, ref)
        return "/" + path if base.host is None and "/" not in base.path else path


class RootlessBaseQuery(Parser):
    def transform(self, base, ref):
        target = super().transform(base, ref)
        rootless = base.host is None and not base.path.startswith("/")
        if rootless and is_relative(ref) and ref.path == "" and ref.query is not None:
            target = target._replace(path="")
        return target


class RootlessUpCrash(Parser):
    def merge(self, base, ref):
        if base.host is None and not base.path.startswith("/") and "../" in ref.path:
            raise RuntimeError("a fault of this parser")
        return super().merge(base, ref)


class BaseQueryGlues(Parser):
    def merge(self, base, ref):
        path = super().merge(base, ref)
        return path[1:] if base.host is not None and base.path == "" and base.query else path


class DotsOverEmptyBasePath(Parser):
    def transform(self, base, ref):
        target = super().transform(base, ref)
        if is_relative(ref) and base.host is not None and base.path == "" and climbs(ref.path):
            target = target._replace(path=target.path[1:])
        return target


class BaseDoubleSlash(Parser):
    def merge(self, base, ref):
        return super().merge(base._replace(path="/") if base.path == "//" else base, ref)


# ---- resolve: dot segments ----

class BaseEndsWithDot(Parser):
    def merge(self, base, ref):
        if re.search(r"/\.\.?\Z", base.path):
            base = base._replace(path=self.remove_dot_segments(base.path).rstrip("/"))
        return super().merge(base, ref)


class DotQuery(Parser):
    def transform(self, base, ref):
        target = super().transform(base, ref)
        if is_relative(ref) and ref.path == "." and ref.query is not None:
            target = target._replace(path=target.path + ".")
        return target


class DoubleDotQuery(Parser):
    def transform(self, base, ref):
        target = super().transform(base, ref)
        if is_relative(ref) and ref.path == ".." and ref.query is not None:
            target = target._replace(path=target.path.rstrip("/"))
        return target


class DoubleDotFragment(Parser):
    def transform(self, base, ref):
        target = super().transform(base, ref)
        if is_relative(ref) and ref.path == ".." and ref.fragment:
            target = target._replace(path=target.path + ref.fragment, fragment=None)
        return target


class DoubleDotEmptySegment(Parser):
    def transform(self, base, ref):
        return super().transform(base, ref._replace(path=ref.path.replace("..//", "../")))


class TerminalUpAboveRoot(Parser):
    def transform(self, base, ref):
        target = super().transform(base, ref)
        if is_relative(ref) and ref.path.endswith("/..") and base.path.startswith("/"):
            if climbs(self.merge(base, ref)[1:]):
                target = target._replace(path=target.path + "..")
        return target


class ThreeDotsUp(Parser):
    def transform(self, base, ref):
        target = super().transform(base, ref)
        if is_relative(ref) and base.path == "/" and ref.path.startswith("..."):
            target = target._replace(path=ref.path[2:])
        return target


class EmptySegmentUp(Parser):
    def remove_dot_segments(self, path):
        return super().remove_dot_segments(re.sub(r"//\.\.(?=/|\Z)", "/..", path))


class DotAtEndOfSegment(Parser):
    def remove_dot_segments(self, path):
        path = super().remove_dot_segments(path)
        return path + "/" if path.endswith(".") else path


# ---- resolve: other ----

class BracketsLost(Parser):
    def transform(self, base, ref):
        if ref.scheme is not None and ref.host is not None:
            ref = ref._replace(host=ref.host.strip("[]"))
        return super().transform(base, ref)


class LoneSegmentFragment(Parser):
    def transform(self, base, ref):
        if is_relative(ref) and ref.query is None and ref.fragment is not None:
            if ref.path and "/" not in ref.path:
                ref = ref._replace(fragment=ref.path + "#" + ref.fragment)
        return super().transform(base, ref)


class ColonSegmentRejected(Parser):
    def transform(self, base, ref):
        if is_relative(ref) and re.match("[.]/[^/]*:", ref.path):
            raise Rejected
        return super().transform(base, ref)


class HashInQuery(Parser):
    def transform(self, base, ref):
        target = super().transform(base, ref)
        return target._replace(query=target.query and target.query.replace("%23", "#"))


# ---- normalize ----

class PasswordWithoutUser(Parser):
    def normal(self, parts):
        if parts.userinfo is not None and parts.userinfo.startswith(":"):
            parts = parts._replace(userinfo=None)
        return super().normal(parts)


class ZeroPassword(Parser):
    def normal(self, parts):
        if parts.userinfo is not None and parts.userinfo.endswith(":0"):
            parts = parts._replace(userinfo=parts.userinfo[:-2])
        return super().normal(parts)


class ZeroFragment(Parser):
    def normal(self, parts):
        return super().normal(parts._replace(fragment=None) if parts.fragment == "0" else parts)


class UserinfoLowercased(Parser):
    def normal(self, parts):
        if parts.userinfo is not None and parts.port is not None:
            parts = parts._replace(userinfo=parts.userinfo.lower())
        return super().normal(parts)


class EmptyHostLost(Parser):
    def normal(self, parts):
        if parts.host == "" and parts.port is not None:
            parts = parts._replace(userinfo=None, host=None, port=None)
        return super().normal(parts)


class UpFirstSlashLost(Parser):
    def normal(self, parts):
        above = parts.host is not None and parts.path.startswith("/../")
        parts = super().normal(parts)
        return parts._replace(path=parts.path[1:]) if above else parts


class HalfUtf8Escape(Parser):
    def unescaped(self, name, text):
        if name == "query" and not is_utf8(text):
            text = re.sub("%[2-7][0-9A-Fa-f]", lambda escape: self.decoded(escape[0]), text)
        return super().unescaped(name, text)


class EscapedTwiceDots(Parser):
    def unescaped(self, name, text):
        if name == "path":
            text = re.sub("%252[Ee]", "%2E", text)
        return super().unescaped(name, text)


class PercentTwiceUserinfo(Parser):
    def unescaped(self, name, text):
        if name == "userinfo":
            text = re.sub("%25(?=[0-9A-Fa-f]{2})", "%", text)
        return super().unescaped(name, text)


class CommaInFragment(Parser):
    def unescaped(self, name, text):
        text = super().unescaped(name, text)
        return text.replace("%2C", ",") if name == "fragment" else text


class PlusInQuery(Parser):
    def unescaped(self, name, text):
        text = super().unescaped(name, text)
        return text.replace("+", "%20") if name == "query" else text


class ColonEscaped(Parser):
    def unescaped(self, name, text):
        text = super().unescaped(name, text)
        return text.replace(":", "%3A") if name == "path" else text


class FragmentSlashEscaped(Parser):
    def unescaped(self, name, text):
        text = super().unescaped(name, text)
        return text.replace("/", "%2F") if name == "fragment" and "=" in text else text


class Utf8ThreeOctetsFragment(Parser):
    def unescaped(self, name, text):
        text = super().unescaped(name, text)
        return re.sub(ESCAPED_THREE_OCTETS, "%EF%BF%BD", text) if name == "fragment" else text


# ---- equivalent ----

class EqualWithoutFragment(Parser):
    def compared(self, parts):
        return super().compared(parts._replace(fragment=None))


class EqualWithoutUserinfo(Parser):
    def compared(self, parts):
        return super().compared(parts._replace(userinfo=None))


class EqualSlashes(Parser):
    def compared(self, parts):
        return super().compared(parts._replace(path=re.sub("//+", "/", parts.path)))


class EqualMailbox(Parser):
    def compared(self, parts):
        if parts.scheme.lower() == "mailto":
            parts = parts._replace(path=parts.path.rpartition("@")[2])
        return super().compared(parts)


class EqualDecodedTwice(Parser):
    def compared(self, parts):
        twice = re.sub("%25(?=[0-9A-Fa-f]{2})", "%", self.recompose(parts))
        return super().compared(self.split(twice))


class EqualEmptyQuery(Parser):
    def compared(self, parts):
        return super().compared(parts._replace(query=parts.query or None))


class EqualPortNumber(Parser):
    def compared(self, parts):
        zeros = parts.port and not parts.port.strip("0")
        return super().compared(parts._replace(port="" if zeros else parts.port))


class EqualQueryCase(Parser):
    def compared(self, parts):
        return super().compared(parts._replace(query=parts.query and parts.query.lower()))


# ---- parse: what is accepted and rejected ----

class Utf8TwoOctetsUserinfo(Parser):
    rules = {**Parser.rules, "userinfo": some(":", f"(?:{ESCAPE}|{TWO_OCTETS})")}


class Utf8FourOctetsQuery(Parser):
    rules = {**Parser.rules, "query": some(":@/?", f"(?:{ESCAPE}|{FOUR_OCTETS})")}


class Utf8ThreeOctetsPath(Parser):
    rules = {**Parser.rules, "path": some(":@/", f"(?:{ESCAPE}|{THREE_OCTETS})")}


class OddOctetsInQuery(Parser):
    def checked(self, parts):
        if parts.host and parts.query is not None:
            super().checked(parts._replace(query=re.sub(r'["<>\\^`{|}]', "_", parts.query)))
            return parts
        return super().checked(parts)


class OddOctetsWithHost(Parser):
    def checked(self, parts):
        if parts.host:
            super().checked(parts._replace(path=re.sub(r'["<>\\^`{|}]', "_", parts.path)))
            return parts
        return super().checked(parts)


class BracketInUserinfo(Parser):
    rules = {**Parser.rules, "userinfo": some(r":\[")}


class SignInEscape(Parser):
    rules = {**Parser.rules, "path": some(":@/", f"(?:{ESCAPE}|%[ +-][0-9A-Fa-f])")}


class EscapeInAddress(Parser):
    def checked(self, parts):
        if parts.host is not None and parts.host.startswith("["):
            super().checked(parts._replace(host=self.decoded(parts.host)))
            return parts
        return super().checked(parts)


class TextBeforeBrackets(Parser):
    def checked(self, parts):
        if parts.host is not None and parts.host.endswith("]"):
            super().checked(parts._replace(host=re.sub(r"\A[A-Za-z0-9.-]+\[", "[", parts.host)))
            return parts
        return super().checked(parts)


class TextAfterBrackets(Parser):
    def checked(self, parts):
        if parts.host is not None and parts.host.startswith("["):
            super().checked(parts._replace(host=re.sub(r"\][A-Za-z0-9.-]+\Z", "]", parts.host)))
            return parts
        return super().checked(parts)


class LastHash(Parser):
    def split(self, text):
        before, _, fragment = text.rpartition("#")
        if re.search(r"\?[^#]*#", before):
            hierarchy, _, query = before.partition("?")
            return super().split(hierarchy)._replace(query=query, fragment=fragment)
        return super().split(text)

    def checked(self, parts):
        super().checked(parts._replace(query=parts.query and parts.query.replace("#", "?")))
        return parts


class SecondQuestionEquals(Parser):
    rules = {**Parser.rules, "query": rf"{some(':@/')}(?:\?{some(':@/?').replace('=', '')})?"}


class EmptyQueryRejected(Parser):
    def checked(self, parts):
        if parts.query == "" and parts.fragment is not None:
            raise Rejected
        return super().checked(parts)


class AddressPrefixRejected(Parser):
    def checked(self, parts):
        if parts.host is not None and re.match(r"[0-9]+(?:\.[0-9]+){3}\.", parts.host):
            raise Rejected
        return super().checked(parts)


class NonUtf8InFragment(Parser):
    def checked(self, parts):
        if parts.fragment is not None and not is_utf8(parts.fragment):
            raise Rejected
        return super().checked(parts)


# ---- parse: what is answered ----

class ZeroHostLost(Parser):
    def shown(self, parts):
        return parts._replace(host="") if parts.host == "0" else parts


class ZeroUserinfoLost(Parser):
    def shown(self, parts):
        return parts._replace(userinfo=None) if parts.userinfo == "0" else parts


class ZeroPortLost(Parser):
    def shown(self, parts):
        return parts._replace(port=None) if parts.port == "0" else parts


class ZeroQueryLost(Parser):
    def shown(self, parts):
        return parts._replace(query=None) if parts.query == "0" else parts


class PercentInUserinfo(Parser):
    def shown(self, parts):
        return parts._replace(userinfo=parts.userinfo and parts.userinfo.replace("%25", "%"))


class PercentInQuery(Parser):
    def shown(self, parts):
        return parts._replace(query=parts.query and parts.query.replace("%25", "%"))


class PercentInFragment(Parser):
    def shown(self, parts):
        return parts._replace(fragment=parts.fragment and parts.fragment.replace("%25", "%"))


class UnderscoreHostLost(Parser):
    def shown(self, parts):
        if parts.host is not None and "_" in parts.host:
            parts = parts._replace(userinfo=None, host=None, port=None)
        return parts


class PortTakesQuery(Parser):
    def shown(self, parts):
        if parts.port and parts.path == "" and parts.query is not None:
            parts = parts._replace(port=parts.port + "?" + parts.query, query=None)
        return parts


class SlashInUserinfo(Parser):
    def shown(self, parts):
        found = re.fullmatch("(/[^@]*:[^@]*)@([^@/]*)(.*)", parts.path)
        if found and parts.host is not None and parts.userinfo is None:
            parts = parts._replace(userinfo=parts.host + found[1], host=found[2], path=found[3])
        return parts


# ---- decode and encode ----

class DecodeTwice(Parser):
    def decoded(self, text):
        return super().decoded(super().decoded(text))


class DecodeReplaces(Parser):
    def decode(self, text):
        if re.search("%[89A-Fa-f]", text) and not is_utf8(text):
            text = re.sub("%[89A-Fa-f][0-9A-Fa-f]", "%EF%BF%BD", text)
        return super().decode(text)


class EncodeKeepsEscapes(Parser):
    def encoded(self, text):
        return re.sub("%25(?=[0-9A-Fa-f]{2})", "%", super().encoded(text))


class EncodeAsUtf8(Parser):
    def encoded(self, text):
        return super().encoded(text.encode("utf-8").decode("latin-1"))


FAULTS = list(Parser.__subclasses__())


# ---- No faults ----

class Right(Parser):
    pass


class MailtoHeaders(Parser):
    def checked(self, parts):
        if parts.scheme == "mailto" and parts.query is not None:
            if not re.fullmatch("[^=&]+=[^=&]*(?:&[^=&]+=[^=&]*)*", parts.query):
                raise Rejected
        return super().checked(parts)


class UrnNames(Parser):
    def checked(self, parts):
        name = "[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]:[^/].*"
        if parts.scheme == "urn" and (parts.host is not None or not re.match(name, parts.path)):
            raise Rejected
        return super().checked(parts)


class HttpHost(Parser):
    def checked(self, parts):
        if parts.scheme in ("http", "https", "ws", "wss") and not parts.host:
            raise Rejected
        return super().checked(parts)


class PortRange(Parser):
    def checked(self, parts):
        super().checked(parts)
        if parts.scheme in ("http", "https", "ws", "wss", "ftp") and parts.port:
            if len(parts.port.lstrip("0")) > 5 or int(parts.port) > 65535:
                raise Rejected
        return parts


class DnsHost(Parser):
    def checked(self, parts):
        if parts.scheme in ("http", "https", "ws", "wss", "ftp") and parts.host:
            if not re.fullmatch(r"\[.*:.*\]|(?:[A-Za-z0-9-]+\.)*[A-Za-z0-9-]+\.?", parts.host):
                raise Rejected
        return super().checked(parts)


class FileHost(Parser):
    def checked(self, parts):
        if parts.scheme == "file" and (parts.userinfo is not None or parts.port is not None):
            raise Rejected
        return super().checked(parts)


class WsFragment(Parser):
    def checked(self, parts):
        if parts.scheme in ("ws", "wss") and parts.fragment is not None:
            raise Rejected
        return super().checked(parts)


class ZoneLetters(Parser):
    def checked(self, parts):
        if parts.host is not None:
            address = re.sub(r"(:[^%]*)%(?![0-9A-Fa-f]{2})[A-Za-z]+\]\Z", r"\1]", parts.host)
            super().checked(parts._replace(host=address))
            return parts
        return super().checked(parts)


class ZoneIds(Parser):
    def checked(self, parts):
        if parts.host is not None and parts.host.startswith("["):
            zone = f"%25(?:[{UNRESERVED}]|{ESCAPE})+]\\Z"
            super().checked(parts._replace(host=re.sub(zone, "]", parts.host)))
            return parts
        return super().checked(parts)


class LooseResolver(Parser):
    def transform(self, base, ref):
        if ref.scheme is not None and ref.scheme.lower() == base.scheme.lower():
            ref = ref._replace(scheme=None)
        return super().transform(base, ref)


class BaseNormalized(Parser):
    def transform(self, base, ref):
        return super().transform(self.normal(base), ref)


class GuardedSlashes(Parser):
    def recompose(self, parts):
        if parts.host is None and parts.path.startswith("//"):
            parts = parts._replace(path="/." + parts.path)
        return super().recompose(parts)


class NothingNormalized(Parser):
    def normal(self, parts):
        return parts


class SchemeNormalized(Parser):
    def normal(self, parts):
        parts = super().normal(parts)
        if parts.port == "" or parts.scheme == "http" and parts.port == "80":
            parts = parts._replace(port=None)
        if parts.host is not None and parts.path == "":
            parts = parts._replace(path="/")
        return parts


class StringsCompared(Parser):
    def compared(self, parts):
        return self.recompose(parts)


class NullRejected(Parser):
    def decode(self, text):
        if "%00" in text:
            raise Rejected
        return super().decode(text)


class EncodeUnreserved(Parser):
    def encoded(self, text):
        return re.sub("[^A-Za-z0-9]", lambda octet: f"%{ord(octet[0]):02X}", text)


CONTROLS = [parser for parser in Parser.__subclasses__() if parser not in FAULTS]


def name_of(parser):
    return re.sub("(?<=[a-z0-9])(?=[A-Z])", "-", parser.__name__).lower()


PARSERS = {name_of(parser): parser for parser in FAULTS + CONTROLS}
