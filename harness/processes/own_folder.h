/* SPDX-License-Identifier: MIT */
/* A folder of a command's own for temporary files, which goes with its processes. For one thread.
 */
#ifndef URIPROOF_PROCESSES_OWN_FOLDER_H
#define URIPROOF_PROCESSES_OWN_FOLDER_H

/* Makes the folder below that of TMPDIR, or /tmp, and sets TMPDIR to it for what this process
 * starts. If it cannot be made, all stays as it is. */
void own_folder_make(void);

/* Removes the folder with all that is in it, if it was made. What is mounted there stays. Call it
 * after the processes have ended that could write into it. */
void own_folder_remove(void);

#endif
