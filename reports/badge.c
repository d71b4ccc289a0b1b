/* SPDX-License-Identifier: MIT */
/*
 * Writes an endpoint badge for shields.io. For one parser it shows how many of its answers are
 * right; for several, how many parsers have no wrong answer. A partial run has no count worth
 * showing.
 */
#include "summary.h"
#include "json/json.h"

typedef struct shade {
    size_t percent; /* the lowest percentage of this colour */
    const char *colour;
} shade;

static const shade shades[] = {
    {100, "brightgreen"}, {95, "green"}, {80, "yellow"}, {50, "orange"}, {0, "red"}};

static const char *colour_of(report_score score)
{
    size_t i = 0;
    while (score.good * 100 < score.asked * shades[i].percent) {
        i++;
    }
    return shades[i].colour;
}

/* Returns the score of the only parser. If there are several, counts parsers, and those without a
 * wrong answer. */
static report_score score_of(const uriproof_results *results)
{
    report_score score = {0, results->adapter_count};
    for (size_t i = 0; i < results->adapter_count; i++) {
        report_score one = report_score_of(results, i);
        if (results->adapter_count == 1) {
            return one;
        }
        score.good += one.asked > 0 && one.good == one.asked;
    }
    return score;
}

static bool write_badge(const uriproof_results *results, FILE *out)
{
    report_score score = score_of(results);
    bool counts = score.asked > 0 && !report_ended_early(results);
    char message[80];
    if (counts)
        snprintf(message, sizeof message, "%zu of %zu%s", score.good, score.asked,
                 results->adapter_count > 1 ? " parsers" : "");
    else
        snprintf(message, sizeof message, "%s", score.asked == 0 ? "nothing asked" : "ended early");
    json_writer w = json_writer_dense(out);
    json_open_object(&w, NULL);
    json_number(&w, "schemaVersion", 1);
    json_text(&w, "label", results->document);
    json_text(&w, "message", message);
    json_text(&w, "color", counts ? colour_of(score) : "lightgrey");
    if (!counts)
        json_truth(&w, "isError", true);
    return json_writer_end(&w);
}

const uriproof_report_format report_badge = {
    .name = "badge",
    .suffix = "badge.json",
    .about = "a shields.io endpoint: how many answers are right",
    .write = write_badge,
};
