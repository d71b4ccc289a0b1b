/* SPDX-License-Identifier: MIT */
/*
 * search.js: what script.js looks through. It is a script that sets one array, since a page from a
 * file may load a script, but may not fetch JSON. Each entry is [kind, name, words, way].
 */
#include "pages.h"

#include "json/json.h"

#include <stdlib.h>
#include <string.h>

/* Words of an entry are cut to this number of octets. */
enum { WORDS_MOST = 240 };

/* Writes a text, cut between two characters. */
static void put_cut(json_writer *w, const char *text)
{
    char *cut = text_cut(strdup(text), WORDS_MOST);
    json_text(w, NULL, cut);
    free(cut);
}

/* Writes an entry, and frees its words and its way. */
static void put_entry(json_writer *w, const char *kind, const char *name, char *words, char *way)
{
    json_new_line(w);
    json_open_array(w, NULL);
    json_text(w, NULL, kind);
    put_cut(w, name);
    put_cut(w, words);
    json_text(w, NULL, way);
    json_close(w);
    free(words);
    free(way);
}

static void put_parser_entry(json_writer *w, const site *s, size_t adapter)
{
    const uriproof_adapter_results *a = &s->results->adapters[adapter];
    uriproof_text_written words;
    FILE *out = uriproof_text_open(&words);
    fprintf(out, "%s, %s, claims ", a->version, a->language);
    report_list(out, REPORT_PLAIN, a->dialects, "nothing");
    fclose(out);
    put_entry(w, "parser", a->name, words.octets,
              site_parser_file(s, adapter, site_first_dialect(s, adapter), 0));
}

static void put_clause_entry(json_writer *w, const site *s, size_t number)
{
    const uriproof_results_clause *clause = &s->results->clauses[number];
    put_entry(w, "clause", clause->id,
              text_made("%s, %s: %s", clause->document, clause->section, clause->paraphrase),
              site_clause_file(s, number));
}

/* Writes the vector with its texts first, so they are found as a person types them. */
static void put_vector_entry(json_writer *w, const site *s, size_t number)
{
    const uriproof_case *one = &s->results->cases[number];
    uriproof_text_written words;
    FILE *out = uriproof_text_open(&words);
    for (size_t i = 0; i < 2 && uriproof_present(one->request.field[i]); i++) {
        print_octets(out, one->request.field[i]);
        fputc(' ', out);
    }
    fputs(one->group->about, out);
    fclose(out);
    put_entry(w, "vector", one->id, words.octets, site_case_file(s, number));
}

static void put_entries(FILE *out, const site *s)
{
    const uriproof_results *r = s->results;
    fputs("globalThis.uriproofSearch = ", out);
    json_writer w = json_writer_dense(out);
    json_open_array(&w, NULL);
    for (size_t i = 0; i < r->adapter_count; i++)
        put_parser_entry(&w, s, i);
    for (size_t i = 0; i < r->clause_count; i++)
        put_clause_entry(&w, s, i);
    for (size_t i = 0; i < r->case_count; i++)
        if (r->cases[i].group->id == NULL && s->home[i] != SIZE_MAX)
            put_vector_entry(&w, s, i);
    json_writer_end(&w);
}

void site_write_search(site *s)
{
    FILE *out = new_folder_open(s->folder, "search.js");
    put_entries(out, s);
    new_folder_close(s->folder, out);
}
