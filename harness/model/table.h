/* SPDX-License-Identifier: MIT */
/*
 * The table of all traits, in the order of the way of a text. It is included several times, each
 * time for a part of what it says: the ids (traits.h), the names of the values (values.h), and all
 * that people read (traits.c). A file that includes it defines these first; all are undefined
 * after:
 *
 * OCTETS(id, part, risk, clause): a set of octets, in the order of octet_part.
 * TRAIT(id, name, part, risk, clause, asks): a trait, as traits.h tells; what follows is its own.
 * VALUE(id, name, does): a value. RFC 3986 allows the first, which is that of the literal reference
 * under its default readings, and no other; but it allows ALLOWED in each operation, LATER
 * in each but parse, which does not normalize, and IN_FORMS in normalize and equivalent.
 * WITNESSES(...): texts of which at least one tells each two values apart; the last of a trait. A
 * `~` stands for a scheme and its colon, of each kind of scheme or none; `\\0` for a NUL. A tab is
 * between base and reference.
 */

/* The same three questions of five parts. */
#define PERCENT_OF(id, part, sample)                                                               \
    TRAIT(TRAIT_##id, part ".percent", part, TRAIT_RISK_ACCEPT, "rfc3986.bnf.pct-encoded",         \
          "What does it do with a % without two digits in the " part "?")                          \
    VALUE(id##_REJECTED, "rejected", "rejects it")                                                 \
    VALUE(id##_TAKEN, "taken", "takes in the " part " a % without two digits")                     \
    VALUE(id##_ENCODED, "encoded", "writes %25 for a % without two digits in the " part)           \
    VALUE(id##_REFUSED, "refused", "rejects every % in the " part)                                 \
    VALUE(id##_ALL_ENCODED, "all-encoded",                                                         \
          "writes %25 for each % in the " part " if one is without two digits")                    \
    WITNESSES(sample("%4"), sample("%"), sample("%zz"), sample("%61"), sample("%%41"))
#define ESCAPES_OF(id, part, sample)                                                               \
    TRAIT(TRAIT_##id, part ".escapes", part, TRAIT_RISK_FORM, "rfc3986.normal.unreserved",         \
          "What does it make of the escapes of the " part "?")                                     \
    VALUE(id##_KEPT, "kept", "keeps them")                                                         \
    LATER(id##_UPPER, "upper", "writes the digits of escapes of the " part " in upper case")       \
    LATER(id##_UNRESERVED, "unreserved", "decodes escapes of unreserved octets in the " part)      \
    LATER(id##_BOTH, "both",                                                                       \
          "decodes escapes of unreserved octets in the " part ", and writes others in upper case") \
    VALUE(id##_DECODED, "decoded", "decodes all escapes of the " part)                             \
    VALUE(id##_NO_DOTS, "both-but-dots",                                                           \
          "decodes escapes of unreserved octets but the dot in the " part                          \
          ", and writes others in upper case")                                                     \
    VALUE(id##_NO_PERCENT, "decoded-but-percent", "decodes all escapes of the " part " but %25")   \
    WITNESSES(sample("%61"), sample("%c3"), sample("%3a%7e"), sample("%2e%41"), sample("%2520"))
#define ENCODED_OF(id, part, sample)                                                               \
    TRAIT(TRAIT_##id, part ".encoded", part, TRAIT_RISK_FORM, "rfc3986.encoding.data-octet",       \
          "Which octets that it takes besides those of RFC 3986 does it write as escapes in "      \
          "the " part "?")                                                                         \
    VALUE(id##_NONE, "none", "keeps them")                                                         \
    VALUE(id##_ALL, "all", "escapes in the " part " what RFC 3986 does not take there")            \
    VALUE(id##_HIGH, "high", "escapes in the " part " the octets above 7F")                        \
    VALUE(id##_URL, "url", "escapes in the " part " what the URL standard escapes there")          \
    VALUE(id##_URL_CARET, "url-but-caret",                                                         \
          "escapes in the " part " what the URL standard escaped there until 2024, without ^")     \
    VALUE(id##_BLANKS_HIGH, "blanks-high",                                                         \
          "escapes in the " part " spaces, controls and the octets above 7F")                      \
    VALUE(id##_LOWER, "lower",                                                                     \
          "escapes in the " part " spaces (+ in a query) and the octets above 7F, in lower case")  \
    VALUE(id##_UNDERSCORES, "underscores", "writes _ for a control in the " part)                  \
    VALUE(id##_UNBRACKETED, "unbracketed",                                                         \
          "escapes in the " part " what RFC 3986 does not take there, but brackets")               \
    VALUE(id##_HASH_KEPT, "hash-kept",                                                             \
          "escapes in the " part " what RFC 3986 does not take there, but #")                      \
    VALUE(id##_ANEW, "anew",                                                                       \
          "decodes a " part " with an octet but brackets that RFC 3986 does not take there, and "  \
          "escapes it anew, with some sub-delims")                                                 \
    WITNESSES(sample("{"), sample("\xc3\xa9"), sample("["), sample("\""), sample("^"),             \
              sample("`"), sample("|"), sample("<'%3a"))

#define IN_USERINFO(text) "~//" text "@h/"
#define IN_HOST(text)     "~//a" text "b/"
#define IN_PATH(text)     "~/a" text "b"
#define IN_QUERY(text)    "~//h/?a" text "b"
#define IN_FRAGMENT(text) "~//h/#a" text "b"

OCTETS(TRAIT_OCTETS_SCHEME, "scheme", TRAIT_RISK_ACCEPT, "rfc3986.bnf.scheme")
OCTETS(TRAIT_OCTETS_USERINFO, "userinfo", TRAIT_RISK_ACCEPT, "rfc3986.bnf.userinfo")
OCTETS(TRAIT_OCTETS_HOST, "host", TRAIT_RISK_HOST, "rfc3986.bnf.reg-name")
OCTETS(TRAIT_OCTETS_PATH, "path", TRAIT_RISK_ACCEPT, "rfc3986.bnf.pchar")
OCTETS(TRAIT_OCTETS_QUERY, "query", TRAIT_RISK_ACCEPT, "rfc3986.bnf.query")
OCTETS(TRAIT_OCTETS_FRAGMENT, "fragment", TRAIT_RISK_ACCEPT, "rfc3986.bnf.fragment")

/* ---- Before a text is read ---- */

TRAIT(TRAIT_NUL, "text.nul", "text", TRAIT_RISK_HOST, "rfc3986.bnf.pchar",
      "What does it do with a NUL?")
VALUE(NUL_OCTET, "octet", "reads it as any octet")
VALUE(NUL_END, "end", "ends the text at a NUL")
WITNESSES("~//a\\0b/", "~/a\\0b", "~/a?q\\0")

TRAIT(TRAIT_LEADING, "text.leading", "text", TRAIT_RISK_ACCEPT, "rfc3986.bnf.URI-reference",
      "What does it strip from the front of a text?")
VALUE(STRIP_NOTHING, "nothing", "strips nothing")
VALUE(STRIP_BLANKS, "blanks", "strips spaces from the front of a text")
VALUE(STRIP_WHITE, "white", "strips white space from the front of a text")
VALUE(STRIP_CONTROLS, "controls", "strips spaces and controls from the front of a text")
WITNESSES(" ~//h/", "\t~//h/", "\x01~//h/", "\x0b~//h/", "  ~/p")

TRAIT(TRAIT_TRAILING, "text.trailing", "text", TRAIT_RISK_ACCEPT, "rfc3986.bnf.URI-reference",
      "What does it strip from the end of a text?")
VALUE(TRAILING_NOTHING, "nothing", "strips nothing")
VALUE(TRAILING_BLANKS, "blanks", "strips spaces from the end of a text")
VALUE(TRAILING_WHITE, "white", "strips white space from the end of a text")
VALUE(TRAILING_CONTROLS, "controls", "strips spaces and controls from the end of a text")
VALUE(TRAILING_LINE_END, "line-end", "takes a line feed at the end of a text, and drops it")
WITNESSES("~//h/ ", "~//h/\t", "~//h/\x01", "~//h/\n", "~/p\n", "~/p ", "x:/p\n\n")

TRAIT(TRAIT_LINE_ENDS, "text.line-ends", "text", TRAIT_RISK_HOST, "rfc3986.bnf.pchar",
      "What does it do with a tab, CR or LF within a text?")
VALUE(LINE_ENDS_OCTETS, "octets", "reads them as any octet")
VALUE(LINE_ENDS_REMOVED, "removed", "removes tab, CR and LF from a text")
VALUE(LINE_ENDS_AUTHORITY, "authority", "drops a line feed at the end of an authority")
WITNESSES("http://a\tb/", "http://a\n/", "x:/a\nb", "x://a\rb/p")

TRAIT(TRAIT_UTF8, "text.utf8", "text", TRAIT_RISK_ACCEPT, "rfc3986.bnf.pchar",
      "What does it do with octets that are not UTF-8?")
VALUE(UTF8_OCTETS, "octets", "reads them as any octet")
ALLOWED(UTF8_REJECTED, "rejected", "rejects a text that is not UTF-8")
WITNESSES("~//h/\xff", "~/\xc3", "~/a?\x80")

/* ---- Where the parts begin and end ---- */

TRAIT(TRAIT_SCHEME_NEEDED, "scheme.needed", "scheme", TRAIT_RISK_ACCEPT, "rfc3986.bnf.URI",
      "Does a URI need a scheme?")
VALUE(SCHEME_REQUIRED, "yes", "requires one")
VALUE(SCHEME_OPTIONAL, "no", "takes a URI without a scheme")
VALUE(SCHEME_HTTP, "http", "reads a text without a scheme as if http:// were before it")
WITNESSES("/p", "//h/p", "p", "?q", "", "#f")

TRAIT(TRAIT_SCHEME_WRONG, "scheme.wrong", "scheme", TRAIT_RISK_HOST,
      "rfc3986.reference.scheme-prefix", "What does it do with a colon after what is no scheme?")
VALUE(SCHEME_WRONG_REJECTED, "rejected", "rejects it")
VALUE(SCHEME_WRONG_PATH, "path", "reads what is before the first colon, and is no scheme, as path")
VALUE(SCHEME_WRONG_CLEANED, "cleaned", "leaves out of a scheme the octets that it does not take")
WITNESSES("1a:b", "1a://h/p", "_:/p", "%:b", ":b", "://h/")

TRAIT(TRAIT_SCHEME_FIRST, "scheme.first", "scheme", TRAIT_RISK_ACCEPT, "rfc3986.bnf.scheme",
      "With what does a scheme begin?")
VALUE(SCHEME_FIRST_LETTER, "letter", "wants a letter")
VALUE(SCHEME_FIRST_ANY, "any", "takes any octet of a scheme as its first")
VALUE(SCHEME_FIRST_ALNUM, "letter-or-digit", "takes a digit as the first of a scheme")
WITNESSES("1a:/p", "+a:/p", "1a://h/p", "-a:/p")

TRAIT(TRAIT_SCHEME_EMPTY, "scheme.empty", "scheme", TRAIT_RISK_ACCEPT, "rfc3986.bnf.scheme",
      "What does it do with a colon at the start?")
VALUE(SCHEME_EMPTY_WRONG, "wrong", "takes it for no scheme")
VALUE(SCHEME_EMPTY_TAKEN, "taken", "takes an empty scheme")
VALUE(SCHEME_EMPTY_ABSENT, "absent", "drops the colon of an empty scheme")
WITNESSES(":/p", "://h/p", ":p")

TRAIT(TRAIT_SCHEME_CASE, "scheme.case", "scheme", TRAIT_RISK_FORM,
      "rfc3986.normal.scheme-host-case", "In which case does it write a scheme?")
VALUE(SCHEME_CASE_KEPT, "kept", "keeps it")
LATER(SCHEME_CASE_LOWER, "lower", "writes the scheme in lower case")
WITNESSES("HTTP://h/", "X:/p", "FILE:///p", "WS://h/", "x:/a\tHTTP://h/")

TRAIT(TRAIT_SCHEME_PERCENT, "scheme.percent", "scheme", TRAIT_RISK_ACCEPT, "rfc3986.bnf.scheme",
      "Does it take a % in a scheme?")
VALUE(SCHEME_PERCENT_REJECTED, "rejected", "rejects it")
VALUE(SCHEME_PERCENT_TAKEN, "taken", "takes a % in a scheme")
WITNESSES("a%b:/p", "h%74tp://h/", "%61:b", "a%:c")

TRAIT(TRAIT_SCHEMES, "scheme.known", "scheme", TRAIT_RISK_FORM, "rfc3986.scheme.syntax",
      "Have ws and wss the rules of http?")
VALUE(SCHEMES_ALL, "ws", "has the rules of http for ws and wss, if it has any")
ALLOWED(SCHEMES_NO_WS, "no-ws", "has no rules for ws and wss")
WITNESSES("ws://h/p", "wss:/p", "ws:p")

TRAIT(TRAIT_HOST_PORT, "scheme.port", "scheme", TRAIT_RISK_HOST, "rfc3986.bnf.URI",
      "May a number follow the first colon?")
VALUE(HOST_PORT_SCHEME, "taken", "reads what is before the colon as scheme")
VALUE(HOST_PORT_REJECTED, "rejected",
      "rejects a scheme if a number follows up to a slash or the end")
WITNESSES("localhost:80", "~1", "~80/a", "~1?q")

TRAIT(TRAIT_BACKSLASH, "text.backslash", "authority", TRAIT_RISK_HOST,
      "rfc3986.authority.termination", "Is a backslash a slash?")
VALUE(BACKSLASH_OCTET, "no", "reads it as any octet")
VALUE(BACKSLASH_SLASH, "slash", "reads \\ as / before the query")
VALUE(BACKSLASH_ENDS, "ends", "ends the authority at \\, which stays in the path")
VALUE(BACKSLASH_ALWAYS, "always", "reads \\ as / everywhere")
WITNESSES("~//a\\b/", "~\\\\h/", "~/a\\b", "~//u\\@h/", "~/?a\\b", "~/#a\\b")

TRAIT(TRAIT_AUTHORITY_BEGIN, "authority.begin", "authority", TRAIT_RISK_HOST,
      "rfc3986.bnf.hier-part", "Where does an authority begin?")
VALUE(BEGIN_TWO, "two", "begins it after two slashes")
VALUE(BEGIN_ANY, "any", "begins an authority after any slashes, also none")
VALUE(BEGIN_SOME, "some", "begins an authority after one slash or more")
VALUE(BEGIN_MORE, "more", "begins an authority after two slashes or more")
VALUE(BEGIN_NEVER, "never", "reads no authority after two slashes")
VALUE(BEGIN_NOT_THREE, "not-three", "begins an authority after two slashes, but not after three")
WITNESSES("~//h/p", "~/h/p", "~h/p", "~///h/p")

TRAIT(TRAIT_AUTHORITY_NEEDED, "authority.needed", "authority", TRAIT_RISK_ACCEPT,
      "rfc3986.bnf.hier-part", "May the authority be missing?")
VALUE(AUTHORITY_OPTIONAL, "no", "takes a URI without one")
VALUE(AUTHORITY_REQUIRED, "yes", "rejects a URI without authority")
WITNESSES("~/p", "~p", "~", "~?q")

TRAIT(TRAIT_AUTHORITY_END, "authority.end", "authority", TRAIT_RISK_HOST,
      "rfc3986.authority.termination", "Where does the authority end?")
VALUE(END_ALL, "slash-query-fragment", "ends it at /, ? and #")
VALUE(END_SLASH, "slash", "ends the authority at / alone")
VALUE(END_SLASH_FRAGMENT, "slash-fragment", "does not end the authority at ?")
VALUE(END_SLASH_QUERY, "slash-query", "does not end the authority at #")
WITNESSES("~//h?q", "~//h#f", "~//a?u@h/", "~//a#u@h/")

TRAIT(TRAIT_FRAGMENT_AT, "fragment.at", "fragment", TRAIT_RISK_ACCESS,
      "rfc3986.fragment.delimiters", "Which # begins the fragment?")
VALUE(FRAGMENT_FIRST, "first", "takes the first")
VALUE(FRAGMENT_LAST, "last", "begins the fragment at the last #")
VALUE(FRAGMENT_NONE, "none", "reads # as any octet")
WITNESSES("~/p#a#b", "~/p#f", "~/p?q#f", "~a#f")

TRAIT(TRAIT_QUERY_AT, "query.at", "query", TRAIT_RISK_ACCESS, "rfc3986.query.delimiters",
      "Where is a query read?")
VALUE(QUERY_ALWAYS, "always", "reads it in each URI")
VALUE(QUERY_HIERARCHICAL, "hierarchical", "reads a query only after a slash or an authority")
VALUE(QUERY_NEVER, "never", "reads ? as any octet")
VALUE(QUERY_LAST, "last", "begins the query at the last ?")
VALUE(QUERY_ROOTED, "rooted", "reads no query after a path without a root")
WITNESSES("~a?q", "~/a?q", "~?q", "~/a?b?c", "~//h?q")

TRAIT(TRAIT_ROOTLESS, "path.rootless", "path", TRAIT_RISK_ACCEPT, "rfc3986.bnf.path-rootless",
      "May a path after the scheme begin without a slash?")
VALUE(ROOTLESS_TAKEN, "yes", "takes it")
VALUE(ROOTLESS_REJECTED, "no", "rejects a path that does not begin with a slash")
VALUE(ROOTLESS_SLASH, "slash", "writes a slash before a path without one")
WITNESSES("~a", "~a/b?q", "~a@b")

TRAIT(TRAIT_NOTHING, "path.nothing", "path", TRAIT_RISK_ACCEPT, "rfc3986.bnf.path-empty",
      "May neither authority nor path follow the scheme?")
VALUE(NOTHING_TAKEN, "yes", "takes it")
VALUE(NOTHING_END, "end", "rejects a URI that ends after the scheme")
VALUE(NOTHING_REJECTED, "no", "rejects a URI with neither authority nor path")
VALUE(NOTHING_ONE, "one", "rejects a URI that ends after the scheme, or after one octet more")
WITNESSES("~", "~?q", "~#f", "~a", "~/")

TRAIT(TRAIT_AUTHORITY_NOTHING, "authority.nothing", "authority", TRAIT_RISK_ACCEPT,
      "rfc3986.bnf.path-abempty", "May neither authority nor path follow two slashes?")
VALUE(AUTHORITY_NOTHING_TAKEN, "yes", "takes it")
VALUE(AUTHORITY_NOTHING_END, "end", "rejects a URI that ends after the two slashes of an authority")
VALUE(AUTHORITY_NOTHING_NO, "no", "rejects two slashes that neither authority nor path follows")
VALUE(AUTHORITY_NOTHING_ABSENT, "absent",
      "reads no authority after two slashes that neither authority nor path follows")
WITNESSES("~//", "~//?q", "~//#f", "~///")

/* ---- The authority ---- */

TRAIT(TRAIT_BRACKETS_HOLD, "host.brackets-hold", "host", TRAIT_RISK_HOST,
      "rfc3986.authority.termination", "Does / ? or # end an authority between brackets, too?")
VALUE(BRACKETS_HOLD_NO, "no", "ends it there")
VALUE(BRACKETS_HOLD_ALL, "all", "reads / ? and # between brackets as part of the host")
WITNESSES("~//[::1/b]/", "~//[a?b]:1/", "~//u@[v1.a#b]/", "~//[/]")

TRAIT(TRAIT_BRACKETS_FIRST, "host.brackets-first", "host", TRAIT_RISK_HOST,
      "rfc3986.userinfo.at-sign", "Is an @ between brackets the end of a userinfo?")
VALUE(BRACKETS_FIRST_NO, "no", "reads it so")
ALLOWED(BRACKETS_FIRST_YES, "yes", "reads no userinfo in an authority that begins with a bracket")
WITNESSES("~//[a@b]/", "~//[::1]@h/", "~//[@h/")

TRAIT(TRAIT_USERINFO_AT, "userinfo.at", "userinfo", TRAIT_RISK_HOST, "rfc3986.userinfo.at-sign",
      "Which @ ends the userinfo?")
VALUE(AT_ONE, "one", "takes one @ only")
VALUE(AT_LAST, "last", "ends the userinfo at the last @")
VALUE(AT_FIRST, "first", "ends the userinfo at the first @")
VALUE(AT_NONE, "none", "reads @ as part of the host")
VALUE(AT_REJECTED, "rejected", "rejects an authority with an @")
VALUE(AT_TAKEN, "taken", "ends the userinfo at the first @ if it takes all that is before")
VALUE(AT_BETWEEN, "between", "ends the userinfo at the last @, and drops what is before another @")
WITNESSES("~//a@b@c/", "~//u@h/", "~//u:p@h/")

TRAIT(TRAIT_USERINFO_EMPTY, "userinfo.empty", "userinfo", TRAIT_RISK_FORM, "rfc3986.bnf.userinfo",
      "What does it make of an empty userinfo?")
VALUE(USERINFO_EMPTY_KEPT, "kept", "keeps it")
VALUE(USERINFO_EMPTY_ABSENT, "absent", "leaves an empty userinfo out")
VALUE(USERINFO_EMPTY_REJECTED, "rejected", "rejects an empty userinfo")
WITNESSES("~//@h/")

TRAIT(TRAIT_PASSWORD_EMPTY, "userinfo.password-empty", "password", TRAIT_RISK_FORM,
      "rfc3986.bnf.userinfo", "What does it make of an empty password or user?")
VALUE(PASSWORD_EMPTY_KEPT, "kept", "keeps it")
VALUE(PASSWORD_EMPTY_ABSENT, "absent", "leaves an empty password out")
VALUE(PASSWORD_EMPTY_BOTH, "both", "leaves an empty user or password out")
WITNESSES("~//u:@h/", "~//:p@h/", "~//:@h/")

TRAIT(TRAIT_PORT_AT, "port.at", "port", TRAIT_RISK_HOST, "rfc3986.port.colon",
      "Which colon begins the port?")
VALUE(PORT_AT_FIRST, "first", "takes the first")
VALUE(PORT_AT_LAST, "last", "begins the port at the last colon")
VALUE(PORT_AT_NONE, "none", "reads the colon as part of the host")
VALUE(PORT_AT_REJECTED, "rejected", "rejects a port")
VALUE(PORT_AT_ENDS, "ends", "ends the authority at the colon of a port, which begins the path")
VALUE(PORT_AT_HOST, "after-host", "begins the port at the last colon if a host is before it")
WITNESSES("~//a:1:2/", "~//h:1/", "~//a:b:2/")

TRAIT(TRAIT_PORT_WRONG, "port.wrong", "port", TRAIT_RISK_HOST, "rfc3986.bnf.port",
      "What does it do with a port that is no number?")
VALUE(PORT_WRONG_REJECTED, "rejected", "rejects it")
VALUE(PORT_WRONG_TAKEN, "taken", "takes any octets as a port")
VALUE(PORT_WRONG_HOST, "host", "reads a colon without a number as part of the host")
VALUE(PORT_WRONG_DROPPED, "dropped", "drops a port that is no number")
VALUE(PORT_WRONG_LETTERS, "letters", "takes letters and digits as a port")
VALUE(PORT_WRONG_ENDS, "ends", "ends the authority after the digits of a port, even if none")
VALUE(PORT_WRONG_SLASH, "slash",
      "ends the authority before a colon without a number, and puts a slash before it")
VALUE(PORT_WRONG_SIGN, "sign", "reads a port as a number, with white space and a sign before it")
VALUE(PORT_WRONG_SIGN_DIGITS, "sign-digits",
      "reads a port as a number, with white space and a sign before it, and drops the rest")
VALUE(PORT_WRONG_SIGN_SOME, "sign-some",
      "reads a port that begins with a number, with white space and a sign before it, and drops "
      "the rest")
WITNESSES("~//h:a/", "~//h:1a/", "~//h:+1/", "~//h: 1/", "~//u@h:a/")

TRAIT(TRAIT_PORT_EMPTY, "port.empty", "port", TRAIT_RISK_FORM, "rfc3986.port.empty",
      "What does it make of an empty port?")
VALUE(PORT_EMPTY_KEPT, "kept", "keeps it")
LATER(PORT_EMPTY_ABSENT, "absent", "leaves an empty port out")
VALUE(PORT_EMPTY_REJECTED, "rejected", "rejects an empty port")
VALUE(PORT_EMPTY_HOST, "host", "leaves the colon of an empty port in the host")
VALUE(PORT_EMPTY_NAMED, "named",
      "leaves an empty port out after an address or a name of letters, digits, - and .")
WITNESSES("~//h:/", "~//h:", "~//_:/")

TRAIT(TRAIT_PORT_ZEROS, "port.zeros", "port", TRAIT_RISK_FORM, "rfc3986.bnf.port",
      "What does it make of zeros before a port?")
VALUE(PORT_ZEROS_KEPT, "kept", "keeps them")
VALUE(PORT_ZEROS_REMOVED, "removed", "removes the zeros before a port")
VALUE(PORT_ZEROS_REJECTED, "rejected", "rejects a port with a zero before it")
WITNESSES("~//h:0081/", "~//h:081/")

TRAIT(TRAIT_PORT_ZERO, "port.zero", "port", TRAIT_RISK_ACCESS, "rfc3986.bnf.port",
      "What does it make of the port 0?")
VALUE(PORT_ZERO_KEPT, "kept", "keeps it")
VALUE(PORT_ZERO_ABSENT, "absent", "leaves the port 0 out")
VALUE(PORT_ZERO_REJECTED, "rejected", "rejects the port 0")
WITNESSES("~//h:0/", "~//h:00/")

TRAIT(TRAIT_PORT_RANGE, "port.range", "port", TRAIT_RISK_ACCESS, "rfc3986.bnf.port",
      "How great may a port be?")
VALUE(PORT_RANGE_ANY, "any", "takes any number")
VALUE(PORT_RANGE_REJECTED, "rejected", "rejects a port above 65535")
VALUE(PORT_RANGE_DROPPED, "dropped", "drops a port above 65535")
VALUE(PORT_RANGE_INT, "int", "rejects a port above 2147483647")
VALUE(PORT_RANGE_FIVE, "five", "rejects a port of more than five octets")
VALUE(PORT_RANGE_SHORT, "short", "rejects a port of more than five octets, or above 65535")
VALUE(PORT_RANGE_WRAPPED, "wrapped",
      "writes a port above 4294967295 modulo 4294967296, or as 4294967295 if it has more than 64 "
      "bits")
WITNESSES("~//h:65536/", "~//h:2147483648/", "~//h:18446744073709551617/", "~//h:000081/",
          "~//h:4294967376/")

TRAIT(TRAIT_PORT_DEFAULT, "port.default", "port", TRAIT_RISK_FORM, "rfc3986.normal.scheme-based",
      "What does it make of the default port of a scheme?")
VALUE(PORT_DEFAULT_KEPT, "kept", "keeps it")
LATER(PORT_DEFAULT_DROPPED, "dropped", "leaves the default port of a scheme out")
LATER(PORT_DEFAULT_ADDED, "added", "adds the default port of a scheme to a host without port")
VALUE(PORT_DEFAULT_ALWAYS, "always", "gives the default port of a scheme to each URI without port")
WITNESSES("ftp:", "http://h:80/", "http://h/", "ftp://h:21/", "ws://h/", "https://h/",
          "https://h:443/")

TRAIT(TRAIT_AUTHORITY_WRONG, "authority.wrong", "authority", TRAIT_RISK_HOST,
      "rfc3986.bnf.authority", "What does it do with an authority that it does not take?")
VALUE(AUTHORITY_WRONG_REJECTED, "rejected", "rejects it")
VALUE(AUTHORITY_WRONG_PATH, "path", "leaves an authority that it does not take in the path")
VALUE(AUTHORITY_WRONG_DROPPED, "dropped", "leaves an authority out that it does not take")
WITNESSES("~//h:a/", "~//a b/", "~//@/", "~//a@b@c/p", "~//[x]/", "~//%zz/")

/* ---- The host ---- */

TRAIT(TRAIT_BRACKETS, "host.brackets", "host", TRAIT_RISK_HOST, "rfc3986.bnf.IPv6address",
      "What may stand between the brackets of a host?")
VALUE(BRACKETS_ADDRESS, "address", "takes an address of IPv6 only")
VALUE(BRACKETS_LOOSE, "loose", "takes any digits, colons and dots between brackets")
VALUE(BRACKETS_ANY, "any", "takes anything between brackets")
VALUE(BRACKETS_OCTETS, "octets", "reads brackets as any octet of a host")
VALUE(BRACKETS_REJECTED, "rejected", "rejects a host in brackets")
VALUE(BRACKETS_HOST, "host", "takes any octets of a host and colons between brackets")
VALUE(BRACKETS_PLAIN, "plain", "takes letters, digits, - . _ ~ : and sub-delims between brackets")
VALUE(BRACKETS_LAST, "last",
      "takes any octets of a host, colons and brackets up to the last bracket")
VALUE(BRACKETS_WHOLE, "whole",
      "takes anything between brackets that hold all of host and port, and reads others as any "
      "octet of a host")
WITNESSES("~//[::1]/", "~//[x%41]/", "~//[1]/", "~//[x]/", "~//[::1]:1/", "~//[/", "~//[]]/",
          "~//[1::2::3]/", "~//[a@b]/")

TRAIT(TRAIT_BRACKET_OPEN, "host.bracket-open", "host", TRAIT_RISK_ACCEPT, "rfc3986.bnf.IP-literal",
      "May a bracket before a host be left open?")
VALUE(BRACKET_OPEN_REJECTED, "rejected", "rejects a host with a bracket that none closes")
VALUE(BRACKET_OPEN_TAKEN, "taken", "takes [ before a host if no ] closes it")
WITNESSES("~//[/", "~//[h/", "~//u@[h:1/", "~//[")

TRAIT(TRAIT_IPVFUTURE, "host.ipvfuture", "host", TRAIT_RISK_ACCEPT, "rfc3986.bnf.IPvFuture",
      "Does it take an address of a future version?")
VALUE(IPVFUTURE_TAKEN, "yes", "takes it")
VALUE(IPVFUTURE_REJECTED, "no", "rejects [v1.a]")
VALUE(IPVFUTURE_LOOSE, "loose", "takes anything after v in brackets")
VALUE(IPVFUTURE_SMALL, "small", "takes an address of a future version after a small v only")
VALUE(IPVFUTURE_SMALL_ANY, "small-any",
      "takes anything after small v, digits and a dot in brackets")
WITNESSES("~//[v1.a]/", "~//[v1.a.b]/", "~//[V1.a]/", "~//[vF.::]/", "~//[v]/", "~//[vz]/")

TRAIT(TRAIT_ZONE, "host.zone", "host", TRAIT_RISK_HOST, "rfc3986.bnf.IP-literal",
      "May an IPv6 address have a zone?")
VALUE(ZONE_NO, "no", "rejects it")
ALLOWED(ZONE_ESCAPED, "escaped", "takes a zone after %25 (RFC 6874)")
ALLOWED(ZONE_BARE, "bare", "takes a zone after %25, or after a % that is no escape (RFC 6874)")
VALUE(ZONE_ANY, "any", "takes any octets as the zone after a %")
VALUE(ZONE_DECODED, "decoded", "takes a zone after %25, of which it keeps the %")
WITNESSES("~//[fe80::1%25a]/", "~//[fe80::1%a]/", "~//[fe80::1%ee1]/", "~//[fe80::1%25]/",
          "~//[fe80::1%]/")

TRAIT(TRAIT_ADDRESS_ZEROS, "host.address-zeros", "host", TRAIT_RISK_ACCEPT, "rfc3986.bnf.dec-octet",
      "How are the numbers of an address of IPv4 within one of IPv6 written?")
VALUE(ZEROS_NO, "no", "takes 0 to 255 without zeros before them")
VALUE(ZEROS_YES, "yes", "takes zeros before the numbers of IPv4 in an IPv6 address")
VALUE(ZEROS_THREE, "three", "takes any one to three digits as a number of IPv4 in an IPv6 address")
VALUE(ZEROS_PADDED, "padded",
      "takes zeros before the numbers of IPv4 in an IPv6 address, of up to three digits")
WITNESSES("~//[::01.2.3.4]/", "~//[::1.02.3.4]/", "~//[::1.2.3.256]/", "~//[::1.2.3.0004]/")

TRAIT(TRAIT_ADDRESS_COLON, "host.address-colon", "host", TRAIT_RISK_ACCEPT,
      "rfc3986.bnf.IPv6address", "May a colon end an IPv6 address?")
VALUE(ADDRESS_COLON_NO, "no", "rejects it")
VALUE(ADDRESS_COLON_TAKEN, "taken", "takes a colon after the last number of an IPv6 address")
WITNESSES("~//[::1:]/", "~//[1:2:3:4:5:6:7:8:]/", "~//[1::2:]/")

TRAIT(TRAIT_ADDRESS, "host.address", "host", TRAIT_RISK_FORM, "rfc3986.bnf.IPv6address",
      "How does it write an IPv6 address?")
VALUE(ADDRESS_KEPT, "kept", "keeps it")
VALUE(ADDRESS_SHORT, "short", "writes an IPv6 address as RFC 5952 does, without numbers of IPv4")
VALUE(ADDRESS_DOTTED, "dotted",
      "writes an IPv6 address as RFC 5952 does, and one that stands for an IPv4 address with its "
      "numbers")
VALUE(ADDRESS_FULL, "full", "writes an IPv6 address as eight numbers of four digits")
VALUE(ADDRESS_SHORTER, "shorter",
      "writes an IPv6 address as RFC 5952 does if that has fewer octets")
WITNESSES("~//[0:0::1]/", "~//[::ffff:1.2.3.4]/", "~//[1:0:0:2::]/", "~//[::1.2.3.4]/", "~//[A::]/")

TRAIT(TRAIT_AFTER_BRACKET, "host.after-bracket", "host", TRAIT_RISK_HOST, "rfc3986.bnf.IP-literal",
      "May anything but a port follow the bracket?")
VALUE(AFTER_NO, "no", "rejects it")
VALUE(AFTER_TAKEN, "taken", "takes what follows the bracket as part of the host")
VALUE(AFTER_DROPPED, "dropped", "drops what follows the bracket")
VALUE(AFTER_PORT, "port", "reads what follows the bracket as the port")
VALUE(AFTER_CUT, "cut", "drops what follows the bracket, also a port after it")
VALUE(AFTER_ENDS, "ends", "ends the authority at what follows the bracket, which begins the path")
WITNESSES("~//[::1]a/", "~//[::1]1/", "~//[::1]a:1/", "~//[::1]./")

TRAIT(TRAIT_BRACKETS_KEPT, "host.brackets-kept", "host", TRAIT_RISK_FORM, "rfc3986.host.brackets",
      "Are brackets part of the host?")
VALUE(BRACKETS_KEPT, "yes", "keeps them")
VALUE(BRACKETS_LEFT_OUT, "no", "leaves the brackets of a host out")
VALUE(BRACKETS_COLON, "colon", "leaves the brackets of a host out if no colon is between them")
WITNESSES("~//[::1]/")

TRAIT(TRAIT_HOST_MADE, "host.made", "host", TRAIT_RISK_FORM, "rfc3986.recompose.undefined",
      "Has a URI without authority a host?")
VALUE(HOST_MADE_NO, "no", "has none")
VALUE(HOST_MADE_EMPTY, "empty", "gives an empty host to a URI without authority")
VALUE(HOST_MADE_ROOTED, "rooted", "gives an empty host to a path with a root and no authority")
VALUE(HOST_MADE_SLASHES, "slashes", "gives an empty host to a path that has become //")
WITNESSES("~/.//p", "~/p", "~p", "~", "~?q")

TRAIT(TRAIT_HOST_EMPTY, "host.empty", "host", TRAIT_RISK_HOST, "rfc3986.host.empty",
      "What does it make of an empty host?")
VALUE(HOST_EMPTY_KEPT, "kept", "keeps it")
VALUE(HOST_EMPTY_ABSENT, "absent", "leaves an empty host out")
VALUE(HOST_EMPTY_REJECTED, "rejected", "rejects an empty host")
VALUE(HOST_EMPTY_BARE, "bare", "leaves out the host of an empty authority, but no other empty host")
WITNESSES("~///p", "~//", "~//?q")

TRAIT(TRAIT_HOST_ALONE, "host.empty-with", "host", TRAIT_RISK_ACCEPT, "rfc3986.bnf.authority",
      "May an empty host have a userinfo or a port?")
VALUE(HOST_ALONE_TAKEN, "yes", "treats it as any empty host")
VALUE(HOST_ALONE_REJECTED, "no", "rejects an empty host with a userinfo or a port")
VALUE(HOST_ALONE_DROPPED, "dropped", "leaves a userinfo or a port of an empty host out")
VALUE(HOST_ALONE_PORT_DROPPED, "port-dropped", "leaves a port of an empty host out")
WITNESSES("~//u@/p", "~//:1/p", "~//u@:1/", "~//@/")

TRAIT(TRAIT_HOST_CASE, "host.case", "host", TRAIT_RISK_FORM, "rfc3986.normal.scheme-host-case",
      "In which case does it write a host?")
VALUE(CASE_KEPT, "kept", "keeps it")
LATER(CASE_LOWER, "lower", "writes the host in lower case")
LATER(CASE_WHOLE, "whole", "writes the host in lower case, also the digits of its escapes")
VALUE(CASE_UNTIL_PERCENT, "until-percent", "writes the host in lower case up to its first %")
WITNESSES("~//H/", "~//[::A]/", "~//A%2F/")

TRAIT(TRAIT_HOST_LABELS, "host.labels", "host", TRAIT_RISK_ACCEPT, "rfc3986.bnf.reg-name",
      "What are the labels of a host?")
VALUE(LABELS_ANY, "any", "takes any")
VALUE(LABELS_FILLED, "filled", "rejects a host with an empty label")
VALUE(LABELS_DNS, "dns", "rejects an empty label of a host, or one with a hyphen at an end")
VALUE(LABELS_DOTS, "dots", "rejects a host with two dots in a row")
WITNESSES("~//a..b/", "~//.a/", "~//-a/", "~//a-/", "~//a./", "~//./")

TRAIT(TRAIT_HOST_DOT, "host.dot", "host", TRAIT_RISK_HOST, "rfc3986.bnf.reg-name",
      "What does it make of the dot at the end of a host?")
VALUE(DOT_KEPT, "kept", "keeps it")
VALUE(DOT_REMOVED, "removed", "removes the dot at the end of a host")
VALUE(DOT_REJECTED, "rejected", "rejects a host with a dot at its end")
WITNESSES("~//a./", "~//a.b./")

TRAIT(TRAIT_HOST_NUMBER, "host.number", "host", TRAIT_RISK_HOST, "rfc3986.host.first-match",
      "Is a host of numbers an address of IPv4?")
VALUE(NUMBER_NAME, "name", "reads it as a name if it is no address")
VALUE(NUMBER_URL, "url",
      "reads a host that ends in a number as the URL standard does (0x1 is 0.0.0.1)")
VALUE(NUMBER_INET, "inet", "writes what inet_aton takes as an address of IPv4 (1 is 0.0.0.1)")
WITNESSES("~//1.2.3.256/", "~//0x7f.1/", "~//1/", "~//1.2.3/", "~//1.2.3.04/", "~//a.1/",
          "~//1.2.3.4.5/")

TRAIT(TRAIT_HOST_LOCAL, "host.local", "host", TRAIT_RISK_HOST, "rfc3986.authority.termination",
      "What does it make of localhost?")
VALUE(LOCAL_KEPT, "kept", "keeps it")
VALUE(LOCAL_EMPTY, "empty", "writes no name for a host that is localhost")
VALUE(LOCAL_ONLY, "only", "rejects hosts but localhost and 127.0.0.1, for which it writes no name")
WITNESSES("~//localhost/", "~//LOCALHOST/p", "~//127.0.0.1/", "~//a/", "~//localhost")

TRAIT(TRAIT_HOST_WRONG, "host.wrong", "host", TRAIT_RISK_HOST, "rfc3986.bnf.reg-name",
      "What does it do with an octet that a host does not take?")
VALUE(HOST_WRONG_REJECTED, "rejected", "rejects it")
VALUE(HOST_WRONG_ENDS, "ends", "ends the authority at an octet that the host does not take")
WITNESSES("~//a b/", "~//a{b/", "~//a%zz/", "~//@@/", "~//u@h|:1/")

TRAIT(TRAIT_HOST_ESCAPED, "host.escaped", "host", TRAIT_RISK_HOST, "rfc3986.bnf.reg-name",
      "Which octets may an escape of the host stand for?")
VALUE(HOST_ESCAPED_ANY, "any", "takes any")
VALUE(HOST_ESCAPED_TAKEN, "taken", "rejects an escape of an octet that the host does not take")
VALUE(HOST_ESCAPED_HIGH, "high", "rejects an escape of an octet of ASCII but % in the host")
WITNESSES("~//a%2Fb/", "~//a%61b/", "~//a%20b/", "~//a%c3%a9b/", "~//a%40b/", "~//a%00b/")

TRAIT(TRAIT_IDNA, "host.idna", "host", TRAIT_RISK_HOST, "rfc3986.bnf.reg-name",
      "Does it write a host with octets above 7F in Punycode?")
VALUE(IDNA_NO, "no", "does not")
VALUE(IDNA_YES, "yes", "writes labels of a host with octets above 7F in Punycode (IDNA)")
ALLOWED(IDNA_CHECKED, "checked", "rejects a host with a character that NFKC makes a delimiter")
WITNESSES("~//\xc3\xa9/", "~//caf\xc3\xa9/", "~//h\xe3\x80\x82/", "~//\xc3\x89/", "~//a%c3%a9b/",
          "~//h\xef\xbc\x9a/", "~//\xe2\x84\x80/")

/* ---- Path, query and fragment ---- */

PERCENT_OF(PERCENT, "userinfo", IN_USERINFO)
PERCENT_OF(HOST_PERCENT, "host", IN_HOST)
PERCENT_OF(PATH_PERCENT, "path", IN_PATH)
PERCENT_OF(QUERY_PERCENT, "query", IN_QUERY)
PERCENT_OF(FRAGMENT_PERCENT, "fragment", IN_FRAGMENT)
ESCAPES_OF(ESCAPES, "userinfo", IN_USERINFO)
ESCAPES_OF(HOST_ESCAPES, "host", IN_HOST)
ESCAPES_OF(PATH_ESCAPES, "path", IN_PATH)
ESCAPES_OF(QUERY_ESCAPES, "query", IN_QUERY)
ESCAPES_OF(FRAGMENT_ESCAPES, "fragment", IN_FRAGMENT)
ENCODED_OF(ENCODED, "userinfo", IN_USERINFO)
ENCODED_OF(HOST_ENCODED, "host", IN_HOST)
ENCODED_OF(PATH_ENCODED, "path", IN_PATH)
ENCODED_OF(QUERY_ENCODED, "query", IN_QUERY)
ENCODED_OF(FRAGMENT_ENCODED, "fragment", IN_FRAGMENT)

TRAIT(TRAIT_OPAQUE, "path.opaque", "path", TRAIT_RISK_ACCEPT, "rfc3986.bnf.path-rootless",
      "How does it read a path that does not begin with a slash?")
VALUE(OPAQUE_PATH, "path", "reads it as any path")
VALUE(OPAQUE_QUERY, "query", "takes in a path without a root what it takes in a query")
VALUE(OPAQUE_ANY, "any", "takes anything in a path without a root, and keeps it as it is")
VALUE(OPAQUE_CONTROLS, "controls",
      "takes anything in a path without a root, and escapes only controls and octets above 7F")
WITNESSES("~a b", "~a[b]", "~a%zz", "~a\xc3\xa9", "~a\"b", "~?a[b", "~a%41")

TRAIT(TRAIT_PATH_EMPTY, "path.empty", "path", TRAIT_RISK_FORM, "rfc3986.syntax.path-required",
      "What does it make of an empty path?")
VALUE(PATH_EMPTY_KEPT, "kept", "keeps it")
LATER(PATH_EMPTY_SLASH, "slash", "writes / for an empty path after an authority")
VALUE(PATH_EMPTY_ABSENT, "absent", "leaves an empty path out")
VALUE(PATH_EMPTY_ALWAYS, "always-slash", "writes / for every empty path")
VALUE(PATH_EMPTY_HOST, "host-slash", "writes / for an empty path after a host, and omits any other")
VALUE(PATH_EMPTY_END, "end", "writes / for an empty path after an authority if nothing follows")
WITNESSES("~//h", "~", "~//h?q")

TRAIT(TRAIT_PATH_DOTS, "path.dots", "path", TRAIT_RISK_ACCESS, "rfc3986.normal.dots",
      "Does it remove dot segments when it parses?")
VALUE(PATH_DOTS_KEPT, "kept", "keeps them")
VALUE(PATH_DOTS_REMOVED, "removed", "removes dot segments of a path that begins with a slash")
VALUE(PATH_DOTS_ESCAPED, "escaped", "removes dot segments, also of %2e")
WITNESSES("~/a/../b", "~//h/./a", "~/a/%2e%2E/b", "~a/../b", "~/a/..")

TRAIT(TRAIT_DRIVE, "path.drive", "path", TRAIT_RISK_HOST, "rfc3986.bnf.path-abempty",
      "Has the path of file a drive letter?")
VALUE(DRIVE_NO, "no", "reads it as any segment")
VALUE(DRIVE_URL, "url",
      "reads a drive letter in the path of file as the URL standard does (C| is C:)")
WITNESSES("file:///C|/a", "file:///C:/../a", "file://C:/a", "file:///C:/a\t/b", "file:///a\tC|/b",
          "file:C|", "file:///C:/a\t/D|/b")

TRAIT(TRAIT_PATH_SLASHES, "path.slashes", "path", TRAIT_RISK_ACCESS, "rfc3986.bnf.path-abempty",
      "Does it join slashes of a path?")
VALUE(PATH_SLASHES_KEPT, "kept", "keeps them")
VALUE(PATH_SLASHES_JOINED, "joined", "writes slashes in a row as one")
VALUE(PATH_SLASHES_HIERARCHICAL, "hierarchical",
      "writes slashes in a row as one, but after a scheme only in a path with a root")
VALUE(PATH_SLASHES_FRONT, "front", "writes slashes at the front of a path as one")
WITNESSES("~//h//a", "~////a", "~/a//b", "~a//b")

TRAIT(TRAIT_PATH_ROOT, "path.root", "path", TRAIT_RISK_ACCESS, "rfc3986.bnf.path-abempty",
      "Is the slash before a path part of it?")
VALUE(PATH_ROOT_KEPT, "kept", "keeps it")
VALUE(PATH_ROOT_DROPPED, "dropped", "leaves out the slash before a path (RFC 1738)")
WITNESSES("~//h/a", "~/a", "~//h/", "~//h//a")

TRAIT(TRAIT_QUERY_EMPTY, "query.empty", "query", TRAIT_RISK_FORM, "rfc3986.recompose.undefined",
      "What does it make of an empty query?")
VALUE(QUERY_EMPTY_KEPT, "kept", "keeps it")
VALUE(QUERY_EMPTY_ABSENT, "absent", "leaves an empty query out")
VALUE(QUERY_EMPTY_REJECTED, "rejected", "rejects an empty query")
VALUE(QUERY_EMPTY_ZERO, "zero", "leaves a query out that is empty or 0")
WITNESSES("~/p?", "~//h?", "~/p?#f", "~/p?0")

TRAIT(TRAIT_FRAGMENT_EMPTY, "fragment.empty", "fragment", TRAIT_RISK_FORM,
      "rfc3986.recompose.undefined", "What does it make of an empty fragment?")
VALUE(FRAGMENT_EMPTY_KEPT, "kept", "keeps it")
VALUE(FRAGMENT_EMPTY_ABSENT, "absent", "leaves an empty fragment out")
VALUE(FRAGMENT_EMPTY_REJECTED, "rejected", "rejects an empty fragment")
VALUE(FRAGMENT_EMPTY_ZERO, "zero", "leaves a fragment out that is empty or 0")
WITNESSES("~/p#", "~//h#", "~/p?q#", "~/p#0")

TRAIT(TRAIT_FRAGMENT_WRONG, "fragment.wrong", "fragment", TRAIT_RISK_ACCEPT, "rfc3986.bnf.fragment",
      "What does it do with an octet that a fragment does not take?")
VALUE(FRAGMENT_WRONG_REJECTED, "rejected", "rejects it")
VALUE(FRAGMENT_WRONG_DROPPED, "dropped", "drops a fragment from an octet on that it does not take")
VALUE(FRAGMENT_WRONG_LINE, "line", "drops the rest of a fragment from a line feed on")
WITNESSES("~/p#a\nb", "~/p#a b", "~/p#a#b", "~#[", "~//h#%zz")

/* ---- Resolving ---- */

TRAIT(TRAIT_TEXTS_CHECKED, "resolve.checked", "result", TRAIT_RISK_ACCEPT,
      "rfc3986.bnf.URI-reference", "Does it check the octets of the texts that it resolves?")
VALUE(TEXTS_CHECKED, "both", "checks both")
ALLOWED(TEXTS_CHECKED_BASE, "base", "resolves a reference with any octets")
ALLOWED(TEXTS_UNCHECKED, "none", "resolves any octets, in base and reference")
WITNESSES("x:/a\t/b|c", "x:/a\t?a|b%", "x:/a|b%\t#c", "x://h/a\tb c", "x://h|a/\tb")

TRAIT(TRAIT_BASE_WRONG, "resolve.base-wrong", "result", TRAIT_RISK_ACCEPT, "rfc3986.base.absolute",
      "What does it make of a base that is no URI?")
VALUE(BASE_WRONG_REJECTED, "rejected", "rejects it")
ALLOWED(BASE_WRONG_REF, "ref", "resolves a reference to itself if the base is no URI")
ALLOWED(BASE_WRONG_ABSOLUTE, "absolute", "resolves a reference with a scheme against any text")
WITNESSES("x:/a b\tc", "x:/a b\t/c", "x:/%\tc", "x:/a b\ty:/c")

TRAIT(TRAIT_BASE_KNOWN, "resolve.base", "result", TRAIT_RISK_ACCESS, "rfc3986.base.absolute",
      "Against which bases does it resolve?")
VALUE(BASE_RESOLVED, "all", "resolves against any")
VALUE(BASE_REF_UNLESS_EMPTY, "ref-unless-empty",
      "resolves a reference to itself unless it is empty")
VALUE(BASE_OPAQUE_REF, "opaque-ref",
      "resolves to the reference if the path of the base has no root")
VALUE(BASE_OPAQUE_FRAGMENT, "opaque-fragment",
      "resolves only a fragment if the path of the base has no root")
VALUE(BASE_OPAQUE_KEPT, "opaque-kept",
      "resolves to a base whose path has no root itself, with the fragment of the reference, and "
      "rejects a query")
VALUE(BASE_NOTHING_REJECTED, "nothing-rejected", "rejects a base with neither authority nor path")
VALUE(BASE_OPAQUE_HASH, "opaque-hash",
      "resolves only a reference with a fragment against a base whose path has no root")
WITNESSES("~\tc", "~a\t", "~/a/b\tc", "~//h/a\t/c", "~a\tc", "~a\t?q", "~a\t#f", "~a\t/c",
          "~//h/a\t?q")

TRAIT(TRAIT_BASE_ROOTLESS, "resolve.base-rootless", "result", TRAIT_RISK_ACCESS,
      "rfc3986.resolve.empty-path-query",
      "Does a path of the base count that begins with no slash?")
VALUE(BASE_ROOTLESS_KEPT, "yes", "keeps it")
VALUE(BASE_ROOTLESS_EMPTY, "empty", "takes the path of a base for empty if it begins with no slash")
WITNESSES("~a\t?q", "~a/b\tc", "~a\t#f")

TRAIT(TRAIT_REF_RULES, "resolve.rules", "result", TRAIT_RISK_HOST, "rfc3986.scheme.syntax",
      "By the rules of which scheme is a reference without one read?")
VALUE(REF_RULES_NONE, "none", "reads it by those of none")
ALLOWED(REF_RULES_BASE, "base", "reads a reference without a scheme by the rules of the base")
WITNESSES("~//h/a\t//g", "~//h/a\t///g/b", "~//h/a\t//g:80/", "~//h/a\t\\b", "~//h/a\t//\xc3\xa9")

TRAIT(TRAIT_SAME_SCHEME, "resolve.same-scheme", "result", TRAIT_RISK_HOST, "rfc3986.resolve.strict",
      "Is a reference with the scheme of its base relative?")
VALUE(SAME_SCHEME_ABSOLUTE, "no", "takes it as it is")
ALLOWED(SAME_SCHEME_RELATIVE, "yes", "ignores the scheme of a reference if it is the base's")
ALLOWED(SAME_SCHEME_LEFT_OUT, "left-out",
        "reads a reference without its scheme if that is the base's")
WITNESSES("http://h/a/b\thttp:c", "x://h/a/b\tx:c", "x:/a/b\tx:/c", "http://h/a/b\thttp:/c",
          "file:///a/b\tfile:c", "x://h/a/b?q\tx:")

TRAIT(TRAIT_REF_SCHEME, "resolve.absolute", "result", TRAIT_RISK_ACCESS, "rfc3986.resolve.scheme",
      "What does it make of a reference with a scheme?")
VALUE(REF_SCHEME_RESULT, "result", "resolves it to itself without dot segments")
VALUE(REF_SCHEME_BASE, "base", "keeps the base")
VALUE(REF_SCHEME_REJECTED, "rejected", "rejects a reference with a scheme")
VALUE(REF_SCHEME_TEXT, "text", "resolves a reference with a scheme to its own text")
WITNESSES("x:/a\ty:/b/../c", "x:/a\tY:/b?#", "x://h/a\ty://g/b", "http://h/a\tftp://g/b")

TRAIT(TRAIT_REF_EMPTY, "resolve.empty", "result", TRAIT_RISK_ACCESS,
      "rfc3986.resolve.empty-path-query", "What does it make of an empty reference?")
VALUE(REF_EMPTY_BASE, "base", "resolves it to the base without fragment")
VALUE(REF_EMPTY_WHOLE, "whole", "keeps the fragment of the base for an empty reference")
VALUE(REF_EMPTY_NO_QUERY, "no-query", "drops the query of the base for an empty reference")
VALUE(REF_EMPTY_FOLDER, "folder", "drops the last segment of the base for an empty reference")
VALUE(REF_EMPTY_ENDS, "folder-fragment",
      "drops the last segment of the base for an empty reference, or one of a fragment")
WITNESSES("~//h/a/b?q#f\t", "~//h/a/b?q\t", "~//h/a/b?q#f\t#g")

TRAIT(TRAIT_REF_QUERY, "resolve.query", "result", TRAIT_RISK_ACCESS,
      "rfc3986.resolve.empty-path-base-query", "What does a reference of a query alone keep?")
VALUE(REF_QUERY_PATH, "path", "keeps the path of the base")
VALUE(REF_QUERY_FOLDER, "folder",
      "drops the last segment of the base for a reference of a query (RFC 1808, 2396)")
VALUE(REF_QUERY_FRAGMENT, "fragment", "keeps the fragment of the base for a reference of a query")
VALUE(REF_QUERY_EMPTY, "empty", "takes a reference of an empty query for an empty one")
VALUE(REF_QUERY_AFTER, "after", "puts a query after the fragment of a base without a query")
WITNESSES("~//h/a/b?q#f\t?r", "~/a/b\t?r", "~/a#f\t?r", "~//h/a?q#f\t?r", "~//h/a?q\t?", "~a\t?#f")

TRAIT(TRAIT_AUTHORITY_EMPTY, "resolve.authority-empty", "result", TRAIT_RISK_HOST,
      "rfc3986.resolve.authority", "Is an empty authority one when it resolves or normalizes?")
VALUE(AUTHORITY_EMPTY_KEPT, "kept", "keeps it")
VALUE(AUTHORITY_EMPTY_ABSENT, "absent",
      "takes an empty authority for none when it resolves, or normalizes to another text")
VALUE(AUTHORITY_EMPTY_DROPPED, "dropped", "drops an empty authority from a result or a normal form")
VALUE(AUTHORITY_EMPTY_RELATIVE, "relative",
      "takes an authority without a host for none in a text without a scheme")
VALUE(AUTHORITY_EMPTY_BARE, "bare", "takes a reference's empty authority for none")
WITNESSES("~///a/b\t/c", "~///a/b\tc", "~//h/a\t///b", "~///a\t?q", "~///a\t", "~//h/a\t//:1/p")

TRAIT(TRAIT_DOTS_ABSOLUTE, "resolve.dots-absolute", "result", TRAIT_RISK_ACCESS,
      "rfc3986.resolve.scheme", "Does it remove the dots of a reference with a scheme?")
VALUE(DOTS_REMOVED, "removed", "removes them")
VALUE(DOTS_KEPT, "kept", "keeps the dot segments of a reference with a scheme")
VALUE(DOTS_ROOTED, "rooted", "removes the dots of a reference with a scheme only if it has a root")
WITNESSES("~//h/a\ty://g/b/../c", "~//h/a\ty:/b/./c", "~//h/a\ty:b/../c")

TRAIT(TRAIT_DOTS_AUTHORITY, "resolve.dots-authority", "result", TRAIT_RISK_ACCESS,
      "rfc3986.resolve.authority", "Does it remove the dots of a reference with an authority?")
VALUE(DOTS_AUTHORITY_REMOVED, "removed", "removes them")
VALUE(DOTS_AUTHORITY_KEPT, "kept", "keeps the dot segments of a reference with an authority")
WITNESSES("~//h/a\t//g/b/../c", "~//h/a\t//g/./c")

TRAIT(TRAIT_DOTS_ROOTED, "resolve.dots-rooted", "result", TRAIT_RISK_ACCESS,
      "rfc3986.resolve.absolute-path",
      "Does it remove the dots of a reference that begins with a slash?")
VALUE(DOTS_ROOTED_REMOVED, "removed", "removes them")
VALUE(DOTS_ROOTED_KEPT, "kept", "keeps the dot segments of a reference that begins with a slash")
VALUE(DOTS_ROOTED_FRONT, "front", "removes only dots at the front of a reference with a root")
WITNESSES("~//h/a\t/b/../c", "~//h/a\t/./c", "~/a\t/../b/../c", "~//h/a\t/.")

TRAIT(TRAIT_DOTS_MERGED, "resolve.dots-merged", "result", TRAIT_RISK_ACCESS,
      "rfc3986.resolve.merged", "Does it remove the dots of a merged path?")
VALUE(DOTS_MERGED_REMOVED, "removed", "removes them")
VALUE(DOTS_MERGED_KEPT, "kept", "keeps the dot segments of a merged path")
VALUE(DOTS_MERGED_FRONT, "front", "removes only dot segments at the front of a reference")
WITNESSES("~//h/a/b\t../c", "~//h/a/b\t./c", "~a/b\t../c", "~//h/a/b\tc/../d", "~/a/b\tc/.")

TRAIT(TRAIT_DOTS_BASE, "resolve.dots-base", "result", TRAIT_RISK_ACCESS,
      "rfc3986.resolve.empty-path-query",
      "Does it remove the dots of a base for a reference without a path?")
VALUE(DOTS_BASE_KEPT, "kept", "keeps them")
LATER(DOTS_BASE_REMOVED, "removed", "removes the dots of the base for a reference without a path")
LATER(DOTS_BASE_FIRST, "first", "removes the dot segments of the base before it resolves")
LATER(DOTS_BASE_QUERY, "query", "removes the dot segments of the base for a reference of a query")
WITNESSES("~//h/a/../b\t", "~/./a\t?q", "~./a\t#f", "~/a/b/..\tc", "~a/b/.\tc")

TRAIT(TRAIT_DOTS_ROOTLESS, "resolve.dots-rootless", "result", TRAIT_RISK_ACCESS,
      "rfc3986.dots.double", "Does a path without a root get one from its dots?")
VALUE(DOTS_ROOTLESS_PRINTED, "printed", "leaves the slash after the dots")
VALUE(DOTS_ROOTLESS_KEPT, "rootless", "keeps a path without a root so when it removes dots")
VALUE(DOTS_ROOTLESS_FIRST, "first", "keeps .. after the first segment of a path without a root")
WITNESSES("x:/a\ty:a/../b", "x:a/b\t../c", "~//h/a\ty:a/..")

TRAIT(TRAIT_DOTS_ESCAPED, "resolve.dots-escaped", "result", TRAIT_RISK_ACCESS,
      "rfc3986.dots.double", "Is %2e a dot when it resolves?")
VALUE(DOTS_ESCAPED_NO, "no", "keeps it")
ALLOWED(DOTS_ESCAPED_YES, "yes", "reads %2e as a dot when it resolves")
WITNESSES("~//h/a/b\t%2e%2e/c", "~//h/a/b\t%2E/c")

TRAIT(TRAIT_ABOVE_ROOT, "resolve.above-root", "result", TRAIT_RISK_ACCESS, "rfc3986.dots.double",
      "What does it make of .. above the root?")
VALUE(ABOVE_ROOT_REMOVED, "removed", "removes it")
IN_FORMS(ABOVE_ROOT_KEPT, "kept", "keeps .. above the root of a path with one")
IN_FORMS(ABOVE_ROOT_ROOTLESS, "rootless", "keeps .. at the front of a path without a root")
IN_FORMS(ABOVE_ROOT_ALWAYS, "always", "keeps .. above the start of each path")
VALUE(ABOVE_ROOT_JOINED, "joined", "removes .. above the root with one of two slashes after it")
WITNESSES("~//h/a\t../../c", "~//h/a\t/../c", "~//h/a\t/..//", "~//h/a\t../..", "~a/b\t../../c",
          "~a\t../c")

TRAIT(TRAIT_ABOVE_END, "resolve.above-end", "result", TRAIT_RISK_FORM, "rfc3986.dots.double",
      "What is left of dots at the end of a path?")
VALUE(ABOVE_END_SLASH, "slash", "leaves a slash")
VALUE(ABOVE_END_NOTHING, "nothing", "leaves nothing of a path that ends with .. above its root")
VALUE(ABOVE_END_NEVER, "never", "leaves no slash of dots at the end of a path")
VALUE(ABOVE_END_DOUBLE, "double", "leaves no slash of .. at the end of a path")
VALUE(ABOVE_END_OWN, "own",
      "leaves a slash of dots at the end of a path only if one follows them, or the path is merged")
VALUE(ABOVE_END_ALONE, "alone", "keeps a path that is /.. alone")
VALUE(ABOVE_END_DOT, "dot", "keeps a path that is /. alone, also when it parses")
WITNESSES("~//h/a\t../..", "~/a\t/..", "~//h/a\t..", "~//h/a/b/.", "~/a/b/..", "~//h/a/b/c\t..",
          "~//h/a/b\t.")

TRAIT(TRAIT_DOTS_FRONT, "resolve.dots-front", "result", TRAIT_RISK_FORM, "rfc3986.dots.double",
      "What is left of dots at the front of a path without a root?")
VALUE(DOTS_FRONT_NOTHING, "nothing", "leaves nothing")
IN_FORMS(DOTS_FRONT_FOLDER, "folder", "writes ./ for a path without a root that is dots alone")
IN_FORMS(DOTS_FRONT_DOT, "dot", "writes a dot for dots at the front of a path without a root")
WITNESSES("~.", "~./a", "~a/..", "~../a", "~../", "~a\t.", "x:/a\ty:.")

TRAIT(TRAIT_MERGE_EMPTY, "resolve.merge-empty", "result", TRAIT_RISK_HOST,
      "rfc3986.merge.empty-path", "What is between an authority without a path and a reference?")
VALUE(MERGE_EMPTY_SLASH, "slash", "puts a slash there")
VALUE(MERGE_EMPTY_NOTHING, "nothing", "puts no slash after an authority that has no path")
VALUE(MERGE_EMPTY_HOST, "host", "puts no slash between an empty host and a reference")
WITNESSES("~//h\tc", "~//h?q\tc", "~//\tc")

TRAIT(TRAIT_MERGE_OPAQUE, "resolve.merge-opaque", "result", TRAIT_RISK_ACCEPT,
      "rfc3986.merge.last-segment", "What does it make of a base whose path has no slash?")
VALUE(MERGE_OPAQUE_MERGED, "merged", "merges it")
VALUE(MERGE_OPAQUE_REJECTED, "rejected", "rejects a base whose path does not begin with a slash")
VALUE(MERGE_OPAQUE_SLASH, "slash", "merges it, and puts a slash before the path")
VALUE(MERGE_OPAQUE_REF, "ref", "resolves to the reference if the base's path begins with no slash")
VALUE(MERGE_OPAQUE_MISSING, "missing",
      "merges it, and puts a slash before a reference if the path of the base has none")
VALUE(MERGE_OPAQUE_FIRST, "first",
      "merges it, and keeps the first octet of a path of which it would keep nothing")
VALUE(MERGE_OPAQUE_AFTER, "after", "puts a slash and a reference after a path without a slash")
WITNESSES("~\tc", "~a\tc", "~ab\tc", "~a\tb#f", "~a/b\tc", "~a\t?q", "~a\t#f")

TRAIT(TRAIT_SLASHES_MERGED, "resolve.slashes", "result", TRAIT_RISK_ACCESS,
      "rfc3986.resolve.merged", "Does it join slashes of a merged path?")
VALUE(SLASHES_MERGED_KEPT, "kept", "keeps them")
VALUE(SLASHES_MERGED_JOINED, "joined", "writes slashes in a row as one in a merged path")
VALUE(SLASHES_MERGED_INNER, "inner",
      "writes slashes in a row as one in a merged path, but at its front")
VALUE(SLASHES_MERGED_DOTS, "with-dots", "writes slashes in a row as one where it removes dots")
VALUE(SLASHES_MERGED_AFTER, "after-dots",
      "drops a slash that follows the dots at the front of a merged reference")
WITNESSES("~//h/a/b\tc//d", "~//h/a//b\tc", "~/a\tb//", "~//h//a\tb")

TRAIT(TRAIT_RESULT_ROOTED, "resolve.rooted", "result", TRAIT_RISK_ACCESS, "rfc3986.resolve.merged",
      "Does a result get a slash before a path without one?")
VALUE(RESULT_ROOTED_NO, "no", "writes the path as it is")
VALUE(RESULT_ROOTED_YES, "yes", "writes a slash before a resulting path that has none")
VALUE(RESULT_ROOTED_QUERY, "query",
      "writes / for an empty path of a result or a normal form before a query or a fragment")
VALUE(RESULT_ROOTED_NULL, "null",
      "writes path and fragment of a result after // alone, and a path / as (nil), which is a null "
      "pointer")
WITNESSES("~?q", "~/a\t/", "~a\ty:?q", "~a\tc", "~a\t?q", "a/b\tc", "~a/b\t#f")

TRAIT(TRAIT_RESULT_ESCAPES, "resolve.escapes", "result", TRAIT_RISK_ACCESS, "rfc3986.encoding.once",
      "Does it write the escapes of a result anew?")
VALUE(RESULT_ESCAPES_KEPT, "kept", "keeps them")
VALUE(RESULT_ESCAPES_ANEW, "anew",
      "decodes what it resolves up to a NUL, and escapes what RFC 3986 does not take in a part of "
      "the result")
VALUE(RESULT_ESCAPES_COLON, "colon",
      "decodes what it resolves up to a NUL, and escapes what it does not take in a part but the "
      "host, and colons in the path")
ALLOWED(RESULT_ESCAPES_HASH, "hash", "escapes a # in a reference of a fragment alone")
WITNESSES("~//h/a\t/b:c", "~//h/a\t%2f%3F", "~//h/a\t?%3a%61", "~//h/a\t#%3a%61", "~//%61@h/a\tc",
          "~/a:b\t")

TRAIT(TRAIT_AUTHORITY_ADDED, "resolve.authority-added", "result", TRAIT_RISK_HOST,
      "rfc3986.recompose.undefined", "Does a result get an authority that neither text has?")
VALUE(AUTHORITY_ADDED_NO, "no", "writes none")
VALUE(AUTHORITY_ADDED_RELATIVE, "relative",
      "writes // before the path of a result without authority, if the reference has no scheme")
VALUE(AUTHORITY_ADDED_ALWAYS, "always",
      "writes // before the path of each result or normal form without authority")
VALUE(AUTHORITY_ADDED_ANY, "any",
      "writes // after the scheme of each result or normal form without authority")
WITNESSES("~/p", "~/a\tc", "~/a\t/c", "~a\tc", "~/a\t?q", "x:/a\ty:/b", "~/a\t", "x:/a\tfile:/b")

TRAIT(TRAIT_SLASHES_MADE, "resolve.slashes-made", "result", TRAIT_RISK_HOST,
      "rfc3986.syntax.no-double-slash", "What does it do with a path that has become //?")
VALUE(MADE_REJECTED, "rejected", "rejects it")
ALLOWED(MADE_GUARDED, "guarded", "writes /. before a path that has become //")
ALLOWED(MADE_PRINTED, "printed", "writes a path that has become // so that it seems an authority")
ALLOWED(MADE_MERGED, "merged",
        "writes /. before a merged path that has become //, and other paths so that they look like "
        "an authority")
VALUE(MADE_JOINED, "joined", "removes a slash from a path that has become //")
WITNESSES("~/a\t.//b", "~/a\t/.//b", "x:/a\ty:/.//b")

TRAIT(TRAIT_COLON_MADE, "resolve.colon-made", "result", TRAIT_RISK_ACCEPT,
      "rfc3986.bnf.path-noscheme",
      "What does it do with a path without a scheme that gets a colon?")
VALUE(COLON_PRINTED, "printed", "writes it as it is")
ALLOWED(COLON_GUARDED, "guarded", "writes ./ before a path without a scheme that gets a colon")
ALLOWED(COLON_REJECTED, "rejected", "rejects a path without a scheme that gets a colon")
WITNESSES("./a:b", "%3a", "a/../b:c", ".\t./a:b", "/a\t%3A")

TRAIT(TRAIT_RESULT, "resolve.result", "result", TRAIT_RISK_ACCEPT, "rfc3986.bnf.URI",
      "Does it parse the result?")
VALUE(RESULT_PARSED, "yes", "rejects a result that is no URI")
ALLOWED(RESULT_UNPARSED, "no", "does not parse it")
WITNESSES("x:a/b\t//@@")

/* ---- Normalizing and comparing ---- */

TRAIT(TRAIT_NORMAL_CHECKED, "normal.checked", "result", TRAIT_RISK_ACCEPT,
      "rfc3986.bnf.URI-reference", "Does it check the octets of the text that it normalizes?")
VALUE(NORMAL_CHECKED_YES, "yes", "checks them")
ALLOWED(NORMAL_CHECKED_NO, "no", "normalizes any octets")
WITNESSES("~/a|b", "~/%", "~//a b/", "~/?[", "~/#[", "~//u|@h/")

TRAIT(TRAIT_NORMAL_SCHEME, "normal.scheme", "scheme", TRAIT_RISK_FORM,
      "rfc3986.normal.scheme-host-case", "Does it normalize the case of a scheme?")
VALUE(NORMAL_SCHEME_LOWER, "lower", "writes it in lower case")
LATER(NORMAL_SCHEME_KEPT, "kept", "does not normalize the case of a scheme")
WITNESSES("HTTP://h/", "X:/p")

TRAIT(TRAIT_NORMAL_HOST, "normal.host", "host", TRAIT_RISK_FORM, "rfc3986.normal.scheme-host-case",
      "Does it normalize the case of a host?")
VALUE(NORMAL_CASE_LOWER, "lower", "writes it in lower case")
LATER(NORMAL_CASE_KEPT, "kept", "does not normalize the case of a host")
LATER(NORMAL_CASE_WHOLE, "whole", "writes escapes of a host in lower case when it normalizes")
WITNESSES("~//H/", "~//%4A/", "~//[::A]/", "~//%CA/")

TRAIT(TRAIT_NORMAL_HEX, "normal.hex", "result", TRAIT_RISK_FORM, "rfc3986.normal.hex-case",
      "Does it normalize the digits of escapes?")
VALUE(NORMAL_HEX_UPPER, "upper", "writes them in upper case")
LATER(NORMAL_HEX_KEPT, "kept", "does not normalize the digits of escapes")
WITNESSES("~/%3a", "~/%3A", "~//%c3/?%c3#%c3", "~//%c3@h/")

TRAIT(TRAIT_NORMAL_ESCAPES, "normal.escapes", "result", TRAIT_RISK_ACCESS,
      "rfc3986.normal.unreserved", "Which escapes does it decode when it normalizes?")
VALUE(DECODES_UNRESERVED, "unreserved", "decodes those of unreserved octets")
LATER(DECODES_KEPT, "kept", "does not decode escapes when it normalizes")
VALUE(DECODES_ALL, "all", "decodes all escapes when it normalizes")
VALUE(DECODES_SEGMENT, "segment",
      "decodes escapes of all octets that path, query and fragment may have when it normalizes, "
      "but a slash in the path")
WITNESSES("~/%61", "~/%2561", "~/%3a", "~/%20", "~//%61/?%61#%61", "~//%61@h/", "~/a%2fb",
          "~/%2e%2e/b")

TRAIT(TRAIT_NORMAL_BLANKS, "normal.blanks", "path", TRAIT_RISK_ACCESS, "rfc3986.bnf.pchar",
      "Does it strip white space from a path when it normalizes?")
VALUE(NORMAL_BLANKS_KEPT, "kept", "keeps it")
ALLOWED(NORMAL_BLANKS_STRIPPED, "stripped", "strips white space from a path when it normalizes")
WITNESSES("~/a ", "~ a", "~//h/\t?q", "~//h/a\n", " ", "~/\v#f")

TRAIT(TRAIT_NORMAL_DOTS, "normal.dots", "path", TRAIT_RISK_ACCESS, "rfc3986.normal.dots",
      "Does it remove dot segments when it normalizes?")
VALUE(NORMAL_DOTS_REMOVED, "removed", "removes them")
LATER(NORMAL_DOTS_ROOTED, "rooted",
      "removes dot segments only from a path that begins with a slash when it normalizes")
LATER(NORMAL_DOTS_KEPT, "kept", "keeps dot segments when it normalizes")
WITNESSES("~/a/../b", "~a/../b", "~//h/./a", "~a/./b", "~./a", "~/../a", "~..", "~a/../..")

TRAIT(TRAIT_NORMAL_PORT, "normal.port", "port", TRAIT_RISK_FORM, "rfc3986.normal.scheme-based",
      "Which ports does it leave out when it normalizes?")
VALUE(NORMAL_PORT_KEPT, "kept", "keeps all")
LATER(NORMAL_PORT_HTTP, "http", "leaves an empty port, or 80 of http, out when it normalizes")
LATER(NORMAL_PORT_SCHEME, "scheme", "leaves an empty or default port out when it normalizes")
LATER(NORMAL_PORT_EMPTY, "empty", "leaves an empty port out when it normalizes")
LATER(NORMAL_PORT_DEFAULT, "default", "leaves the default port of a scheme out when it normalizes")
WITNESSES("~//h:/", "http://h:80/", "http://h:080/", "https://h:443/", "ftp://h:21/", "x://h:80/")

TRAIT(TRAIT_NORMAL_PATH, "normal.path", "path", TRAIT_RISK_FORM, "rfc3986.normal.scheme-based",
      "Is an empty path a slash when it normalizes?")
VALUE(NORMAL_PATH_KEPT, "kept", "keeps it")
LATER(NORMAL_PATH_SLASH, "slash", "writes / for an empty path when it normalizes")
LATER(NORMAL_PATH_ALWAYS, "always", "writes / for each empty path when it normalizes")
WITNESSES("~//h", "~//h?q", "~", "~?q")

TRAIT(TRAIT_NORMAL_LOCAL, "normal.local", "host", TRAIT_RISK_FORM, "rfc3986.normal.scheme-based",
      "Is the host of file written when it normalizes?")
VALUE(NORMAL_LOCAL_KEPT, "kept", "keeps it")
LATER(NORMAL_LOCAL_EMPTY, "empty", "writes file:/p and file://localhost/p alike when it normalizes")
WITNESSES("file:/p", "file://localhost/p", "file://LOCALHOST/p")

TRAIT(TRAIT_EQUIVALENT, "equivalent.by", "result", TRAIT_RISK_ACCESS, "rfc3986.compare.strings",
      "What does it compare?")
VALUE(EQUIVALENT_FORMS, "forms", "compares normal forms")
LATER(EQUIVALENT_PARTS, "parts", "compares the parts, which it does not normalize")
WITNESSES("~/a/../b\t~/b", "~//H/\t~//h/", "~/%61\t~/a", "~//h/?\t~//h/", "~/%\t~/%", "X:/p\tx:/p",
          "~//h:/\t~//h/")

TRAIT(TRAIT_EQUIVALENT_SLASHES, "equivalent.slashes-made", "result", TRAIT_RISK_ACCEPT,
      "rfc3986.syntax.no-double-slash", "Does it compare a path that has become //?")
VALUE(EQUIVALENT_SLASHES_TOLD, "told", "tells it from an authority")
LATER(EQUIVALENT_SLASHES_REJECTED, "rejected", "does not compare a path that has become //")
WITNESSES("~/a/..//b\t~/.//b", "~/.//b\t~//b")

#undef OCTETS
#undef TRAIT
#undef VALUE
#undef ALLOWED
#undef LATER
#undef IN_FORMS
#undef WITNESSES
