/* SPDX-License-Identifier: MIT */
/* uriproof parse, resolve, normalize, equivalent, decode, encode: asks the reference. */
#include "statements.h"

#include "json/json.h"

#include <string.h>
#include <uriproof/rfc1630.h>

typedef struct asking {
    const invocation *call;
    dialect_choice choice;
    bool json;
    bool hexadecimal;
    uriproof_request request;
} asking;

static void put_part(const char *name, uriproof_span octets)
{
    printf(octets.length > 0 ? "%-11s " : "%s", name);
    print_octets(stdout, octets);
    putchar('\n');
}

static void put_parts(const uriproof_parts *parts)
{
    named_part list[PARTS_MOST];
    size_t count = list_parts(parts, list);
    for (size_t i = 0; i < count; i++) {
        uriproof_span word, search = list[i].octets;
        put_part(list[i].name, list[i].octets);
        while (strcmp(list[i].name, "search") == 0 && uriproof_rfc1630_next_word(&search, &word))
            put_part("  word", word);
    }
}

static void put_detail(const cJSON *detail)
{
    for (const cJSON *part = detail != NULL ? detail->child : NULL; part != NULL;
         part = part->next) {
        const cJSON *one = cJSON_IsArray(part) ? part->child : part;
        while (one != NULL) {
            printf("%-13s ", part->string);
            print_octets(stdout, uriproof_span_of(one->valuestring));
            putchar('\n');
            one = cJSON_IsArray(part) ? one->next : NULL;
        }
    }
}

static void put_acceptance(const statement *s)
{
    if (s->request.op == URIPROOF_PARSE) {
        put_parts(&s->answer.parts);
    } else if (s->request.op == URIPROOF_URL) {
        puts(s->answer.production);
        put_detail(s->answer.detail);
    } else if (s->request.op == URIPROOF_EQUIVALENT) {
        puts(s->answer.equal ? "identical" : "not identical");
    } else {
        print_octets(stdout, s->answer.result);
        putchar('\n');
    }
}

/* Prints why nothing is accepted, and how to see more of it. */
static void put_refusal(const asking *a, const statement *s)
{
    if (s->answer.status != ANSWER_REJECTED)
        printf("%s ", s->dialect->document);
    else if (s->fault == FAULT_OF_RESULT)
        printf("%s: ", s->dialect->document);
    statement_put(stdout, s);
    if (s->request.op == URIPROOF_PARSE)
        printf(" (see '%s explain --dialect %s')", a->call->program, s->dialect->name);
    else if (s->refusal.clause != NULL && s->fault != FAULT_OF_NO_TEXT)
        printf(" (see '%s explain %s')", a->call->program, s->refusal.clause);
    putchar('\n');
}

static void put_json(const statement *s)
{
    json_writer w = json_writer_dense(stdout);
    json_open_object(&w, NULL);
    statement_write(&w, s);
    json_writer_end(&w);
}

/* Says what one specification says. */
static int ask_one(asking *a)
{
    settle_readings(a->call, &a->choice);
    statement s = statement_make(a->choice.dialect, &a->choice.readings, &a->request);
    const bool accepted = s.answer.status == ANSWER_ACCEPTED;
    const bool yes = accepted && (!s.answer.has_equal || s.answer.equal);
    if (a->json)
        put_json(&s);
    else if (accepted)
        put_acceptance(&s);
    else
        put_refusal(a, &s);
    statement_free(&s);
    return yes ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_DIFFERS;
}

/* Says what all specifications say. */
static int ask_all(asking *a)
{
    refuse_readings(a->call, &a->choice);
    statements all = statements_make(&a->request);
    if (a->json)
        statements_put_json(&all);
    else
        statements_put(&all, false);
    const int status = statements_status(&all);
    statements_free(&all);
    return status;
}

static int run(invocation *call)
{
    asking a = {.call = call, .choice = every_dialect()};
    a.request.op = uriproof_op_named(call->command->name);
    options_read(call, &a);
    for (int i = 0; i < call->argc; i++)
        a.request.field[i] = argument_octets(call, call->argv[i], a.hexadecimal);
    return a.choice.all ? ask_all(&a) : ask_one(&a);
}

static const cli_option options[] = {
    {"dialect", "NAME", take_dialect_or_all, offsetof(asking, choice), .help = every_dialect_help},
    {"reading", "ID=VALUE", take_reading, offsetof(asking, choice), .help = reading_help},
    {"hex", NULL, take_flag, offsetof(asking, hexadecimal),
     .help = "the arguments are octets in hexadecimal: 6100 is the letter a and a NUL"},
    {"json", NULL, take_flag, offsetof(asking, json),
     .help = "prints the answer as JSON, as in docs/protocol.md; without --dialect the groups "
             "(harness/schema/statements.schema.json)"},
    {.name = NULL},
};
static const char exit_statuses[] =
    "Without --dialect, each line has the specifications that give the same answer, the newest "
    "first. A line that begins with = is the same answer in the words of another specification. If "
    "all agree, there is one line.\n\n"
    "Exit status: 0 accepted, 1 rejected or undefined, 2 wrong usage. Without --dialect: 0 if all "
    "that define an answer accept, 1 if any rejects, 2 if none defines an answer.";
static const char exit_statuses_equivalent[] =
    "Without --dialect, each line has the specifications that give the same answer, the newest "
    "first. If all agree, there is one line.\n\n"
    "Exit status: 0 yes, 1 no, rejected or undefined, 2 wrong usage. Without --dialect: 0 if all "
    "that define an answer say yes, 1 if any says no, 2 if none defines an answer.";

const verb reference_verbs[URIPROOF_OP_COUNT] = {
    [URIPROOF_PARSE] = {"parse", run, "URI",
                        "Prints the parts of a URI, as each specification sees them. A part that "
                        "is absent is not printed. If the URI is rejected, prints the production "
                        "(grammar rule) and the octet at which it is rejected.",
                        options, exit_statuses, 1, OPTIONS_FIRST},
    [URIPROOF_RESOLVE] = {"resolve", run, "BASE REFERENCE",
                          "Resolves a relative reference against a base URI. In RFC 1630 they are "
                          "called a partial form and its context. If there is no answer, says "
                          "which text is at fault, and where.",
                          options, exit_statuses, 2, OPTIONS_FIRST},
    [URIPROOF_NORMALIZE] = {"normalize", run, "URI",
                            "Prints the normal form of a URI. RFC 1630 calls it the canonical "
                            "form.",
                            options, exit_statuses, 1, OPTIONS_FIRST},
    [URIPROOF_EQUIVALENT] = {"equivalent", run, "URI OTHER",
                             "Says whether two URIs are equivalent.", options,
                             exit_statuses_equivalent, 2, OPTIONS_FIRST},
    [URIPROOF_DECODE] = {"decode", run, "TEXT", "Prints a text with its percent escapes decoded.",
                         options, exit_statuses, 1, OPTIONS_FIRST},
    [URIPROOF_ENCODE] = {"encode", run, "TEXT",
                         "Prints a text with escapes, so that it is one "
                         "path segment.",
                         options, exit_statuses, 1, OPTIONS_FIRST},
    [URIPROOF_URL] =
        {"url", run, "URL",
         "Checks a URL by the grammar of its own scheme. Prints the production that it matches, "
         "and the parts that a client uses. If the URL is rejected, prints the octet.",
         options, exit_statuses, 1, OPTIONS_FIRST},
};
