/* SPDX-License-Identifier: MIT */
/* uriproof report: a results file as pages for people. */
#include "commands.h"

#include "base/base.h"
#include "report_file.h"
#include "results_file.h"

#include <string.h>

enum { OPTION_REPORT = 512 };

static const struct option long_options[] = {
    {"report", required_argument, NULL, OPTION_REPORT},
    {NULL, 0, NULL, 0},
};

/* What is written if nothing else is asked for, and words near the beginning of each such page, by
 * which it is known again. */
static const struct {
    const char *name;
    const char *words;
} default_formats[] = {{"markdown", ", readings: "}, {"html", "<title>uriproof: "}};

enum { WORDS_WITHIN = 1024 };

/* Finds out whether a page of ours is at `path`, or nothing. Only a name that the user gave may be
 * one of the user's own files. */
static bool may_replace(const char *path, const char *words)
{
    char head[WORDS_WITHIN + 1] = "";
    FILE *file = is_special(path) ? NULL : fopen(path, "rb");
    if (file == NULL)
        return true; /* or it cannot be written, which is said later */
    size_t length = fread(head, 1, WORDS_WITHIN, file);
    fclose(file);
    return length == 0 || strstr(head, words) != NULL;
}

static int check_defaults(const invocation *call, const report_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        if (!may_replace(files->entries[i].path, default_formats[i].words))
            return failure(call,
                           "%s is there, and no page of uriproof's: to replace it, name it: "
                           "--report %s=%s",
                           files->entries[i].path, files->entries[i].format->name,
                           files->entries[i].path);
    return 0;
}

/* RESULTS.json or RESULTS.json.gz becomes RESULTS.md and RESULTS.html beside it. */
static int default_reports(const invocation *call, const char *source, report_files *files,
                           char *wanted, size_t room)
{
    size_t stem = strlen(source);
    if (stem > 3 && strcmp(source + stem - 3, ".gz") == 0)
        stem -= 3;
    if (stem > 5 && strncmp(source + stem - 5, ".json", 5) == 0)
        stem -= 5;
    for (size_t i = 0; i < sizeof default_formats / sizeof default_formats[0]; i++) {
        const char *suffix = "";
        for (size_t j = 0; j < call->format_count; j++)
            if (strcmp(call->formats[j].name, default_formats[i].name) == 0)
                suffix = call->formats[j].suffix;
        int length = snprintf(wanted, room, "%s=%.*s.%s", default_formats[i].name, (int)stem,
                              source, suffix);
        if (length < 0 || (size_t)length >= room)
            return failure(call, "the name is too long: %s", source);
        int status = report_files_add(call, files, wanted);
        if (status != 0)
            return status;
        wanted += length + 1;
        room -= (size_t)length + 1;
    }
    return 0;
}

int command_report(const invocation *call)
{
    report_files files = {.count = 0};
    uriproof_results results;
    char wanted[8192];
    int option, status = 0;
    while ((option = getopt_long(call->argc, call->argv, ":", long_options, NULL)) != -1) {
        if (option != OPTION_REPORT)
            return option_error(call, option);
        status = report_files_add(call, &files, optarg);
        if (status != 0)
            return status;
    }
    if (call->argc - optind != 1)
        return usage_error(call, "wants one results file");
    const char *source = call->argv[optind];
    bool by_default = files.count == 0;
    if (by_default)
        status = default_reports(call, source, &files, wanted, sizeof wanted);
    if (status == 0)
        status = results_file_read(call, source, &results);
    if (status != 0)
        return status;
    status = report_files_check(call, &files, "the results", source);
    if (status == 0 && by_default)
        status = check_defaults(call, &files);
    if (status == 0)
        status = report_files_write(call, &files, &results);
    for (size_t i = 0; by_default && status == 0 && i < files.count; i++)
        printf("%s\n", files.entries[i].path);
    uriproof_results_free(&results);
    return status;
}
