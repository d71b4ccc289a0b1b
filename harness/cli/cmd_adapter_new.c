/* SPDX-License-Identifier: MIT */
/* uriproof adapter new: writes a new adapter from a template, and its helpers, which speak the
 * protocol. A template is a file harness/templates/LANGUAGE.SUFFIX. Its first lines say after
 * "Helper: " which files below harness/adapters are copied beside it, and after "Needs: ", "Build:
 * " and "Run: " what to do with it. */
#include "commands.h"

#include "base/base.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MOST = 60, HELPERS_MOST = 4 };

typedef struct making {
    const invocation *call;
    const char *output; /* or NULL */
    bool force;
    data_paths p;
    const char *name;
    char *file;   /* the path of the adapter that is made */
    char *folder; /* the part of the path before its name, with the slash */
    bool stream;  /* it goes to standard output */
    bool alone;   /* no other file can be written beside it */
    char *made;   /* its text */
    char *from[HELPERS_MOST];
    created_file files[HELPERS_MOST + 1]; /* the helpers, and after them the adapter */
    size_t helper_count;
} making;

/* ---- Names ---- */

/* Returns the name of the language's template, which the caller frees, or NULL; and adds the names
 * of all languages to `known`. */
static char *find_template(const char *folder, const char *language, char *known, size_t room)
{
    struct dirent **entries = NULL;
    char *found = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        char *one = text_made("%.*s", (int)strcspn(name, "."), name); /* "python" of "python.py" */
        if (*one != '\0' && strcmp(one, name) != 0) {
            add_word(known, room, one);
            if (found == NULL && language != NULL && strcmp(one, language) == 0)
                found = strdup(name);
        }
        free(one);
        free(entries[i]);
    }
    free(entries);
    return found;
}

/* Sets the name of the adapter. */
static void take_name(making *m, const char *name)
{
    size_t length = strlen(name);
    if (length == 0 || length > NAME_MOST || name[0] == '-' ||
        strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != length)
        usage_error(m->call,
                    "invalid name \"%s\": use at most %d of a-z, 0-9 and -, and begin with no -",
                    name, NAME_MOST);
    m->name = name;
}

/* Names the file that is made. The name stands in a comment of one line in it, so it must fit
 * there.
 */
static void name_file(making *m, const char *suffix)
{
    m->stream = m->output != NULL && strcmp(m->output, "-") == 0;
    m->file =
        m->output != NULL && !m->stream ? strdup(m->output) : text_made("%s%s", m->name, suffix);
    if (*m->file == '\0')
        usage_error(m->call, "--output wants the name of a file");
    for (const char *at = m->file; *at != '\0'; at++)
        if (iscntrl((unsigned char)*at))
            usage_error(m->call, "--output wants a name without control characters: %s", m->file);
    const char *slash = strrchr(m->file, '/');
    m->folder = text_made("%.*s", slash != NULL ? (int)(slash - m->file) + 1 : 0, m->file);
    m->alone = m->stream || (m->force && is_special(m->file));
}

/* ---- The text ---- */

/* Writes the word for a shell: it's as 'it'\''s'. One of plain characters stays as it is. */
static void put_quoted(FILE *out, const char *word)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+=:,@%";
    bool quoted = word[strspn(word, plain)] != '\0';
    fputs(quoted ? "'" : "", out);
    for (; *word != '\0'; word++)
        fprintf(out, *word == '\'' ? "'\\%c'" : "%c", *word);
    fputs(quoted ? "'" : "", out);
}

/* Reads the template, and replaces its marks. */
static void fill_in(making *m, const char *template)
{
    size_t length;
    uriproof_text_written made;
    FILE *out = uriproof_text_open(&made);
    char *path = text_made("%s/harness/templates/%s", m->p.data, template);
    char *words = uriproof_file_read(path, &length);
    if (words == NULL)
        fail(m->call, "cannot read %s: %s", path, strerror(errno));
    for (const char *at = words; *at != '\0';) {
        if (strncmp(at, "@NAME@", 6) == 0) {
            fputs(m->name, out);
            at += 6;
        } else if (strncmp(at, "@FILE@", 6) == 0) {
            put_quoted(out, m->file);
            at += 6;
        } else if (strncmp(at, "@DIR@", 5) == 0) {
            put_quoted(out, m->folder);
            at += 5;
        } else {
            fputc(*at++, out);
        }
    }
    fclose(out);
    m->made = made.octets;
    free(words);
    free(path);
}

/* Returns the text after `mark` on its line, and sets *length to its length, which is 0 if there is
 * no such mark. */
