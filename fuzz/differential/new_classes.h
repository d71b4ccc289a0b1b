/* SPDX-License-Identifier: MIT */
/*
 * The classes that a campaign has seen. All processes of a campaign share them in a file that each
 * maps into its memory, so that each class is told once. An engine may fork a process at any time.
 */
#ifndef URIPROOF_FUZZ_NEW_CLASSES_H
#define URIPROOF_FUZZ_NEW_CLASSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The file. A reader can map it at any time. */
enum { CLASSES_SEEN_MOST = 1 << 14 };
typedef struct classes_seen {
    uint64_t format;                    /* CLASSES_SEEN_FORMAT; 0: a file that was just made */
    uint64_t began;                     /* milliseconds since 1970 */
    uint64_t executions;                /* texts tested */
    uint64_t count;                     /* classes */
    uint64_t hashes[CLASSES_SEEN_MOST]; /* of their ids, at open addresses; 0: a free place */
} classes_seen;
#define CLASSES_SEEN_FORMAT UINT64_C(0x3173657373616c63) /* "classes1" */

/* Maps the file of URIPROOF_FUZZ_CLASSES, or memory of this process and its children if that is
 * not set. Ends the process, with a message, if the file cannot be used. */
classes_seen *classes_seen_map(void);

/* Returns true if the class of this hash was seen. */
bool classes_seen_has(const classes_seen *seen, uint64_t hash);

/* Adds a class by its hash. Returns true if it was not there, for one process alone. */
bool classes_seen_add(classes_seen *seen, uint64_t hash);

/* What showed a class. */
typedef struct class_sighting {
    const char *id;         /* of the class */
    const char *parsers[2]; /* between whom it is */
    const void *text;
    size_t length;
} class_sighting;

/* Tells a new class: writes its text into the folder of URIPROOF_FUZZ_FOUND, and a line into
 * classes.tsv there. If that is empty, does nothing; if it is not set, says it on standard error.
 * Ends the process, with a message, if the folder cannot be written. */
void classes_seen_tell(const classes_seen *seen, const class_sighting *what);

#endif
