/* SPDX-License-Identifier: MIT */
/* uriproof findings: what runs found, and what people think of it. */
#include "findings_draft.h"
#include "shell.h"
#include "sides.h"

#include "findings/findings.h"

#include <uriproof/rfc3986.h>

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80, INDENT = 11, DATE = 10, VERB_COUNT = 6 };

typedef struct findings_query {
    const invocation *call;
    const char *path; /* of the store */
    finding_state state;
    const char *risk, *note;
    const char *parsers[2]; /* of --parser */
    bool json;
    dialect_choice choice;
} findings_query;

/* Opens the store of --store, or ends the program. */
static findings *open_store(const findings_query *q, findings_access access)
{
    uriproof_error error;
    if (q->path == NULL)
        usage_error(q->call, "wants --store FILE");
    findings *f = findings_open(q->path, access, &error);
    if (f == NULL)
        fail(q->call, "%s", error.words);
    return f;
}

/* Reads the store, or ends the program. */
static void read_list(const findings_query *q, finding_list *list)
{
    findings *f = open_store(q, FINDINGS_READ);
    if (!findings_list(f, list))
        fail(q->call, "%s", findings_error(f));
    findings_close(f);
}

/* Returns the finding of that class, or ends the program. */
static const finding *find(const findings_query *q, const finding_list *list, const char *id)
{
    const finding *one = finding_named(list, id);
    if (one == NULL)
        usage_error(q->call, "no finding \"%s\" in %s; 'uriproof findings list' prints the ids", id,
                    q->path);
    return one;
}

/* Reads the options. */
static findings_query query_of(invocation *call)
{
    findings_query q = {
        .call = call, .state = FINDING_STATE_COUNT, .choice = {.dialect = &uriproof_rfc3986}};
    options_read(call, &q);
    return q;
}

/* ---- list ---- */

/* Prints the text of the finding, as a word of a shell, in `width` columns at most. */
static void put_example(const finding *one, int width)
{
    uriproof_text_written text;
    uriproof_request request;
    FILE *out = uriproof_text_open(&text);
    const cJSON *shown = one->best.class->shown;
    cJSON *memory = export_request(json_item(shown, "example"), &request);
    put_shell_octets(out, request.field[0]);
    if (uriproof_present(request.field[1])) {
        fputc(' ', out);
        put_shell_octets(out, request.field[1]);
    }
    fclose(out);
    puts(text_cut(text.octets, (size_t)width));
    cJSON_Delete(memory);
    free(text.octets);
}

/* Prints the class, and who is on which side. */
static void put_class(const finding *one)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    sides_put(out, one->best.class->shown);
    fclose(out);
    printf("%*s%s\n", INDENT, "", one->id);
    put_wrapped(stdout, text.octets, printf("%*s", INDENT, ""), WIDTH);
    free(text.octets);
}

static void put_row(const finding *one)
{
    char time[FINDING_TIME_ROOM];
    const int used =
        printf("%-*s%-12s  %.*s  %7zu  ", INDENT, finding_states[one->state],
               class_risk_of_id(one->id)->name, DATE, finding_time(one->last, time), one->texts);
    put_example(one, WIDTH - used);
    put_class(one);
}

/* Ends the program, unless a run of the store asked a parser of that name. Names those that were
 * asked. */
static void check_parser(const findings_query *q, const finding_list *list, const char *name)
{
    char known[1000] = "";
    near_search near = {.word = name};
    store *seen = store_new();
    bool is_there = list->source_count == 0; /* an empty store has a note of its own */
    for (size_t i = 0; i < list->source_count; i++) {
        const cJSON *one = NULL;
        cJSON_ArrayForEach(one, list->sources[i].found.parsers)
        {
            const char *is = json_string_of(one, "name");
            if (is == NULL || !store_add(seen, is, strlen(is)))
                continue;
            is_there = is_there || strcmp(is, name) == 0;
            add_word(known, sizeof known, is);
            near_try_part(&near, is);
        }
    }
    if (!is_there)
        usage_error(q->call, "no parser \"%s\" in %s%s; there are: %s", name, q->path,
                    near_advise(&near).words, known);
    store_free(seen);
}

