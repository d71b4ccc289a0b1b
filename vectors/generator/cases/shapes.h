/* SPDX-License-Identifier: MIT */
/*
 * Templates for texts of a given size. A template is a text with braces in it, such as
 * "x:/{%41|a}?q". The unit within the braces is repeated as often as the size allows. The octet
 * after the bar fills up the rest. Without a bar the unit is one octet. A template may also have no
 * braces.
 */
#ifndef URIPROOF_GENERATOR_CASES_SHAPES_H
#define URIPROOF_GENERATOR_CASES_SHAPES_H

#include "protocol/protocol.h"
#include "table.h"
#include "writer.h"

/* A part of the answer, as a template. */
typedef struct shape_part {
    const char *name;
    const char *text;
} shape_part;

/* A request with one long text, and its answer. Every template of a shape repeats its unit and its
 * filling octet the same number of times. */
typedef struct shape {
    const char *id;    /* "path" */
    const char *about; /* says which part is long */
    const char
        *clause; /* the clause that the texts obey, without the dialect's name and the full stop */
    uriproof_op op;        /* parse, resolve or normalize */
    bool up_to_mib;        /* true if a text of 1 MiB is also tried */
    const char *fields[2]; /* as uriproof_ops[op].fields */
    const char *result;    /* the answer of resolve and normalize */
    shape_part parts[8];   /* the answer of parse, up to one without a name */
} shape;

/* The shapes of a dialect, and the table that has their texts. */
typedef struct gen_shapes {
    shape *at;
    size_t count;
    gen_table table;
} gen_shapes;

/* Reads the shapes of that dialect, of tables/shapes.tsv. The caller frees with gen_shapes_free. */
gen_shapes gen_shapes_read(const char *dialect);

void gen_shapes_free(gen_shapes *shapes);

/* How often the unit and the filling octet are repeated. */
typedef struct shape_measure {
    size_t units, fillers;
} shape_measure;

/* Returns the measure that makes `template` exactly `size` octets long. The template must have
 * braces, and must be shorter than `size` without any unit. */
shape_measure gen_measure(const char *template, size_t size);

/* Returns the text of `template` with this measure. It points into the template. */
gen_text gen_shape_text(const char *template, shape_measure measure);

#endif
