/* SPDX-License-Identifier: MIT */
/*
 * Loads a file of vectors/. The format that the input names decides whether it is a file of
 * vectors, generated vectors, clauses or flags. The other files that a corpus needs are as small as
 * possible. A corpus that loads must load again with the same vectors, all its expectations must be
 * writable, and the lint must run through it.
 */
#include "input.h"
#include "lines.h"

#include "corpus/corpus.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_MOST = 1024, KIND_COUNT = 4 };

/* The path of each kind of file, and the content to use if the input is of another kind. */
static const struct kind {
    const char *format;
    const char *name;
    const char *otherwise; /* or NULL if the file may be missing */
} kinds[KIND_COUNT] = {
    {"uriproof-generated", "rfc1630/generated/it.json", NULL},
    {"uriproof-clauses", "rfc1630/clauses.json",
     "{\"format\":\"uriproof-clauses\",\"version\":1,\"dialect\":\"rfc1630\",\"clauses\":["
     "{\"id\":\"c\",\"document\":\"d\",\"section\":\"s\",\"paraphrase\":\"p\",\"tokens\":[]}]}"},
    {"uriproof-flags", "flags.json",
     "{\"format\":\"uriproof-flags\",\"version\":1,\"flags\":["
     "{\"id\":\"example\",\"note\":\"n\",\"effect\":\"e\"}]}"},
    {"uriproof-vectors", "rfc1630/it.json", NULL},
};

/* The folder of the corpus, with the files that the last input needed. To make a folder for each
 * input takes most of the time of a run. */
static struct {
    pid_t process; /* that made it: AFL++ forks */
    char path[PATH_MOST / 2];
    size_t kind; /* of the last input */
} folder;

static const char *path_of(const char *name)
{
    static char path[PATH_MOST];
    snprintf(path, sizeof path, "%s/%s", folder.path, name);
    return path;
}

static void put_file(size_t kind, const char *octets, size_t length)
{
    FILE *file = fopen(path_of(kinds[kind].name), "wb");
    fuzz_demand(file != NULL, "a file can be written");
    fwrite(octets, 1, length, file);
    fuzz_demand(fclose(file) == 0, "a file can be written");
}

/* Puts the file in place that is there for inputs of other kinds. */
static void put_otherwise(size_t kind)
{
    if (kinds[kind].otherwise != NULL)
        put_file(kind, kinds[kind].otherwise, strlen(kinds[kind].otherwise));
    else
        unlink(path_of(kinds[kind].name));
}

static bool names(const char *text, size_t size, const char *format)
{
    size_t length = strlen(format);
    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(text + i, format, length) == 0)
            return true;
    return false;
}

static size_t kind_of(const char *text, size_t size)
{
    size_t kind = 0;
    while (kind + 1 < KIND_COUNT && !names(text, size, kinds[kind].format))
        kind++;
    return kind;
}

static void remove_folder(void)
{
    if (folder.process != getpid())
        return;
    for (size_t i = 0; i < KIND_COUNT; i++)
        unlink(path_of(kinds[i].name));
    rmdir(path_of("rfc1630/generated"));
    rmdir(path_of("rfc1630"));
    rmdir(folder.path);
}

static void make_folder(void)
{
    static bool is_removed_at_exit;
    const char *parent = getenv("TMPDIR");
    snprintf(folder.path, sizeof folder.path, "%s/uriproof-fuzz-XXXXXX",
             parent != NULL ? parent : "/tmp");
    fuzz_demand(mkdtemp(folder.path) != NULL, "a folder can be made");
    fuzz_demand(mkdir(path_of("rfc1630"), 0700) == 0, "a folder can be made");
    fuzz_demand(mkdir(path_of("rfc1630/generated"), 0700) == 0, "a folder can be made");
    folder.process = getpid();
    for (size_t i = 0; i < KIND_COUNT; i++)
        put_otherwise(i);
    if (!is_removed_at_exit)
        fuzz_demand(atexit(remove_folder) == 0, "a function can be registered");
    is_removed_at_exit = true;
}

/* Makes the corpus of an input. */
static void put_files(const char *text, size_t size)
{
    if (folder.process != getpid())
        make_folder();
    else
        put_otherwise(folder.kind);
    folder.kind = kind_of(text, size);
    put_file(folder.kind, text, size);
}

static void check_expectations(const uriproof_corpus *corpus, const uriproof_corpus *again)
{
    fuzz_demand(corpus->vector_count == again->vector_count, "as many vectors");
    for (size_t i = 0; i < corpus->vector_count; i++) {
        const uriproof_vector *vector = &corpus->vectors[i];
        fuzz_demand(strcmp(vector->id, again->vectors[i].id) == 0, "the same ids");
        cJSON *expected = uriproof_answer_tree(vector->request.op, vector->expect);
        fuzz_demand(expected != NULL, "an expectation is written");
        cJSON_Delete(expected);
    }
}

static void check_lint(const uriproof_corpus *corpus)
{
    char *said;
    size_t length;
    FILE *out = open_memstream(&said, &length);
    fuzz_demand(out != NULL, "memory");
    size_t faults = uriproof_corpus_lint(corpus, out);
    fclose(out);
    fuzz_demand((faults > 0) == (length > 0), "each fault is told");
    free(said);
}

static void check_folder(void)
{
    uriproof_error error = {""};
    uriproof_corpus corpus, again;
    const uriproof_dialect *dialect = uriproof_dialect_named("rfc1630");
    if (!uriproof_corpus_load(folder.path, dialect, &corpus, &error)) {
        fuzz_demand(error.words[0] != '\0', "a fault is told");
        return;
    }
    fuzz_demand(uriproof_corpus_load(folder.path, dialect, &again, &error), "it is loaded twice");
    check_expectations(&corpus, &again);
    check_lint(&corpus);
    uriproof_corpus_free(&corpus);
    uriproof_corpus_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_copy(data, size);
    put_files(text, size);
    check_folder();
    free(text);
    return 0;
}
