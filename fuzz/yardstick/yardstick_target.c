/* SPDX-License-Identifier: MIT */
/*
 * The target `yardstick`: the reference, and a parser with one of the faults of faults.h, which
 * URIPROOF_FUZZ_FAULT names; all parsers if it is not set. Ends with status 42 at the first text
 * that shows the fault, and says on standard output how many texts and milliseconds that took:
 * "found 1234 56". With --uriproof-faults it lists the faults: the name, the library that is
 * missing or "-", and "held out" or "known", with tabs.
 */
#include "differential.h"
#include "faults.h"
#include "input.h"
#include "new_classes.h"

#include "parsers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FOUND = 42 };

static const fault *sought;
static uint64_t began, texts;

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static void end(void)
{
    printf("found %" PRIu64 " %" PRIu64 "\n", texts, now() - began);
    fflush(stdout);
    _exit(FOUND);
}

/* Returns the parser that has the fault, or NULL if its library is not there. */
static const uriproof_server *server_of(const fault *one)
{
    size_t count;
    const uriproof_server *const *servers = uriproof_parsers(&count);
    if (one->parser == NULL)
        return fault_server(one);
    for (size_t i = 0; i < count; i++)
        if (strcmp(servers[i]->name, one->parser) == 0)
            return servers[i];
    return NULL;
}

/* Ends the process. */
static void list_faults(void)
{
    for (size_t i = 0; i < FAULT_COUNT; i++)
        printf("%s\t%s\t%s\n", faults[i].name, server_of(&faults[i]) ? "-" : faults[i].parser,
               faults[i].held_out ? "held out" : "known");
    exit(fflush(stdout) == 0 ? 0 : 1);
}

/* See differential_target.c. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

static void look_at_class(const class_sighting *what)
{
    if (sought != NULL && sought->class != NULL && strcmp(what->id, sought->class) == 0)
        end();
}

/* Returns the parser in which the fault is sought. Ends the process if there is none. */
static const uriproof_server *seek(const char *name)
{
    sought = fault_named(name);
    if (sought == NULL) {
        fprintf(stderr, "yardstick: no fault \"%s\": --uriproof-faults lists them\n", name);
        exit(2);
    }
    const uriproof_server *server = server_of(sought);
    if (server == NULL) {
        fprintf(stderr, "yardstick: the library of %s is not there\n", sought->parser);
        exit(2);
    }
    return server;
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    static const uriproof_server *server;
    const char *name = getenv("URIPROOF_FUZZ_FAULT");
    size_t found;
    const uriproof_server *const *servers = uriproof_parsers(&found);
    if (*count > 1 && strcmp((*arguments)[1], "--uriproof-faults") == 0)
        list_faults();
    if (name != NULL) {
        server = seek(name);
        servers = &server;
        found = 1;
    }
    classes_seen_listen(look_at_class);
    began = now();
    return differential_begin(servers, found, count, arguments);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    texts++;
    differential_test(data, size);
    if (sought != NULL && sought->parser == NULL && fault_was_shown())
        end();
    return 0;
}
