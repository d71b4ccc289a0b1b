/* SPDX-License-Identifier: MIT */
/*
 * Of what the texts of a size are made. Each is a template: octets, and perhaps braces with a unit
 * that is repeated as often as the size wants, and after a bar the one octet that fills up what
 * then is missing: "x:/{%41|a}?q". Without a bar the unit is one octet.
 */
#ifndef URIPROOF_GENERATOR_CASES_SHAPES_H
#define URIPROOF_GENERATOR_CASES_SHAPES_H

#include "protocol/protocol.h"
#include "writer.h"

/* A part, as the shape's other texts. */
typedef struct shape_part {
    const char *name;
    const char *text;
} shape_part;

/* A request in which one text is long, and its answer. The units and the filling octets are as many
 * in each template. */
typedef struct shape {
    const char *id;        /* "path" */
    const char *about;     /* what is long */
    const char *clause;    /* that it obeys, without the dialect's name and the full stop */
    uriproof_op op;        /* parse, resolve or normalize */
    bool up_to_mib;        /* is it also tried with 1 MiB? */
    const char *fields[2]; /* as uriproof_ops[op].fields */
    const char *result;    /* resolve, normalize */
    shape_part parts[8];   /* parse: up to one without a name */
} shape;

/* The shapes of that dialect, up to one without an id. Static; NULL if there are none. */
const shape *gen_shapes_of(const char *dialect);

/* How often the unit comes, and the filling octet. */
typedef struct shape_measure {
    size_t units, fillers;
} shape_measure;

/* The measure by which `template`, which has braces, is `size` octets; it is shorter without any
 * unit. */
shape_measure gen_measure(const char *template, size_t size);

/* The text of `template` by that measure. It points into the template. */
gen_text gen_shape_text(const char *template, shape_measure measure);

#endif
