/* SPDX-License-Identifier: MIT */
/*
 * What the generator keeps has room for so much and no more. A text or a list that was cut would be
 * a vector with a wrong answer, so who runs out of room ends the program.
 */
#ifndef URIPROOF_GENERATOR_ROOM_H
#define URIPROOF_GENERATOR_ROOM_H

#include <stddef.h>

/* Ends the program with status 1 if `needed` is more than `room`. Says on standard error how many
 * of what (`what`, "octets of a text") are needed, and which constant (`limit`) allows how many. */
void gen_require_room(size_t needed, size_t room, const char *what, const char *limit);

#endif
