/* SPDX-License-Identifier: MIT */
/* Are a part that is not there, and one that is there and void, told apart? */
#include "check_state.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* A part that is not there, and one that is there and void. */
typedef struct void_part {
    const char *absent;
    const char *is_void;
    const char *name;
    size_t component;
    size_t generic; /* where in_generic */
    uri_piece piece;
    bool in_generic;
} void_part;

static const void_part void_parts[] = {
    {"http://h/a", "http://h/a?", "query", offsetof(uriproof_components, query),
     offsetof(uriproof_generic, search), PIECE_QUERY, true},
    {"http://h/a", "http://h/a#", "fragment", offsetof(uriproof_components, fragment),
     offsetof(uriproof_generic, fragmentid), PIECE_FRAGMENT, true},
    {"http://h/", "http://h:/", "port", offsetof(uriproof_components, port), 0, PIECE_PORT, false},
    {"x:/a", "x:///a", "host", offsetof(uriproof_components, host), 0, PIECE_HOST, false},
};

static bool is_declared(const hello *h, uri_piece part, const char *way)
{
    for (unsigned i = 0; i < GIVES_WAY_COUNT; i++)
        if (strcmp(gives_ways[i], way) == 0)
            return (h->gives.declared[part] >> i & 1) != 0;
    return false;
}

static uriproof_span part_given(const question *q, const void_part *part)
{
    const uriproof_parts *parts = &q->answer.parts;
    const char *base =
        parts->has_components ? (const char *)&parts->components : (const char *)&parts->generic;
    size_t offset = parts->has_components ? part->component : part->generic;
    return *(const uriproof_span *)(const void *)(base + offset);
}

static bool shows(const question *q, const void_part *part)
{
    return q->answer.valid && (part->in_generic || q->answer.parts.has_components);
}

/* The way that it gives this part in and does not declare; NULL where there is none. */
static const char *undeclared_way(const hello *h, const question *pair, const void_part *part)
{
    const char *way = NULL;
    if (!shows(&pair[0], part) || !shows(&pair[1], part))
        return NULL;
    uriproof_span absent = part_given(&pair[0], part);
    if (uriproof_present(absent) && absent.length == 0)
        way = "absent-as-void";
    else if (uriproof_present(absent)) /* of another part than a port it is the parser's answer */
        way = part->piece == PIECE_PORT ? "with-default" : NULL;
    else if (!uriproof_present(part_given(&pair[1], part)))
        way = "void-as-absent";
    return way != NULL && !is_declared(h, part->piece, way) ? way : NULL;
}

void check_empty_parts(check_state *k)
{
    enum { PARTS = sizeof void_parts / sizeof *void_parts, TEXTS = 2 * PARTS };
    question questions[TEXTS];
    char seen[200] = "";
    size_t used = 0;
    if (!k->greeting.ops[URIPROOF_PARSE]) {
        check_say(k, VERDICT_SKIP, "", "it has no parse");
        return;
    }
    for (size_t i = 0; i < PARTS; i++) {
        questions[2 * i] = question_of_words(URIPROOF_PARSE, void_parts[i].absent);
        questions[2 * i + 1] = question_of_words(URIPROOF_PARSE, void_parts[i].is_void);
    }
    if (!check_ask(k, questions, TEXTS))
        return;
    for (size_t i = 0; i < PARTS; i++) {
        const char *way = undeclared_way(&k->greeting, &questions[2 * i], &void_parts[i]);
        if (way != NULL)
            used += (size_t)snprintf(seen + used, sizeof seen - used, "%s%s: [\"%s\"]",
                                     used > 0 ? ", " : "", void_parts[i].name, way);
    }
    if (used > 0)
        check_say(k, VERDICT_WARN, k->remedy, "not told apart, and not declared: %s", seen);
    else
        check_fine(k, "told apart, or declared");
    questions_forget(questions, TEXTS);
}
