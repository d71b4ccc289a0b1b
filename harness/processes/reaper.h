/* SPDX-License-Identifier: MIT */
/* What uriproof-reaper is told by its arguments, and what it reports. */
#ifndef URIPROOF_PROCESSES_REAPER_H
#define URIPROOF_PROCESSES_REAPER_H

/* The descriptor that it reports on. */
enum { REAPER_REPORTS = 3 };

typedef enum reaper_news {
    REAPER_CANNOT_START, /* the command: `number` is the number of the error */
    REAPER_LEFT,         /* the command left process `number` running: `words` are its command */
    REAPER_EXITED,       /* the command, with status `number`: the last report */
    REAPER_SIGNALED,     /* the command ended by signal `number`: the last report */
    REAPER_TOOK_MEMORY   /* more than it may, and was killed: the last report */
} reaper_news;

/* Small enough to be written at once. */
typedef struct reaper_report {
    reaper_news news;
    int number;
    char words[120];
} reaper_report;

#endif
