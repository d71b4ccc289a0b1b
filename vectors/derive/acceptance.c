/* SPDX-License-Identifier: MIT */
/* What a dialect's `parse` accepts: a complete test suite for its automaton. */
#include "kinds.h"
#include "languages.h"
#include "paths.h"
#include "places.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

enum { WORDS_MAX = 1024 };

typedef struct acceptance {
    const derive_job *job;
    derive_languages languages;
    derive_places places;
    derive_paths paths;
    derive_suite suite;
    derive_file *file;
    size_t row; /* the first one of the state whose groups are written */
} acceptance;

/* How many states more the suite is for: as many as size allows. */
static unsigned extra_states(const uriproof_dialect *dialect)
{
    return strcmp(dialect->name, "rfc3986") == 0 ? 0 : 1;
}

/* The production in which the place of the text's refusal lies; NULL where it derives. */
static const char *place_of(const acceptance *a, uriproof_span text)
{
    derive_expect expect = derive_languages_expect(&a->languages, 0, text);
    if (expect.outcome == DERIVE_ACCEPTED)
        return NULL;
    return derive_place(&a->places, (uriproof_span){text.octets, expect.offset});
}

static bool same_name(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* Writes those rows of the state whose place is `production`; NULL is of those that derive. */
static void write_rows(acceptance *a, uint32_t state, const char *production)
{
    derive_alternate room[DERIVE_SETTINGS_MAX];
    for (size_t i = a->row; i < a->suite.row_count && a->suite.rows[i].state == state; i++) {
        uriproof_span text = a->suite.rows[i].text;
        if (!same_name(place_of(a, text), production))
            continue;
        derive_case one;
        derive_languages_case(&a->languages, text, room, &one);
        derive_case_write(a->file, &one);
    }
}

static void describe(const acceptance *a, uint32_t state, const char *production, char *words,
                     size_t room)
{
    uriproof_span access = a->paths.access[state];
    const uriproof_automaton *automaton = &a->languages.automata[0];
    int length = snprintf(words, room, "Behind \"%.*s\" (state %u of %u", (int)access.length,
                          access.octets, state, automaton->state_count);
    snprintf(words + length, room - (size_t)length, "%s): %s%s.",
             state == automaton->dead ? ", where nothing can derive any more" : "",
             production != NULL ? "what is refused in " : "what derives",
             production != NULL ? production : "");
}

/* Writes the group of the rows of a state whose place is `production`, or that derive. */
static void write_group(acceptance *a, uint32_t state, const char *production)
{
    const derive_source *source = a->places.source;
    char id[64], about[WORDS_MAX], clause[64];
    snprintf(id, sizeof id, "complete-%u-%s", state, production != NULL ? production : "accepted");
    describe(a, state, production, about, sizeof about);
    snprintf(clause, sizeof clause, "%s.bnf.%s", source->dialect,
             production != NULL ? production : source->productions[0]);
    const char *clauses[] = {clause, NULL};
    derive_group group = {.id = id, .about = about, .origin = source->origin, .op = URIPROOF_PARSE};
    *(production != NULL ? &group.breaks : &group.obeys) = clauses;
    derive_group_begin(a->file, &group);
    write_rows(a, state, production);
}

static void write_state(acceptance *a, uint32_t state)
{
    write_group(a, state, NULL);
    for (const char *const *name = a->places.source->productions; *name != NULL; name++)
        write_group(a, state, *name);
    while (a->row < a->suite.row_count && a->suite.rows[a->row].state == state)
        a->row++;
}

static bool write_file(acceptance *a, unsigned extra)
{
    const uriproof_automaton *automaton = &a->languages.automata[0];
    const derive_source *source = a->places.source;
    char about[WORDS_MAX], guarantee[WORDS_MAX], more[64] = "as many as that of the grammar";
    if (extra > 0)
        snprintf(more, sizeof more, "%u more than that of the grammar", extra);
    snprintf(about, sizeof about,
             "Which texts derive from %s: a complete test suite (HSI method) for the automaton of "
             "the printed grammar, with %u states and %u classes of octets; and every octet in "
             "every state.",
             source->productions[0], automaton->state_count, automaton->class_count);
    snprintf(
        guarantee, sizeof guarantee,
        "A parser whose acceptance is an automaton of at most %u states (%s), and which treats "
        "the octets of a class alike, accepts just the texts that derive from %s, if it gives "
        "the right verdict on every text of this file.",
        automaton->state_count + extra, more, source->productions[0]);
    derive_head head = {
        .dialect = source->dialect, .name = "acceptance", .about = about, .guarantee = guarantee};
    a->file = derive_file_begin(a->job->folder, &head, a->job->error);
    if (a->file == NULL)
        return false;
    for (uint32_t s = 0; s < automaton->state_count; s++)
        write_state(a, s);
    return derive_file_end(a->file, a->job->error);
}

static bool build(acceptance *a, unsigned extra)
{
    const uriproof_automaton *automaton = &a->languages.automata[0];
    if (derive_paths_find(automaton, &a->paths) &&
        derive_suite_build(automaton, extra, DERIVE_EVERY_OCTET, &a->suite))
        return true;
    uriproof_error_set(a->job->error, "out of memory");
    return false;
}

bool derive_acceptance(const derive_job *job)
{
    acceptance a = {.job = job};
    unsigned extra = extra_states(job->dialect);
    bool done = derive_places_prepare(job, &a.places) &&
                derive_languages_compile(job, a.places.source->grammar, &a.languages) &&
                build(&a, extra) && write_file(&a, extra);
    derive_suite_free(&a.suite);
    derive_paths_free(&a.paths);
    derive_languages_free(&a.languages);
    derive_places_free(&a.places);
    return done;
}
