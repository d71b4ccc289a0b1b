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

static const struct option long_options[] = {
    {"dialect", required_argument, NULL, OPTION_DIALECT},
    {"reading", required_argument, NULL, OPTION_READING},
    {"hex", no_argument, NULL, OPTION_HEX},
    {"json", no_argument, NULL, OPTION_JSON},
    {NULL, 0, NULL, 0},
};

static int take_options(asking *a)
{
    const invocation *call = a->call;
    int option;
    while ((option = getopt_long(call->argc, call->argv, "+:", long_options, NULL)) != -1) {
        int status = 0;
        if (option == OPTION_HEX)
            a->hexadecimal = true;
        else if (option == OPTION_JSON)
            a->json = true;
        else if (option == OPTION_DIALECT || option == OPTION_READING)
            status = take_dialect_option(call, option, optarg, &a->choice);
        else
            return option_error(call, option);
        if (status != 0)
            return status;
    }
    return settle_readings(call, &a->choice);
}

static int take_arguments(asking *a)
{
    const invocation *call = a->call;
    const uriproof_op_facts *facts = &uriproof_ops[a->request.op];
    int wanted = facts->fields[1] != NULL ? 2 : 1;
    if (call->argc - optind != wanted)
        return usage_error(call, "wants %s (%s%s%s), not %d",
                           wanted == 2 ? "two arguments" : "one argument", facts->fields[0],
                           wanted == 2 ? ", " : "", wanted == 2 ? facts->fields[1] : "",
                           call->argc - optind);
    for (int i = 0; i < wanted; i++)
        if (!argument_octets(call->argv[optind + i], a->hexadecimal, &a->request.field[i]))
            return usage_error(call, "not hexadecimal: %s", call->argv[optind + i]);
    return 0;
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
    if (answer->status == ANSWER_UNSUPPORTED)
        printf("%s has no such operation\n", a->choice.dialect->name);
    else if (answer->status == ANSWER_UNDEFINED)
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

static void put_json(const asking *a, const uriproof_answer *answer)
{
    json_writer w = json_writer_dense(stdout);
    json_open_object(&w, NULL);
    uriproof_answer_write(&w, a->request.op, answer);
    json_writer_end(&w);
}

int command_ask(const invocation *call)
{
    asking a = {.call = call, .choice = default_dialect()};
    uriproof_scratch scratch = {0};
    uriproof_answer answer;
    a.request.op = uriproof_op_named(call->name);
    int status = take_options(&a);
    if (status == 0)
        status = take_arguments(&a);
    if (status != 0)
        return status;
    uriproof_ask(a.choice.dialect, &a.choice.readings, &a.request, &scratch, &answer);
    if (a.json)
        put_json(&a, &answer);
    else
        put_answer(&a, &answer);
    bool yes = answer.status == ANSWER_ACCEPTED && (!answer.has_equal || answer.equal);
    uriproof_scratch_free(&scratch);
    return yes ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_DIFFERS;
}
