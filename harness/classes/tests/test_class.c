/* SPDX-License-Identifier: MIT */
/* Classes of differences, and groups of equal answers. What is expected here is set down by hand
 * from the sections of RFC 3986 that the clauses name. */
#include "classes/classes.h"
#include "json/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const transform_set nothing = {{0}};

static reply read_reply(store *s, uriproof_op op, const char *json)
{
    uriproof_error error = {""};
    uriproof_answer answer;
    if (json == NULL)
        return reply_of_fault(s, URIPROOF_CRASH, "ended by signal 11");
    cJSON *object = uriproof_json_read(json, strlen(json), &error);
    if (object == NULL || !uriproof_answer_read(object, op, URIPROOF_KNOWN_KEYS, &answer, &error))
        fail_msg("%s: %s", json, error.words);
    reply r = reply_of_answer(s, op, &answer);
    cJSON_Delete(object); /* a reply keeps nothing of it */
    return r;
}

/* Two answers to a text, and the id of their class; NULL if there is none. */
typedef struct pair {
    uriproof_op op;
    const char *fields[2];
    const char *one, *other;
    const char *id;
} pair;

static void assert_class(const pair *p, const transform_set *of_one)
{
    store *s = store_new();
    const uriproof_request request = {
        p->op, {uriproof_span_of(p->fields[0]), uriproof_span_of(p->fields[1])}};
    const reply one = read_reply(s, p->op, p->one), other = read_reply(s, p->op, p->other);
    answer_class found, turned;
    char id[CLASS_ID_ROOM] = "none", again[CLASS_ID_ROOM] = "none";
    if (class_between(&request, &one, of_one, &other, &nothing, &found))
        class_id(&found, id);
    if (class_between(&request, &other, &nothing, &one, of_one, &turned))
        class_id(&turned, again);
    assert_string_equal(id, p->id != NULL ? p->id : "none");
    assert_string_equal(again, id); /* whichever stands first */
    store_free(s);
}

#define PARTS(parts) "{\"status\":\"accepted\",\"components\":{" parts "}}"
#define URI(uri)     "{\"status\":\"accepted\",\"uri\":\"" uri "\"}"
#define REJECTED     "{\"status\":\"rejected\"}"
#define BY_TEXT(op)  "1/" op "/host/by-the-text/rfc3986.syntax.no-double-slash/slash"

