/* SPDX-License-Identifier: MIT */
/* uriproof manual: the pages of man(1), made of the tables of commands and options. */
#include "commands.h"

#include "report_file.h"
#include "reports.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The statuses and variables that are the same for all commands: a name, and what it means. */
typedef struct meaning {
    const char *name, *means;
} meaning;

static const meaning statuses[] = {
    {"0", "all agree, or nothing was found"},     {"1", "a case fails, or something was found"},
    {"2", "wrong usage, or nothing is selected"}, {"3", "an adapter cannot be started"},
    {"4", "a file cannot be read or written"},    {"5", "memory ran out"},
    {"130", "ended by Ctrl-C, or such a signal"}, {NULL, NULL},
};

static const meaning variables[] = {
    {"URIPROOF_DATA",
     "the folder that has vectors/ and harness/adapters/, in place of the one that "
     "was installed"},
    {"NO_COLOR", "if it is set, nothing is written in colours"},
    {"SOURCE_DATE_EPOCH", "the time of reports and stores, in place of the clock"},
    {NULL, NULL},
};

/* ---- Text of troff ---- */

/* Writes octets so that troff prints them as they are. */
static void put_octets(FILE *out, const char *words, size_t length)
{
    static const struct {
        char octet;
        const char *written;
    } escapes[] = {{'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"}, {'`', "\\(ga"},
                   {'^', "\\(ha"}, {'~', "\\(ti"}, {'"', "\\(dq"}};
    for (size_t i = 0; i < length; i++) {
        size_t k = 0;
        while (k < sizeof escapes / sizeof *escapes && escapes[k].octet != words[i])
            k++;
        if (k < sizeof escapes / sizeof *escapes)
            fputs(escapes[k].written, out);
        else
            fputc(words[i], out);
    }
}

static void put_words(FILE *out, const char *words)
{
    put_octets(out, words, strlen(words));
}

/* Writes lines, and a line break after each but the last. No line is empty or begins a request. */
static void put_lines(FILE *out, const char *words)
{
    while (*words != '\0') {
        const size_t length = strcspn(words, "\n");
        if (length > 0) {
            fputs("\\&", out);
            put_octets(out, words, length);
            fputc('\n', out);
        }
        words += length + (words[length] == '\n');
        if (*words != '\0' && length > 0)
            fputs(*words == '\n' ? ".PP\n" : ".br\n", out);
    }
}

/* Writes the name of the page, "uriproof-fuzz-new", in capitals or not. NULL: that of all. */
static void put_name(FILE *out, const verb *c, bool capitals)
{
    char *name = text_made("uriproof%s%s", c != NULL ? "-" : "", c != NULL ? c->name : "");
    for (char *at = name; *at != '\0'; at++)
        *at = *at == ' ' ? '-' : (char)(capitals ? toupper((unsigned char)*at) : *at);
    put_words(out, name);
    free(name);
}

static void put_head(FILE *out, const verb *c, const char *about)
{
    fputs(".TH ", out);
    put_name(out, c, true);
    fprintf(out, " 1 %s \"uriproof %s\" \"User Commands\"\n.SH NAME\n", URIPROOF_RELEASED,
            uriproof_version());
    put_name(out, c, false);
    fputs(" \\- ", out);
    put_octets(out, about, (size_t)sentence_length(about));
    fputs("\n.SH SYNOPSIS\n", out);
}

static void put_meanings(FILE *out, const char *title, const meaning *list)
{
    fprintf(out, ".SH %s\n", title);
    for (; list->name != NULL; list++) {
        fprintf(out, ".TP\n.B %s\n", list->name);
        put_lines(out, list->means);
    }
}

/* ---- The page of a command ---- */

static void put_synopsis(FILE *out, const verb *c)
{
    const char *line = c->usage != NULL ? c->usage : "";
    do {
        const size_t length = strcspn(line, "\n");
        fprintf(out, ".B uriproof %s\n", c->name);
        fputs(c->options->name != NULL ? "[options] " : "", out);
        fputs("\\&", out);
        put_octets(out, line, length);
        line += length + (line[length] == '\n');
        fputs(*line != '\0' ? "\n.br\n" : "\n", out);
    } while (*line != '\0');
}

static void put_option(FILE *out, const cli_option *option)
{
    fputs(".TP\n\\fB\\-\\-", out);
    put_words(out, option->name);
    fputs("\\fR", out);
    if (option->argument != NULL) {
        fputs(" \\fI", out);
        put_words(out, option->argument);
        fputs("\\fR", out);
    }
    fputc('\n', out);
    put_lines(out, option->help);
}

static void put_formats(FILE *out)
{
    fputs(".SH REPORT FORMATS\n", out);
    for (const uriproof_report_format *const *f = uriproof_report_formats; *f != NULL; f++) {
        fprintf(out, ".TP\n.B %s\n", (*f)->name);
        put_lines(out, (*f)->about);
    }
}

static void put_page(FILE *out, const verb *c)
{
    put_head(out, c, c->about);
    put_synopsis(out, c);
    fputs(".SH DESCRIPTION\n", out);
    put_lines(out, c->about);
    if (c->options->name != NULL)
        fputs(".SH OPTIONS\n", out);
    bool reports = false;
    for (const cli_option *option = c->options; option->name != NULL; option++) {
        put_option(out, option);
        reports = reports || option->take == take_report;
    }
    if (reports)
        put_formats(out);
    fputs(".SH NOTES\n", out);
    put_lines(out, c->more);
    fputs(".SH SEE ALSO\n.BR uriproof (1)\n", out);
}

/* ---- The page of the program ---- */

static void put_group(FILE *out, const command_group *group)
{
    fputs(".SS ", out);
    put_words(out, group->title);
    fputc('\n', out);
    for (const verb *const *c = group->commands; *c != NULL; c++) {
        fputs(".TP\n.BR ", out);
        put_name(out, *c, false);
        fputs(" (1)\n", out);
        put_octets(out, (*c)->about, (size_t)sentence_length((*c)->about));
        fputc('\n', out);
    }
}

static void put_overview(FILE *out)
{
    put_head(out, NULL, "tests URI parsers, and shows in what they differ");
    fputs(".B uriproof\nCOMMAND ...\n.br\n.B uriproof\n\\-\\-version\n.SH DESCRIPTION\n"
          "Tells which clauses of a specification a URI parser obeys, where it differs from other "
          "parsers, and on which text.\n"
          "Each command has a page of its own; 'uriproof COMMAND \\-\\-help' prints the same.\n"
          ".SH COMMANDS\n",
          out);
    for (const command_group *group = command_groups; group->title != NULL; group++)
        put_group(out, group);
    put_meanings(out, "EXIT STATUS", statuses);
    put_meanings(out, "ENVIRONMENT", variables);
}

/* ---- The command ---- */

typedef struct manual {
    const invocation *call;
    const char *folder; /* of --out, or NULL */
} manual;

/* A page: of a command, or of NULL, which is that of the program. */
typedef struct page {
    const verb *of;
} page;

static bool write_page(void *self, FILE *out)
{
    const page *one = self;
    if (one->of != NULL)
        put_page(out, one->of);
    else
        put_overview(out);
    return !ferror(out);
}

/* Writes a page into the folder; of NULL, that of the program. */
static void write_file(const manual *m, const verb *c)
{
    char *path =
        text_made("%s/uriproof%s%s.1", m->folder, c != NULL ? "-" : "", c != NULL ? c->name : "");
    for (char *at = path + strlen(m->folder); *at != '\0'; at++)
        *at = *at == ' ' ? '-' : *at;
    page one = {c};
    if (!atomic_file_write_quickly(path, write_page, &one))
        fail(m->call, "cannot write %s: %s", path, error_reason(errno));
    free(path);
}

/* Returns the command whose name the arguments are, or ends the program. */
static const verb *command_named(const invocation *call)
{
    char *words = text_made("%s%s%s", call->argv[0], call->argc > 1 ? " " : "",
                            call->argc > 1 ? call->argv[1] : "");
    const verb *c;
    for (size_t i = 0; (c = command_at(i)) != NULL && strcmp(c->name, words) != 0; i++)
        ;
    if (c == NULL || call->argc > 2)
        usage_error(call, "no command \"%s\"%s", words, command_advice(words).words);
    free(words);
    return c;
}

static int run(invocation *call)
{
    manual m = {.call = call};
    const verb *c;
    options_read(call, &m);
    if (m.folder != NULL && call->argc > 0)
        usage_error(call, "--out writes all pages: name no command");
    if (m.folder == NULL) {
        page one = {call->argc > 0 ? command_named(call) : NULL};
        write_page(&one, stdout);
        return URIPROOF_EXIT_AGREE;
    }
    write_file(&m, NULL);
    for (size_t i = 0; (c = command_at(i)) != NULL; i++)
        write_file(&m, c);
    return URIPROOF_EXIT_AGREE;
}

static const cli_option options[] = {
    {"out", "FOLDER", take_word, offsetof(manual, folder),
     .help = "write all pages into this folder, which exists: uriproof.1, uriproof-test.1 and so "
             "on"},
    {.name = NULL},
};

const verb command_manual = {
    .name = "manual",
    .run = run,
    .usage = "[COMMAND]",
    .about = "Prints a page of the manual, for 'man -l -'. Without COMMAND it is that of uriproof, "
             "which lists the commands. The pages say what --help says.",
    .options = options,
    .more = "Exit status: 0, 2 wrong usage, 4 a file cannot be written.",
    .arguments = ANY_ARGUMENTS,
};
