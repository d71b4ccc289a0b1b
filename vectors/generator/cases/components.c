/* SPDX-License-Identifier: MIT */
/*
 * Writes texts that are composed of known parts, so the expected parts are known too. The texts
 * follow every path through the optional parts of the grammars and of the page "URL syntax".
 */
#include "components_file.h"
#include "components_writers.h"

#include <stdlib.h>
#include <string.h>

static gen_components_file *begin(const gen_job *job, const char *about, const char *guarantee)
{
    const gen_head head = {.dialect = job->dialect->name,
                           .name = "components",
                           .about = about,
                           .guarantee = guarantee};
    gen_components_file *parts = calloc(1, sizeof *parts);
    parts->dialect = job->dialect;
    parts->file = gen_file_begin(job->folder, &head, job->error);
    if (parts->file == NULL) {
        free(parts);
        return NULL;
    }
    return parts;
}

static bool end(const gen_job *job, gen_components_file *parts)
{
    bool holds = gen_file_end(parts->file, job->error);
    free(parts);
    return holds;
}

/* ---- Files ---- */

bool gen_components(const gen_job *job)
{
    gen_components_file *file =
        begin(job, "Texts that are put together from parts.",
              "Each optional part occurs in all its states: absent, empty (if that is allowed) "
              "and not empty.");
    if (file == NULL)
        return false;
    bool holds = true;
    if (strcmp(job->dialect->name, "rfc3986") == 0) {
        gen_components_3986(file);
    } else if (strcmp(job->dialect->name, "url-syntax") == 0) {
        gen_components_page(file);
    } else {
        holds = gen_components_generic(job, file);
        gen_components_url(file);
    }
    return end(job, file) && holds;
}
