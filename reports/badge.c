/* SPDX-License-Identifier: MIT */
/*
 * What an endpoint badge of shields.io shows. Of one parser it says how many of its answers are
 * right, of several how many have no wrong one. A run that is not whole has no count worth showing.
 */
#include "formats.h"
#include "summary.h"

typedef struct shade {
    size_t percent; /* at least so many */
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

/* The score of the only parser; or parsers, and those without a wrong answer. */
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

bool report_write_badge(const uriproof_results *results, FILE *out)
{
    report_score score = score_of(results);
    fputs("{\"schemaVersion\":1,\"label\":\"", out);
    report_text_short(out, REPORT_YAML, results->document);
    fputs("\",\"message\":\"", out);
    if (report_ended_early(results) || score.asked == 0) {
        fputs(score.asked == 0 ? "nothing asked" : "ended early", out);
        fputs("\",\"color\":\"lightgrey\",\"isError\":true}\n", out);
        return report_done(out);
    }
    fprintf(out, "%zu of %zu%s", score.good, score.asked,
            results->adapter_count > 1 ? " parsers" : "");
    fprintf(out, "\",\"color\":\"%s\"}\n", colour_of(score));
    return report_done(out);
}
