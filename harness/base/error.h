/* SPDX-License-Identifier: MIT */
/* Errors in words. */
#ifndef URIPROOF_BASE_ERROR_H
#define URIPROOF_BASE_ERROR_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a reader found wrong, in words that name the culprit. */
typedef struct uriproof_error {
    char words[256];
} uriproof_error;

/* Writes the words of an error, printf-like, shortened where they do not fit. Returns false, so
 * that a function that fails can return what this returns. */
bool uriproof_error_set(uriproof_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns why a system call failed, as strerror does. If a limit of the system was reached, the
 * words have the remedy. `number` is an errno. The text lasts as that of strerror does. */
const char *error_reason(int number);

/* Returns true if the words have a reason of error_reason that is a limit of the system: then the
 * machine is at fault, and no program is missing. */
bool error_is_limit(const char *words);

#ifdef __cplusplus
}
#endif

#endif
