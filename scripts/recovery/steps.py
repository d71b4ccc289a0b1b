# SPDX-License-Identifier: MIT
"""A parser of RFC 3986 in the steps of scripts/faulty/parser.py, but smaller ones, so that several
changes can be made at once. It shares no code with the model (harness/model)."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                                "faulty"))

import parser as whole  # noqa: E402
from parser import ESCAPE, UNRESERVED, Parts, Rejected  # noqa: E402,F401 for changes.py


def lower(text):
    """Returns a text in small letters; octets above 7F stay."""
    return re.sub("[A-Z]+", lambda capitals: capitals[0].lower(), text)


def until(stops, text):
    """Divides a text before the first octet of `stops`."""
    end = next((i for i, octet in enumerate(text) if octet in stops), len(text))
    return text[:end], text[end:]


class Parser(whole.Parser):
    """Each part goes through `taken` when it is read, whatever the operation."""

    authority_ends = "/?#"
    fragment_begins, query_begins = "#", "?"
    scheme_begins = "A-Za-z"
    # What a part takes besides unreserved, sub-delims and escapes; and what it does not take.
    takes = {"scheme": "", "userinfo": ":", "host": "", "path": ":@/", "query": ":@/?",
             "fragment": ":@/?"}
    refuses = {}
    percent = ()  # the parts that take a % without two digits

    # ---- Division ----

    def before(self, text):
        return text

    def split(self, text):
        return self.divide(self.before(text))

    def divide(self, text):
        scheme, rest = self.take_scheme(text)
        authority, rest = self.take_authority(scheme, rest)
        rest, fragment = self.take_fragment(rest)
        path, query = self.take_query(scheme, authority, rest)
        userinfo, host, port = (None, None, None)
        if authority is not None:
            userinfo, host, port = self.divide_authority(authority)
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

    def divide_authority(self, authority):
        userinfo, rest = self.take_userinfo(authority)
        return (userinfo, *self.take_port(rest))

    def take_userinfo(self, authority):
        before, mark, rest = authority.rpartition("@")
        return (before, rest) if mark else (None, authority)

    def take_port(self, rest):
        end = rest.find("]") + 1 if rest.startswith("[") else 0
        host, mark, port = rest[end:].partition(":")
        return rest[:end] + host, port if mark else None

    # ---- What is taken ----

    def rule(self, name):
        octets = f"[{UNRESERVED}!$&'()*+,;={re.escape(self.takes[name])}]"
        if name in self.refuses:
            octets = f"(?![{re.escape(self.refuses[name])}]){octets}"
        escape = f"{ESCAPE}|%(?![0-9A-Fa-f]{{2}})" if name in self.percent else ESCAPE
        return f"(?:{octets}|{escape})*"

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
        return re.fullmatch(whole.IPV6, text) is not None or self.is_future(text)

    def is_future(self, text):
        return re.fullmatch(whole.IPVFUTURE, text) is not None

    def is_port(self, text):
        return re.fullmatch("[0-9]*", text) is not None

    def checked(self, parts):
        for name, text in parts._asdict().items():
            check = {"scheme": self.is_scheme, "host": self.is_host, "port": self.is_port}.get(
                name, lambda value, name=name: self.is_taken(name, value))
            if text is not None and not check(text):
                raise Rejected
        if (parts.scheme is None and parts.host is None and
                ":" in parts.path.split("/")[0]):
            raise Rejected
        return self.formed(parts)

    def formed(self, parts):
        """Returns the parts as they are kept."""
        return parts

    # ---- The result ----

    def resolve(self, base, ref):
        target = self.recompose(self.transform(self.valid(base), self.valid_reference(ref)))
        self.valid(target)
        return {"status": "accepted", "uri": target}
