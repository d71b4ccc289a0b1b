/* SPDX-License-Identifier: MIT */
/* Ids never change their meaning: those of the last release are all still there. */
#include <uriproof/corpus.h>

#include <uriproof/file.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_there(const uriproof_corpus *corpus, const char *id)
{
    if (uriproof_clause_named(corpus, id) != NULL)
        return true;
    for (size_t i = 0; i < corpus->vector_count; i++)
        if (strcmp(corpus->vectors[i].id, id) == 0)
            return true;
    return false;
}

size_t uriproof_released_lint(const uriproof_corpus *corpus, const char *path, FILE *out)
{
    size_t length, faults = 0;
    char *text = uriproof_file_read(path, &length), *rest = NULL;
    if (text == NULL) {
        fprintf(out, "%s: %s\n", path, strerror(errno));
        return 1;
    }
    for (char *id = strtok_r(text, "\n", &rest); id != NULL; id = strtok_r(NULL, "\n", &rest)) {
        if (id[0] == '#' || is_there(corpus, id))
            continue;
        fprintf(out, "%s: %s: this id was released, and is gone or renamed\n", path, id);
        faults++;
    }
    free(text);
    return faults;
}

void uriproof_ids_write(const uriproof_corpus *corpus, FILE *out)
{
    for (size_t i = 0; i < corpus->clause_count; i++)
        fprintf(out, "%s\n", corpus->clauses[i].id);
    for (size_t i = 0; i < corpus->vector_count; i++)
        if (corpus->vectors[i].level <= URIPROOF_CLAUSES)
            fprintf(out, "%s\n", corpus->vectors[i].id);
}
