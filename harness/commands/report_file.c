/* SPDX-License-Identifier: MIT */
#include "report_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int unknown_format(const invocation *call, const char *wanted)
{
    failure(call, "no report format \"%s\"; there are:", wanted);
    for (size_t i = 0; i < call->format_count; i++)
        fprintf(stderr, "  %-10s %s\n", call->formats[i].name, call->formats[i].about);
    return URIPROOF_EXIT_USAGE;
}

int report_files_add(const invocation *call, report_files *files, const char *wanted)
{
    size_t length = strcspn(wanted, "=");
    const char *path = wanted[length] == '=' ? wanted + length + 1 : NULL;
    if (path != NULL && strcmp(path, "-") == 0)
        path = NULL;
    if (path != NULL && *path == '\0')
        return usage_error(call, "--report %s names no file", wanted);
    if (files->count == REPORT_FILES_MOST)
        return usage_error(call, "too many --report options");
    for (size_t i = 0; path == NULL && i < files->count; i++)
        if (files->entries[i].path == NULL)
            return usage_error(call,
                               "two reports on standard output; give one a file: --report "
                               "%s=FILE",
                               wanted);
    for (size_t i = 0; i < call->format_count; i++) {
        const uriproof_report_format *format = &call->formats[i];
        if (strlen(format->name) == length && strncmp(format->name, wanted, length) == 0) {
            files->entries[files->count++] = (report_file){format, path};
            return 0;
        }
    }
    return unknown_format(call, wanted);
}

static bool is_special(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && !S_ISREG(facts.st_mode);
}

/* Writes beside the file and renames, so that an old report is not lost to a full disk. */
static bool write_whole(const report_file *file, const uriproof_results *results)
{
    size_t room = strlen(file->path) + 8;
    char *beside = malloc(room);
    if (beside == NULL)
        return false;
    snprintf(beside, room, "%s.part", file->path);
    const char *path = is_special(file->path) ? file->path : beside;
    FILE *out = fopen(path, "wb");
    bool written = out != NULL && file->format->write(results, out);
    int reason = errno;
    if (out != NULL && fclose(out) != 0) {
        reason = errno;
        written = false;
    }
    if (path == beside && out != NULL) {
        if (written && rename(beside, file->path) != 0) {
            reason = errno;
            written = false;
        }
        if (!written)
            remove(beside);
    }
    free(beside);
    errno = reason;
    return written;
}

int report_files_write(const invocation *call, const report_files *files,
                       const uriproof_results *results)
{
    int status = 0;
    for (size_t i = 0; i < files->count; i++) {
        const report_file *file = &files->entries[i];
        bool written = file->path == NULL
                           ? file->format->write(results, stdout) && fflush(stdout) == 0
                           : write_whole(file, results);
        if (!written)
            status = failure(call, "cannot write the %s report to %s: %s", file->format->name,
                             file->path != NULL ? file->path : "standard output", strerror(errno));
    }
    return status;
}
