/* SPDX-License-Identifier: MIT */
/* uriproof compare: what changed from one results file to another. */
#include "commands.h"
#include "report_file.h"

#include "results/results.h"

#include <errno.h>
#include <string.h>

/* Prints what became of one case that changed, with its first clause. */
static void put_change(const changes *found, size_t adapter, size_t number, change which)
{
    const uriproof_case *one = &found->new->cases[number];
    const uriproof_result *old = diff_old_result(found, adapter, number);
    const uriproof_result *new = found->new->adapters[adapter].results[number];
    bool has_clause = one->group->clause_count > 0;
    put_line(stdout, "  %-15s  %s: %s, was %s%s%s%s", change_facts[which].name, one->id,
             uriproof_outcomes[new->outcome].name, uriproof_outcomes[old->outcome].name,
             has_clause ? " (" : "",
             has_clause ? found->new->clauses[one->group->clauses[0]].id : "",
             has_clause ? ")" : "");
}

/* Prints what became of the cases of a group that are counted. */
static void put_group_change(const changes *found, size_t adapter, size_t number, change which)
{
    const uriproof_results_group *group = found->new->groups[number];
    const uriproof_result *old = diff_old_counted(found, adapter, number);
    const uriproof_result *new = uriproof_counted_result(found->new, adapter, group);
    if (which == CHANGE_ANSWER)
        put_line(stdout, "  %-15s  %s-*: agree, and some answers are others than before",
                 change_facts[which].name, group->id);
    else
        put_line(stdout, "  %-15s  %s-*: %zu vector%s %s, were %s", change_facts[which].name,
                 group->id, group->counted, group->counted == 1 ? " is" : "s are",
                 uriproof_outcomes[new->outcome].name, uriproof_outcomes[old->outcome].name);
}

/* Prints what changed for an adapter. What got worse comes first. */
static void put_adapter(const changes *found, size_t adapter)
{
    const uriproof_adapter_results *new = &found->new->adapters[adapter];
    const char *old_version = found->old->adapters[found->adapters.old_of[adapter]].version;
    bool other = strcmp(old_version, new->version) != 0;
    put_line(stdout, "%s %s%s%s", new->name, new->version, other ? ", was " : "",
             other ? old_version : "");
    for (change which = CHANGE_NONE + 1; which < CHANGE_COUNT; which++) {
        for (size_t i = 0; i < found->new->case_count; i++)
            if (diff_of(found, adapter, i) == which)
                put_change(found, adapter, i, which);
        for (size_t i = 0; i < found->new->group_count; i++)
            if (diff_of_group(found, adapter, i) == which)
                put_group_change(found, adapter, i, which);
    }
}

static void put_gone(const changes *found)
{
    const uriproof_results *old = found->old;
    for (size_t i = 0; i < old->adapter_count; i++)
        if (found->adapters.new_of[i] == UNPAIRED)
            put_line(stdout, "gone adapter: %s", old->adapters[i].name);
    for (size_t i = 0; i < old->case_count; i++)
        if (diff_case_gone(found, i))
            put_line(stdout, "gone vector: %s", old->cases[i].id);
    for (size_t i = 0; i < old->group_count; i++)
        if (found->groups.new_of[i] == UNPAIRED)
            put_line(stdout, "gone group of vectors: %s", old->groups[i]->id);
    for (size_t i = 0; i < old->clause_count; i++)
        if (found->clauses.new_of[i] == UNPAIRED)
            put_line(stdout, "gone clause: %s", old->clauses[i].id);
}

/* Prints a new vector, and the adapters that fail it. Such a failure is no regression, but users
 * want to know it. */
static void put_new_vector(const uriproof_results *new, size_t number)
{
    char names[4096] = "";
    for (size_t i = 0; i < new->adapter_count; i++) {
        uriproof_outcome outcome = new->adapters[i].results[number]->outcome;
        if (!uriproof_outcomes[outcome].good && outcome != URIPROOF_NOT_RUN)
            add_word(names, sizeof names, new->adapters[i].name);
    }
    put_line(stdout, *names != '\0' ? "new vector: %s (fails with %s)" : "new vector: %s",
             new->cases[number].id, names);
}

static void put_new(const changes *found)
{
    const uriproof_results *new = found->new;
    for (size_t i = 0; i < new->adapter_count; i++)
        if (found->adapters.old_of[i] == UNPAIRED)
            put_line(stdout, "new adapter: %s", new->adapters[i].name);
    for (size_t i = 0; i < new->case_count; i++)
        if (diff_case_new(found, i))
            put_new_vector(new, i);
    for (size_t i = 0; i < new->case_count; i++)
        if (found->redefined[i])
            put_line(stdout, "redefined vector: %s", new->cases[i].id);
    for (size_t i = 0; i < new->clause_count; i++)
        if (found->clauses.old_of[i] == UNPAIRED)
            put_line(stdout, "new clause: %s", new->clauses[i].id);
}

static void put_pairing(const char *plural, const pairing *pairs)
{
    printf("%s: %zu in both, %zu gone, %zu new\n", plural, pairs->paired, pairs->gone,
           pairs->added);
}