static const pair pairs[] = {
    /* 3.2.1: the host begins after the @; a second one is in no authority. */
    {URIPROOF_PARSE,
     {"http://a@b@c/"},
     PARTS("\"scheme\":\"http\",\"userinfo\":\"a\",\"host\":\"b\",\"path\":\"@c/\""),
     PARTS("\"scheme\":\"http\",\"userinfo\":\"a@b\",\"host\":\"c\",\"path\":\"/\""),
     "1/parse/host/boundary/rfc3986.userinfo.at-sign/at-sign"},
    /* 3.2: a backslash ends no authority. */
    {URIPROOF_PARSE,
     {"http://a\\b/"},
     PARTS("\"scheme\":\"http\",\"host\":\"a\",\"path\":\"\\\\b/\""),
     PARTS("\"scheme\":\"http\",\"host\":\"a\\\\b\",\"path\":\"/\""),
     "1/parse/host/boundary/rfc3986.bnf.host/backslash"},
    /* 3.2.3: a port that is there and empty. */
    {URIPROOF_PARSE,
     {"http://h:/"},
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"port\":\"\",\"path\":\"/\""),
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"path\":\"/\""),
     "1/parse/port/empty/rfc3986.port.colon/colon"},
    /* 3.3: the first ? ends a path. */
    {URIPROOF_PARSE,
     {"a?b"},
     PARTS("\"path\":\"a\",\"query\":\"b\""),
     PARTS("\"path\":\"a?b\""),
     "1/parse/path/boundary/rfc3986.path.termination/question"},
    {URIPROOF_PARSE,
     {"http://h/%41"},
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"path\":\"/%41\""),
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"path\":\"/A\""),
     "1/parse/path/spelling/rfc3986.bnf.path/percent"},
    /* 2.2: a slash is reserved, so its escape is other data. */
    {URIPROOF_PARSE,
     {"http://h/%2f"},
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"path\":\"/%2f\""),
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"path\":\"//\""),
     "1/parse/path/text/rfc3986.bnf.path/percent"},
    /* 6.2.2.1, 6.2.2.2: the host is the same, written with another case and escape. Neither parser
     * has done both. */
    {URIPROOF_PARSE,
     {"x://%41B"},
     PARTS("\"scheme\":\"x\",\"host\":\"AB\",\"path\":\"\""),
     PARTS("\"scheme\":\"x\",\"host\":\"%41b\",\"path\":\"\""),
     "1/parse/host/spelling/rfc3986.bnf.host/percent"},
    /* 3.2.2: a name beyond ASCII is written with escapes. Neither form is another name. */
    {URIPROOF_PARSE,
     {"x://%C3%A9"},
     PARTS("\"scheme\":\"x\",\"host\":\"%C3%A9\",\"path\":\"\""),
     PARTS("\"scheme\":\"x\",\"host_hex\":\"c3a9\",\"path\":\"\""),
     "1/parse/host/spelling/rfc3986.bnf.host/percent"},
    /* 3.2.2: its IDNA encoding is for the look-up of the name, and is another text. */
    {URIPROOF_PARSE,
     {"x://%C3%A9"},
     PARTS("\"scheme\":\"x\",\"host\":\"%C3%A9\",\"path\":\"\""),
     PARTS("\"scheme\":\"x\",\"host\":\"xn--9ca\",\"path\":\"\""),
     "1/parse/host/text/rfc3986.bnf.host/percent"},
    /* 3.2.2: the dot at the end tells a complete name from a local one. */
    {URIPROOF_PARSE,
     {"x://h./"},
     PARTS("\"scheme\":\"x\",\"host\":\"h.\",\"path\":\"/\""),
     PARTS("\"scheme\":\"x\",\"host\":\"h\",\"path\":\"/\""),
     "1/parse/host/boundary/rfc3986.bnf.host/dot"},
    /* 3.2.2: a name may have an escaped space. Who is given a bare one may end the name there. */
    {URIPROOF_PARSE,
     {"x://a%20b"},
     PARTS("\"scheme\":\"x\",\"host\":\"a%20b\",\"path\":\"\""),
     PARTS("\"scheme\":\"x\",\"host\":\"a b\",\"path\":\"\""),
     "1/parse/host/text/rfc3986.bnf.host/percent"},
    /* 6.2.3: an empty port is the default one. */
    {URIPROOF_PARSE,
     {"http://h:/"},
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"port\":\"\",\"path\":\"/\""),
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"port\":\"80\",\"path\":\"/\""),
     "1/parse/port/spelling/rfc3986.bnf.port/digit"},
    /* 6.2.2.1, 6.2.3: what is the host or the port is not that of the path. */
    {URIPROOF_PARSE,
     {"x://A/a"},
     PARTS("\"scheme\":\"x\",\"host\":\"A\",\"path\":\"/a\""),
     PARTS("\"scheme\":\"x\",\"host\":\"a\",\"path\":\"/a\""),
     "1/parse/host/spelling/rfc3986.bnf.host/letter"},
    {URIPROOF_PARSE,
     {"http://h/80"},
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"port\":\"80\",\"path\":\"/80\""),
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"path\":\"/80\""),
     "1/parse/port/spelling/rfc3986.bnf.port/letter"},
    /* 3.1, 3.2.1: a scheme or a userinfo that is written in another way does not hide the host
     * after it. */
    /* 3.2.1: what stands after an at-sign is a piece of its own, also if it is what some transform
     * makes of the userinfo. */
    {URIPROOF_PARSE,
     {"http://1@0.0.0.1/"},
     PARTS("\"scheme\":\"http\",\"host\":\"0.0.0.1\",\"path\":\"/\""),
     PARTS("\"scheme\":\"http\",\"host\":\"1\",\"path\":\"/\""),
     "1/parse/host/boundary/rfc3986.userinfo.at-sign/at-sign"},
    {URIPROOF_PARSE,
     {"http://A@a@b/"},
     PARTS("\"scheme\":\"http\",\"host\":\"a\",\"path\":\"/\""),
     PARTS("\"scheme\":\"http\",\"userinfo\":\"A@a\",\"host\":\"b\",\"path\":\"/\""),
     "1/parse/host/boundary/rfc3986.userinfo.at-sign/at-sign"},
    {URIPROOF_PARSE,
     {"HTTP://b\\@c/http"},
     PARTS("\"scheme\":\"http\",\"host\":\"b\",\"path\":\"/@c/http\""),
     PARTS("\"scheme\":\"http\",\"user\":\"b\\\\\",\"host\":\"c\",\"path\":\"/http\""),
     "1/parse/host/boundary/rfc3986.userinfo.at-sign/at-sign"},
    {URIPROOF_PARSE,
     {"x://%61@b:@c/a"},
     PARTS("\"scheme\":\"x\",\"user\":\"a\",\"host\":\"b\",\"path\":\"/a\""),
     PARTS("\"scheme\":\"x\",\"user\":\"a@b\",\"password\":\"\",\"host\":\"c\",\"path\":\"/a\""),
     "1/parse/host/boundary/rfc3986.userinfo.at-sign/at-sign"},
    /* 2.1: a bracket in a query must be escaped; then it is the same data. */
    {URIPROOF_PARSE,
     {"x:?["},
     PARTS("\"scheme\":\"x\",\"path\":\"\",\"query\":\"[\""),
     PARTS("\"scheme\":\"x\",\"path\":\"\",\"query\":\"%5B\""),
     "1/parse/query/spelling/rfc3986.bnf.query/left-bracket"},
    /* Some take a backslash for a slash, so one that is escaped is no longer the same. */
    {URIPROOF_PARSE,
     {"x:/\\"},
     PARTS("\"scheme\":\"x\",\"path\":\"/\\\\\""),
     PARTS("\"scheme\":\"x\",\"path\":\"/%5C\""),
     "1/parse/path/text/rfc3986.bnf.path/backslash"},
    /* 6.2.3: after a host, an empty path is the same as a slash, and so is the default port. */
    {URIPROOF_PARSE,
     {"http://h"},
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"path\":\"\""),
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"path\":\"/\""),
     "1/parse/path/spelling/rfc3986.bnf.path/slash"},
    {URIPROOF_PARSE,
     {"x:"},
     PARTS("\"scheme\":\"x\",\"path\":\"\""),
     PARTS("\"scheme\":\"x\",\"path\":\"/\""),
     "1/parse/path/text/rfc3986.bnf.path/slash"},
    /* 3: a path is never absent. */
    {URIPROOF_PARSE,
     {"x:"},
     PARTS("\"scheme\":\"x\",\"path\":\"\""),
     PARTS("\"scheme\":\"x\""),
     NULL},
    {URIPROOF_PARSE,
     {"http://h"},
     PARTS("\"scheme\":\"http\",\"host\":\"h\""),
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"path\":\"/\""),
     "1/parse/path/spelling/rfc3986.bnf.path/slash"},
    {URIPROOF_PARSE,
     {"http://h:80/"},
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"port\":\"80\",\"path\":\"/\""),
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"path\":\"/\""),
     "1/parse/port/spelling/rfc3986.bnf.port/colon"},
    /* The slash that one parser adds is not the one in the fragment. */
    {URIPROOF_PARSE,
     {"x:#a/"},
     PARTS("\"scheme\":\"x\",\"path\":\"\",\"fragment\":\"a/\""),
     PARTS("\"scheme\":\"x\",\"path\":\"/\",\"fragment\":\"a/\""),
     "1/parse/path/text/rfc3986.bnf.path/slash"},
    /* The path counts, and not that a host is absent for one and empty for the other. */
    {URIPROOF_PARSE,
     {"x:///a"},
     PARTS("\"scheme\":\"x\",\"host\":\"\",\"path\":\"/a\""),
     PARTS("\"scheme\":\"x\",\"path\":\"///a\""),
     "1/parse/path/boundary/rfc3986.authority.termination/slash"},
    /* 3: an authority begins after two slashes. Its colon is not that of the scheme. */
    {URIPROOF_PARSE,
     {"x://:"},
     PARTS("\"scheme\":\"x\",\"host\":\"\",\"path\":\"\""),
     PARTS("\"scheme\":\"x\",\"host\":\":\",\"path\":\"\""),
     "1/parse/host/boundary/rfc3986.port.colon/colon"},
    /* 3.2.1: they part at the second `@`. */
    {URIPROOF_PARSE,
     {"x://@1@"},
     PARTS("\"scheme\":\"x\",\"user\":\"\",\"host\":\"1\",\"path\":\"\""),
     PARTS("\"scheme\":\"x\",\"user\":\"@1\",\"host\":\"\",\"path\":\"\""),
     "1/parse/host/boundary/rfc3986.userinfo.at-sign/at-sign"},
    /* 3.2: without two slashes there is no authority. */
    {URIPROOF_PARSE,
     {"x:1"},
     PARTS("\"scheme\":\"x\",\"path\":\"1\""),
     PARTS("\"scheme\":\"x\",\"host\":\"1\",\"path\":\"\""),
     "1/parse/host/boundary/rfc3986.authority.termination/colon"},
    {URIPROOF_PARSE,
     {"http:127.1"},
     PARTS("\"scheme\":\"http\",\"path\":\"127.1\""),
     PARTS("\"scheme\":\"http\",\"host\":\"127.0.0.1\",\"path\":\"\""),
     "1/parse/host/text/rfc3986.authority.termination/colon"},
    /* 3.2.1: an `@` makes what is before it a userinfo. */
    {URIPROOF_PARSE,
     {"x://a\\@h"},
     PARTS("\"scheme\":\"x\",\"host\":\"h\",\"path\":\"\""),
     PARTS("\"scheme\":\"x\",\"user\":\"a\\\\\",\"host\":\"h\",\"path\":\"\""),
     "1/parse/user/boundary/rfc3986.userinfo.at-sign/at-sign"},
    /* 3.2.1: a userinfo may have a colon, after which is no port. */
    {URIPROOF_PARSE,
     {"x://a:b@h"},
     PARTS("\"scheme\":\"x\",\"user\":\"a:b\",\"host\":\"h\",\"path\":\"\""),
     PARTS("\"scheme\":\"x\",\"user\":\"a\",\"password\":\"b\",\"host\":\"h\",\"path\":\"\""),
     "1/parse/user/boundary/rfc3986.bnf.userinfo/colon"},
    /* 3.3: the path is all after the scheme. */
    {URIPROOF_PARSE,
     {"x:@"},
     PARTS("\"scheme\":\"x\",\"path\":\"@\""),
     PARTS("\"scheme\":\"x\",\"path\":\"\""),
     "1/parse/path/boundary/rfc3986.bnf.path/at-sign"},
    /* 3.4, 3.5: the first delimiter is the one that counts. */
    {URIPROOF_PARSE,
     {"x:??"},
     PARTS("\"scheme\":\"x\",\"path\":\"\",\"query\":\"?\""),
     PARTS("\"scheme\":\"x\",\"path\":\"\""),
     "1/parse/query/boundary/rfc3986.query.delimiters/question"},
    {URIPROOF_PARSE,
     {"x:?["},
     PARTS("\"scheme\":\"x\",\"path\":\"\",\"query\":\"%5B\""),
     PARTS("\"scheme\":\"x\",\"path\":\"\""),
     "1/parse/query/text/rfc3986.bnf.query/question"},
    {URIPROOF_PARSE,
     {"x:##"},
     PARTS("\"scheme\":\"x\",\"path\":\"\",\"fragment\":\"#\""),
     PARTS("\"scheme\":\"x\",\"path\":\"\""),
     "1/parse/fragment/boundary/rfc3986.fragment.delimiters/number-sign"},
    /* What counts is the octet of the text, and not the percent sign of its escape. */
    {URIPROOF_PARSE,
     {"x: "},
     PARTS("\"scheme\":\"x\",\"path\":\"\""),
     PARTS("\"scheme\":\"x\",\"path\":\"%20\""),
     "1/parse/path/text/rfc3986.bnf.path/space"},
    {URIPROOF_PARSE,
     {"x:// 1@h"},
     PARTS("\"scheme\":\"x\",\"user\":\"1\",\"host\":\"h\",\"path\":\"\""),
     PARTS("\"scheme\":\"x\",\"user\":\"%201\",\"host\":\"h\",\"path\":\"\""),
     "1/parse/user/text/rfc3986.bnf.userinfo/space"},
    {URIPROOF_PARSE,
     {"x://%20\\"},
     PARTS("\"scheme\":\"x\",\"host\":\"\",\"path\":\"\""),
     PARTS("\"scheme\":\"x\",\"host\":\"%20%5C\",\"path\":\"\""),
     "1/parse/host/text/rfc3986.bnf.host/percent"},
    /* A delimiter that is data later in the part is not that of the part. */
    {URIPROOF_PARSE,
     {"x:/] /"},
     PARTS("\"scheme\":\"x\",\"path\":\"/]%20/\""),
     PARTS("\"scheme\":\"x\",\"path\":\"/%5D%20/\""),
     "1/parse/path/spelling/rfc3986.bnf.path/right-bracket"},
    {URIPROOF_PARSE,
     {"x:??] ?"},
     PARTS("\"scheme\":\"x\",\"path\":\"\",\"query\":\"?]%20?\""),
     PARTS("\"scheme\":\"x\",\"path\":\"\",\"query\":\"?%5D%20?\""),
     "1/parse/query/spelling/rfc3986.bnf.query/right-bracket"},
    {URIPROOF_PARSE,
     {"x:/a b#]<"},
     PARTS("\"scheme\":\"x\",\"path\":\"/a%20b\",\"fragment\":\"]%3C\""),
     PARTS("\"scheme\":\"x\",\"path\":\"/a%20b\",\"fragment\":\"%5D%3C\""),
     "1/parse/fragment/spelling/rfc3986.bnf.fragment/right-bracket"},
    /* They part at the percent sign, and not inside of the escape that one of them wrote. */
    {URIPROOF_PARSE,
     {"x:%:"},
     PARTS("\"scheme\":\"x\",\"path\":\"%:\""),
     PARTS("\"scheme\":\"x\",\"path\":\"%25:\""),
     "1/parse/path/spelling/rfc3986.bnf.path/percent"},
    /* Neither is as it was written: what counts is the newline that was. */
    {URIPROOF_PARSE,
     {"x://\n@h"},
     PARTS("\"scheme\":\"x\",\"user\":\"_\",\"host\":\"h\",\"path\":\"\""),
     PARTS("\"scheme\":\"x\",\"user\":\"%0A\",\"host\":\"h\",\"path\":\"\""),
     "1/parse/user/text/rfc3986.bnf.userinfo/white-space"},
    /* 3.2.2 has brackets in a host alone. */
    {URIPROOF_PARSE,
     {"x://a]@h"},
     PARTS("\"scheme\":\"x\",\"user\":\"a]\",\"host\":\"h\",\"path\":\"\""),
     PARTS("\"scheme\":\"x\",\"user\":\"a\",\"host\":\"h\",\"path\":\"\""),
     "1/parse/user/boundary/rfc3986.bnf.userinfo/right-bracket"},
    {URIPROOF_PARSE,
     {"x://h\\a"},
     PARTS("\"host\":\"h\\\\a\",\"path\":\"\""),
     REJECTED,
     "1/parse/uri/validity/rfc3986.bnf.authority/backslash"},
    {URIPROOF_PARSE,
     {"x://[v1.a]"},
     PARTS("\"host\":\"[v1.a]\",\"path\":\"\""),
     REJECTED,
     "1/parse/host/validity/rfc3986.host.brackets/left-bracket"},
    /* 3: a URI needs no authority. Whatever else is in it, this is the first unusual thing. */
    {URIPROOF_PARSE,
     {"x:a%11#@"},
     PARTS("\"scheme\":\"x\",\"path\":\"a%11\",\"fragment\":\"@\""),
     REJECTED,
     "1/parse/host/validity/rfc3986.bnf.hier-part/none"},
    /* 3.3: a path may be empty. */
    {URIPROOF_PARSE,
     {"x+y:"},
     PARTS("\"scheme\":\"x+y\",\"path\":\"\""),
     REJECTED,
     "1/parse/path/validity/rfc3986.bnf.path-empty/none"},
    /* RFC 3986 accepts: the first part with something unusual counts, and not the last. */
    {URIPROOF_PARSE,
     {"http://a%2fb/c?d=e"},
     PARTS("\"scheme\":\"http\",\"host\":\"a%2fb\",\"path\":\"/c\",\"query\":\"d=e\""),
     REJECTED,
     "1/parse/host/validity/rfc3986.bnf.host/percent"},
    /* No port that TCP has is more than 65535. */
    {URIPROOF_PARSE,
     {"http://h:65536/"},
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"port\":\"65536\",\"path\":\"/\""),
     REJECTED,
     "1/parse/port/validity/rfc3986.bnf.port/digit"},
    {URIPROOF_PARSE,
     {"http://h:65535/"},
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"port\":\"65535\",\"path\":\"/\""),
     REJECTED,
     "1/parse/scheme/validity/rfc3986.bnf.scheme/letter"},
    /* A fragment that is empty is there (3.5). */
    {URIPROOF_PARSE,
     {"x://a#"},
     PARTS("\"scheme\":\"x\",\"host\":\"a\",\"path\":\"\",\"fragment\":\"\""),
     REJECTED,
     "1/parse/fragment/validity/rfc3986.fragment.delimiters/number-sign"},
    {URIPROOF_PARSE,
     {"x+y:///a~b"},
     PARTS("\"scheme\":\"x+y\",\"host\":\"\",\"path\":\"/a~b\""),
     REJECTED,
     "1/parse/host/validity/rfc3986.host.empty/none"},
    {URIPROOF_PARSE, {"a"}, PARTS("\"path\":\"a\""), NULL, "1/parse/uri/fault/none/crash"},
    {URIPROOF_PARSE, {"a"}, PARTS("\"path\":\"a\""), "{\"status\":\"unsupported\"}", NULL},
    {URIPROOF_PARSE, {"a b"}, REJECTED, "{\"status\":\"rejected\",\"error\":\"space\"}", NULL},
    {URIPROOF_NORMALIZE,
     {"http://h/a/../b"},
     URI("http://h/b"),
     URI("http://h/a/../b"),
     "1/normalize/path/text/rfc3986.bnf.path/letter"},
    {URIPROOF_RESOLVE,
     {"http://h/", "//i"},
     URI("http://i"),
     URI("http://h//i"),
     "1/resolve/host/text/rfc3986.bnf.host/letter"},
    /* 5.2.4 makes `//g` of the path `..///g`, and 5.3 the host g of that. The base has none. */
    {URIPROOF_RESOLVE, {"x:..///", "g"}, URI("x://g"), URI("x:.///g"), BY_TEXT("resolve")},
    {URIPROOF_RESOLVE, {"x:/a", "/.//b"}, URI("x:/.//b"), URI("x://b"), BY_TEXT("resolve")},
    /* 5.2.2: a reference with a scheme has nothing of the base. */
    {URIPROOF_RESOLVE, {"x://h/", "x:/.//b"}, URI("x:/.//b"), URI("x://b"), BY_TEXT("resolve")},
    /* 5.2.4: an empty segment is lost, and 2.2: a slash is escaped, which names another path. */
    {URIPROOF_RESOLVE,
     {"x:/a", "/.//b"},
     URI("x://b"),
     URI("x:/b"),
     "1/resolve/path/text/rfc3986.bnf.path/slash"},
    {URIPROOF_NORMALIZE,
     {"x:/.//b/c"},
     URI("x://b/c"),
     URI("x:/%2Fb/c"),
     "1/normalize/path/text/rfc3986.bnf.path/percent"},
    {URIPROOF_RESOLVE, {"x:/a", "/.//"}, URI("x://"), URI("x:/.//"), BY_TEXT("resolve")},
    {URIPROOF_NORMALIZE, {"x:/.//b"}, URI("x://b"), URI("x:/.//b"), BY_TEXT("normalize")},
    /* A scheme that is lost (5.2.2) tells more. */
    {URIPROOF_RESOLVE,
     {"x:/a", "/.//b"},
     URI("x://b"),
     URI("/.//b"),
     "1/resolve/scheme/text/rfc3986.bnf.scheme/letter"},
    /* 6.2.2.1: the spelling of the scheme is no other data. Another host and another path are. */
    {URIPROOF_NORMALIZE,
     {"HTTP://0x7f.1/"},
     URI("HTTP://0x7f.1/"),
     URI("http://127.0.0.1/"),
     "1/normalize/host/text/rfc3986.bnf.host/digit"},
    {URIPROOF_NORMALIZE,
     {"http://H/a/../b"},
     URI("http://h/a/../b"),
     URI("http://H/b"),
     "1/normalize/path/text/rfc3986.bnf.path/letter"},
    {URIPROOF_NORMALIZE,
     {"HTTP://h/"},
     URI("HTTP://h/"),
     URI("http://h/"),
     "1/normalize/scheme/spelling/rfc3986.bnf.scheme/letter"},
    /* 3.2.2: a host may be empty, which is no other host than none. */
    {URIPROOF_RESOLVE,
     {"file:///a", "b"},
     URI("file:/b"),
     URI("file:///b"),
     "1/resolve/host/empty/rfc3986.authority.termination/slash"},
    /* Appendix B: a `|` makes a text no URI, and leaves its host what it is. */
    {URIPROOF_NORMALIZE,
     {"http://a\\@b/|"},
     URI("http://a%5C@b/%7C"),
     URI("http://a/@b/|"),
     "1/normalize/host/text/rfc3986.bnf.host/letter"},
    {URIPROOF_RESOLVE,
     {"http://h/", "//i/.."},
     URI("//i/"),
     URI("//j/"),
     "1/resolve/host/text/rfc3986.bnf.host/letter"},
    /* What is no authority by the grammar (3.2) has no host. */
    {URIPROOF_NORMALIZE,
     {"x://a@b@c/"},
     URI("x://a@b@c/"),
     URI("x://c/"),
     "1/normalize/uri/text/rfc3986.bnf.URI-reference/letter"},
    /* These hosts are of no text. */
    {URIPROOF_RESOLVE,
     {"x:/a", "/.//b"},
     URI("x:/.//b"),
     URI("x://c"),
     "1/resolve/host/text/rfc3986.bnf.host/letter"},
    {URIPROOF_RESOLVE,
     {"x:a/b", "g"},
     URI("x:a/g"),
     URI("x://g"),
     "1/resolve/host/text/rfc3986.bnf.host/letter"},
    {URIPROOF_NORMALIZE,
     {"x:/b"},
     URI("x:/b"),
     URI("x://b"),
     "1/normalize/host/text/rfc3986.bnf.host/letter"},
    /* The host of the base is lost (5.2.2), and that of a reference (4.2). */
    {URIPROOF_RESOLVE,
     {"x://h/", "/.//b"},
     URI("x://h//b"),
     URI("x:/.//b"),
     "1/resolve/host/text/rfc3986.bnf.host/letter"},
    /* 4.1: what is resolved is a reference, and no URI. 3.3: a path has no `^`. */
    {URIPROOF_RESOLVE,
     {"http://h/", "a^"},
     URI("http://h/a^"),
     REJECTED,
     "1/resolve/uri/validity/rfc3986.bnf.path/other"},
    {URIPROOF_RESOLVE,
     {"http://h/", "a%2f"},
     URI("http://h/a%2f"),
     REJECTED,
     "1/resolve/path/validity/rfc3986.bnf.path/percent"},
    /* 5.1: a base is a URI; 3.1: a scheme begins with a letter. */
    {URIPROOF_RESOLVE,
     {"1:", "a"},
     URI("1:a"),
     REJECTED,
     "1/resolve/uri/validity/rfc3986.bnf.scheme/digit"},
    /* 6.2.2 is about URIs, so that the first unusual thing is that there is no scheme. */
    {URIPROOF_NORMALIZE,
     {"a/%2f"},
     URI("a/%2F"),
     REJECTED,
     "1/normalize/scheme/validity/rfc3986.bnf.relative-ref/none"},
    {URIPROOF_EQUIVALENT,
     {"a", "b"},
     "{\"status\":\"accepted\",\"equal\":false}",
     REJECTED,
     "1/equivalent/scheme/validity/rfc3986.bnf.relative-ref/none"},
    /* The text that is rejected counts, whichever it is. */
    {URIPROOF_EQUIVALENT,
     {"x:a%2f", "x:["},
     "{\"status\":\"accepted\",\"equal\":false}",
     REJECTED,
     "1/equivalent/uri/validity/rfc3986.bnf.path/left-bracket"},
    /* 2.1: what is decoded is no URI, and may hold any octet. */
    {URIPROOF_DECODE,
     {"a b%"},
     "{\"status\":\"accepted\",\"text\":\"a b%\"}",
     REJECTED,
     "1/decode/text/validity/rfc3986.bnf.pct-encoded/percent"},
    {URIPROOF_DECODE,
     {"http%3A//"},
     "{\"status\":\"accepted\",\"text\":\"http://\"}",
     "{\"status\":\"accepted\",\"text\":\"http%3A//\"}",
     "1/decode/text/text/rfc3986.bnf.pct-encoded/percent"},
    {URIPROOF_EQUIVALENT,
     {"a", "%61"},
     "{\"status\":\"accepted\",\"equal\":true}",
     "{\"status\":\"accepted\",\"equal\":false}",
     "1/equivalent/equal/text/rfc3986.compare.strings/percent"},
};

