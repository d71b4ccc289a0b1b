/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include "runner/runner.h"

#include <string.h>
#include <unistd.h>

static void take_select(const invocation *call, const cli_option *option, const char *value,
                        void *to)
{
    testing *t = to;
    if (t->select_count == SELECTS_MOST)
        usage_error(call, "too many --%s options", option->name);
    t->selects[t->select_count++] = value;
}

/* Takes a path of --vectors or --also. */
static void take_own(const invocation *call, const cli_option *option, const char *value, void *to)
{
    testing *t = to;
    if (t->own_count == OWN_MOST)
        usage_error(call, "too many --%s options", option->name);
    t->own[t->own_count++] = value;
    t->only_own = t->only_own || strcmp(option->name, "vectors") == 0;
}

static const char *op_names(size_t i)
{
    return i < URIPROOF_OP_COUNT ? uriproof_ops[i].name : NULL;
}

static void take_op(const invocation *call, const cli_option *option, const char *value, void *to)
{
    (void)call, (void)option;
    *(uriproof_op *)to = uriproof_op_named(value);
}

static const char *outcome_names(size_t i)
{
    return i < URIPROOF_OUTCOME_COUNT ? uriproof_outcomes[i].name : NULL;
}

static void take_outcome(const invocation *call, const cli_option *option, const char *value,
                         void *to)
{
    size_t i = 0;
    (void)call, (void)option;
    while (strcmp(uriproof_outcomes[i].name, value) != 0)
        i++;
    *(uriproof_outcome *)to = (uriproof_outcome)i;
}

static const char *part_names(size_t i)
{
    static const char *const whole[] = {"uri", "text", "equal"};
    enum { WHOLE = sizeof whole / sizeof whole[0] };
    if (i < WHOLE)
        return whole[i];
    return i - WHOLE < PIECE_COUNT ? piece_names[i - WHOLE] : NULL;
}

const cli_option testing_options[] = {
    {"adapter", "NAME=COMMAND", take_adapter, offsetof(testing, parsers),
     .help = "a parser of your own under a name, beside the others: the shell runs the command, "
             "and the results have the name; may be given more than once"},
    {"dialect", "NAME", take_dialect_or_all, offsetof(testing, choice),
     .help =
         "the specification: rfc1630, draft-www-uri-00, url-syntax, rfc3986 or whatwg-url. "
         "Default: "
         "the one in the adapter's baseline, else the first of these that the adapter claims, else "
         "rfc3986; for the reference, that of the adapter beside it. With all: every specification "
         "in turn; ids are then DIALECT/ID"},
    {"report", "FORMAT[=FILE]", take_report, offsetof(testing, reports),
     .help = "writes a report; may be given more than once. Default: tap, to standard output; but "
             "a table of the causes if that is a terminal"},
    {"select", "PATTERN", take_select, 0,
     .help = "asks only vectors with an id or a clause that matches the glob; if given more than "
             "once, one match is enough"},
    {"causes", NULL, take_flag, offsetof(testing, all_causes),
     .help = "prints the table of causes, with all of them, also if standard output is no "
             "terminal"},
    {"baseline", "FILE", take_word, offsetof(testing, baseline),
     .help = "a list of earlier answers of each adapter, with its dialect and level. The run "
             "fails only if something changed (docs/ci.md)"},
    {"update-baseline", NULL, take_flag, offsetof(testing, update_baseline),
     .help = "replaces FILE of --baseline if the run is complete"},
    {"adapter-dir", "DIR", take_word, offsetof(testing, parsers.folder), .help = adapter_dir_help},
    {"reading", "ID=VALUE", take_reading, offsetof(testing, choice), .help = reading_help},
    {"level", "LEVEL", take_level, offsetof(testing, level),
     .help = "examples, clauses (default: all hand-written vectors) or complete (the whole "
             "corpus); see docs/vectors.md"},
    {"vectors", "PATH", take_own, 0,
     .help = "asks vectors of your own in place of those of uriproof: a file, or each *.json in a "
             "folder (docs/vectors.md); may be given more than once"},
    {"also", "PATH", take_own, 0, .help = "asks them beside those of uriproof"},
    {"timeout", "TIME", take_duration, offsetof(testing, timeout_ms),
     .help = "the time limit for one case, such as 2s (default) or 500ms"},
    {"memory-limit", "SIZE", take_size, offsetof(testing, memory_limit),
     .help = "the memory limit for all processes of an adapter together, such as 2G (default), "
             "512M or none"},
    {"jobs", "N", take_number, offsetof(testing, jobs),
     .help = "how many processes run at a time: 1 (default); the reports do not depend on it",
     .least = 1, .most = 256},
    {"shuffle", "SEED", take_number, offsetof(testing, seed),
     .help = "asks in a random order; SEED is a number that determines it. The reports keep "
             "their order, so they change only if an answer depends on the questions before it",
     .most = (UINT64_C(1) << 48) - 1},
    {"fail-fast", NULL, take_flag, offsetof(testing, fail_fast),
     .help = "stops at the first failure"},
    {"exact", NULL, take_flag, offsetof(testing, exact),
     .help = "judges without tolerance: an answer agrees only if it is the expected one, and is "
             "acceptable only under another reading. Transforms that the adapter declares are "
             "ignored"},
    {"op", "NAME", take_op, offsetof(testing, shown.op),
     .help = "the table and the causes show only cases of this operation; all are asked",
     .values = op_names},
    {"outcome", "NAME", take_outcome, offsetof(testing, shown.outcome),
     .help = "they show only cases with this outcome, such as lenient", .values = outcome_names},
    {"part", "NAME", take_word, offsetof(testing, shown.part),
     .help = "they show only cases that differ in this part, such as host; uri is a text as a "
             "whole",
     .values = part_names},
    {"quiet", NULL, take_flag, offsetof(testing, quiet),
     .help = "writes nothing to standard error but errors: what could not be started, asked, read "
             "or written, and what is wrong with an adapter and is no case's result"},
    {"profile", "FILE", take_word, offsetof(testing, profile),
     .help = "what 'profile --out' wrote: explains the failures of these parsers. Default: the "
             "profile that is kept beside the adapter, else the one that fits the answers best"},
    {"accepted", "FILE", take_word, offsetof(testing, accepted),
     .help = "what 'profile --out' wrote: the run fails only if an answer is wrong that the "
             "deviations in FILE do not give, or at a kind of fault that FILE does not have"},
    {"ignore-answers", NULL, take_flag, offsetof(testing, ignore_answers),
     .help = "with --baseline: compares only outcomes, not answers"},
    {.name = NULL},
};