static int list_findings(invocation *call)
{
    findings_query q = query_of(call);
    finding_list list;
    read_list(&q, &list);
    for (size_t i = 0; i < 2 && q.parsers[i] != NULL; i++)
        check_parser(&q, &list, q.parsers[i]);
    const bool any = list.count > 0;
    finding_list_keep(&list, &(finding_filter){.state = q.state,
                                               .risk = q.risk,
                                               .parser = q.parsers[0],
                                               .other = q.parsers[1]});
    if (q.json)
        finding_list_write(&list, stdout);
    else if (list.count > 0)
        printf("%-*srisk          last seen     texts  the smallest text, and its class\n", INDENT,
               "state");
    for (size_t i = 0; i < list.count && !q.json; i++)
        put_row(&list.findings[i]);
    if (list.count == 0)
        failure(call,
                any ? "note: no finding in %s has this state, risk and parser"
                    : "note: %s has no finding yet; a class is one when a run has confirmed it",
                q.path);
    finding_list_free(&list);
    return URIPROOF_EXIT_AGREE;
}

/* ---- show ---- */

/* Prints a parser with the version that it had. */
static void put_parser(const finding_source *source, const char *name)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, source->found.parsers)
    {
        const char *is = json_string_of(one, "name");
        const char *version = json_string_of(one, "version");
        if (is != NULL && strcmp(is, name) == 0 && version != NULL)
            put_line(stdout, "    %s %s", name, version);
        else if (is != NULL && strcmp(is, name) == 0)
            put_line(stdout, "    %s", name);
    }
}

static void put_parsers(const finding_source *source, const cJSON *names)
{
    const cJSON *name = NULL;
    cJSON_ArrayForEach(name, names)
    {
        if (cJSON_IsString(name))
            put_parser(source, name->valuestring);
    }
}

/* Prints the groups of parsers, and what each makes of the text. */
static void put_sides(const finding *one, const finding_source *source)
{
    const cJSON *shown = one->best.class->shown, *group = NULL;
    const cJSON *breakers = json_item(shown, "broken_by");
    cJSON_ArrayForEach(group, json_item(shown, "groups"))
    {
        const cJSON *outcome = json_item(group, "outcome");
        char *words = uriproof_answer_describe(json_item(group, "answer"));
        put_line(stdout, "  %s", cJSON_IsString(outcome) ? outcome->valuestring : words);
        put_parsers(source, json_item(group, "parsers"));
        free(words);
    }
    if (breakers != NULL)
        puts("  the chain is broken by");
    put_parsers(source, breakers);
    if (json_string_of(shown, "does") != NULL)
        put_line(stdout, "  %s", json_string_of(shown, "does"));
    put_parsers(source, json_item(shown, "deviates"));
    if (json_item(shown, "not_explained") != NULL)
        puts("  not as its profile says");
    put_parsers(source, json_item(shown, "not_explained"));
}

/* Prints who stands apart in a class at which somebody has looked, but not at them. */
static void put_new_pairs(const finding *one)
{
    bool any = false;
    for (size_t i = 0; i < one->pair_count; i++)
        any = any || one->pairs[i].judged;
    for (size_t i = 0; i < one->pair_count && any; i++) {
        const finding_pair *pair = &one->pairs[i];
        const bool broken = strcmp(pair->one, pair->other) == 0;
        if (!pair->judged)
            put_line(stdout, "new are     %s%s%s", pair->one, broken ? "" : " and ",
                     broken ? "" : pair->other);
    }
}

static void put_finding(const finding_list *list, const finding *one)
{
    char time[FINDING_TIME_ROOM];
    const class_risk *risk = class_risk_of_id(one->id);
    printf("%s\n    %s: %s%s%s%s\nstate       %s\n", one->id, risk->name, risk->about,
           risk->weakness != NULL ? " (" : "", risk->weakness != NULL ? risk->weakness : "",
           risk->weakness != NULL ? ")" : "", finding_states[one->state]);
    if (one->note != NULL)
        put_line(stdout, "note        %s", one->note);
    put_new_pairs(one);
    printf("first seen  %s\n", finding_time(one->first, time));
    printf("last seen   %s\n", finding_time(one->last, time));
    for (size_t i = 0; i < one->part_count; i++) {
        const finding_source *source = &list->sources[one->parts[i].source];
        put_line(stdout, "seen in     %zu of the %zu texts of %s, by %s%s",
                 one->parts[i].class->texts, source->found.texts, source->source, source->command,
                 source->complete ? "" : " (not ended yet)");
    }
    printf("example     ");
    put_example(one, WIDTH - 12);
    put_sides(one, &list->sources[one->best.source]);
}

