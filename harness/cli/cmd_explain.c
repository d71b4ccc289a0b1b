/* SPDX-License-Identifier: MIT */
/* uriproof explain: what the reference makes of a URI, octet and clause. */
#include "commands.h"

#include "judge/judge.h"

#include <stdlib.h>
#include <string.h>

enum { RULE_COLUMNS = 70, WIDTH = 76 }; /* a rule up to RULE_COLUMNS is not wrapped */

typedef struct explaining {
    const invocation *call;
    dialect_choice choice;
    bool hexadecimal;
    uriproof_span uri;
    const uriproof_corpus *corpus;
} explaining;

static void put_clause(const explaining *e, const char *id)
{
    const uriproof_clause *clause = uriproof_clause_named(e->corpus, id);
    if (clause == NULL) {
        printf("  %s\n", id);
        return;
    }
    printf("  %s (%s, \"%s\")\n", clause->id, clause->document, clause->section);
    fputs("    ", stdout);
    put_wrapped(stdout, clause->paraphrase, 4, WIDTH);
    if (clause->rule != NULL && strlen(clause->rule) <= RULE_COLUMNS) {
        printf("      %s\n", clause->rule); /* its blanks set off the name */
    } else if (clause->rule != NULL) {
        fputs("      ", stdout);
        put_wrapped(stdout, clause->rule, 6, WIDTH);
    }
    if (clause->link != NULL)
        printf("    %s\n", clause->link);
}

static const char *name_of_octet(unsigned char octet, char *name, size_t room)
{
    if (octet == ' ')
        return "a space";
    if (octet > 0x20 && octet <= 0x7e)
        snprintf(name, room, "'%c'", octet);
    else
        snprintf(name, room, "octet %02X", octet);
    return name;
}

static void put_refusal(const explaining *e, const uriproof_refusal *refusal)
{
    char name[16];
    bool colour = wants_colour(stdout);
    uriproof_span front = {e->uri.octets, refusal->offset};
    uriproof_span rest = {e->uri.octets + refusal->offset, e->uri.length - refusal->offset};
    fputs("  ", stdout);
    int columns = print_octets(stdout, front);
    print_octets(stdout, rest);
    printf("\n  %*s%s^%s\n", columns, "", colour ? "\033[1;31m" : "", colour ? "\033[0m" : "");
    printf("%s: rejected in %s at octet %zu: ", e->choice.dialect->document, refusal->production,
           refusal->offset);
    if (refusal->offset < e->uri.length)
        printf("%s cannot stand here\n",
               name_of_octet((unsigned char)*rest.octets, name, sizeof name));
    else
        puts("the text ends too early");
    put_clause(e, refusal->clause);
}

/* The line of a BNF that defines `production`. */
static const char *clause_of_production(const explaining *e, const char *production)
{
    for (size_t i = 0; i < e->corpus->clause_count; i++) {
        const uriproof_clause *clause = &e->corpus->clauses[i];
        if (clause->production != NULL && strcmp(clause->production, production) == 0)
            return clause->id;
    }
    return "";
}

static void put_part(const explaining *e, const char *name, uriproof_span part)
{
    if (!uriproof_present(part))
        return;
    printf("  %-10s  ", name);
    print_octets(stdout, part);
    const char *clause = clause_of_production(e, name);
    fputs(part.length == 0 ? "(empty)" : "", stdout);
    printf(clause[0] != '\0' ? "  [%s]\n" : "\n", clause);
}

static void put_parts(const explaining *e, const uriproof_parts *parts)
{
    fputs("  ", stdout);
    print_octets(stdout, e->uri);
    printf("\n%s: accepted\n", e->choice.dialect->document);
    for (size_t i = 0; parts->has_generic && i < URIPROOF_GENERIC_COUNT; i++)
        put_part(e, uriproof_generic_names[i].name,
                 uriproof_part(&parts->generic, &uriproof_generic_names[i]));
    for (size_t i = 0; parts->has_components && i < URIPROOF_COMPONENT_COUNT; i++)
        put_part(e, uriproof_component_names[i].name,
                 uriproof_part(&parts->components, &uriproof_component_names[i]));
}

static void put_named_part(const char *name, uriproof_span part)
{
    if (!uriproof_present(part))
        return;
    printf("  %s=", name);
    print_octets(stdout, part);
}

/* What a dialect says of the text. */
typedef struct verdict {
    const uriproof_dialect *dialect;
    bool derives;
    uriproof_parts parts;
    uriproof_refusal refusal;
} verdict;

static verdict ask_dialect(const explaining *e)
{
    verdict v = {.dialect = e->choice.dialect};
    v.derives = v.dialect->parse(e->uri, &e->choice.readings, &v.parts, &v.refusal);
    return v;
}

