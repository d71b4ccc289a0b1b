/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for scandirat */
#include "folder_list.h"

#include "buffer.h"
#include "characters.h"
#include "file.h"
#include "hash.h"
#include "out_of_memory.h"
#include "output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char folder_list_name[] = "uriproof-files.txt";

static const char head[] =
    "uriproof wrote these files: a hash, the size and the name of each. It replaces or removes the "
    "folder only if they are all that is in it. The last line is the hash of the lines before.\n";

enum { HASH_DIGITS = 16, MOST_NAMED = 3 };

/* A file, as it is or as the list says. */
typedef struct listed {
    char *name; /* with its folders: "css/style.css" */
    uint64_t hash;
    uintmax_t size;
} listed;

typedef struct listing {
    listed *files;
    size_t count;
    char *text; /* of the list; its names are in it. NULL: there is no sound list */
    int reason; /* why the list could not be read, if the machine was short of something; or 0 */
} listing;

/* ---- The files of a folder ---- */

static int is_entry(const struct dirent *one)
{
    return strcmp(one->d_name, ".") != 0 && strcmp(one->d_name, "..") != 0;
}

/* Calls `each` for all entries of a folder, in the order of their names. `within` is its name, with
 * a slash, in the folder that is listed. Returns false and sets errno if it cannot be read. */
static bool each_entry(int folder, const char *within,
                       void (*each)(void *self, int folder, const char *entry, char *name),
                       void *self)
{
    struct dirent **entries = NULL;
    const int count = scandirat(folder, ".", &entries, is_entry, alphasort);
    for (int i = 0; i < count; i++) {
        each(self, folder, entries[i]->d_name, text_made("%s%s", within, entries[i]->d_name));
        free(entries[i]);
    }
    free(entries);
    return count >= 0;
}

static int open_folder(int at, const char *name)
{
    return openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Reads the octets of a file for their hash. Returns false and sets errno if it cannot be read. */
static bool hash_file(int folder, const char *entry, listed *one)
{
    char octets[1 << 16];
    ssize_t more;
    const int file = openat(folder, entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return false;
    one->hash = OCTETS_HASH_BEGIN;
    one->size = 0;
    while ((more = read(file, octets, sizeof octets)) > 0) {
        one->hash = octets_hash(one->hash, octets, (size_t)more);
        one->size += (uintmax_t)more;
    }
    const int reason = errno;
    close(file);
    errno = reason;
    return more == 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const listed *)a)->name, ((const listed *)b)->name);
}

/* ---- Writing ---- */

typedef struct list_writer {
    listing found;
    bool failed;
    int reason;
} list_writer;

static void note(list_writer *w)
{
    w->reason = w->failed ? w->reason : errno;
    w->failed = true;
}

/* Adds a file, or those of a folder. */
static void add_entry(void *self, int folder, const char *entry, char *name)
{
    list_writer *w = self;
    listed one = {.name = name};
    const int inner = open_folder(folder, entry);
    if (inner >= 0) {
        char *within = text_made("%s/", name);
        if (!each_entry(inner, within, add_entry, w))
            note(w);
        close(inner);
        free(within);
        free(name);
        return;
    }
    if (!hash_file(folder, entry, &one))
        note(w);
    w->found.files = list_grown(w->found.files, w->found.count, sizeof one);
    w->found.files[w->found.count++] = one;
}

/* Writes the lines into the new file of the list. */
static bool write_lines(const char *folder, const listing *found)
{
    uriproof_text_written text;
    FILE *lines = uriproof_text_open(&text);
    fputs(head, lines);
    for (size_t i = 0; i < found->count; i++)
        fprintf(lines, "%016" PRIx64 " %ju %s\n", found->files[i].hash, found->files[i].size,
                found->files[i].name);
    fclose(lines);
    char *path = text_made("%s/%s", folder, folder_list_name);
    output_file to = {.file = output_create(path)};
    free(path);
    if (to.file < 0) {
        free(text.octets);
        return false;
    }
    FILE *out = output_open(&to);
    fwrite(text.octets, 1, text.length, out);
    fprintf(out, "%016" PRIx64 "\n", octets_hash(OCTETS_HASH_BEGIN, text.octets, text.length));
    fclose(out);
    free(text.octets);
    if (close(to.file) != 0 && to.reason == 0)
        to.reason = errno;
    errno = to.reason;
    return to.reason == 0;
}

