/* SPDX-License-Identifier: MIT */
/* uriproof adapter new: the template of an adapter, and its helpers, which speak the protocol. A
 * template is a file harness/templates/LANGUAGE.SUFFIX, in whose first lines stand after "Helper:
 * " the files below harness/adapters that are copied beside it, and after "Needs: ", "Build: " and
 * "Run: " what to do with it. */
#include "commands.h"

#include "base/base.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_OUTPUT = 512, OPTION_FORCE, NAME_MOST = 60, HELPERS_MOST = 4, HELPER_MOST = 100 };

static const struct option long_options[] = {
    {"output", required_argument, NULL, OPTION_OUTPUT},
    {"force", no_argument, NULL, OPTION_FORCE},
    {NULL, 0, NULL, 0},
};

/* A file that is copied beside the template. */
typedef struct helper {
    char from[PATH_MOST + HELPER_MOST + 32];
    char to[PATH_MOST + HELPER_MOST];
    char *octets;
    size_t length;
    bool was_there;
} helper;

typedef struct making {
    const invocation *call;
    const char *language;
    const char *name;
    const char *output; /* or NULL */
    bool force;
    const char *data;            /* the root of it */
    char folder[PATH_MOST + 32]; /* of the templates */
    char file[PATH_MOST];        /* that is made */
    size_t folder_length;        /* of what stands before its name, with the slash */
    bool alone;                  /* it goes where nothing can be beside it */
    octet_buffer made;
    helper helpers[HELPERS_MOST];
    size_t helper_count;
} making;

static int take_options(making *m)
{
    int option;
    while ((option = getopt_long(m->call->argc, m->call->argv, ":", long_options, NULL)) != -1) {
        if (option == OPTION_OUTPUT)
            m->output = optarg;
        else if (option == OPTION_FORCE)
            m->force = true;
        else
            return option_error(m->call, option);
    }
    if (m->call->argc - optind > 2)
        return usage_error(m->call, "wants a language and a name, and no more: %s",
                           m->call->argv[optind + 2]);
    m->language = m->call->argc > optind ? m->call->argv[optind] : NULL;
    m->name = m->call->argc > optind + 1 ? m->call->argv[optind + 1] : NULL;
    return 0;
}

/* ---- The languages: those files that are there ---- */

/* "python" of "python.py" */
static size_t language_length(const char *file)
{
    return strcspn(file, ".");
}

/* The languages' names as a list, or, where `wanted` is not NULL, the file of that one. */
static bool find_template(const char *folder, const char *wanted, char *found, size_t room)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);
    found[0] = '\0';
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        size_t length = language_length(name), used = strlen(found);
        bool is_template = length > 0 && name[length] != '\0';
        if (is_template && wanted == NULL)
            snprintf(found + used, room - used, "%s%.*s", used > 0 ? ", " : "", (int)length, name);
        else if (is_template && strlen(wanted) == length && strncmp(name, wanted, length) == 0)
            snprintf(found, room, "%s", name);
        free(entries[i]);
    }
    free(entries);
    return found[0] != '\0';
}

/* ---- Names ---- */

static int check_name(const making *m)
{
    size_t length = strlen(m->name);
    if (length > 0 && length <= NAME_MOST && m->name[0] != '-' &&
        strspn(m->name, "abcdefghijklmnopqrstuvwxyz0123456789-") == length)
        return 0;
    return usage_error(m->call,
                       "a name is of a-z, 0-9 and -, at most %d, the first no -; not \"%s\"",
                       NAME_MOST, m->name);
}

/* Adds the word for a shell: 'it''s' as '\''. One of plain characters stays as it is. */
static void add_quoted(octet_buffer *to, const char *word, size_t length)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+=:,@%";
    if (strspn(word, plain) >= length) {
        buffer_add(to, word, length);
        return;
    }
    buffer_add(to, "'", 1);
    for (size_t i = 0; i < length; i++)
        buffer_add(to, word[i] == '\'' ? "'\\''" : word + i, word[i] == '\'' ? 4 : 1);
    buffer_add(to, "'", 1);
}

