/* SPDX-License-Identifier: MIT */
#include "text_folder.h"

#include "hash_set.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct text_folder {
    char *path;
    hash_set names;    /* of files that were looked at, with their folders */
    hash_set contents; /* of texts */
    uriproof_span *texts;
    size_t count;
    size_t left_out;
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

/* Opens a regular file. Anything else, as a pipe, which would make the program wait, is -1. */
static int open_regular(int folder, const char *name)
{
    struct stat facts;
    const int file = openat(folder, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0 || (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode)))
        return file;
    close(file);
    errno = 0; /* it is nothing that is left out */
    return -1;
}

/* Reads a file. Returns the number of its octets, at most TEXT_FOLDER_LONGEST + 1; -1 if it cannot
 * be read. */
static ssize_t read_text(int folder, const char *name, char octets[TEXT_FOLDER_LONGEST + 1])
{
    size_t length = 0;
    ssize_t got = 1;
    const int file = open_regular(folder, name);
    if (file < 0)
        return -1;
    while (length <= TEXT_FOLDER_LONGEST && got > 0) {
        got = read(file, octets + length, TEXT_FOLDER_LONGEST + 1 - length);
        length += got > 0 ? (size_t)got : 0;
    }
    close(file);
    return got < 0 ? -1 : (ssize_t)length;
}

/* Takes up a file. One that is empty is not looked at: its octets may come yet. */
static void take_file(text_folder *f, int folder, const char *name, uint64_t hash)
{
    char octets[TEXT_FOLDER_LONGEST + 1];
    errno = 0;
    const ssize_t length = read_text(folder, name, octets);
    const bool gone = length < 0 && (errno == 0 || errno == ENOENT);
    if (length == 0)
        return;
    hash_set_add(&f->names, hash);
    if (length > 0 && length <= TEXT_FOLDER_LONGEST)
        add(f, (uriproof_span){octets, (size_t)length});
    else
        f->left_out += !gone;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Lists the names in a folder, without those that are hidden, sorted. The caller frees them. */
static char **names_in(DIR *folder, size_t *count)
{
    char **names = NULL;
    const struct dirent *entry;
    *count = 0;
    while ((entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        names = list_grown(names, *count, sizeof *names);
        names[(*count)++] = strdup(entry->d_name);
    }
    if (*count > 0)
        qsort(names, *count, sizeof *names, compare_names);
    return names;
}

bool text_folder_take(text_folder *f, const char *path)
{
    size_t count;
    DIR *folder = opendir(path);
    if (folder == NULL)
        return false;
    const uint64_t begin = octets_hash(OCTETS_HASH_BEGIN, path, strlen(path) + 1);
    char **names = names_in(folder, &count);
    for (size_t i = 0; i < count; i++) {
        const uint64_t hash = octets_hash(begin, names[i], strlen(names[i]));
        if (!hash_set_has(&f->names, hash))
            take_file(f, dirfd(folder), names[i], hash);
        free(names[i]);
    }
    free(names);
    closedir(folder);
    return true;
}

bool text_folder_read(text_folder *f)
{
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
