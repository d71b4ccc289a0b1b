/* SPDX-License-Identifier: MIT */
/*
 * search.js: what script.js looks through. It is a script that sets one array, since a page from a
 * file may load a script, but may not fetch JSON. Each entry is [kind, name, words, way].
 */
#include "page.h"

#include "json/json.h"

#include <stdlib.h>
#include <string.h>

/* Words of an entry are cut to this number of octets. */
enum { WORDS_MOST = 240 };

/* Writes a text, cut between two characters. */
static void put_cut(json_writer *w, const char *text)
{
    uriproof_text_written cut;
    FILE *out = uriproof_text_open(&cut);
    size_t length = strnlen(text, WORDS_MOST);
    if (length == WORDS_MOST)
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
            length--;
    fwrite(text, 1, length, out);
    fclose(out);
    json_text(w, NULL, cut.octets);
    free(cut.octets);
}

/* Begins an entry: its kind and its name. */
static void begin_entry(json_writer *w, const char *kind, const char *name)
{
    json_new_line(w);
    json_open_array(w, NULL);
    json_text(w, NULL, kind);
    put_cut(w, name);
}

static void put_parser(json_writer *w, const site *s, size_t adapter)
{
    const uriproof_adapter_results *a = &s->results->adapters[adapter];
    uriproof_text_written words, way;
    FILE *out = uriproof_text_open(&words);
    fprintf(out, "%s, %s, claims ", a->version, a->language);
    report_list(out, REPORT_PLAIN, a->dialects, "nothing");
    fclose(out);
    out = uriproof_text_open(&way);
    page_parser_file(out, s, adapter, site_first_dialect(s, adapter), 0);
    fclose(out);
    begin_entry(w, "parser", a->name);
    put_cut(w, words.octets);
    json_text(w, NULL, way.octets);
    json_close(w);
    free(words.octets);
    free(way.octets);
}

static void put_clause(json_writer *w, const site *s, size_t number)
{
    const uriproof_results_clause *clause = &s->results->clauses[number];
    uriproof_text_written words, way;
    FILE *out = uriproof_text_open(&words);
    fprintf(out, "%s, %s: %s", clause->document, clause->section, clause->paraphrase);
    fclose(out);
    out = uriproof_text_open(&way);
    page_clause_file(out, s, number, 0);
    fclose(out);
    begin_entry(w, "clause", clause->id);
    put_cut(w, words.octets);
    json_text(w, NULL, way.octets);
    json_close(w);
    free(words.octets);
    free(way.octets);
}

/* Writes the vector with its texts first, so they are found as a person types them. */
static void put_vector(json_writer *w, const site *s, size_t number)
{
    const uriproof_case *one = &s->results->cases[number];
    uriproof_text_written words, way;
    FILE *out = uriproof_text_open(&words);
    for (size_t i = 0; i < 2 && uriproof_present(one->request.field[i]); i++) {
        print_octets(out, one->request.field[i]);
        fputc(' ', out);
    }
    fprintf(out, "%s", one->group->about);
    fclose(out);
    out = uriproof_text_open(&way);
    page_case_file(out, s, number);
    fclose(out);
    begin_entry(w, "vector", one->id);
    put_cut(w, words.octets);
    json_text(w, NULL, way.octets);
    json_close(w);
    free(words.octets);
    free(way.octets);
}

static void put_entries(FILE *out, const site *s)
{
    const uriproof_results *r = s->results;
    fputs("globalThis.uriproofSearch = ", out);
    json_writer w = json_writer_dense(out);
    json_open_array(&w, NULL);
    for (size_t i = 0; i < r->adapter_count; i++)
        put_parser(&w, s, i);
    for (size_t i = 0; i < r->clause_count; i++)
        put_clause(&w, s, i);
    for (size_t i = 0; i < r->case_count; i++)
        if (r->cases[i].group->id == NULL && s->home[i] != SIZE_MAX)
            put_vector(&w, s, i);
    json_writer_end(&w);
}

void site_write_search(site *s)
{
    FILE *out = site_open(s, "search.js");
    put_entries(out, s);
    site_close(s, out);
}
