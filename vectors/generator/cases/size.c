/* SPDX-License-Identifier: MIT */
/* Writes texts that are as long as common buffers, or one octet longer or shorter. Each part in
 * turn is the long one. */
#include "acceptance/rejection_rule.h"
#include "languages.h"
#include "shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Only one shape of each component gets the last length, since the results contain so long a text
 * three times. */
static const size_t lengths[] = {255,  256,  1023,  1024,  1025,  4095,
                                 4096, 4097, 65535, 65536, 65537, 1 << 20};
enum { LENGTH_COUNT = sizeof lengths / sizeof lengths[0] };

typedef struct sizes {
    const gen_job *job;
    const gen_source *source; /* NULL if the dialect has no grammar; no reading matters then */
    gen_languages languages;
    rejection_rules places;
    gen_file *file;
} sizes;

/* Returns the octets of `text`, which the caller frees. */
static octet_buffer write_out(const gen_text *text)
{
    octet_buffer octets = {NULL, 0, 0};
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->pieces[i].times; j++)
            buffer_add(&octets, text->pieces[i].octets.octets, text->pieces[i].octets.length);
    return octets;
}

/* Returns true if `text` matches with this setting of the readings. Otherwise sets *rejected to the
 * expected answer. */
static bool matches(sizes *s, size_t setting, const gen_text *text, gen_expect *rejected)
{
    octet_buffer octets = write_out(text);
    *rejected =
        gen_languages_expect(&s->languages, setting, (uriproof_span){octets.octets, octets.length});
    buffer_free(&octets);
    return rejected->outcome == GEN_ACCEPTED;
}

/* ---- What is expected ---- */

static gen_expect parts_of(const shape *of, const char *view, shape_measure measure)
{
    gen_expect expect = {.outcome = GEN_PARTS, .view = view};
    for (size_t i = 0; of->parts[i].name != NULL; i++)
        gen_expect_part(&expect, of->parts[i].name, gen_shape_text(of->parts[i].text, measure));
    return expect;
}

/* Returns the answer by the words of the specification, for texts that match the grammar. */
static gen_expect said_of(const sizes *s, const shape *of, shape_measure measure)
{
    bool generic = s->source != NULL && strcmp(s->source->dialect, "rfc3986") != 0;
    if (of->op == URIPROOF_PARSE)
        return parts_of(of, generic ? "generic" : "components", measure);
    return (gen_expect){.outcome = GEN_RESULT, .result = gen_shape_text(of->result, measure)};
}

/* Returns the answer with this setting of the readings, by which the texts may not match the
 * grammar. */
static gen_expect expect_under(sizes *s, size_t setting, const shape *of, const gen_case *one,
                               shape_measure measure)
{
    gen_expect expect = said_of(s, of, measure), rejected;
    if (!matches(s, setting, &one->fields[0], &rejected)) {
        if (of->op != URIPROOF_PARSE) /* the specification only speaks of URIs */
            rejected = (gen_expect){.outcome = GEN_SILENT};
        return rejected;
    }
    if (of->op == URIPROOF_RESOLVE && !matches(s, setting, &expect.result, &rejected))
        expect.outcome = GEN_REJECTED_RESULT;
    return expect;
}

/* ---- Rows ---- */

static const char *long_field(const shape *of)
{
    return strchr(of->fields[0], '{') != NULL ? of->fields[0] : of->fields[1];
}

static void write_row(sizes *s, const shape *of, size_t length)
{
    gen_alternate room[GEN_SETTINGS_MAX];
    gen_expects expects;
    shape_measure measure = gen_measure(long_field(of), length);
    gen_case one = {.alternates = NULL};
    for (size_t i = 0; i < 2 && of->fields[i] != NULL; i++)
        one.fields[i] = gen_shape_text(of->fields[i], measure);
    if (s->source == NULL) {
        one.expect = said_of(s, of, measure);
    } else {
        for (size_t i = 0; i < s->languages.setting_count; i++)
            expects[i] = expect_under(s, i, of, &one, measure);
        gen_alternates(&s->languages, expects, room, &one);
    }
    gen_case_write(s->file, &one);
}

