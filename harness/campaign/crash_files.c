/* SPDX-License-Identifier: MIT */
#include "crash_files.h"

#include "folder_files.h"
#include "text_folder.h"

#include "base/base.h"
#include "tool.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_FILES = 200, /* that are run again: of crashes, and of hangs */
    MOST_HANGS = 8,   /* runs that took long; after them no file of a hang is run */
    HANG_MS = 10000,  /* a run that takes so long is a hang */
    RUN_MS = 30000,   /* libFuzzer ends such a run by itself, and then tells the stack */
    CRASHED = 77,     /* the status of a process that crashed */
    TIMED_OUT = 70,   /* that of libFuzzer's after -timeout */
    TOOK_MEMORY = 71, /* and after -rss_limit_mb */
    NO_PROGRAM = 126, /* that of a shell that cannot run it */
    NOT_FOUND = 127,  /* of one that does not find it, or of a program that lacks a library */
    FILE_MOST = 4096, /* octets that are read: engines make no longer texts here */
    TEXT_MOST = 80,   /* octets of it that are shown */
    FRAME_MOST = 120  /* octets of a function's name */
};

/* Of a text for which libFuzzer only took long. It is no crash. */
static bool is_slow(const char *name)
{
    return strncmp(name, "slow-unit-", 10) == 0;
}

/* ---- Texts that crash at the start ---- */

/* What an engine reads of a file. */
typedef struct content {
    char octets[TEXT_FOLDER_LONGEST];
    ssize_t length; /* below 0: it cannot be read */
} content;

static content content_of(const char *path)
{
    content c;
    c.length = small_file_read(path, c.octets, sizeof c.octets);
    return c;
}

/* Lists the texts of the files of a folder that are crashes. The caller frees them. */
static store *crashes_of(const char *folder)
{
    store *texts = store_new();
    file_names files = file_names_in(folder);
    for (size_t i = 0; i < files.count; i++) {
        char *path = text_made("%s/%s", folder, files.names[i]);
        const content c = content_of(path);
        if (!is_slow(files.names[i]) && c.length >= 0)
            store_add(texts, c.octets, (size_t)c.length);
        free(path);
    }
    file_names_free(&files);
    return texts;
}

static bool write_span(void *self, FILE *out)
{
    const uriproof_span *octets = self;
    return fwrite(octets->octets, 1, octets->length, out) == octets->length;
}

/* Copies a file into a folder, which may be on another disk. The name of the copy is the prefix and
 * the hash of all its octets, so that it takes no other file's place. Returns its path, which the
 * caller frees; NULL if that failed. */
static char *copy_file(const char *path, const char *folder, const char *prefix)
{
    size_t length;
    char *octets = uriproof_file_read(path, &length);
    if (octets == NULL)
        return NULL;
    uriproof_span all = {octets, length};
    char *copy = text_made("%s/%s%016" PRIx64, folder, prefix,
                           octets_hash(OCTETS_HASH_BEGIN, octets, length));
    if (access(copy, F_OK) != 0 && !atomic_file_write(copy, write_span, &all)) {
        free(copy);
        copy = NULL;
    }
    free(octets);
    return copy;
}

static bool move_file(const char *path, const char *folder)
{
    char *copy = copy_file(path, folder, "corpus-");
    const bool moved = copy != NULL && unlink(path) == 0;
    free(copy);
    return moved;
}

bool crash_files_move(const char *folder)
{
    char *from = text_made("%s/corpus", folder), *to = text_made("%s/crashes", folder);
    store *crashed = crashes_of(to);
    file_names texts = file_names_in(from);
    bool any = false;
    for (size_t i = 0; i < texts.count; i++) {
        char *path = text_made("%s/%s", from, texts.names[i]);
        const content c = content_of(path);
        if (c.length >= 0 && store_has(crashed, c.octets, (size_t)c.length))
            any = move_file(path, to) || any;
        free(path);
    }
    store_free(crashed);
    file_names_free(&texts);
    free(from);
    free(to);
    return any;
}

/* ---- Stacks ---- */

/* What the output of a process that crashed says. */
typedef struct report {
    char *frames[CRASH_FRAMES];
    size_t count;
    char *summary;
    char *fault;    /* what UndefinedBehaviorSanitizer says, as its summary has only the place; or
                       NULL */
    bool has_error; /* a sanitizer has begun to tell of an error */
    bool has_stack; /* the first stack has ended: those that follow are of other threads or of
                       allocations */
} report;