static int show_finding(invocation *call)
{
    findings_query q = query_of(call);
    finding_list list;
    read_list(&q, &list);
    put_finding(&list, find(&q, &list, call->argv[0]));
    finding_list_free(&list);
    return URIPROOF_EXIT_AGREE;
}

/* ---- set, merge, export, promote ---- */

/* Says what was set. */
static void put_set(const findings_query *q, const finding *const *named, size_t count)
{
    const char *note = q->note == NULL ? "" : *q->note != '\0' ? " with a note" : " with no note";
    const char *state = q->state != FINDING_STATE_COUNT ? finding_states[q->state] : NULL;
    for (size_t i = 0; i < count; i++)
        puts(named[i]->id);
    put_line(stdout, "%zu finding%s%s%s%s in %s", count, count == 1 ? "" : "s",
             state != NULL ? " set to " : "", state != NULL ? state : "", note, q->path);
}

static int set_findings(invocation *call)
{
    findings_query q = query_of(call);
    finding_list list;
    if (call->argc == 0)
        usage_error(call, "wants the id of a class");
    if (q.state == FINDING_STATE_COUNT && q.note == NULL)
        usage_error(call, "wants --state or --note");
    read_list(&q, &list);
    const finding **named = calloc((size_t)call->argc, sizeof *named);
    for (int i = 0; i < call->argc; i++)
        named[i] = find(&q, &list, call->argv[i]);
    findings *f = open_store(&q, FINDINGS_WRITE);
    if (!findings_set(f, named, (size_t)call->argc, q.state, q.note))
        fail(call, "%s", findings_error(f));
    findings_close(f);
    put_set(&q, named, (size_t)call->argc);
    free(named);
    finding_list_free(&list);
    return URIPROOF_EXIT_AGREE;
}

static int merge_stores(invocation *call)
{
    findings_query q = query_of(call);
    if (call->argc < 2)
        usage_error(call, "wants a store, and at least one that is added to it");
    for (int i = 1; i < call->argc; i++) {
        finding_list list;
        q.path = call->argv[i];
        read_list(&q, &list); /* before anything is made or changed */
        finding_list_free(&list);
    }
    q.path = call->argv[0];
    findings *f = open_store(&q, FINDINGS_CREATE);
    for (int i = 1; i < call->argc; i++)
        if (!findings_merge(f, call->argv[i]))
            fail(call, "%s", findings_error(f));
    findings_close(f);
    return URIPROOF_EXIT_AGREE;
}

static int export_store(invocation *call)
{
    findings_query q = query_of(call);
    finding_list list;
    read_list(&q, &list);
    finding_list_write(&list, stdout);
    finding_list_free(&list);
    return URIPROOF_EXIT_AGREE;
}

static int promote_finding(invocation *call)
{
    findings_query q = query_of(call);
    finding_list list;
    read_list(&q, &list);
    const finding *one = find(&q, &list, call->argv[0]);
    const size_t faults = findings_draft(call, &list, one, q.choice.dialect, call->argv[1]);
    if (faults > 0)
        failure(call,
                "%s is a draft; fill in what the lint names, from the text of %s; '%s vectors lint "
                "%s' looks again",
                call->argv[1], q.choice.dialect->name, call->program, call->argv[1]);
    finding_list_free(&list);
    return faults > 0 ? URIPROOF_EXIT_DIFFERS : URIPROOF_EXIT_AGREE;
}

/* ---- The commands ---- */

static const char *state_names(size_t i)
{
    return i < FINDING_STATE_COUNT ? finding_states[i] : NULL;
}

static void take_state(const invocation *call, const cli_option *option, const char *value,
                       void *to)
{
    (void)call, (void)option;
    *(finding_state *)to = finding_state_named(value);
}

