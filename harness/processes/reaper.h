/* SPDX-License-Identifier: MIT */
/* What uriproof-reaper reports. */
#ifndef URIPROOF_PROCESSES_REAPER_H
#define URIPROOF_PROCESSES_REAPER_H

/* The descriptor on which it reports. */
enum { REAPER_REPORTS = 3 };

typedef enum reaper_news {
    REAPER_CANNOT_START, /* the command cannot be started: `number` is the number of the error */
    REAPER_LEFT,         /* the command left process `number` running: `words` are its command */
    /* How the command ended. One of these comes at once, and again at the end: */
    REAPER_EXITED,      /* with status `number` */
    REAPER_SIGNALED,    /* by signal `number` */
    REAPER_TOOK_MEMORY, /* it held more memory than it may, and was killed */
    /* The last report of all, if there is one: */
    REAPER_LIVES_ON /* `number` processes cannot be killed: `words` are the number and command of
                       one. The reaper does not end before they do */
} reaper_news;

/* A report. It is small, so that a pipe takes it whole or not at all. */
typedef struct reaper_report {
    reaper_news news;
    int number;
    char words[120];
} reaper_report;

#endif