/* To standard output, and not to a file. */
static bool is_stream(const making *m)
{
    return m->output != NULL && strcmp(m->output, "-") == 0;
}

/* The name of the file stands in a comment of it, which has one line. */
static int name_file(making *m, const char *template)
{
    const char *suffix = template + language_length(template);
    bool given = m->output != NULL && !is_stream(m);
    int length = given ? snprintf(m->file, sizeof m->file, "%s", m->output)
                       : snprintf(m->file, sizeof m->file, "%s%s", m->name, suffix);
    if (length <= 0 || (size_t)length >= sizeof m->file)
        return usage_error(m->call, "--output wants the name of a file, of less than %d octets",
                           PATH_MOST);
    for (const char *at = m->file; *at != '\0'; at++)
        if (iscntrl((unsigned char)*at))
            return usage_error(m->call, "--output wants a name without control characters: %s",
                               m->file);
    const char *slash = strrchr(m->file, '/');
    m->folder_length = slash != NULL ? (size_t)(slash - m->file) + 1 : 0;
    m->alone = is_stream(m) || (m->force && is_special(m->file));
    return 0;
}

/* ---- The file ---- */

/* Adds what stands for the mark at `words`. Its length, or 0 where there is none. */
static size_t replace_mark(making *m, const char *words)
{
    static const char name[] = "@NAME@", file[] = "@FILE@", folder[] = "@DIR@";
    if (strncmp(words, name, sizeof name - 1) == 0) {
        buffer_add(&m->made, m->name, strlen(m->name));
        return sizeof name - 1;
    }
    if (strncmp(words, file, sizeof file - 1) == 0) {
        add_quoted(&m->made, m->file, strlen(m->file));
        return sizeof file - 1;
    }
    if (strncmp(words, folder, sizeof folder - 1) == 0) {
        add_quoted(&m->made, m->file, m->folder_length);
        return sizeof folder - 1;
    }
    return 0;
}

/* `words` end with a NUL. */
static void replace_words(making *m, const char *words)
{
    while (*words != '\0') {
        size_t length = replace_mark(m, words);
        if (length == 0)
            buffer_add(&m->made, words, 1);
        words += length > 0 ? length : 1;
    }
    buffer_add(&m->made, "", 1);
}

static int fill_in(making *m, const char *template)
{
    char path[PATH_MOST + 400];
    size_t length;
    snprintf(path, sizeof path, "%s/%s", m->folder, template);
    char *words = uriproof_file_read(path, &length);
    if (words == NULL)
        return failure(m->call, "cannot read %s: %s", path, strerror(errno));
    replace_words(m, words);
    free(words);
    return 0;
}

