/* SPDX-License-Identifier: MIT */
/*
 * The reapers that this program started. This program is a subreaper, too (prctl(2)): if an adapter
 * kills its reaper, what the adapter started comes to this program, which ends it. Any thread may
 * call these.
 */
#ifndef URIPROOF_PROCESSES_REAPERS_H
#define URIPROOF_PROCESSES_REAPERS_H

#include "reaper.h"

#include <spawn.h>
#include <stdbool.h>
#include <sys/types.h>

/* Starts a reaper as posix_spawn does. Returns 0 or the number of an error. */
int reapers_start(pid_t *reaper, const posix_spawn_file_actions_t *actions,
                  const posix_spawnattr_t *attributes, char *const *words);

/* Waits for a reaper that has ended. If it was killed, ends what it left, but waits no longer than
 * five seconds. Returns a report of what cannot be killed; its number is 0 if there is nothing. */
reaper_report reapers_bury(pid_t reaper, bool killed);

#endif
