/* SPDX-License-Identifier: MIT */
/* What uriproof-reaper reports. */
#ifndef URIPROOF_PROCESSES_REAPER_H
#define URIPROOF_PROCESSES_REAPER_H

/* The descriptor that it reports on. */
enum { REAPER_REPORTS = 3 };

typedef enum reaper_news {
    REAPER_CANNOT_START, /* the command: `number` is the number of the error */
    REAPER_LEFT,         /* the command left process `number` running: `words` are its command */
    /* How the command ended. One of these comes at once, and again as the last report: */
    REAPER_EXITED,     /* with status `number` */
    REAPER_SIGNALED,   /* by signal `number` */
    REAPER_TOOK_MEMORY /* it held more memory than it may, and was killed */
} reaper_news;

/* Small enough to be written at once. */
typedef struct reaper_report {
    reaper_news news;
    int number;
    char words[120];
} reaper_report;

#endif
