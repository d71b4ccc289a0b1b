/* SPDX-License-Identifier: MIT */
/* seeded: an adapter that is the reference but for one seeded fault. */
#include "seeded.h"
#include "json/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const fault_table *const tables[] = {
    &rfc1630_faults, &rfc1630_url_faults, &rfc3986_faults, &draft_faults, &url_syntax_faults,
};
enum { TABLE_COUNT = sizeof tables / sizeof tables[0] };

/* ---- Protocol 1 ----
 * vectors/ must not depend on the harness, so not on its uriproof_serve; and what the harness
 * is tested against may well be written anew. */

static void say(json_writer *w)
{
    if (!json_writer_end(w))
        exit(1);
}

static void greet(const seeded *p)
{
    json_writer w = json_writer_to(stdout, 0);
    json_open_object(&w, NULL);
    json_number(&w, "protocol", PROTOCOL_VERSION);
    json_text(&w, "name", p->fault != NULL ? p->fault->name : "seeded");
    json_text(&w, "version", uriproof_version());
    json_text(&w, "language", "c");
    json_texts(&w, "dialects", (const char *const[]){p->dialect->name, NULL});
    json_open_array(&w, "ops");
    for (size_t op = 0; op < URIPROOF_OP_COUNT; op++)
        if (op != URIPROOF_URL || p->dialect->url != NULL)
            json_text(&w, NULL, uriproof_ops[op].name);
    say(&w);
}

static void answer(seeded *p, cJSON *object, uriproof_op op)
{
    uriproof_request request;
    uriproof_error error;
    uriproof_answer given = {0};
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(object, "id");
    json_writer w = json_writer_to(stdout, 0);
    json_open_object(&w, NULL);
    if (id != NULL)
        json_tree(&w, "id", id);
    if (op == URIPROOF_OP_COUNT || !uriproof_request_read(object, op, &request, &error))
        given.status = ANSWER_UNSUPPORTED;
    else if (p->fault != NULL && (p->fault->ops & 1U << op) != 0)
        p->fault->ask(p, &request, &given);
    else
        ask(p, &request, &given);
    uriproof_answer_write(&w, op, &given);
    say(&w);
    seeded_forget(p);
}

static int serve(seeded *p)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    while ((length = getline(&line, &capacity, stdin)) > 0) {
        uriproof_error error;
        cJSON *object = uriproof_json_read(line, (size_t)length, &error);
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "op"));
        if (name == NULL)
            fprintf(stderr, "seeded: no request: %s\n", object == NULL ? error.words : line);
        else if (strcmp(name, "hello") == 0)
            greet(p);
        else
            answer(p, object, uriproof_op_named(name));
        cJSON_Delete(object);
    }
    free(line);
    uriproof_scratch_free(&p->scratch);
    return 0;
}

/* ---- The command line ---- */

static int list(void)
{
    for (size_t i = 0; i < TABLE_COUNT; i++)
        for (size_t j = 0; j < tables[i]->count; j++)
            printf("%s %s %s.%s\n", tables[i]->faults[j].name, tables[i]->dialect,
                   tables[i]->dialect, tables[i]->faults[j].clause);
    return 0;
}

static const fault *fault_named(const char *dialect, const char *name)
{
    for (size_t i = 0; i < TABLE_COUNT; i++)
        for (size_t j = 0; j < tables[i]->count; j++)
            if (strcmp(tables[i]->dialect, dialect) == 0 &&
                strcmp(tables[i]->faults[j].name, name) == 0)
                return &tables[i]->faults[j];
    return NULL;
}

static int usage(FILE *out)
{
    fputs("usage: seeded [--dialect DIALECT] [--fault NAME]\n"
          "       seeded --list\n\n"
          "Serves the reference over the adapter protocol, with one seeded fault; or lists the\n"
          "faults: name, dialect and clause.\n",
          out);
    return out == stdout ? 0 : 2;
}

int main(int argc, char **argv)
{
    const char *dialect = "rfc1630", *name = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--list") == 0)
            return list();
        if (strcmp(argv[i], "--help") == 0)
            return usage(stdout);
        if (i + 1 < argc && strcmp(argv[i], "--dialect") == 0)
            dialect = argv[++i];
        else if (i + 1 < argc && strcmp(argv[i], "--fault") == 0)
            name = argv[++i];
        else
            return usage(stderr);
    }
    seeded p = {.dialect = uriproof_dialect_named(dialect)};
    if (p.dialect == NULL) {
        fprintf(stderr, "seeded: no dialect \"%s\"\n", dialect);
        return 2;
    }
    if (name != NULL && (p.fault = fault_named(dialect, name)) == NULL) {
        fprintf(stderr, "seeded: %s has no fault \"%s\"\n", dialect, name);
        return 2;
    }
    return serve(&p);
}
