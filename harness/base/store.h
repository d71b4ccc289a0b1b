/* SPDX-License-Identifier: MIT */
/*
 * Memory of a corpus or of results: taken piece by piece, and given back all at once. Equal octets
 * can be kept once. A store is used by one thread at a time.
 */
#ifndef URIPROOF_BASE_STORE_H
#define URIPROOF_BASE_STORE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct store store;

store *store_new(void);

/* Returns `count` times `size` octets, all zero, which live as long as the store. */
void *store_take(store *s, size_t count, size_t size);

/* Returns a copy of these octets, with a NUL after them. */
char *store_copy(store *s, const void *octets, size_t length);

/* Returns the store's only copy of these octets. */
const void *store_once(store *s, const void *octets, size_t length);

/* Keeps these octets once. Returns false if they were kept already. */
bool store_add(store *s, const void *octets, size_t length);

/* Were these octets kept once? */
bool store_has(const store *s, const void *octets, size_t length);

/* Does the same as store_once with a text and its NUL. Returns NULL for NULL. */
const char *store_text(store *s, const char *text);

/* Returns the three texts as one. */
const char *store_joined(store *s, const char *first, const char *second, const char *third);

/* Keeps the text once, and returns its number: how many other texts and octets the store kept once
 * before it. */
size_t store_number(store *s, const char *text);

/* Moves all contents of `from` to `s` without a copy, and frees `from`, which may be NULL. Octets
 * that both stores have are then in `s` twice. */
void store_absorb(store *s, store *from);

/* Gives all contents back, and keeps some of the memory for what is taken next. */
void store_empty(store *s);

void store_free(store *s);

#endif
