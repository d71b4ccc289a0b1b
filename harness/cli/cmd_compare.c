/* SPDX-License-Identifier: MIT */
/* uriproof compare: what changed from one results file to another. */
#include "commands.h"

#include "results/results.h"
#include "results_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_IGNORE_ANSWERS = 512 };

static const struct option long_options[] = {
    {"json", no_argument, NULL, OPTION_JSON},
    {"ignore-answers", no_argument, NULL, OPTION_IGNORE_ANSWERS},
    {NULL, 0, NULL, 0},
};

/* In this order: what got worse is read first. */
static void put_changes_of(const changes *found, size_t adapter, change which)
{
    for (size_t i = 0; i < found->new->case_count; i++) {
        if (diff_of(found, adapter, i) != which)
            continue;
        const uriproof_case *one = &found->new->cases[i];
        const uriproof_result *old = diff_old_result(found, adapter, i);
        const uriproof_result *new = found->new->adapters[adapter].results[i];
        printf("  %-15s  ", change_facts[which].name);
        put_printable(stdout, one->id);
        printf(": %s, was %s", uriproof_outcomes[new->outcome].name,
               uriproof_outcomes[old->outcome].name);
        if (one->group->clause_count > 0) {
            fputs(" (", stdout);
            put_printable(stdout, found->new->clauses[one->group->clauses[0]].id);
            fputs(")", stdout);
        }
        putchar('\n');
    }
}

/* Writes the groups of which the cases that are counted changed so. */
static void put_groups_of(const changes *found, size_t adapter, change which)
{
    for (size_t i = 0; i < found->new->group_count; i++) {
        const uriproof_results_group *group = found->new->groups[i];
        if (diff_of_group(found, adapter, i) != which)
            continue;
        const uriproof_result *old = diff_old_counted(found, adapter, i);
        const uriproof_result *new = uriproof_counted_result(found->new, adapter, group);
        printf("  %-15s  ", change_facts[which].name);
        put_printable(stdout, group->id);
        if (which == CHANGE_ANSWER)
            puts("-*: agree, and some answers are others than before");
        else
            printf("-*: %zu vectors are %s, were %s\n", group->counted,
                   uriproof_outcomes[new->outcome].name, uriproof_outcomes[old->outcome].name);
    }
}

static void put_adapter(const changes *found, size_t adapter)
{
    const uriproof_adapter_results *new = &found->new->adapters[adapter];
    const char *old_version = found->old->adapters[found->adapters.old_of[adapter]].version;
    put_printable(stdout, new->name);
    putchar(' ');
    put_printable(stdout, new->version);
    if (strcmp(old_version, new->version) != 0) {
        fputs(", was ", stdout);
        put_printable(stdout, old_version);
    }
    putchar('\n');
    for (int which = CHANGE_NONE + 1; which < CHANGE_COUNT; which++) {
        put_changes_of(found, adapter, (change)which);
        put_groups_of(found, adapter, (change)which);
    }
}

static void put_lonely(const char *what, const char *name)
{
    fputs(what, stdout);
    put_printable(stdout, name);
    putchar('\n');
}

/* A failure in a new vector is no regression, and worth knowing. */
static void put_new_vector(const changes *found, size_t number)
{
    const char *before = " (fails with ";
    fputs("new vector: ", stdout);
    put_printable(stdout, found->new->cases[number].id);
    for (size_t i = 0; i < found->new->adapter_count; i++) {
        uriproof_outcome outcome = found->new->adapters[i].results[number]->outcome;
        if (uriproof_outcomes[outcome].good || outcome == URIPROOF_NOT_RUN)
            continue;
        fputs(before, stdout);
        put_printable(stdout, found->new->adapters[i].name);
        before = ", ";
    }
    puts(*before == ',' ? ")" : "");
}

static void put_gone(const changes *found)
{
    const uriproof_results *old = found->old;
    for (size_t i = 0; i < old->adapter_count; i++)
        if (found->adapters.new_of[i] == UNPAIRED)
            put_lonely("gone adapter: ", old->adapters[i].name);
    for (size_t i = 0; i < old->case_count; i++)
        if (diff_case_gone(found, i))
            put_lonely("gone vector: ", old->cases[i].id);
    for (size_t i = 0; i < old->group_count; i++)
        if (found->groups.new_of[i] == UNPAIRED)
            put_lonely("gone group of vectors: ", old->groups[i]->id);
    for (size_t i = 0; i < old->clause_count; i++)
        if (found->clauses.new_of[i] == UNPAIRED)
            put_lonely("gone clause: ", old->clauses[i].id);
}

static void put_new(const changes *found)
{
    const uriproof_results *new = found->new;
    for (size_t i = 0; i < new->adapter_count; i++)
        if (found->adapters.old_of[i] == UNPAIRED)
            put_lonely("new adapter: ", new->adapters[i].name);
    for (size_t i = 0; i < new->case_count; i++)
        if (diff_case_new(found, i))
            put_new_vector(found, i);
    for (size_t i = 0; i < new->case_count; i++)
        if (found->redefined[i])
            put_lonely("redefined vector: ", new->cases[i].id);
    for (size_t i = 0; i < new->clause_count; i++)
        if (found->clauses.old_of[i] == UNPAIRED)
            put_lonely("new clause: ", new->clauses[i].id);
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
    put_printable(stdout, found->new->document);
    fputs(": uriproof ", stdout);
    put_printable(stdout, found->old->uriproof);
    fputs(" then, ", stdout);
    put_printable(stdout, found->new->uriproof);
    puts(" now");
    for (size_t i = 0; i < found->new->adapter_count; i++)
        if (found->adapters.old_of[i] != UNPAIRED)
            put_adapter(found, i);
    put_gone(found);
    put_new(found);
    put_counts(found);
}

static int compare(const invocation *call, uriproof_results *old, uriproof_results *new,
                   bool ignore_answers, bool json)
{
    changes found;
    const char *hinder = diff_hinder(old, new);
    if (hinder != NULL)
        return usage_error(call, "the two cannot be compared: %s", hinder);
    diff_find(old, new, ignore_answers, &found);
    int status = diff_worse(&found) ? URIPROOF_EXIT_DIFFERS : URIPROOF_EXIT_AGREE;
    if (found.adapters.paired == 0 || found.cases.paired + found.groups.paired == 0)
        status = usage_error(call, "the two cannot be compared: they have no %s in common",
                             found.adapters.paired == 0 ? "adapter" : "vector");
    else if (!json)
        put_text(&found);
    else if (!diff_write_json(&found, stdout))
        status = failure(call, "cannot write to standard output: %s", strerror(errno));
    diff_free(&found);
    return status;
}

int command_compare(const invocation *call)
{
    uriproof_results old;
    uriproof_results new;
    bool json = false, ignore_answers = false;
    int option;
    while ((option = getopt_long(call->argc, call->argv, ":", long_options, NULL)) != -1) {
        if (option == OPTION_JSON)
            json = true;
        else if (option == OPTION_IGNORE_ANSWERS)
            ignore_answers = true;
        else
            return option_error(call, option);
    }
    if (call->argc - optind != 2)
        return usage_error(call, "wants two results files, the old and the new");
    int status = results_file_read(call, call->argv[optind], &old);
    if (status != 0)
        return status;
    status = results_file_read(call, call->argv[optind + 1], &new);
    if (status == 0) {
        status = compare(call, &old, &new, ignore_answers, json);
        uriproof_results_free(&new);
    }
    uriproof_results_free(&old);
    return status;
}
