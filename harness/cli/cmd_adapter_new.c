/* SPDX-License-Identifier: MIT */
/* uriproof adapter new: writes a new adapter from a template, and its helpers, which speak the
 * protocol. A template is a file harness/templates/LANGUAGE.SUFFIX. Its first lines say after
 * "Helper: " which files below harness/adapters are copied beside it, and after "Needs: ", "Build:
 * " and "Run: " what to do with it. */
#include "new_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { HELPERS_MOST = 4 };

typedef struct making {
    new_file adapter;
    char *from[HELPERS_MOST];
    created_file files[HELPERS_MOST + 1]; /* the helpers, and after them the adapter */
    size_t helper_count;
} making;

/* Reads the helpers that the template names. */
static void take_helpers(making *m)
{
    new_file *a = &m->adapter;
    int left;
    const char *at = new_file_told(a, "Helper: ", &left);
    for (const char *end = at + left; at < end && m->helper_count < HELPERS_MOST;) {
        int length = (int)strcspn(at, " \n");
        char *from = text_made("%s/harness/adapters/%.*s", a->p.data, length, at);
        char *to = text_made("%s%s", a->folder, strrchr(from, '/') + 1);
        created_file *file = &m->files[m->helper_count];
        if (strcmp(to, a->file) == 0)
            usage_error(a->call, "%s is the name of the helper; --output wants another", a->file);
        *file = (created_file){.path = to, .may_be_there = true};
        file->octets = uriproof_file_read(from, &file->length);
        if (file->octets == NULL)
            fail(a->call, "cannot read %s: %s", from, error_reason(errno));
        m->from[m->helper_count++] = from;
        at += length + 1;
    }
}

/* Writes all files or none. An adapter that stands alone is written without its helpers. */
static void write_files(making *m)
{
    const size_t helpers = m->adapter.alone ? 0 : m->helper_count;
    new_file_write(&m->adapter, m->files + (m->helper_count - helpers), helpers + 1);
}

/* Says what to do with the adapter. */
static void put_next_steps(const making *m)
{
    const new_file *a = &m->adapter;
    FILE *out = a->stream ? stderr : stdout;
    int length;
    fprintf(out, "%s: fill in parse().\n\n", a->file);
    for (size_t i = 0; i < m->helper_count; i++) {
        const char *there = m->files[i].was_there ? ", which was there" : "";
        fprintf(out, "  helper: %s%s\n", a->alone ? m->from[i] : m->files[i].path,
                a->alone ? ", which is to be copied beside it" : there);
    }
    const char *words = new_file_told(a, "Needs: ", &length);
    if (length > 0)
        fprintf(out, "  needs:  %.*s\n", length, words);
    words = new_file_told(a, "Build: ", &length);
    if (length > 0)
        fprintf(out, "  build:  %.*s\n", length, words);
    words = new_file_told(a, "Run: ", &length);
    fprintf(out, "  check:  %s adapter check -- %.*s\n", a->call->program, length, words);
    fprintf(out, "  test:   %s test --dialect rfc3986 -- %.*s\n", a->call->program, length, words);
}

static void free_all(making *m)
{
    for (size_t i = 0; i < m->helper_count; i++) {
        free((char *)m->files[i].path);
        free((char *)m->files[i].octets);
        free(m->from[i]);
    }
    new_file_free(&m->adapter);
}

static int run(invocation *call)
{
    making m = {.adapter.call = call};
    options_read(call, &m);
    new_file_begin(&m.adapter, "harness/templates", "an adapter");
    new_file_fill_in(&m.adapter, (const new_file_mark[]){{.mark = NULL}});
    take_helpers(&m);
    write_files(&m);
    put_next_steps(&m);
    free_all(&m);
    return 0;
}

static const cli_option options[] = {
    {"output", "FILE", take_word, offsetof(making, adapter.output),
     .help = "the adapter's file; by default NAME with the suffix of the language. With -, the "
             "adapter goes to standard output, and the helper is not copied"},
    {"force", NULL, take_flag, offsetof(making, adapter.force),
     .help = "replaces FILE and the helper if they exist with other contents"},
    {.name = NULL},
};

const verb command_adapter_new = {
    .name = "adapter new",
    .run = run,
    .usage = "LANGUAGE NAME",
    .about = "Writes a working adapter, to which you add your parser. Also copies a helper, the "
             "library that speaks the protocol, into the same folder. Then says how to build and "
             "run the adapter. Without LANGUAGE, lists the languages. If one of the files exists "
             "with other contents, writes nothing.",
    .options = options,
    .more =
        "Exit status: 0, 2 wrong usage, 4 a file cannot be read or written, or is there already.",
    .arguments = ANY_ARGUMENTS,
};
