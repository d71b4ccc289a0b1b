/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for memmem, which POSIX has since 2024 */

#include "target.h"

#include "tool.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ANSWER_MS = 10000, /* to list parsers; an engine that does not know the question goes on */
    MOST_PARSERS = 64,
    BUILD_MS = 3600000
};

/* ---- Processes that print lines ---- */

static void take_last(void *self, const session_line *line)
{
    char **last = self;
    free(*last);
    *last = text_made("%.*s", line->length < 4096 ? (int)line->length : 4096, line->octets);
}

char *last_line_of(char *const *command, const char *reaper, uriproof_error *error)
{
    char *last = NULL;
    const tool one = {.name = command[0],
                      .command = command,
                      .reaper = reaper,
                      .ms = BUILD_MS,
                      .take = take_last,
                      .self = &last};
    const bool good = tool_run(&one, error);
    if (good && last != NULL)
        return last;
    if (good)
        uriproof_error_set(error, "%.100s printed nothing", command[0]);
    free(last);
    return NULL;
}

/* ---- What a program is ---- */

bool target_can_run(const char *program, uriproof_error *error)
{
    struct stat is;
    if (stat(program, &is) != 0 || (S_ISREG(is.st_mode) && access(program, X_OK) != 0))
        return uriproof_error_set(error, "cannot run %.150s: %s", program, error_reason(errno));
    return S_ISREG(is.st_mode) ||
           uriproof_error_set(error, "cannot run %.150s: it is no file", program);
}

static void find_help(void *self, const session_line *line)
{
    static const char words[] = "To run fuzzing pass";
    bool *found = self;
    *found = *found || memmem(line->octets, line->length, words, strlen(words)) != NULL;
}

bool target_is_of_libfuzzer(const char *program, const char *reaper, uriproof_error *error)
{
    char *command[] = {"/bin/sh", "-c", "exec \"$@\" 2>&1", "sh", (char *)program, "-help=1", NULL};
    bool found = false, late = false;
    const tool one = {.name = "it",
                      .command = command,
                      .reaper = reaper,
                      .ms = ANSWER_MS,
                      .take = find_help,
                      .self = &found,
                      .late = &late};
    const bool well = tool_run(&one, error);
    if (found || late) /* a target that is slow is one */
        return true;
    const uriproof_error end = *error;
    return uriproof_error_set(error, "%.150s is no fuzz target with libFuzzer%s%.200s", program,
                              well ? "" : ": ", well ? "" : end.words);
}

bool target_is_of_afl(const char *program)
{
    static const char words[] = "__AFL_SHM_ID";
    size_t length;
    char *octets = uriproof_file_read(program, &length);
    const bool found = octets != NULL && memmem(octets, length, words, strlen(words)) != NULL;
    free(octets);
    return found || getenv("AFL_SKIP_BIN_CHECK") != NULL;
}

/* ---- Parsers ---- */

static void take_name(void *self, const session_line *line)
{
    target_parsers *to = self;
    if (to->count == MOST_PARSERS || line->length == 0 || line->length > 64)
        return;
    to->names = list_grown(to->names, to->count, sizeof *to->names);
    to->names[to->count++] = text_made("%.*s", (int)line->length, line->octets);
}

void target_parsers_free(target_parsers *of)
{
    for (size_t i = 0; i < of->count; i++)
        free(of->names[i]);
    free(of->names);
    *of = (target_parsers){0};
}

void target_parsers_ask(const char *program, const char *reaper, target_parsers *to)
{
    uriproof_error error; /* a target that does not know the question may end in any way */
    /* libFuzzer alone ignores the question, and then does nothing. */
    char *command[] = {(char *)program, "--uriproof-parsers", "-runs=0", NULL};
    const tool one = {.name = program,
                      .command = command,
                      .reaper = reaper,
                      .ms = ANSWER_MS,
                      .take = take_name,
                      .self = to};
    *to = (target_parsers){0};
    if (!tool_run(&one, &error))
        target_parsers_free(to);
}

/* ---- What is beside a program, and in it ---- */

/* The programs that scripts/fuzz makes are named so, in the folder fuzz/ of a build. */
static const char prefix[] = "uriproof-fuzz-";

char *target_dictionary(const char *program)
{
    const char *slash = strrchr(program, '/'), *name = slash != NULL ? slash + 1 : program;
    char *path = text_made("%s.dict", program);
    if (access(path, R_OK) == 0)
        return path;
    free(path);
    if (strncmp(name, prefix, strlen(prefix)) != 0)
        return NULL;
    path = text_made("%.*s%s.dict", (int)(name - program), program, name + strlen(prefix));
    if (access(path, R_OK) == 0)
        return path;
    free(path);
    return NULL;
}

const char *target_build_of(const char *program, const char *parser)
{
    static const char *const builds[] = {"instrumented", "packaged"};
    const char *slash = strrchr(program, '/'), *found = NULL;
    char line[256], name[65], build[65];
    if (slash == NULL || strncmp(slash + 1, prefix, strlen(prefix)) != 0)
        return NULL;
    char *path = text_made("%.*s/../parsers.txt", (int)(slash - program), program);
    FILE *in = fopen(path, "re");
    free(path);
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
        if (sscanf(line, "%64[^\t]\t%*[^\t]\t%64[^\t\n]", name, build) != 2 ||
            strcmp(name, parser) != 0)
            continue;
        for (size_t i = 0; i < sizeof builds / sizeof builds[0]; i++)
            if (strcmp(builds[i], build) == 0)
                found = builds[i];
    }
    if (in != NULL)
        fclose(in);
    return found;
}

char *target_compiler(const char *program)
{
    static const char before[] = "clang version ";
    size_t length, words = 0;
    char *octets = uriproof_file_read(program, &length);
    const char *at = octets != NULL ? memmem(octets, length, before, strlen(before)) : NULL;
    if (at != NULL)
        for (words = strlen(before); at[words] == '.' || isalnum((unsigned char)at[words]);)
            words++;
    char *found = text_made("%.*s", (int)words, at != NULL ? at : "");
    free(octets);
    return found;
}

/* ---- Counts ---- */

target_classes target_classes_read(const char *folder)
{
    /* As in fuzz/differential/new_classes.h: format, time, executions, classes. */
    enum { FORMAT, BEGAN, EXECUTIONS, CLASSES, NUMBERS };
    static const uint64_t format = UINT64_C(0x3173657373616c63);
    uint64_t numbers[NUMBERS] = {0};
    target_classes counts = {0, 0};
    char *path = text_made("%s/classes", folder);
    FILE *in = fopen(path, "rbe");
    free(path);
    if (in == NULL)
        return counts;
    if (fread(numbers, sizeof numbers[0], NUMBERS, in) == NUMBERS && numbers[FORMAT] == format)
        counts = (target_classes){numbers[EXECUTIONS], numbers[CLASSES]};
    fclose(in);
    return counts;
}
