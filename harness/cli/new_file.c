/* SPDX-License-Identifier: MIT */
#include "new_file.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MOST = 60 };

/* ---- Names ---- */

/* Returns the name of the language's template, which the caller frees, or NULL; and adds the names
 * of all languages to `known`. */
static char *find_template(const invocation *call, const char *folder, const char *language,
                           char *known, size_t room)
{
    struct dirent **entries = NULL;
    char *found = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0)
        fail(call, "cannot read %s: %s", folder, error_reason(errno));
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

/* Sets the name of what is made. */
static void take_name(new_file *m, const char *name, const char *what)
{
    size_t length = strlen(name);
    if (!is_adapter_name(name))
        usage_error(m->call, "invalid name of %s \"%s\": " ADAPTER_NAME_RULE, what, name);
    if (length > NAME_MOST)
        usage_error(m->call, "the name \"%s\" is too long: use at most %d characters", name,
                    NAME_MOST);
    m->name = name;
}

/* Names the file that is made. The name stands in a comment of one line in it, so it must fit
 * there.
 */
static void name_file(new_file *m, const char *suffix)
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

/* Prints each word of a list with commas on a line of its own. */
static void put_words(const char *list)
{
    while (*list != '\0') {
        const size_t length = strcspn(list, ",");
        put_line(stdout, "%.*s", (int)length, list);
        list += length + strspn(list + length, ", ");
    }
}

void new_file_begin(new_file *m, const char *templates, const char *what)
{
    const invocation *call = m->call;
    char known[300] = "";
    if (call->argc > 2)
        usage_error(call, "wants a language and a name, and no more: %s", call->argv[2]);
    find_paths(call, &m->p);
    char *folder = text_made("%s/%s", m->p.data, templates);
    char *template = find_template(call, folder, call->argv[0], known, sizeof known);
    if (call->argc == 0) {
        put_words(known);
        exit(URIPROOF_EXIT_AGREE);
    }
    if (template == NULL)
        usage_error(call, "no template in \"%s\"; languages: %s", call->argv[0], known);
    if (call->argc < 2)
        usage_error(call, "wants a name after the language");
    take_name(m, call->argv[1], what);
    name_file(m, template + strcspn(template, "."));
    m->template = text_made("%s/%s", folder, template);
    free(template);
    free(folder);
}

/* ---- The text ---- */

/* Writes the word for a shell: it's as 'it'\''s'. One of plain characters stays as it is. It is
 * part of a longer word, or all of it. */
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

/* Returns the mark with which the text begins, or NULL. */
static const new_file_mark *mark_at(const new_file_mark *marks, const char *text)
{
    for (; marks->mark != NULL; marks++)
        if (strncmp(text, marks->mark, strlen(marks->mark)) == 0)
            return marks;
    return NULL;
}

void new_file_fill_in(new_file *m, const new_file_mark *marks)
{
    const new_file_mark own[] = {{"@NAME@", m->name, false},
                                 {"@FILE@", m->file, true},
                                 {"@DIR@", m->folder, true},
                                 {.mark = NULL}};
    size_t length;
    uriproof_text_written made;
    char *words = uriproof_file_read(m->template, &length);
    if (words == NULL)
        fail(m->call, "cannot read %s: %s", m->template, error_reason(errno));
    FILE *out = uriproof_text_open(&made);
    for (const char *at = words; *at != '\0';) {
        const new_file_mark *found = mark_at(own, at);
        if (found == NULL)
            found = mark_at(marks, at);
        if (found == NULL) {
            fputc(*at++, out);
            continue;
        }
        if (found->quoted)
            put_quoted(out, found->words);
        else
            fputs(found->words, out);
        at += strlen(found->mark);
    }
    fclose(out);
    m->made = made.octets;
    free(words);
}

const char *new_file_told(const new_file *m, const char *mark, int *length)
{
    const char *at = strstr(m->made, mark);
    at = at != NULL ? at + strlen(mark) : "";
    *length = (int)strcspn(at, "\n");
    return at;
}

/* ---- The files ---- */

void new_file_write(const new_file *m, created_file *files, size_t count)
{
    if (m->stream) {
        fputs(m->made, stdout);
        flush_output();
        return;
    }
    files[count - 1] =
        (created_file){.path = m->file, .octets = m->made, .length = strlen(m->made)};
    const created_file *failed = create_files(files, count, m->force);
    if (failed != NULL && errno != EEXIST)
        fail(m->call, "cannot write %s: %s", failed->path, error_reason(errno));
    if (failed != NULL)
        fail(m->call, "%s is there already%s; --force writes over it, --output FILE elsewhere",
             failed->path, failed->may_be_there ? ", and is another helper" : "");
}

void new_file_free(new_file *m)
{
    free(m->template);
    free(m->file);
    free(m->folder);
    free(m->made);
}
