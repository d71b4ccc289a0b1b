/* SPDX-License-Identifier: MIT */
/*
 * The SQLite database of a store. After a fault nothing more is done: each function that comes then
 * does nothing. So only the end of a task has to ask whether there was one.
 */
#ifndef URIPROOF_FINDINGS_DATABASE_H
#define URIPROOF_FINDINGS_DATABASE_H

#include "findings.h"

#include <sqlite3.h>

struct findings {
    sqlite3 *connection;
    char *path;
    uriproof_error error; /* no words: there was no fault */
    bool is_made;         /* the tables are of this process, which saved nothing yet */
    bool was_there;       /* as an empty file, before they were made */
};

/* Returns the path with a folder in front: SQLite gives a meaning of its own to some names without
 * one. The caller frees it. */
char *database_path(const char *path);

/* Is there no fault? */
bool database_good(const findings *f);

/* Says that what the store holds is not as it must be. */
void database_damaged(findings *f, const char *what);

/* Prepares a statement. Returns NULL after a fault. */
sqlite3_stmt *database_prepare(findings *f, const char *sql);

/* Begins a prepared statement anew with these values. `types` has a letter for each of them: t is a
 * text, i an int64_t. */
void database_bind(sqlite3_stmt *statement, const char *types, ...);

/* Does both. */
sqlite3_stmt *database_query(findings *f, const char *sql, const char *types, ...);

/* Goes to the next row. Returns false after the last, or after a fault. */
bool database_next(findings *f, sqlite3_stmt *statement);

/* Returns a text of the row, up to the next call of database_next. */
const char *database_text(sqlite3_stmt *statement, int column);

/* This is JSON in a text of a row, which must stay the row until it is freed. */
typedef struct database_json {
    json_document document;
    json_value root;      /* without a tree if it is no object of JSON */
    uriproof_error fault; /* of the document; the place is within it */
} database_json;

/* Reads the object of JSON in a text of the row, which a fault calls `name`. The caller frees the
 * tree of the root. */
void database_read_json(sqlite3_stmt *statement, int column, const char *name, database_json *json);

/* Runs a statement that has no rows. */
void database_do(findings *f, const char *sql, const char *types, ...);

/* Returns the number that a statement gives; 0 after a fault. */
int64_t database_number(findings *f, const char *sql);

/* Begins a task that is done as a whole or not at all, and that others wait for. */
void database_begin(findings *f);

/* Ends the task. Returns false if there was a fault: then nothing was done, and a store that was
 * made for the task is gone. */
bool database_end(findings *f);

/* Returns the time: that of SOURCE_DATE_EPOCH, if it is set, so that equal runs give equal stores.
 */
int64_t database_now(void);

#endif
