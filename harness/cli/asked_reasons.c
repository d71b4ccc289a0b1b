/* SPDX-License-Identifier: MIT */
#include "asked_reasons.h"

#include "commands.h"

#include "json/json.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80 };

/* The explanations of a group: of each parser the words, or NULL. */
typedef struct reasons {
    const replies_explained *r;
    size_t group;
    store *words;
    const char **of; /* by member */
} reasons;

static reasons reasons_of(const replies_explained *r, size_t group)
{
    reasons found = {r, group, store_new(), calloc(r->count + 1, sizeof(const char *))};
    for (size_t m = 0; m < r->count && r->namer != NULL; m++) {
        char words[EXPLANATION_ROOM];
        if (r->group_of[m] == group &&
            namer_explain(r->namer, m, r->request, &r->replies[m], words))
            found.of[m] = store_text(found.words, words);
    }
    return found;
}

static void reasons_free(reasons *found)
{
    store_free(found->words);
    free(found->of);
}

static bool is_same(const reasons *found, size_t a, size_t b)
{
    return found->of[a] != NULL && found->of[b] != NULL && strcmp(found->of[a], found->of[b]) == 0;
}

/* Returns true if no member before has the same explanation. */
static bool is_first(const reasons *found, size_t m)
{
    for (size_t k = 0; k < m; k++)
        if (is_same(found, k, m))
            return false;
    return found->of[m] != NULL;
}

/* Returns the id after the first of the words; "" after the last. */
static const char *next_id(const char *words)
{
    words += deviation_length(words);
    return words + strspn(words, " ");
}

/* Writes what all deviations of an explanation do. */
static void put_deeds(FILE *out, const char *words)
{
    for (const char *id = words; *id != '\0'; id = next_id(id)) {
        char *does = deviation_does(id);
        fprintf(out, "%s%s", id > words ? ", and " : "", does);
        free(does);
    }
}

/* Writes who of the group has the explanation of member `m`, if not all have. */
static void put_who(FILE *out, const reasons *found, size_t m)
{
    size_t told = 0, others = 0;
    for (size_t k = 0; k < found->r->count; k++)
        others += found->r->group_of[k] == found->group && !is_same(found, k, m);
    if (others == 0)
        return;
    fputs(" (", out);
    for (size_t k = m; k < found->r->count; k++)
        if (is_same(found, k, m))
            put_listed(out, &told, found->r->members[k].name);
    fputc(')', out);
}

void asked_put_reasons(const replies_explained *r, size_t group)
{
    reasons found = reasons_of(r, group);
    for (size_t m = 0; m < r->count; m++) {
        uriproof_text_written text;
        if (!is_first(&found, m))
            continue;
        FILE *out = uriproof_text_open(&text);
        fputs("as RFC 3986, except that it ", out);
        put_deeds(out, found.of[m]);
        put_who(out, &found, m);
        fclose(out);
        put_wrapped(stdout, text.octets, printf("    "), WIDTH);
        free(text.octets);
    }
    reasons_free(&found);
}

static void write_reason(json_writer *w, const reasons *found, size_t m)
{
    json_open_object(w, NULL);
    json_open_array(w, "parsers");
    for (size_t k = m; k < found->r->count; k++)
        if (is_same(found, k, m))
            json_text(w, NULL, found->r->members[k].name);
    json_close(w);
    json_text(w, "deviations", found->of[m]);
    json_close(w);
}

void asked_write_reasons(json_writer *w, const replies_explained *r, size_t group)
{
    reasons found = reasons_of(r, group);
    bool any = false;
    for (size_t m = 0; m < r->count; m++) {
        if (!is_first(&found, m))
            continue;
        if (!any)
            json_open_array(w, "explanations");
        any = true;
        write_reason(w, &found, m);
    }
    if (any)
        json_close(w);
    reasons_free(&found);
}
