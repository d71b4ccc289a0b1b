/* SPDX-License-Identifier: MIT */
#include "answer_hash.h"
#include "base/base.h"

#include "json/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = ANSWER_HASH_ROOM - 1 };

static void add_octets(uint64_t *hash, const char *octets, size_t length)
{
    *hash = octets_hash(*hash, octets, length);
}

/* A member of an object, as it is written. */
typedef struct written_member {
    uriproof_span key; /* with its quotes, so that a name stands before those that it begins */
    uriproof_span value;
} written_member;

static int by_key(const void *left, const void *right)
{
    const uriproof_span *a = &((const written_member *)left)->key;
    const uriproof_span *b = &((const written_member *)right)->key;
    return strncmp(a->octets, b->octets, a->length < b->length ? a->length : b->length);
}

/* Adds a value. The members of an object are sorted: in which order they are written says nothing.
 */
static void add_value(uint64_t *hash, uriproof_span value)
{
    uriproof_span key, item = {NULL, 0};
    size_t most = 0, count = 0;
    if (value.octets[0] != '{') {
        add_octets(hash, value.octets, value.length);
        return;
    }
    while (json_next(value, &item))
        most++;
    written_member *members = calloc(most + 1, sizeof *members);
    item = (uriproof_span){NULL, 0};
    while (json_next_member(value, &key, &item))
        members[count++] = (written_member){key, item};
    qsort(members, count, sizeof *members, by_key);
    add_octets(hash, "{", 1);
    for (size_t i = 0; i < count; i++) {
        add_octets(hash, ",", i > 0);
        add_octets(hash, members[i].key.octets, members[i].key.length);
        add_octets(hash, ":", 1);
        add_value(hash, members[i].value);
    }
    add_octets(hash, "}", 1);
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
