/* SPDX-License-Identifier: MIT */
/* uriproof fuzz new: writes a fuzz target for a parser of the user's from a template, a file
 * fuzz/templates/LANGUAGE.SUFFIX. Its first lines say after "Needs: " and "Build: " how to build
 * it. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "new_file.h"

#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

/* Of clang. What is wrong ends the target, so that the engine keeps the text. */
static const char flags[] =
    "-g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer";

typedef struct making {
    new_file target;
    /* What is built in a folder of the build, and installed in several of the prefix. */
    char *library, *headers, *seeds, *dictionary;
} making;

/* Returns the path without `..` in it, and frees it. Ends the program if nothing is there, or the
 * path cannot be in a comment of one line. */
static char *tidied(const making *m, char *path)
{
    char *whole = realpath(path, NULL);
    if (whole == NULL)
        fail(m->target.call, "%s is missing: build uriproof again, or install it again", path);
    for (const char *at = whole; *at != '\0'; at++)
        if (iscntrl((unsigned char)*at))
            fail(m->target.call, "a control character is in the path %s: move uriproof elsewhere",
                 whole);
    free(path);
    return whole;
}

/* Finds what a target is built of. */
static void find_parts(making *m)
{
    const data_paths *p = &m->target.p;
    char *built = text_made("%s/fuzz/liburiproof-fuzz.a", p->bin);
    char *of_prefix = text_made("%s/../" URIPROOF_LIBRARIES "/liburiproof-fuzz.a", p->bin);
    const bool installed = access(built, R_OK) != 0;
    const char *data = installed ? p->data : p->bin;
    if (installed && access(of_prefix, R_OK) != 0)
        fail(m->target.call,
             "%s is missing: build it (cmake --build --preset release --target uriproof "
             "uriproof-fuzz uriproof-fuzz-seeds), or install uriproof again",
             built);
    m->headers = tidied(m, installed ? text_made("%s/../" URIPROOF_HEADERS, p->bin)
                                     : text_made("%s/fuzz/include", p->bin));
    m->library = tidied(m, strdup(installed ? of_prefix : built));
    m->seeds = tidied(m, text_made("%s/fuzz/seeds/differential", data));
    m->dictionary = tidied(m, text_made("%s/fuzz/differential.dict", data));
    free(built);
    free(of_prefix);
}

/* Says what to do with the target. */
static void put_next_steps(const making *m)
{
    const new_file *t = &m->target;
    FILE *out = t->stream ? stderr : stdout;
    int length;
    fprintf(out, "%s: fill in parse().\n\n", t->file);
    const char *words = new_file_told(t, "Needs: ", &length);
    fprintf(out, "  needs:  %.*s\n", length, words);
    words = new_file_told(t, "Build: ", &length);
    fprintf(out, "  build:  %.*s\n", length, words);
    fprintf(out, "  run:    %s fuzz --target ./%s --corpus %s-corpus\n", t->call->program, t->name,
            t->name);
    fprintf(out, "  alone:  mkdir -p %s-texts && ./%s -dict=", t->name, t->name);
    print_shell_word(out, m->dictionary);
    fprintf(out, " %s-texts ", t->name);
    print_shell_word(out, m->seeds);
    fputs("\n\nTo the build, add the files and libraries of your parser.\n", out);
}

static int run(invocation *call)
{
    making m = {.target.call = call};
    created_file file;
    options_read(call, &m);
    new_file_begin(&m.target, "fuzz/templates", "a target");
    find_parts(&m);
    new_file_fill_in(&m.target, (const new_file_mark[]){{"@FLAGS@", flags, false},
                                                        {"@INCLUDE@", m.headers, true},
                                                        {"@LIBRARY@", m.library, true},
                                                        {.mark = NULL}});
    new_file_write(&m.target, &file, 1);
    put_next_steps(&m);
    free(m.library);
    free(m.headers);
    free(m.seeds);
    free(m.dictionary);
    new_file_free(&m.target);
    return 0;
}

static const cli_option options[] = {
    {"output", "FILE", take_word, offsetof(making, target.output),
     .help = "the target's file; by default NAME with the suffix of the language. With -, the "
             "target goes to standard output"},
    {"force", NULL, take_flag, offsetof(making, target.force),
     .help = "replaces FILE if it exists"},
    {.name = NULL},
};

const verb command_fuzz_new = {
    .name = "fuzz new",
    .run = run,
    .usage = "LANGUAGE NAME",
    .about =
        "Writes a fuzz target, to which you add your parser. It has 25 lines. The target compares "
        "the parser with RFC 3986 and with itself, and tells each new class of differences. "
        "Then says how to build and run it. Without LANGUAGE, lists the languages. If the "
        "file exists, writes nothing.",
    .options = options,
    .more =
        "Exit status: 0, 2 wrong usage, 4 a file cannot be read or written, or is there already.",
    .arguments = ANY_ARGUMENTS,
};
