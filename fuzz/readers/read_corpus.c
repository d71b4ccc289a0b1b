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

enum { PATH_MOST = 64, KIND_COUNT = 4 };

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

static void put_file(const char *folder, const char *name, const char *octets, size_t length)
{
    char path[PATH_MOST];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    fuzz_demand(file != NULL, "a file can be written");
    fwrite(octets, 1, length, file);
    fuzz_demand(fclose(file) == 0, "a file can be written");
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

static void put_files(char *folder, const char *text, size_t size)
{
    char path[PATH_MOST];
    size_t kind = kind_of(text, size);
    fuzz_demand(mkdtemp(folder) != NULL, "a folder can be made");
    snprintf(path, sizeof path, "%s/rfc1630", folder);
    fuzz_demand(mkdir(path, 0700) == 0, "a folder can be made");
    snprintf(path, sizeof path, "%s/rfc1630/generated", folder);
    fuzz_demand(mkdir(path, 0700) == 0, "a folder can be made");
    for (size_t i = 0; i < KIND_COUNT; i++) {
        if (i == kind)
            put_file(folder, kinds[i].name, text, size);
        else if (kinds[i].otherwise != NULL)
            put_file(folder, kinds[i].name, kinds[i].otherwise, strlen(kinds[i].otherwise));
    }
}

static void remove_files(const char *folder)
{
    char path[PATH_MOST];
    for (size_t i = 0; i < KIND_COUNT; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, kinds[i].name);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/rfc1630/generated", folder);
    rmdir(path);
    snprintf(path, sizeof path, "%s/rfc1630", folder);
    rmdir(path);
    rmdir(folder);
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

static void check_folder(const char *folder)
{
    uriproof_error error = {""};
    uriproof_corpus corpus, again;
    const uriproof_dialect *dialect = uriproof_dialect_named("rfc1630");
    if (!uriproof_corpus_load(folder, dialect, &corpus, &error)) {
        fuzz_demand(error.words[0] != '\0', "a fault is told");
        return;
    }
    fuzz_demand(uriproof_corpus_load(folder, dialect, &again, &error), "it is loaded twice");
    check_expectations(&corpus, &again);
    check_lint(&corpus);
    uriproof_corpus_free(&corpus);
    uriproof_corpus_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char folder[] = "/tmp/uriproof-fuzz-corpus-XXXXXX";
    char *text = fuzz_copy(data, size);
    put_files(folder, text, size);
    check_folder(folder);
    remove_files(folder);
    free(text);
    return 0;
}
