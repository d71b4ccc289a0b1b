/* SPDX-License-Identifier: MIT */
#include "kept_profiles.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void kept_profiles_add(const invocation *call, profile_records *to, const manifest *entry)
{
    const char *slash = strrchr(entry->path, '/');
    const size_t length = slash != NULL ? (size_t)(slash - entry->path) + 1 : 0;
    char *path = text_made("%.*sprofiles/%s.json", (int)length, entry->path, entry->name);
    uriproof_error error;
    if (access(path, F_OK) == 0 && !profile_records_read(to, path, &error))
        failure(call, "%s; this profile is left out", error.words);
    free(path);
}

const profile *kept_profile_of(const profile_records *in, const char *parser, const char *version)
{
    const profile_record *record = profile_record_named(in, parser, version);
    return record != NULL && strcmp(record->version, version) == 0 ? &record->profile : NULL;
}
