/* SPDX-License-Identifier: MIT */
/* All engines of a campaign. */
#ifndef URIPROOF_CAMPAIGN_ENGINES_H
#define URIPROOF_CAMPAIGN_ENGINES_H

#include "engine.h"
#include "text_folder.h"

typedef struct engines_options {
    const char *programs[ENGINE_KINDS]; /* the target, built for each kind */
    size_t counts[ENGINE_KINDS];        /* processes */
    const char *folder;                 /* of the campaign */
    const char *dictionary;             /* or NULL */
    const char *mutator;                /* a shared object of AFL++; or NULL */
    const char *reaper;
    uint64_t seed;
} engines_options;

/* The processes of one kind together. */
typedef struct engines_total {
    size_t processes, failed;
    uint64_t executions;
    uint64_t edges; /* of the process that reached the most */
    size_t starts;
    char words[400]; /* how one that failed ended */
    char version[40];
} engines_total;

typedef struct engines_news {
    engines_total of[ENGINE_KINDS];
    uint64_t executions; /* of all; as the target counts them, if it does */
    uint64_t edges;      /* of the kind that reached the most */
    size_t processes, failed;
} engines_news;

typedef struct engines engines;

/* Makes the folders of the campaign that engines need, and starts them. Returns NULL and sets errno
 * if a folder cannot be made. All options last longer than the engines. */
engines *engines_start(const engines_options *options);

engines_news engines_tell(engines *e);

/* Takes up what engines keep in other folders than corpus/: the queues of AFL++. */
void engines_take(const engines *e, text_folder *to);

/* Ends all processes, as Ctrl-C does, and frees the engines. Returns the last news. */
engines_news engines_end(engines *e);

#endif
