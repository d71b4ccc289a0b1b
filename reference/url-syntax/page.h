/* SPDX-License-Identifier: MIT */
/* Declarations that the files of this dialect share. */
#ifndef URIPROOF_URL_SYNTAX_PAGE_H
#define URIPROOF_URL_SYNTAX_PAGE_H

#include <uriproof/url-syntax.h>

/* Returns true if the reading has its second value, which is not the default. */
static inline bool takes_other(const uriproof_readings *readings,
                               uriproof_url_syntax_reading reading)
{
    return readings != NULL && readings->value[reading] == 1;
}

/* Returns where the escape at `at` is broken: at an octet that should be a hexadecimal digit, or at
 * the end. Returns NULL if the escape is complete. The reading hex-letters decides which digits
 * count.
 * url-syntax.encoding.hex-digits */
const char *broken_at(const char *at, const char *end, const uriproof_readings *readings);

/* Returns the clause by which a broken escape is rejected, in a text that ends at `end`. */
static inline const char *broken_clause(const char *broken, const char *end)
{
    return broken == end ? "url-syntax.encoding.escape" : "url-syntax.encoding.hex-digits";
}

/* The operations of this dialect; uriproof/reference.h describes them. */
bool url_syntax_parse(uriproof_span url, const uriproof_readings *readings,
                      uriproof_components *components, uriproof_refusal *refusal);
uriproof_verdict url_syntax_normalize(uriproof_span url, const uriproof_readings *readings,
                                      uriproof_buffer *out, uriproof_refusal *refusal);
uriproof_verdict url_syntax_equivalent(uriproof_span url, uriproof_span other,
                                       const uriproof_readings *readings, uriproof_buffer *scratch,
                                       bool *equal, uriproof_refusal *refusal);
uriproof_verdict url_syntax_decode(uriproof_span text, const uriproof_readings *readings,
                                   uriproof_buffer *out, uriproof_refusal *refusal);
uriproof_verdict url_syntax_encode(uriproof_span text, const uriproof_readings *readings,
                                   uriproof_buffer *out, uriproof_refusal *refusal);
bool url_syntax_encodes(uriproof_span encoded, uriproof_span text,
                        const uriproof_readings *readings);

#endif
