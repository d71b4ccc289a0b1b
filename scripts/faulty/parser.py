# SPDX-License-Identifier: MIT
"""A parser of RFC 3986 that is right, in small methods, so that a fault can override one of them.

A text is a str with one character for each octet (Latin-1). An operation returns its answer as
docs/protocol.md has it, or raises Rejected. The parser was written from the text of the RFC, and
answers as the reference does with every reading at its default.
"""

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
SPLIT = re.compile(r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
HOST_AND_PORT = re.compile(r"(.*\][^:]*|[^:]*)(?::(.*))?", re.DOTALL)

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


def some(more="", other=ESCAPE):
    """Returns the rule of a part that may have sub-delims, the octets `more`, and `other`."""
    return f"(?:[{UNRESERVED}!$&'()*+,;={more}]|{other})*"


class Parser:
    transforms = None  # those that the adapter declares
    rules = {"scheme": "[A-Za-z][A-Za-z0-9+.-]*", "userinfo": some(":"),
             "host": rf"\[(?:{IPV6}|{IPVFUTURE})\]|{some()}", "port": "[0-9]*",
             "path": some(":@/"), "query": some(":@/?"), "fragment": some(":@/?")}

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

    # ---- Appendices A and B ----

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
        scheme, authority, path, query, fragment = SPLIT.fullmatch(text).groups()
        userinfo = host = port = None
        if authority is not None:
            before, at, rest = authority.rpartition("@")
            userinfo = before if at else None
            host, port = HOST_AND_PORT.fullmatch(rest).groups()
        return Parts(scheme, userinfo, host, port, path, query, fragment)

    def checked(self, parts):
        for name, text in parts._asdict().items():
            if text is not None and not re.fullmatch(self.rules[name], text):
                raise Rejected
        if parts.scheme is None and parts.host is None and ":" in parts.path.split("/")[0]:
            raise Rejected
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
