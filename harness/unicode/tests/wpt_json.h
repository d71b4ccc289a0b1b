/* SPDX-License-Identifier: MIT */
/*
 * Reads the JSON of the Web Platform Tests: an array of strings, which are comments, and of objects
 * with strings, null, booleans, and one level of objects. Unlike other readers it keeps NULs, and
 * half a surrogate pair, which becomes the three octets that UTF-8 would give it.
 */
#ifndef URIPROOF_UNICODE_WPT_JSON_H
#define URIPROOF_UNICODE_WPT_JSON_H

#include <uriproof/reference.h>

enum { WPT_MEMBERS = 24 };

/* A member of an object. The value of null is absent. The member `b` of the object `a` has the key
 * `a.b`. */
typedef struct wpt_member {
    uriproof_span key;
    uriproof_span value;
} wpt_member;

typedef struct wpt_case {
    wpt_member members[WPT_MEMBERS];
    size_t count;
} wpt_case;

/* A file. `name` is that of the file in ../shared/data/wpt. */
typedef struct wpt_file {
    char *text;
    const char *at;
    char *strings; /* where decoded strings are put */
    size_t used;
} wpt_file;

/* Returns false if the file is absent. */
bool wpt_open(wpt_file *file, const char *name);

/* Reads the next object into *c, whose spans are valid until the file is closed. Returns false
 * after the last. */
bool wpt_next(wpt_file *file, wpt_case *c);

/* Returns the value of a member; absent if it is null or missing. */
uriproof_span wpt_value(const wpt_case *c, const char *key);
bool wpt_has(const wpt_case *c, const char *key);

void wpt_close(wpt_file *file);

#endif
