/* SPDX-License-Identifier: MIT */
/*
 * The texts of a campaign: a folder of files, each with one text, that several programs fill at the
 * same time. Each text is known once, whatever its file is called.
 */
#ifndef URIPROOF_CAMPAIGN_TEXT_FOLDER_H
#define URIPROOF_CAMPAIGN_TEXT_FOLDER_H

#include "base/base.h"

#include <uriproof/reference.h>

/* Longer texts are left out: they only slow the engines down. */
enum { TEXT_FOLDER_LONGEST = 512 };

typedef struct text_folder text_folder;

/* Makes the folder if it is not there. Reads nothing yet. Returns NULL and sets errno if it cannot
 * be made, or not be written. */
text_folder *text_folder_open(const char *path);

/* Takes up the files that came since the last time, in the order of their names. What is no regular
 * file, cannot be read, is empty or too long is left out; so are hidden files, and folders. Returns
 * false and sets errno if the folder cannot be read. */
bool text_folder_read(text_folder *f);

/* Does the same with another folder, whose texts are not written to this one. */
bool text_folder_take(text_folder *f, const char *path);

/* Adds a text and writes its file, unless it is known. The name of the file is the hash of its
 * content; another program sees the whole file or none. Returns false and sets errno if it cannot
 * be written. */
bool text_folder_keep(text_folder *f, uriproof_span text);

/* Copies the texts of the files of another folder, as text_folder_keep does. Returns false and sets
 * errno if it cannot be read, or this one not be written. */
bool text_folder_copy(text_folder *f, const char *from);

/* Returns how many texts are known, and one of them, in the order in which they came. Its octets
 * last as long as the folder. */
size_t text_folder_count(const text_folder *f);
uriproof_span text_folder_text(const text_folder *f, size_t number);

void text_folder_close(text_folder *f); /* may be NULL */

#endif
