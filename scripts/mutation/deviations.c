/* SPDX-License-Identifier: MIT */
/*
 * Which hand-written vectors of RFC 3986 accuse a parser that deviates in one trait, for one
 * operation and one kind of scheme? The parser is the model. scripts/needed takes each such
 * deviation for a fault.
 *
 *     uriproof-deviations FOLDER
 *
 * FOLDER has the vectors. A line for each deviation that a vector accuses: its name, as
 * "port.wrong=taken resolve/file" or "host.octets~5C parse/other schemes", a tab, and the ids of
 * the vectors with spaces between. Exit status: 0; 2 for wrong usage, or if the vectors cannot be
 * read.
 */
#include "corpus/corpus.h"
#include "judge/judge.h"
#include "model/model.h"

#include <uriproof/rfc3986.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The vectors, the model's answers by RFC 3986, and what these rest on. */
typedef struct asked {
    uriproof_corpus corpus;
    model_trace *traces; /* of each vector */
    profile right;
    uriproof_buffer room;
} asked;

static bool is_asked(const uriproof_vector *v, model_op op)
{
    return model_op_of(v->request.op) == op;
}

static size_t length_of(const uriproof_vector *v)
{
    return v->request.field[0].length + v->request.field[1].length;
}

static void trace_all(asked *a)
{
    uriproof_answer answer;
    size_t most = 0;
    for (size_t i = 0; i < a->corpus.vector_count; i++)
        most = length_of(&a->corpus.vectors[i]) > most ? length_of(&a->corpus.vectors[i]) : most;
    a->room = (uriproof_buffer){malloc(model_room(most)), model_room(most), 0};
    a->traces = calloc(a->corpus.vector_count + 1, sizeof *a->traces);
    for (size_t i = 0; i < a->corpus.vector_count; i++)
        (void)model_answer(&a->right, &a->corpus.vectors[i].request, &a->room, &answer,
                           &a->traces[i]);
}

/* Returns true if the vector accuses a parser of this profile. */
static bool accuses(asked *a, const uriproof_vector *v, const profile *p)
{
    static const uriproof_readings defaults = {{0}};
    static const transform_set none = {0};
    const judge_terms terms = {
        .dialect = &uriproof_rfc3986, .readings = &defaults, .transforms = &none};
    uriproof_answer answer;
    return model_answer(p, &v->request, &a->room, &answer, NULL) &&
           !uriproof_outcomes[judge(&terms, v, &answer).outcome].good;
}

/* Writes the line of a deviation, if there is one. */
static void tell(asked *a, const char *name, trait_id id, model_op op, scheme_kind kind,
                 const profile *p)
{
    bool any = false;
    for (size_t i = 0; i < a->corpus.vector_count; i++) {
        const uriproof_vector *v = &a->corpus.vectors[i];
        if (!is_asked(v, op) || (a->traces[i].read[id] >> kind & 1) == 0 || !accuses(a, v, p))
            continue;
        if (!any)
            printf("%s %s/%s\t%s", name, uriproof_ops[v->request.op].name, scheme_kinds[kind],
                   v->id);
        else
            printf(" %s", v->id);
        any = true;
    }
    if (any)
        putchar('\n');
}

static void tell_values(asked *a, trait_id id, model_op op, scheme_kind kind)
{
    char name[128];
    for (unsigned value = 0; value < trait_value_count(id); value++) {
        profile p = a->right;
        profile_set(&p, 1U << profile_context(op, kind), id, value);
        snprintf(name, sizeof name, "%s=%s", traits[id].id, traits[id].values[value].id);
        tell(a, name, id, op, kind, &p);
    }
}

/* Each octet that the part takes and should not, or does not and should. Those above 7F are one,
 * and no parser forgets a single letter. */
static void tell_octets(asked *a, trait_id part, model_op op, scheme_kind kind)
{
    const unsigned context = profile_context(op, kind);
    char name[128];
    for (unsigned octet = 0; octet <= 0x80; octet++) {
        if (octet < 0x80 && isalnum((int)octet) != 0)
            continue;
        profile p = a->right;
        octet_set *takes = &p.takes[context][part];
        for (unsigned o = octet; o < (octet == 0x80 ? 0x100U : octet + 1U); o++)
            octet_put(takes, (unsigned char)o, !octet_in(takes, (unsigned char)o));
        snprintf(name, sizeof name, "%s~%02X", traits[part].id, octet);
        tell(a, name, part, op, kind, &p);
    }
}

int main(int count, char **arguments)
{
    static asked a;
    uriproof_error error;
    if (count != 2) {
        fputs("usage: uriproof-deviations FOLDER\n", stderr);
        return 2;
    }
    if (!uriproof_corpus_load_level(arguments[1], &uriproof_rfc3986, URIPROOF_CLAUSES, &a.corpus,
                                    &error)) {
        fprintf(stderr, "uriproof-deviations: %s\n", error.words);
        return 2;
    }
    a.right = profile_of_rfc3986(NULL);
    trace_all(&a);
    for (unsigned id = 0; id < TRAIT_COUNT; id++)
        for (unsigned op = 0; op < MODEL_OPS; op++)
            for (unsigned kind = 0; kind < SCHEME_KINDS; kind++) {
                if (id < OCTET_PARTS)
                    tell_octets(&a, (trait_id)id, (model_op)op, (scheme_kind)kind);
                else
                    tell_values(&a, (trait_id)id, (model_op)op, (scheme_kind)kind);
            }
    free(a.traces);
    free(a.room.octets);
    uriproof_corpus_free(&a.corpus);
    return 0;
}
