/* SPDX-License-Identifier: MIT */
/* RFC 3986, section 6.2: the techniques of normalization. Each can be used with or without the
 * others. */
#ifndef URIPROOF_RFC3986_NORMALIZE_H
#define URIPROOF_RFC3986_NORMALIZE_H

#include <uriproof/rfc3986.h>

/* The techniques, as bits. */
typedef enum rfc3986_technique {
    NORMAL_HEX_CASE = 1 << 0,    /* 6.2.2.1: digits of escapes become upper case */
    NORMAL_SCHEME_CASE = 1 << 1, /* 6.2.2.1: the scheme becomes lower case */
    NORMAL_HOST_CASE = 1 << 2,   /* 6.2.2.1: the host becomes lower case */
    NORMAL_ESCAPES = 1 << 3,     /* 6.2.2.2: escapes of unreserved characters are decoded */
    NORMAL_DOTS = 1 << 4, /* 6.2.2.3: dots are removed from a path that begins with a slash */
    NORMAL_ROOTLESS_DOTS = 1 << 5, /* 6.2.2.3: dots are removed from any other path */
    NORMAL_PORT = 1 << 6,          /* 3.2.3, 6.2.3: an empty or default port is omitted */
    NORMAL_PATH = 1 << 7,          /* 6.2.3: an empty path after an authority becomes "/" */
    NORMAL_HOST = 1 << 8,          /* 3.2.2: the default host of file is written as an empty host */

    NORMAL_CASE = NORMAL_HEX_CASE | NORMAL_SCHEME_CASE | NORMAL_HOST_CASE,
    NORMAL_BY_SYNTAX = NORMAL_CASE | NORMAL_ESCAPES | NORMAL_DOTS | NORMAL_ROOTLESS_DOTS,
    NORMAL_BY_SCHEME = NORMAL_PORT | NORMAL_PATH | NORMAL_HOST,
    NORMAL_ALL = NORMAL_BY_SYNTAX | NORMAL_BY_SCHEME
} rfc3986_technique;

/* Returns the techniques that make the normal form, as `readings` decide. */
unsigned rfc3986_techniques(const uriproof_readings *readings);

/* Writes `uri` after the given techniques are applied. The only readings that it uses are
 * slashes-made and http-host. Room and return values are those of uriproof_rfc3986_normalize. */
uriproof_verdict rfc3986_normalize_by(uriproof_span uri, unsigned techniques,
                                      const uriproof_readings *readings, uriproof_buffer *out,
                                      uriproof_refusal *refusal);

#endif
