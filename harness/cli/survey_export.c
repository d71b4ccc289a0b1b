/* SPDX-License-Identifier: MIT */
#include "survey_export.h"

#include "asked.h"

const char surveyed_base[] = "http://base.example/d/e?q";

/* Writes what the example of a class shows. */
static void write_example(json_writer *w, const surveyed *s, const survey_class *one)
{
    asked r;
    json_open_object(w, "example");
    uriproof_request_write(w, &one->example);
    json_close(w);
    if (one->is_chain) {
        json_truth(w, "by_the_text", one->of_reference);
        json_open_array(w, "broken_by");
        for (size_t m = 0; m < s->parsers->count; m++)
            if (one->breakers[m])
                json_text(w, NULL, s->parsers->members[m].name);
        json_close(w);
    }
    const text_replies all = panel_replies(s->fresh, &one->example, one->replies);
    difference_names_write_class(w, s->names, s->parsers, &all, &one->class, one->breakers);
    asked_of_replies(s->parsers, s->fresh, &one->example, one->replies, &r);
    asked_write(w, &r);
    asked_free(&r);
}

static void add_class(const surveyed *s, const survey_class *one, diff_export *to)
{
    json_writer seen = json_writer_compact(), shown = json_writer_compact();
    json_open_object(&seen, NULL);
    uriproof_request_write(&seen, &one->seen);
    json_open_object(&shown, NULL);
    if (one->again == SHOWN_AGAIN) {
        asked_write_class(&shown, &one->class);
        write_example(&shown, s, one);
    } else {
        json_text(&shown, "id", one->id);
        json_text(&shown, "risk", class_risk_of(&one->class)->name);
        if (one->is_chain)
            json_truth(&shown, "by_the_text", one->of_reference);
    }
    export_add(to, &(export_class){.texts = one->count,
                                   .seen = json_writer_tree(&seen),
                                   .again = one->again,
                                   .shown = json_writer_tree(&shown)});
}

/* Returns what the run was asked for. */
static cJSON *settings_of(const surveyed *s)
{
    json_writer w = json_writer_compact();
    json_open_object(&w, NULL);
    json_text(&w, "op", uriproof_ops[s->op].name);
    json_text(&w, "by", s->by);
    json_truth(&w, "chains", s->chains);
    if (s->base != NULL)
        json_octets(&w, "base", uriproof_span_of(s->base));
    return json_writer_tree(&w);
}

/* Writes why a parser was not asked. Of chains it can be asked what it has of their operations. */
static void write_absence(json_writer *w, const surveyed *s, const hello *greeting)
{
    if (survey_texts(s->survey) == 0)
        return;
    if (greeting->name == NULL)
        json_text(w, "outcome", uriproof_outcomes[URIPROOF_NOT_RUN].name);
    else if (!greeting->ops[s->op] && !s->chains)
        json_text(w, "outcome", uriproof_outcomes[URIPROOF_UNSUPPORTED].name);
}

static cJSON *parsers_of(const surveyed *s)
{
    json_writer w = json_writer_compact();
    json_open_array(&w, NULL);
    for (size_t m = 0; m < s->parsers->count; m++) {
        json_open_object(&w, NULL);
        json_text(&w, "name", s->parsers->members[m].name);
        json_text_if(&w, "version", panel_hello(s->panel, m)->version);
        difference_names_write_digest(&w, s->names, m);
        write_absence(&w, s, panel_hello(s->panel, m));
        json_close(&w);
    }
    return json_writer_tree(&w);
}

diff_export surveyed_head(const surveyed *s)
{
    return (diff_export){.settings = settings_of(s), .parsers = parsers_of(s)};
}

diff_export surveyed_export(const surveyed *s)
{
    size_t count;
    const survey_class *classes = survey_classes(s->survey, &count);
    diff_export found = surveyed_head(s);
    found.texts = survey_texts(s->survey);
    found.agreements = survey_agreements(s->survey);
    found.unasked = survey_unasked(s->survey);
    found.unread = s->unread;
    found.excused = *survey_excused(s->survey);
    for (size_t i = 0; i < count; i++)
        add_class(s, &classes[i], &found);
    export_leave_out_twins(&found);
    return found;
}