static void free_files(listing *l)
{
    for (size_t i = 0; i < l->count; i++)
        free(l->files[i].name);
    free(l->files);
}

bool folder_list_write(const char *folder)
{
    list_writer w = {.failed = false};
    const int opened = open_folder(AT_FDCWD, folder);
    if (opened < 0 || !each_entry(opened, "", add_entry, &w))
        note(&w);
    if (opened >= 0)
        close(opened);
    if (w.found.count > 0)
        qsort(w.found.files, w.found.count, sizeof *w.found.files, compare_names);
    if (!w.failed && !write_lines(folder, &w.found))
        note(&w);
    free_files(&w.found);
    errno = w.reason;
    return !w.failed;
}

/* ---- Reading ---- */

/* Does the last line of the text fit the others? */
static bool is_whole(const char *text, size_t length)
{
    char last[HASH_DIGITS + 2];
    const size_t head_length = sizeof head - 1, last_length = HASH_DIGITS + 1;
    if (length < head_length + last_length || strlen(text) != length ||
        memcmp(text, head, head_length) != 0)
        return false;
    snprintf(last, sizeof last, "%016" PRIx64 "\n",
             octets_hash(OCTETS_HASH_BEGIN, text, length - last_length));
    return strcmp(text + length - last_length, last) == 0;
}

/* Reads a line, which ends with a NUL. */
static bool read_line(char *line, listed *one)
{
    char *end;
    one->hash = strtoull(line, &end, 16);
    if (end != line + HASH_DIGITS || *end != ' ')
        return false;
    one->size = strtoumax(end + 1, &end, 10);
    one->name = end + 1;
    return *end == ' ' && end[1] != '\0';
}

/* Keeps why something could not be looked at, if the machine was short of something: then it is not
 * known what it is. */
static void note_shortage(listing *l)
{
    if (l->reason == 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM))
        l->reason = errno;
}

/* Reads the list of the folder. */
static listing read_list(const char *folder)
{
    size_t length;
    struct stat facts;
    listing l = {.text = NULL};
    char *path = text_made("%s/%s", folder, folder_list_name);
    const bool is_file = lstat(path, &facts) == 0 && S_ISREG(facts.st_mode);
    l.text = is_file ? uriproof_file_read(path, &length) : NULL;
    if (is_file && l.text == NULL)
        note_shortage(&l);
    free(path);
    bool good = l.text != NULL && is_whole(l.text, length);
    char *line = good ? l.text + sizeof head - 1 : NULL;
    for (char *end; good && (end = strchr(line, '\n')) != NULL && end[1] != '\0'; line = end + 1) {
        listed one;
        *end = '\0';
        good = read_line(line, &one);
        l.files = list_grown(l.files, l.count, sizeof one);
        l.files[l.count++] = one;
    }
    if (good && l.count > 0)
        qsort(l.files, l.count, sizeof *l.files, compare_names);
    if (!good) {
        free(l.files);
        free(l.text);
        l = (listing){.text = NULL, .reason = l.reason};
    }
    return l;
}

static void free_listing(listing *l)
{
    free(l->files);
    free(l->text);
}

