/* SPDX-License-Identifier: MIT */
/* The store of findings that `uriproof diff` and `uriproof fuzz` fill, and how a run goes on that
 * was ended. */
#ifndef URIPROOF_CLI_DIFF_STORE_H
#define URIPROOF_CLI_DIFF_STORE_H

#include "commands.h"

#include "findings/findings.h"

typedef struct diff_store {
    const invocation *call;
    const char *path;   /* NULL: there is no store, and all that follows does nothing */
    const char *source; /* of the texts */
    bool resume;
    findings *file;
    findings_run run;
    bool goes_on;         /* what this process found is joined with what was found before */
    diff_export before;   /* what the run found of its first texts in earlier processes */
    diff_export reviewed; /* what of that the smallest texts showed again in this process */
    /* Before and after the texts that were read last, since these may not be asked yet. */
    size_t texts[2];
    uint64_t digest[2];
} diff_store;

/* Opens the store, and with `resume` finds the run that goes on, or ends the program. `asked` has
 * the settings and parsers of the run; it is freed. */
void diff_store_open(diff_store *s, const invocation *call, diff_export *asked);

/* Counts texts that are read. */
void diff_store_read(diff_store *s, const uriproof_request *requests, size_t count);

/* Reads the texts that were asked before. Ends the program if they are other texts. */
void diff_store_skip(diff_store *s, texts *t);

/* Lists the smallest texts of what was found before: of differences, or of chains. Returns how
 * many. Their octets are in `memory`, an array, which the caller frees. */
size_t diff_store_review(const diff_store *s, uriproof_op op, bool chains,
                         uriproof_request **requests, cJSON **memory);

/* Adds what was found before, without what the review counted again. Ends the program if the
 * parsers are not those of before. */
void diff_store_join(const diff_store *s, diff_export *found);

/* Saves what was found up to now, or ends the program. */
void diff_store_save(diff_store *s, diff_export *found, bool complete);

void diff_store_close(diff_store *s);

#endif
