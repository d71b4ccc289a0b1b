/* SPDX-License-Identifier: MIT */
#include "specification.h"

#include "record.h"

#include <uriproof/rfc3986.h>

#include <stdlib.h>
#include <unistd.h>

/* Reads the record of the literal reference, of which there is one in the file. */
static bool read_measured(specification *to, const char *path, uriproof_error *error)
{
    profile_records kept = {NULL, 0, NULL, 0};
    const profile_record *of = NULL;
    if (!profile_records_read(&kept, path, error))
        return false;
    of = profile_record_named(&kept, to->dialect->name, NULL);
    if (of != NULL && of->specification == &uriproof_rfc3986)
        to->profile = of->profile;
    else
        (void)uriproof_error_set(error, "%s: no profile of %s by RFC 3986", path,
                                 to->dialect->name);
    const bool good = of != NULL && of->specification == &uriproof_rfc3986;
    profile_records_free(&kept);
    return good;
}

/* The caller frees it. */
static char *path_of(const uriproof_dialect *dialect, const char *data)
{
    return text_made("%s/harness/adapters/reference/profiles/%s.json", data, dialect->name);
}

bool specification_is_measured(const uriproof_dialect *dialect, const char *data)
{
    char *path = path_of(dialect, data);
    const bool is_there = dialect == &uriproof_rfc3986 || access(path, F_OK) == 0;
    free(path);
    return is_there;
}

bool specification_read(specification *to, const uriproof_dialect *dialect,
                        const uriproof_readings *readings, const char *data, uriproof_error *error)
{
    *to = (specification){.dialect = dialect};
    if (dialect == &uriproof_rfc3986) {
        to->profile = profile_of_rfc3986(readings);
        to->allows = trait_allowed;
        return true;
    }
    if (!specification_is_measured(dialect, data))
        return uriproof_error_set(error, "%s: no profile was measured of it", dialect->name);
    char *path = path_of(dialect, data);
    const bool good = read_measured(to, path, error);
    free(path);
    return good;
}
