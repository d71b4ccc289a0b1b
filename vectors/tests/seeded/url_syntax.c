/* SPDX-License-Identifier: MIT */
/* Seeded faults of url-syntax. */
#include "seeded.h"

#include <string.h>

static const uriproof_span none = {NULL, 0};

static void prefix_left_out(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status != ANSWER_ACCEPTED && place_of(request->field[0], "URL:") != 0)
        ask_with_words(p, request, 0, "URL:", answer);
}

static void fragment_split(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    uriproof_components *parts = &answer->parts.components;
    size_t hash = first_of(parts->path, "#");
    if (answer->status != ANSWER_ACCEPTED || hash >= parts->path.length)
        return;
    parts->fragment = from(parts->path, hash + 1);
    parts->path.length = hash;
}

/* A question mark ends the host too. */
static void question_ends_host(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0], rest = none;
    ask(p, request, answer);
    size_t slashes = place_of(text, "://");
    if (answer->status != ANSWER_ACCEPTED || slashes == text.length)
        return;
    rest = from(text, slashes + 3);
    size_t question = first_of(rest, "/?");
    if (question == rest.length || rest.octets[question] == '/')
        return;
    ask_with_words(p, request, slashes + 3 + question, "/", answer);
}

static void last_colon(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    uriproof_components *parts = &answer->parts.components;
    if (answer->status != ANSWER_ACCEPTED || !uriproof_present(parts->password))
        return;
    size_t colon = last_of(parts->userinfo, ':');
    parts->user = between(parts->userinfo, 0, colon);
    parts->password = from(parts->userinfo, colon + 1);
    parts->userinfo = none;
}

static void password_in_user(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    uriproof_components *parts = &answer->parts.components;
    if (answer->status != ANSWER_ACCEPTED || !uriproof_present(parts->password))
        return;
    parts->user = parts->userinfo;
    parts->password = parts->userinfo = none;
}

static void path_up_to_question(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    uriproof_components *parts = &answer->parts.components;
    size_t question = first_of(parts->path, "?");
    if (answer->status != ANSWER_ACCEPTED || question >= parts->path.length)
        return;
    parts->query = from(parts->path, question + 1);
    parts->path.length = question;
}

static void wants_double_slash(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED && !uriproof_present(answer->parts.components.host))
        reject(answer);
}

/* As some do: a single slash is enough. */
static void single_slash(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    uriproof_components *parts = &answer->parts.components;
    if (answer->status != ANSWER_ACCEPTED || uriproof_present(parts->host) ||
        !begins(parts->path, "/"))
        return;
    ask_with_words(p, request, (size_t)(parts->path.octets - request->field[0].octets), "/",
                   answer);
}

static const fault faults[] = {
    {"prefix-left-out", "prefix.constant", prefix_left_out, NULL, OF_PARSE, 0},
    {"fragment-split", "basic.no-fragment", fragment_split, NULL, OF_PARSE, 0},
    {"single-slash", "internet.double-slash", single_slash, NULL, OF_PARSE, 0},
    {"question-mark-ends-host", "internet.next-slash", question_ends_host, NULL, OF_PARSE, 0},
    {"password-in-user", "internet.password", password_in_user, NULL, OF_PARSE, 0},
    {"last-colon", "internet.user", last_colon, NULL, OF_PARSE, 0},
    {"port-of-letters", "internet.port-decimal", takes_for_digits, "A-Fa-f", OF_PARSE, IN_PORT},
    {"path-up-to-question-mark", "internet.path", path_up_to_question, NULL, OF_PARSE, 0},
    {"double-slash-wanted", "scheme.rest", wants_double_slash, NULL, OF_PARSE, 0},
    {"escapes-to-utf-8", "encoding.octets", decodes_to_utf8, NULL, OF_DECODE, 0},
    {"bare-percent-taken", "encoding.percent-always", takes_bare_percent, NULL,
     OF_PARSE | OF_IDENTITY | OF_DECODE, 0},
    {"slash-undone", "encoding.reserved-never", undoes_escapes, "/", OF_IDENTITY, 0},
    {"escaped-again", "encoding.safer", escapes_twice, NULL, OF_NORMALIZE, 0},
    {"letters-stay-escaped", "encoding.expand", keeps_escapes, "A-Za-z0-9", OF_IDENTITY, ANYWHERE},
};

const fault_table url_syntax_faults = {"url-syntax", faults, sizeof faults / sizeof faults[0]};
