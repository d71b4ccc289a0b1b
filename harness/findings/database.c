/* SPDX-License-Identifier: MIT */
/* The tables of a store, and how they are opened. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "database.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* These must never change: they tell our files from those of other applications, and this form of
 * the tables from later ones. */
enum { APPLICATION_ID = 0x75726966, SCHEMA_VERSION = 2 };

enum { WAIT_MS = 5000 }; /* for another process that writes */

/* A larger file is no store. SQLite takes memory for each page before it looks at one, and a file
 * of holes has as many as it likes to say. */
enum { LARGEST_GIB = 64 };

/* What SQL may have. Ours is far within; that of a file from elsewhere is read before it is seen
 * not to be ours, and takes many times its length in memory. */
static const struct {
    int what, most;
} limits[] = {
    {SQLITE_LIMIT_SQL_LENGTH, 100000}, {SQLITE_LIMIT_COLUMN, 100},
    {SQLITE_LIMIT_EXPR_DEPTH, 100},    {SQLITE_LIMIT_COMPOUND_SELECT, 10},
    {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
};

static const char *const schema[] = {
    /* A run, in the form in which it was saved as `token`. `id` is the same for all forms of a run.
     * `settings` and `parsers` are texts of JSON, only to compare runs by. `head` is the whole
     * export of the run without its classes. */
    "CREATE TABLE run (key INTEGER PRIMARY KEY, id TEXT NOT NULL, token TEXT NOT NULL UNIQUE,"
    " command TEXT NOT NULL, source TEXT NOT NULL, settings TEXT NOT NULL, parsers TEXT NOT NULL,"
    " head TEXT NOT NULL, texts INTEGER NOT NULL, digest TEXT NOT NULL, first INTEGER NOT NULL,"
    " last INTEGER NOT NULL, complete INTEGER NOT NULL) STRICT",
    /* The digest of the first texts of a run, each time that it was saved. */
    "CREATE TABLE mark (run INTEGER NOT NULL REFERENCES run, texts INTEGER NOT NULL,"
    " digest TEXT NOT NULL, PRIMARY KEY (run, texts)) STRICT",
    /* What a run saw of a class. `again` is a confirmation, and `data` the class in JSON. */
    "CREATE TABLE sighting (run INTEGER NOT NULL REFERENCES run,"
    " class TEXT NOT NULL, by_specification INTEGER NOT NULL, texts INTEGER NOT NULL,"
    " again INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, data TEXT NOT NULL,"
    " PRIMARY KEY (run, class, by_specification)) STRICT",
    /* What people think of two parsers that stand apart in a class. */
    "CREATE TABLE opinion (class TEXT NOT NULL, one TEXT NOT NULL, other TEXT NOT NULL,"
    " state TEXT NOT NULL, note TEXT, changed INTEGER NOT NULL,"
    " PRIMARY KEY (class, one, other)) STRICT",
};

enum { TABLE_COUNT = sizeof schema / sizeof schema[0] };

/* ---- Faults ---- */

bool database_good(const findings *f)
{
    return f->error.words[0] == '\0';
}

void database_damaged(findings *f, const char *what)
{
    if (database_good(f))
        uriproof_error_set(&f->error,
                           "%.100s: the store is damaged (%.80s); take a copy of it from before",
                           f->path, what);
}

/* Records the fault that SQLite reports. */
static void record_fault(findings *f, int code)
{
    if (!database_good(f))
        return;
    const char *path = f->path;
    const int number = sqlite3_system_errno(f->connection);
    switch (code & 0xff) {
    case SQLITE_NOMEM: /* SQLite says so of some damaged schemas, too, whatever memory there is */
        uriproof_error_set(
            &f->error,
            "%.150s: out of memory, or the store is damaged; give it more memory, or "
            "take a copy of the store from before",
            path);
        return;
    case SQLITE_NOTADB:
        uriproof_error_set(&f->error, "%.150s: not a store of findings; name another file", path);
        return;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        uriproof_error_set(
            &f->error, "%.150s: another process is writing it; try again when it has ended", path);
        return;
    case SQLITE_READONLY:
        uriproof_error_set(&f->error,
                           "%.150s: the store cannot be written; make it and its folder writable",
                           path);
        return;
    case SQLITE_CANTOPEN:
        uriproof_error_set(&f->error, "%.150s: cannot open the store: %s", path,
                           error_reason(number));
        return;
    case SQLITE_FULL:
    case SQLITE_IOERR:
        uriproof_error_set(&f->error, "%.150s: cannot read or write the store: %s", path,
                           code == SQLITE_FULL || number != 0
                               ? error_reason(code == SQLITE_FULL ? ENOSPC : number)
                               : "is the disk full, or the size of files limited (ulimit -f)?");
        return;
    default:
        database_damaged(f, sqlite3_errmsg(f->connection));
    }
}

/* ---- Statements ---- */

sqlite3_stmt *database_prepare(findings *f, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    if (!database_good(f))
        return NULL;
    int code = sqlite3_prepare_v2(f->connection, sql, -1, &statement, NULL);
    if (code != SQLITE_OK)
        record_fault(f, code);
    return statement;
}

static void bind_all(sqlite3_stmt *statement, const char *types, va_list values)
{
    if (statement == NULL)
        return;
    sqlite3_reset(statement);
    for (int i = 0; types[i] != '\0'; i++)
        if (types[i] == 't')
            sqlite3_bind_text(statement, i + 1, va_arg(values, const char *), -1, SQLITE_TRANSIENT);
        else
            sqlite3_bind_int64(statement, i + 1, va_arg(values, int64_t));
}

void database_bind(sqlite3_stmt *statement, const char *types, ...)
{
    va_list values;
    va_start(values, types);
    bind_all(statement, types, values);
    va_end(values);
}

sqlite3_stmt *database_query(findings *f, const char *sql, const char *types, ...)
{
    va_list values;
    sqlite3_stmt *statement = database_prepare(f, sql);
    va_start(values, types);
    bind_all(statement, types, values);
    va_end(values);
    return statement;
}

bool database_next(findings *f, sqlite3_stmt *statement)
{
    if (!database_good(f) || statement == NULL)
        return false;
    int code = sqlite3_step(statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        record_fault(f, code);
    return code == SQLITE_ROW;
}

const char *database_text(sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text != NULL ? (const char *)text : "";
}

void database_read_json(sqlite3_stmt *statement, int column, const char *name, database_json *json)
{
    const char *text = database_text(statement, column);
    const size_t length = (size_t)sqlite3_column_bytes(statement, column);
    *json = (database_json){.fault = {""}};
    if (json_document_check(&json->document, name, text, length, &json->fault))
        json->root = json_value_read(&json->document, json_root(&json->document));
}

void database_do(findings *f, const char *sql, const char *types, ...)
{
    va_list values;
    sqlite3_stmt *statement = database_prepare(f, sql);
    va_start(values, types);
    bind_all(statement, types, values);
    va_end(values);
    database_next(f, statement);
    sqlite3_finalize(statement);
}

int64_t database_number(findings *f, const char *sql)
{
    sqlite3_stmt *statement = database_prepare(f, sql);
    const int64_t number =
        database_next(f, statement) ? sqlite3_column_int64(statement, 0) : INT64_C(0);
    sqlite3_finalize(statement);
    return number;
}

void database_begin(findings *f)
{
    f->error.words[0] = '\0';
    database_do(f, "BEGIN IMMEDIATE", "");
}

/* Checks that what was written is still to be found at the path of the store. */
static void check_place(findings *f)
{
    int moved = 0;
    if (sqlite3_txn_state(f->connection, "main") != SQLITE_TXN_WRITE)
        return;
    sqlite3_file_control(f->connection, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    if (moved != 0 && database_good(f))
        uriproof_error_set(
            &f->error, "%.150s: the store was moved or removed meanwhile; run it again", f->path);
}

/* Does the statement give the number, whatever fault there was? */
static bool gives(const findings *f, const char *sql, int number)
{
    sqlite3_stmt *statement = NULL;
    const bool same = sqlite3_prepare_v2(f->connection, sql, -1, &statement, NULL) == SQLITE_OK &&
                      sqlite3_step(statement) == SQLITE_ROW &&
                      sqlite3_column_int(statement, 0) == number;
    sqlite3_finalize(statement);
    return same;
}

/* Removes a store that this process made, and in which no one has saved anything, so that after a
 * fault no one takes it for one without findings. A file that was there, and empty, is so again.
 * Other processes cannot save meanwhile, and see afterwards that it is gone. */
static void remove_made(findings *f)
{
    struct stat file;
    const bool alone =
        sqlite3_exec(f->connection, "BEGIN EXCLUSIVE", NULL, NULL, NULL) == SQLITE_OK;
    /* SQLite does not even lock an empty file if there is no room for its first page. */
    if ((stat(f->path, &file) == 0 && file.st_size == 0) ||
        (alone &&
         gives(f, "SELECT (SELECT count(*) FROM run) + (SELECT count(*) FROM opinion)", 0)))
        f->is_made = (f->was_there ? truncate(f->path, 0) : unlink(f->path)) != 0;
    sqlite3_exec(f->connection, "ROLLBACK", NULL, NULL, NULL);
}

bool database_end(findings *f)
{
    check_place(f);
    if (database_good(f))
        database_do(f, "COMMIT", "");
    if (sqlite3_get_autocommit(f->connection) == 0)
        sqlite3_exec(f->connection, "ROLLBACK", NULL, NULL, NULL);
    if (!database_good(f) && f->is_made)
        remove_made(f);
    return database_good(f);
}

int64_t database_now(void)
{
    int64_t seconds;
    uriproof_error error;
    date_now(&seconds, &error); /* what is no date was rejected at the start of the program */
    return seconds;
}

/* ---- Opening ---- */

/* Is there nothing in the file yet? After a fault that is not known. */
static bool is_empty(findings *f)
{
    return database_number(f, "PRAGMA application_id") == 0 &&
           database_number(f, "PRAGMA user_version") == 0 &&
           database_number(f, "SELECT count(*) FROM sqlite_schema") == 0 && database_good(f);
}

/* Makes the tables, unless another process has just made them. */
static void make_tables(findings *f)
{
    char sql[60];
    database_begin(f);
    const bool is_ours = is_empty(f);
    f->is_made = is_ours || !database_good(f);
    if (is_ours) {
        for (size_t i = 0; i < TABLE_COUNT; i++)
            database_do(f, schema[i], "");
        snprintf(sql, sizeof sql, "PRAGMA application_id = %d", APPLICATION_ID);
        database_do(f, sql, "");
        snprintf(sql, sizeof sql, "PRAGMA user_version = %d", SCHEMA_VERSION);
        database_do(f, sql, "");
    }
    database_end(f);
}

/* Checks that the tables are ours, and that there are no triggers or views, which could do what the
 * user did not ask for. Only SQLite's own tables may be there, too. */
static void check_schema(findings *f)
{
    size_t count = 0;
    sqlite3_stmt *rows =
        database_prepare(f, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"
                            " AND (name NOT GLOB 'sqlite_*' OR type NOT IN ('table', 'index'))"
                            " ORDER BY rowid");
    for (; database_next(f, rows); count++)
        if (count >= TABLE_COUNT || strcmp(database_text(rows, 0), schema[count]) != 0)
            database_damaged(f, "its tables are not those of a store");
    if (count != TABLE_COUNT)
        database_damaged(f, "its tables are not those of a store");
    sqlite3_finalize(rows);
}

/* Checks by what it says of itself that the file is a store, and one of this version. */
static void check_mark(findings *f)
{
    const int64_t application = database_number(f, "PRAGMA application_id");
    const int64_t version = database_number(f, "PRAGMA user_version");
    if (database_good(f) && is_empty(f))
        uriproof_error_set(&f->error, "%.150s: empty, and no store of findings; name another file",
                           f->path);
    if (database_good(f) && application != APPLICATION_ID)
        uriproof_error_set(
            &f->error, "%.150s: the database of another application; name another file", f->path);
    if (database_good(f) && version != SCHEMA_VERSION)
        uriproof_error_set(&f->error,
                           "%.150s: a store of version %lld, and this uriproof reads version %d; "
                           "use the uriproof that made it",
                           f->path, (long long)version, SCHEMA_VERSION);
}

/* Checks that SQLite finds its pages and rows sound. A line before its words names the database,
 * which is always the main one. */
static void check_pages(findings *f)
{
    sqlite3_stmt *rows = database_prepare(f, "PRAGMA quick_check(1)");
    if (database_next(f, rows) && strcmp(database_text(rows, 0), "ok") != 0) {
        const char *words = database_text(rows, 0), *line = strchr(words, '\n');
        database_damaged(f, line != NULL ? line + 1 : words);
    }
    sqlite3_finalize(rows);
}

/* Checks that the texts are in UTF-8, as in each store that we made: SQLite does not merge others.
 */
static void check_encoding(findings *f)
{
    sqlite3_stmt *rows = database_prepare(f, "PRAGMA encoding");
    if (database_next(f, rows) && strcmp(database_text(rows, 0), "UTF-8") != 0)
        database_damaged(f, "its texts are not in UTF-8");
    sqlite3_finalize(rows);
}

/* Checks that the file is a sound store. All that is checked is of one moment, and the file is
 * locked and looked for once, not for each statement. */
static void check_store(findings *f)
{
    database_do(f, "BEGIN", "");
    check_mark(f);
    check_encoding(f);
    check_pages(f);
    check_schema(f);
    database_end(f);
}

/* Sets how the connection works. A file from elsewhere can neither call functions nor change the
 * tables. */
static void configure(findings *f)
{
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        sqlite3_limit(f->connection, limits[i].what, limits[i].most);
    sqlite3_busy_timeout(f->connection, WAIT_MS);
    sqlite3_db_config(f->connection, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(f->connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    database_do(f, "PRAGMA foreign_keys = ON", "");
    database_do(f, "PRAGMA cell_size_check = ON", "");
}

/* Ends a rollback journal after the name of a super-journal. */
static const unsigned char super_magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};

/* Does the file at `path` end as a journal that names a super-journal? */
static bool names_super_journal(const char *path)
{
    unsigned char end[sizeof super_magic];
    struct stat file;
    FILE *in = stat(path, &file) == 0 && S_ISREG(file.st_mode) ? fopen(path, "rb") : NULL;
    if (in == NULL)
        return false;
    const bool named = fseek(in, -(long)sizeof end, SEEK_END) == 0 &&
                       fread(end, 1, sizeof end, in) == sizeof end &&
                       memcmp(end, super_magic, sizeof end) == 0;
    fclose(in);
    return named;
}

/* Checks that SQLite deletes no file that the journal beside the store names as its super-journal.
 * A store has no such journal: each transaction writes to one file alone. */
static void check_journal(findings *f)
{
    uriproof_text_written text;
    char *real = realpath(f->path, NULL); /* SQLite takes the journal of where a link leads */
    if (real == NULL)
        return; /* without a store no journal is played back */
    FILE *out = uriproof_text_open(&text);
    fprintf(out, "%s-journal", real);
    fclose(out);
    if (names_super_journal(text.octets))
        uriproof_error_set(
            &f->error,
            "%.150s: names a file that SQLite would delete; delete this journal, and "
            "take a copy of the store from before",
            text.octets);
    free(text.octets);
    free(real);
}

/* Opens the connection. */
static void connect_to(findings *f, findings_access access)
{
    struct stat file;
    const int flags =
        SQLITE_OPEN_READWRITE | (access == FINDINGS_CREATE ? (int)SQLITE_OPEN_CREATE : 0);
    f->was_there = stat(f->path, &file) == 0;
    if (f->was_there && !S_ISREG(file.st_mode)) {
        uriproof_error_set(&f->error, "%.150s: not a regular file; name another one", f->path);
        return;
    }
    if (f->was_there && file.st_size > LARGEST_GIB * INT64_C(1073741824)) {
        uriproof_error_set(&f->error,
                           "%.150s: too large for a store, which has at most %d GiB; name another "
                           "file",
                           f->path, LARGEST_GIB);
        return;
    }
    /* SQLite takes one octet for an empty file, and would write over it. */
    if (f->was_there && file.st_size == 1) {
        record_fault(f, SQLITE_NOTADB);
        return;
    }
    check_journal(f);
    if (!database_good(f))
        return;
    int code = sqlite3_open_v2(f->path, &f->connection, flags, NULL);
    if (code != SQLITE_OK) {
        record_fault(f, code);
        return;
    }
    configure(f);
    if (access != FINDINGS_READ && sqlite3_db_readonly(f->connection, "main") == 1)
        record_fault(f, SQLITE_READONLY);
}

char *database_path(const char *path)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    fprintf(out, "%s%s", path[0] == '/' ? "" : "./", path);
    fclose(out);
    return text.octets;
}

findings *findings_open(const char *path, findings_access access, uriproof_error *error)
{
    findings *f = calloc(1, sizeof *f);
    f->path = database_path(path);
    connect_to(f, access);
    if (access == FINDINGS_CREATE && database_good(f) && is_empty(f))
        make_tables(f);
    if (database_good(f))
        check_store(f);
    if (database_good(f))
        return f;
    *error = f->error;
    findings_close(f);
    return NULL;
}

const char *findings_error(const findings *f)
{
    return f->error.words;
}

void findings_close(findings *f)
{
    if (f == NULL)
        return;
    sqlite3_close(f->connection);
    free(f->path);
    free(f);
}
