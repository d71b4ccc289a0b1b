/* SPDX-License-Identifier: MIT */
/*
 * The record of a campaign, campaign.json in its folder (harness/schema/campaign.schema.json): one
 * entry for each run. What is in it follows from the run, so that its page can be made later, and
 * the run can be started again.
 */
#ifndef URIPROOF_CAMPAIGN_RECORD_H
#define URIPROOF_CAMPAIGN_RECORD_H

#include "crash_files.h"
#include "curve.h"
#include "engines.h"

#include "survey/survey.h"

typedef enum campaign_end {
    CAMPAIGN_TIME,
    CAMPAIGN_TEXTS,
    CAMPAIGN_SIGNAL,
    CAMPAIGN_UNFINISHED, /* it runs, or was killed */
    CAMPAIGN_ENDS
} campaign_end;

/* What is said of a class, beside the class. */
typedef struct campaign_finding {
    bool is_new;    /* somebody has to look at it */
    bool of_target; /* a parser of the target stands apart in it */
    cJSON *sides;   /* who sees what: an array of `sees` and `parsers` */
} campaign_finding;

typedef struct campaign_run {
    const char *version;  /* of uriproof */
    char *const *command; /* NULL-terminated: how the run was started */
    uint64_t seed, jobs;
    int64_t begun, ended; /* seconds since 1970 */
    campaign_end end;
    const char *target;                 /* as it was named; NULL: there is none */
    const char *programs[ENGINE_KINDS]; /* NULL: there is none of this kind */
    const char *compilers[ENGINE_KINDS];
    engines_news news;
    curve of_target, of_parsers;
    size_t corpus;        /* texts */
    const cJSON *parsers; /* with their versions, and which of them the target has */
    const diff_export *found;
    const campaign_finding *findings; /* of each class of it */
    const crash_stacks *crashes;
    const char *minimized, *coverage; /* folders; NULL: not made */
} campaign_run;

/* Reads the runs before this one. Returns an array, which the caller frees; an empty one if there
 * is no file. Returns NULL and sets *error if the file is no record. */
cJSON *record_read(const char *path, uriproof_error *error);

/* Returns how many classes the runs found together. */
size_t record_classes(const cJSON *runs);

/* Returns true if the last of the runs did not write its end: it was killed. */
bool record_is_unfinished(const cJSON *runs);

/* Writes the runs of `before` and this one. Returns false and sets errno if that failed. */
bool record_write(const char *path, const cJSON *before, const campaign_run *run);

#endif
