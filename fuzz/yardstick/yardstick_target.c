/* SPDX-License-Identifier: MIT */
/*
 * The target `yardstick`: the reference, and a parser with one of the faults of faults.h, which
 * URIPROOF_FUZZ_FAULT names; all parsers if it is not set. Ends with status 42 at the first text
 * that shows the fault, and says on standard output how many texts and milliseconds that took:
 * "found 1234 56".
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

static const uriproof_server *server_named(const char *name)
{
    size_t count;
    const uriproof_server *const *servers = uriproof_parsers(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(servers[i]->name, name) == 0)
            return servers[i];
    fprintf(stderr, "yardstick: the library of %s is not there\n", name);
    exit(2);
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

/* Ends the process: there is no such fault. */
static void refuse(const char *name)
{
    fprintf(stderr, "yardstick: no fault \"%s\"; these are known:\n", name);
    for (size_t i = 0; i < FAULT_COUNT; i++)
        fprintf(stderr, "  %s\n", faults[i].name);
    exit(2);
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    static const uriproof_server *server;
    const char *name = getenv("URIPROOF_FUZZ_FAULT");
    size_t found;
    const uriproof_server *const *servers = uriproof_parsers(&found);
    sought = name != NULL ? fault_named(name) : NULL;
    if (name != NULL && sought == NULL)
        refuse(name);
    if (sought != NULL) {
        server = sought->parser != NULL ? server_named(sought->parser) : fault_server(sought);
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
