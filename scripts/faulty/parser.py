# SPDX-License-Identifier: MIT
"""A parser of RFC 3986 that is right, in small methods, so that a fault can override one of them,
and several changes can be made at once. It shares no code with the model (harness/model).

A text is a str with one character for each octet (Latin-1). An operation returns its answer as
docs/protocol.md has it, or raises Rejected. The parser was written from the text of the RFC, and
answers as the reference does with every reading at its default.
"""

import functools
import re
from typing import NamedTuple, Optional


class Rejected(Exception):
    """The text does not match the grammar, or nothing is defined for it."""


class Parts(NamedTuple):
    """The parts of a URI reference. None is an undefined part, "" an empty one."""
    scheme: Optional[str]
    userinfo: Optional[str]
    host: Optional[str]  # None if there is no authority
    port: Optional[str]
    path: str
    query: Optional[str]
    fragment: Optional[str]


UNRESERVED = r"A-Za-z0-9._~\-"
ESCAPE = "%[0-9A-Fa-f]{2}"
OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
H16 = "[0-9A-Fa-f]{1,4}"
LS32 = rf"(?:{H16}:{H16}|{OCTET}(?:\.{OCTET}){{3}})"
IPV6 = "|".join((f"(?:{H16}:){{6}}{LS32}",
                 f"::(?:{H16}:){{5}}{LS32}",
                 f"(?:{H16})?::(?:{H16}:){{4}}{LS32}",
                 f"(?:(?:{H16}:){{,1}}{H16})?::(?:{H16}:){{3}}{LS32}",
                 f"(?:(?:{H16}:){{,2}}{H16})?::(?:{H16}:){{2}}{LS32}",
                 f"(?:(?:{H16}:){{,3}}{H16})?::{H16}:{LS32}",
                 f"(?:(?:{H16}:){{,4}}{H16})?::{LS32}",
                 f"(?:(?:{H16}:){{,5}}{H16})?::{H16}",
                 f"(?:(?:{H16}:){{,6}}{H16})?::"))
IPVFUTURE = rf"[vV][0-9A-Fa-f]+\.[{UNRESERVED}!$&'()*+,;=:]+"


def lower(text):
    """Returns a text in small letters; octets above 7F stay."""
    return re.sub("[A-Z]+", lambda capitals: capitals[0].lower(), text)


def until(stops, text):
    """Divides a text before the first octet of `stops`."""
    end = next((i for i, octet in enumerate(text) if octet in stops), len(text))
    return text[:end], text[end:]


