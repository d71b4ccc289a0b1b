/* SPDX-License-Identifier: MIT */
/* The adapters that uriproof knows by name: harness/adapters/LANGUAGE/NAME.json. */
#ifndef URIPROOF_RUNNER_MANIFEST_H
#define URIPROOF_RUNNER_MANIFEST_H

#include "paths.h"

#include "protocol/protocol.h"

typedef struct manifest {
    const char *name;
    const char *language;
    const char **dialects; /* NULL-terminated */
    const char **command;  /* NULL-terminated, with its placeholders */
    const char *get;       /* how to get it */
    const char *about;
    cJSON *document; /* what the others point into */
} manifest;

typedef struct manifests {
    manifest *entries; /* by name */
    size_t count;
} manifests;

/* Reads all of them below p->data. One that is not as harness/schema/adapter.schema.json says is
 * left out, as are two of the same name; standard error then says why, with file, line and path.
 * Returns false and sets *error if their folder cannot be read. */
bool manifests_load(const data_paths *p, manifests *m, uriproof_error *error);

void manifests_free(manifests *m);

/* The adapter of that name, or NULL. */
const manifest *manifest_named(const manifests *m, const char *name);

/* Returns the command with its placeholders filled in, NULL-terminated. The caller frees it with
 * command_free. */
char **manifest_command(const manifest *entry, const data_paths *p, const uriproof_dialect *dialect,
                        const uriproof_readings *readings);

void command_free(char **command);

#endif
