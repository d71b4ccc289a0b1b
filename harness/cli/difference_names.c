/* SPDX-License-Identifier: MIT */
#include "difference_names.h"

#include "kept_profiles.h"

#include <stdlib.h>
#include <string.h>

const char difference_profile_help[] =
    "what 'profile --out' wrote: names the differences of these parsers. Default: the profile that "
    "is kept beside the adapter";

void difference_names_open(const invocation *call, difference_names *names)
{
    uriproof_error error;
    if (names->path != NULL && !profile_records_read(&names->given, names->path, &error))
        fail(call, "%s", error.words);
}

/* Returns the profile in the file of --profile: that of the parser's name, or the only one if there
 * is only one command of the user's. */
static const profile *given_profile(const difference_names *names, const parsers *from, size_t m)
{
    const profile_record *named = profile_record_named(&names->given, from->members[m].name);
    if (named == NULL && names->given.count == 1 && from->own_count == 1 &&
        from->entries[m] == NULL)
        named = names->given.items;
    return named != NULL ? &named->profile : NULL;
}

static void set_profile(difference_names *names, size_t m, const profile *own)
{
    namer_set(names->namer, m, own);
    names->profiles[m] = *own;
    names->digests[m] = profile_digest(own);
}

/* The profile of the reference is that of the specification itself. */
static void find_profile(const invocation *call, const parsers *from, size_t m, const char *version,
                         difference_names *names)
{
    const profile claimed = profile_of_rfc3986(NULL);
    const profile *own = given_profile(names, from, m);
    profile_records kept = {NULL, 0, NULL, 0};
    if (own == NULL && from->entries[m] != NULL &&
        strcmp(from->entries[m]->name, own_reference) == 0)
        own = &claimed;
    if (own == NULL && from->entries[m] != NULL) {
        kept_profiles_add(call, &kept, from->entries[m]);
        own = kept_profile_of(&kept, from->members[m].name, version);
    }
    if (own != NULL)
        set_profile(names, m, own);
    profile_records_free(&kept);
}

void difference_names_find(const invocation *call, const parsers *from, panel *p,
                           difference_names *names)
{
    panel_greet(p);
    names->namer = namer_new(from->count);
    names->digests = calloc(from->count + 1, sizeof *names->digests);
    names->profiles = calloc(from->count + 1, sizeof *names->profiles);
    for (size_t m = 0; m < from->count; m++) {
        const char *version = panel_hello(p, m)->version;
        find_profile(call, from, m, version != NULL ? version : "", names);
    }
    panel_name_by(p, namer_classes(names->namer));
}

void difference_names_close(difference_names *names)
{
    namer_free(names->namer);
    free(names->digests);
    free(names->profiles);
    profile_records_free(&names->given);
}
