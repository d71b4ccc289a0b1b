/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* for strsep */
#include "shapes.h"

#include <stdlib.h>
#include <string.h>

/* ---- The table ---- */

enum { ID = 1, OP, CLAUSE, MIB, TEXTS, ANSWER, ABOUT, CELLS };

/* Takes "scheme=x path={a}" apart. */
static void read_parts(char *words, shape_part *parts)
{
    for (char *text; (text = strsep(&words, " ")) != NULL; parts++) {
        parts->name = strsep(&text, "=");
        parts->text = text;
    }
}

static shape read_shape(const gen_table_row *row)
{
    shape read = {.id = row->cell[ID],
                  .about = row->cell[ABOUT],
                  .clause = row->cell[CLAUSE],
                  .op = uriproof_op_named(row->cell[OP]),
                  .up_to_mib = strcmp(row->cell[MIB], "yes") == 0};
    char *texts = row->cell[TEXTS];
    read.fields[0] = strsep(&texts, " ");
    read.fields[1] = texts;
    if (read.op == URIPROOF_PARSE)
        read_parts(row->cell[ANSWER], read.parts);
    else
        read.result = row->cell[ANSWER];
    return read;
}

gen_shapes gen_shapes_read(const char *dialect)
{
    gen_shapes shapes = {.table = gen_table_read("shapes.tsv", dialect, CELLS)};
    shapes.count = shapes.table.count;
    shapes.at = calloc(shapes.count + 1, sizeof *shapes.at);
    for (size_t i = 0; i < shapes.count; i++)
        shapes.at[i] = read_shape(&shapes.table.rows[i]);
    return shapes;
}

void gen_shapes_free(gen_shapes *shapes)
{
    free(shapes->at);
    gen_table_free(&shapes->table);
}

/* ---- Templates ---- */

/* The pieces of a template: the text before the brace, the repeated unit, the filling octet, and
 * the text after the brace. */
typedef struct fields {
    uriproof_span before, unit, filler, after;
} fields;

static fields take_apart(const char *template)
{
    const char *open = strchr(template, '{');
    if (open == NULL)
        return (fields){.before = uriproof_span_of(template)};
    const char *close = strchr(open, '}');
    const char *bar = memchr(open, '|', (size_t)(close - open));
    const char *end = bar != NULL ? bar : close;
    return (fields){.before = {template, (size_t)(open - template)},
                    .unit = {open + 1, (size_t)(end - open) - 1},
                    .filler = {end + 1, bar != NULL ? 1 : 0},
                    .after = uriproof_span_of(close + 1)};
}

shape_measure gen_measure(const char *template, size_t size)
{
    fields f = take_apart(template);
    if (f.unit.length == 0)
        return (shape_measure){0, 0};
    size_t room = size - f.before.length - f.after.length;
    return (shape_measure){room / f.unit.length, room % f.unit.length};
}

gen_text gen_shape_text(const char *template, shape_measure measure)
{
    fields f = take_apart(template);
    gen_text text = {.count = 0};
    gen_text_add(&text, f.before, 1);
    gen_text_add(&text, f.unit, measure.units);
    gen_text_add(&text, f.filler, measure.fillers);
    gen_text_add(&text, f.after, 1);
    return text;
}