class Parser:
    transforms = None  # those that the adapter declares
    authority_ends = "/?#"
    scheme_begins = "A-Za-z"
    # The octets that a part takes besides unreserved, sub-delims and escapes, and does not take.
    takes = {"scheme": "", "userinfo": ":", "host": "", "path": ":@/", "query": ":@/?",
             "fragment": ":@/?"}
    refuses = {}
    others = {}  # what a part takes besides octets, as a pattern
    percent = ()  # the parts that take a % without two digits

    # ---- Operations ----

    def parse(self, uri):
        return {"status": "accepted", "components": self.shown(self.valid(uri))._asdict()}

    def resolve(self, base, ref):
        target = self.recompose(self.transform(self.valid(base), self.valid_reference(ref)))
        try:
            Parser().valid(target)
        except Rejected:
            return {"status": "rejected", "uri": target}
        return {"status": "accepted", "uri": target}

    def normalize(self, uri):
        return {"status": "accepted", "uri": self.recompose(self.normal(self.valid(uri)))}

    def equivalent(self, uri, other):
        one, two = (self.compared(self.valid(text)) for text in (uri, other))
        return {"status": "accepted", "equal": one == two}

    def decode(self, text):
        if re.search(f"%(?!{ESCAPE[1:]})", text):
            raise Rejected
        return {"status": "accepted", "text": self.decoded(text)}

    def encode(self, text):
        return {"status": "accepted", "text": self.encoded(text)}

    # ---- A text and its parts ----

    def shown(self, parts):
        """Returns the parts as `parse` answers them."""
        return parts

    def valid(self, text):
        parts = self.valid_reference(text)
        if parts.scheme is None:
            raise Rejected
        return parts

    def valid_reference(self, text):
        return self.checked(self.split(text))

    def split(self, text):
        return self.divide(self.before(text))

    # ---- Division: Appendix B ----

    def before(self, text):
        """Returns the text that is divided."""
        return text

    def divide(self, text):
        scheme, rest = self.take_scheme(text)
        authority, rest = self.take_authority(scheme, rest)
        rest, fragment = self.take_fragment(rest)
        path, query = self.take_query(scheme, authority, rest)
        userinfo, host, port = (None, None, None)
        if authority is not None:
            userinfo, rest = self.take_userinfo(authority)
            host, port = self.take_port(rest)
        return Parts(scheme, userinfo, host, port, path, query, fragment)

    def take_scheme(self, text):
        before, rest = until(":/?#", text)
        return (before, rest[1:]) if before and rest.startswith(":") else (None, text)

    def take_authority(self, scheme, rest):
        if not rest.startswith("//"):
            return None, rest
        return until(self.authority_ends, rest[2:])

    def take_fragment(self, rest):
        before, mark, fragment = rest.partition("#")
        return before, fragment if mark else None

    def take_query(self, scheme, authority, rest):
        before, mark, query = rest.partition("?")
        return before, query if mark else None

    def take_userinfo(self, authority):
        before, mark, rest = authority.rpartition("@")
        return (before, rest) if mark else (None, authority)

    def take_port(self, rest):
        end = rest.find("]") + 1 if rest.startswith("[") else 0
        host, mark, port = rest[end:].partition(":")
        return rest[:end] + host, port if mark else None

    # ---- What is taken: Appendix A ----

    @functools.lru_cache(maxsize=None)
    def rule(self, name):
        octets = f"[{UNRESERVED}!$&'()*+,;={re.escape(self.takes[name])}]"
        if name in self.refuses:
            octets = f"(?![{re.escape(self.refuses[name])}]){octets}"
        others = [ESCAPE, *(["%(?![0-9A-Fa-f]{2})"] if name in self.percent else ()),
                  *([self.others[name]] if name in self.others else ())]
        return f"(?:{octets}|{'|'.join(others)})*"

    def is_taken(self, name, text):
        return re.fullmatch(self.rule(name), text) is not None

    def is_scheme(self, text):
        octets = f"[A-Za-z0-9+.{re.escape(self.takes['scheme'])}-]"
        return re.fullmatch(f"[{self.scheme_begins}]{octets}*", text) is not None

    def is_host(self, text):
        if text.startswith("[") and text.endswith("]"):
            return self.is_literal(text[1:-1])
        return self.is_taken("host", text)

    def is_literal(self, text):
        return re.fullmatch(IPV6, text) is not None or self.is_future(text)

    def is_future(self, text):
        return re.fullmatch(IPVFUTURE, text) is not None

    def is_port(self, text):
        return re.fullmatch("[0-9]*", text) is not None

    def checked(self, parts):
        for name, text in parts._asdict().items():
            check = {"scheme": self.is_scheme, "host": self.is_host, "port": self.is_port}.get(
                name, lambda value, name=name: self.is_taken(name, value))
            if text is not None and not check(text):
                raise Rejected
        if parts.scheme is None and parts.host is None and ":" in parts.path.split("/")[0]:
            raise Rejected
        return self.formed(parts)

    def formed(self, parts):
        """Returns the parts as they are kept."""
        return parts

    # ---- 5.2 and 5.3 ----

    def transform(self, base, ref):
        if ref.scheme is not None:
            return ref._replace(path=self.remove_dot_segments(ref.path))
        if ref.host is not None:
            return ref._replace(scheme=base.scheme, path=self.remove_dot_segments(ref.path))
        query = ref.query
        if ref.path == "":
            path = base.path
            query = base.query if query is None else query
        elif ref.path.startswith("/"):
            path = self.remove_dot_segments(ref.path)
        else:
            path = self.remove_dot_segments(self.merge(base, ref))
        return base._replace(path=path, query=query, fragment=ref.fragment)

    def merge(self, base, ref):
        if base.host is not None and base.path == "":
            return "/" + ref.path
        return base.path[:base.path.rfind("/") + 1] + ref.path

    def remove_dot_segments(self, path):
        output = []
        while path:
            if path.startswith("../"):
                path = path[3:]
            elif path.startswith("./"):
                path = path[2:]
            elif path.startswith("/./"):
                path = path[2:]
            elif path == "/.":
                path = "/"
            elif path.startswith("/../") or path == "/..":
                path = "/" + path[4:]
                output = output[:-1]
            elif path in (".", ".."):
                path = ""
            else:
                first = re.match("/?[^/]*", path)[0]
                path = path[len(first):]
                output.append(first)
        return "".join(output)

    def recompose(self, parts):
        text = "" if parts.scheme is None else parts.scheme + ":"
        if parts.host is not None:
            text += "//" + ("" if parts.userinfo is None else parts.userinfo + "@") + parts.host
            text += "" if parts.port is None else ":" + parts.port
        text += parts.path
        text += "" if parts.query is None else "?" + parts.query
        return text + ("" if parts.fragment is None else "#" + parts.fragment)

    # ---- 6.2.1 and 6.2.2 ----

    def compared(self, parts):
        """Returns what two URIs have in common if they are equivalent: the parts, since `a:/.//b`
        has no authority and `a://b` has one, though their normal forms are written alike (6.1)."""
        return self.normal(parts)

    def normal(self, parts):
        texts = {name: None if text is None else self.unescaped(name, text)
                 for name, text in parts._asdict().items()}
        texts["scheme"] = texts["scheme"].lower()
        if texts["host"] is not None:
            texts["host"] = re.sub(ESCAPE, lambda escape: escape[0].upper(), texts["host"].lower())
        texts["path"] = self.remove_dot_segments(texts["path"])
        return Parts(**texts)

    def unescaped(self, name, text):
        """Returns a part without escapes of unreserved characters, and the others in capitals."""
        def put(escape):
            octet = chr(int(escape[0][1:], 16))
            return octet if re.match(f"[{UNRESERVED}]", octet) else escape[0].upper()
        return re.sub(ESCAPE, put, text)

    # ---- 2.1 to 2.4 ----

    def decoded(self, text):
        return re.sub(ESCAPE, lambda escape: chr(int(escape[0][1:], 16)), text)

    def encoded(self, text):
        return re.sub(f"[^{UNRESERVED}]", lambda octet: f"%{ord(octet[0]):02X}", text)


