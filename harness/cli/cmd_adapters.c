/* SPDX-License-Identifier: MIT */
/* uriproof adapters: which adapters there are, and which of them start. */
#include "commands.h"

#include "runner/runner.h"

#include "base/base.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* What an adapter calls its version may be of any length, and widens no column beyond this. */
enum { MOST_COLUMNS = 24 };

/* How an adapter is listed: ready, or why it is missing. */
typedef struct row {
    const manifest *entry;
    bool ready;
    char *version; /* ready; as it prints */
    uriproof_error error;
} row;

typedef struct listing {
    const invocation *call;
    dialect_choice choice;
    bool names_only;
    row *rows;
    size_t count;
} listing;

/* Wide enough for the longest of each column. */
typedef struct columns {
    int name;
    int language;
    int version;
} columns;

static const char missing[] = "missing";

static const char *version_of(const row *r)
{
    return r->ready ? r->version : missing;
}

static int wider(int width, const char *text)
{
    int length = (int)strlen(text);
    length = length < MOST_COLUMNS ? length : MOST_COLUMNS;
    return length > width ? length : width;
}

static columns columns_of(const listing *l)
{
    columns c = {0, 0, 0};
    for (size_t i = 0; i < l->count; i++) {
        c.name = wider(c.name, l->rows[i].entry->name);
        c.language = wider(c.language, l->rows[i].entry->language);
        c.version = wider(c.version, version_of(&l->rows[i]));
    }
    return c;
}

static void put_row(const row *r, const columns *c)
{
    printf("%-*s  %-*s  %-*s  ", c->name, r->entry->name, c->language, r->entry->language,
           c->version, version_of(r));
    if (r->ready) {
        puts(r->entry->about);
        return;
    }
    put_printable(stdout, r->error.words);
    printf("\n%-*s  %-*s  %-*s  to get it: %s\n", c->name, "", c->language, "", c->version, "",
           r->entry->get);
}

static void put_all(const listing *l)
{
    columns c = columns_of(l);
    for (size_t i = 0; i < l->count; i++) {
        if (!l->names_only)
            put_row(&l->rows[i], &c);
        else if (l->rows[i].ready)
            puts(l->rows[i].entry->name);
    }
}

/* `text` with all that does not print as \xNN; the caller frees it. */
static char *printable(const char *text)
{
    uriproof_text_written octets;
    FILE *out = uriproof_text_open(&octets);
    print_octets(out, uriproof_span_of(text));
    fclose(out);
    return octets.octets;
}

/* An adapter is ready when it starts and says hello: a run over no vector shows that. */
static void ask_one(listing *l, const data_paths *p, const manifest *entry)
{
    hello greeting;
    row *r = &l->rows[l->count];
    run_options options = {
        .dialect = l->choice.dialect, .timeout_ms = 2000, .window = 1, .reaper = p->reaper};
    char **command = manifest_command(entry, p, l->choice.dialect, &l->choice.readings);
    r->entry = entry;
    run_end end = run_adapter(command, NULL, 0, &options, &greeting, NULL, NULL, &r->error);
    command_free(command);
    l->count++;
    if (end == RUN_NOT_STARTED)
        return;
    r->ready = true;
    r->version = printable(greeting.version);
    hello_free(&greeting);
}

static int list_all(listing *l, const data_paths *p, const manifests *known)
{
    size_t ready = 0;
    l->count = 0;
    l->rows = calloc(known->count + 1, sizeof *l->rows);
    for (size_t i = 0; i < known->count; i++)
        ask_one(l, p, &known->entries[i]);
    put_all(l);
    for (size_t i = 0; i < l->count; i++) {
        ready += l->rows[i].ready;
        free(l->rows[i].version);
    }
    free(l->rows);
    return ready > 0 ? 0 : URIPROOF_EXIT_NO_START;
}

static int run(invocation *call)
{
    listing l = {.call = call, .choice = default_dialect()};
    data_paths p;
    manifests known;
    options_read(call, &l);
    find_paths(call, &p);
    load_manifests(call, &p, &known);
    signal(SIGPIPE, SIG_IGN);
    int status = list_all(&l, &p, &known);
    manifests_free(&known);
    return status;
}

static const cli_option options[] = {
    {"names", NULL, take_flag, offsetof(listing, names_only),
     .help = "prints only the names of the parsers that are ready, one a line"},
    {"dialect", "NAME", take_dialect, offsetof(listing, choice),
     .help = "for adapters that support several specifications: rfc1630 (default), "
             "draft-www-uri-00, url-syntax or rfc3986"},
    {.name = NULL},
};

const verb command_adapters = {
    .name = "adapters",
    .run = run,
    .about = "Lists the parsers that can be tested by name. Starts each adapter to see whether "
             "it works, and says how to install what is missing.",
    .options = options,
    .more = "Exit status: 0 some parser is ready, 2 wrong usage, 3 no parser is ready.",
};
