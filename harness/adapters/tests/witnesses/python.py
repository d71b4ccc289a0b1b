#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a parser in Python itself writes for a text (octets.t)."""

import sys


def furl_of(text):
    import furl
    return furl.furl(text).url


def hyperlink_of(text):
    from hyperlink import URL
    return URL.from_text(text).to_text(with_password=True)


def rfc3986_of(text):
    import rfc3986
    return rfc3986.uri_reference(text).unsplit()


def urllib_of(text):
    from urllib.parse import urlsplit
    return urlsplit(text).geturl()


def uritools_of(text):
    import uritools
    return uritools.urisplit(text).geturi()


def yarl_of(text):
    import yarl
    return str(yarl.URL(text))


write = {"python-furl": furl_of, "python-hyperlink": hyperlink_of, "python-rfc3986": rfc3986_of,
         "python-urllib": urllib_of, "python-uritools": uritools_of,
         "python-yarl": yarl_of}[sys.argv[1]]
for line in sys.stdin:
    try:
        print(write(bytes.fromhex(line).decode("utf-8")).encode("utf-8").hex())
    except ValueError:  # it rejects the text
        print("-")
