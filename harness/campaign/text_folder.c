/* SPDX-License-Identifier: MIT */
#include "text_folder.h"

#include "folder_files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct text_folder {
    char *path;
    store *names; /* of files that were looked at, with their folders */
    store *contents;
    uriproof_span *texts;
    size_t count;
    struct timespec changed; /* the folder, when it was read last */
    time_t read_at;
};

static text_folder *folder_of(const char *path)
{
    text_folder *f = calloc(1, sizeof *f);
    f->path = strdup(path);
    f->names = store_new();
    f->contents = store_new();
    return f;
}

text_folder *text_folder_open(const char *path)
{
    if ((mkdir(path, 0777) != 0 && errno != EEXIST) || access(path, R_OK | W_OK | X_OK) != 0)
        return NULL;
    atomic_file_sweep(path);
    return folder_of(path);
}

/* Adds a text. Returns false if it is known. */
static bool add(text_folder *f, uriproof_span text)
{
    if (!store_add(f->contents, text.octets, text.length))
        return false;
    f->texts = list_grown(f->texts, f->count, sizeof *f->texts);
    f->texts[f->count++] =
        (uriproof_span){store_once(f->contents, text.octets, text.length), text.length};
    return true;
}

/* ---- Reading ---- */

/* Takes up a file. One that is empty is not looked at: its octets may come yet. */
static void take_file(text_folder *f, const char *path)
{
    char octets[TEXT_FOLDER_LONGEST + 1];
    const ssize_t length = small_file_read(path, octets, sizeof octets);
    if (length == 0)
        return;
    store_text(f->names, path);
    if (length > 0 && length <= TEXT_FOLDER_LONGEST)
        add(f, (uriproof_span){octets, (size_t)length});
}

/* Is it the list of classes that a target writes beside its texts? */
static bool is_list(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".tsv") == 0;
}

bool text_folder_take(text_folder *f, const char *folder)
{
    file_names files = file_names_in(folder);
    for (size_t i = 0; i < files.count; i++) {
        char *path = text_made("%s/%s", folder, files.names[i]);
        if (!is_list(files.names[i]) && !store_has(f->names, path, strlen(path) + 1))
            take_file(f, path);
        free(path);
    }
    const int error = files.error;
    file_names_free(&files);
    errno = error;
    return error == 0;
}

/* A file system writes times in steps. After so long, a change is in another one. */
enum { STEP_SECONDS = 2 };

bool text_folder_read(text_folder *f)
{
    struct stat facts;
    if (stat(f->path, &facts) != 0)
        return false;
    const bool same =
        facts.st_mtim.tv_sec == f->changed.tv_sec && facts.st_mtim.tv_nsec == f->changed.tv_nsec;
    if (same && f->read_at - f->changed.tv_sec > STEP_SECONDS)
        return true;
    f->changed = facts.st_mtim;
    f->read_at = time(NULL);
    return text_folder_take(f, f->path);
}

/* ---- Writing ---- */

static bool write_text(void *self, FILE *out)
{
    const uriproof_span *text = self;
    return fwrite(text->octets, 1, text->length, out) == text->length;
}

bool text_folder_keep(text_folder *f, uriproof_span text)
{
    if (text.length == 0 || text.length > TEXT_FOLDER_LONGEST || !add(f, text))
        return true;
    char *path = text_made("%s/%016" PRIx64, f->path,
                           octets_hash(OCTETS_HASH_BEGIN, text.octets, text.length));
    const bool written = atomic_file_write_quickly(path, write_text, &text);
    const int reason = errno;
    free(path);
    errno = reason;
    return written;
}

bool text_folder_copy(text_folder *f, const char *from)
{
    text_folder *other = folder_of(from);
    bool good = text_folder_take(other, from);
    for (size_t i = 0; i < other->count && good; i++)
        good = text_folder_keep(f, other->texts[i]);
    const int reason = errno;
    text_folder_close(other);
    errno = reason;
    return good;
}

/* ---- What is known ---- */

size_t text_folder_count(const text_folder *f)
{
    return f->count;
}

uriproof_span text_folder_text(const text_folder *f, size_t number)
{
    return f->texts[number];
}

void text_folder_close(text_folder *f)
{
    if (f == NULL)
        return;
    store_free(f->names);
    store_free(f->contents);
    free(f->texts);
    free(f->path);
    free(f);
}
