/* SPDX-License-Identifier: MIT */
#include "languages.h"

#include <stdio.h>
#include <string.h>

/* ---- Compiling ---- */

/* A value of a reading that is not its default. */
typedef struct change {
    size_t reading; /* an index into the dialect's table */
    unsigned char value;
} change;

/* Has the grammar a patch for the reading? */
static bool is_patched(const uriproof_grammar_entry *entry, const char *reading)
{
    size_t i = 0;
    while (entry->patches[i].reading != NULL && strcmp(entry->patches[i].reading, reading) != 0)
        i++;
    return entry->patches[i].reading != NULL;
}

/* Finds the other values of the readings that the grammar has patches for, and returns their
 * number. */
static size_t find_changes(const gen_job *job, const uriproof_grammar_entry *entry,
                           change changes[URIPROOF_GRAMMAR_PATCHES_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < job->dialect->reading_count; i++) {
        const uriproof_reading *reading = &job->dialect->readings[i];
        for (unsigned char value = 1;
             is_patched(entry, reading->id) && value < 4 && reading->values[value] != NULL &&
             count < URIPROOF_GRAMMAR_PATCHES_MAX;
             value++)
            changes[count++] = (change){i, value};
    }
    return count;
}

/* Sets *values to the readings of the setting, and `set` to their names as an alternate has them.
 * If the setting has two values of one reading, which cannot be, `set` is empty. */
static void take_setting(const gen_job *job, const change *changes, size_t setting,
                         uriproof_readings *values, char set[GEN_SET_MAX])
{
    *values = (uriproof_readings){{0}};
    size_t length = 0;
    bool twice = false;
    for (size_t i = 0; setting >> i != 0; i++) {
        if ((setting >> i & 1) == 0)
            continue;
        const uriproof_reading *reading = &job->dialect->readings[changes[i].reading];
        twice = twice || values->value[changes[i].reading] != 0;
        values->value[changes[i].reading] = changes[i].value;
        length +=
            (size_t)snprintf(set + length, GEN_SET_MAX - length, "%s%s=%s", length > 0 ? "," : "",
                             reading->id, reading->values[changes[i].value]);
    }
    if (twice)
        set[0] = '\0';
}

static bool compile_under(const gen_job *job, const uriproof_grammar_entry *entry,
                          const uriproof_readings *values, const char *start,
                          uriproof_automaton *automaton)
{
    uriproof_grammar *grammar = uriproof_grammar_under(job->grammar, entry, values, job->error);
    if (grammar == NULL)
        return false;
    bool compiled = uriproof_automaton_compile(grammar, start, automaton, job->error);
    uriproof_grammar_free(grammar);
    return compiled;
}

bool gen_same_language(const uriproof_automaton *a, const uriproof_automaton *b)
{
    return a->state_count == b->state_count && a->class_count == b->class_count &&
           memcmp(a->class_of, b->class_of, sizeof a->class_of) == 0 &&
           memcmp(a->next, b->next, (size_t)a->state_count * a->class_count * sizeof *a->next) ==
               0 &&
           memcmp(a->accepting, b->accepting, a->state_count * sizeof *a->accepting) == 0;
}

/* Keeps only the values that change, each alone, which texts match `start`. A patch changes
 * nothing if `start` does not use the patched rule, or if the patch only chooses between
 * derivations of the same text. all->automata[0] is the default. */
static bool keep_relevant(const gen_job *job, change *changes, size_t *count, const char *start,
                          const gen_languages *all)
{
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        uriproof_readings values = {{0}};
        uriproof_automaton automaton;
        values.value[changes[i].reading] = changes[i].value;
        if (!compile_under(job, all->entry, &values, start, &automaton))
            return false;
        if (!gen_same_language(&automaton, &all->automata[0]))
            changes[kept++] = changes[i];
        uriproof_automaton_free(&automaton);
    }
    *count = kept;
    return true;
}

