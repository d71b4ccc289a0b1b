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

/* Reads the arguments into the request. */
static void take_arguments(asking *a)
{
    for (int i = 0; i < a->call->argc; i++)
        a->request.field[i] = argument_octets(a->call, a->call->argv[i], a->hexadecimal);
}

static void put_line(const char *name, uriproof_span octets)
{
    if (!uriproof_present(octets))
        return;
    if (octets.length == 0) { /* there, and void */
        puts(name);
        return;
    }
    printf("%-11s ", name);
    print_octets(stdout, octets);
    putchar('\n');
}

static void put_words(uriproof_span search)
{
    uriproof_span word;
    while (uriproof_rfc1630_next_word(&search, &word))
        put_line("  word", word);
}

static void put_parts(const uriproof_parts *parts)
{
    if (parts->has_generic) {
        for (size_t i = 0; i < URIPROOF_GENERIC_COUNT; i++) {
            const uriproof_part_name *name = &uriproof_generic_names[i];
            put_line(name->name, uriproof_part(&parts->generic, name));
            if (strcmp(name->name, "search") == 0)
                put_words(parts->generic.search);
        }
    }
    for (size_t i = 0; parts->has_components && i < URIPROOF_COMPONENT_COUNT; i++)
        put_line(uriproof_component_names[i].name,
                 uriproof_part(&parts->components, &uriproof_component_names[i]));
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

/* Does what to resolve in match? Its fragment does not count. */
static bool context_derives(const asking *a)
{
    uriproof_span context = a->request.field[0];
    const char *hash = context.length > 0 ? memchr(context.octets, '#', context.length) : NULL;
    uriproof_parts parts;
    uriproof_refusal refusal;
    if (hash != NULL)
        context.length = (size_t)(hash - context.octets);
    return a->choice.dialect->parse(context, &a->choice.readings, &parts, &refusal);
}

/* Do all texts of the request match? */
static bool all_derive(const asking *a)
{
    uriproof_parts parts;
    uriproof_refusal refusal;
    for (size_t i = 0; i < 2 && uriproof_present(a->request.field[i]); i++)
        if (!a->choice.dialect->parse(a->request.field[i], &a->choice.readings, &parts, &refusal))
            return false;
    return true;
}

/* Says why there is no answer, if no octet is to blame. */
static const char *why_refused(const asking *a)
{
    if (a->request.op == URIPROOF_RESOLVE && !context_derives(a))
        return "the context is no URI";
    if (a->request.op == URIPROOF_EQUIVALENT && !all_derive(a))
        return "one of the two is no URI";
    return "the result is rejected by a reading";
}

/* Says of what the specification defines no answer; "" if that cannot be told. */
static const char *where_undefined(const asking *a)
{
    if (a->request.op == URIPROOF_RESOLVE)
        return context_derives(a) ? "" : " where the context is no URI";
    if (a->request.op == URIPROOF_NORMALIZE)
        return all_derive(a) ? "" : " where the text is no URI";
    if (a->request.op == URIPROOF_EQUIVALENT)
        return all_derive(a) ? "" : " where one of the two is no URI";
    return "";
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
    if (answer->unsupported)
        printf("%s has no such operation\n", a->choice.dialect->name);
    else if (answer->silent)
        printf("%s defines no answer%s\n", a->choice.dialect->document, where_undefined(a));
    else if (answer->has_offset)
        put_place(a, answer);
    else if (!uriproof_present(answer->result))
        printf("%s of %s\n", why_refused(a), a->choice.dialect->document);
    if (!uriproof_present(answer->result))
        return;
    printf("the full form is no URI of %s: ", a->choice.dialect->document);
    print_octets(stdout, answer->result);
    putchar('\n');
}

static void put_answer(const asking *a, const uriproof_answer *answer)
{
    if (!answer->valid) {
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

static void put_json(const asking *a, const uriproof_answer *answer)
{
    json_writer w = json_writer_dense(stdout);
    json_open_object(&w, NULL);
    uriproof_answer_write(&w, a->request.op, answer);
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
    take_arguments(&a);
    uriproof_ask(a.choice.dialect, &a.choice.readings, &a.request, &scratch, &answer);
    if (a.json)
        put_json(&a, &answer);
    else
        put_answer(&a, &answer);
    bool yes = answer.valid && (!answer.has_equal || answer.equal);
    uriproof_scratch_free(&scratch);
    return yes ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_DIFFERS;
}

static const cli_option options[] = {
    {"dialect", "NAME", take_dialect, offsetof(asking, choice), .help = dialect_help},
    {"reading", "ID=VALUE", take_reading, offsetof(asking, choice), .help = reading_help},
    {"hex", NULL, take_flag, offsetof(asking, hexadecimal),
     .help = "the arguments are hexadecimal: 6100 is an a and a NUL"},
    {"json", NULL, take_flag, offsetof(asking, json),
     .help = "print the answer as the adapter protocol has it"},
    {.name = NULL},
};
static const char exit_statuses[] = "Exit status: 0 yes, 1 no, 2 usage.";

const verb ask_verbs[URIPROOF_OP_COUNT] = {
    [URIPROOF_PARSE] = {"parse", run, "the parts of a URI", "URI",
                        "Prints the parts of a URI, or the production and the octet at which it is "
                        "rejected. A part that is absent is not printed.",
                        options, exit_statuses, 1, OPTIONS_FIRST},
    [URIPROOF_RESOLVE] =
        {"resolve", run, "the full form of a partial form in a context", "CONTEXT PARTIAL",
         "Prints the full form of a partial (relative) form in the context of a URI.", options,
         exit_statuses, 2, OPTIONS_FIRST},
    [URIPROOF_NORMALIZE] = {"normalize", run, "the canonical form", "URI",
                            "Prints the canonical form of a URI.", options, exit_statuses, 1,
                            OPTIONS_FIRST},
    [URIPROOF_EQUIVALENT] = {"equivalent", run, "whether two URIs are identical", "URI OTHER",
                             "Says whether two URIs are identical.", options, exit_statuses, 2,
                             OPTIONS_FIRST},
    [URIPROOF_DECODE] = {"decode", run, "a text with its escapes undone", "TEXT",
                         "Prints a text with its escapes undone.", options, exit_statuses, 1,
                         OPTIONS_FIRST},
    [URIPROOF_ENCODE] = {"encode", run, "a text made safe as one path segment", "TEXT",
                         "Prints a text made safe as one path segment.", options, exit_statuses, 1,
                         OPTIONS_FIRST},
    [URIPROOF_URL] =
        {"url", run, "what the grammar of a URL's own scheme says of it", "URL",
         "Prints the production of its own scheme that a URL matches, and what the specification "
         "says that a client does with it; or the octet at which it is rejected.",
         options, exit_statuses, 1, OPTIONS_FIRST},
};
