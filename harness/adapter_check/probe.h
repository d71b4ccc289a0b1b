/* SPDX-License-Identifier: MIT */
/*
 * Measures what a parser does to the parts of a text by design: a text is asked for each part and
 * each transform, of which the transform changes that part and no other does. What is measured
 * should be what the adapter declares, since declared transforms excuse differences.
 */
#ifndef URIPROOF_ADAPTER_CHECK_PROBE_H
#define URIPROOF_ADAPTER_CHECK_PROBE_H

#include "runner/runner.h"

typedef enum probe_finding {
    PROBE_AS_DECLARED,    /* declared, and seen */
    PROBE_NOT_DECLARED,   /* seen, and not declared */
    PROBE_NOT_SEEN,       /* declared, and the part is as it was written */
    PROBE_OTHER,          /* the part is changed in a way that no transform is */
    PROBE_CANNOT_MEASURE, /* declared, and all texts that could show it are rejected */
    PROBE_FINDING_COUNT
} probe_finding;

/* Static: "as declared", "not declared" and so on. */
extern const char *const probe_findings[PROBE_FINDING_COUNT];

typedef struct probe_result {
    uri_piece part;
    const char *transform; /* NULL if it is PROBE_OTHER */
    probe_finding finding;
    const char *text;  /* static: the text that shows it; NULL if none does */
    const char *given; /* the part as it was given, in the store; NULL: absent */
} probe_result;

/* Asks the one member of the panel all probes. Returns the number of results, which the caller
 * frees: one for each transform that is declared or was seen, and each other change. Sets *accepted
 * to the number of texts that it accepted; of the others nothing is measured. */
size_t probe(panel *p, store *s, probe_result **results, size_t *accepted);

#endif
