/* SPDX-License-Identifier: MIT */
/* Seeded faults of draft-www-uri-00. */
#include "seeded.h"

static void name_is_path(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED && uriproof_present(detail_of(p, answer, "name")))
        set_detail(p, answer, "name", detail_of(p, answer, "path"));
}

static void menu_is_file(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED &&
        uriproof_present(detail_of(p, answer, "default-gtype")))
        set_detail(p, answer, "default-gtype", LIT("0"));
}

/* RFC 1630's gopheraddress, which has no search. */
static void gopher_without_search(seeded *p, const uriproof_request *request,
                                  uriproof_answer *answer)
{
    ask(p, request, answer);
    if (begins(request->field[0], "gopher:") && holds(request->field[0], "?"))
        reject(answer);
}

/* RFC 1630's user. */
static void mark_in_user(seeded *p, uriproof_span text, bool *marks)
{
    uriproof_span authority = split(text).authority;
    size_t end = first_of(authority, ":@");
    for (size_t i = 0; i < end && last_of(authority, '@') < authority.length; i++)
        marks[(size_t)(authority.octets - text.octets) + i] =
            in_set(p->fault->set, (unsigned char)authority.octets[i]);
}

static void user_of_alphanum2(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_in_user, FOR_A_CONTROL, answer);
}

static const fault faults[] = {
    {"semicolon-rejected", "bnf.extra", rejects, ";", OF_GRAMMAR, ANYWHERE},
    {"scheme-of-rfc-1738", "bnf.scheme", rejects, "$_@&!*\"'(),; ", OF_GRAMMAR, IN_SCHEME},
    {"empty-search-taken", "bnf.search", takes_empty_search, NULL, OF_PARSE, 0},
    {"fragment-takes-plus", "bnf.fragmentid", takes, "+", OF_GRAMMAR, IN_FRAGMENT},
    {"national-taken", "bnf.national", takes, "{}|[]\\^~", OF_GRAMMAR, ANYWHERE},
    {"compared-as-written", "encoding.comparison", equal_as_written, NULL, OF_EQUIVALENT, 0},
    {"bare-percent-taken", "encoding.percent-extension", takes_bare_percent, NULL,
     OF_GRAMMAR | OF_DECODE, 0},
    {"reserved-undone", "encoding.reserved-never", undoes_escapes, "/#?+", OF_IDENTITY, 0},
    {"space-compared", "unsafe.space", takes, " ", OF_IDENTITY, ANYWHERE},
    {"longer-run", "partial.slash-prefix", longer_run, NULL, OF_RESOLVE, 0},
    {"context-fragment-kept", "partial.context", keeps_context_fragment, NULL, OF_RESOLVE, 0},
    {"escaped-hash-separates", "fragment.hash", undoes_escapes, "#", OF_PARSE, 0},
    {"plus-as-space", "reserved.plus", plus_is_space, NULL, OF_PARSE, 0},
    {"user-of-alphanum2", "url.user", user_of_alphanum2, "$&!*'(),; \"", OF_URL, IN_USER},
    {"gopher-without-search", "url.gopheraddress", gopher_without_search, NULL, OF_URL, 0},
    {"name-is-path", "ftp.name", name_is_path, NULL, OF_URL, 0},
    {"menu-is-file", "gopher.empty-command", menu_is_file, NULL, OF_URL, 0},
    {"ampersand-rejected", "bnf.safe", rejects, "&", OF_GRAMMAR, ANYWHERE},
    {"controls-taken", "unsafe.control", takes, "\1-\37\177", OF_GRAMMAR, ANYWHERE},
    {"angle-brackets-taken", "bnf.punctuation", takes, "<>", OF_GRAMMAR, ANYWHERE},
    {"plus-rejected-in-path", "bnf.xpalpha", rejects, "+", OF_GRAMMAR, IN_REST},
    {"relative-taken", "syntax.scheme-first", takes_relative, NULL, OF_PARSE, 0},
};

const fault_table draft_faults = {"draft-www-uri-00", faults, sizeof faults / sizeof faults[0]};
