/* SPDX-License-Identifier: MIT */
/*
 * An adapter for Raptor's resolver of references, https://librdf.org/raptor/. docs/parsers/c.md
 * says which call it uses. Raptor's parser of URIs is not public.
 */
#include "adapter.h"

#include "protocol/server.h"
#include <raptor2.h>

static struct {
    uriproof_scratch text[2];
    uriproof_scratch result;
} state;

static const char *version(void)
{
    return raptor_version_string;
}

static void answer_resolve(const uriproof_request *request, uriproof_answer *answer)
{
    const char *base = adapter_asked(&state.text[0], request->field[0], answer);
    const char *reference = adapter_asked(&state.text[1], request->field[1], answer);

    if (base == NULL || reference == NULL)
        return;
    /* This is room for both texts, one more copy of each delimiter, and a NUL. No result is
     * longer. */
    size_t room = request->field[0].length + request->field[1].length + 16;
    char *result = adapter_room(&state.result, room);
    size_t length = raptor_uri_resolve_uri_reference((const unsigned char *)base,
                                                     (const unsigned char *)reference,
                                                     (unsigned char *)result, room);
    if (length == 0) {
        answer->error = "not resolved";
        return;
    }
    answer->status = ANSWER_ACCEPTED;
    answer->result = (uriproof_span){result, length};
}

static const char *const dialects[] = {"rfc3986", NULL};

const uriproof_server raptor2_server = {
    .name = "raptor2",
    .version = version,
    .language = "c",
    .dialects = dialects,
    .transforms = NULL,
    .answer = {[URIPROOF_RESOLVE] = answer_resolve},
};
