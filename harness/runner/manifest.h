/* SPDX-License-Identifier: MIT */
/* The adapters that are known by name: harness/adapters/LANGUAGE/NAME.json, and the user's. */
#ifndef URIPROOF_RUNNER_MANIFEST_H
#define URIPROOF_RUNNER_MANIFEST_H

#include "paths.h"

#include "protocol/protocol.h"

/* What an adapter's name may be, as messages say it. */
#define ADAPTER_NAME_RULE "use a-z, 0-9, and single '-' or '_' between them"

/* The kind of a parser that is the one of a browser. */
#define MANIFEST_BROWSER "browser"

/* Returns true for words of a-z and 0-9, joined by '-' or '_'. */
bool is_adapter_name(const char *text);

typedef struct manifest {
    const char *name;
    const char *language;
    const char **dialects; /* NULL-terminated */
    const char **command;  /* NULL-terminated, with its placeholders */
    const char *get;       /* tells people how to get it */
    const char *about;
    const char *kind;    /* MANIFEST_BROWSER, or NULL */
    const char *home;    /* a link to the parser's home page; or NULL */
    const char *tracker; /* a link to where its bugs are reported; or NULL */
    const char *path;    /* of its file */
    cJSON *document;     /* holds the texts of the others */
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

/* Adds all manifests of a folder of the user's, NAME.json. Leaves out one that is wrong, as above.
 * Returns false and sets *error if the folder cannot be read, or if a name is there twice: *error
 * then names both files. */
bool manifests_add(manifests *m, const char *folder, uriproof_error *error);

void manifests_free(manifests *m);

/* Returns the adapter of that name, or NULL. */
const manifest *manifest_named(const manifests *m, const char *name);

/* Returns the command with its placeholders filled in, NULL-terminated. The caller frees it with
 * command_free. */
char **manifest_command(const manifest *entry, const data_paths *p, const uriproof_dialect *dialect,
                        const uriproof_readings *readings);

/* Returns true if the command names the dialect, so that the adapter can be asked about each one
 * that it claims. */
bool manifest_takes_dialect(const manifest *entry);

void command_free(char **command);

#endif