static const char *told(const making *m, const char *mark, int *length)
{
    const char *at = strstr(m->made, mark);
    at = at != NULL ? at + strlen(mark) : "";
    *length = (int)strcspn(at, "\n");
    return at;
}

/* ---- The files ---- */

/* Reads the helpers that the template names. */
static void take_helpers(making *m)
{
    int left;
    const char *at = told(m, "Helper: ", &left);
    for (const char *end = at + left; at < end && m->helper_count < HELPERS_MOST;) {
        int length = (int)strcspn(at, " \n");
        char *from = text_made("%s/harness/adapters/%.*s", m->p.data, length, at);
        char *to = text_made("%s%s", m->folder, strrchr(from, '/') + 1);
        created_file *file = &m->files[m->helper_count];
        if (strcmp(to, m->file) == 0)
            usage_error(m->call, "%s is the name of the helper; --output wants another", m->file);
        *file = (created_file){.path = to, .may_be_there = true};
        file->octets = uriproof_file_read(from, &file->length);
        if (file->octets == NULL)
            fail(m->call, "cannot read %s: %s", from, strerror(errno));
        m->from[m->helper_count++] = from;
        at += length + 1;
    }
}

/* Writes all files or none. An adapter that stands alone is written without its helpers. */
static void write_files(making *m)
{
    size_t helpers = m->alone ? 0 : m->helper_count, count = m->helper_count - helpers;
    if (m->stream) {
        fputs(m->made, stdout);
        fflush(stdout);
        return;
    }
    m->files[m->helper_count] =
        (created_file){.path = m->file, .octets = m->made, .length = strlen(m->made)};
    const created_file *failed = create_files(m->files + count, helpers + 1, m->force);
    if (failed != NULL && errno != EEXIST)
        fail(m->call, "cannot write %s: %s", failed->path, strerror(errno));
    if (failed != NULL)
        fail(m->call, "%s is there already%s; --force writes over it, --output FILE elsewhere",
             failed->path, failed->may_be_there ? ", and is another helper" : "");
}

/* Says what to do with the adapter. */
static void put_next_steps(const making *m)
{
    FILE *out = m->stream ? stderr : stdout;
    int length;
    fprintf(out, "%s: fill in parse().\n\n", m->file);
    for (size_t i = 0; i < m->helper_count; i++) {
        const char *there = m->files[i].was_there ? ", which was there" : "";
        fprintf(out, "  helper: %s%s\n", m->alone ? m->from[i] : m->files[i].path,
                m->alone ? ", which is to be copied beside it" : there);
    }
    const char *words = told(m, "Needs: ", &length);
    if (length > 0)
        fprintf(out, "  needs:  %.*s\n", length, words);
    words = told(m, "Build: ", &length);
    if (length > 0)
        fprintf(out, "  build:  %.*s\n", length, words);
    words = told(m, "Run: ", &length);
    fprintf(out, "  check:  %s adapter check -- %.*s\n", m->call->program, length, words);
    fprintf(out, "  test:   %s test --dialect rfc3986 -- %.*s\n", m->call->program, length, words);
}

static void free_all(making *m)
{
    for (size_t i = 0; i < m->helper_count; i++) {
        free((char *)m->files[i].path);
        free((char *)m->files[i].octets);
        free(m->from[i]);
    }
    free(m->file);
    free(m->folder);
    free(m->made);
}

static int run(invocation *call)
{
    making m = {.call = call};
    char known[300] = "";
    options_read(call, &m);
    if (call->argc > 2)
        usage_error(call, "wants a language and a name, and no more: %s", call->argv[2]);
    find_paths(call, &m.p);
    char *folder = text_made("%s/harness/templates", m.p.data);
    char *template = find_template(folder, call->argv[0], known, sizeof known);
    if (call->argc < 2)
        usage_error(call, "wants a language and a name; languages: %s", known);
    if (template == NULL)
        usage_error(call, "no template in \"%s\"; languages: %s", call->argv[0], known);
    take_name(&m, call->argv[1]);
    name_file(&m, template + strcspn(template, "."));
    fill_in(&m, template);
    take_helpers(&m);
    write_files(&m);
    put_next_steps(&m);
    free_all(&m);
    free(template);
    free(folder);
    return 0;
}

static const cli_option options[] = {
    {"output", "FILE", take_word, offsetof(making, output),
     .help = "the adapter's file; by default NAME with the suffix of the language. With -, the "
             "adapter goes to standard output, and the helper is not copied"},
    {"force", NULL, take_flag, offsetof(making, force),
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
