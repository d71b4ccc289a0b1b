/* SPDX-License-Identifier: MIT */
/* Tests what a dialect's `parse` accepts. It builds a complete test suite for the automaton of the
 * grammar. */
#include "acceptance/access_strings.h"
#include "acceptance/rejection_rule.h"
#include "acceptance/wmethod.h"
#include "kinds.h"
#include "languages.h"

#include <stdio.h>
#include <string.h>

enum { WORDS_MAX = 1024 };

typedef struct acceptance {
    const gen_job *job;
    gen_languages languages;
    rejection_rules places;
    access_strings paths;
    wmethod suite;
    gen_file *file;
    size_t row; /* the first row of the state whose groups are written */
} acceptance;

/* Returns how many extra states the suite allows. The suite grows with this number, so it is as
 * large as the size of the files permits: RFC 3986 has too many states for any. */
static unsigned extra_states(const uriproof_dialect *dialect)
{
    return strcmp(dialect->name, "rfc3986") == 0 ? 0 : 1;
}

/* A group of rows. They belong to one state and to one rule, and either all match the grammar or
 * are all rejected. */
typedef struct acceptance_group {
    uint32_t state;
    bool accepted;
    const char *production;
} acceptance_group;

/* Returns true if the row belongs to the group. */
static bool is_of(const acceptance *a, const acceptance_group *group, const wmethod_row *row)
{
    uriproof_span text = row->text;
    gen_expect expect = gen_languages_expect(&a->languages, 0, text);
    bool accepted = expect.outcome == GEN_ACCEPTED;
    const char *production =
        accepted ? gen_inner(&a->places, text, a->paths.access[row->state].length)
                 : rejection_rule(&a->places, (uriproof_span){text.octets, expect.offset});
    return accepted == group->accepted && strcmp(production, group->production) == 0;
}

static void write_rows(acceptance *a, const acceptance_group *group)
{
    gen_alternate room[GEN_SETTINGS_MAX];
    for (size_t i = a->row; i < a->suite.row_count && a->suite.rows[i].state == group->state; i++) {
        if (!is_of(a, group, &a->suite.rows[i]))
            continue;
        gen_case one;
        gen_languages_case(&a->languages, a->suite.rows[i].text, room, &one);
        gen_case_write(a->file, &one);
    }
}

static void describe(const acceptance *a, const acceptance_group *group, char *words, size_t room)
{
    uriproof_span access = a->paths.access[group->state];
    const uriproof_automaton *automaton = &a->languages.automata[0];
    int length = snprintf(words, room, "After \"%.*s\" (state %u of %u", (int)access.length,
                          access.octets, group->state, automaton->state_count);
    snprintf(words + length, room - (size_t)length, "%s): texts that are %s %s.",
             group->state == automaton->dead ? ", where nothing can match any more" : "",
             group->accepted ? "accepted and continue in" : "rejected in", group->production);
}

static void write_group(acceptance *a, const acceptance_group *group)
{
    const gen_source *source = a->places.source;
    char id[64], about[WORDS_MAX], clause[64];
    snprintf(id, sizeof id, "complete-%u-%s%s", group->state, group->accepted ? "accepted-" : "",
             group->production);
    describe(a, group, about, sizeof about);
    snprintf(clause, sizeof clause, "%s.bnf.%s", source->dialect, group->production);
    const char *clauses[] = {clause, NULL};
    const gen_group head = {.id = id,
                            .about = about,
                            .origin = source->origin,
                            .obeys = group->accepted ? clauses : NULL,
                            .breaks = group->accepted ? NULL : clauses,
                            .op = URIPROOF_PARSE};
    gen_group_begin(a->file, &head);
    write_rows(a, group);
}

static void write_state(acceptance *a, uint32_t state)
{
    for (const char *const *name = a->places.source->inner; *name != NULL; name++)
        write_group(a, &(acceptance_group){state, true, *name});
    for (const char *const *name = a->places.source->productions; *name != NULL; name++)
        write_group(a, &(acceptance_group){state, false, *name});
    while (a->row < a->suite.row_count && a->suite.rows[a->row].state == state)
        a->row++;
}

static bool write_file(acceptance *a, unsigned extra)
{
    const uriproof_automaton *automaton = &a->languages.automata[0];
    const gen_source *source = a->places.source;
    char about[WORDS_MAX], guarantee[WORDS_MAX], more[64] = "as many as that of the grammar";
    if (extra > 0)
        snprintf(more, sizeof more, "%u more than that of the grammar", extra);
    snprintf(about, sizeof about,
             "Which texts match %s: a complete test suite (HSI method) for the automaton of "
             "the printed grammar, with %u states and %u classes of octets; and every octet in "
             "every state.",
             source->productions[0], automaton->state_count, automaton->class_count);
    snprintf(
        guarantee, sizeof guarantee,
        "Suppose that what a parser accepts is an automaton of at most %u states (%s), and that "
        "the parser treats the octets of a class alike. If it gives the right verdict on every "
        "text of this file, it accepts exactly the texts that match %s.",
        automaton->state_count + extra, more, source->productions[0]);
    gen_head head = {
        .dialect = source->dialect, .name = "acceptance", .about = about, .guarantee = guarantee};
    a->file = gen_file_begin(a->job->folder, &head, a->job->error);
    if (a->file == NULL)
        return false;
    for (uint32_t s = 0; s < automaton->state_count; s++)
        write_state(a, s);
    return gen_file_end(a->file, a->job->error);
}

static void build(acceptance *a, unsigned extra)
{
    const uriproof_automaton *automaton = &a->languages.automata[0];
    const wmethod_plan plan = {extra, GEN_EVERY_OCTET, a->places.source->through};
    access_strings_find(automaton, plan.through, &a->paths);
    wmethod_build(automaton, &plan, &a->suite);
}

bool gen_acceptance(const gen_job *job)
{
    acceptance a = {.job = job};
    unsigned extra = extra_states(job->dialect);
    bool done = rejection_rules_prepare(job, &a.places) &&
                gen_languages_compile(job, a.places.source->grammar, NULL, &a.languages);
    if (done) {
        build(&a, extra);
        done = write_file(&a, extra);
    }
    wmethod_free(&a.suite);
    access_strings_free(&a.paths);
    gen_languages_free(&a.languages);
    rejection_rules_free(&a.places);
    return done;
}
