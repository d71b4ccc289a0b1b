/* SPDX-License-Identifier: MIT */
/*
 * Makes the dictionaries and the seeds of the fuzz targets from the clauses and vectors of their
 * dialects:
 *
 *     uriproof-seeds VECTORS_DIR OUTDIR
 *
 * writes OUTDIR/TARGET.dict and the folder OUTDIR/seeds/TARGET of each target. OUTDIR/seeds is
 * there. The same vectors give the same octets. A seed is the question of a vector in the format of
 * input.h. Its name is the dialect, a full stop and the vector's id. There is one more seed for
 * each setting of readings that the vector lists. Its name ends with a full stop and a number.
 */
#include "input.h"

#include "corpus/corpus.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { USAGE = 2 };

/* The vectors that are seeds of a target. */
typedef struct target_seeds {
    const char *target;
    const char *dialect; /* NULL for every dialect */
    fuzz_texts texts;
    unsigned ops; /* the operations, as bits 1 << uriproof_op */
} target_seeds;

static const target_seeds targets[] = {
    {"rfc1630", "rfc1630", FUZZ_TWO_TEXTS, ~(1U << URIPROOF_URL)},
    {"dialects", NULL, FUZZ_TWO_TEXTS_ALL_READINGS, ~0U},
    {"model", "rfc3986", FUZZ_TWO_TEXTS_ALL_READINGS,
     1U << URIPROOF_PARSE | 1U << URIPROOF_RESOLVE},
    {"differential", "rfc3986", FUZZ_TEXT_ALONE, 1U << URIPROOF_PARSE | 1U << URIPROOF_NORMALIZE},
    {"schemes", NULL, FUZZ_TWO_TEXTS_ALL_READINGS, 1U << URIPROOF_EQUIVALENT},
    {"writers", "whatwg-url", FUZZ_TWO_TEXTS, ~0U},
};

static int fail(const char *what, const char *name)
{
    fprintf(stderr, "uriproof-seeds: %s %s: %s\n", what, name, error_reason(errno));
    return 1;
}

static int write_seed(const char *path, const uriproof_readings *readings,
                      const target_seeds *target, const uriproof_vector *vector,
                      const uriproof_dialect *dialect)
{
    unsigned char head[FUZZ_READINGS_LONGEST];
    const uriproof_span *field = vector->request.field;
    if (!fuzz_readings_write(dialect, readings, target->texts, head))
        return 0;
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return fail("cannot write", path);
    fwrite(head, 1, fuzz_readings_length(target->texts), file);
    fwrite(field[0].octets, 1, field[0].length, file);
    if (target->texts >= FUZZ_TWO_TEXTS && uriproof_present(field[1])) {
        fputc('\n', file);
        fwrite(field[1].octets, 1, field[1].length, file);
    }
    return fclose(file) == 0 ? 0 : fail("cannot write", path);
}

static uriproof_readings readings_of(const uriproof_alternate *alternate)
{
    uriproof_readings readings = {{0}};
    for (size_t i = 0; i < alternate->set_count; i++)
        readings.value[alternate->set[i].reading] = alternate->set[i].value;
    return readings;
}

static int write_vector(const char *folder, const target_seeds *target,
                        const uriproof_vector *vector, const uriproof_dialect *dialect)
{
    uriproof_readings readings = {{0}};
    char *path = text_made("%s/%s.%s", folder, dialect->name, vector->id);
    int status = write_seed(path, &readings, target, vector, dialect);
    free(path);
    size_t number = 0;
    for (const uriproof_alternate *alternate = vector->alternates; alternate != NULL && status == 0;
         alternate = alternate->next) {
        readings = readings_of(alternate);
        path = text_made("%s/%s.%s.%zu", folder, dialect->name, vector->id, ++number);
        status = write_seed(path, &readings, target, vector, dialect);
        free(path);
    }
    return status;
}

/* Returns whether the vectors and clauses of the dialect are those of the target. */
static bool uses(const target_seeds *target, const uriproof_dialect *dialect)
{
    return target->dialect == NULL || strcmp(target->dialect, dialect->name) == 0;
}

