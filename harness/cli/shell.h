/* SPDX-License-Identifier: MIT */
/* Words of a command that a person can copy into a shell. */
#ifndef URIPROOF_CLI_SHELL_H
#define URIPROOF_CLI_SHELL_H

#include "commands.h"

/* Writes a word so that a shell reads it as one. A character that would not be seen is written as
 * put_printable does. */
void put_shell_word(FILE *out, const char *word);

/* Writes octets so that no two texts look the same: as a word that a shell reads as one, and as
 * $'\xe2' if there are some that do not print. Returns how many columns it wrote. */
void put_shell_octets(FILE *out, uriproof_span octets);

#endif
