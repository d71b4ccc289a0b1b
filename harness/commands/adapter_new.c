/* SPDX-License-Identifier: MIT */
/* uriproof adapter new: the skeleton of an adapter. Each is a file
 * harness/skeletons/LANGUAGE.SUFFIX, in whose first lines stand behind "Needs: ", "Build: " and
 * "Run: " what to do with it. */
#include "commands.h"

#include "../text.h"
#include "whole_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <uriproof/file.h>
#include <uv.h>

enum { OPTION_OUTPUT = 512, OPTION_FORCE, NAME_MOST = 60 };

static const struct option long_options[] = {
    {"output", required_argument, NULL, OPTION_OUTPUT},
    {"force", no_argument, NULL, OPTION_FORCE},
    {NULL, 0, NULL, 0},
};

typedef struct making {
    const invocation *call;
    const char *language;
    const char *name;
    const char *output; /* or NULL */
    bool force;
    char folder[PLACE_MOST + 32]; /* of the skeletons */
    char file[PLACE_MOST];        /* that is made */
    char quoted[5 * PLACE_MOST];  /* the same as a word of a shell */
    text made;
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
static bool find_skeleton(const char *folder, const char *wanted, char *found, size_t room)
{
    uv_fs_t request;
    uv_dirent_t entry;
    found[0] = '\0';
    if (uv_fs_scandir(NULL, &request, folder, 0, NULL) >= 0) {
        while (uv_fs_scandir_next(&request, &entry) == 0) { /* in the order of their names */
            size_t length = language_length(entry.name), used = strlen(found);
            if (length == 0 || entry.name[length] == '\0')
                continue;
            if (wanted == NULL)
                snprintf(found + used, room - used, "%s%.*s", used > 0 ? ", " : "", (int)length,
                         entry.name);
            else if (strlen(wanted) == length && strncmp(entry.name, wanted, length) == 0)
                snprintf(found, room, "%s", entry.name);
        }
    }
    uv_fs_req_cleanup(&request);
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

/* 'it''s' as '\''. A word of plain characters stays as it is. */
static void quote(const char *word, char *quoted)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+=:,@%";
    if (*word != '\0' && strspn(word, plain) == strlen(word)) {
        memcpy(quoted, word, strlen(word) + 1);
        return;
    }
    *quoted++ = '\'';
    for (; *word != '\0'; word++) {
        if (*word == '\'') {
            memcpy(quoted, "'\\'", 3);
            quoted += 3;
        }
        *quoted++ = *word;
    }
    memcpy(quoted, "'", 2);
}

/* The name of the file stands in a comment of it, which has one line. */
static int name_file(making *m, const char *skeleton)
{
    const char *suffix = skeleton + language_length(skeleton);
    bool given = m->output != NULL && strcmp(m->output, "-") != 0;
    int length = given ? snprintf(m->file, sizeof m->file, "%s", m->output)
                       : snprintf(m->file, sizeof m->file, "%s%s", m->name, suffix);
    if (length <= 0 || (size_t)length >= sizeof m->file)
        return usage_error(m->call, "--output wants the name of a file, of less than %d octets",
                           PLACE_MOST);
    for (const char *at = m->file; *at != '\0'; at++)
        if (iscntrl((unsigned char)*at))
            return usage_error(m->call, "--output wants a name without control characters: %s",
                               m->file);
    quote(m->file, m->quoted);
    return 0;
}

/* ---- The file ---- */

static bool replace_words(making *m, const char *words, size_t length)
{
    static const char name[] = "@NAME@", file[] = "@FILE@";
    const size_t mark = sizeof name - 1;
    bool added = true;
    for (size_t i = 0; added && i < length;) {
        bool room = length - i >= mark;
        if (room && memcmp(words + i, name, mark) == 0) {
            added = text_add(&m->made, m->name, strlen(m->name));
            i += mark;
        } else if (room && memcmp(words + i, file, mark) == 0) {
            added = text_add(&m->made, m->quoted, strlen(m->quoted));
            i += mark;
        } else {
            added = text_add(&m->made, words + i++, 1);
        }
    }
    return added && text_add(&m->made, "", 1);
}

static int fill_in(making *m, const char *skeleton)
{
    char path[PLACE_MOST + 400];
    size_t length;
    snprintf(path, sizeof path, "%s/%s", m->folder, skeleton);
    char *words = uriproof_file_read(path, &length);
    if (words == NULL)
        return failure(m->call, "cannot read %s: %s", path, strerror(errno));
    bool filled = replace_words(m, words, length);
    free(words);
    return filled ? 0 : failure(m->call, "out of memory");
}

static bool write_made(void *self, FILE *out)
{
    const making *m = self;
    size_t length = m->made.length - 1;
    return fwrite(m->made.octets, 1, length, out) == length && fflush(out) == 0;
}

/* Opened so that it fails where there is such a file, whoever made it and when. */
static int write_new(making *m)
{
    FILE *out = fopen(m->file, "wx");
    if (out == NULL && errno == EEXIST)
        return failure(m->call,
                       "%s is there already; --force writes over it, --output FILE elsewhere",
                       m->file);
    bool written = out != NULL && write_made(m, out);
    int reason = errno;
    if (out != NULL && fclose(out) != 0) {
        reason = errno;
        written = false;
    }
    if (written)
        return 0;
    if (out != NULL)
        remove(m->file);
    return failure(m->call, "cannot write %s: %s", m->file, strerror(reason));
}

static int write_file(making *m)
{
    if (m->output != NULL && strcmp(m->output, "-") == 0) {
        write_made(m, stdout);
        return 0;
    }
    if (!m->force)
        return write_new(m);
    if (write_whole(m->file, write_made, m))
        return 0;
    return failure(m->call, "cannot write %s: %s", m->file, strerror(errno));
}

/* ---- What to do with it ---- */

/* What stands behind `mark` on its line; *length octets, 0 where there is none. */
static const char *told(const making *m, const char *mark, int *length)
{
    const char *at = strstr(m->made.octets, mark);
    at = at != NULL ? at + strlen(mark) : "";
    *length = (int)strcspn(at, "\n");
    return at;
}

static void put_next_steps(const making *m)
{
    FILE *out = m->output != NULL && strcmp(m->output, "-") == 0 ? stderr : stdout;
    int length;
    const char *words = told(m, "Needs: ", &length);
    fprintf(out, "%s: fill in parse().\n\n", m->file);
    if (length > 0)
        fprintf(out, "  needs:  %.*s\n", length, words);
    words = told(m, "Build: ", &length);
    if (length > 0)
        fprintf(out, "  build:  %.*s\n", length, words);
    words = told(m, "Run: ", &length);
    fprintf(out, "  check:  uriproof adapter check -- %.*s\n", length, words);
    fprintf(out, "  test:   uriproof test --dialect rfc3986 -- %.*s\n", length, words);
}

static int make(making *m)
{
    char skeleton[300], known[300];
    find_skeleton(m->folder, NULL, known, sizeof known);
    if (m->language == NULL || m->name == NULL)
        return usage_error(m->call, "wants a language and a name; languages: %s", known);
    if (!find_skeleton(m->folder, m->language, skeleton, sizeof skeleton))
        return usage_error(m->call, "no skeleton in \"%s\"; languages: %s", m->language, known);
    int status = check_name(m);
    if (status == 0)
        status = name_file(m, skeleton);
    if (status == 0)
        status = fill_in(m, skeleton);
    if (status == 0)
        status = write_file(m);
    if (status == 0)
        put_next_steps(m);
    text_free(&m->made);
    return status;
}

int command_adapter_new(const invocation *call)
{
    places p;
    making *m = calloc(1, sizeof *m);
    if (m == NULL)
        return failure(call, "out of memory");
    m->call = call;
    int status = take_options(m);
    if (status == 0)
        status = find_places(call, &p);
    if (status == 0) {
        snprintf(m->folder, sizeof m->folder, "%s/harness/skeletons", p.data);
        status = make(m);
    }
    free(m);
    return status;
}