/* Texts that one accepts and another rejects, and the class without its version, "validity" and the
 * operation. */
static const struct {
    uriproof_op op;
    const char *text;
    const char *part, *place;
} rejected_by_one[] = {
    /* 3.2.2: a host may be empty, whatever is before and after it. */
    {URIPROOF_PARSE, "x://", "host", "rfc3986.host.empty/none"},
    {URIPROOF_PARSE, "x://:", "host", "rfc3986.host.empty/none"},
    {URIPROOF_PARSE, "x://a@", "host", "rfc3986.host.empty/none"},
    {URIPROOF_PARSE, "x://?a", "host", "rfc3986.host.empty/none"},
    {URIPROOF_NORMALIZE, "x:///a", "host", "rfc3986.host.empty/none"},
    /* 3: a URI may be without an authority, and with nothing after its scheme (3.3). */
    {URIPROOF_PARSE, "x:/", "host", "rfc3986.bnf.hier-part/none"},
    {URIPROOF_PARSE, "x:a:b", "host", "rfc3986.bnf.hier-part/none"},
    {URIPROOF_PARSE, "x:?", "path", "rfc3986.bnf.path-empty/none"},
    {URIPROOF_PARSE, "x:#a", "path", "rfc3986.bnf.path-empty/none"},
    /* 3.2.1: all is usual but that there is a userinfo. */
    {URIPROOF_PARSE, "x://a@h", "user", "rfc3986.userinfo.at-sign/at-sign"},
    {URIPROOF_PARSE, "x://a:b@h", "user", "rfc3986.userinfo.at-sign/at-sign"},
    {URIPROOF_PARSE, "x://@h", "user", "rfc3986.userinfo.at-sign/at-sign"},
    {URIPROOF_PARSE, "x://a%40@h", "user", "rfc3986.bnf.userinfo/percent"},
    /* 3.2.1: a userinfo may have a colon, after which is no port. */
    {URIPROOF_PARSE, "x://a:@h", "password", "rfc3986.bnf.userinfo/colon"},
    /* 3.2.2: names that end in a number, which only some take for an address. */
    {URIPROOF_PARSE, "http://1.2.3.256/", "host", "rfc3986.host.four-octets/digit"},
    {URIPROOF_PARSE, "http://1.2.3.04/", "host", "rfc3986.host.four-octets/digit"},
    {URIPROOF_PARSE, "http://1.2.3/", "host", "rfc3986.host.four-octets/digit"},
    {URIPROOF_PARSE, "http://1.2.3.4.5/", "host", "rfc3986.host.four-octets/digit"},
    {URIPROOF_PARSE, "http://a.0x7F/", "host", "rfc3986.host.four-octets/digit"},
    {URIPROOF_PARSE, "http://255.0.10.9/", "scheme", "rfc3986.bnf.scheme/letter"},
    {URIPROOF_PARSE, "http://1.2.3.a/", "scheme", "rfc3986.bnf.scheme/letter"},
    {URIPROOF_PARSE, "http://0xg/", "scheme", "rfc3986.bnf.scheme/letter"},
    /* 3.2.2: a name of the DNS has labels of letters, digits and hyphens inside. */
    {URIPROOF_PARSE, "http://a..b/", "host", "rfc3986.bnf.host/dot"},
    {URIPROOF_PARSE, "http://.a/", "host", "rfc3986.bnf.host/dot"},
    {URIPROOF_PARSE, "http://a./", "host", "rfc3986.bnf.host/dot"},
    {URIPROOF_PARSE, "http://a-.b/", "host", "rfc3986.bnf.host/unreserved"},
    {URIPROOF_PARSE, "http://xn--a.b-c/", "scheme", "rfc3986.bnf.scheme/letter"},
    /* 3.2.3: a port is empty or has digits. Without an `@` what is no port may be a userinfo, so
     * that the text goes wrong only at the end of the authority; but it goes wrong for the port. */
    {URIPROOF_PARSE, "http://h:/", "port", "rfc3986.port.empty/colon"},
    {URIPROOF_PARSE, "http://h:80p/", "uri", "rfc3986.bnf.port/letter"},
    {URIPROOF_PARSE, "http://h:80.", "uri", "rfc3986.bnf.port/dot"},
    {URIPROOF_PARSE, "http://h:1:2/", "uri", "rfc3986.port.colon/colon"},
    {URIPROOF_PARSE, "http://[::1]:8p/", "uri", "rfc3986.bnf.port/letter"},
    {URIPROOF_PARSE, "http://a:b@h:8p/", "uri", "rfc3986.bnf.port/letter"},
    {URIPROOF_PARSE, "http://@::/", "uri", "rfc3986.port.colon/colon"},
    {URIPROOF_RESOLVE, "//h:80p/", "uri", "rfc3986.bnf.port/letter"},
    /* 3.2: these are in no part of an authority, or there is no other (3.2.1). */
    {URIPROOF_PARSE, "http://h:8p\\/", "uri", "rfc3986.bnf.authority/backslash"},
    {URIPROOF_PARSE, "http://u@h:8\\/", "uri", "rfc3986.bnf.authority/backslash"},
    {URIPROOF_PARSE, "http://u@h:8@/", "uri", "rfc3986.bnf.authority/at-sign"},
    {URIPROOF_PARSE, "http://[::1]a/", "uri", "rfc3986.bnf.authority/letter"},
    /* 4.1, 4.2: a reference. */
    {URIPROOF_RESOLVE, "", "scheme", "rfc3986.bnf.relative-ref/none"},
    {URIPROOF_RESOLVE, "a", "scheme", "rfc3986.bnf.relative-ref/none"},
    {URIPROOF_RESOLVE, "//", "host", "rfc3986.host.empty/none"},
    {URIPROOF_RESOLVE, "//a@h", "user", "rfc3986.userinfo.at-sign/at-sign"},
};

