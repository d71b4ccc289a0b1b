/* SPDX-License-Identifier: MIT */
/* uriproof report: a results file as pages for people. */
#include "commands.h"

#include "base/base.h"
#include "parsers.h"
#include "report_file.h"
#include "reports.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The reports that are written by default. */
static const char *const default_formats[] = {"markdown", "html"};

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
    for (size_t i = 0; i < files->count; i++) {
        const report_file *file = &files->entries[i];
        if (file->format->write_folder == NULL && !may_replace(file->path, file->format->mark))
            fail(call,
                 "%s is there, and no page of uriproof's: to replace it, name it: --report %s=%s",
                 file->path, file->format->name, file->path);
    }
}

/* RESULTS.json or RESULTS.json.gz becomes RESULTS.md and RESULTS.site beside it. The caller
 * frees their names. */
static void default_reports(const char *source, report_files *files, char *names[2])
{
    size_t stem = strlen(source);
    if (stem > 3 && strcmp(source + stem - 3, ".gz") == 0)
        stem -= 3;
    if (stem > 5 && strncmp(source + stem - 5, ".json", 5) == 0)
        stem -= 5;
    for (size_t i = 0; i < 2; i++) {
        const uriproof_report_format *format = report_format_named(default_formats[i]);
        names[i] = text_made("%.*s.%s", (int)stem, source, format->suffix);
        files->entries[files->count++] = (report_file){format, names[i]};
    }
}

/* Reads the files, and joins all into the first, which borrows from the others. */
static void read_all(const invocation *call, uriproof_results *results, size_t count)
{
    uriproof_error error;
    for (size_t i = 0; i < count; i++)
        read_results(call, call->argv[i], &results[i]);
    if (!results_merge(results, call->argv, count, &error))
        usage_error(call, "%s", error.words);
    /* The site has a page for each two of them. */
    if (results->adapter_count > PARSERS_MOST)
        fail(call, "%s%s: %zu adapters, and a report has at most %d, as many as %s test asks",
             call->argv[0], count > 1 ? " and the others" : "", results->adapter_count,
             PARSERS_MOST, call->program);
}

/* The files of --campaign. */
typedef struct campaign_list {
    char **paths; /* of campaign.json, also if its folder was named */
    campaign_file *files;
    size_t count;
} campaign_list;

typedef struct report_query {
    report_files files;
    const char *findings; /* the file of --findings, or NULL */
    campaign_list campaigns;
    bool all;
} report_query;

static void take_campaign(const invocation *call, const cli_option *option, const char *value,
                          void *to)
{
    campaign_list *list = to;
    struct stat status;
    const bool folder = stat(value, &status) == 0 && S_ISDIR(status.st_mode);
    (void)call;
    (void)option;
    list->paths = list_grown(list->paths, list->count, sizeof *list->paths);
    list->paths[list->count++] = folder ? text_made("%s/campaign.json", value) : strdup(value);
}

/* Reads the options, and ends the program if something is wrong. */
static report_query read_query(invocation *call)
{
    report_query q = {.findings = NULL};
    bool folder = false;
    options_read(call, &q);
    if (call->argc == 0)
        usage_error(call,
                    "wants a results file, or several; '%s test --report json=FILE ADAPTER...' "
                    "writes one",
                    call->program);
    if (q.files.count == 0 && call->argc > 1)
        usage_error(call, "say where the report of several files goes: --report html=FOLDER");
    for (size_t i = 0; i < q.files.count; i++)
        folder = folder || q.files.entries[i].format->write_folder != NULL;
    if ((q.findings != NULL || q.campaigns.count > 0) && q.files.count > 0 && !folder)
        usage_error(call, "--%s adds a page to the site: say --report html=FOLDER too",
                    q.findings != NULL ? "findings" : "campaign");
    if (q.all && q.findings == NULL)
        usage_error(call, "--all wants --findings FILE");
    return q;
}

