/* SPDX-License-Identifier: MIT */
/* Names of packages, and the order of their releases. */
#ifndef URIPROOF_RELEASES_RANGE_H
#define URIPROOF_RELEASES_RANGE_H

#include "base/base.h"

#include <stdbool.h>
#include <stdint.h>

/* A release that is no prerelease: three numbers. */
typedef struct release {
    uint32_t numbers[3];
} release;

/* Reads "1.19.3". Returns false if that is no such release: a prerelease ("2.0.0-rc.1"), a range, a
 * number with a zero in front or of more than nine digits. */
bool release_read(const char *text, release *into);

/* Returns less than 0, 0 or more than 0 if `a` is before, the same as or after `b`. */
int release_compare(const release *a, const release *b);

/* Room for the text of a release and its NUL. */
enum { RELEASE_ROOM = 36 };

/* Writes it as release_read reads it. */
void release_write(const release *r, char text[RELEASE_ROOM]);

/* Room for the name of a package and its NUL; npm has 214 octets at most. */
enum { PACKAGE_ROOM = 216 };

/* The releases of a package from one to another, both included. */
typedef struct release_range {
    char package[PACKAGE_ROOM];
    release from, to;
} release_range;

/* Returns true if npm can have a package of that name: "url-parse", "@scope/name". Such a name is
 * no path, no option and no address. */
bool package_is_name(const char *text);

/* Reads "url-parse@1.4.1..1.5.10". Returns false with *error if it is no range of a package. */
bool range_read(const char *text, release_range *into, uriproof_error *error);

/* Keeps the releases of the range, each once and in order, and returns how many they are. */
size_t range_choose(const release_range *range, release *list, size_t count);

#endif