static int explain_one(const explaining *e, const data_paths *p)
{
    explaining in = *e;
    uriproof_corpus corpus;
    load_corpus(e->call, p, e->choice.dialect, URIPROOF_CLAUSES, &corpus);
    in.corpus = &corpus;
    verdict v = ask_dialect(&in);
    if (v.derives)
        put_parts(&in, &v.parts);
    else
        put_refusal(&in, &v.refusal);
    uriproof_corpus_free(&corpus);
    return v.derives ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_DIFFERS;
}

/* Do two parses say the same, in the views that both have? */
static bool same_parts(const uriproof_parts *a, const uriproof_parts *b)
{
    static const transform_set nothing = {{0}};
    transform_set needed;
    return parts_match(a, b, &nothing, &needed);
}

/* Where two dialects part: at the first octet that one of them rejects and the other does not
 * reject there; or in what they make of the text. */
static void put_parting(const verdict *a, const verdict *b)
{
    bool both = a->derives && b->derives;
    bool same_place = !a->derives && !b->derives && a->refusal.offset == b->refusal.offset;
    printf("%s and %s", a->dialect->document, b->dialect->document);
    if (both || same_place) {
        const char *taken = same_parts(&a->parts, &b->parts)
                                ? ": both accept it, and see the same parts"
                                : ": both accept it, and see different parts";
        puts(both ? taken : ": rejected at the same octet");
        return;
    }
    bool a_first = !a->derives && (b->derives || a->refusal.offset < b->refusal.offset);
    const verdict *first = a_first ? a : b;
    printf(" part at octet %zu: %s\n", first->refusal.offset, first->refusal.clause);
}

/* One dialect's line of those that stand side by side. */
static void put_line(const verdict *v)
{
    printf("%-16s  ", v->dialect->name);
    if (!v->derives) {
        printf("rejected in %s at octet %zu  [%s]\n", v->refusal.production, v->refusal.offset,
               v->refusal.clause);
        return;
    }
    fputs("accepted", stdout);
    for (size_t i = 0; v->parts.has_generic && i < URIPROOF_GENERIC_COUNT; i++)
        put_named_part(uriproof_generic_names[i].name,
                       uriproof_part(&v->parts.generic, &uriproof_generic_names[i]));
    for (size_t i = 0; v->parts.has_components && i < URIPROOF_COMPONENT_COUNT; i++)
        put_named_part(uriproof_component_names[i].name,
                       uriproof_part(&v->parts.components, &uriproof_component_names[i]));
    putchar('\n');
}

/* All of them side by side, and where each parts from those before it. */
static void put_side_by_side(const verdict *verdicts, size_t count)
{
    putchar('\n');
    for (size_t i = 0; i < count; i++)
        put_line(&verdicts[i]);
    putchar('\n');
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            put_parting(&verdicts[j], &verdicts[i]);
}

/* Each dialect by itself, and then side by side. */
static int explain_all(explaining *e, const data_paths *p)
{
    size_t count;
    int status = URIPROOF_EXIT_AGREE;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    verdict *verdicts = calloc(count + 1, sizeof *verdicts);
    for (size_t i = 0; i < count && status <= URIPROOF_EXIT_DIFFERS; i++) {
        fputs(i > 0 ? "\n" : "", stdout);
        e->choice.dialect = dialects[i];
        verdicts[i] = ask_dialect(e);
        int one = explain_one(e, p);
        status = one > status ? one : status;
    }
    if (status <= URIPROOF_EXIT_DIFFERS)
        put_side_by_side(verdicts, count);
    free(verdicts);
    return status;
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
    return e.choice.all ? explain_all(&e, &p) : explain_one(&e, &p);
}

static const cli_option options[] = {
    {"dialect", "NAME", take_dialect_or_all, offsetof(explaining, choice),
     .help = "the specification: rfc1630 (default), draft-www-uri-00, url-syntax or rfc3986; or "
             "all: what "
             "each says, and where they part"},
    {"reading", "ID=VALUE", take_reading, offsetof(explaining, choice), .help = reading_help},
    {"hex", NULL, take_flag, offsetof(explaining, hexadecimal),
     .help = "the argument is hexadecimal"},
    {.name = NULL},
};

const verb command_explain = {
    .name = "explain",
    .run = run,
    .summary = "why a URI is rejected: octet and clause, with a link",
    .usage = "URI",
    .about = "Shows the octet at which a URI is rejected, and the clause that rejects it: a "
             "paraphrase, the grammar rule, and a link to the text. If the URI matches the "
             "grammar, shows its parts with the productions that they match.",
    .options = options,
    .more = "Exit status: 0 it matches, 1 it is rejected, 2 usage.",
    .arguments = 1,
    .order = OPTIONS_FIRST,
};
