/* SPDX-License-Identifier: MIT */
/*
 * The class of a difference between two answers: what is different, where in the text the two
 * part, and the clause of RFC 3986 that is about that place. Who gave which answer, and the
 * dialect that was asked for, are no part of it, so the same difference always has the same id.
 */
#ifndef URIPROOF_CLASSES_CLASS_H
#define URIPROOF_CLASSES_CLASS_H

#include "class_id.h"
#include "reply.h"
#include "spelling.h"
#include "validity.h"

/* Sets *found to the class of the difference between the replies `a` and `b` to `request`. Parts
 * are compared as class_same_part does. Returns false if there is no difference that counts: the
 * answers are the same so, or one parser does not support the operation. */
bool class_between(const uriproof_request *request, const reply *a, const transform_set *of_a,
                   const reply *b, const transform_set *of_b, answer_class *found);

/* Returns true if the reply is a fault. Then *found is the class of that, which is a row whatever
 * other parsers reply. */
bool class_of_fault(const char *operation, const reply *r, answer_class *found);

/* Returns true if both replies divide the text, differ, and differ only in what either parser
 * declares. Then *needed has the transforms that are needed, as few as possible. */
bool class_excused(const uriproof_request *request, const reply *a, const transform_set *of_a,
                   const reply *b, const transform_set *of_b, transform_set *needed);

/* Returns true if the class is about a host or port that the parser of `given` declares to make of
 * that of `other`, and that is not in the text of `request` so. Then *needed has the transforms. */
bool class_by_design(const uriproof_request *request, const answer_class *c, const reply *given,
                     const transform_set *of_given, const reply *other, transform_set *needed);

/* Sets *found to the class of two divisions of a text by one parser, in the parts whose bits
 * `parts` has, up to `allowed`. Returns false if there is no difference. found->operation stays as
 * it is. */
bool class_between_parts(uriproof_span text, unsigned parts, const uri_pieces *a,
                         const uri_pieces *b, const transform_set *allowed, answer_class *found);

/* Returns true if both are the same class. */
bool class_equal(const answer_class *a, const answer_class *b);

/* Orders questions of one operation: the shorter is the smaller, of equal length the one whose
 * octets come first. Returns true if `a` is smaller than `b`. */
bool request_is_smaller(const uriproof_request *a, const uriproof_request *b);

/* Returns the number of the part that the class is about, if both replies to `parse` have parts;
 * else PIECE_COUNT. `id` may be NULL. */
size_t class_piece(const char *id, const reply *a, const reply *b);

#endif