# ---- Parsers that differ in one thing ----

def operations(parser, names=("parse", "resolve", "normalize", "equivalent", "decode", "encode")):
    """Returns the operations as an adapter has them: what raises Rejected is rejected."""
    def answering(operation):
        def ask(*texts):
            try:
                return operation(*texts)
            except Rejected:
                return {"status": "rejected"}
        return ask
    return {name: answering(getattr(parser, name)) for name in names}


def altered(hook, alter):
    """Returns a parser with another method `hook`: `alter` gets the method that was there, and the
    arguments."""
    class Altered(Parser):
        pass
    setattr(Altered, hook, lambda self, *arguments: alter(getattr(super(Altered, self), hook),
                                                          *arguments))
    return Altered


def changing(hook, change):
    """Returns a parser that changes the last argument of the method `hook`, which is parts.
    `change` gets the arguments, and returns the parts that are others, if any are."""
    return altered(hook, lambda method, *arguments: method(
        *arguments[:-1], arguments[-1]._replace(**(change(*arguments) or {}))))


def changed(hook, change):
    """Returns a parser that changes the parts that the method `hook` returns. `change` gets them
    and the arguments, and returns those that are others, if any are."""
    def alter(method, *arguments):
        parts = method(*arguments)
        return parts._replace(**(change(parts, *arguments) or {}))
    return altered(hook, alter)


def rejecting(hook, is_rejected):
    """Returns a parser that rejects what `is_rejected` says of the arguments of a method."""
    def alter(method, *arguments):
        if is_rejected(*arguments):
            raise Rejected
        return method(*arguments)
    return altered(hook, alter)
