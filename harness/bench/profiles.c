/* SPDX-License-Identifier: MIT */
#include "profiles.h"
#include "measure.h"

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>

/* A profile takes seconds, and each is learnt once. */
static const char *const adapters[] = {"reference", "uriparser", "libxml2", "python-urllib",
                                       "node-url"};

/* Runs a command of the program, and returns its seconds; below 0 if it did not end well. */
static double seconds_of(const char *program, const char *words, const char *adapter)
{
    char *command = text_made("'%s' %s %s >/dev/null 2>&1", program, words, adapter);
    const double start = now_ns();
    const int status = system(command); /* NOLINT: the words are ours */
    const double seconds = (now_ns() - start) / 1e9;
    free(command);
    return status == 0 || status == 1 << 8 ? seconds : -1;
}

int bench_profiles(const char *program)
{
    printf("profile, each once; x test is beside `test --level clauses`\n  %-18s %8s %8s\n", "",
           "seconds", "x test");
    for (size_t i = 0; i < sizeof adapters / sizeof adapters[0]; i++) {
        const double learnt = seconds_of(program, "profile", adapters[i]);
        const double tested =
            seconds_of(program, "test --dialect rfc3986 --level clauses --report tap", adapters[i]);
        if (learnt < 0 || tested < 0)
            printf("  %-18s skipped: it does not start\n", adapters[i]);
        else
            printf("  %-18s %8.1f %8.1f\n", adapters[i], learnt, learnt / tested);
    }
    return 0;
}
