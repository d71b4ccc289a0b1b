/* SPDX-License-Identifier: MIT */
/*
 * The twin of a text that is to be rejected: the same text without the reason, which is accepted. A
 * parser that rejects all texts of that shape rejects the first for a reason of its own. Some
 * vector must ask it for a text of the twin's shape, so that it fails.
 */
#ifndef URIPROOF_CORPUS_TWINS_H
#define URIPROOF_CORPUS_TWINS_H

#include "base/base.h"
#include "vector.h"

/* Returns true if the vector, which people wrote, expects that parse rejects its text at an octet.
 * Only such a vector has a twin. */
bool uriproof_has_twin(const uriproof_vector *vector);

/* Writes the twin of a vector that has one into *twin, and its parts, which point there: the first
 * repair of the text at or before the octet at which it is rejected that the reference accepts.
 * Returns false if there is none. The caller frees *twin (buffer_free) in both cases. */
bool uriproof_twin(const uriproof_dialect *dialect, const uriproof_vector *vector,
                   octet_buffer *twin, uriproof_parts *parts);

/* Checks that each vector that has a twin gets one, that the corpus has an accepted vector of its
 * shape, and that an octet that is rejected in a path, query or fragment is so with an authority
 * and without. Writes a line for each fault to `out`, and returns their number. */
size_t uriproof_twins_lint(const uriproof_corpus *corpus, FILE *out);

#endif
