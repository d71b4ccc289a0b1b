/* SPDX-License-Identifier: MIT */
/* The list of the files that were written into a folder, which is a file of the folder. By it a
 * folder is replaced or removed without what its user has put there or changed. */
#ifndef URIPROOF_BASE_FOLDER_LIST_H
#define URIPROOF_BASE_FOLDER_LIST_H

#include <stdbool.h>

/* The name of the list: "uriproof-files.txt". */
extern const char folder_list_name[];

/* Writes the list of all files that are in the folder now. Returns false and sets errno if that
 * failed. */
bool folder_list_write(const char *folder);

/* Returns true if all that is in the folder is as the list says, so that nothing of the user's is
 * in it. Else sets errno: to EEXIST if something is not, and then *foreign has words for it, which
 * the caller frees: "notes.txt, .git and 2 more". A folder without a sound list has nothing but
 * such things. If the machine was too short of something to look (EMFILE, ENFILE, ENOMEM), that is
 * errno. *foreign is NULL if there are no words. */
bool folder_list_has_all(const char *folder, char **foreign);

/* Removes from the folder what is as the list says, and then the folder. Returns false if something
 * else was in it, which stays. */
bool folder_list_remove(const char *folder);

#endif
