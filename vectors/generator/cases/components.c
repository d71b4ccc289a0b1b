/* SPDX-License-Identifier: MIT */
/*
 * Writes texts that are composed of known parts, so the expected parts are known too. The texts
 * follow every path through the optional parts of the grammars and of the page "URL syntax".
 */
#include "components_file.h"

#include <stdlib.h>
#include <string.h>

static bool write_cases(const gen_job *job, gen_components_file *parts)
{
    if (strcmp(job->dialect->name, "rfc3986") == 0) {
        gen_components_3986(parts);
    } else if (strcmp(job->dialect->name, "url-syntax") == 0) {
        gen_components_page(parts);
    } else {
        bool holds = gen_components_generic(job, parts);
        gen_components_url(parts);
        return holds;
    }
    return true;
}

bool gen_components(const gen_job *job)
{
    const gen_head head = {.dialect = job->dialect->name,
                           .name = "components",
                           .about = "Texts that are put together from parts.",
                           .guarantee =
                               "Each optional part occurs in all its states: absent, empty (if "
                               "that is allowed) and not empty."};
    gen_components_file *parts = calloc(1, sizeof *parts);
    parts->dialect = job->dialect;
    parts->file = gen_file_begin(job->folder, &head, job->error);
    bool holds = parts->file != NULL && write_cases(job, parts);
    holds = parts->file != NULL && gen_file_end(parts->file, job->error) && holds;
    free(parts);
    return holds;
}
