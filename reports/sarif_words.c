/* SPDX-License-Identifier: MIT */
#include "sarif_words.h"

#include "escape.h"

#include <stdlib.h>

void sarif_compose(sarif_words *c)
{
    c->out = uriproof_text_open(&c->words);
}

void sarif_add(sarif_words *c, const char *before, const char *words)
{
    fputs(before, c->out);
    report_text_short(c->out, REPORT_SARIF, words);
}

void sarif_end_string(json_writer *w, const char *key, sarif_words *c)
{
    fclose(c->out);
    json_text(w, key, c->words.octets);
    free(c->words.octets);
}

void sarif_end_message(json_writer *w, const char *key, sarif_words *c)
{
    json_open_object(w, key);
    sarif_end_string(w, "text", c);
    json_close(w);
}

void sarif_message(json_writer *w, const char *key, const char *words)
{
    sarif_words c;
    sarif_compose(&c);
    sarif_add(&c, "", words);
    sarif_end_message(w, key, &c);
}

void sarif_names(json_writer *w, const char *key, const char *const *words)
{
    sarif_words c;
    sarif_compose(&c);
    for (size_t i = 0; words[i] != NULL; i++) {
        fputs(i > 0 ? "/" : "", c.out);
        report_text(c.out, REPORT_PLAIN, words[i]);
    }
    sarif_end_string(w, key, &c);
}

void sarif_name(json_writer *w, const char *key, const char *words)
{
    sarif_names(w, key, (const char *const[]){words, NULL});
}

void sarif_suppress(json_writer *w, const char *justification)
{
    json_open_array(w, "suppressions");
    json_open_object(w, NULL);
    json_text(w, "kind", "external");
    json_text(w, "status", "accepted");
    json_text(w, "justification", justification);
    json_close(w);
    json_close(w);
}

void sarif_open(json_writer *w, const char *version)
{
    json_open_object(w, NULL);
    json_text(w, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_text(w, "version", "2.1.0");
    json_open_array(w, "runs");
    json_open_object(w, NULL);
    json_open_object(w, "tool");
    json_open_object(w, "driver");
    json_text(w, "name", "uriproof");
    sarif_name(w, "version", version);
}
