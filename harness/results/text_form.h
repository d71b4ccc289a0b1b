/* SPDX-License-Identifier: MIT */
/*
 * The form of a text: which components it has, whatever stands in them. Two texts of one form, one
 * of them plain, tell whether a parser fails for the octets or for the form.
 */
#ifndef URIPROOF_RESULTS_TEXT_FORM_H
#define URIPROOF_RESULTS_TEXT_FORM_H

#include "protocol/protocol.h"

/* A component is absent, empty, or holds something. */
enum { FORM_STATES = 3 };

/* The number of a form is below this. */
enum { FORM_COUNT = 3 * 3 * 3 * 3 * 3 * 3 * 3 };

typedef struct text_form {
    unsigned number; /* the same for texts of one form */
    bool plain;      /* only letters and digits stand in the components */
    uriproof_span scheme;
} text_form;

/* Returns the form of `text`, told by the delimiters alone (RFC 3986, Appendix B). */
text_form form_of(uriproof_span text);

/* In so many ways some of userinfo, port, query and fragment can be kept; the last keeps all. */
enum { FORM_WAYS = 16 };

/* Returns the number of what is left of form `number` if of userinfo, port, query and fragment only
 * those are kept that `way`, below FORM_WAYS, has a bit for. */
unsigned form_with(unsigned number, unsigned way);

#endif
