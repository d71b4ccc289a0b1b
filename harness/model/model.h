/* SPDX-License-Identifier: MIT */
/*
 * The model: a parser with switches. Under the profile of RFC 3986 it answers as RFC 3986 says, and
 * under the profile of a parser as that parser does, as far as traits describe it. It explains
 * answers; the reference alone decides what is right.
 *
 * All functions but model_grow are pure, and allocate nothing. They take time that is linear in the
 * length of the texts.
 */
#ifndef URIPROOF_MODEL_MODEL_H
#define URIPROOF_MODEL_MODEL_H

#include "profile.h"

#include "protocol/protocol.h"

/* The operations that the model answers, by model_op. Static. */
extern const uriproof_op model_ops[MODEL_OPS];

/* Returns the operation as the model has it; MODEL_OPS if it does not answer that. */
model_op model_op_of(uriproof_op op);

/* What an answer of the model rests on. */
typedef struct model_trace {
    /* In which kinds of scheme each trait was read, as bits: nothing else can change the answer. */
    unsigned char read[TRAIT_COUNT];
} model_trace;

/* Returns how many octets a buffer for model_answer needs, for texts of `length` octets together.
 */
size_t model_room(size_t length);

/* Makes a room large enough for the texts of a request. What it had is lost; the caller frees it.
 */
void model_grow(uriproof_buffer *room, const uriproof_request *request);

/* Answers `request`, which is parse, resolve, normalize or equivalent, under `p`. The spans of the
 * answer point into the texts or into *room, whose length is set. An answer that is rejected has
 * nothing else. `trace` may be NULL. Returns false, and answers nothing, for another operation or
 * if *room is too small.
 */
bool model_answer(const profile *p, const uriproof_request *request, uriproof_buffer *room,
                  uriproof_answer *answer, model_trace *trace);

/* Returns how many of scheme, host, port, path, query and fragment are the same; of MODEL_PARTS. */
unsigned model_parts_equal(const uriproof_components *a, const uriproof_components *b);
enum { MODEL_PARTS = 6 };

/* Returns true if both answers to `op` say the same, octet by octet: undefined is rejected. An
 * answer with user and password is compared by these, else by its userinfo. */
bool model_same(uriproof_op op, const uriproof_answer *model, const uriproof_answer *given);

#endif
