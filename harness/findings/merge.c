/* SPDX-License-Identifier: MIT */
/* How a store is added to another one. */
#include "list.h"

#include <stdlib.h>

/* A run and what it saw are taken as a whole from the store that has its later form. */
static const char *const merging[] = {
    "DELETE FROM main.run WHERE id IN (SELECT id FROM other.run theirs JOIN main.run ours USING "
    "(id)"
    " WHERE (theirs.texts, theirs.complete, theirs.last, theirs.token)"
    " > (ours.texts, ours.complete, ours.last, ours.token))",
    "INSERT INTO main.run SELECT * FROM other.run WHERE true ON CONFLICT DO NOTHING",
    "INSERT INTO main.sighting SELECT seen.* FROM other.sighting seen"
    " JOIN other.run theirs ON theirs.id = seen.run"
    " JOIN main.run ours ON ours.id = theirs.id AND ours.token = theirs.token"
    " WHERE true ON CONFLICT DO NOTHING",
    "INSERT INTO main.opinion SELECT * FROM other.opinion WHERE true"
    " ON CONFLICT DO UPDATE SET state = excluded.state, note = excluded.note,"
    " changed = excluded.changed"
    " WHERE (excluded.changed, excluded.state, coalesce(excluded.note, ''))"
    " > (changed, state, coalesce(note, ''))",
};

/* Checks that the store can be read. */
static bool is_readable(findings *f)
{
    finding_list list;
    if (findings_list(f, &list))
        finding_list_free(&list);
    return database_good(f);
}

/* Checks that there is a store at `path`, so that its tables are ours. */
static bool is_store(findings *f, const char *path)
{
    findings *other = findings_open(path, FINDINGS_READ, &f->error);
    findings_close(other);
    return other != NULL;
}

/* Checks that the store can be read with what was added to it. A fault is that of the store at
 * `from`: before, there was none. */
static void check_merged(findings *f, char *from)
{
    finding_list list = {0};
    char *const path = f->path;
    f->path = from;
    if (database_good(f))
        list_read(f, &list);
    f->path = path;
    finding_list_free(&list);
}

bool findings_merge(findings *f, const char *from)
{
    f->error.words[0] = '\0';
    if (is_same_file(f->path, from))
        return true;
    if (!is_readable(f) || !is_store(f, from))
        return false;
    char *path = database_path(from);
    database_do(f, "ATTACH ? AS other", "t", path);
    /* Locks only what is written: for two files SQLite would name a super-journal. */
    database_do(f, "BEGIN", "");
    for (size_t i = 0; i < sizeof merging / sizeof merging[0]; i++)
        database_do(f, merging[i], "");
    check_merged(f, path);
    const bool good = database_end(f);
    sqlite3_exec(f->connection, "DETACH other", NULL, NULL, NULL);
    free(path);
    return good;
}