static void take_parser(const invocation *call, const cli_option *option, const char *value,
                        void *to)
{
    const char **parsers = to;
    if (parsers[1] != NULL)
        usage_error(call, "--%s is given three times, and at most two parsers stand apart",
                    option->name);
    parsers[parsers[0] != NULL] = value;
}

static const char store_help[] = "the store, which diff, pair and fuzz fill";

static const cli_option list_options[] = {
    {"store", "FILE", take_word, offsetof(findings_query, path), .help = store_help},
    {"state", "STATE", take_state, offsetof(findings_query, state),
     .help = "only those that are new, known, by-design, reported or fixed", .values = state_names},
    {"risk", "RISK", take_word, offsetof(findings_query, risk),
     .help = "only those of this risk (docs/differences.md)", .values = class_risk_name},
    {"parser", "NAME", take_parser, offsetof(findings_query, parsers),
     .help = "only those in which this parser stands apart from another one, or breaks a chain; "
             "given twice, those in which the two stand apart from each other. A class of more "
             "parsers than a store keeps is listed too"},
    {"json", NULL, take_flag, offsetof(findings_query, json),
     .help = "print them as export does (harness/schema/findings.schema.json)"},
    {.name = NULL},
};

static const cli_option set_options[] = {
    {"store", "FILE", take_word, offsetof(findings_query, path), .help = store_help},
    {"state", "STATE", take_state, offsetof(findings_query, state),
     .help = "new, known, by-design, reported or fixed", .values = state_names},
    {"note", "TEXT", take_word, offsetof(findings_query, note),
     .help = "a note, in place of the one that is there; an empty one removes it"},
    {.name = NULL},
};

static const cli_option promote_options[] = {
    {"store", "FILE", take_word, offsetof(findings_query, path), .help = store_help},
    {"dialect", "NAME", take_dialect, offsetof(findings_query, choice),
     .help = "the specification of the vector: rfc3986 (default), rfc1630, draft-www-uri-00, "
             "url-syntax or whatwg-url"},
    {.name = NULL},
};

static const cli_option store_option[] = {
    {"store", "FILE", take_word, offsetof(findings_query, path), .help = store_help},
    {.name = NULL},
};
static const cli_option no_options[] = {{.name = NULL}};

static const char status[] =
    "Exit status: 0, 2 wrong usage or no such finding, 4 a store cannot be read or written.";

const verb findings_verbs[VERB_COUNT] = {
    {.name = "findings list",
     .run = list_findings,
     .about = "Lists the findings of a store, the worst risk first. A finding is a class of "
              "differences that a run has confirmed.",
     .options = list_options,
     .more = status},
    {.name = "findings show",
     .run = show_finding,
     .usage = "ID",
     .about = "Shows a finding: its smallest text, and each answer to it.",
     .options = store_option,
     .more = status,
     .arguments = 1},
    {.name = "findings set",
     .run = set_findings,
     .usage = "ID...",
     .about = "Says what you think of findings. With --store, diff, pair and fuzz leave with 1 "
              "if they see one that is new or fixed.",
     .options = set_options,
     .more = status,
     .arguments = ANY_ARGUMENTS},
    {.name = "findings merge",
     .run = merge_stores,
     .usage = "INTO FROM...",
     .about = "Adds stores to a store, which it makes if there is none. The order is of no "
              "importance, and what is added twice counts once.",
     .options = no_options,
     .more = status,
     .arguments = ANY_ARGUMENTS},
    {.name = "findings export",
     .run = export_store,
     .about = "Prints all findings as JSON. Stores of the parts of a stream, merged, give the same "
              "octets as one of the whole stream, if SOURCE_DATE_EPOCH is set.",
     .options = store_option,
     .more = status},
    {.name = "findings promote",
     .run = promote_finding,
     .usage = "ID FILE",
     .about = "Writes the draft of a vector from a finding, and lints it. The vector asks the "
              "smallest text. FILE must be new. What is expected is the verdict of the printed "
              "grammar; you "
              "fill in the rest from the text of the specification (docs/vectors.md).",
     .options = promote_options,
     .more = "Exit status: 0, 1 the lint names something to fill in, 2 wrong usage or no such "
             "finding, 4 a file cannot be read or written, or FILE is there already.",
     .arguments = 2},
};
