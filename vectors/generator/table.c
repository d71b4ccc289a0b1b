/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* for strsep */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn static void fail(const char *name, const char *fault)
{
    fprintf(stderr, "uriproof-generate: tables/%s: %s\n", name, fault);
    exit(EXIT_FAILURE);
}

/* Returns true if the list, which is taken apart, has the dialect. */
static bool is_listed(char *list, const char *dialect)
{
    for (const char *one; (one = strsep(&list, ",")) != NULL;)
        if (strcmp(one, dialect) == 0)
            return true;
    return false;
}

/* Takes a line apart. Returns how many cells it has. */
static size_t divide(char *line, gen_table_row *row)
{
    size_t count = 0;
    for (char *cell; count < GEN_CELLS_MAX && (cell = strsep(&line, "\t")) != NULL;)
        row->cell[count++] = cell;
    return line == NULL ? count : count + 1;
}

gen_table gen_table_read(const char *name, const char *dialect, size_t cells)
{
    gen_table table = {NULL, 0, NULL};
    char *path = text_made("%s/vectors/generator/tables/%s", URIPROOF_SOURCE_DIR, name);
    size_t length;
    table.text = uriproof_file_read(path, &length);
    free(path);
    if (table.text == NULL)
        fail(name, "cannot be read");
    for (char *rest = table.text, *line; (line = strsep(&rest, "\n")) != NULL;) {
        gen_table_row row;
        if (line[0] == '#' || line[0] == '\0')
            continue;
        if (divide(line, &row) != cells)
            fail(name, "a row has too few cells, or too many");
        if (!is_listed(row.cell[0], dialect))
            continue;
        table.rows = list_grown(table.rows, table.count, sizeof row);
        table.rows[table.count++] = row;
    }
    return table;
}

void gen_table_free(gen_table *table)
{
    free(table->rows);
    free(table->text);
    *table = (gen_table){NULL, 0, NULL};
}