/* Is the function one of the sanitizer, the engine or of how C ends a process? */
static bool is_of_machinery(const char *function)
{
    /* With the blank, it is the whole name. */
    static const char *const beginnings[] = {
        "__asan",         "__interceptor", "__sanitizer",    "__ubsan",
        "__lsan",         "__msan",        "fuzzer::",       "raise ",
        "abort ",         "gsignal ",      "__restore_rt",   "__GI_",
        "__pthread_kill", "pthread_kill ", "__assert_fail ", "__assert_fail_base ",
        "asan_",          "__libc_"};
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++)
        if (strncmp(function, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    return false;
}

/* Reads "    #2 0x55d5 in function file.c:7:3", or "    #2 0x55d5  (program+0x1234)". */
static void take_frame(report *r, const char *line)
{
    const char *at = strstr(line, " in ");
    const char *module = strstr(line, "(");
    const char *name = at != NULL ? at + 4 : module;
    if (name == NULL || r->count == CRASH_FRAMES || r->has_stack || is_of_machinery(name))
        return;
    if (at == NULL && strstr(module, "/libc.so") != NULL) /* how a signal comes */
        return;
    size_t length = at != NULL ? strcspn(name, " (") : strcspn(name, ")");
    length = length < FRAME_MOST ? length : FRAME_MOST;
    r->frames[r->count++] = text_made("%.*s", (int)length, name);
}

/* Is it "==7==ERROR: AddressSanitizer: ..."? libFuzzer's report of a hang begins so too. */
static bool begins_report(const char *line)
{
    return strncmp(line, "==", 2) == 0 && strstr(line, "ERROR: ") != NULL &&
           strstr(line, "ERROR: libFuzzer: timeout") == NULL;
}

static void take_line(void *self, const session_line *line)
{
    report *r = self;
    char words[400];
    snprintf(words, sizeof words, "%.*s", line->length < 399 ? (int)line->length : 399,
             line->octets);
    r->has_error = r->has_error || begins_report(words);
    const size_t blanks = strspn(words, " ");
    if (words[blanks] == '#' && blanks > 0)
        take_frame(r, words);
    else if (r->count > 0)
        r->has_stack = true;
    if (strncmp(words, CRASH_SUMMARY, strlen(CRASH_SUMMARY)) == 0 && r->summary == NULL)
        r->summary = text_made("%s", words + strlen(CRASH_SUMMARY));
    if (strstr(words, ": runtime error: ") != NULL && r->fault == NULL)
        r->fault = text_made("%s", words);
}

/* How a program took a text. */
typedef enum outcome { PASSED, CRASH, HANG, LEFT_OUT } outcome;

/* Returns CRASH if the process ended as a target does at a crash: by a signal, with the status that
 * run_on gives to sanitizers (libFuzzer has the same), or with libFuzzer's after its limits. No
 * crash sends SIGKILL: the kernel does it if memory is short, and a session after a long line. */
static outcome outcome_of(const session_end *end, bool of_libfuzzer)
{
    if (end->status < 0 || end->killed || end->line_too_long || end->signal == SIGKILL ||
        end->status == NO_PROGRAM || end->status == NOT_FOUND)
        return LEFT_OUT;
    if (of_libfuzzer && end->status == TIMED_OUT)
        return HANG;
    return end->signal != 0 || end->status == CRASHED ||
                   (of_libfuzzer && end->status == TOOK_MEMORY)
               ? CRASH
               : PASSED;
}

/* Runs a program, which is one of libFuzzer's or AFL++'s, on a file. At one of AFL++'s, undefined
 * behaviour ends the process, as it did under AFL++ (see engine.c). What was never freed when the
 * process ends is no fault of the text: libFuzzer itself looks for leaks after it. */
static outcome run_on(const crash_programs *programs, const char *program, const char *path,
                      bool of_afl, report *r)
{
    static const char script[] = "unset URIPROOF_FUZZ_CLASSES URIPROOF_FUZZ_FOUND "
                                 "URIPROOF_FUZZ_PARSERS URIPROOF_FUZZ_GUIDANCE\n"
                                 "export ASAN_OPTIONS=$ASAN_OPTIONS:symbolize=1:exitcode=77:"
                                 "leak_check_at_exit=0 "
                                 "UBSAN_OPTIONS=print_stacktrace=1:exitcode=77$1 "
                                 "ASAN_SYMBOLIZER_PATH=/usr/lib/llvm-14/bin/llvm-symbolizer\n"
                                 "shift\n"
                                 "exec \"$@\" 2>&1";
    char *halts = of_afl ? ":halt_on_error=1" : "";
    const bool of_libfuzzer = program == programs->libfuzzer;
    char *command[9] = {"/bin/sh", "-c", (char *)script, "sh", halts, (char *)program};
    size_t count = 6;
    session_end end = {.status = -1}; /* and so it stays if it did not run to its end */
    bool late = false;
    /* AFL++'s driver runs no file that comes after an option. */
    if (of_libfuzzer)
        command[count++] = "-timeout=10";
    command[count] = (char *)path;
    const tool one = {.name = "it",
                      .command = command,
                      .reaper = programs->reaper,
                      .ms = of_libfuzzer ? RUN_MS : HANG_MS,
                      .should_stop = programs->should_stop,
                      .take = take_line,
                      .self = r,
                      .end = &end,
                      .late = &late};
    uriproof_error error = {.words = ""};
    tool_run(&one, &error);
    /* A report with names of functions takes long to print. */
    const bool crashed_late = late && r->has_error;
    if (r->summary == NULL)
        r->summary = text_made("%s%s", crashed_late ? "its report " : "",
                               error.words + (strncmp(error.words, "it ", 3) == 0 ? 3 : 0));
    if (late)
        return crashed_late ? CRASH : HANG;
    return outcome_of(&end, of_libfuzzer);
}

static void free_report(report *r)
{
    for (size_t i = 0; i < r->count; i++)
        free(r->frames[i]);
    free(r->summary);
    free(r->fault);
}

static void free_stack(crash_stack *of)
{
    for (size_t i = 0; i < CRASH_FRAMES; i++)
        free(of->frames[i]);
    free(of->words);
    free(of->example);
    free(of->text);
}

/* ---- Groups ---- */

static uint64_t hash_of_report(const report *r, bool is_hang)
{
    uint64_t hash = octets_hash(OCTETS_HASH_BEGIN, "hang", is_hang ? 4 : 0);
    for (size_t i = 0; i < r->count; i++)
        hash = octets_hash(hash, r->frames[i], strlen(r->frames[i]) + 1);
    if (r->count == 0)
        hash = octets_hash(hash, r->summary, strlen(r->summary));
    return hash;
}

/* Returns the beginning of a file, as people read it. The caller frees it. */
static char *text_of(uriproof_span octets)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    const size_t shown = octets.length < TEXT_MOST ? octets.length : TEXT_MOST;
    print_octets(out, (uriproof_span){octets.octets, shown});
    fputs(shown < octets.length ? "..." : "", out);
    fclose(out);
    return text.octets;
}