/* Reads the findings for the results, or ends the program. */
static void read_findings(const invocation *call, const report_query *q, findings_file *file,
                          uriproof_results *results)
{
    uriproof_error error;
    if (q->findings == NULL)
        return;
    if (!findings_file_open(file, q->findings, q->all, &error))
        fail(call, "%s", error.words);
    report_files_check(call, &q->files, "the findings", q->findings);
    results->findings = file;
}

/* Reads the campaigns for the results, or ends the program. */
static void read_campaigns(const invocation *call, report_query *q, uriproof_results *results)
{
    uriproof_error error;
    campaign_list *list = &q->campaigns;
    list->files = calloc(list->count + 1, sizeof *list->files);
    for (size_t i = 0; i < list->count; i++) {
        if (!campaign_file_open(&list->files[i], list->paths[i], &error))
            fail(call, "%s", error.words);
        report_files_check(call, &q->files, "the campaign", list->paths[i]);
    }
    results->campaigns = list->files;
    results->campaign_count = list->count;
}

static void free_campaigns(campaign_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        campaign_file_close(&list->files[i]);
        free(list->paths[i]);
    }
    free(list->files);
    free(list->paths);
}

static int run(invocation *call)
{
    char *names[2] = {NULL, NULL};
    findings_file found = {.store = NULL};
    report_query q = read_query(call);
    size_t count = (size_t)call->argc;
    bool by_default = q.files.count == 0;
    if (by_default)
        default_reports(call->argv[0], &q.files, names);
    uriproof_results *results = calloc(count, sizeof *results);
    read_all(call, results, count);
    read_findings(call, &q, &found, &results[0]);
    read_campaigns(call, &q, &results[0]);
    for (size_t i = 0; i < count; i++)
        report_files_check(call, &q.files, "the results", call->argv[i]);
    if (by_default)
        check_defaults(call, &q.files);
    int status = report_files_write(call, &q.files, &results[0], NULL);
    for (size_t i = 0; by_default && status == 0 && i < q.files.count; i++)
        put_line(stdout, "%s", q.files.entries[i].path);
    for (size_t i = 0; i < count; i++)
        uriproof_results_free(&results[i]);
    if (q.findings != NULL)
        findings_file_close(&found);
    free_campaigns(&q.campaigns);
    free(results);
    free(names[0]);
    free(names[1]);
    return status;
}

static const cli_option options[] = {
    {"report", "FORMAT[=FILE]", take_report, offsetof(report_query, files),
     .help = "writes this report; may be given more "
             "than once"},
    {"findings", "FILE", take_word, offsetof(report_query, findings),
     .help = "adds a page of findings to the site: FILE is what 'uriproof findings export' "
             "prints. It has those that are reported, fixed or by-design"},
    {"all", NULL, take_flag, offsetof(report_query, all),
     .help = "adds those that are new or known, too: their maintainers may not know them"},
    {"campaign", "FILE", take_campaign, offsetof(report_query, campaigns),
     .help = "adds a page of a campaign to the site: FILE is campaign.json in the folder of "
             "'uriproof fuzz --corpus', or that folder. May be given more than once. The page has "
             "all that was "
             "found, also what the maintainers do not know"},
    {.name = NULL},
};

const verb command_report = {
    .name = "report",
    .run = run,
    .usage = "RESULTS.json...",
    .about =
        "Makes readable reports from a results file. 'uriproof test --report "
        "json=RESULTS.json' writes such a file; it may be packed with gzip. The reports are "
        "RESULTS.md and the folder RESULTS.site beside it, or what --report says. Of several files "
        "the adapters are joined into one report; the files must be of the same dialect, readings "
        "and vectors.",
    .options = options,
    .more =
        "If a file that --report names exists, it is replaced. A folder, and RESULTS.md without "
        "--report, are replaced only if uriproof wrote them.\n"
        "\n"
        "Exit status: 0, 2 wrong usage, 4 a file cannot be read or written.",
    .arguments = ANY_ARGUMENTS,
};
