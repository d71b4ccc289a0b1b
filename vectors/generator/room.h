/* SPDX-License-Identifier: MIT */
/*
 * Checks the fixed sizes of the generator's buffers. If a text or a list were cut, a vector would
 * have a wrong answer. So the program ends if a buffer is too small.
 */
#ifndef URIPROOF_GENERATOR_ROOM_H
#define URIPROOF_GENERATOR_ROOM_H

#include <stddef.h>

/* Ends the program with status 1 if `needed` is more than `room`. The message on standard error
 * says how many are needed of `what` ("octets of a text"), and which constant (`limit`) sets the
 * room. */
void gen_require_room(size_t needed, size_t room, const char *what, const char *limit);

#endif