/* Adds a crash or hang to those of the same stack. Takes the report over. */
static void add_crash(crash_stacks *to, report *r, bool is_hang, const char *program,
                      const char *path, uriproof_span octets)
{
    const uint64_t hash = hash_of_report(r, is_hang);
    crash_stack *one = NULL;
    for (size_t i = 0; i < to->count && one == NULL; i++)
        if (to->stacks[i].hash == hash)
            one = &to->stacks[i];
    if (one == NULL) {
        to->stacks = list_grown(to->stacks, to->count, sizeof *to->stacks);
        one = &to->stacks[to->count++];
        *one = (crash_stack){.hash = hash, .is_hang = is_hang, .octets = SIZE_MAX};
        one->words = r->fault != NULL ? r->fault : r->summary;
        free(r->fault != NULL ? r->summary : NULL);
        memcpy(one->frames, r->frames, sizeof one->frames);
    } else {
        free_report(r);
    }
    one->files++;
    if (octets.length >= one->octets)
        return;
    one->octets = octets.length;
    free(one->example);
    free(one->text);
    one->example = strdup(path);
    one->text = text_of(octets);
    one->program = program;
}

static outcome look_at_file(crash_stacks *to, const crash_programs *programs, const char *path,
                            bool of_afl)
{
    char octets[FILE_MOST];
    report r = {.count = 0};
    const char *program = programs->libfuzzer != NULL ? programs->libfuzzer : programs->afl;
    const ssize_t length = small_file_read(path, octets, sizeof octets);
    if (length < 0) {
        to->left_out++;
        return LEFT_OUT;
    }
    outcome how = run_on(programs, program, path, of_afl, &r);
    if (how == PASSED && of_afl && program != programs->afl && programs->afl != NULL) {
        program = programs->afl;
        free_report(&r);
        r = (report){.count = 0};
        how = run_on(programs, program, path, of_afl, &r);
    }
    if (how == CRASH || how == HANG) {
        add_crash(to, &r, how == HANG, program, path, (uriproof_span){octets, (size_t)length});
        return how;
    }
    to->passed += how == PASSED;
    to->left_out += how == LEFT_OUT;
    free_report(&r);
    return how;
}

