/* SPDX-License-Identifier: MIT */
/*
 * Reads the tables of the generator: files of tables/, with a row a line and tabs between the
 * cells. The first cell names the dialects that the row is for, with commas. A line that begins
 * with # is a comment.
 */
#ifndef URIPROOF_GENERATOR_TABLE_H
#define URIPROOF_GENERATOR_TABLE_H

#include "base/base.h"

enum { GEN_CELLS_MAX = 8 };

typedef struct gen_table_row {
    char *cell[GEN_CELLS_MAX];
} gen_table_row;

typedef struct gen_table {
    gen_table_row *rows;
    size_t count;
    char *text; /* which has the cells */
} gen_table;

/* Returns the rows of tables/NAME for that dialect. Each has `cells` cells. A file that cannot be
 * read, or a row with another number of cells, ends the program. The caller frees with
 * gen_table_free. */
gen_table gen_table_read(const char *name, const char *dialect, size_t cells);

void gen_table_free(gen_table *table);

#endif