/* Ends the program if options do not go together. */
static void check_consistent(const testing *t)
{
    bool one_dialect = !t->choice.all, gated = t->baseline != NULL, update = t->update_baseline;
    const struct {
        bool wrong;
        const char *words;
    } rules[] = {
        {!one_dialect && t->choice.wanted_count > 0,
         "a reading is one dialect's: no --reading with --dialect all"},
        {!one_dialect && gated, "a baseline is one dialect's: no --baseline with --dialect all"},
        {gated && t->choice.wanted_count > 0,
         "a baseline is of the default readings: no --reading with --baseline"},
        {gated && t->exact, "a baseline is judged with tolerance: no --exact with --baseline"},
        {t->accepted != NULL && gated,
         "a baseline knows each failure already: either --accepted or --baseline"},
        {t->accepted != NULL && t->fail_fast,
         "what is accepted is judged after the run: no --fail-fast with --accepted"},
        {t->accepted != NULL && t->exact,
         "what is accepted was judged with tolerance: no --exact with --accepted"},
        {t->accepted != NULL && !one_dialect,
         "what is accepted is by one specification: no --dialect all with --accepted"},
        {t->ignore_answers && !gated, "--ignore-answers needs --baseline FILE"},
        {update && !gated, "--update-baseline needs --baseline FILE"},
        /* A baseline made from some of the cases would lose the others. */
        {update && t->select_count > 0, "--update-baseline wants all cases: no --select"},
        {update && t->fail_fast, "--update-baseline wants all cases: no --fail-fast"},
        {t->command != NULL && t->parsers.wanted_count > 0,
         "either adapters by name or a command after --, not both; --adapter NAME=COMMAND gives a "
         "command a name"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].wrong)
            usage_error(t->call, "%s", rules[i].words);
    if (t->command != NULL ? t->command[0] == NULL : t->parsers.wanted_count == 0)
        usage_error(t->call,
                    "wants the name of an adapter (see '%s adapters'), or -- and a command",
                    t->call->program);
}

void testing_read(invocation *call, testing *t)
{
    *t = (testing){.call = call,
                   .choice = default_dialect(),
                   .level = URIPROOF_LEVEL_COUNT,
                   .timeout_ms = 2000,
                   .memory_limit = UINT64_C(2) << 30,
                   .jobs = 1,
                   .shown = cause_any,
                   .seed = UINT64_MAX};
    options_read(call, t);
    t->shuffled = t->seed != UINT64_MAX;
    t->level_said = t->level != URIPROOF_LEVEL_COUNT;
    t->level = t->level_said ? t->level : URIPROOF_CLAUSES;
    for (int i = 0; i < call->argc; i++)
        parsers_want(call, &t->parsers, call->argv[i]);
    t->command = call->run;
    check_consistent(t);
    t->table = t->reports.count == 0 && (t->all_causes || isatty(STDOUT_FILENO) == 1);
    if (t->reports.count == 0 && !t->table)
        take_report(call, testing_options, "tap", &t->reports);
    report_files_check(call, &t->reports, "the baseline", t->baseline);
    report_files_check(call, &t->reports, "the profile", t->profile);
    report_files_check(call, &t->reports, "what is accepted", t->accepted);
}
