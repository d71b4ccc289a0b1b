/* SPDX-License-Identifier: MIT */
/*
 * What a run over many texts found, as `uriproof diff --json` writes it. Exports of runs over the
 * halves of a stream can be merged, and are then the export of one run over all of it, octet for
 * octet. So an export keeps of each class what depends on one text alone: the smallest text that
 * showed it, and how many did. Everything else follows from that text.
 */
#ifndef URIPROOF_SURVEY_EXPORT_H
#define URIPROOF_SURVEY_EXPORT_H

#include "texts.h"

#include "base/base.h"
#include "json/json.h"

/* Whether new processes showed a difference again. */
typedef enum confirmation {
    NOT_SHOWN_AGAIN,
    NOT_LOOKED_FOR, /* the run was ended before, or new processes gave no answers */
    SHOWN_AGAIN
} confirmation;

/* A class as the texts showed it. */
typedef struct export_class {
    size_t texts; /* that showed it */
    cJSON *seen;  /* the smallest of them, as the fields of a request */
    confirmation again;
    cJSON *shown; /* id, risk and so on; if it was shown again, also the example, and what parsers
                     say of that */
} export_class;

/* What parsers declare, and what is no difference therefore. */
typedef struct excused_counts {
    size_t texts; /* on which all agree, some of them only up to what they declare */
    size_t by[PIECE_COUNT][TRANSFORM_COUNT]; /* texts in which two parsers differ only in what they
                                                declare, with this in that part */
} excused_counts;

typedef struct diff_export {
    cJSON *settings; /* an object of what the run was asked for */
    cJSON *parsers;  /* an array */
    size_t texts, agreements;
    size_t unasked; /* texts that some parser which could answer was not asked */
    size_t unread;  /* lines that are no request */
    excused_counts excused;
    bool partial;
    export_class *classes;
    size_t count;
} diff_export;

/* What a file is called inside, and the settings in the order in which they are written. */
extern const char export_format[];
enum { EXPORT_VERSION = 1, EXPORT_SETTING_COUNT = 5 };
extern const char *const export_settings[EXPORT_SETTING_COUNT];

/* Adds a class, whose parts the export then owns. */
void export_add(diff_export *e, const export_class *one);

/* Reads a file. Returns false and sets *error if it cannot be read or is no such export. */
bool export_read(const char *path, diff_export *e, uriproof_error *error);

/* Reads an export from its object, the root of a document. Returns false and reports the fault if
 * it is not one; then *e is empty. */
bool export_read_object(const json_value *root, diff_export *e);

/* Reads a class that is confirmed so, as export_write_class wrote it, and adds it. Returns false
 * and reports the fault in `file`, whose tree has the class, if it is not one. What was read needs
 * no further check: names are printable, and answers can be read. */
bool export_read_class(const json_value *file, const cJSON *class, confirmation again,
                       diff_export *e);

/* Writes a class: what it is, and then what its texts showed. */
void export_write_class(json_writer *w, const export_class *one);

/* Adds what `from` found, which is empty after that. Returns false and sets *error if the two runs
 * did not ask the same of the same parsers. */
bool export_merge(diff_export *into, diff_export *from, uriproof_error *error);

/* Sorts the classes: the worst risk first. */
void export_sort(diff_export *e);

/* Leaves out the chains that are named by a deviation which a difference shows, too: one mistake is
 * one class. A merge does so by itself. */
void export_leave_out_twins(diff_export *e);

/* Orders classes, the worst risk first. Returns 0 if both are the same. */
int export_compare(const export_class *one, const export_class *other);

/* Returns true if RFC 3986 as printed brings the class about, so that no parser is to blame: the
 * literal reference breaks this chain too, or a host is only by the text. */
bool is_by_the_text(const export_class *one);

/* Compares two requests by their fields, as request_is_smaller does. */
bool export_is_smaller(const cJSON *one, const cJSON *other);

/* Reads a request from its fields, whatever its operation is. Returns a tree that the texts of
 * *request are in, which the caller frees; NULL if it is not a request. */
cJSON *export_request(const cJSON *fields, uriproof_request *request);

/* Writes the file. Returns false and errno if that failed. */
bool export_write(diff_export *e, FILE *out);

void export_free(diff_export *e);

#endif
