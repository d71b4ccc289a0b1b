/* SPDX-License-Identifier: MIT */
#include "paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool has_vectors(const char *folder)
{
    char path[PATH_MOST + 32];
    snprintf(path, sizeof path, "%s/vectors/flags.json", folder);
    return access(path, R_OK) == 0;
}

static bool set_data(data_paths *p, const char *folder, const char *below)
{
    int length = snprintf(p->data, sizeof p->data, "%s%s", folder, below);
    return length > 0 && (size_t)length < sizeof p->data && has_vectors(p->data);
}

static bool set_built(data_paths *p, const char *below)
{
    int length = snprintf(p->built, sizeof p->built, "%s%s", p->bin, below);
    return length > 0 && (size_t)length < sizeof p->built;
}

bool paths_find(data_paths *p)
{
    ssize_t length = readlink("/proc/self/exe", p->program, sizeof p->program - 1);
    if (length <= 0)
        return false;
    p->program[length] = '\0';
    memcpy(p->bin, p->program, sizeof p->bin);
    char *slash = strrchr(p->bin, '/');
    if (slash != NULL)
        *slash = '\0';
    snprintf(p->reaper, sizeof p->reaper, "%s/uriproof-reaper", p->bin);
    snprintf(p->in_process, sizeof p->in_process, "%s/uriproof-in-process", p->bin);
    const char *data = getenv("URIPROOF_DATA");
    bool installed = set_data(p, p->bin, "/../share/uriproof");
    bool found = installed || set_data(p, URIPROOF_SOURCE_DIR, "");
    if (data != NULL)
        found = set_data(p, data, "");
    return found && set_built(p, installed ? "/../libexec/uriproof" : "/adapters");
}
