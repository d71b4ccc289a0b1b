/* SPDX-License-Identifier: MIT */
/* A page of the site, and what all kinds of pages have in common. */
#ifndef URIPROOF_REPORTS_PAGE_H
#define URIPROOF_REPORTS_PAGE_H

#include "files.h"

#include "../ask_command.h"
#include "../telling_clause.h"
#include "../words.h"

typedef struct page {
    site *site;
    FILE *out;        /* never NULL; what is written after a failure is lost */
    const char *root; /* the way to the site's folder: "" or "../" */
} page;

/* The pages that each page leads to. */
typedef enum page_place {
    PAGE_INDEX,
    PAGE_CLAUSES,
    PAGE_PAIRS,
    PAGE_LINEAGE,
    PAGE_FINDINGS, /* is there only if there is a file of findings */
    PAGE_CAMPAIGN, /* is there only if there is the record of a campaign */
    PAGE_PLACE_COUNT
} page_place;

/* Begins the page `path` of the site ("parsers/libcurl.html"): its head, its navigation, and its
 * heading `title`, which is text. */
page page_begin(site *s, page_place place, const char *path, const char *title);

/* Does so for part `part`, from 0, of a page of `count` parts, with links to the others. `path` is
 * that of the first one. */
page page_begin_part(site *s, page_place place, const char *path, const char *title, size_t part,
                     size_t count);

/* Ends the page. If it could not be written, the site has failed. */
void page_end(page *p);

/* A page that is not written, but whose octets are counted, so that a long one can be divided. */
typedef struct page_draft {
    page page; /* as if it were in a folder of the site */
    uriproof_text_written text;
    size_t octets; /* of this part of the page */
    size_t part;   /* from 0 */
} page_draft;

void page_draft_begin(page_draft *draft, site *s);
void page_draft_end(page_draft *draft);

/* Call it after each item that was written to the draft. Returns the part of the page to which the
 * item belongs: the first one that has room for it and for those before it. */
size_t page_draft_part(page_draft *draft);

/* Returns the part of a page to which each of `count` items belongs, which `put` writes. The caller
 * frees it. */
size_t *page_divide(site *s, size_t count,
                    void (*put)(const page *p, const void *self, size_t number), const void *self);

/* Writes `before` as HTML and then `words` as text, shortened if it is long. */
void page_text(const page *p, const char *before, const char *words);

/* Does the same for a name that may be wider than its cell. */
void page_name(const page *p, const char *before, const char *words);

/* Writes a text as code, or that it is empty. Octets that do not print are written as \xNN. */
void page_octets(const page *p, uriproof_span octets);

/* Writes how many parsers there are: "33 URI parsers and uriproof's own reference". */
void page_parser_count(const page *p);

/* Writes the sign and the name of an outcome. Its colour says no more. */
void page_outcome(const page *p, uriproof_outcome outcome);

/* Writes how many of `of` are good in per cent, with one digit after the point. It is rounded down,
 * so 100.0 % is all. */
void page_per_cent(const page *p, size_t good, size_t of);

/* Writes how many of `of` are bad. It is rounded up, so 0.0 % means that nothing is bad. */
void page_per_cent_bad(const page *p, size_t bad, size_t of);

/* Returns the name of the class of a cell in which `bad` of `of` are bad: one of five degrees. */
const char *page_degree(size_t bad, size_t of);

/* Writes how many of `of` are good, as per cent and as a bar. */
void page_share(const page *p, size_t good, size_t of);

/* Begins a table, in a box in which it scrolls. `label` says what it is of. It can be sorted if it
 * has an id, which is NULL otherwise. Then come its columns, page_begin_rows, its rows, and
 * page_end_table. */
void page_begin_table(const page *p, const char *label, const char *class, const char *id);

/* Write the head of a column, of words, and of numbers: `words`, which is HTML, then `name`. */
void page_column(const page *p, const char *words, const char *name);
void page_number_column(const page *p, const char *words, const char *name);

void page_begin_rows(const page *p);
void page_end_table(const page *p);

/* Writes the way from this page to that file of the site, for the attribute href; and frees it. */
void page_way(const page *p, char *file);

/* Write links to the page of an adapter by a dialect, and of a clause; their words are the names.
 */
void page_link_parser(const page *p, size_t adapter, size_t dialect);
void page_link_clause(const page *p, size_t clause);

/* Writes the id of a vector, as a link if a page has it. */
void page_link_case(const page *p, size_t number);

/* Writes the request of a case: its text, or its two: "g against x://h/". */
void page_request(const page *p, const uriproof_case *one);

/* Writes `before`, which is HTML, and the command that asks it. Writes nothing and returns false if
 * there is none (ask_command_write). */
bool page_ask(const page *p, const char *before, const ask_question *asked);

/* Writes the request if it is short, and otherwise how long it is: a list has to stay a list. */
void page_request_short(const page *p, const uriproof_case *one);

/* Writes what was expected of a case and what the adapter gave, part by part with the differing
 * parts marked, or in words if they have no parts. A change that the adapter declares is not marked
 * (answers.c). */
void page_answers(const page *p, size_t number, size_t adapter);

/* Writes what the adapter gave, in few words: the differing parts alone, if it is parts. */
void page_given(const page *p, size_t number, size_t adapter);

/* Writes an answer in JSON, or NULL for none, in words. */
void page_answer(const page *p, const char *answer);

/* Writes what results say of a vector: what it asks and expects, and who gave another answer
 * (vectors.c). */
void page_vector(const page *p, size_t number);

/* Writes a cause of failures of an adapter, which is number `number` on its page, from 1
 * (cause.c). */
void page_cause(const page *p, const cause *found, size_t adapter, size_t dialect, size_t number);

/* Writes all other parsers with which the adapter was compared, those that see other hosts most
 * often first, each with a link to the page of the two (pairs.c). */
void page_others(const page *p, size_t adapter);

/* Writes the badge of an adapter that claims the dialect, and how to show it elsewhere
 * (badges.c). */
void page_badge(const page *p, size_t adapter, size_t dialect);

/* Writes what a clause says: its paraphrase, its rule as printed, and a link into the published
 * text (clauses.c). */
void page_clause_text(const page *p, size_t clause);

#endif
