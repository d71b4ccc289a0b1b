/* SPDX-License-Identifier: MIT */
/* The export of a survey of parsers, as `uriproof diff --json` writes it and the store keeps it. */
#ifndef URIPROOF_CLI_SURVEY_EXPORT_H
#define URIPROOF_CLI_SURVEY_EXPORT_H

#include "difference_names.h"

#include "survey/survey.h"

/* What chains resolve texts against, unless --base says. */
extern const char surveyed_base[];

/* A survey, and what it was asked for. */
typedef struct surveyed {
    const survey *survey;
    const parsers *parsers;
    const panel *panel;            /* that was asked */
    const panel *fresh;            /* that showed the examples again */
    const difference_names *names; /* by which they are named */
    uriproof_op op;
    const char *by; /* which differences count: the name of that */
    bool chains;
    const char *base; /* what texts are resolved against; NULL: that was not said */
    size_t unread;    /* lines that are no request */
} surveyed;

/* Returns an export that has no more than what is asked, and the parsers: before the first text. */
diff_export surveyed_head(const surveyed *s);

/* Returns all that the survey has found up to now. */
diff_export surveyed_export(const surveyed *s);

#endif
