/* SPDX-License-Identifier: MIT */
/* By what a command names the differences between parsers: their profiles. */
#ifndef URIPROOF_CLI_DIFFERENCE_NAMES_H
#define URIPROOF_CLI_DIFFERENCE_NAMES_H

#include "parsers.h"

#include "differences/differences.h"
#include "profiles/profiles.h"

/* The help of the option --profile of such a command. */
extern const char difference_profile_help[];

typedef struct difference_names {
    const char *path;      /* of --profile, or NULL */
    profile_records given; /* what is in it */
    namer *namer;          /* NULL before difference_names_find */
    profile *profiles;     /* of each member */
    uint64_t *digests;     /* of its profile; 0: it has none */
} difference_names;

/* Reads the file of --profile. Ends the program if it cannot be read. */
void difference_names_open(const invocation *call, difference_names *names);

/* Finds the profile of each parser: that of --profile, else the kept one, if it is of the version
 * that the parser says. Starts the panel, and lets it name differences by them. Ends the program if
 * --profile has none of them. */
void difference_names_find(const invocation *call, const parsers *from, panel *p,
                           difference_names *names);

/* Writes what the deviation of a class is, and whose replies are made of it, into the object that
 * is open: of a chain, of whom `breakers` is true, which else is NULL. Of a class of no deviation
 * it writes whose replies their profiles do not give. */
void difference_names_write_class(json_writer *w, const difference_names *names,
                                  const parsers *from, const text_replies *all,
                                  const answer_class *class, const bool *breakers);

/* Writes the digest of the profile of member `m`, if it has one. */
void difference_names_write_digest(json_writer *w, const difference_names *names, size_t m);

void difference_names_close(difference_names *names);

#endif
