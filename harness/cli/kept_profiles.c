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
    const profile_record *record = profile_record_named(in, parser);
    return record != NULL && strcmp(record->version, version) == 0 ? &record->profile : NULL;
}

explainer **kept_explainers(const invocation *call, const parsers *from, const panel *p)
{
    const profile claimed = profile_of_rfc3986(NULL);
    profile_records kept = {NULL, 0, NULL, 0};
    explainer **all = calloc(from->count + 1, sizeof(explainer *));
    for (size_t m = 0; m < from->count; m++) {
        const hello *said = panel_hello(p, m);
        if (from->entries[m] == NULL || said == NULL || said->version == NULL)
            continue;
        kept_profiles_add(call, &kept, from->entries[m]);
        const profile *own = kept_profile_of(&kept, from->members[m].name, said->version);
        if (own != NULL)
            all[m] = explainer_new(&claimed, own, false);
    }
    profile_records_free(&kept);
    return all;
}

void kept_explainers_free(explainer **all, const parsers *from)
{
    for (size_t m = 0; all != NULL && m < from->count; m++)
        explainer_free(all[m]);
    free(all);
}
