/* SPDX-License-Identifier: MIT */
/* uriproof explain: what the reference makes of a URI, octet and clause. */
#include "commands.h"

#include "judge/judge.h"

#include <stdlib.h>
#include <string.h>

typedef struct explaining {
    const invocation *call;
    dialect_choice choice;
    bool hexadecimal;
    uriproof_span uri;
    const uriproof_corpus *corpus;
} explaining;

static void put_refusal(const explaining *e, const uriproof_refusal *refusal)
{
    char what[40] = "the text ends too early";
    bool colour = wants_colour(stdout);
    uriproof_span front = {e->uri.octets, refusal->offset};
    uriproof_span rest = {e->uri.octets + refusal->offset, e->uri.length - refusal->offset};
    fputs("  ", stdout);
    int columns = print_octets(stdout, front);
    print_octets(stdout, rest);
    printf("\n  %*s%s^%s\n", columns, "", colour ? "\033[1;31m" : "", colour ? "\033[0m" : "");
    if (rest.length > 0 && *rest.octets == ' ')
        snprintf(what, sizeof what, "a space cannot stand here");
    else if (rest.length > 0)
        snprintf(what, sizeof what,
                 uriproof_is_printable(*rest.octets) ? "'%c' cannot stand here"
                                                     : "octet %02X cannot stand here",
                 (unsigned char)*rest.octets);
    printf("%s: rejected in %s at octet %zu: %s\n", e->choice.dialect->document,
           refusal->production, refusal->offset, what);
    put_clause("  ", e->corpus, refusal->clause);
}

/* Returns the clause that defines `production`, or NULL. */
static const uriproof_clause *clause_of_production(const explaining *e, const char *production)
{
    for (size_t i = 0; i < e->corpus->clause_count; i++) {
        const uriproof_clause *clause = &e->corpus->clauses[i];
        if (clause->production != NULL && strcmp(clause->production, production) == 0)
            return clause;
    }
    return NULL;
}

static void put_parts(const explaining *e, const uriproof_parts *parts)
{
    named_part list[PARTS_MOST];
    size_t count = list_parts(parts, list);
    fputs("  ", stdout);
    print_octets(stdout, e->uri);
    printf("\n%s: accepted\n", e->choice.dialect->document);
    for (size_t i = 0; i < count; i++) {
        const uriproof_clause *clause = clause_of_production(e, list[i].name);
        printf("  %-10s  %s", list[i].name, list[i].octets.length == 0 ? "(empty)" : "");
        print_octets(stdout, list[i].octets);
        printf(clause != NULL ? "  [%s]\n" : "\n", clause != NULL ? clause->id : "");
    }
}

/* A verdict is what a dialect says of the text. */
typedef struct verdict {
    const uriproof_dialect *dialect;
    bool accepted;
    uriproof_parts parts;
    uriproof_refusal refusal;
} verdict;

/* Asks the dialect of e->choice, and prints what it says with the clauses. */
static verdict explain(const explaining *e, const data_paths *p)
{
    explaining in = *e;
    uriproof_corpus corpus;
    verdict v = {.dialect = e->choice.dialect};
    load_corpus(e->call, p, v.dialect, URIPROOF_CLAUSES, &corpus);
    in.corpus = &corpus;
    v.accepted = v.dialect->parse(e->uri, &e->choice.readings, &v.parts, &v.refusal);
    if (v.accepted)
        put_parts(&in, &v.parts);
    else
        put_refusal(&in, &v.refusal);
    uriproof_corpus_free(&corpus);
    return v;
}

/* Says where two dialects differ: at the first octet that one of them rejects and the other does
 * not, or in the parts of the text. */
static void put_parting(const verdict *a, const verdict *b)
{
    static const transform_set nothing = {{0}};
    transform_set needed;
    printf("%s and %s", a->dialect->document, b->dialect->document);
    if (a->accepted && b->accepted) {
        bool same = parts_match(&a->parts, &b->parts, &nothing, &needed);
        printf(": both accept it, and see %s parts\n", same ? "the same" : "different");
    } else if (!a->accepted && !b->accepted && a->refusal.offset == b->refusal.offset) {
        puts(": rejected at the same octet");
    } else {
        bool a_first = !a->accepted && (b->accepted || a->refusal.offset < b->refusal.offset);
        const uriproof_refusal *first = a_first ? &a->refusal : &b->refusal;
        printf(" part at octet %zu: %s\n", first->offset, first->clause);
    }
}

/* Prints one dialect's line of those that stand side by side. */
static void put_verdict(const verdict *v)
{
    named_part list[PARTS_MOST];
    printf("%-16s  ", v->dialect->name);
    if (!v->accepted) {
        printf("rejected in %s at octet %zu  [%s]\n", v->refusal.production, v->refusal.offset,
               v->refusal.clause);
        return;
    }
    fputs("accepted", stdout);
    size_t count = list_parts(&v->parts, list);
    for (size_t i = 0; i < count; i++) {
        printf("  %s=", list[i].name);
        print_octets(stdout, list[i].octets);
    }
    putchar('\n');
}

/* Prints each dialect by itself, then all side by side, and where each parts from those before. */
static bool explain_all(explaining *e, const data_paths *p)
{
    size_t count;
    bool accepted = true;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    verdict *verdicts = calloc(count, sizeof *verdicts);
    for (size_t i = 0; i < count; i++) {
        e->choice.dialect = dialects[i];
        verdicts[i] = explain(e, p);
        accepted = accepted && verdicts[i].accepted;
        putchar('\n');
    }
    for (size_t i = 0; i < count; i++)
        put_verdict(&verdicts[i]);
    putchar('\n');
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            put_parting(&verdicts[j], &verdicts[i]);
    free(verdicts);
    return accepted;
}

static int run(invocation *call)
{
    explaining e = {.call = call, .choice = default_dialect()};
    data_paths p;
    options_read(call, &e);
    e.uri = argument_octets(call, call->argv[0], e.hexadecimal);
    if (e.choice.all && e.choice.wanted_count > 0)
        usage_error(call, "--reading goes with one dialect, not with all");
    settle_readings(call, &e.choice);
    find_paths(call, &p);
    bool accepted = e.choice.all ? explain_all(&e, &p) : explain(&e, &p).accepted;
    return accepted ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_DIFFERS;
}

static const cli_option options[] = {
    {"dialect", "NAME", take_dialect_or_all, offsetof(explaining, choice),
     .help = "the specification: rfc1630 (default), draft-www-uri-00, url-syntax or rfc3986; or "
             "all: shows what each says, and where they differ"},
    {"reading", "ID=VALUE", take_reading, offsetof(explaining, choice), .help = reading_help},
    {"hex", NULL, take_flag, offsetof(explaining, hexadecimal),
     .help = "the argument is octets in hexadecimal"},
    {.name = NULL},
};

const verb command_explain = {
    .name = "explain",
    .run = run,
    .usage = "URI",
    .about = "Shows why a URI is rejected. Names the octet, and the clause (a single requirement "
             "of the specification). For the clause it shows a paraphrase, the grammar rule, and "
             "a link to the text. If the URI is accepted, shows its parts and the productions "
             "that they match.",
    .options = options,
    .more = "Exit status: 0 accepted, 1 rejected, 2 wrong usage.",
    .arguments = 1,
    .order = OPTIONS_FIRST,
};
