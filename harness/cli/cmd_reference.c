/* SPDX-License-Identifier: MIT */
/* uriproof parse, resolve, normalize, equivalent, decode, encode: asks the reference. */
#include "commands.h"

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
            printf("%-13s %s\n", part->string, one->valuestring);
            one = cJSON_IsArray(part) ? one->next : NULL;
        }
    }
}

static bool matches(const asking *a, uriproof_span text)
{
    uriproof_parts parts;
    uriproof_refusal refusal;
    return a->choice.dialect->parse(text, &a->choice.readings, &parts, &refusal);
}

/* Returns the text of the request that must be a URI and is not one; NULL if there is no such text.
 */
static const char *culprit(const asking *a)
{
    uriproof_span one = a->request.field[0], other = a->request.field[1];
    const char *hash = one.length > 0 ? memchr(one.octets, '#', one.length) : NULL;
    switch (a->request.op) {
    case URIPROOF_RESOLVE:
        if (hash != NULL) /* the fragment of a context does not count */
            one.length = (size_t)(hash - one.octets);
        return matches(a, one) ? NULL : "the context";
    case URIPROOF_NORMALIZE:
        return matches(a, one) ? NULL : "the text";
    case URIPROOF_EQUIVALENT:
        return matches(a, one) && matches(a, other) ? NULL : "one of the two";
    default:
        return NULL;
    }
}

static void put_place(const asking *a, const uriproof_answer *answer)
{
    const uriproof_dialect *dialect = a->choice.dialect;
    bool by_default = dialect == default_dialect().dialect;
    printf("rejected in %s at octet %zu", answer->production, answer->offset);
    if (a->request.op == URIPROOF_PARSE)
        printf(" (see '%s explain%s%s')", a->call->program, by_default ? "" : " --dialect ",
               by_default ? "" : dialect->name);
    putchar('\n');
}

static void put_refusal(const asking *a, const uriproof_answer *answer)
{
    const char *document = a->choice.dialect->document, *no_uri = culprit(a);
    if (answer->status == ANSWER_UNSUPPORTED)
        printf("%s has no such operation\n", a->choice.dialect->name);
    else if (answer->status == ANSWER_UNDEFINED)
        printf("%s defines no answer%s%s%s\n", document, no_uri != NULL ? " where " : "",
               no_uri != NULL ? no_uri : "", no_uri != NULL ? " is no URI" : "");
    else if (answer->has_offset)
        put_place(a, answer);
    else if (!uriproof_present(answer->result))
        printf("%s%s of %s\n", no_uri != NULL ? no_uri : "the result is rejected by a reading",
               no_uri != NULL ? " is no URI" : "", document);
    if (!uriproof_present(answer->result))
        return;
    printf("the full form is no URI of %s: ", document);
    print_octets(stdout, answer->result);
    putchar('\n');
}

static void put_answer(const asking *a, const uriproof_answer *answer)
{
    if (answer->status != ANSWER_ACCEPTED) {
        put_refusal(a, answer);
    } else if (a->request.op == URIPROOF_PARSE) {
        put_parts(&answer->parts);
    } else if (a->request.op == URIPROOF_EQUIVALENT) {
        puts(answer->equal ? "identical" : "not identical");
    } else if (a->request.op == URIPROOF_URL) {
        puts(answer->production);
        put_detail(answer->detail);
    } else {
        print_octets(stdout, answer->result);
        putchar('\n');
    }
}

static void put_json(uriproof_op op, const uriproof_answer *answer)
{
    json_writer w = json_writer_dense(stdout);
    json_open_object(&w, NULL);
    uriproof_answer_write(&w, op, answer);
    json_writer_end(&w);
}

static int run(invocation *call)
{
    asking a = {.call = call, .choice = default_dialect()};
    uriproof_scratch scratch = {0};
    uriproof_answer answer;
    a.request.op = uriproof_op_named(call->command->name);
    options_read(call, &a);
    settle_readings(call, &a.choice);
    for (int i = 0; i < call->argc; i++)
        a.request.field[i] = argument_octets(call, call->argv[i], a.hexadecimal);
    uriproof_ask(a.choice.dialect, &a.choice.readings, &a.request, &scratch, &answer);
    if (a.json)
        put_json(a.request.op, &answer);
    else
        put_answer(&a, &answer);
    bool yes = answer.status == ANSWER_ACCEPTED && (!answer.has_equal || answer.equal);
    uriproof_scratch_free(&scratch);
    return yes ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_DIFFERS;
}

static const cli_option options[] = {
    {"dialect", "NAME", take_dialect, offsetof(asking, choice), .help = dialect_help},
    {"reading", "ID=VALUE", take_reading, offsetof(asking, choice), .help = reading_help},
    {"hex", NULL, take_flag, offsetof(asking, hexadecimal),
     .help = "the arguments are octets in hexadecimal: 6100 is the letter a and a NUL"},
    {"json", NULL, take_flag, offsetof(asking, json),
     .help = "prints the answer as JSON, as in docs/protocol.md"},
    {.name = NULL},
};
static const char exit_statuses[] =
    "Exit status: 0 accepted, 1 rejected or undefined, 2 wrong usage.";
static const char exit_statuses_equivalent[] =
    "Exit status: 0 yes, 1 no, rejected or undefined, 2 wrong usage.";

const verb reference_verbs[URIPROOF_OP_COUNT] = {
    [URIPROOF_PARSE] = {"parse", run, "URI",
                        "Prints the parts of a URI. A part that is absent is not printed. If the "
                        "URI is rejected, prints the production (grammar rule) and the octet at "
                        "which it is rejected.",
                        options, exit_statuses, 1, OPTIONS_FIRST},
    [URIPROOF_RESOLVE] = {"resolve", run, "CONTEXT PARTIAL",
                          "Resolves a relative reference against a base URI. In RFC 1630 the "
                          "reference is a partial form, and the base is its context.",
                          options, exit_statuses, 2, OPTIONS_FIRST},
    [URIPROOF_NORMALIZE] = {"normalize", run, "URI", "Prints the canonical form of a URI.", options,
                            exit_statuses, 1, OPTIONS_FIRST},
    [URIPROOF_EQUIVALENT] = {"equivalent", run, "URI OTHER",
                             "Says whether two URIs are "
                             "equivalent.",
                             options, exit_statuses_equivalent, 2, OPTIONS_FIRST},
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