/* Returns the number of names that come before this one. */
static size_t place_of(const listing *l, const char *name)
{
    size_t from = 0, to = l->count;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (strcmp(l->files[middle].name, name) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Is there a listed file in the folder? `within` is its name, with a slash. */
static bool has_files_in(const listing *l, const char *within)
{
    const size_t place = place_of(l, within);
    return place < l->count && strncmp(l->files[place].name, within, strlen(within)) == 0;
}

/* Is the file as the list says? */
static bool is_as_listed(listing *l, int folder, const char *entry, const char *name)
{
    listed one;
    struct stat facts;
    const size_t place = place_of(l, name);
    if (place >= l->count || strcmp(l->files[place].name, name) != 0 ||
        fstatat(folder, entry, &facts, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(facts.st_mode) ||
        (uintmax_t)facts.st_size != l->files[place].size)
        return false;
    if (hash_file(folder, entry, &one))
        return one.hash == l->files[place].hash;
    note_shortage(l);
    return false;
}

/* ---- What is there ---- */

typedef struct looking {
    listing *list;
    bool removes;  /* what is as listed */
    bool is_sound; /* the list */
    int reason;    /* why it was not looked at as a whole; or 0 */
    size_t foreign;
    FILE *out; /* writes the names of the first of what is not, each with a NUL */
    uriproof_text_written named;
} looking;

/* Counts what is foreign, and keeps its name. */
static void add_foreign(looking *l, const char *name)
{
    if (l->foreign < MOST_NAMED)
        fwrite(name, 1, strlen(name) + 1, l->out);
    l->foreign++;
}

static void look_at(void *self, int folder, const char *entry, char *name);

/* Looks at a folder in which there are listed files. */
static void look_into(looking *l, int folder, const char *entry, const char *name,
                      const char *within)
{
    const size_t before = l->foreign;
    const int inner = open_folder(folder, entry);
    if (inner < 0 || !each_entry(inner, within, look_at, l)) {
        note_shortage(l->list);
        add_foreign(l, name);
    }
    if (inner >= 0)
        close(inner);
    if (l->removes && l->foreign == before && unlinkat(folder, entry, AT_REMOVEDIR) != 0)
        add_foreign(l, name);
}

static void look_at(void *self, int folder, const char *entry, char *name)
{
    looking *l = self;
    struct stat facts;
    char *within = text_made("%s/", name);
    if (strcmp(name, folder_list_name) == 0 && l->list->text != NULL) {
        /* It is sound, and is removed last. */
    } else if (is_as_listed(l->list, folder, entry, name)) {
        if (l->removes && unlinkat(folder, entry, 0) != 0)
            add_foreign(l, name);
    } else if (has_files_in(l->list, within) &&
               fstatat(folder, entry, &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(facts.st_mode)) {
        look_into(l, folder, entry, name, within);
    } else {
        add_foreign(l, name);
    }
    free(within);
    free(name);
}

/* Looks at all that is in the folder. The caller frees named.octets. */
static void look_at_folder(looking *l, const char *folder, bool removes)
{
    listing list = read_list(folder);
    *l = (looking){.list = &list, .removes = removes, .is_sound = list.text != NULL};
    l->out = uriproof_text_open(&l->named);
    const int opened = open_folder(AT_FDCWD, folder);
    if (opened < 0 || !each_entry(opened, "", look_at, l)) {
        note_shortage(&list);
        add_foreign(l, ".");
    }
    if (opened >= 0 && removes && l->foreign == 0)
        unlinkat(opened, folder_list_name, 0);
    if (opened >= 0)
        close(opened);
    fclose(l->out);
    l->reason = list.reason;
    free_listing(&list);
    l->list = NULL;
}

/* Returns words for what is not as the list says. The caller frees them. */
static char *name_foreign(const looking *l)
{
    uriproof_text_written words;
    FILE *out = uriproof_text_open(&words);
    const char *name = l->named.octets;
    for (size_t i = 0; i < l->foreign && i < MOST_NAMED; i++, name += strlen(name) + 1) {
        fputs(i == 0 ? "" : i + 1 == l->foreign ? " and " : ", ", out);
        print_octets(out, uriproof_span_of(name));
    }
    if (l->foreign > MOST_NAMED)
        fprintf(out, " and %zu more", l->foreign - MOST_NAMED);
    if (!l->is_sound)
        fprintf(out, " (it has no sound %s)", folder_list_name);
    fclose(out);
    return words.octets;
}

bool folder_list_has_all(const char *folder, char **foreign)
{
    looking l;
    look_at_folder(&l, folder, false);
    const bool all = l.foreign == 0 && l.reason == 0;
    *foreign = l.foreign > 0 && l.reason == 0 ? name_foreign(&l) : NULL;
    free(l.named.octets);
    errno = l.reason != 0 ? l.reason : EEXIST;
    return all;
}

bool folder_list_remove(const char *folder)
{
    looking l;
    look_at_folder(&l, folder, true);
    const bool removed = l.foreign == 0 && rmdir(folder) == 0;
    free(l.named.octets);
    return removed;
}
