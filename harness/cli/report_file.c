/* SPDX-License-Identifier: MIT */
#include "report_file.h"

#include "base/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

static int cannot_write(const invocation *call, const report_file *file)
{
    return failure(call, "cannot write the %s report to %s: %s", file->format->name,
                   file->path != NULL ? file->path : "standard output", strerror(errno));
}

static int check_others(const invocation *call, const report_files *files, size_t number)
{
    const report_file *file = &files->entries[number];
    for (size_t i = 0; i < number; i++) {
        const report_file *other = &files->entries[i];
        if (other->path != NULL && is_same_file(other->path, file->path))
            return usage_error(call,
                               "the %s and the %s report go to one file, %s: give each its own",
                               other->format->name, file->format->name, file->path);
    }
    return 0;
}

/* A report in the place of what the run reads would destroy it. */
static int check_apart(const invocation *call, const report_file *file, const char *what,
                       const char *other)
{
    if (!is_same_file(other, file->path))
        return 0;
    return usage_error(call, "%s and the %s report are one file, %s: give the report its own", what,
                       file->format->name, file->path);
}

int report_files_check(const invocation *call, const report_files *files, const char *what,
                       const char *other)
{
    int status = 0;
    for (size_t i = 0; i < files->count && status == 0; i++)
        if (files->entries[i].path != NULL)
            status = check_others(call, files, i);
    for (size_t i = 0; i < files->count && status == 0 && other != NULL; i++)
        if (files->entries[i].path != NULL)
            status = check_apart(call, &files->entries[i], what, other);
    for (size_t i = 0; i < files->count && status == 0; i++)
        if (files->entries[i].path != NULL && !atomic_file_may_write(files->entries[i].path))
            status = cannot_write(call, &files->entries[i]);
    return status;
}

typedef struct reporting {
    const uriproof_report_format *format;
    const uriproof_results *results;
} reporting;

static bool write_report(void *self, FILE *out)
{
    const reporting *r = self;
    return r->format->write(r->results, out);
}

static bool write_packed(void *self, FILE *out)
{
    return gzip_write(out, write_report, self);
}

static bool is_packed(const char *path)
{
    size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".gz") == 0;
}

int report_files_write(const invocation *call, const report_files *files,
                       const uriproof_results *results)
{
    int status = 0;
    for (size_t i = 0; i < files->count; i++) {
        const report_file *file = &files->entries[i];
        reporting r = {file->format, results};
        bool written =
            file->path == NULL
                ? file->format->write(results, stdout) && fflush(stdout) == 0
                : atomic_file_write(file->path, is_packed(file->path) ? write_packed : write_report,
                                    &r);
        if (!written)
            status = cannot_write(call, file);
    }
    return status;
}
