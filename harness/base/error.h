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

#ifdef __cplusplus
}
#endif

#endif
