/* SPDX-License-Identifier: MIT */
/* uriproof fuzz mutate: shows what the mutator makes of a text. */
#include "shell.h"

#include "mutator/mutator.h"
#include "json/json.h"

enum { LONGEST = 4096, COLUMN = 28, TEXTS_MOST = 2 };

typedef struct mutating {
    uint64_t seed, count;
    bool hexadecimal, json;
} mutating;

/* Prints the steps that made a text, and the text. */
static void put_text(uriproof_span text, const mutation *steps, size_t count)
{
    int used = 0;
    for (size_t i = 0; i < count; i++) {
        used += printf("%s%s", i > 0 ? ", " : "", steps[i].how);
        if (steps[i].rule != NULL)
            used += printf(" (not %s)", steps[i].rule);
    }
    printf("%*s", used < COLUMN - 2 ? COLUMN - used : 2, "");
    put_shell_octets(stdout, text);
    putchar('\n');
}

/* Writes the same as a line of JSON, which `uriproof diff --json-lines` reads too. */
static void write_text(uriproof_span text, const mutation *steps, size_t count)
{
    json_writer w = json_writer_to(stdout, 0);
    json_open_object(&w, NULL);
    json_octets(&w, uriproof_ops[URIPROOF_PARSE].fields[0], text);
    json_open_array(&w, "steps");
    for (size_t i = 0; i < count; i++) {
        json_open_object(&w, NULL);
        json_text(&w, "how", steps[i].how);
        json_text_if(&w, "rule", steps[i].rule);
        json_close(&w);
    }
    json_close(&w);
    json_close(&w);
    json_writer_end(&w); /* main.c checks standard output */
}

static void mutate(const mutating *m, uriproof_span text, uriproof_span other)
{
    mutator *maker = mutator_new(m->seed);
    octet_buffer made = {NULL, 0, 0};
    for (uint64_t i = 0; i < m->count && !ferror(stdout); i++) {
        size_t count;
        mutator_mutate(maker, text, other, LONGEST, &made);
        const mutation *steps = mutator_steps(maker, &count);
        const uriproof_span shown = {made.length > 0 ? made.octets : "", made.length};
        (m->json ? write_text : put_text)(shown, steps, count);
    }
    buffer_free(&made);
    mutator_free(maker);
}

static int run(invocation *call)
{
    mutating m = {.seed = 1, .count = 10};
    uriproof_span texts[TEXTS_MOST] = {{NULL, 0}, {NULL, 0}};
    options_read(call, &m);
    if (call->argc > TEXTS_MOST)
        usage_error(call, "wants at most a TEXT and an OTHER, not %d texts", call->argc);
    for (int i = 0; i < call->argc; i++)
        texts[i] = argument_octets(call, call->argv[i], m.hexadecimal);
    mutate(&m, texts[0], texts[1]);
    return URIPROOF_EXIT_AGREE;
}

static const cli_option options[] = {
    {"seed", "N", take_number, offsetof(mutating, seed),
     .help = "what changes are drawn by (default: 1). The same seed gives the same texts",
     .most = UINT64_MAX},
    {"count", "N", take_number, offsetof(mutating, count), .help = "so many texts (default: 10)",
     .least = 1, .most = UINT64_MAX},
    {"hex", NULL, take_flag, offsetof(mutating, hexadecimal),
     .help = "TEXT and OTHER are hexadecimal: 6100 is an a and a NUL"},
    {"json", NULL, take_flag, offsetof(mutating, json),
     .help = "print a JSON object a line: the text as \"uri\" or \"uri_hex\", and its \"steps\"; "
             "'uriproof diff --json-lines' reads them"},
    {.name = NULL},
};

const verb command_fuzz_mutate = {
    .name = "fuzz mutate",
    .run = run,
    .usage = "[TEXT [OTHER]]",
    .about =
        "Prints what the fuzzers' mutator makes of a text. A text may be generated from the "
        "grammar of RFC 3986, with a production or two broken. Or a part of TEXT is generated "
        "anew, or is that of OTHER; octets are encoded, decoded or left out; delimiters and dots "
        "are added; or a word is put in that parsers are known to read in different ways "
        "(docs/fuzzing.md).",
    .options = options,
    .more = "Before each text are its steps, in their order. \"break (not port)\" says that "
            "something is in the place of a port that the production port does not match. Exit "
            "status: 0, 2 usage, 4 standard output cannot be written.",
    .arguments = ANY_ARGUMENTS,
    .order = OPTIONS_ANYWHERE,
};