static void write_shape(sizes *s, const shape *of)
{
    char id[64], clause[96];
    snprintf(id, sizeof id, "size-%s", of->id);
    snprintf(clause, sizeof clause, "%s.%s", s->job->dialect->name, of->clause);
    const char *obeys[] = {clause, NULL};
    gen_group group = {.id = id,
                       .about = of->about,
                       .origin = s->source != NULL ? s->source->origin : "url-syntax",
                       .obeys = obeys,
                       .op = of->op};
    gen_group_begin(s->file, &group);
    for (size_t i = 0; i < (of->up_to_mib ? LENGTH_COUNT : LENGTH_COUNT - 1); i++)
        write_row(s, of, lengths[i]);
}

/* ---- Texts with an octet at the end that matches no rule ---- */

static void write_rejected_row(sizes *s, const shape *of, size_t length)
{
    gen_alternate room[GEN_SETTINGS_MAX];
    gen_expects expects;
    gen_case one = {.alternates = NULL};
    one.fields[0] = gen_shape_text(of->fields[0], gen_measure(of->fields[0], length - 1));
    gen_text_add(&one.fields[0], uriproof_span_of("<"), 1);
    for (size_t i = 0; i < s->languages.setting_count; i++)
        matches(s, i, &one.fields[0], &expects[i]);
    gen_alternates(&s->languages, expects, room, &one);
    gen_case_write(s->file, &one);
}

/* Returns the rule in which the text of the shape ends. */
static const char *last_place(sizes *s, const shape *of)
{
    gen_text text = gen_shape_text(of->fields[0], (shape_measure){1, 0});
    octet_buffer octets = write_out(&text);
    const char *place = rejection_rule(&s->places, (uriproof_span){octets.octets, octets.length});
    buffer_free(&octets);
    return place;
}

static void write_rejected(sizes *s, const shape *of)
{
    char id[64], clause[96], about[128];
    snprintf(id, sizeof id, "size-%s-rejected", of->id);
    snprintf(about, sizeof about, "%s No rule allows its last octet.", of->about);
    snprintf(clause, sizeof clause, "%s.bnf.%s", s->source->dialect, last_place(s, of));
    const char *breaks[] = {clause, NULL};
    gen_group group = {.id = id,
                       .about = about,
                       .origin = s->source->origin,
                       .breaks = breaks,
                       .op = URIPROOF_PARSE};
    gen_group_begin(s->file, &group);
    for (size_t i = 0; i < LENGTH_COUNT - 1; i++)
        write_rejected_row(s, of, lengths[i]);
}

/* ---- The whole ---- */

static bool write_file(sizes *s, const gen_shapes *shapes)
{
    gen_head head = {
        .dialect = s->job->dialect->name,
        .name = "size",
        .about = "Texts of 255 and 256, 1023 to 1025, 4095 to 4097, and 65535 to 65537 octets "
                 "and of 1 MiB. In each text another component is the long one."};
    s->file = gen_file_begin(s->job->folder, &head, s->job->error);
    if (s->file == NULL)
        return false;
    for (size_t i = 0; i < shapes->count; i++) {
        const shape *of = &shapes->at[i];
        write_shape(s, of);
        if (s->source != NULL && of->op == URIPROOF_PARSE)
            write_rejected(s, of);
    }
    return gen_file_end(s->file, s->job->error);
}

bool gen_sizes(const gen_job *job)
{
    sizes s = {.job = job, .source = gen_source_of(job->dialect)};
    bool done =
        s.source == NULL || (rejection_rules_prepare(job, &s.places) &&
                             gen_languages_compile(job, s.source->grammar, NULL, &s.languages));
    if (done) {
        gen_shapes shapes = gen_shapes_read(job->dialect->name);
        done = write_file(&s, &shapes);
        gen_shapes_free(&shapes);
    }
    gen_languages_free(&s.languages);
    rejection_rules_free(&s.places);
    return done;
}