static void names_what_one_rejects(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rejected_by_one / sizeof rejected_by_one[0]; i++) {
        const uriproof_op op = rejected_by_one[i].op;
        char id[CLASS_ID_ROOM];
        snprintf(id, sizeof id, "1/%s/%s/validity/%s", uriproof_ops[op].name,
                 rejected_by_one[i].part, rejected_by_one[i].place);
        const char *text = rejected_by_one[i].text;
        const pair p = {
            op,
            {op == URIPROOF_RESOLVE ? "x://h" : text, op == URIPROOF_RESOLVE ? text : NULL},
            op == URIPROOF_PARSE ? PARTS("\"path\":\"\"") : URI("x:"),
            REJECTED,
            id};
        assert_class(&p, &nothing);
    }
}

static void names_each_class(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        assert_class(&pairs[i], &nothing);
}

static void counts_no_declared_transform(void **state)
{
    (void)state;
    transform_set lowercased = {{0}};
    assert_true(transform_declare(&lowercased, "host", "lowercased"));
    pair p = {URIPROOF_PARSE,
              {"//H"},
              PARTS("\"host\":\"h\",\"path\":\"\""),
              PARTS("\"host\":\"H\",\"path\":\"\""),
              NULL};
    assert_class(&p, &lowercased);
    p.id = "1/parse/host/spelling/rfc3986.bnf.host/letter";
    assert_class(&p, &nothing);
}

