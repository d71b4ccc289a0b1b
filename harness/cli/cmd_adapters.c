/* SPDX-License-Identifier: MIT */
/* uriproof adapters: lists the adapters, and says which of them start. */
#include "commands.h"

#include "runner/runner.h"

#include "base/base.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum {
    CELLS = 3,        /* name, language and version */
    MOST_COLUMNS = 24 /* a version may be of any length, but widens no column beyond this */
};

/* How an adapter is listed: ready, or why it is missing. */
typedef struct row {
    const char *cells[CELLS];
    const manifest *entry;
    char *language;
    char *version; /* both as they print; NULL if it is missing */
    uriproof_error error;
} row;

typedef struct listing {
    dialect_choice choice;
    bool names_only, known_only;
    const char *folder; /* of manifests of the user's, or NULL */
} listing;

static void put_cells(const char *const *cells, const int *widths)
{
    for (size_t i = 0; i < CELLS; i++)
        printf("%-*s  ", widths[i], cells[i]);
}

static void put_row(const row *r, const int *widths)
{
    static const char *const blank[CELLS] = {"", "", ""};
    put_cells(r->cells, widths);
    if (r->version != NULL) {
        put_line(stdout, "%s", r->entry->about);
        return;
    }
    put_line(stdout, "%s", r->error.words);
    if (error_is_limit(r->error.words))
        return;
    put_cells(blank, widths);
    put_line(stdout, "to get it: %s", r->entry->get);
}

/* Makes the columns wide enough for these cells. */
static void widen(int *widths, const char *const *cells)
{
    for (size_t i = 0; i < CELLS; i++) {
        const int length = (int)strnlen(cells[i], MOST_COLUMNS);
        widths[i] = length > widths[i] ? length : widths[i];
    }
}

static void put_all(const row *rows, size_t count)
{
    static const char *const heads[CELLS] = {"name", "language", "version"};
    int widths[CELLS] = {0};
    if (count == 0)
        return;
    widen(widths, heads);
    for (size_t i = 0; i < count; i++)
        widen(widths, rows[i].cells);
    put_cells(heads, widths);
    puts("what it is");
    for (size_t i = 0; i < count; i++)
        put_row(&rows[i], widths);
}

static void put_names(const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].version != NULL)
            puts(rows[i].entry->name);
}

/* Returns `text` with each octet that does not print written as \xNN. The caller frees it. */
static char *printable(const char *text)
{
    uriproof_text_written octets;
    FILE *out = uriproof_text_open(&octets);
    print_octets(out, uriproof_span_of(text));
    fclose(out);
    return octets.octets;
}

/* Asks an adapter for its version. It is ready if it starts and says hello: a run over no vector
 * shows that. */
static row ask_one(const listing *l, const data_paths *p, const manifest *entry)
{
    hello greeting;
    row r = {.entry = entry, .language = printable(entry->language)};
    run_options options = {.dialect = l->choice.dialect,
                           .asker.timeout_ms = 2000,
                           .asker.window = 1,
                           .asker.reaper = p->reaper};
    char **command = manifest_command(entry, p, l->choice.dialect, &l->choice.readings);
    run_end end = run_adapter(command, NULL, 0, &options, &greeting, NULL, NULL, &r.error);
    command_free(command);
    if (end != RUN_NOT_STARTED) {
        r.version = printable(greeting.version);
        hello_free(&greeting);
    }
    r.cells[0] = entry->name;
    r.cells[1] = r.language;
    r.cells[2] = r.version != NULL ? r.version : "missing";
    return r;
}

static int list_all(const listing *l, const data_paths *p, const manifests *known)
{
    size_t ready = 0;
    row *rows = calloc(known->count + 1, sizeof *rows);
    for (size_t i = 0; i < known->count; i++)
        rows[i] = ask_one(l, p, &known->entries[i]);
    (l->names_only ? put_names : put_all)(rows, known->count);
    for (size_t i = 0; i < known->count; i++) {
        ready += rows[i].version != NULL;
        free(rows[i].language);
        free(rows[i].version);
    }
    free(rows);
    return ready > 0 ? 0 : URIPROOF_EXIT_NO_START;
}

static int run(invocation *call)
{
    listing l = {.choice = default_dialect()};
    data_paths p;
    manifests known;
    options_read(call, &l);
    find_paths(call, &p);
    load_manifests(call, &p, l.folder, &known);
    signal(SIGPIPE, SIG_IGN);
    for (size_t i = 0; l.known_only && i < known.count; i++)
        puts(known.entries[i].name);
    int status = l.known_only ? URIPROOF_EXIT_AGREE : list_all(&l, &p, &known);
    manifests_free(&known);
    return status;
}

static const cli_option options[] = {
    {"names", NULL, take_flag, offsetof(listing, names_only),
     .help = "prints only the names of the parsers that are ready, one a line"},
    {"known", NULL, take_flag, offsetof(listing, known_only),
     .help = "prints the names of all parsers, one a line, and starts none"},
    {"adapter-dir", "DIR", take_word, offsetof(listing, folder), .help = adapter_dir_help},
    {"dialect", "NAME", take_dialect, offsetof(listing, choice),
     .help = "for adapters that support several specifications: rfc1630 (default), "
             "draft-www-uri-00, url-syntax, rfc3986 or whatwg-url"},
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
