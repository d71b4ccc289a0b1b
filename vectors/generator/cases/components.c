/* SPDX-License-Identifier: MIT */
/*
 * Texts that are put together from parts, and so the parts that are expected of them: every path
 * through the optional parts of the grammars and of the page.
 */
#include "components_file.h"
#include "components_writers.h"

#include <stdlib.h>
#include <string.h>

static derive_components_file *begin(const derive_job *job, const char *about,
                                     const char *guarantee)
{
    const derive_head head = {.dialect = job->dialect->name,
                              .name = "components",
                              .about = about,
                              .guarantee = guarantee};
    derive_components_file *parts = calloc(1, sizeof *parts);
    if (parts == NULL) {
        uriproof_error_set(job->error, "out of memory");
        return NULL;
    }
    parts->dialect = job->dialect;
    parts->file = derive_file_begin(job->folder, &head, job->error);
    if (parts->file == NULL) {
        free(parts);
        return NULL;
    }
    return parts;
}

static bool end(const derive_job *job, derive_components_file *parts)
{
    bool holds = derive_file_end(parts->file, job->error);
    free(parts);
    return holds;
}

/* ---- Files ---- */

bool derive_components(const derive_job *job)
{
    derive_components_file *file =
        begin(job, "Texts put together from parts.",
              "Each optional part occurs absent, empty where it may be, and not empty.");
    if (file == NULL)
        return false;
    bool holds = true;
    if (strcmp(job->dialect->name, "rfc3986") == 0) {
        derive_components_3986(file);
    } else if (strcmp(job->dialect->name, "url-syntax") == 0) {
        derive_components_page(file);
    } else {
        holds = derive_components_generic(job, file);
        derive_components_url(file);
    }
    return end(job, file) && holds;
}