/* One parser lower-cases by design, and the other undoes escapes: the two never part. */
static void counts_no_transform_of_either(void **state)
{
    (void)state;
    transform_set both = {{0}};
    assert_true(transform_declare(&both, "user", "lowercased"));
    assert_true(transform_declare(&both, "user", "decoded"));
    pair p = {URIPROOF_PARSE,
              {"x://%2FA@h"},
              PARTS("\"scheme\":\"x\",\"user\":\"%2fa\",\"host\":\"h\",\"path\":\"\""),
              PARTS("\"scheme\":\"x\",\"user\":\"/A\",\"host\":\"h\",\"path\":\"\""),
              NULL};
    assert_class(&p, &both);
    p.other = PARTS("\"scheme\":\"x\",\"user\":\"/b\",\"host\":\"h\",\"path\":\"\"");
    p.id = "1/parse/user/text/rfc3986.bnf.userinfo/percent";
    assert_class(&p, &both);
}

/* What a parser declares to make of the host of a text, and what the host is as written. */
static const struct {
    const char *text, *changed, *written, *transform;
    const char *id; /* NULL: the declaration excuses it */
} declared_hosts[] = {
    /* 3.2.2: `0x7f.1` is a name. 7.4: but many look it up as an address. */
    {"http://0x7f.1/", "127.0.0.1", "0x7f.1", "address-rewritten",
     "1/parse/host/text/rfc3986.bnf.host/digit"},
    /* 3.2: the authority ends at the slash, so the host of the path or query is no piece of it. */
    {"http://0x7f.1/127.0.0.1", "127.0.0.1", "0x7f.1", "address-rewritten",
     "1/parse/host/text/rfc3986.bnf.host/digit"},
    {"http://0x7f.1?u=http://127.0.0.1/", "127.0.0.1", "0x7f.1", "address-rewritten",
     "1/parse/host/text/rfc3986.bnf.host/digit"},
    {"http://0x7f.1:80/@127.0.0.1/", "127.0.0.1", "0x7f.1", "address-rewritten",
     "1/parse/host/text/rfc3986.bnf.host/digit"},
    {"http:////0x7f.1/127.0.0.1/", "127.0.0.1", "0x7f.1", "address-rewritten",
     "1/parse/host/text/rfc3986.bnf.host/digit"},
    {"x://a%2Fb/a/b", "a/b", "a%2Fb", "decoded", "1/parse/host/text/rfc3986.bnf.host/percent"},
    /* 2.2: an escaped delimiter is other data than the delimiter. */
    {"x://a%2Fb", "a/b", "a%2Fb", "decoded", "1/parse/host/text/rfc3986.bnf.host/percent"},
    {"x://a%20b", "a b", "a%20b", "decoded", "1/parse/host/text/rfc3986.bnf.host/percent"},
    /* 2.4: what is decoded once is decoded no second time. */
    {"x://a%2541", "a%41", "a%2541", "decoded", "1/parse/host/text/rfc3986.bnf.host/percent"},
    /* 6.2.2.1, 6.2.2.2: the same host. */
    {"x://%41b", "Ab", "%41b", "decoded", NULL},
    {"x://AB", "ab", "AB", "lowercased", NULL},
    /* 3.2.2: the same name, and the same 128 bits. */
    {"x://%c3%a9", "\xc3\xa9", "%c3%a9", "decoded", NULL},
    {"x://[::0:1]", "[::1]", "[::0:1]", "address-rewritten", NULL},
    {"x://[::0:1]", "[::1]", "[::0:1]", "ipv6-rewritten", NULL},
    /* 3.2.2: the host is there and empty. There is no other. */
    {"x://", NULL, "", "empty-as-absent", NULL},
};

