/* SPDX-License-Identifier: MIT */
/* Ctrl-C, and the signals like it, while adapters run. */
#ifndef URIPROOF_CLI_STOP_H
#define URIPROOF_CLI_STOP_H

#include <stdbool.h>

/* After this call, these signals ask for an orderly end. SIGHUP does so unless it is ignored
 * already, as after nohup. SIGPIPE is ignored. */
void stop_catch(void);

/* From here on such a signal ends a read that waits, or no longer does. Standard input may be a
 * terminal, on which the next line may never come. */
void stop_interrupts_reading(bool interrupts);

/* Returns true if such a signal came. `self` is not used. */
bool is_stopped(void *self);

/* Returns true if two such signals came: what a command still does after the first ends too. */
bool is_stopped_twice(void *self);

#endif
