/* SPDX-License-Identifier: MIT */
/* Writes the generated vectors. docs/vectors.md, "Generated vectors", describes them. */
#include "kinds.h"

#include <stdio.h>
#include <string.h>

enum { EXIT_USAGE = 2 };

/* A kind of generated vectors. */
typedef struct gen_kind {
    const char *name;                  /* "acceptance" */
    const char *dialect;               /* the dialect that the kind is for; NULL for all */
    bool (*write)(const gen_job *job); /* returns false and sets *job->error on failure */
} gen_kind;

static const gen_kind kinds[] = {
    {"acceptance", "rfc1630", gen_acceptance},
    {"acceptance", "draft-www-uri-00", gen_acceptance},
    {"acceptance", "rfc3986", gen_acceptance},
    {"url-acceptance", "rfc1630", gen_url_acceptance},
    {"url-acceptance", "draft-www-uri-00", gen_url_acceptance},
    {"size", NULL, gen_sizes},
    {"components", NULL, gen_components},
    {"resolve", "rfc1630", gen_resolve},
    {"resolve", "draft-www-uri-00", gen_resolve},
    {"resolve", "rfc3986", gen_resolve},
    {"equivalence", NULL, gen_equivalence},
};

static const char usage[] =
    "Usage: uriproof-generate [--grammar FOLDER] FOLDER\n"
    "Writes the generated vectors of every dialect to FOLDER/DIALECT/generated/*.json,\n"
    "whose folders are there. The same octets come out each time.\n"
    "\n"
    "  --grammar FOLDER  read the grammars there (default: those of the sources)\n"
    "  --help            these words\n";

static bool write_kind(const gen_kind *kind, const char *folder, const char *grammar)
{
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    uriproof_error error = {""};
    for (size_t i = 0; i < count; i++) {
        /* The kinds are of grammars, and a dialect that writes its parts has none. */
        if (dialects[i]->parse == NULL ||
            (kind->dialect != NULL && strcmp(kind->dialect, dialects[i]->name) != 0))
            continue;
        gen_job job = {folder, grammar, dialects[i], &error};
        if (!kind->write(&job)) {
            fprintf(stderr, "uriproof-generate: %s, %s: %s\n", dialects[i]->name, kind->name,
                    error.words);
            return false;
        }
    }
    return true;
}

int main(int count, char **arguments)
{
    const char *grammar = URIPROOF_SOURCE_DIR "/vectors/grammar";
    int at = 1;
    if (count > at && strcmp(arguments[at], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    if (count > at + 1 && strcmp(arguments[at], "--grammar") == 0) {
        grammar = arguments[at + 1];
        at += 2;
    }
    if (count != at + 1 || arguments[at][0] == '-') {
        fputs(usage, stderr);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (!write_kind(&kinds[i], arguments[at], grammar))
            return 1;
    return 0;
}