static void put_counts(const changes *found)
{
    for (int i = CHANGE_NONE + 1; i < CHANGE_COUNT; i++)
        printf("%s%zu %s", i > CHANGE_NONE + 1 ? ", " : "results: ", found->counts[i],
               change_facts[i].name);
    putchar('\n');
    put_pairing("adapters", &found->adapters);
    put_pairing("vectors", &found->cases);
    if (found->redefined_count > 0)
        printf("vectors redefined: %zu\n", found->redefined_count);
    if (found->groups_changed > 0)
        printf("groups of generated vectors that are others than before: %zu; their vectors that "
               "only one file lists are not compared\n",
               found->groups_changed);
    put_pairing("clauses", &found->clauses);
    if (found->ended_early)
        puts("the new run was ended early");
    const char *far =
        found->groups_changed > 0 ? "not worse as far as it could be compared" : "not worse";
    puts(diff_worse(found) ? "worse" : far);
}

static void put_text(const changes *found)
{
    put_line(stdout, "%s: uriproof %s then, %s now", found->new->document, found->old->uriproof,
             found->new->uriproof);
    for (size_t i = 0; i < found->new->adapter_count; i++)
        if (found->adapters.old_of[i] != UNPAIRED)
            put_adapter(found, i);
    put_gone(found);
    put_new(found);
    put_counts(found);
}

typedef struct comparing {
    bool json;
    bool ignore_answers;
    report_files reports;
} comparing;

/* Returns true if one of the reports goes to standard output, in place of the text. */
static bool reports_to_output(const report_files *reports)
{
    size_t i = 0;
    while (i < reports->count && reports->entries[i].path != NULL)
        i++;
    return i < reports->count;
}

/* Prints the changes, and writes the reports of them. Returns 0 or an exit status. */
static int put_changes(const invocation *call, const comparing *c, const changes *found)
{
    if (c->json)
        diff_write_json(found, stdout);
    if (!c->json && !reports_to_output(&c->reports))
        put_text(found);
    return report_files_write(call, &c->reports, found->new, found);
}

static int run(invocation *call)
{
    comparing c = {.json = false};
    uriproof_results old, new;
    changes found;
    options_read(call, &c);
    for (int i = 0; i < 2; i++)
        report_files_check(call, &c.reports, "the results", call->argv[i]);
    if (c.json && reports_to_output(&c.reports))
        usage_error(call, "--json and a report on standard output; give the report a file: "
                          "--report markdown=FILE");
    read_results(call, call->argv[0], &old);
    read_results(call, call->argv[1], &new);
    const char *obstacle = diff_obstacle(&old, &new);
    if (obstacle != NULL)
        usage_error(call, "the two cannot be compared: %s", obstacle);
    diff_find(&old, &new, c.ignore_answers, &found);
    if (found.adapters.paired == 0 || found.cases.paired + found.groups.paired == 0)
        usage_error(call, "the two cannot be compared: they have no %s in common",
                    found.adapters.paired == 0 ? "adapter" : "vector");
    int status = put_changes(call, &c, &found);
    bool worse = diff_worse(&found);
    diff_free(&found);
    uriproof_results_free(&new);
    uriproof_results_free(&old);
    return status != 0 ? status : worse ? URIPROOF_EXIT_DIFFERS : URIPROOF_EXIT_AGREE;
}

/* Takes a report as take_report does, of a format that says what changed. */
static void take_changes_report(const invocation *call, const cli_option *option, const char *value,
                                void *to)
{
    const report_files *files = to;
    take_report(call, option, value, to);
    if (files->entries[files->count - 1].format->write_changes == NULL)
        usage_error(call, "the report %s does not say what changed; --report markdown does", value);
}

static const cli_option options[] = {
    {"json", NULL, take_flag, offsetof(comparing, json),
     .help = "prints the result as JSON (harness/schema/comparison.schema.json)"},
    {"report", "FORMAT[=FILE]", take_changes_report, offsetof(comparing, reports),
     .help = "writes what changed as this report: markdown, for the review of a pull request; "
             "without FILE in place of the text"},
    {"ignore-answers", NULL, take_flag, offsetof(comparing, ignore_answers),
     .help = "compares only outcomes, not answers"},
    {.name = NULL},
};

const verb command_compare = {
    .name = "compare",
    .run = run,
    .usage = "OLD.json NEW.json",
    .about = "Compares two results files. 'uriproof test --report json=FILE' writes such a file; "
             "both must have the same dialect and readings. For each adapter, names the vectors "
             "that it now fails, those that it no longer fails, and those with another outcome. "
             "Also names what was removed and what is new.",
    .options = options,
    .more = "These count as worse: a new failure; an answer that differs from before, even if both "
            "are right or both wrong; no answer where there was a wrong one; a vector that was not "
            "run this time; an adapter or a vector that was removed. A vector that now asks or "
            "expects something else is listed, but does not count as better or worse.\n\n"
            "Exit status: 0 nothing got worse, 1 something did, 2 wrong usage, or the two cannot "
            "be compared, 4 a file cannot be read or written.",
    .arguments = 2,
};
