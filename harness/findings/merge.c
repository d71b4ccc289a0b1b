/* SPDX-License-Identifier: MIT */
/* How a store is added to another one. */
#include "list.h"

#include <stdlib.h>

/* Adds the runs in the forms that are not there yet, with what belongs to them, and the opinions.
 * A number is the key before that of the first run that was added. */
static const char *const merging[] = {
    "INSERT INTO main.run (id, token, command, source, settings, parsers, head, texts, digest,"
    " first, last, complete) SELECT id, token, command, source, settings, parsers, head, texts,"
    " digest, first, last, complete FROM other.run"
    " WHERE ?1 = ?1 AND token NOT IN (SELECT token FROM main.run)",
    "INSERT INTO main.mark SELECT ours.key, mark.texts, mark.digest FROM other.mark mark"
    " JOIN other.run theirs ON theirs.key = mark.run JOIN main.run ours USING (token)"
    " WHERE ours.key > ?1",
    "INSERT INTO main.sighting SELECT ours.key, seen.class, seen.by_specification, seen.texts,"
    " seen.again, seen.first, seen.last, seen.data FROM other.sighting seen"
    " JOIN other.run theirs ON theirs.key = seen.run JOIN main.run ours USING (token)"
    " WHERE ours.key > ?1",
    "INSERT INTO main.opinion SELECT * FROM other.opinion WHERE ?1 = ?1"
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
    const int64_t last = database_number(f, "SELECT max(key) FROM main.run");
    for (size_t i = 0; i < sizeof merging / sizeof merging[0]; i++)
        database_do(f, merging[i], "i", last);
    check_merged(f, path);
    const bool good = database_end(f);
    sqlite3_exec(f->connection, "DETACH other", NULL, NULL, NULL);
    free(path);
    return good;
}