/* Returns the answer of a parser that sees that host in the text, and nothing else but the scheme
 * that the text has. */
static reply host_reply(uriproof_span text, const char *host)
{
    reply one = {.answer = {.status = ANSWER_ACCEPTED}};
    const size_t scheme = text.octets[0] == 'h' ? 4 : 1;
    one.pieces.at[PIECE_SCHEME] = (uriproof_span){text.octets, scheme};
    one.pieces.at[PIECE_PATH] = uriproof_span_of(
        text.octets[text.length - 1] == '/' && text.length > scheme + 3 ? "/" : "");
    if (host != NULL)
        one.pieces.at[PIECE_HOST] = uriproof_span_of(host);
    return one;
}

static void excuses_no_other_host(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof declared_hosts / sizeof declared_hosts[0]; i++) {
        const uriproof_request request = {URIPROOF_PARSE,
                                          {uriproof_span_of(declared_hosts[i].text)}};
        const reply changed = host_reply(request.field[0], declared_hosts[i].changed);
        const reply written = host_reply(request.field[0], declared_hosts[i].written);
        const bool is_class = declared_hosts[i].id != NULL;
        transform_set declared = {{0}}, needed;
        answer_class found;
        char id[CLASS_ID_ROOM] = "none";
        assert_true(transform_declare(&declared, "host", declared_hosts[i].transform));
        if (class_between(&request, &changed, &declared, &written, &nothing, &found))
            class_id(&found, id);
        assert_string_equal(id, is_class ? declared_hosts[i].id : "none");
        assert_int_equal(class_excused(&request, &changed, &declared, &written, &nothing, &needed),
                         !is_class);
        /* It says who does so by design: the one that changes the host, and not the other. */
        assert_int_equal(
            is_class && class_by_design(&request, &found, &changed, &declared, &written, &needed),
            is_class);
        if (is_class) {
            assert_memory_equal(&needed, &declared, sizeof needed);
            assert_false(class_by_design(&request, &found, &written, &declared, &changed, &needed));
            assert_false(class_by_design(&request, &found, &changed, &nothing, &written, &needed));
        }
    }
}

