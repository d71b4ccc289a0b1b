/* SPDX-License-Identifier: MIT */
/*
 * "BNF for specific URL schemes": finds the rule for the scheme of a text.
 *
 * prefixedurl   u r l : url                                    url.prefixedurl
 * url           httpaddress | ftpaddress | ...                 url.url
 */
#include "url_reader.h"

#include <string.h>

/* Returns the scheme whose name and colon come next, and reads them. Returns NULL if there is
 * none. */
static const url_scheme *scheme_here(url_reader *u, const url_grammar *grammar)
{
    const unsigned char *start = u->r.at;
    for (size_t i = 0; i < grammar->scheme_count; i++) {
        u->r.at = start;
        if (url_letters(u, grammar->schemes[i].scheme) && url_literal(u, ":"))
            return &grammar->schemes[i];
    }
    return NULL;
}

/* Fills in the refusal and returns `verdict`. */
static uriproof_verdict say(uriproof_verdict verdict, const url_grammar *grammar,
                            const char *production, size_t offset, uriproof_refusal *refusal)
{
    if (refusal != NULL)
        *refusal = (uriproof_refusal){production, offset, grammar->clause};
    return verdict;
}

uriproof_verdict url_by(const url_grammar *grammar, uriproof_span url, const char **production,
                        uriproof_tell tell, void *self, uriproof_refusal *refusal)
{
    reader r = reader_of(url, grammar->sets, grammar->hex_set, grammar->readings);
    const unsigned char *start = r.at;
    url_reader u = {r, &grammar->rules, start, start, tell, self};
    if (!url_letters(&u, "url") || !url_literal(&u, ":"))
        u.r.at = start;
    u.start = u.r.at;
    const url_scheme *scheme = scheme_here(&u, grammar);
    if (scheme == NULL && !grammar->parse(url, grammar->readings, NULL, refusal))
        return URIPROOF_INVALID;
    /* Neither a rule nor the prose describes this scheme. */
    if (scheme == NULL)
        return say(URIPROOF_SILENT, grammar, "url", 0, refusal);
    *production = scheme->production;
    u.furthest = u.r.at;
    bool derives = scheme->read(&u);
    /* A text with the name of this scheme is never a URL, with the prefix or without it. */
    if (!scheme->is_url)
        return say(URIPROOF_INVALID, grammar, "url", (size_t)(u.start - start), refusal);
    if (derives)
        return URIPROOF_OK;
    size_t offset = (size_t)(u.furthest - start);
    return say(URIPROOF_INVALID, grammar, scheme->production, offset, refusal);
}
