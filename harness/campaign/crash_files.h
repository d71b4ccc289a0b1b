/* SPDX-License-Identifier: MIT */
/* The texts at which the process of a target crashed, and what tells crashes apart. */
#ifndef URIPROOF_CAMPAIGN_CRASH_FILES_H
#define URIPROOF_CAMPAIGN_CRASH_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* So the words begin in which a sanitizer sums up a crash or a leak. */
#define CRASH_SUMMARY "SUMMARY: "

/* Moves texts of corpus/ that are in crashes/ too into crashes/, under new names: a process that
 * reads such a text at its start would crash each time. Returns false if there are none. */
bool crash_files_move(const char *folder);

/* Crashes with the same top of the stack; or hangs. */
enum { CRASH_FRAMES = 3 };
typedef struct crash_stack {
    uint64_t hash;              /* of the frames */
    char *frames[CRASH_FRAMES]; /* functions; NULL: there are fewer */
    bool is_hang;               /* the program did not end in time */
    char *words;                /* the sanitizer's summary, or how the process ended */
    char *example;              /* the path of the smallest file, which is in crashes/ */
    char *text;                 /* the beginning of that file, escaped */
    const char *program;        /* that ran it, of crash_programs */
    size_t octets;              /* of that file */
    size_t files;
} crash_stack;

typedef struct crash_stacks {
    crash_stack *stacks;
    size_t count;
    size_t left_out; /* files that were not looked at: there are too many, one is too large, the
                        program was killed or did not start, or the run was ended */
    size_t passed;   /* files at which the program did not crash or hang again */
} crash_stacks;

/* A target's programs, which run a file that is named to them. */
typedef struct crash_programs {
    const char *libfuzzer, *afl; /* NULL: there is none; one is there */
    const char *reaper;          /* the path of uriproof-reaper */
    bool (*should_stop)(void *self);
} crash_programs;

/* Runs the program of libFuzzer on each file of crashes/ and of AFL++'s, or that of AFL++ if there
 * is no other, or if the other passes a file of AFL++'s. Groups those at which it crashes or hangs.
 * The smallest file of each group is copied into crashes/ if it is elsewhere; if that fails, it is
 * named where it is. The caller frees *to. */
void crash_stacks_find(const char *folder, const crash_programs *programs, crash_stacks *to);

void crash_stacks_free(crash_stacks *of);

#endif
