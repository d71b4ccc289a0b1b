/* SPDX-License-Identifier: MIT */
/* The grammars of vectors/grammar/, and which reading needs which patch. */
#include "grammar.h"

#include <string.h>

static const uriproof_grammar_entry grammars[] = {
    {.name = "rfc1630-generic",
     .dialect = "rfc1630",
     .file = "rfc1630-generic.bnf",
     .start = "fragmentaddress",
     .patches = {{"xpalphas", "recursive", "rfc1630-generic.xpalphas.bnf"},
                 {"void-segment", "allowed", "rfc1630-generic.void-segment.bnf"},
                 {"void-fragment", "allowed", "rfc1630-generic.void-fragment.bnf"},
                 {"generic-reserved", "specific", "rfc1630-generic.generic-reserved.bnf"},
                 {"hex-letters", "prose", "www-hex-letters.bnf"}}},
    {.name = "rfc1630-url",
     .dialect = "rfc1630",
     .file = "rfc1630-url.bnf",
     .start = "prefixedurl",
     .always = {"rfc1630-url.prose.bnf"},
     .patches = {{"url-letters", "printed", "rfc1630-url.url-letters-printed.bnf"},
                 {"url-letters", "fold", "rfc1630-url.url-letters.bnf"},
                 {"ftp-type", "prose", "rfc1630-url.ftp-type.bnf"},
                 {"void-segment", "allowed", "rfc1630-url.void-segment.bnf"},
                 {"news-at", "prose", "rfc1630-url.news-at.bnf"},
                 {"hex-letters", "bnf", "www-url-hex-letters-bnf.bnf"},
                 {"hex-letters", "prose", "www-url-hex-letters.bnf"},
                 {"search-plus", "encoded", "www-url-search-plus.bnf"},
                 {"nntp-server", "printed", "www-url-nntp-server-printed.bnf"},
                 {"nntp-server", "given", "www-url-nntp-server.bnf"},
                 {"gopher-slash", "printed", "rfc1630-url.gopher-slash-printed.bnf"},
                 {"gopher-slash", "stays", "rfc1630-url.gopher-slash.bnf"},
                 {"addr-spec", "rfc822", "rfc822-addr-spec.bnf"},
                 {"addr-spec", "rfc822", "rfc1630-url.bare-special.bnf"},
                 {"addr-spec", "article", "www-url-addr-spec.bnf"}}},
    {.name = "draft-www-uri-00",
     .dialect = "draft-www-uri-00",
     .file = "draft-www-uri-00.bnf",
     .start = "fragmentaddress",
     .patches = {{"xpalphas", "recursive", "draft-www-uri-00.xpalphas.bnf"},
                 {"void-segment", "allowed", "draft-www-uri-00.void-segment.bnf"},
                 {"void-fragment", "allowed", "draft-www-uri-00.void-fragment.bnf"},
                 {"hex-letters", "prose", "www-hex-letters.bnf"}}},
    {.name = "draft-www-uri-00-url",
     .dialect = "draft-www-uri-00",
     .file = "draft-www-uri-00-url.bnf",
     .start = "prefixedurl",
     .always = {"draft-www-uri-00-url.prose.bnf"},
     .patches = {{"url-letters", "printed", "draft-www-uri-00-url.url-letters-printed.bnf"},
                 {"url-letters", "fold", "draft-www-uri-00-url.url-letters.bnf"},
                 {"mailto-colons", "printed", "draft-www-uri-00-url.mailto-colons-printed.bnf"},
                 {"mailto-colons", "one", "draft-www-uri-00-url.mailto-colons.bnf"},
                 {"xpalphas", "recursive", "draft-www-uri-00.xpalphas.bnf"},
                 {"void-segment", "allowed", "draft-www-uri-00-url.void-segment.bnf"},
                 {"news-at", "prose", "draft-www-uri-00-url.news-at.bnf"},
                 {"hex-letters", "bnf", "www-url-hex-letters-bnf.bnf"},
                 {"hex-letters", "prose", "www-url-hex-letters.bnf"},
                 {"search-plus", "encoded", "www-url-search-plus.bnf"},
                 {"nntp-server", "printed", "www-url-nntp-server-printed.bnf"},
                 {"nntp-server", "given", "www-url-nntp-server.bnf"},
                 {"gopher-slash", "printed", "draft-www-uri-00-url.gopher-slash-printed.bnf"},
                 {"gopher-slash", "stays", "draft-www-uri-00-url.gopher-slash.bnf"},
                 {"addr-spec", "rfc822", "rfc822-addr-spec.bnf"},
                 {"addr-spec", "rfc822", "draft-www-uri-00-url.bare-special.bnf"},
                 {"addr-spec", "article", "www-url-addr-spec.bnf"}}},
    {.name = "rfc3986",
     .dialect = "rfc3986",
     .file = "rfc3986.abnf",
     .start = "URI",
     .always = {"rfc2234-core.abnf"},
     .patches = {{"zone", "accepted", "rfc3986.zone.abnf"},
                 {"zone", "bare", "rfc3986.zone-bare.abnf"}}},
};

const uriproof_grammar_entry *uriproof_grammars(size_t *count)
{
    *count = sizeof grammars / sizeof grammars[0];
    return grammars;
}

const uriproof_grammar_entry *uriproof_grammar_named(const char *name)
{
    for (size_t i = 0; i < sizeof grammars / sizeof grammars[0]; i++)
        if (strcmp(grammars[i].name, name) == 0)
            return &grammars[i];
    return NULL;
}

/* Returns the value that `readings` have for the reading `id` of `dialect`, or NULL. */
static const char *value_of(const uriproof_dialect *dialect, const uriproof_readings *readings,
                            const char *id)
{
    for (size_t i = 0; dialect != NULL && i < dialect->reading_count; i++)
        if (strcmp(dialect->readings[i].id, id) == 0)
            return dialect->readings[i].values[readings != NULL ? readings->value[i] : 0];
    return NULL;
}

uriproof_grammar *uriproof_grammar_under(const char *folder, const uriproof_grammar_entry *entry,
                                         const uriproof_readings *readings, uriproof_error *error)
{
    const uriproof_dialect *dialect = uriproof_dialect_named(entry->dialect);
    const char *files[URIPROOF_GRAMMAR_ALWAYS_MAX + URIPROOF_GRAMMAR_PATCHES_MAX + 2] = {
        entry->file};
    size_t count = 1;
    for (size_t i = 0; entry->always[i] != NULL; i++)
        files[count++] = entry->always[i];
    for (size_t i = 0; entry->patches[i].reading != NULL; i++) {
        const uriproof_grammar_patch *patch = &entry->patches[i];
        const char *value = value_of(dialect, readings, patch->reading);
        if (value == NULL) {
            uriproof_error_set(error, "%s: %s has no reading %s", entry->name, entry->dialect,
                               patch->reading);
            return NULL;
        }
        if (strcmp(value, patch->value) == 0)
            files[count++] = patch->file;
    }
    return uriproof_grammar_load(folder, files, error);
}
