/* SPDX-License-Identifier: MIT */
/* Checks of clauses and vectors that a JSON schema cannot make. */
#include "lint.h"
#include "base/base.h"

#include "corpus.h"
#include "grammar/grammar.h"
#include "json/json.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Each clause needs this number of hand-written vectors that obey it, and the same number that
 * break it. A parser may pass a single vector by luck. And if all vectors obey a clause, they also
 * pass if a parser ignores the clause. */
enum { ENOUGH = 3 };

typedef struct lint {
    const uriproof_corpus *corpus;
    FILE *out;
    size_t faults;
} lint;

/* Writes a fault of the clause, vector or group `id` in that line of `file`; 0: it is not known. */
static void say(lint *l, const char *file, size_t line, const char *id, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

static void say(lint *l, const char *file, size_t line, const char *id, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *words = text_made_from(format, arguments);
    va_end(arguments);
    char *place = line > 0 ? text_made("%s:%zu", file, line) : text_made("%s", file);
    char *whole = text_made("%s: %s: %s", place, id, words);
    put_printable(l->out, whole);
    fputc('\n', l->out);
    free(whole);
    free(place);
    free(words);
    l->faults++;
}

static bool lists(const char **ids, const char *id)
{
    while (*ids != NULL && strcmp(*ids, id) != 0)
        ids++;
    return *ids != NULL;
}

static void check_vector_clauses(lint *l, const uriproof_vector *vector)
{
    const uriproof_group *group = vector->group;
    if (group->obeys[0] == NULL && group->breaks[0] == NULL)
        say(l, group->file, group->line, vector->id, "names no clause");
    for (const char **id = group->obeys; *id != NULL; id++)
        if (lists(group->breaks, *id))
            say(l, group->file, group->line, vector->id, "both obeys and breaks %s", *id);
}

/* Checks that a clause belongs to this dialect and has a link. If it is a line of a BNF, it must
 * also end in its production and have the printed rule. */
static void check_clause(lint *l, const uriproof_clause *clause)
{
    static const char file[] = "clauses.json";
    const char *dialect = l->corpus->dialect->name, *end = strrchr(clause->id, '.');
    if (strncmp(clause->id, dialect, strlen(dialect)) != 0)
        say(l, file, 0, clause->id, "does not begin with the dialect's name");
    if (clause->production != NULL && end != NULL && strcmp(end + 1, clause->production) != 0)
        say(l, file, 0, clause->id, "does not end in its production %s", clause->production);
    if (clause->link == NULL)
        say(l, file, 0, clause->id, "no link: \"sections\" lacks %s", clause->section);
    if (clause->production != NULL && clause->rule == NULL)
        say(l, file, 0, clause->id, "no \"rule\"; write down the line of the BNF");
}

/* Writes a vector about the clause. The places that its author has to fill in are empty, so that
 * the loader names each place that was forgotten. */
static void put_draft(const lint *l, const uriproof_clause *clause, bool breaks)
{
    const char *const all[] = {clause->id, NULL}, *const none[] = {NULL};
    char origin[200];
    json_writer w = json_writer_to(l->out, 0);
    snprintf(origin, sizeof origin, "%s, %s", clause->document, clause->section);
    json_open_object(&w, NULL);
    json_text(&w, "id", "");
    json_text(&w, "about", "");
    json_texts(&w, "obeys", breaks ? none : all);
    json_texts(&w, "breaks", breaks ? all : none);
    json_text(&w, "origin", origin);
    json_texts(&w, "flags", none);
    json_text(&w, "op", "parse");
    json_text(&w, "uri", clause->tokens[0] != NULL ? clause->tokens[0] : "");
    json_open_object(&w, "expect");
    json_writer_end(&w);
}

/* Checks that enough vectors obey the clause, or break it. */
static void check_coverage(lint *l, const uriproof_clause *clause, bool breaks)
{
    size_t count = 0;
    for (size_t i = 0; i < l->corpus->vector_count; i++) {
        const uriproof_group *group = l->corpus->vectors[i].group;
        count += group->level < URIPROOF_COMPLETE &&
                 lists(breaks ? group->breaks : group->obeys, clause->id);
    }
    if (count >= ENOUGH)
        return;
    say(l, "clauses.json", 0, clause->id,
        "%zu of the %d vectors that %s it; add it to \"%s\" of a vector in a file beside this, or "
        "write one:",
        count, ENOUGH, breaks ? "break" : "obey", breaks ? "breaks" : "obeys");
    put_draft(l, clause, breaks);
}

static bool same_set(const uriproof_alternate *a, const uriproof_alternate *b)
{
    if (a->set_count != b->set_count)
        return false;
    for (size_t i = 0; i < a->set_count; i++) {
        size_t j = 0;
        while (j < b->set_count &&
               (a->set[i].reading != b->set[j].reading || a->set[i].value != b->set[j].value))
            j++;
        if (j == b->set_count)
            return false;
    }
    return true;
}

/* Returns true if both answers match each other. uriproof_answer_matches alone lets one of them
 * leave things out. */
static bool says_the_same(uriproof_op op, const uriproof_answer *a, const uriproof_answer *b)
{
    return uriproof_answer_matches(op, a, b) && uriproof_answer_matches(op, b, a) &&
           a->status == b->status && a->has_offset == b->has_offset &&
           uriproof_present(a->result) == uriproof_present(b->result);
}

static void check_alternates(lint *l, const uriproof_vector *vector)
{
    for (const uriproof_alternate *alternate = vector->alternates; alternate != NULL;
         alternate = alternate->next) {
        const uriproof_choice *first = alternate->set;
        const char *reading = l->corpus->dialect->readings[first->reading].id;
        for (const uriproof_alternate *before = vector->alternates; before != alternate;
             before = before->next)
            if (same_set(alternate, before))
                say(l, vector->group->file, vector->group->line, vector->id,
                    "lists a set of readings twice");
        if (alternate->set_count == 1 && first->value == 0)
            say(l, vector->group->file, vector->group->line, vector->id,
                "lists the default of a reading as another value: %s", reading);
        if (alternate->set_count == 1 &&
            says_the_same(vector->request.op, vector->expect, alternate->expect))
            say(l, vector->group->file, vector->group->line, vector->id,
                "lists a reading that changes nothing: %s", reading);
    }
}

static bool names_production(const uriproof_corpus *corpus, const char *production)
{
    for (size_t i = 0; i < corpus->clause_count; i++)
        if (corpus->clauses[i].production != NULL &&
            strcmp(corpus->clauses[i].production, production) == 0)
            return true;
    return false;
}

/* Checks that each production of the grammar has a clause. check_coverage checks that the clause
 * has vectors. */
static void check_grammar(lint *l, const char *folder, const uriproof_grammar_entry *entry)
{
    uriproof_error error = {""};
    uriproof_grammar *grammar =
        uriproof_grammar_load(folder, (const char *const[]){entry->file, NULL}, &error);
    if (grammar == NULL) {
        say(l, entry->file, 0, entry->name, "%s", error.words);
        return;
    }
    const char *production;
    for (size_t i = 0; (production = uriproof_grammar_production(grammar, i)) != NULL; i++)
        if (!names_production(l->corpus, production))
            say(l, entry->file, 0, production, "no clause is about this production");
    uriproof_grammar_free(grammar);
}

size_t uriproof_grammars_lint(const uriproof_corpus *corpus, const char *folder, FILE *out)
{
    lint l = {corpus, out, 0};
    size_t count;
    const uriproof_grammar_entry *entries = uriproof_grammars(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(entries[i].dialect, corpus->dialect->name) == 0)
            check_grammar(&l, folder, &entries[i]);
    return l.faults;
}

/* Checks that no two groups have the same id. Vectors of one group point to the same memory, so two
 * groups of one id are told apart even if they follow each other. */
static void check_groups(lint *l)
{
    const uriproof_corpus *corpus = l->corpus;
    const uriproof_group **groups = calloc(corpus->vector_count + 1, sizeof *groups);
    size_t count = 0;
    for (size_t i = 0; i < corpus->vector_count; i++) {
        const uriproof_group *group = corpus->vectors[i].group;
        if (group->id == NULL || (count > 0 && groups[count - 1] == group))
            continue;
        for (size_t k = 0; k < count; k++)
            if (strcmp(groups[k]->id, group->id) == 0)
                say(l, group->file, group->line, group->id, "is the id of another group too, in %s",
                    groups[k]->file);
        groups[count++] = group;
    }
    free(groups);
}

/* ---- What url-syntax does not say ---- */

/* "Character codes other than those allowed by the syntax shall not be used unencoded", but the
 * page does not say which these are (docs/vectors.md). */
static bool is_left_open(unsigned char octet)
{
    return octet <= ' ' || octet > '~' || strchr("<>\"{}|\\^`", octet) != NULL;
}

static bool leaves_open(uriproof_span text)
{
    size_t hashes = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (is_left_open((unsigned char)text.octets[i]))
            return true;
        hashes += text.octets[i] == '#';
    }
    return hashes > 1;
}