/* So the copies of AFL++'s crashes in crashes/ begin. Those of hangs have libFuzzer's word. */
static const char afl_crash[] = "afl-crash-", hang[] = "timeout-";

static bool begins_with(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

/* Did an engine see a hang at the file? */
static bool is_of_hang(const char *folder, const char *name)
{
    return begins_with(name, hang) || strcmp(strrchr(folder, '/'), "/hangs") == 0;
}

/* So many files that engines left, and so many runs that took long. */
typedef struct files_seen {
    size_t crash_files, hang_files, hangs;
} files_seen;

/* Is a file to be left out since there were too many? */
static bool are_too_many(files_seen *seen, bool of_hang)
{
    if (!of_hang)
        return seen->crash_files++ >= MOST_FILES;
    return seen->hangs >= MOST_HANGS || seen->hang_files++ >= MOST_FILES;
}

/* Looks at the files of a folder. */
static void look_at_folder(crash_stacks *to, const crash_programs *programs, const char *folder,
                           bool of_afl, files_seen *seen)
{
    file_names names = file_names_in(folder);
    for (size_t i = 0; i < names.count; i++) {
        if (is_slow(names.names[i]) || strcmp(names.names[i], "README.txt") == 0)
            continue;
        if (programs->should_stop(NULL) || are_too_many(seen, is_of_hang(folder, names.names[i]))) {
            to->left_out++;
            continue;
        }
        char *path = text_made("%s/%s", folder, names.names[i]);
        const bool crash_of_afl = of_afl || begins_with(names.names[i], afl_crash);
        seen->hangs += look_at_file(to, programs, path, crash_of_afl) == HANG;
        free(path);
    }
    file_names_free(&names);
}

/* Keeps the smallest file of a stack in crashes/, if it is not there: the next run of AFL++ gives
 * its own folder another name. */
static void keep_example(crash_stack *one, const char *crashes)
{
    const size_t length = strlen(crashes);
    if (strncmp(one->example, crashes, length) == 0 && one->example[length] == '/')
        return;
    char *kept = copy_file(one->example, crashes, one->is_hang ? hang : afl_crash);
    if (kept == NULL)
        return;
    free(one->example);
    one->example = kept;
}

void crash_stacks_find(const char *folder, const crash_programs *programs, crash_stacks *to)
{
    files_seen seen = {0};
    char *path = text_made("%s/crashes", folder), *afl = text_made("%s/afl", folder);
    *to = (crash_stacks){0};
    look_at_folder(to, programs, path, false, &seen);
    file_names instances = file_names_in(afl);
    for (size_t i = 0; i < instances.count; i++)
        for (size_t k = 0; k < 2; k++) {
            char *of = text_made("%s/%s/%s", afl, instances.names[i], k == 0 ? "crashes" : "hangs");
            look_at_folder(to, programs, of, true, &seen);
            free(of);
        }
    for (size_t i = 0; i < to->count; i++)
        keep_example(&to->stacks[i], path);
    file_names_free(&instances);
    free(path);
    free(afl);
}

void crash_stacks_free(crash_stacks *of)
{
    for (size_t i = 0; i < of->count; i++)
        free_stack(&of->stacks[i]);
    free(of->stacks);
    *of = (crash_stacks){0};
}
