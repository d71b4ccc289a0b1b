/* SPDX-License-Identifier: MIT */
#include "truncate.h"

#include "json/json.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 4096, KEPT = 256, KEPT_OF_FURTHER = 64, DETAIL_MOST = 8192 };

/* Cuts the text to `kept` octets if it has more than `longest`. */
static bool truncate_span(uriproof_span *text, size_t longest, size_t kept)
{
    if (text->length <= longest)
        return false;
    text->length = kept;
    return true;
}

bool truncate_request(uriproof_request *request)
{
    bool first = truncate_span(&request->field[0], LONGEST, KEPT);
    return truncate_span(&request->field[1], LONGEST, KEPT) || first;
}

/* Leaves the detail out if it takes more than so many octets. */
static bool drop_detail(uriproof_answer *answer, size_t most)
{
    char *words = answer->detail != NULL ? cJSON_PrintUnformatted(answer->detail) : NULL;
    bool large = words != NULL && strlen(words) > most;
    if (large)
        answer->detail = NULL;
    cJSON_free(words);
    return large;
}

static bool truncate_to(uriproof_answer *answer, size_t longest, size_t kept)
{
    uriproof_span *generic = (uriproof_span *)&answer->parts.generic;
    uriproof_span *components = (uriproof_span *)&answer->parts.components;
    bool any = truncate_span(&answer->result, longest, kept);
    for (size_t i = 0; i < sizeof answer->parts.generic / sizeof *generic; i++)
        any = truncate_span(&generic[i], longest, kept) || any;
    for (size_t i = 0; i < sizeof answer->parts.components / sizeof *components; i++)
        any = truncate_span(&components[i], longest, kept) || any;
    return drop_detail(answer, longest < DETAIL_MOST ? 2 * longest : DETAIL_MOST) || any;
}

char *answer_text(uriproof_op op, const uriproof_answer *answer)
{
    json_writer w = json_writer_compact();
    json_open_object(&w, NULL);
    uriproof_answer_write(&w, op, answer);
    json_close(&w);
    buffer_add(&w.text, "", 1);
    return w.text.octets;
}

const char *truncated_answer_text(store *s, uriproof_op op, const uriproof_answer *answer,
                                  size_t *room, bool *shortened)
{
    uriproof_answer cut = *answer;
    char words[KEPT + 1];
    *shortened = *room > 0 ? truncate_to(&cut, LONGEST, KEPT)
                           : truncate_to(&cut, KEPT_OF_FURTHER, KEPT_OF_FURTHER);
    if (cut.error != NULL && strlen(cut.error) > KEPT) {
        memcpy(words, cut.error, KEPT);
        words[KEPT] = '\0';
        cut.error = words;
        *shortened = true;
    }
    char *text = answer_text(op, &cut);
    size_t length = strlen(text);
    const char *kept = store_text(s, text);
    *room -= length < *room ? length : *room;
    free(text);
    return kept;
}
