/* SPDX-License-Identifier: MIT */
#include "finish.h"

#include "text_folder.h"
#include "tool.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { TOOL_MS = 1800000, WORDS = 24 };

/* Runs a tool for at most `ms`. Its log is named `log`. */
static bool run_for(const finish *f, uint64_t ms, const char *name, const char *log,
                    char *const *words, uriproof_error *error)
{
    bool late = false;
    char *path = text_made("%s/logs/%s.log", f->folder, log);
    const tool one = {.name = name,
                      .command = words,
                      .reaper = f->reaper,
                      .ms = ms,
                      .late = &late,
                      .should_stop = f->should_stop};
    const bool good = tool_run_logged(&one, path, error);
    free(path);
    if (late)
        uriproof_error_set(error, "%.100s did not end within %ju s", name, (uintmax_t)(ms / 1000));
    return good;
}

static bool run(const finish *f, const char *name, const char *log, char *const *words,
                uriproof_error *error)
{
    return run_for(f, TOOL_MS, name, log, words, error);
}

static bool make_folder(const char *path, uriproof_error *error)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST ||
           uriproof_error_set(error, "cannot make %.200s: %s", path, error_reason(errno));
}

/* Copies the texts that AFL++'s tool has left to those that are there: what the user has put beside
 * them stays. */
static bool copy_texts(const char *from, const char *to, uriproof_error *error)
{
    text_folder *texts = text_folder_open(to);
    const bool good =
        (texts != NULL && text_folder_read(texts) && text_folder_copy(texts, from)) ||
        uriproof_error_set(error, "cannot write into %.200s: %s", to, error_reason(errno));
    text_folder_close(texts);
    return good;
}

/* AFL++'s tool wants a folder that is not there. What a run that was killed left of it is removed:
 * only one campaign works in the folder. */
static bool minimize_afl(const finish *f, const char *program, const char *to,
                         uriproof_error *error)
{
    char *from = text_made("%s/afl/%s-0/queue", f->folder, engine_names[ENGINE_AFL]);
    char *made = text_made("%s/.uriproof-minimized", f->folder);
    char *words[] = {"env",
                     "AFL_SKIP_CPUFREQ=1",
                     "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1",
                     "AFL_ALLOW_TMP=1",
                     "ASAN_OPTIONS=abort_on_error=1:symbolize=0:detect_leaks=0",
                     "afl-cmin",
                     "-m",
                     "none",
                     "-i",
                     from,
                     "-o",
                     made,
                     "--",
                     (char *)program,
                     NULL};
    remove_whole_folder(made);
    const bool good = run(f, "afl-cmin", "minimize", words, error) && copy_texts(made, to, error);
    remove_whole_folder(made);
    free(from);
    free(made);
    return good;
}

/* libFuzzer keeps a text here at which the target crashes only now. A target that never frees what
 * it has at its end fails at no text. */
static bool minimize_libfuzzer(const finish *f, const char *program, const char *to,
                               uriproof_error *error)
{
    char *from = text_made("%s/corpus", f->folder);
    char *prefix = text_made("-artifact_prefix=%s/crashes/", f->folder);
    char *words[] = {"/bin/sh",
                     "-c",
                     "export ASAN_OPTIONS=$ASAN_OPTIONS:leak_check_at_exit=0; exec \"$@\"",
                     "sh",
                     (char *)program,
                     "-merge=1",
                     "-max_len=512",
                     "-timeout=10",
                     prefix,
                     (char *)to,
                     from,
                     NULL};
    const bool good =
        make_folder(to, error) && run_for(f, f->minimize_ms, program, "minimize", words, error);
    free(from);
    free(prefix);
    return good;
}

bool finish_minimize(const finish *f, const char *const programs[ENGINE_KINDS],
                     uriproof_error *error)
{
    const char *program = programs[ENGINE_LIBFUZZER];
    char *to = text_made("%s/minimized", f->folder);
    const bool good = program != NULL ? minimize_libfuzzer(f, program, to, error)
                                      : minimize_afl(f, programs[ENGINE_AFL], to, error);
    free(to);
    return good;
}

/* ---- Coverage ---- */

/* The files of a coverage report. */
typedef struct coverage {
    char *folder, *raw, *data, *html, *report, *setting, *corpus;
} coverage;

static coverage coverage_in(const char *folder)
{
    coverage c = {.folder = text_made("%s/coverage", folder),
                  .corpus = text_made("%s/corpus", folder)};
    c.raw = text_made("%s/default.profraw", c.folder);
    c.data = text_made("%s/default.profdata", c.folder);
    c.html = text_made("%s/html", c.folder);
    c.report = text_made("%s/report.txt", c.folder);
    c.setting = text_made("LLVM_PROFILE_FILE=%s", c.raw);
    return c;
}

static void free_coverage(coverage *c)
{
    free(c->folder);
    free(c->raw);
    free(c->data);
    free(c->html);
    free(c->report);
    free(c->setting);
    free(c->corpus);
}

/* Writes the table of the files. */
static bool write_report(const finish *f, const char *program, const coverage *c,
                         uriproof_error *error)
{
    char *profile = text_made("-instr-profile=%s", c->data);
    char *words[] = {"/bin/sh",
                     "-c",
                     "out=$1; shift; exec \"$@\" >\"$out\"",
                     "sh",
                     c->report,
                     "llvm-cov-14",
                     "report",
                     (char *)program,
                     profile,
                     NULL};
    const bool good = run(f, "llvm-cov-14", "coverage", words, error);
    free(profile);
    return good;
}

static bool write_pages(const finish *f, const char *program, const coverage *c,
                        uriproof_error *error)
{
    char *profile = text_made("-instr-profile=%s", c->data);
    char *to = text_made("-output-dir=%s", c->html);
    char *words[] = {"llvm-cov-14", "show", "-format=html", to, (char *)program, profile, NULL};
    const bool good = run(f, "llvm-cov-14", "coverage", words, error);
    free(profile);
    free(to);
    return good;
}

bool finish_coverage(const finish *f, const char *program, uriproof_error *error)
{
    coverage c = coverage_in(f->folder);
    char *ask[] = {"env", c.setting, (char *)program, "-runs=0", c.corpus, NULL};
    char *merge[] = {"llvm-profdata-14", "merge", "-sparse", c.raw, "-o", c.data, NULL};
    const bool good = make_folder(c.folder, error) && run(f, program, "coverage", ask, error) &&
                      run(f, merge[0], "coverage", merge, error) &&
                      write_report(f, program, &c, error) && write_pages(f, program, &c, error);
    free_coverage(&c);
    return good;
}
