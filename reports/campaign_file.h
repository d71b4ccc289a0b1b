/* SPDX-License-Identifier: MIT */
/* What `uriproof fuzz` writes into the folder of a campaign (harness/schema/campaign.schema.json),
 * read for a report. It may come from anybody. */
#ifndef URIPROOF_REPORTS_CAMPAIGN_FILE_H
#define URIPROOF_REPORTS_CAMPAIGN_FILE_H

#include "classes/classes.h"
#include "json/json.h"

typedef struct campaign_engine {
    const char *name;
    const char *version, *compiler; /* or NULL */
    const char *program;            /* its path */
    size_t processes, starts, executions, edges;
} campaign_engine;

typedef struct campaign_parser {
    const char *name;
    const char *version; /* or NULL */
    const char *outcome; /* why it was not asked; or NULL */
    const char *build;   /* how it was built into the target; or NULL */
    bool of_target;      /* the target has it */
} campaign_parser;

typedef struct campaign_point {
    size_t milliseconds, executions, classes;
} campaign_point;

/* How many classes were known after how many executions. */
typedef struct campaign_curve {
    campaign_point *points;
    size_t count;       /* 0: there is no such curve */
    campaign_point end; /* of the last half: its executions, and the classes that were new in it */
} campaign_curve;

/* Parsers that see the same. */
typedef struct campaign_side {
    const char *sees;
    const cJSON *parsers; /* names */
} campaign_side;

typedef struct campaign_class {
    const char *id;
    const class_risk *risk;
    size_t texts;
    bool shown_again; /* by new processes */
    bool is_new;      /* somebody has to look at it */
    bool of_target;   /* a parser of the target stands apart in it */
    campaign_side *sides;
    size_t side_count; /* 0: it was not shown again */
    uriproof_request example;
} campaign_class;

typedef struct campaign_crash {
    const char *kind; /* "hang", "crash", or NULL in old records */
    const char *stack, *summary, *example;
    const char *text;    /* the beginning of the example; NULL in old records */
    const char *program; /* that failed there; NULL in old records */
    const cJSON *frames; /* names of functions */
    size_t files;
} campaign_crash;

typedef struct recorded_run {
    const char *uriproof, *target; /* the target is NULL if there is none */
    const char *begun, *ended, *ended_by;
    const cJSON *command; /* words */
    size_t seed, jobs, executions, edges, texts, corpus;
    campaign_engine *engines;
    size_t engine_count;
    campaign_parser *parsers;
    size_t parser_count;
    campaign_curve of_target, of_parsers;
    campaign_class *classes;
    size_t class_count;
    campaign_crash *crashes;
    size_t crash_count;
    size_t crash_files_left_out; /* files of crashes that were not looked at */
    size_t crash_files_passed;   /* files at which the target did not crash again */
} recorded_run;

typedef struct campaign_file {
    json_document document;
    json_value root;
    store *store;
    recorded_run *runs; /* the oldest first; at least one */
    size_t count;
} campaign_file;

/* Reads the file. Returns false and *error if it is no such record. The caller closes *file in each
 * case. */
bool campaign_file_open(campaign_file *file, const char *path, uriproof_error *error);

void campaign_file_close(campaign_file *file);

#endif
