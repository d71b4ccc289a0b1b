/* SPDX-License-Identifier: MIT */
/*
 * Helps the adapters of C libraries. Memory is kept from call to call, so a parse needs no
 * allocation in the adapter. Texts are turned into C strings for libraries that need them. In a
 * program with AddressSanitizer, each text has memory of just its size, so that a parser that reads
 * or writes beyond it is seen.
 *
 * If memory runs out, the process ends. The adapter has no answer then, and a rejection would be
 * false. The harness reports a crash, which is true.
 */
#ifndef URIPROOF_ADAPTER_H
#define URIPROOF_ADAPTER_H

#include "protocol/message.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Prints to standard error that memory ran out, and aborts. */
void adapter_no_memory(void) __attribute__((noreturn));

/* Returns room for `length` octets. The previous content is lost. */
char *adapter_room(uriproof_scratch *scratch, size_t length);

/* Returns `text` as a C string in *scratch. Returns NULL if the text has a NUL, since a library
 * that takes C strings would stop there. An absent text is treated as empty. */
const char *adapter_string(uriproof_scratch *scratch, uriproof_span text);

/* Does the same as adapter_string, and makes *answer unsupported if it returns NULL. */
const char *adapter_asked(uriproof_scratch *scratch, uriproof_span text, uriproof_answer *answer);

/* Returns `host` in brackets, in *scratch. It is for parsers that omit the brackets of an IP
 * literal. */
uriproof_span adapter_bracketed(uriproof_scratch *scratch, uriproof_span host);

/* Returns the digits of `number`, in *scratch. It is for parsers whose port is a number. */
uriproof_span adapter_number(uriproof_scratch *scratch, unsigned number);

/* Answers with the C string `string` as the result. If it is NULL, the answer is a rejection with
 * the message `words`. */
void adapter_give(const char *string, const char *words, uriproof_answer *answer);

#ifdef __cplusplus
}
#endif

#endif
