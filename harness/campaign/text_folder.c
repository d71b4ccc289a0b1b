/* SPDX-License-Identifier: MIT */
#include "text_folder.h"

#include "folder_files.h"
#include "hash_set.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct text_folder {
    char *path;
    hash_set names;    /* of files that were looked at, with their folders */
    hash_set contents; /* of texts */
    uriproof_span *texts;
    size_t count;
    size_t left_out;
    struct timespec changed; /* the folder, when it was read last */
    time_t read_at;
    store *memory; /* of texts */
};

text_folder *text_folder_open(const char *path)
{
    if ((mkdir(path, 0777) != 0 && errno != EEXIST) || access(path, R_OK | W_OK | X_OK) != 0)
        return NULL;
    text_folder *f = calloc(1, sizeof *f);
    f->path = strdup(path);
    f->memory = store_new();
    return f;
}

static uint64_t hash_of(uriproof_span text)
{
    return octets_hash(OCTETS_HASH_BEGIN, text.octets, text.length);
}

/* Adds a text. Returns false if it is known. */
static bool add(text_folder *f, uriproof_span text)
{
    if (!hash_set_add(&f->contents, hash_of(text)))
        return false;
    char *octets = store_take(f->memory, text.length + 1, 1);
    memcpy(octets, text.octets, text.length);
    f->texts = list_grown(f->texts, f->count, sizeof *f->texts);
    f->texts[f->count++] = (uriproof_span){octets, text.length};
    return true;
}

/* ---- Reading ---- */

/* Takes up a file. One that is empty is not looked at: its octets may come yet. */
static void take_file(text_folder *f, const char *path, uint64_t name)
{
    char octets[TEXT_FOLDER_LONGEST + 1];
    const ssize_t length = small_file_read(path, octets, sizeof octets);
    const bool none = length < 0 && (errno == 0 || errno == ENOENT);
    if (length == 0)
        return;
    hash_set_add(&f->names, name);
    if (length > 0 && length <= TEXT_FOLDER_LONGEST)
        add(f, (uriproof_span){octets, (size_t)length});
    else
        f->left_out += !none;
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
        const uint64_t name = octets_hash(OCTETS_HASH_BEGIN, path, strlen(path));
        if (!is_list(files.names[i]) && !hash_set_has(&f->names, name))
            take_file(f, path, name);
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
    char *path = text_made("%s/%016" PRIx64, f->path, hash_of(text));
    const bool written = atomic_file_write(path, write_text, &text);
    const int reason = errno;
    free(path);
    errno = reason;
    return written;
}

bool text_folder_copy(text_folder *f, const char *from)
{
    text_folder *other = calloc(1, sizeof *other);
    other->memory = store_new();
    bool good = text_folder_take(other, from);
    for (size_t i = 0; i < other->count && good; i++)
        good = text_folder_keep(f, other->texts[i]);
    f->left_out += other->left_out;
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

size_t text_folder_left_out(const text_folder *f)
{
    return f->left_out;
}

void text_folder_close(text_folder *f)
{
    if (f == NULL)
        return;
    hash_set_free(&f->names);
    hash_set_free(&f->contents);
    free(f->texts);
    store_free(f->memory);
    free(f->path);
    free(f);
}