static void puts_equal_replies_together(void **state)
{
    (void)state;
    store *s = store_new();
    const char *const replies[] = {
        REJECTED,
        PARTS("\"path\":\"a\""),
        NULL,
        PARTS("\"scheme\":\"a\",\"path\":\"\""),
        "{\"status\":\"undefined\"}",
        PARTS("\"scheme\":\"a\",\"path\":\"\""),
        "{\"status\":\"unsupported\"}",
        PARTS("\"path\":\"a\",\"query\":\"\""),
    };
    const size_t expected[] = {3, 1, 4, 0, 3, 0, 5, 2};
    enum { COUNT = sizeof replies / sizeof replies[0] };
    reply list[COUNT];
    size_t group_of[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        list[i] = read_reply(s, URIPROOF_PARSE, replies[i]);
    assert_int_equal(group_replies(URIPROOF_PARSE, list, COUNT, group_of), 6);
    assert_memory_equal(group_of, expected, sizeof expected);
    store_free(s);
}

static void ranks_the_risk(void **state)
{
    (void)state;
    const answer_class host = {.operation = "parse", .kind = CLASS_BOUNDARY, .part = "host"};
    const answer_class path = {.operation = "parse", .kind = CLASS_TEXT, .part = "path"};
    const answer_class empty = {.operation = "parse", .kind = CLASS_EMPTY, .part = "host"};
    assert_string_equal(class_risk_of(&host)->name, "other-host");
    assert_string_equal(class_risk_of(&path)->name, "other-path");
    assert_string_equal(class_risk_of(&empty)->name, "none");
    const answer_class spelling = {.operation = "parse", .kind = CLASS_SPELLING, .part = "host"};
    assert_string_equal(class_risk_of(&spelling)->name, "none");
    assert_true(class_risk_of(&host)->rank < class_risk_of(&path)->rank);
}

/* The part is nearly in the text at a million places. If each cost a million steps, this test would
 * take minutes. */
static void classes_long_texts(void **state)
{
    enum { LENGTH = 1 << 22 };
    char *text = malloc(LENGTH), *part = malloc(LENGTH), id[CLASS_ID_ROOM];
    uri_pieces one = {0}, other = {0};
    answer_class found = {.operation = "parse"};
    (void)state;
    memset(text, 'a', LENGTH);
    memset(part, 'a', LENGTH);
    part[LENGTH / 2] = 'b';
    one.at[PIECE_PATH] = (uriproof_span){text, LENGTH};
    other.at[PIECE_PATH] = (uriproof_span){part, LENGTH / 2 + 1};
    assert_true(class_between_parts((uriproof_span){text, LENGTH}, 1U << PIECE_PATH, &one, &other,
                                    &nothing, &found));
    class_id(&found, id);
    assert_string_equal(id, "1/parse/path/text/rfc3986.bnf.path/letter");
    free(text);
    free(part);
}

static void assert_words(uriproof_span words, const char *expected)
{
    assert_int_equal(words.length, strlen(expected));
    assert_memory_equal(words.octets, expected, words.length);
}

static void reads_an_id(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",
                                        "1",
                                        "1/parse/host/boundary/c",
                                        "2/parse/host/boundary/c/dot",
                                        "1/parse//boundary/c/dot",
                                        "1/parse/host/boundary/c/dot/more",
                                        "1/parse/host/boundary/c/"};
    class_words words;
    assert_true(class_words_of("1/parse/host/boundary/rfc3986.bnf.host/dot", &words));
    assert_words(words.operation, "parse");
    assert_words(words.part, "host");
    assert_words(words.kind, "boundary");
    assert_words(words.clause, "rfc3986.bnf.host");
    assert_words(words.character, "dot");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(class_words_of(wrong[i], &words));
    assert_string_equal(class_risk_of_id("1/parse/host/boundary/c/dot")->name, "other-host");
    assert_string_equal(class_risk_of_id("1/parse/uri/fault/none/crash")->name, "no-answer");
    assert_int_equal(class_op_of_id("1/equivalent/equal/text/c/none"), URIPROOF_EQUIVALENT);
    assert_int_equal(class_op_of_id("1/normal-twice/host/text/c/none"), URIPROOF_NORMALIZE);
    assert_int_equal(class_op_of_id("1/resolve-self/path/text/c/dot"), URIPROOF_RESOLVE);
    assert_int_equal(class_op_of_id("2/resolve/path/text/c/dot"), URIPROOF_PARSE);
    assert_string_equal(class_risk_of_id("1/parse/uri/fault/none/crash")->weakness, "CWE-248");
    assert_string_equal(class_risk_of_id("1/parse/uri/fault/none/timeout")->weakness, "CWE-400");
    assert_string_equal(class_risk_of_id("1/equivalent/equal/text/c/none")->name, "cache-key");
    assert_string_equal(class_risk_of_id("2/parse/host/boundary/c/dot")->name, "none");
    assert_string_equal(class_risk_of_id(BY_TEXT("resolve"))->name, "by-the-text");
    assert_string_equal(class_risk_of_id(BY_TEXT("resolve"))->weakness, "CWE-436");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_each_class),
        cmocka_unit_test(names_what_one_rejects),
        cmocka_unit_test(counts_no_declared_transform),
        cmocka_unit_test(counts_no_transform_of_either),
        cmocka_unit_test(excuses_no_other_host),
        cmocka_unit_test(puts_equal_replies_together),
        cmocka_unit_test(ranks_the_risk),
        cmocka_unit_test(classes_long_texts),
        cmocka_unit_test(reads_an_id),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
