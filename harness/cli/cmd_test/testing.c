/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include "base/base.h"
#include "runner/runner.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPTION_SELECT = 512,
    OPTION_TIMEOUT,
    OPTION_IN_FLIGHT,
    OPTION_MEMORY_LIMIT,
    OPTION_REPORT,
    OPTION_LEVEL,
    OPTION_BASELINE,
    OPTION_UPDATE,
    OPTION_IGNORE_ANSWERS,
    OPTION_JOBS,
    OPTION_SHUFFLE,
    OPTION_BATCH_SIZE,
    OPTION_FAIL_FAST,
    OPTION_EXACT,
    OPTION_QUIET
};

static const struct option long_options[] = {
    {"dialect", required_argument, NULL, OPTION_DIALECT},
    {"reading", required_argument, NULL, OPTION_READING},
    {"select", required_argument, NULL, OPTION_SELECT},
    {"timeout", required_argument, NULL, OPTION_TIMEOUT},
    {"in-flight", required_argument, NULL, OPTION_IN_FLIGHT},
    {"memory-limit", required_argument, NULL, OPTION_MEMORY_LIMIT},
    {"report", required_argument, NULL, OPTION_REPORT},
    {"level", required_argument, NULL, OPTION_LEVEL},
    {"baseline", required_argument, NULL, OPTION_BASELINE},
    {"update-baseline", no_argument, NULL, OPTION_UPDATE},
    {"ignore-answers", no_argument, NULL, OPTION_IGNORE_ANSWERS},
    {"jobs", required_argument, NULL, OPTION_JOBS},
    {"batch-size", required_argument, NULL, OPTION_BATCH_SIZE},
    {"shuffle", required_argument, NULL, OPTION_SHUFFLE},
    {"fail-fast", no_argument, NULL, OPTION_FAIL_FAST},
    {"exact", no_argument, NULL, OPTION_EXACT},
    {"quiet", no_argument, NULL, OPTION_QUIET},
    {NULL, 0, NULL, 0},
};

static bool parse_count(const char *words, size_t most, size_t *count)
{
    char *end;
    if (!isdigit((unsigned char)words[0]))
        return false;
    unsigned long long number = strtoull(words, &end, 10);
    *count = (size_t)number;
    return *end == '\0' && number > 0 && number <= most;
}

/* "64K", "512M", "2G": octets, from 2^10 to 2^50. "none": 0, which stands for any. */
static bool take_size(const char *words, uint64_t *octets)
{
    static const char units[] = "KMG";
    char *end;
    *octets = 0;
    if (strcmp(words, "none") == 0)
        return true;
    if (!isdigit((unsigned char)words[0]))
        return false;
    unsigned long long number = strtoull(words, &end, 10);
    const char *unit = *end != '\0' ? strchr(units, *end) : NULL;
    if (unit == NULL || end[1] != '\0' || number == 0 || number > UINT64_C(1) << 20)
        return false;
    *octets = (uint64_t)number << 10 * (unit - units + 1);
    return true;
}

static int add_select(testing *t, const char *pattern)
{
    if (t->select_count == SELECTS_MOST)
        return usage_error(t->call, "too many --select options");
    t->selects[t->select_count++] = pattern;
    return 0;
}

static int take_dialect(testing *t, int option)
{
    if (option == OPTION_DIALECT && strcmp(optarg, "all") == 0) {
        t->all_dialects = true;
        return 0;
    }
    t->all_dialects = t->all_dialects && option != OPTION_DIALECT;
    t->dialect_said = t->dialect_said || option == OPTION_DIALECT;
    return take_dialect_option(t->call, option, optarg, &t->choice);
}

/* Any number is a seed. */
static bool parse_seed(const char *words, uint64_t *seed)
{
    char *end;
    if (!isdigit((unsigned char)words[0]))
        return false;
    errno = 0;
    *seed = strtoull(words, &end, 10);
    return *end == '\0' && errno == 0 && *seed < (uint64_t)1 << 48;
}

static int take_count(const testing *t, const char *option, size_t most, size_t *count)
{
    if (parse_count(optarg, most, count))
        return 0;
    return usage_error(t->call, "%s wants a number from 1 to %zu, not \"%s\"", option, most,
                       optarg);
}

