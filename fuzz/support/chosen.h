/* SPDX-License-Identifier: MIT */
/* Reads the lists that the environment gives a fuzz target. */
#ifndef URIPROOF_FUZZ_CHOSEN_H
#define URIPROOF_FUZZ_CHOSEN_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Returns true if the variable lists the word, between commas, or if there is no such variable. */
static inline bool fuzz_is_chosen(const char *variable, const char *word)
{
    const char *list = getenv(variable);
    const size_t length = strlen(word);
    for (const char *at = list; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, word, length) == 0 && (at[length] == ',' || at[length] == '\0'))
            return true;
    }
    return list == NULL;
}

#endif
