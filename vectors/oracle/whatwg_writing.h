/* SPDX-License-Identifier: MIT */
/*
 * The URL Standard's sections "Host writing" and "URL writing": which texts may be written as a
 * URL. There is one function for each production, with its name. The reference has the sections on
 * parsing, which say with validation errors what may not be written. The standard means both to
 * say the same.
 */
#ifndef URIPROOF_ORACLE_WHATWG_WRITING_H
#define URIPROOF_ORACLE_WHATWG_WRITING_H

#include "short_string.h"

/* A base URL, as far as it matters for what is written. */
typedef struct oracle_whatwg_base {
    uriproof_span scheme; /* in lower case */
    bool has_opaque_path;
} oracle_whatwg_base;

/* Returns true if `text` is a valid URL string. `base` is NULL if there is no base URL. Then a
 * relative-URL-with-fragment string is not valid: "A non-null base URL is necessary". The text is
 * valid UTF-8. `services` has a to_ascii, which can tell the result for every domain; a domain for
 * which it cannot is not valid. The time grows with up to the fourth power of the number of
 * delimiters in the text. */
bool oracle_whatwg_valid_url_string(uriproof_span text, const oracle_whatwg_base *base,
                                    const uriproof_services *services);

#endif