/* An option that has a number or a time. */
static int take_measure(testing *t, int option)
{
    switch (option) {
    case OPTION_TIMEOUT:
        return take_duration(t->call, optarg, &t->timeout_ms);
    case OPTION_IN_FLIGHT:
        return take_count(t, "--in-flight", 65536, &t->window);
    case OPTION_MEMORY_LIMIT:
        return take_size(optarg, &t->memory_limit)
                   ? 0
                   : usage_error(
                         t->call,
                         "--memory-limit wants a size such as 512M or 2G, or none, not \"%s\"",
                         optarg);
    case OPTION_JOBS:
        return take_count(t, "--jobs", JOBS_MOST, &t->jobs);
    case OPTION_BATCH_SIZE:
        return take_count(t, "--batch-size", BATCH_MOST, &t->batch_size);
    default:
        t->shuffled = true;
        return parse_seed(optarg, &t->seed)
                   ? 0
                   : usage_error(t->call, "--shuffle wants a number below 2^48, not \"%s\"",
                                 optarg);
    }
}

static int take_option(testing *t, int option)
{
    switch (option) {
    case OPTION_DIALECT:
    case OPTION_READING:
        return take_dialect(t, option);
    case OPTION_SELECT:
        return add_select(t, optarg);
    case OPTION_TIMEOUT:
    case OPTION_IN_FLIGHT:
    case OPTION_MEMORY_LIMIT:
    case OPTION_JOBS:
    case OPTION_BATCH_SIZE:
    case OPTION_SHUFFLE:
        return take_measure(t, option);
    case OPTION_FAIL_FAST:
        t->fail_fast = true;
        return 0;
    case OPTION_EXACT:
        t->exact = true;
        return 0;
    case OPTION_QUIET:
        t->quiet = true;
        return 0;
    case OPTION_LEVEL:
        t->level_said = true;
        return take_level(t->call, optarg, &t->level);
    case OPTION_BASELINE:
        t->baseline = optarg;
        return 0;
    case OPTION_UPDATE:
        t->update_baseline = true;
        return 0;
    case OPTION_IGNORE_ANSWERS:
        t->ignore_answers = true;
        return 0;
    case OPTION_REPORT:
        return report_files_add(t->call, &t->reports, optarg);
    default:
        return option_error(t->call, option);
    }
}

/* A list made of a part of the cases would forget the others. */
static int may_update(const testing *t)
{
    if (t->baseline == NULL)
        return usage_error(t->call, "--update-baseline needs --baseline FILE");
    if (t->select_count > 0)
        return usage_error(t->call, "--update-baseline wants all cases: no --select");
    if (t->fail_fast)
        return usage_error(t->call, "--update-baseline wants all cases: no --fail-fast");
    return 0;
}

/* What goes together and what does not. */
static int is_consistent(const testing *t)
{
    if (t->all_dialects && t->choice.wanted_count > 0)
        return usage_error(t->call, "a reading is one dialect's: no --reading with --dialect all");
    if (t->all_dialects && t->baseline != NULL)
        return usage_error(t->call,
                           "a baseline is one dialect's: no --baseline with --dialect all");
    if (t->baseline != NULL && t->choice.wanted_count > 0)
        return usage_error(t->call,
                           "a baseline is of the default readings: no --reading with --baseline");
    if (t->baseline != NULL && t->exact)
        return usage_error(t->call, "a baseline is judged with tolerance: no --exact with "
                                    "--baseline");
    if (t->ignore_answers && t->baseline == NULL)
        return usage_error(t->call, "--ignore-answers needs --baseline FILE");
    return t->update_baseline ? may_update(t) : 0;
}

static int take_options(testing *t)
{
    int option, end = end_of_options(t->call);
    while ((option = getopt_long(end, t->call->argv, ":", long_options, NULL)) != -1) {
        int status = take_option(t, option);
        if (status != 0)
            return status;
    }
    int status = is_consistent(t);
    if (status != 0)
        return status;
    t->names = t->call->argv + optind;
    t->name_count = end - optind;
    if (end < t->call->argc)
        t->command = t->call->argv + end + 1;
    if (t->command != NULL && t->name_count > 0)
        return usage_error(t->call, "either adapters by name or a command after --, not both");
    if (t->command != NULL ? t->command[0] == NULL : t->name_count == 0)
        return usage_error(t->call,
                           "wants the name of an adapter (see '%s adapters'), or "
                           "-- and a command",
                           t->call->program);
    return 0;
}

int testing_read(const invocation *call, testing *t)
{
    *t = (testing){.call = call,
                   .choice = default_dialect(),
                   .level = URIPROOF_CLAUSES,
                   .timeout_ms = 2000,
                   .window = 64,
                   .memory_limit = UINT64_C(2) << 30,
                   .jobs = 1,
                   .batch_size = POOL_BATCH};
    int status = take_options(t);
    if (status == 0 && t->reports.count == 0)
        status = report_files_add(call, &t->reports, "tap");
    if (status == 0)
        status = report_files_check(call, &t->reports, "the baseline", t->baseline);
    return status;
}
