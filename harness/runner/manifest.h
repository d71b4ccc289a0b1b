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
    const char *get;       /* tells people how to get it */
    const char *about;
    cJSON *document; /* holds the texts of the others */
} manifest;

typedef struct manifests {
    manifest *entries; /* sorted by name */
    size_t count;
} manifests;

/* Reads all manifests below p->data. Leaves out a manifest that does not match
 * harness/schema/adapter.schema.json. If several manifests have the same name, leaves all of them
 * out. Says so on standard error. Returns false and sets *error if their folder cannot be read. The
 * caller frees *m with manifests_free. */
bool manifests_load(const data_paths *p, manifests *m, uriproof_error *error);

void manifests_free(manifests *m);

/* Returns the adapter of that name, or NULL. */
const manifest *manifest_named(const manifests *m, const char *name);

/* Returns the command with its placeholders filled in, NULL-terminated. The caller frees it with
 * command_free. */
char **manifest_command(const manifest *entry, const data_paths *p, const uriproof_dialect *dialect,
                        const uriproof_readings *readings);

void command_free(char **command);

#endif
