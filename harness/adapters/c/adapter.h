/* SPDX-License-Identifier: MIT */
/*
 * Octets for the adapters of C libraries: memory that is kept from call to call, so that a
 * parse costs no allocation of ours, and C strings for the libraries that know no other.
 *
 * Running out of memory ends the process. An adapter that cannot ask its parser has no
 * answer, and a rejection would be a false one; the harness sees a crash, which is true.
 */
#ifndef URIPROOF_ADAPTER_H
#define URIPROOF_ADAPTER_H

#include "protocol/message.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Says on standard error that memory ran out, and aborts. */
void adapter_no_memory(void) __attribute__((noreturn));

/* Room for `length` octets, of which the first ones are no longer what they were. */
char *adapter_room(uriproof_scratch *scratch, size_t length);

/* `text` as a C string in *scratch; NULL if it holds a NUL, so that a library which
 * stops there cannot be asked. An absent text is an empty one. */
const char *adapter_string(uriproof_scratch *scratch, uriproof_span text);

/* As adapter_string, for a library that knows no length: NULL makes *answer unsupported. */
const char *adapter_asked(uriproof_scratch *scratch, uriproof_span text, uriproof_answer *answer);

/* `host` in brackets, in *scratch: for a parser that leaves them off an IP literal. */
uriproof_span adapter_bracketed(uriproof_scratch *scratch, uriproof_span host);

/* The digits of `number`, in *scratch: for a parser whose port is a number. */
uriproof_span adapter_number(uriproof_scratch *scratch, unsigned number);

/* Makes the C string `string` the result; NULL is a rejection, for which `words` say why. */
void adapter_give(const char *string, const char *words, uriproof_answer *answer);

#ifdef __cplusplus
}
#endif

#endif
