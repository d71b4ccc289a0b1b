/* SPDX-License-Identifier: MIT */
/*
 * A file that is made from a template for the user to fill in: `uriproof adapter new` and `uriproof
 * fuzz new`. A template is a file LANGUAGE.SUFFIX of a folder. Its first lines say after words such
 * as "Build: " what to do with the file. Marks in it are replaced.
 */
#ifndef URIPROOF_CLI_NEW_FILE_H
#define URIPROOF_CLI_NEW_FILE_H

#include "commands.h"

#include "base/base.h"

typedef struct new_file {
    const invocation *call;
    const char *output; /* of the option; or NULL */
    bool force;         /* of the option */
    /* After new_file_begin. */
    data_paths p;
    const char *name;
    char *template; /* its path */
    char *file;     /* the path of the file that is made */
    char *folder;   /* the part of the path before its name, with the slash */
    bool stream;    /* it goes to standard output */
    bool alone;     /* no other file can be written beside it */
    /* After new_file_fill_in. */
    char *made; /* its text */
} new_file;

/* A mark in a template, and what replaces it: as it is, or as a word for a shell. */
typedef struct new_file_mark {
    const char *mark; /* "@NAME@" */
    const char *words;
    bool quoted;
} new_file_mark;

/* Reads the arguments, a language and a name, after options_read. Finds the template in a folder
 * of the data, and names the file. `what` has the name ("an adapter"). Ends the program if
 * something is wrong. */
void new_file_begin(new_file *m, const char *templates, const char *what);

/* Reads the template, and replaces its marks: @NAME@, @FILE@, @DIR@ and those of the list, which
 * ends with a NULL mark. */
void new_file_fill_in(new_file *m, const new_file_mark *marks);

/* Returns the text after `mark` on its line, and sets *length to its length, which is 0 if there is
 * no such mark. */
const char *new_file_told(const new_file *m, const char *mark, int *length);

/* Writes the file to standard output, or all `count` files or none. The last is set to the file
 * that is made. Ends the program if one cannot be written, or is there already. */
void new_file_write(const new_file *m, created_file *files, size_t count);

void new_file_free(new_file *m);

#endif
