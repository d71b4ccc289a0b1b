/* SPDX-License-Identifier: MIT */
#include "new_classes.h"

#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *what, const char *name)
{
    fprintf(stderr, "uriproof: %s %s: %s\n", what, name, error_reason(errno));
    _exit(1);
}

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* ---- The set ---- */

static void reject(const char *path)
{
    fprintf(stderr,
            "uriproof: %s is no file of classes: name another one in URIPROOF_FUZZ_CLASSES\n",
            path);
    _exit(1);
}

/* Returns the descriptor of a file that has the size of the set. Without a path it has no name. */
static int open_file(const char *path)
{
    FILE *unnamed = path == NULL ? tmpfile() : NULL;
    const int file = path != NULL      ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666)
                     : unnamed != NULL ? fileno(unnamed)
                                       : -1;
    const off_t size = file >= 0 ? lseek(file, 0, SEEK_END) : -1;
    if (size < 0)
        fail("cannot open", path != NULL ? path : "a temporary file");
    if (size != 0 && size != sizeof(classes_seen))
        reject(path);
    if (size == 0 && ftruncate(file, sizeof(classes_seen)) != 0)
        fail("cannot write", path != NULL ? path : "a temporary file");
    return file;
}

classes_seen *classes_seen_map(void)
{
    const char *path = getenv("URIPROOF_FUZZ_CLASSES");
    uint64_t format = 0;
    classes_seen *seen =
        mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED, open_file(path), 0);
    if (seen == MAP_FAILED)
        fail("cannot map", path != NULL ? path : "a temporary file");
    uint64_t began = 0;
    if (!__atomic_compare_exchange_n(&seen->format, &format, CLASSES_SEEN_FORMAT, false,
                                     __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) &&
        format != CLASSES_SEEN_FORMAT)
        reject(path);
    __atomic_compare_exchange_n(&seen->began, &began, now(), false, __ATOMIC_SEQ_CST,
                                __ATOMIC_SEQ_CST);
    return seen;
}

/* Returns the place of a hash: where it is, or the free one that it can have; NULL if there is
 * none. */
static const uint64_t *place_of_class(const classes_seen *seen, uint64_t hash)
{
    for (size_t i = 0; i < CLASSES_SEEN_MOST; i++) {
        const uint64_t *place = &seen->hashes[(hash + i) % CLASSES_SEEN_MOST];
        const uint64_t there = __atomic_load_n(place, __ATOMIC_RELAXED);
        if (there == 0 || there == hash)
            return place;
    }
    return NULL;
}

bool classes_seen_has(const classes_seen *seen, uint64_t hash)
{
    const uint64_t *place = place_of_class(seen, hash + (hash == 0));
    return place == NULL || __atomic_load_n(place, __ATOMIC_RELAXED) != 0;
}

bool classes_seen_add(classes_seen *seen, uint64_t hash)
{
    hash += hash == 0;
    for (;;) {
        uint64_t *place = (uint64_t *)place_of_class(seen, hash);
        uint64_t there = 0;
        if (place == NULL)
            return false; /* there are more than anybody reads */
        if (__atomic_compare_exchange_n(place, &there, hash, false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST)) {
            __atomic_fetch_add(&seen->count, 1, __ATOMIC_RELAXED);
            return true;
        }
        if (there == hash)
            return false;
    }
}

/* ---- What is told ---- */

/* Returns the line of classes.tsv. The caller frees it. */
static char *line_of(const classes_seen *seen, const class_sighting *what)
{
    char *hex = calloc(what->length + 1, 2);
    uriproof_hex_encode((uriproof_span){what->text, what->length}, hex);
    char *line = text_made("%" PRIu64 "\t%" PRIu64 "\t%s\t%s\t%s\t%s\n",
                           __atomic_load_n(&seen->executions, __ATOMIC_RELAXED),
                           now() - seen->began, what->id, what->parsers[0], what->parsers[1], hex);
    free(hex);
    return line;
}

/* Writes octets to a file, which `how` opens, all at once: lines of two processes do not mix. */
static void write_octets(const char *path, int how, const void *octets, size_t length)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | how, 0666);
    if (file < 0 || write(file, octets, length) != (ssize_t)length || close(file) != 0)
        fail("cannot write", path);
}

static void say(const class_sighting *what)
{
    fprintf(stderr, "new class: %s (%s, %s): ", what->id, what->parsers[0], what->parsers[1]);
    print_octets(stderr, (uriproof_span){what->text, what->length});
    fputc('\n', stderr);
}

void classes_seen_tell(const classes_seen *seen, const class_sighting *what)
{
    const char *folder = getenv("URIPROOF_FUZZ_FOUND");
    if (folder == NULL) {
        say(what);
        return;
    }
    if (folder[0] == '\0')
        return;
    char *path = text_made("%s/%016" PRIx64, folder,
                           octets_hash(OCTETS_HASH_BEGIN, what->id, strlen(what->id)));
    write_octets(path, O_TRUNC, what->text, what->length);
    free(path);
    path = text_made("%s/classes.tsv", folder);
    char *line = line_of(seen, what);
    write_octets(path, O_APPEND, line, strlen(line));
    free(line);
    free(path);
}