static int write_seeds(const uriproof_corpus *corpus, const target_seeds *target,
                       const char *folder)
{
    for (size_t i = 0;
         i < corpus->vector_count && corpus->vectors[i].group->level <= URIPROOF_CLAUSES; i++) {
        const uriproof_vector *vector = &corpus->vectors[i];
        if ((target->ops & 1U << vector->request.op) == 0)
            continue;
        if (write_vector(folder, target, vector, corpus->dialect) != 0)
            return 1;
    }
    return 0;
}

/* Writes one line of a dictionary: `"text"`. Octets that are not printable ASCII are written as
 * \xAB. */
static void write_token(FILE *file, const char *token)
{
    fputc('"', file);
    for (; *token != '\0'; token++) {
        unsigned char octet = (unsigned char)*token;
        if (octet < 0x20 || octet > 0x7E || octet == '"' || octet == '\\')
            fprintf(file, "\\x%02X", octet);
        else
            fputc(octet, file);
    }
    fputs("\"\n", file);
}

static int compare_tokens(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The corpora of all dialects. */
typedef struct corpora {
    uriproof_corpus *each;
    size_t count;
} corpora;

/* Puts all tokens of a target into `tokens`, if that is not NULL. Returns how many there are. */
static size_t gather_tokens(const corpora *all, const target_seeds *target, const char **tokens)
{
    size_t count = 0;
    for (size_t c = 0; c < all->count; c++)
        for (size_t i = 0; i < all->each[c].clause_count && uses(target, all->each[c].dialect); i++)
            for (const char **token = all->each[c].clauses[i].tokens; *token != NULL; token++) {
                if (tokens != NULL)
                    tokens[count] = *token;
                count++;
            }
    return count;
}

/* Writes every token once, sorted by octets. Leaves out empty tokens. */
static int write_dictionary(const corpora *all, const target_seeds *target, const char *path)
{
    const size_t count = gather_tokens(all, target, NULL);
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return fail("cannot write", path);
    const char **tokens = fuzz_allocate(count * sizeof *tokens);
    gather_tokens(all, target, tokens);
    qsort(tokens, count, sizeof *tokens, compare_tokens);
    fprintf(file, "# The tokens of the clauses of %s, made by uriproof-seeds.\n",
            target->dialect != NULL ? target->dialect : "every dialect");
    for (size_t i = 0; i < count; i++)
        if (*tokens[i] != '\0' && (i == 0 || strcmp(tokens[i], tokens[i - 1]) != 0))
            write_token(file, tokens[i]);
    free(tokens);
    return fclose(file) == 0 ? 0 : fail("cannot write", path);
}

static int write_all_seeds(const corpora *all, const target_seeds *target, const char *folder)
{
    int status = 0;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return fail("cannot make", folder);
    for (size_t c = 0; c < all->count && status == 0; c++)
        if (uses(target, all->each[c].dialect))
            status = write_seeds(&all->each[c], target, folder);
    return status;
}

static int write_target(const corpora *all, const target_seeds *target, const char *folder)
{
    char *dictionary = text_made("%s/%s.dict", folder, target->target);
    char *seeds = text_made("%s/seeds/%s", folder, target->target);
    int status = write_dictionary(all, target, dictionary);
    if (status == 0)
        status = write_all_seeds(all, target, seeds);
    free(dictionary);
    free(seeds);
    return status;
}

/* Loads the corpora. The caller frees with free_corpora, even after a failure. */
static bool load_corpora(const char *vectors, corpora *all)
{
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    *all = (corpora){fuzz_allocate(count * sizeof *all->each), 0};
    for (; all->count < count; all->count++) {
        uriproof_error error;
        if (!uriproof_corpus_load(vectors, dialects[all->count], &all->each[all->count], &error)) {
            fprintf(stderr, "uriproof-seeds: %s\n", error.words);
            return false;
        }
    }
    return true;
}

static void free_corpora(corpora *all)
{
    for (size_t i = 0; i < all->count; i++)
        uriproof_corpus_free(&all->each[i]);
    free(all->each);
}

int main(int argc, char **argv)
{
    corpora all;
    if (argc != 3) {
        fputs("usage: uriproof-seeds VECTORS_DIR OUTDIR\n", stderr);
        return USAGE;
    }
    int status = load_corpora(argv[1], &all) ? 0 : 1;
    for (size_t i = 0; i < sizeof targets / sizeof targets[0] && status == 0; i++)
        status = write_target(&all, &targets[i], argv[2]);
    free_corpora(&all);
    return status;
}
