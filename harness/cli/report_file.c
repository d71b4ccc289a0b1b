/* SPDX-License-Identifier: MIT */
#include "report_file.h"

#include "base/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const uriproof_report_format *report_format_named(const char *name)
{
    for (const uriproof_report_format *const *f = uriproof_report_formats; *f != NULL; f++)
        if (strcmp((*f)->name, name) == 0)
            return *f;
    return NULL;
}

const char *report_names(size_t i)
{
    size_t count = 0;
    while (uriproof_report_formats[count] != NULL)
        count++;
    return i < count ? uriproof_report_formats[i]->name : NULL;
}

void take_report(const invocation *call, const cli_option *option, const char *value, void *to)
{
    report_files *files = to;
    char name[32];
    const char *equals = strchr(value, '=');
    const char *path = equals != NULL && strcmp(equals, "=-") != 0 ? equals + 1 : NULL;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(value, "="), value);
    if (path != NULL && *path == '\0')
        usage_error(call, "--%s %s names no file", option->name, value);
    if (files->count == REPORT_FILES_MOST)
        usage_error(call, "too many --%s options", option->name);
    for (size_t i = 0; path == NULL && i < files->count; i++)
        if (files->entries[i].path == NULL)
            usage_error(call, "two reports on standard output; give one a file: --%s %s=FILE",
                        option->name, value);
    const uriproof_report_format *format = report_format_named(name);
    if (format->write_folder != NULL && path == NULL)
        usage_error(call, "the %s report is a folder: name it, --%s %s=FOLDER", format->name,
                    option->name, format->name);
    files->entries[files->count++] = (report_file){format, path};
}

/* Says what is in the folder of a report that uriproof did not write. Returns false if there is
 * nothing. */
static bool tell_foreign(const invocation *call, const char *folder)
{
    char *foreign;
    folder_list_has_all(folder, &foreign);
    if (foreign != NULL)
        failure(call,
                "%s is not replaced, since uriproof did not write %s in it: move that out, or name "
                "another folder",
                folder, foreign);
    free(foreign);
    return foreign != NULL;
}

/* Returns what to do about a folder that cannot take the place of what is there, or NULL. */
static const char *remedy_of(const char *path, int reason)
{
    struct stat facts;
    if (reason == EBUSY)
        return "a folder is replaced as a whole, which is not possible under this name; name a "
               "folder in it, such as site";
    if (reason != ENOTDIR || lstat(path, &facts) != 0)
        return NULL;
    return S_ISLNK(facts.st_mode) ? "a symbolic link, which is not replaced; name the folder itself"
                                  : "no folder; name another place";
}

/* That standard output cannot be written is told at the end of the program (main.c). */
static int cannot_write(const invocation *call, const report_file *file)
{
    const int reason = errno;
    const bool is_folder = file->path != NULL && file->format->write_folder != NULL;
    if (file->path == NULL && ferror(stdout))
        return URIPROOF_EXIT_FAILED;
    if (is_folder && reason == EEXIST && tell_foreign(call, file->path))
        return URIPROOF_EXIT_FAILED;
    const char *remedy = is_folder ? remedy_of(file->path, reason) : NULL;
    return failure(call, "cannot write the %s report to %s: %s", file->format->name,
                   file->path != NULL ? file->path : "standard output",
                   remedy != NULL ? remedy : error_reason(reason));
}

/* Ends the program if the file is in the folder of a report, which is replaced as a whole. */
static void check_not_inside(const invocation *call, const report_file *report, const char *what,
                             const char *file)
{
    if (report->format->write_folder != NULL && new_folder_would_lose(report->path, file))
        usage_error(call, "%s (%s) is in %s, which the %s report replaces as a whole: move it out",
                    file, what, report->path, report->format->name);
}

/* Ends the program if two reports go to one file, or if a report would overwrite a file that is
 * read. */
static void check_apart(const invocation *call, const report_files *files, size_t number,
                        const char *what, const char *other)
{
    const report_file *file = &files->entries[number];
    for (size_t i = 0; i < number; i++) {
        const report_file *before = &files->entries[i];
        if (before->path != NULL && is_same_file(before->path, file->path))
            usage_error(call, "the %s and the %s report go to one file, %s: give each its own",
                        before->format->name, file->format->name, file->path);
        if (before->path != NULL) {
            check_not_inside(call, before, "a report", file->path);
            check_not_inside(call, file, "a report", before->path);
        }
    }
    if (other != NULL)
        check_not_inside(call, file, what, other);
    if (other != NULL && is_same_file(other, file->path))
        usage_error(call, "%s and the %s report are one file, %s: give the report its own", what,
                    file->format->name, file->path);
}

/* Returns true if the report can be written, as far as it is known before. */
static bool may_write(const report_file *file)
{
    return file->format->write_folder != NULL ? new_folder_may_begin(file->path)
                                              : atomic_file_may_write(file->path);
}

/* Ends the program if the report cannot be written. */
static void check_may_write(const invocation *call, const report_file *file)
{
    if (file->path != NULL && !may_write(file))
        exit(cannot_write(call, file));
}

void report_files_check(const invocation *call, const report_files *files, const char *what,
                        const char *other)
{
    for (size_t i = 0; i < files->count; i++)
        if (files->entries[i].path != NULL)
            check_apart(call, files, i, what, other);
    for (size_t i = 0; i < files->count; i++)
        check_may_write(call, &files->entries[i]);
}

typedef struct reporting {
    const uriproof_report_format *format;
    const uriproof_results *results;
    const changes *found; /* or NULL */
} reporting;

static bool write_report(void *self, FILE *out)
{
    const reporting *r = self;
    return r->found != NULL ? r->format->write_changes(r->found, out)
                            : r->format->write(r->results, out);
}

static bool write_packed(void *self, FILE *out)
{
    return gzip_write(out, write_report, self);
}

static bool write_folder(const reporting *r, const char *path)
{
    new_folder *folder = new_folder_begin(path);
    if (folder == NULL)
        return false;
    r->format->write_folder(r->results, folder);
    return new_folder_end(folder, true);
}

static bool is_packed(const char *path)
{
    size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".gz") == 0;
}

static bool write_one(reporting *r, const char *path)
{
    if (r->format->write_folder != NULL)
        return write_folder(r, path);
    if (path == NULL)
        return write_report(r, stdout) && flush_output() == 0;
    return atomic_file_write(path, is_packed(path) ? write_packed : write_report, r);
}

int report_files_write(const invocation *call, const report_files *files,
                       const uriproof_results *results, const changes *found)
{
    int status = 0;
    for (size_t i = 0; i < files->count; i++) {
        const report_file *file = &files->entries[i];
        reporting r = {file->format, results, found};
        if (!write_one(&r, file->path))
            status = cannot_write(call, file);
    }
    return status;
}
