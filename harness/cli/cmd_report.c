/* SPDX-License-Identifier: MIT */
/* uriproof report: a results file as pages for people. */
#include "commands.h"

#include "base/base.h"
#include "report_file.h"

#include <stdlib.h>
#include <string.h>

/* Lists the reports that are written by default. Each has words near its beginning by which the
 * program recognizes its own page. */
static const struct {
    const char *name;
    const char *words;
} default_formats[] = {{"markdown", ", readings: "}, {"html", "<title>uriproof: "}};

enum { WORDS_WITHIN = 1024 };

/* Returns true if `path` does not exist or is a page that uriproof wrote. Another file may be
 * overwritten only if the user named it. */
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

static void check_defaults(const invocation *call, const report_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        if (!may_replace(files->entries[i].path, default_formats[i].words))
            fail(call,
                 "%s is there, and no page of uriproof's: to replace it, name it: --report %s=%s",
                 files->entries[i].path, files->entries[i].format->name, files->entries[i].path);
}

/* RESULTS.json or RESULTS.json.gz becomes RESULTS.md and RESULTS.html beside it. The caller
 * frees their names. */
static void default_reports(const char *source, report_files *files, char *names[2])
{
    size_t stem = strlen(source);
    if (stem > 3 && strcmp(source + stem - 3, ".gz") == 0)
        stem -= 3;
    if (stem > 5 && strncmp(source + stem - 5, ".json", 5) == 0)
        stem -= 5;
    for (size_t i = 0; i < 2; i++) {
        const uriproof_report_format *format = report_format_named(default_formats[i].name);
        names[i] = text_made("%.*s.%s", (int)stem, source, format->suffix);
        files->entries[files->count++] = (report_file){format, names[i]};
    }
}

static int run(invocation *call)
{
    report_files files = {.count = 0};
    uriproof_results results;
    char *names[2] = {NULL, NULL};
    options_read(call, &files);
    const char *source = call->argv[0];
    bool by_default = files.count == 0;
    if (by_default)
        default_reports(source, &files, names);
    read_results(call, source, &results);
    report_files_check(call, &files, "the results", source);
    if (by_default)
        check_defaults(call, &files);
    int status = report_files_write(call, &files, &results);
    for (size_t i = 0; by_default && status == 0 && i < files.count; i++)
        puts(files.entries[i].path);
    uriproof_results_free(&results);
    free(names[0]);
    free(names[1]);
    return status;
}

static const cli_option options[] = {
    {"report", "FORMAT[=FILE]", take_report, 0,
     .help = "writes this report; may be given more "
             "than once"},
    {.name = NULL},
};

const verb command_report = {
    .name = "report",
    .run = run,
    .usage = "RESULTS.json",
    .about = "Makes readable reports from a results file. 'uriproof test --report "
             "json=RESULTS.json' writes such a file; it may be packed with gzip. The reports are "
             "RESULTS.md and RESULTS.html in the same folder, or what --report says.",
    .options = options,
    .more = "If a file that --report names exists, it is replaced. RESULTS.md and RESULTS.html "
            "are replaced only if uriproof wrote them.\n"
            "\n"
            "Exit status: 0, 2 wrong usage, 4 a file cannot be read or written.",
    .arguments = 1,
};
