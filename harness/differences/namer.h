/* SPDX-License-Identifier: MIT */
/*
 * Names the difference between the answers of two parsers by the deviation of which one answer is
 * made and the other is not: so one deviation is one class, however many texts show it.
 *
 * What the specification allows names a difference only if nothing else does. A deviation in the
 * octets that a part takes has the kind of octet in its name, "path.octets=more-space", since each
 * is a matter of its own.
 */
#ifndef URIPROOF_DIFFERENCES_NAMER_H
#define URIPROOF_DIFFERENCES_NAMER_H

#include "explanation.h"

#include "classes/classes.h"

typedef struct namer namer;

/* Makes what names the differences between `members` parsers, whose claimed profile is that of RFC
 * 3986. The caller frees with namer_free. */
namer *namer_new(size_t members);

/* Sets the profile of a member. */
void namer_set(namer *n, size_t member, const profile *own);

/* Returns what the classes are named by; it lasts as long as `n`. */
const class_namer *namer_classes(namer *n);

/* Writes the words of the explanation of a member's reply (explainer_explain). Returns false if
 * there is none. */
bool namer_explain(namer *n, size_t member, const uriproof_request *request, const reply *r,
                   char words[EXPLANATION_ROOM]);

/* Returns true if the reply of the member is made of the deviation that is the character of a
 * class. */
bool namer_deviates(namer *n, size_t member, const text_replies *all, const char *character);

/* Returns true if the profile of the member gives another reply than its own, and the difference is
 * of that class. */
bool namer_is_unexplained(namer *n, size_t member, const text_replies *all,
                          const answer_class *class);

/* Returns what completes "X is RFC 3986, except that it ...", of the character of a class of a
 * deviation; NULL if this program has no such deviation. The caller frees it. */
char *namer_does(const char *character);

void namer_free(namer *n);

#endif
