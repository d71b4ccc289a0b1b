/* SPDX-License-Identifier: MIT */
/* What `uriproof findings export` writes (harness/schema/findings.schema.json), read for a report.
 * It may come from anybody. */
#ifndef URIPROOF_REPORTS_FINDINGS_FILE_H
#define URIPROOF_REPORTS_FINDINGS_FILE_H

#include "classes/classes.h"
#include "json/json.h"

/* Parsers that gave the same answer, or failed in the same way. */
typedef struct findings_group {
    const cJSON *parsers; /* names */
    const char *outcome;  /* or NULL: then there is an answer */
    const cJSON *answer;
    const cJSON *brackets_restored, *by_dialect;
    reply reply;
} findings_group;

typedef struct findings_entry {
    const char *id, *state;
    const char *weakness, *note; /* or NULL */
    const char *first_seen, *last_seen;
    size_t texts;
    uriproof_op op; /* that `ask` is to be asked; a chain has an example of parse all the same */
    uriproof_request example;
    uriproof_request handed; /* the normal form that the second group saw; or its text is absent */
    uriproof_span base;      /* of --base of the runs that have the example; may be absent */
    const char *does;        /* of a deviation, what those do that have it; or NULL */
    const cJSON *deviates;   /* the names of these; or NULL */
    const cJSON *not_explained; /* of whom no deviation gives the answer; or NULL */
    const cJSON *broken_by;     /* of a chain, the names of those who break it; or NULL */
    const cJSON *versions;      /* the parsers of those runs: objects with name and version */
    const cJSON *declared;  /* who is in the class by design: objects with parser and transforms;
                               or NULL */
    const cJSON *by_design; /* pairs of groups between which there is no class */
    findings_group *groups;
    size_t group_count;
} findings_entry;

typedef struct findings_file {
    json_document document;
    json_value root;
    store *store;
    findings_entry *entries; /* the worst risk first */
    size_t count;
    size_t left_out; /* those that are not among the entries */
} findings_file;

/* Reads the file. Unless `all`, leaves out the findings that no one has told the maintainers:
 * those that are new or known. Returns false and *error if the file is no such export. The caller
 * closes *file in each case. */
bool findings_file_open(findings_file *file, const char *path, bool all, uriproof_error *error);

void findings_file_close(findings_file *file);

/* Reads the texts of an example, whose keys say what is asked. It can be read once. Returns false
 * and reports the fault if it has none. */
bool findings_request_read(const json_value *file, cJSON *fields, uriproof_request *request);

#endif