/* What stands after `mark` on its line; *length octets, 0 where there is none. */
static const char *told(const making *m, const char *mark, int *length)
{
    const char *at = strstr(m->made.octets, mark);
    at = at != NULL ? at + strlen(mark) : "";
    *length = (int)strcspn(at, "\n");
    return at;
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* Takes the helper whose name below harness/adapters has `length` octets. */
static int take_helper(making *m, const char *name, int length)
{
    helper *h = &m->helpers[m->helper_count++];
    snprintf(h->from, sizeof h->from, "%s/harness/adapters/%.*s", m->data, length, name);
    snprintf(h->to, sizeof h->to, "%.*s%s", (int)m->folder_length, m->file, base_of(h->from));
    if (strcmp(h->to, m->file) == 0)
        return usage_error(m->call, "%s is the name of the helper; --output wants another",
                           m->file);
    h->octets = uriproof_file_read(h->from, &h->length);
    return h->octets != NULL ? 0 : failure(m->call, "cannot read %s: %s", h->from, strerror(errno));
}

static int take_helpers(making *m)
{
    int left, status = 0;
    const char *at = told(m, "Helper: ", &left);
    const char *end = at + left;
    while (status == 0 && at < end && m->helper_count < HELPERS_MOST) {
        int length = (int)strcspn(at, " \n");
        status = take_helper(m, at, length < HELPER_MOST ? length : HELPER_MOST - 1);
        at += length + 1;
    }
    return status;
}

static int say_not_written(const making *m, const created_file *file)
{
    if (errno != EEXIST)
        return failure(m->call, "cannot write %s: %s", file->path, strerror(errno));
    return failure(m->call,
                   "%s is there already%s; --force writes over it, --output FILE elsewhere",
                   file->path, file->may_be_there ? ", and is another helper" : "");
}

/* The helpers first: an adapter without them is of no use. */
static int write_files(making *m)
{
    created_file files[HELPERS_MOST + 1] = {{.path = NULL}};
    size_t count = m->alone ? 0 : m->helper_count;
    for (size_t i = 0; i < count; i++) {
        const helper *h = &m->helpers[i];
        files[i] = (created_file){h->to, h->octets, h->length, .may_be_there = true};
    }
    files[count] =
        (created_file){m->file, m->made.octets, m->made.length - 1, .may_be_there = false};
    const created_file *failed = create_files(files, count + 1, m->force);
    if (failed != NULL)
        return say_not_written(m, failed);
    for (size_t i = 0; i < count; i++)
        m->helpers[i].was_there = files[i].was_there;
    return 0;
}

static int write_all(making *m)
{
    if (!is_stream(m))
        return write_files(m);
    fwrite(m->made.octets, 1, m->made.length - 1, stdout);
    fflush(stdout);
    return 0;
}

/* ---- What to do with it ---- */

static void put_helpers(const making *m, FILE *out)
{
    for (size_t i = 0; i < m->helper_count; i++) {
        const helper *h = &m->helpers[i];
        const char *how = h->was_there ? ", which was there" : "";
        fprintf(out, "  helper: %s%s\n", m->alone ? h->from : h->to,
                m->alone ? ", which is to be copied beside it" : how);
    }
}

static void put_next_steps(const making *m)
{
    FILE *out = is_stream(m) ? stderr : stdout;
    int length;
    const char *words = told(m, "Needs: ", &length);
    fprintf(out, "%s: fill in parse().\n\n", m->file);
    put_helpers(m, out);
    if (length > 0)
        fprintf(out, "  needs:  %.*s\n", length, words);
    words = told(m, "Build: ", &length);
    if (length > 0)
        fprintf(out, "  build:  %.*s\n", length, words);
    words = told(m, "Run: ", &length);
    fprintf(out, "  check:  %s adapter check -- %.*s\n", m->call->program, length, words);
    fprintf(out, "  test:   %s test --dialect rfc3986 -- %.*s\n", m->call->program, length, words);
}

static int make(making *m)
{
    char template[300], known[300];
    find_template(m->folder, NULL, known, sizeof known);
    if (m->language == NULL || m->name == NULL)
        return usage_error(m->call, "wants a language and a name; languages: %s", known);
    if (!find_template(m->folder, m->language, template, sizeof template))
        return usage_error(m->call, "no template in \"%s\"; languages: %s", m->language, known);
    int status = check_name(m);
    if (status == 0)
        status = name_file(m, template);
    if (status == 0)
        status = fill_in(m, template);
    if (status == 0)
        status = take_helpers(m);
    if (status == 0)
        status = write_all(m);
    if (status == 0)
        put_next_steps(m);
    buffer_free(&m->made);
    for (size_t i = 0; i < m->helper_count; i++)
        free(m->helpers[i].octets);
    return status;
}

int command_adapter_new(const invocation *call)
{
    data_paths p;
    making *m = calloc(1, sizeof *m);
    m->call = call;
    int status = take_options(m);
    if (status == 0)
        status = find_paths(call, &p);
    if (status == 0) {
        m->data = p.data;
        snprintf(m->folder, sizeof m->folder, "%s/harness/templates", p.data);
        status = make(m);
    }
    free(m);
    return status;
}