static bool compile_settings(const gen_job *job, const char *start, gen_languages *all)
{
    change changes[URIPROOF_GRAMMAR_PATCHES_MAX] = {{0}};
    uriproof_readings values = {{0}};
    all->change_count = find_changes(job, all->entry, changes);
    if (!compile_under(job, all->entry, &values, start, &all->automata[0]) ||
        !keep_relevant(job, changes, &all->change_count, start, all))
        return false;
    all->setting_count = (size_t)1 << all->change_count;
    if (all->setting_count > GEN_SETTINGS_MAX) {
        uriproof_error_set(job->error, "%s depends on too many readings", start);
        return false;
    }
    for (size_t i = 1; i < all->setting_count; i++) {
        take_setting(job, changes, i, &values, all->sets[i]);
        if (!compile_under(job, all->entry, &values, start, &all->automata[i]))
            return false;
    }
    return true;
}

bool gen_languages_compile(const gen_job *job, const char *grammar, const char *start,
                           gen_languages *all)
{
    *all = (gen_languages){.entry = uriproof_grammar_named(grammar)};
    if (all->entry == NULL) {
        uriproof_error_set(job->error, "no grammar %s", grammar);
        return false;
    }
    if (compile_settings(job, start != NULL ? start : all->entry->start, all))
        return true;
    gen_languages_free(all);
    return false;
}

void gen_languages_free(gen_languages *all)
{
    for (size_t i = 0; i < GEN_SETTINGS_MAX; i++)
        uriproof_automaton_free(&all->automata[i]);
    *all = (gen_languages){0};
}

/* ---- What is expected of a text ---- */

gen_expect gen_languages_expect(const gen_languages *all, size_t setting, uriproof_span text)
{
    const uriproof_automaton *automaton = &all->automata[setting];
    if (uriproof_automaton_accepts(automaton, text))
        return (gen_expect){.outcome = GEN_ACCEPTED};
    return (gen_expect){.outcome = GEN_OFFSET,
                        .offset = uriproof_automaton_viable(automaton, text)};
}

static size_t members_of(size_t setting)
{
    size_t members = 0;
    for (; setting != 0; setting &= setting - 1)
        members++;
    return members;
}

/* Returns true if the entries so far already give the answer of this setting by the rule. If
 * several entries with the same number of readings apply, all of them must give it. */
static bool is_given(const gen_expects expects, const bool *entered, size_t setting)
{
    size_t most = 0;
    for (size_t i = 0; i <= setting; i++)
        if (entered[i] && (i & setting) == i && members_of(i) > most)
            most = members_of(i);
    for (size_t i = 0; i <= setting; i++)
        if (entered[i] && (i & setting) == i && members_of(i) == most &&
            !gen_same_expect(&expects[i], &expects[setting]))
            return false;
    return true;
}

void gen_alternates(const gen_languages *all, const gen_expects expects,
                    gen_alternate room[GEN_SETTINGS_MAX], gen_case *one)
{
    bool entered[GEN_SETTINGS_MAX] = {true};
    size_t count = 0;
    for (size_t members = 1; members <= all->change_count; members++)
        for (size_t i = 1; i < all->setting_count; i++) {
            if (members_of(i) != members || all->sets[i][0] == '\0' ||
                is_given(expects, entered, i))
                continue;
            entered[i] = true;
            room[count++] = (gen_alternate){all->sets[i], expects[i]};
        }
    one->expect = expects[0];
    one->alternates = room;
    one->alternate_count = count;
}

void gen_languages_case(const gen_languages *all, uriproof_span text,
                        gen_alternate room[GEN_SETTINGS_MAX], gen_case *one)
{
    gen_expects expects;
    for (size_t i = 0; i < all->setting_count; i++)
        expects[i] = gen_languages_expect(all, i, text);
    one->fields[0] = gen_text_of(text);
    gen_alternates(all, expects, room, one);
}
