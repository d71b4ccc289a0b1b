/* SPDX-License-Identifier: MIT */
#include "answer.h"

#include "base/base.h"
#include "json/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Its text ---- */

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

/* Leaves the detail out if it takes more than `most` octets. */
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

/* ---- Its hash ---- */

enum { DIGITS = ANSWER_HASH_ROOM - 1 };

/* This is a member of an object, as it is written. */
typedef struct written_member {
    uriproof_span
        key; /* with its quotes, so that a name is sorted before longer names that begin with it */
    uriproof_span value;
} written_member;

static int by_key(const void *left, const void *right)
{
    const uriproof_span *a = &((const written_member *)left)->key;
    const uriproof_span *b = &((const written_member *)right)->key;
    return strncmp(a->octets, b->octets, a->length < b->length ? a->length : b->length);
}

/* Adds a value. The members of an object are sorted, since their order has no meaning. */
static void add_value(uint64_t *hash, uriproof_span value)
{
    uriproof_span key, item = {NULL, 0};
    written_member *members = NULL;
    size_t count = 0;
    if (value.octets[0] != '{') {
        *hash = octets_hash(*hash, value.octets, value.length);
        return;
    }
    while (json_next_member(value, &key, &item)) {
        members = list_grown(members, count, sizeof *members);
        members[count++] = (written_member){key, item};
    }
    if (count > 0)
        qsort(members, count, sizeof *members, by_key);
    *hash = octets_hash(*hash, "{", 1);
    for (size_t i = 0; i < count; i++) {
        *hash = octets_hash(*hash, ",", i > 0);
        *hash = octets_hash(*hash, members[i].key.octets, members[i].key.length);
        *hash = octets_hash(*hash, ":", 1);
        add_value(hash, members[i].value);
    }
    *hash = octets_hash(*hash, "}", 1);
    free(members);
}

uint64_t answer_hash(uriproof_op op, const uriproof_answer *answer)
{
    uint64_t hash = OCTETS_HASH_BEGIN;
    uriproof_answer without_words = *answer;
    without_words.error = NULL;
    if (answer->status == ANSWER_UNSUPPORTED)
        return 0;
    json_writer w = json_writer_compact();
    json_open_object(&w, NULL);
    uriproof_answer_write(&w, op, &without_words);
    json_close(&w);
    add_value(&hash, (uriproof_span){w.text.octets, w.text.length});
    buffer_free(&w.text);
    return hash;
}

void answer_hash_write(uint64_t hash, char *words)
{
    snprintf(words, ANSWER_HASH_ROOM, "%016" PRIx64, hash);
}

uint64_t answer_hash_mix(uint64_t answer, const char *id)
{
    char words[ANSWER_HASH_ROOM]; /* the same on each machine */
    answer_hash_write(answer, words);
    return octets_hash(octets_hash(OCTETS_HASH_BEGIN, words, DIGITS), id, strlen(id));
}

bool answer_hash_read(const char *words, uint64_t *hash)
{
    if (strlen(words) != DIGITS || strspn(words, "0123456789abcdef") != DIGITS)
        return false;
    *hash = strtoull(words, NULL, 16);
    return *hash != 0;
}
