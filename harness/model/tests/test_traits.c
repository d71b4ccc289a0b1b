/* SPDX-License-Identifier: MIT */
/*
 * Each value of each trait, by a separating text. What the model answers under it was written by
 * hand, from the sentence in the table. Its answer must differ from RFC 3986's, and the judge must
 * count it as a failure just if the table says that RFC 3986 does not allow the value.
 */
#include "model/model.h"

#include "base/base.h"
#include "judge/judge.h"

#include <uriproof/rfc3986.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct row {
    const char *trait, *value;
    const char *text;     /* a tab is between base and reference */
    const char *expected; /* the parts, as `put_answer` writes them; the result; or rejected */
    const char *takes; /* octets that all parts take, since this value is about what they do then */
} row;

static const row rows[] = {
    {"text.nul", "end", "x:/a\\0b", "x: /a", ""},
    {"text.leading", "blanks", "  x:/p", "x: /p", ""},
    {"text.leading", "white", "\t\v x:/p", "x: /p", ""},
    {"text.leading", "controls", "\x01 x:/p", "x: /p", ""},
    {"text.trailing", "blanks", "x:/p  ", "x: /p", ""},
    {"text.trailing", "white", "x:/p\n \t", "x: /p", ""},
    {"text.trailing", "controls", "x:/p\x02", "x: /p", ""},
    {"text.trailing", "line-end", "x:/p\n", "x: /p", ""},
    {"text.line-ends", "removed", "x://a\tb/\r\n", "x: //ab /", ""},
    {"text.line-ends", "authority", "x://h\n/", "x: //h /", ""},
    {"text.utf8", "rejected", "x:/\xc3", "rejected", "\xc3"},

    {"scheme.needed", "no", "//h/p?q", "//h /p ?q", ""},
    {"scheme.needed", "http", "h/p", "http: //h /p", ""},
    {"scheme.wrong", "path", "1a:b", "1a:b", ""},
    {"scheme.wrong", "cleaned", "a_b:/p", "ab: /p", ""},
    {"scheme.wrong", "cleaned", "a%62%:/p", "ab: /p", ""},
    {"scheme.percent", "taken", "a%b:/p", "a%b: /p", ""},
    {"scheme.port", "rejected", "localhost:80", "rejected", ""},
    {"scheme.first", "any", "+a:/p", "+a: /p", ""},
    {"scheme.first", "letter-or-digit", "1a:/p", "1a: /p", ""},
    {"scheme.empty", "taken", ":/p", ": /p", ""},
    {"scheme.empty", "absent", "://h/p", "//h /p", ""},
    {"scheme.case", "lower", "HtTp://h/", "http: //h /", ""},
    {"text.backslash", "slash", "x:\\\\a\\b?\\", "x: //a /b ?\\", "\\"},
    {"text.backslash", "ends", "x://a\\b", "x: //a \\b", "\\"},
    {"text.backslash", "always", "x:?\\#\\", "x:  ?/ #/", "\\"},
    {"authority.begin", "any", "x:h/p", "x: //h /p", ""},
    {"authority.begin", "some", "x:/h/p", "x: //h /p", ""},
    {"authority.begin", "more", "x:///h/p", "x: //h /p", ""},
    {"authority.begin", "never", "x://h/p", "x: //h/p", ""},
    {"authority.begin", "not-three", "x:///h/p", "x: ///h/p", ""},
    {"authority.needed", "yes", "x:/p", "rejected", ""},
    {"authority.end", "slash", "x://h?q/p", "x: //h?q /p", "?#"},
    {"authority.end", "slash-fragment", "x://h?q#f", "x: //h?q  #f", "?"},
    {"authority.end", "slash-query", "x://h#f?q", "x: //h#f  ?q", "#"},
    {"fragment.at", "last", "x:/p#a#b", "x: /p#a #b", ""},
    {"fragment.at", "none", "x:/p#a", "x: /p#a", ""},
    {"query.at", "hierarchical", "x:a?q", "x: a?q", ""},
    {"query.at", "never", "x:/a?q", "x: /a?q", ""},
    {"query.at", "last", "x:/a?b?c", "x: /a?b ?c", ""},
    {"query.at", "rooted", "x:a?q", "x: a?q", ""},
    {"path.rootless", "no", "x:a", "rejected", ""},
    {"path.rootless", "slash", "x:a", "x: /a", ""},
    {"path.nothing", "end", "x:", "rejected", ""},
    {"path.nothing", "no", "x:?q", "rejected", ""},
    {"path.nothing", "one", "x:a", "rejected", ""},
    {"authority.nothing", "end", "x://", "rejected", ""},
    {"authority.nothing", "no", "x://?q", "rejected", ""},
    {"authority.nothing", "absent", "x://?q", "x:  ?q", ""},

    {"host.brackets-hold", "all", "x://u@[/?#]:8/", "x: u@ //[/?#] :8 /", ""},
    {"host.brackets-first", "yes", "x://[::1]@h/", "rejected", "[]"},
    {"userinfo.at", "last", "x://a@b@c/", "x: a@b@ //c /", ""},
    {"userinfo.at", "first", "x://a@b@c/", "x: a@ //b@c /", ""},
    {"userinfo.at", "none", "x://a@b/", "x: //a@b /", ""},
    {"userinfo.at", "rejected", "x://a@b/", "rejected", ""},
    {"userinfo.at", "taken", "x://a%@b/", "x: //a%@b /", ""},
    {"userinfo.at", "between", "x://a@b@c/", "x: b@ //c /", ""},
    {"userinfo.empty", "absent", "x://@h/", "x: //h /", ""},
    {"userinfo.empty", "rejected", "x://@h/", "rejected", ""},
    {"userinfo.password-empty", "absent", "x://u:@h/", "x: u@ //h /", ""},
    {"userinfo.password-empty", "both", "x://:@h/", "x: //h /", ""},
    {"port.at", "last", "x://a:1:2/", "x: //a:1 :2 /", ""},
    {"port.at", "none", "x://a:1/", "x: //a:1 /", ""},
    {"port.at", "rejected", "x://a:1/", "rejected", ""},
    {"port.at", "ends", "x://a:1/", "x: //a :1/", ""},
    {"port.at", "after-host", "x://:1/", "x: //:1 /", ""},
    {"port.wrong", "taken", "x://h:+a/", "x: //h :+a /", ""},
    {"port.wrong", "host", "x://h:a/", "x: //h:a /", ""},
    {"port.wrong", "dropped", "x://h:a/", "x: //h /", ""},
    {"port.wrong", "letters", "x://h:1a/", "x: //h :1a /", ""},
    {"port.wrong", "ends", "x://h:1a/", "x: //h :1 a/", ""},
    {"port.wrong", "slash", "x://h:1a/", "x: //h /:1a/", ""},
    {"port.wrong", "sign", "x://h:+1/", "x: //h :1 /", ""},
    {"port.wrong", "sign-digits", "x://h:\t1a/", "x: //h :1 /", ""},
    {"port.wrong", "sign-some", "x://h: 1a/", "x: //h :1 /", ""},
    {"port.empty", "absent", "x://h:/", "x: //h /", ""},
    {"port.empty", "rejected", "x://h:/", "rejected", ""},
    {"port.empty", "host", "x://h:/", "x: //h: /", ""},
    {"port.empty", "named", "x://h-1.a:/", "x: //h-1.a /", ""},
    {"port.empty", "named", "x://[::1]:/", "x: //[::1] /", ""},
    {"port.zeros", "removed", "x://h:0081/", "x: //h :81 /", ""},
    {"port.zeros", "rejected", "x://h:081/", "rejected", ""},
    {"port.zero", "absent", "x://h:0/", "x: //h /", ""},
    {"port.zero", "rejected", "x://h:0/", "rejected", ""},
    {"port.range", "rejected", "x://h:65536/", "rejected", ""},
    {"port.range", "dropped", "x://h:65536/", "x: //h /", ""},
    {"port.range", "int", "x://h:2147483648/", "rejected", ""},
    {"port.range", "five", "x://h:000080/", "rejected", ""},
    {"port.range", "short", "x://h:000080/", "rejected", ""},
    {"port.range", "short", "x://h:65536/", "rejected", ""},
    {"port.range", "wrapped", "x://h:4294967376/", "x: //h :80 /", ""},
    {"port.default", "dropped", "https://h:443/", "https: //h /", ""},
    {"port.default", "added", "ftp://h/", "ftp: //h :21 /", ""},
    {"port.default", "always", "ftp:", "ftp: :21 ", ""},
    {"authority.wrong", "path", "x://h:a/b", "x: //h:a/b", ""},
    {"authority.wrong", "dropped", "x://h:a/b", "x: /b", ""},

    {"host.brackets", "loose", "x://[1]/", "x: //[1] /", ""},
    {"host.brackets", "any", "x://[ ]/", "x: //[ ] /", ""},
    {"host.brackets", "octets", "x://[a/", "x: //[a /", "["},
    {"host.brackets", "rejected", "x://[::1]/", "rejected", ""},
    {"host.brackets", "host", "x://[a:b]/", "x: //[a:b] /", ""},
    {"host.brackets", "plain", "x://[h!:]/", "x: //[h!:] /", ""},
    {"host.brackets", "whole", "x://[a/", "x: //[a /", "["},
    {"host.brackets", "last", "x://[a]]:1/", "x: //[a]] :1 /", ""},
    {"host.brackets", "whole", "x://[a:1]", "x: //[a:1] ", ""},
    {"host.bracket-open", "taken", "x://[h/", "x: //[h /", ""},
    {"host.ipvfuture", "no", "x://[v1.a]/", "rejected", ""},
    {"host.ipvfuture", "loose", "x://[vz]/", "x: //[vz] /", ""},
    {"host.ipvfuture", "small", "x://[V1.a]/", "rejected", ""},
    {"host.ipvfuture", "small-any", "x://[v1. ]/", "x: //[v1. ] /", ""},
    {"host.zone", "escaped", "x://[fe80::1%25a]/", "x: //[fe80::1%25a] /", ""},
    {"host.zone", "bare", "x://[fe80::1%a]/", "x: //[fe80::1%a] /", ""},
    {"host.zone", "any", "x://[fe80::1%ee1]/", "x: //[fe80::1%ee1] /", ""},
    {"host.zone", "decoded", "x://[fe80::1%25a]/", "x: //[fe80::1%a] /", ""},
    {"host.address", "short", "x://[0:0::ABC:0]/", "x: //[::abc:0] /", ""},
    {"host.address-zeros", "yes", "x://[::01.2.3.004]/", "x: //[::01.2.3.004] /", ""},
    {"host.address-zeros", "three", "x://[::01.2.3.999]/", "x: //[::01.2.3.999] /", ""},
    {"host.address-zeros", "padded", "x://[::01.2.3.004]/", "x: //[::01.2.3.004] /", ""},
    {"host.address-colon", "taken", "x://[1::2:]/", "x: //[1::2:] /", ""},
    {"host.address", "short", "x://[1:0::0.0.1.2]/", "x: //[1::102] /", ""},
    {"host.address", "short", "x://[1::3:4:5:6:7:8]/", "x: //[1:0:3:4:5:6:7:8] /", ""},
    {"host.address", "shorter", "x://[0:0::A]/", "x: //[::a] /", ""},
    {"host.address", "full", "x://[::ffff:1.2.3.4]/",
     "x: //[0000:0000:0000:0000:0000:ffff:0102:0304] /", ""},
    {"host.address", "dotted", "x://[0::FFFF:102:304]/", "x: //[::ffff:1.2.3.4] /", ""},
    {"host.address", "dotted", "x://[::0:1:2:3:4]:1/", "x: //[::1:2:3:4] :1 /", ""},
    {"host.after-bracket", "taken", "x://[::1]a:1/", "x: //[::1]a :1 /", ""},
    {"host.after-bracket", "dropped", "x://[::1]a:1/", "x: //[::1] :1 /", ""},
    {"host.after-bracket", "port", "x://[::1]80/", "x: //[::1] :80 /", ""},
    {"host.after-bracket", "cut", "x://[::1]a:1/", "x: //[::1] /", ""},
    {"host.after-bracket", "ends", "x://[::1]a:1/", "x: //[::1] a:1/", ""},
    {"host.brackets-kept", "no", "x://[::1]/", "x: //::1 /", ""},
    {"host.brackets-kept", "colon", "x://[v1.a]/", "x: //v1.a /", ""},
    {"host.made", "empty", "x:a", "x: // a", ""},
    {"host.made", "rooted", "x:/a", "x: // /a", ""},
    {"host.made", "slashes", "x:/.//a", "x: // //a", ""},
    {"host.empty", "absent", "x:///p", "x: /p", ""},
    {"host.empty", "rejected", "x:///p", "rejected", ""},
    {"host.empty", "bare", "x:///p", "x: /p", ""},
    {"host.empty-with", "no", "x://u@/p", "rejected", ""},
    {"host.empty-with", "dropped", "x://u@:1/p", "x: // /p", ""},
    {"host.empty-with", "port-dropped", "x://u@:1/p", "x: u@ // /p", ""},
    {"host.case", "until-percent", "x://A%2FA/", "x: //a%2FA /", ""},
    {"host.case", "lower", "x://A%2F/", "x: //a%2F /", ""},
    {"host.case", "whole", "x://A%2F/", "x: //a%2f /", ""},
    {"host.labels", "filled", "x://a..b/", "rejected", ""},
    {"host.labels", "dns", "x://-a/", "rejected", ""},
    {"host.labels", "dots", "x://a..b/", "rejected", ""},
    {"host.dot", "removed", "x://a.b./", "x: //a.b /", ""},
    {"host.dot", "rejected", "x://a.b./", "rejected", ""},
    {"host.number", "url", "x://0x7f.1/", "x: //127.0.0.1 /", ""},
    {"host.number", "url", "x://1.2.3.256/", "rejected", ""},
    {"host.number", "inet", "x://1/", "x: //0.0.0.1 /", ""},
    {"host.local", "empty", "x://LocalHost/", "x: // /", ""},
    {"host.local", "only", "x://127.0.0.1/", "x: // /", ""},
    {"host.local", "only", "x://a/", "rejected", ""},
    {"host.wrong", "ends", "x://u@a%/c", "x: u@ //a %/c", ""},
    {"host.escaped", "taken", "x://a%2F/", "rejected", ""},
    {"host.escaped", "high", "x://%61/", "rejected", ""},
    {"host.idna", "checked", "x://a\xef\xbc\x9a/", "rejected", "\xef\xbc\x9a"},
    {"host.idna", "yes",
     "x://B\xc3\xbc"
     "CHER.\xe2\x98\x83\xe3\x80\x82"
     "a/",
     "x: //xn--bcher-kva.xn--n3h.a /", "\xc3\xbc\xe2\x98\x83\xe3\x80\x82"},

    {"userinfo.percent", "taken", "x://%4@h/", "x: %4@ //h /", ""},
    {"userinfo.percent", "encoded", "x://%4@h/", "x: %254@ //h /", ""},
    {"userinfo.percent", "refused", "x://%40@h/", "rejected", ""},
    {"userinfo.percent", "all-encoded", "x://%%41@h/", "x: %25%2541@ //h /", ""},
    {"host.percent", "taken", "x://a%/", "x: //a% /", ""},
    {"host.percent", "encoded", "x://a%/", "x: //a%25 /", ""},
    {"host.percent", "refused", "x://a%20/", "rejected", ""},
    {"host.percent", "all-encoded", "x://a%%41/", "x: //a%25%2541 /", ""},
    {"path.percent", "taken", "x:/%zz", "x: /%zz", ""},
    {"path.percent", "encoded", "x:/%zz", "x: /%25zz", ""},
    {"path.percent", "refused", "x:/%20", "rejected", ""},
    {"path.percent", "all-encoded", "x:/%%41", "x: /%25%2541", ""},
    {"query.percent", "taken", "x:?%", "x:  ?%", ""},
    {"query.percent", "encoded", "x:?%", "x:  ?%25", ""},
    {"query.percent", "refused", "x:?%20", "rejected", ""},
    {"query.percent", "all-encoded", "x:?%%41", "x:  ?%25%2541", ""},
    {"fragment.percent", "taken", "x:#%", "x:  #%", ""},
    {"fragment.percent", "encoded", "x:#%", "x:  #%25", ""},
    {"fragment.percent", "refused", "x:#%20", "rejected", ""},
    {"fragment.percent", "all-encoded", "x:#%%41", "x:  #%25%2541", ""},
    {"userinfo.escapes", "upper", "x://%3a@h/", "x: %3A@ //h /", ""},
    {"userinfo.escapes", "unreserved", "x://%61%3a@h/", "x: a%3a@ //h /", ""},
    {"userinfo.escapes", "both", "x://%61%3a@h/", "x: a%3A@ //h /", ""},
    {"userinfo.escapes", "decoded", "x://%3a@h/", "x: :@ //h /", ""},
    {"userinfo.escapes", "decoded-but-percent", "x://%61%25@h/", "x: a%25@ //h /", ""},
    {"userinfo.escapes", "both-but-dots", "x://%61%2e%3a@h/", "x: a%2E%3A@ //h /", ""},
    {"host.escapes", "upper", "x://%3a/", "x: //%3A /", ""},
    {"host.escapes", "unreserved", "x://%61%3a/", "x: //a%3a /", ""},
    {"host.escapes", "both", "x://%61%3a/", "x: //a%3A /", ""},
    {"host.escapes", "decoded", "x://%3a/", "x: //: /", ""},
    {"host.escapes", "decoded-but-percent", "x://%61%25/", "x: //a%25 /", ""},
    {"host.escapes", "both-but-dots", "x://%61%2e%3a/", "x: //a%2E%3A /", ""},
    {"path.escapes", "upper", "x:/%3a", "x: /%3A", ""},
    {"path.escapes", "unreserved", "x:/%61%3a", "x: /a%3a", ""},
    {"path.escapes", "both", "x:/%61%3a", "x: /a%3A", ""},
    {"path.escapes", "decoded", "x:/%3a", "x: /:", ""},
    {"path.escapes", "decoded-but-percent", "x:/%61%25", "x: /a%25", ""},
    {"path.escapes", "both-but-dots", "x:/%61%2e%3a", "x: /a%2E%3A", ""},
    {"query.escapes", "upper", "x:?%3a", "x:  ?%3A", ""},
    {"query.escapes", "unreserved", "x:?%61%3a", "x:  ?a%3a", ""},
    {"query.escapes", "both", "x:?%61%3a", "x:  ?a%3A", ""},
    {"query.escapes", "decoded", "x:?%3a", "x:  ?:", ""},
    {"query.escapes", "decoded-but-percent", "x:?%61%25", "x:  ?a%25", ""},
    {"query.escapes", "both-but-dots", "x:?%61%2e%3a", "x:  ?a%2E%3A", ""},
    {"fragment.escapes", "upper", "x:#%3a", "x:  #%3A", ""},
    {"fragment.escapes", "unreserved", "x:#%61%3a", "x:  #a%3a", ""},
    {"fragment.escapes", "both", "x:#%61%3a", "x:  #a%3A", ""},
    {"fragment.escapes", "decoded", "x:#%3a", "x:  #:", ""},
    {"fragment.escapes", "decoded-but-percent", "x:#%61%25", "x:  #a%25", ""},
    {"fragment.escapes", "both-but-dots", "x:#%61%2e%3a", "x:  #a%2E%3A", ""},
    {"userinfo.encoded", "all", "x://a|\xc3@h/", "x: a%7C%C3@ //h /", "|\xc3"},
    {"userinfo.encoded", "high", "x://|\xc3@h/", "x: |%C3@ //h /", "|\xc3"},
    {"userinfo.encoded", "url", "x://|\xc3@h/", "x: %7C%C3@ //h /", "|\xc3"},
    {"userinfo.encoded", "url-but-caret", "x://|\xc3@h/", "x: %7C%C3@ //h /", "|\xc3"},
    {"host.encoded", "all", "x://|\xc3/", "x: //%7C%C3 /", "|\xc3"},
    {"host.encoded", "high", "x://|\xc3/", "x: //|%C3 /", "|\xc3"},
    {"host.encoded", "url", "x://|\xc3/", "x: //|%C3 /", "|\xc3"},
    {"host.encoded", "url-but-caret", "x://|\xc3/", "x: //|%C3 /", "|\xc3"},
    {"path.encoded", "all", "x:/|{\xc3", "x: /%7C%7B%C3", "|{\xc3"},
    {"path.encoded", "high", "x:/|{\xc3", "x: /|{%C3", "|{\xc3"},
    {"path.encoded", "url", "x:/|{\xc3", "x: /|%7B%C3", "|{\xc3"},
    {"path.encoded", "url-but-caret", "x:/^{\xc3", "x: /^%7B%C3", "^{\xc3"},
    {"query.encoded", "all", "x:?|\"\xc3", "x:  ?%7C%22%C3", "|\"\xc3"},
    {"query.encoded", "high", "x:?|\"\xc3", "x:  ?|\"%C3", "|\"\xc3"},
    {"query.encoded", "url", "x:?|\"\xc3", "x:  ?|%22%C3", "|\"\xc3"},
    {"query.encoded", "url-but-caret", "x:?|\"\xc3", "x:  ?|%22%C3", "|\"\xc3"},
    {"fragment.encoded", "all", "x:#|`\xc3", "x:  #%7C%60%C3", "|`\xc3"},
    {"fragment.encoded", "high", "x:#|`\xc3", "x:  #|`%C3", "|`\xc3"},
    {"fragment.encoded", "url", "x:#|`\xc3", "x:  #|%60%C3", "|`\xc3"},
    {"fragment.encoded", "url-but-caret", "x:#|`\xc3", "x:  #|%60%C3", "|`\xc3"},
    {"userinfo.encoded", "blanks-high", "x://a |\xc3@h/", "x: a%20|%C3@ //h /", " |\xc3"},
    {"host.encoded", "blanks-high", "x://a |\xc3/", "x: //a%20|%C3 /", " |\xc3"},
    {"path.encoded", "blanks-high", "x:/a |\xc3", "x: /a%20|%C3", " |\xc3"},
    {"query.encoded", "blanks-high", "x:?a |\xc3", "x:  ?a%20|%C3", " |\xc3"},
    {"fragment.encoded", "blanks-high", "x:#a |\xc3", "x:  #a%20|%C3", " |\xc3"},
    {"userinfo.encoded", "lower", "x://z \xc3@h/", "x: z%20%c3@ //h /", " \xc3"},
    {"userinfo.encoded", "underscores", "x://z \x01@h/", "x: z _@ //h /", " \x01"},
    {"userinfo.encoded", "unbracketed", "x://|[@h/", "x: %7C[@ //h /", "|["},
    {"userinfo.encoded", "hash-kept", "x://|[@h/", "x: %7C%5B@ //h /", "|[#"},
    {"userinfo.encoded", "anew", "x://<'%3a@h/", "x: %3C%27:@ //h /", "<"},
    {"host.encoded", "lower", "x://z \xc3/", "x: //z%20%c3 /", " \xc3"},
    {"host.encoded", "underscores", "x://z \x01/", "x: //z _ /", " \x01"},
    {"host.encoded", "unbracketed", "x://|a[/", "x: //%7Ca[ /", "|["},
    {"host.encoded", "hash-kept", "x://|a[/", "x: //%7Ca%5B /", "|[#"},
    {"host.encoded", "anew", "x://<'%3a/", "x: //%3C%27%3A /", "<"},
    {"path.encoded", "lower", "x:/z \xc3", "x: /z%20%c3", " \xc3"},
    {"path.encoded", "underscores", "x:/z \x01", "x: /z _", " \x01"},
    {"path.encoded", "unbracketed", "x:/|[", "x: /%7C[", "|["},
    {"path.encoded", "hash-kept", "x:/|[", "x: /%7C%5B", "|[#"},
    {"path.encoded", "anew", "x:/<'%3a", "x: /%3C%27:", "<"},
    {"query.encoded", "lower", "x:?z \xc3", "x:  ?z+%c3", " \xc3"},
    {"query.encoded", "underscores", "x:?z \x01", "x:  ?z _", " \x01"},
    {"query.encoded", "unbracketed", "x:?|[", "x:  ?%7C[", "|["},
    {"query.encoded", "hash-kept", "x:?|[", "x:  ?%7C%5B", "|[#"},
    {"query.encoded", "anew", "x:?<'%3a", "x:  ?%3C%27:", "<"},
    {"fragment.encoded", "lower", "x:#z \xc3", "x:  #z%20%c3", " \xc3"},
    {"fragment.encoded", "underscores", "x:#z \x01", "x:  #z _", " \x01"},
    {"fragment.encoded", "unbracketed", "x:#|[", "x:  #%7C[", "|["},
    {"fragment.encoded", "hash-kept", "x:#|#", "x:  #%7C#", "|[#"},
    {"fragment.encoded", "anew", "x:#<'%3a", "x:  #%3C%27:", "<"},
    {"path.opaque", "query", "x:a%", "x: a%", ""},
    {"path.opaque", "any", "x:a b%", "x: a b%", ""},
    {"path.opaque", "controls", "x:a b\xc3", "x: a b%C3", ""},
    {"path.empty", "slash", "x://h?q", "x: //h / ?q", ""},
    {"path.empty", "absent", "x://h", "x: //h", ""},
    {"path.empty", "always-slash", "x:", "x: /", ""},
    {"path.empty", "host-slash", "x://h", "x: //h /", ""},
    {"path.empty", "end", "x://h", "x: //h /", ""},
    {"path.empty", "host-slash", "x:?q", "x: ?q", ""},
    {"path.dots", "removed", "x:/a/../b", "x: /b", ""},
    {"path.dots", "escaped", "x:/a/%2e%2E/b", "x: /b", ""},
    {"path.slashes", "joined", "x:/a//b", "x: /a/b", ""},
    {"path.slashes", "hierarchical", "x:/a//b", "x: /a/b", ""},
    {"path.slashes", "front", "x:////a//b", "x: // /a//b", ""},
    {"path.drive", "url", "file:///C:/a\t/b", "file:///C:/b", ""},
    {"path.drive", "url", "file:///C:/a\t../../b", "file:///C:/b", ""},
    {"path.drive", "url", "file:///C|/a", "file: // /C:/a", "|"},
    {"path.drive", "url", "file://C:/a", "file: // /C:/a", ""},
    {"path.root", "dropped", "x:/a", "x: a", ""},
    {"query.empty", "absent", "x:/p?", "x: /p", ""},
    {"query.empty", "rejected", "x:/p?", "rejected", ""},
    {"query.empty", "zero", "x:/p?0", "x: /p", ""},
    {"fragment.empty", "absent", "x:/p#", "x: /p", ""},
    {"fragment.empty", "rejected", "x:/p#", "rejected", ""},
    {"fragment.empty", "zero", "x:/p#0", "x: /p", ""},
    {"fragment.wrong", "dropped", "x:/p#a#b", "x: /p #a", ""},
    {"fragment.wrong", "line", "x:/p#a\n%", "x: /p #a", ""},

    {"scheme.case", "lower", "X:/\t/p", "x:/p", ""},
    {"port.empty", "absent", "x://h:\t/p", "x://h/p", ""},
    {"port.zeros", "removed", "x://h:081\t/p", "x://h:81/p", ""},
    {"port.default", "dropped", "ftp://h:21\t/p", "ftp://h/p", ""},
    {"port.default", "added", "ftp://h\t/p", "ftp://h:21/p", ""},
    {"host.case", "lower", "x://A\t/p", "x://a/p", ""},
    {"host.case", "whole", "x://A%2F\t/p", "x://a%2f/p", ""},
    {"path.empty", "slash", "x:/\t//h", "x://h/", ""},
    {"host.escapes", "both", "x://%61%3a\t/", "x://a%3A/", ""},
    {"host.escapes", "decoded", "x://%3b\t/", "x://;/", ""},
    {"path.escapes", "upper", "x:/\t%3a", "x:/%3A", ""},
    {"path.escapes", "unreserved", "x:/\t%61%3a", "x:/a%3a", ""},
    {"path.escapes", "decoded", "x:/\t%3b", "x:/;", ""},
    {"query.escapes", "both", "x:/\t?%61%3a", "x:/?a%3A", ""},
    {"fragment.escapes", "both", "x:/\t#%61%3a", "x:/#a%3A", ""},
    {"userinfo.escapes", "both", "x:/\t//%61%3a@h", "x://a%3A@h", ""},

    {"resolve.base-wrong", "ref", "x:/a b\tc", "c", ""},
    {"resolve.base-wrong", "absolute", "x:/a b\ty:/c", "y:/c", ""},
    {"resolve.base", "ref-unless-empty", "x:/a/b\t?c", "?c", ""},
    {"resolve.base", "opaque-ref", "x:a/b\t/c", "/c", ""},
    {"resolve.base", "opaque-fragment", "x:a/b\t/c", "rejected", ""},
    {"resolve.base", "opaque-kept", "x:a/b\t//h/c#f", "x:a/b#f", ""},
    {"resolve.base", "opaque-kept", "x:a/b\tc?q", "rejected", ""},
    {"resolve.base", "nothing-rejected", "x:?q\tc", "rejected", ""},
    {"resolve.base", "opaque-hash", "x:a/b\t/c?q", "rejected", ""},
    {"resolve.same-scheme", "yes", "x://h/a/b\tx:/c", "x://h/c", ""},
    {"resolve.same-scheme", "left-out", "x://h/a/b\tx:c", "x://h/a/c", ""},
    {"resolve.same-scheme", "left-out", "x://h/a?q\tX:", "x://h/a?q", ""},
    {"resolve.absolute", "base", "x://h/a\ty:/b", "x://h/a", ""},
    {"resolve.absolute", "text", "x:/a\ty:/b/../c", "y:/b/../c", ""},
    {"resolve.absolute", "rejected", "x://h/a\ty:/b", "rejected", ""},
    {"resolve.empty", "whole", "x:/a?q#f\t", "x:/a?q#f", ""},
    {"resolve.empty", "no-query", "x:/a?q\t", "x:/a", ""},
    {"resolve.empty", "folder", "x:/a/b?q\t", "x:/a/", ""},
    {"resolve.rules", "base", "http://h/a\t//g:80/b", "http://g/b", ""},
    {"resolve.empty", "folder-fragment", "x:/a/b?q\t#f", "x:/a/#f", ""},
    {"resolve.query", "after", "x:/a#f\t?q", "x:/a#f?q", ""},
    {"resolve.query", "folder", "x:/a/b\t?q", "x:/a/?q", ""},
    {"resolve.dots-absolute", "kept", "x:/a\ty:/b/../c", "y:/b/../c", ""},
    {"resolve.dots-authority", "kept", "x:/a\t//g/./c", "x://g/./c", ""},
    {"resolve.dots-rooted", "kept", "x:/a\t/b/../c", "x:/b/../c", ""},
    {"resolve.dots-merged", "kept", "x:/a/b\t../c", "x:/a/../c", ""},
    {"resolve.dots-rootless", "rootless", "x:a/b\t../c", "x:c", ""},
    {"resolve.dots-rootless", "first", "x:a/b\t../c", "x:a/../c", ""},
    {"resolve.dots-escaped", "yes", "x:/a/b\t%2e%2e/c", "x:/c", ""},
    {"resolve.above-root", "kept", "x://h/a\t../c", "x://h/../c", ""},
    {"resolve.merge-empty", "nothing", "x://h\tc", "x://hc", ""},
    {"resolve.merge-empty", "host", "x://\tc", "x://c", ""},
    {"resolve.merge-opaque", "rejected", "x:a\tc", "rejected", ""},
    {"resolve.merge-opaque", "slash", "x:a\tc", "x:/c", ""},
    {"resolve.merge-opaque", "slash", "x:a/b\tc", "x:/a/c", ""},
    {"resolve.merge-opaque", "ref", "x:a/b\tc", "x:c", ""},
    {"resolve.merge-opaque", "ref", "x:a/b\t?q", "x:?q", ""},
    {"resolve.merge-opaque", "missing", "x:a\tc", "x:/c", ""},
    {"resolve.merge-opaque", "first", "x:ab\tc", "x:ac", ""},
    {"resolve.merge-opaque", "after", "x:a\tc", "x:a/c", ""},
    {"resolve.checked", "base", "x:/a\t|%", "x:/|%", ""},
    {"resolve.checked", "none", "x:/|%/a\tb", "x:/|%/b", ""},
    {"resolve.authority-empty", "absent", "x://h/a\t///b", "x://h/b", ""},
    {"resolve.authority-empty", "dropped", "x://h/a\t///b", "x:/b", ""},
    {"resolve.authority-empty", "dropped", "x:///b", "x:/b", ""},
    {"resolve.base-rootless", "empty", "x:a\t?q", "x:?q", ""},
    {"resolve.query", "fragment", "x:/a#f\t?q", "x:/a?q#f", ""},
    {"resolve.query", "empty", "x:/a?q\t?", "x:/a?q", ""},
    {"resolve.authority-empty", "relative", "x://h/a\t//u@/b", "x://h/b", ""},
    {"resolve.authority-empty", "bare", "x://h/a\t///b", "x://h/b", ""},
    {"resolve.authority-empty", "absent", "x:///a/../b", "x:/b", ""},
    {"resolve.dots-absolute", "rooted", "x:/a\ty:b/../c", "y:b/../c", ""},
    {"resolve.dots-base", "first", "x:/a/b/..\tc", "x:/a/c", ""},
    {"resolve.above-end", "nothing", "x:/a\t/..", "x:", ""},
    {"resolve.dots-merged", "front", "x:/a/b\t../c/./d", "x:/c/./d", ""},
    {"resolve.dots-rooted", "front", "x:/a\t/../c/./d", "x:/c/./d", ""},
    {"resolve.above-end", "never", "x:/a/b\t.", "x:/a", ""},
    {"resolve.above-end", "double", "x:/a/b/c\t..", "x:/a", ""},
    {"resolve.above-end", "own", "x:/a\t/b/c/..", "x:/b", ""},
    {"resolve.above-end", "alone", "x:/a\t/..", "x:/..", ""},
    {"resolve.above-end", "dot", "x:/a\t/.", "x:/.", ""},
    {"resolve.above-end", "own", "x:a\t.", "x:/", ""},
    {"resolve.above-end", "own", "x:a\ty:./", "y:/", ""},
    {"resolve.dots-front", "folder", "x:/a\ty:.", "y:./", ""},
    {"resolve.dots-front", "dot", "x:/a\ty:../b", "y:./b", ""},
    {"resolve.slashes", "inner", "x://h//a\tb//c", "x://h//b/c", ""},
    {"resolve.dots-base", "removed", "x:a/../b/..\t?q", "x:/?q", ""},
    {"resolve.dots-base", "query", "x:/a/..\t?q", "x:/?q", ""},
    {"resolve.slashes", "joined", "x:/a//b\tc//d", "x:/a/c/d", ""},
    {"resolve.slashes", "with-dots", "x:/a\t/b//c", "x:/b/c", ""},
    {"resolve.slashes", "with-dots", "x:/b//c", "x:/b/c", ""},
    {"resolve.slashes", "after-dots", "x:/a/b\t.//c", "x:/a/c", ""},
    {"resolve.rooted", "yes", "x:a/b\tc", "x:/a/c", ""},
    {"resolve.rooted", "yes", "x:a\t.", "x:/", ""},
    {"resolve.rooted", "query", "x:/a\ty:?q", "y:/?q", ""},
    {"resolve.rooted", "null", "x://h/a?q\t/", "x://(nil)", ""},
    {"resolve.escapes", "anew", "x:/a\t%3f%3A#%61", "x:/%3F:#a", ""},
    {"resolve.escapes", "colon", "x:/a\t/b:c", "x:/b%3Ac", ""},
    {"resolve.escapes", "hash", "x:/a\t#a#b", "x:/a#a%23b", "#"},
    {"resolve.authority-added", "relative", "x:/a\tb", "x:///b", ""},
    {"resolve.authority-added", "always", "x:/a\ty:/b", "y:///b", ""},
    {"resolve.authority-added", "any", "x:/a\ty:b", "y://b", ""},
    {"resolve.above-root", "rootless", "x:a\t../../c", "x:../../c", ""},
    {"resolve.above-root", "always", "x:/a\t../c", "x:/../c", ""},
    {"resolve.above-root", "joined", "x:/a\t/..//c", "x:/c", ""},
    {"resolve.above-root", "always", "x:/a/../../c", "x:/../c", ""},
    {"resolve.result", "no", "x:/a\tb|c", "x:/b|c", ""},
    {"resolve.slashes-made", "guarded", "x:/a\t.//b", "x:/.//b", ""},
    {"resolve.slashes-made", "printed", "x:/a\t.//b", "x://b", ""},
    {"resolve.slashes-made", "merged", "x:/a\t.//b", "x:/.//b", ""},
    {"resolve.slashes-made", "joined", "x:/a\t.//b", "x:/b", ""},
    {"resolve.colon-made", "guarded", "./b:c", "./b:c", ""},
    {"resolve.colon-made", "rejected", "./b:c", "rejected", ""},

    {"normal.scheme", "kept", "X:/p", "X:/p", ""},
    {"normal.host", "kept", "x://H/", "x://H/", ""},
    {"normal.host", "whole", "x://%CA/", "x://%ca/", ""},
    {"normal.checked", "no", "x:/a|%", "x:/a|%", ""},
    {"normal.hex", "kept", "x:/%3a", "x:/%3a", ""},
    {"normal.escapes", "kept", "x:/%61", "x:/%61", ""},
    {"normal.escapes", "segment", "x:/%3a%2F?%2F", "x:/:%2F?/", ""},
    {"normal.escapes", "all", "x:/%2561", "x:/%61", ""},
    {"normal.dots", "rooted", "x:a/../b", "x:a/../b", ""},
    {"normal.dots", "kept", "x:/a/../b", "x:/a/../b", ""},
    {"normal.port", "http", "http://h:080/", "http://h/", ""},
    {"normal.port", "scheme", "https://h:443/", "https://h/", ""},
    {"normal.port", "empty", "x://h:/", "x://h/", ""},
    {"normal.port", "default", "http://h:80/", "http://h/", ""},
    {"normal.path", "slash", "x://h", "x://h/", ""},
    {"normal.path", "always", "http:", "http:/", ""},
    {"normal.blanks", "stripped", "x:/a ", "x:/a", " "},
    {"normal.local", "empty", "file://localhost/p", "file:///p", ""},
    {"equivalent.by", "parts", "x:/%61\tx:/a", "unlike", ""},
    {"equivalent.slashes-made", "rejected", "x:/a/..//b\tx:/.//b", "rejected", ""},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* A value that shows only together with another deviation. */
static const struct {
    const char *trait, *value, *with, *with_value;
} together[] = {
    {"scheme.empty", "absent", "scheme.needed", "no"},
    {"scheme.wrong", "path", "scheme.needed", "no"},
    {"resolve.checked", "base", "resolve.result", "no"},
    {"resolve.result", "no", "resolve.checked", "base"},
    {"host.wrong", "ends", "path.percent", "taken"},
    {"path.opaque", "query", "query.percent", "taken"},
    {"userinfo.at", "taken", "host.percent", "taken"},
    {"resolve.rules", "base", "port.default", "dropped"},
    {"host.made", "slashes", "path.dots", "removed"},
    {"path.drive", "url", "path.dots", "escaped"},
    {"resolve.colon-made", "guarded", "scheme.needed", "no"},
    {"resolve.colon-made", "rejected", "scheme.needed", "no"},
};

static void put_span(octet_buffer *to, const char *before, uriproof_span span, const char *after)
{
    if (!uriproof_present(span))
        return;
    buffer_add(to, before, strlen(before));
    buffer_add(to, span.octets, span.length);
    buffer_add(to, after, strlen(after));
}

/* Writes the parts with their delimiters, and a blank between parts. A password that does not begin
 * at the first colon is shown after a bar. */
static void put_answer(octet_buffer *to, uriproof_op op, const uriproof_answer *answer)
{
    const uriproof_components *p = &answer->parts.components;
    if (answer->status != ANSWER_ACCEPTED) {
        buffer_add(to, "rejected", 8);
    } else if (op == URIPROOF_EQUIVALENT) {
        buffer_add(to, answer->equal ? "equal" : "unlike", answer->equal ? 5 : 6);
    } else if (op != URIPROOF_PARSE) {
        put_span(to, "", answer->result, "");
    } else {
        const bool is_late = uriproof_present(p->password) && uriproof_present(p->user) &&
                             memchr(p->user.octets, ':', p->user.length) != NULL;
        put_span(to, "", p->scheme, ": ");
        put_span(to, "", is_late ? p->user : p->userinfo, is_late ? "|" : "@ ");
        put_span(to, "", is_late ? p->password : (uriproof_span){NULL, 0}, "@ ");
        put_span(to, "//", p->host, " ");
        put_span(to, ":", p->port, " ");
        put_span(to, "", p->path, " ");
        put_span(to, "?", p->query, " ");
        put_span(to, "#", p->fragment, " ");
        to->length -= to->length > 0;
    }
}

/* Makes the request of a text, whose octets are then in `octets`. */
static uriproof_request request_of(const char *text, char octets[256])
{
    size_t length = 0;
    uriproof_request request = {URIPROOF_PARSE, {{octets, 0}, {NULL, 0}}};
    for (const char *at = text; *at != '\0'; at++) {
        octets[length++] = *at;
        if (at[0] == '\\' && at[1] == '0') {
            octets[length - 1] = '\0';
            at++;
        }
    }
    request.field[0].length = length;
    return request;
}

static uriproof_request request_of_row(const row *r, char octets[256])
{
    uriproof_request request = request_of(r->text, octets);
    const bool compares = strncmp(r->trait, "equivalent.", 11) == 0;
    const bool has_two =
        compares || strncmp(r->trait, "resolve.", 8) == 0 || strchr(r->expected, ' ') == NULL;
    char *tab = memchr(octets, '\t', request.field[0].length);
    if (strncmp(r->trait, "normal.", 7) == 0 ||
        (strncmp(r->trait, "resolve.", 8) == 0 && tab == NULL))
        request.op = URIPROOF_NORMALIZE;
    if (!has_two || tab == NULL)
        return request;
    const size_t length = request.field[0].length;
    request.op = compares ? URIPROOF_EQUIVALENT : URIPROOF_RESOLVE;
    request.field[0].length = (size_t)(tab - octets);
    request.field[1] = (uriproof_span){tab + 1, length - request.field[0].length - 1};
    return request;
}

static unsigned value_named(trait_id id, const char *value)
{
    for (unsigned v = 0; traits[id].values[v].id != NULL; v++)
        if (strcmp(traits[id].values[v].id, value) == 0)
            return v;
    fail_msg("%s has no value %s", traits[id].id, value);
    return 0;
}

static profile profile_of_row(const row *r, bool deviates)
{
    profile p = profile_of_rfc3986(NULL);
    for (const char *octet = r->takes; *octet != '\0'; octet++)
        for (unsigned c = 0; c < PROFILE_CONTEXTS; c++)
            for (unsigned part = OCTETS_USERINFO; part < OCTET_PARTS; part++)
                octet_put(&p.takes[c][part], (unsigned char)*octet, true);
    const trait_id id = trait_named(r->trait);
    assert_int_not_equal(id, TRAIT_COUNT);
    if (deviates)
        profile_set(&p, PROFILE_EVERYWHERE, id, value_named(id, r->value));
    /* Without a scheme is what some values are about. */
    else if (id != TRAIT_COLON_MADE)
        return p;
    for (size_t i = 0; i < sizeof together / sizeof together[0]; i++)
        if (strcmp(together[i].trait, r->trait) == 0 && strcmp(together[i].value, r->value) == 0) {
            const trait_id with = trait_named(together[i].with);
            profile_set(&p, PROFILE_EVERYWHERE, with, value_named(with, together[i].with_value));
        }
    return p;
}

static uriproof_answer ask(const profile *p, const uriproof_request *request, char *octets,
                           size_t capacity)
{
    uriproof_buffer room = {octets, capacity, 0};
    uriproof_answer answer;
    assert_true(model_answer(p, request, &room, &answer, NULL));
    return answer;
}

static char memory[2][32768];

static void test_values(void **state)
{
    (void)state;
    unsigned wrong = 0;
    for (size_t i = 0; i < ROWS; i++) {
        char octets[256];
        octet_buffer words = {0}, own = {0};
        const uriproof_request request = request_of_row(&rows[i], octets);
        const profile p = profile_of_row(&rows[i], true), plain = profile_of_row(&rows[i], false);
        const uriproof_answer given = ask(&p, &request, memory[0], sizeof memory[0]);
        const uriproof_answer usual = ask(&plain, &request, memory[1], sizeof memory[1]);
        put_answer(&words, request.op, &given);
        put_answer(&own, request.op, &usual);
        const bool expected = words.length == strlen(rows[i].expected) && words.octets != NULL &&
                              memcmp(words.octets, rows[i].expected, words.length) == 0;
        if (!expected || model_same(request.op, &usual, &given)) {
            print_message("# %s=%s, %s: \"%.*s\", not \"%s\" (RFC 3986: \"%.*s\")\n", rows[i].trait,
                          rows[i].value, rows[i].text, (int)words.length, words.octets,
                          rows[i].expected, (int)own.length, own.octets);
            wrong++;
        }
        buffer_free(&words);
        buffer_free(&own);
    }
    assert_int_equal(wrong, 0);
}

/* What a value leaves as RFC 3986 has it. */
static void test_values_leave(void **state)
{
    static const row kept[] = {
        {"host.bracket-open", "taken", "x://[::1]/", "", ""},
        {"path.slashes", "hierarchical", "x:a//b", "", ""},
        {"path.drive", "url", "x:///C:/a\t/b", "", ""},
        {"path.drive", "url", "file:///CD:/a\t/b", "", ""},
        {"resolve.slashes", "with-dots", "x:/a//b\t?q", "", ""},
        {"resolve.base", "opaque-fragment", "x:a/b\t#f", "", ""},
        {"resolve.base", "opaque-fragment", "x:a/b\ty:c", "", ""},
        {"resolve.base", "opaque-fragment", "x:/a\t/c", "", ""},
        {"resolve.base", "nothing-rejected", "x://\tc", "", ""},
        {"resolve.base", "opaque-hash", "x:a/b\tc#f", "", ""},
        {"resolve.above-end", "own", "x:/a/b\t.", "", ""},
        {"resolve.rooted", "query", "x:/a\t?q", "", ""},
        {"text.line-ends", "authority", "x://h/a\n", "", ""},
        {"port.empty", "named", "x://_:/", "", ""},
        {"path.nothing", "one", "x:ab", "", ""},
        {"host.made", "slashes", "x:/a", "", ""},
        {"path.empty", "slash", "x:/a\t?q", "", ""},
        {"path.encoded", "anew", "x:/!%61", "", ""},
        {"resolve.dots-base", "query", "x:/a/..\t#f", "", ""},
        {"resolve.authority-empty", "bare", "x://h/a\t//:1/b", "", ""},
        {"resolve.merge-opaque", "first", "x:a/b\tc", "", ""},
        {"resolve.merge-opaque", "missing", "x:a/b\tc", "", ""},
        {"resolve.merge-opaque", "missing", "x:/a\tc", "", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        char octets[256];
        const uriproof_request request = request_of_row(&kept[i], octets);
        const profile p = profile_of_row(&kept[i], true), plain = profile_of_row(&kept[i], false);
        const uriproof_answer given = ask(&p, &request, memory[0], sizeof memory[0]);
        const uriproof_answer usual = ask(&plain, &request, memory[1], sizeof memory[1]);
        if (!model_same(request.op, &usual, &given))
            fail_msg("%s=%s changes %s", kept[i].trait, kept[i].value, kept[i].text);
    }
}

/* ---- Against the judge ---- */

/* The separating answer of an allowed value is good, that of any other a failure. */
static void test_judge(void **state)
{
    static const uriproof_readings defaults = {{0}};
    static const transform_set nothing = {{0}};
    const judge_terms terms = {
        .dialect = &uriproof_rfc3986, .readings = &defaults, .transforms = &nothing};
    unsigned wrong = 0;
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        char octets[256];
        const uriproof_request request = request_of_row(&rows[i], octets);
        const profile p = profile_of_row(&rows[i], true);
        const uriproof_answer given = ask(&p, &request, memory[0], sizeof memory[0]);
        const trait_id id = trait_named(rows[i].trait);
        const model_op op = model_op_of(request.op);
        const bool allowed = (trait_allowed(id, op) >> value_named(id, rows[i].value) & 1) != 0;
        if (allowed != is_wrong_by_dialect(&terms, &request, &given))
            continue;
        print_message("# %s=%s, %s: %s, but the judge says otherwise\n", rows[i].trait,
                      rows[i].value, rows[i].text, allowed ? "allowed" : "a deviation");
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

/* Appendix A, as it prints the sets. */
static void test_octets(void **state)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    static const char *const others[OCTET_PARTS] = {
        [OCTETS_SCHEME] = "+-.",
        [OCTETS_USERINFO] = "-._~!$&'()*+,;=:",
        [OCTETS_HOST] = "-._~!$&'()*+,;=",
        [OCTETS_PATH] = "-._~!$&'()*+,;=:@/",
        [OCTETS_QUERY] = "-._~!$&'()*+,;=:@/?",
        [OCTETS_FRAGMENT] = "-._~!$&'()*+,;=:@/?",
    };
    (void)state;
    for (unsigned part = 0; part < OCTET_PARTS; part++)
        for (unsigned octet = 0; octet < 256; octet++) {
            const bool printed = octet != 0 && (strchr(letters, (int)octet) != NULL ||
                                                strchr(others[part], (int)octet) != NULL);
            assert_int_equal(octet_in(&octets_of_rfc3986[part], (unsigned char)octet), printed);
        }
}

/* Each value but the first has a row above, but those of scheme.known, which says to which schemes
 * others belong. */
static void test_all_values(void **state)
{
    (void)state;
    for (unsigned id = OCTET_PARTS; id < TRAIT_COUNT; id++)
        for (unsigned v = 1; v < trait_value_count((trait_id)id); v++) {
            size_t i = 0;
            while (i < ROWS && (strcmp(rows[i].trait, traits[id].id) != 0 ||
                                strcmp(rows[i].value, traits[id].values[v].id) != 0))
                i++;
            if (i == ROWS && id != TRAIT_SCHEMES)
                fail_msg("no row for %s=%s", traits[id].id, traits[id].values[v].id);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),     cmocka_unit_test(test_values_leave),
        cmocka_unit_test(test_all_values), cmocka_unit_test(test_judge),
        cmocka_unit_test(test_octets),
    };
    return cmocka_run_group_tests_name("traits", tests, NULL, NULL);
}