static bool takes(const uriproof_answer *answer)
{
    return answer->status == ANSWER_ACCEPTED;
}

/* Checks that no vector expects a URL to be accepted if the page leaves open whether it may be.
 * Leaves out decode and encode, whose texts are not URLs. */
static void check_left_open(lint *l, const uriproof_vector *vector)
{
    const uriproof_request *request = &vector->request;
    if (request->op == URIPROOF_DECODE || request->op == URIPROOF_ENCODE)
        return;
    bool taken = takes(vector->expect);
    for (const uriproof_alternate *alternate = vector->alternates; alternate != NULL;
         alternate = alternate->next)
        taken = taken || takes(alternate->expect);
    for (size_t i = 0; taken && i < 2; i++)
        if (leaves_open(request->field[i]))
            say(l, vector->group->file, vector->group->line, vector->id,
                "demands that be taken what the page leaves open");
}

static void check_vector(lint *l, const uriproof_vector *vector)
{
    check_vector_clauses(l, vector);
    check_alternates(l, vector);
    if (strcmp(l->corpus->dialect->name, "url-syntax") == 0)
        check_left_open(l, vector);
}

size_t lint_own(const uriproof_corpus *corpus, FILE *out)
{
    lint l = {corpus, out, 0};
    for (size_t i = corpus->clause_count - corpus->own_clauses; i < corpus->clause_count; i++)
        check_clause(&l, &corpus->clauses[i]);
    for (size_t i = corpus->vector_count - corpus->own_vectors; i < corpus->vector_count; i++)
        check_vector(&l, &corpus->vectors[i]);
    return l.faults;
}

size_t uriproof_corpus_lint(const uriproof_corpus *corpus, FILE *out)
{
    lint l = {corpus, out, 0};
    for (size_t i = 0; i < corpus->clause_count; i++) {
        check_clause(&l, &corpus->clauses[i]);
        check_coverage(&l, &corpus->clauses[i], false);
        check_coverage(&l, &corpus->clauses[i], true);
    }
    for (size_t i = 0; i < corpus->vector_count; i++)
        check_vector(&l, &corpus->vectors[i]);
    check_groups(&l);
    return l.faults;
}
