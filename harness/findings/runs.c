/* SPDX-License-Identifier: MIT */
/* Runs: how they are saved and found again. */
#include "runs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Returns the JSON of a tree as a text, which the caller frees. */
static char *text_of_tree(const cJSON *tree)
{
    json_writer w = json_writer_compact();
    json_tree(&w, NULL, tree);
    buffer_add(&w.text, "", 1);
    return w.text.octets;
}

/* Draws a key that no other run has. */
static void draw_key(char key[FINDINGS_KEY_ROOM])
{
    char octets[(FINDINGS_KEY_ROOM - 1) / 2];
    sqlite3_randomness(sizeof octets, octets);
    uriproof_hex_encode((uriproof_span){octets, sizeof octets}, key);
    key[FINDINGS_KEY_ROOM - 1] = '\0';
}

/* ---- Saving ---- */

/* Returns the export without its classes, as a text. The caller frees it. */
static char *head_of(const diff_export *found)
{
    uriproof_text_written text;
    diff_export head = *found;
    head.classes = NULL;
    head.count = 0;
    FILE *out = uriproof_text_open(&text);
    export_write(&head, out);
    fclose(out);
    return text.octets;
}

/* Writes the row of the run, which was saved last as `token`. */
static void save_head(findings *f, const findings_run *run, const diff_export *found,
                      const char *token)
{
    char digest[FINDINGS_KEY_ROOM];
    char *settings = text_of_tree(found->settings), *parsers = text_of_tree(found->parsers);
    char *head = head_of(found);
    const int64_t now = database_now(), asked = (int64_t)found->texts;
    snprintf(digest, sizeof digest, "%016" PRIx64, run->digest);
    if (token[0] == '\0')
        database_do(f,
                    "INSERT INTO run (id, token, command, source, settings, parsers, head, texts,"
                    " digest, first, last, complete) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    "tttttttitiii", run->id, run->token, run->command, run->source, settings,
                    parsers, head, asked, digest, now, now, (int64_t)run->complete);
    else
        database_do(f,
                    "UPDATE run SET token = ?, parsers = ?, head = ?, texts = ?, digest = ?,"
                    " last = ?, complete = ? WHERE token = ?",
                    "tttitiit", run->token, parsers, head, asked, digest, now,
                    (int64_t)run->complete, token);
    if (database_good(f) && sqlite3_changes(f->connection) != 1)
        uriproof_error_set(&f->error,
                           "%.150s: another process goes on with the same run; end one of the two",
                           f->path);
    database_do(f,
                "INSERT INTO mark SELECT key, texts, digest FROM run WHERE token = ?"
                " ON CONFLICT DO NOTHING",
                "t", run->token);
    free(head);
    free(settings);
    free(parsers);
}

/* Writes the classes that are not in the store so. */
static void save_classes(findings *f, const findings_run *run, const diff_export *found)
{
    const int64_t now = database_now();
    sqlite3_stmt *save = database_prepare(
        f, "INSERT INTO sighting (run, class, by_specification, texts, again, first, last, data)"
           " SELECT key, ?, ?, ?, ?, ?, ?, ? FROM run WHERE token = ?"
           " ON CONFLICT DO UPDATE SET texts = excluded.texts, again = excluded.again,"
           " last = CASE texts WHEN excluded.texts THEN last ELSE excluded.last END,"
           " data = excluded.data WHERE (data, again) <> (excluded.data, excluded.again)");
    for (size_t i = 0; i < found->count; i++) {
        const export_class *one = &found->classes[i];
        json_writer w = json_writer_compact();
        export_write_class(&w, one);
        buffer_add(&w.text, "", 1);
        database_bind(save, "tiiiiitt", json_string_of(one->shown, "id"),
                      (int64_t)is_by_the_text(one), (int64_t)one->texts, (int64_t)one->again, now,
                      now, w.text.octets, run->token);
        buffer_free(&w.text);
        database_next(f, save);
    }
    sqlite3_finalize(save);
}

bool findings_save_run(findings *f, findings_run *run, diff_export *found)
{
    findings_run saved = *run;
    draw_key(saved.token);
    if (saved.id[0] == '\0')
        draw_key(saved.id);
    database_begin(f);
    save_head(f, &saved, found, run->token);
    save_classes(f, &saved, found);
    if (!database_end(f))
        return false;
    f->is_made = false;
    *run = saved;
    return true;
}

/* ---- Reading ---- */

/* Returns what is wrong within the JSON; `other` if it is as it must be by itself. */
static const char *fault_or(const database_json *json, const char *other)
{
    return json->fault.words[0] != '\0' ? json->fault.words : other;
}

/* Reads a class of a row. */
static void read_class(findings *f, sqlite3_stmt *row, diff_export *found)
{
    database_json data;
    const int64_t again = sqlite3_column_int64(row, 1);
    database_read_json(row, 0, "class", &data);
    bool good = again >= NOT_SHOWN_AGAIN && again <= SHOWN_AGAIN && data.root.tree != NULL &&
                export_read_class(&data.root, data.root.tree, (confirmation)again, found);
    if (good) {
        const export_class *one = &found->classes[found->count - 1];
        good = strcmp(json_string_of(one->shown, "id"), database_text(row, 2)) == 0 &&
               is_by_the_text(one) == (sqlite3_column_int(row, 3) != 0);
    }
    if (!good)
        database_damaged(f, fault_or(&data, "a class is not as it must be"));
    cJSON_Delete(data.root.tree);
}

/* Is the text of the row that which the tree is saved as? */
static bool is_text_of(sqlite3_stmt *row, int column, const cJSON *tree)
{
    char *text = text_of_tree(tree);
    const bool same = strcmp(text, database_text(row, column)) == 0;
    free(text);
    return same;
}

/* Is the text of the row as draw_key writes it? */
static bool is_key(sqlite3_stmt *row, int column)
{
    const char *key = database_text(row, column);
    return strlen(key) == FINDINGS_KEY_ROOM - 1 &&
           strspn(key, "0123456789abcdef") == FINDINGS_KEY_ROOM - 1;
}

/* Reads the head of the only row. What is in the other columns must be the same, since runs are
 * compared by them. */
static void read_head(findings *f, sqlite3_stmt *row, diff_export *found)
{
    database_json head = {.fault = {""}};
    if (database_next(f, row))
        database_read_json(row, 0, "run", &head);
    if (head.root.tree == NULL || !export_read_object(&head.root, found) ||
        !is_text_of(row, 1, found->settings) || !is_text_of(row, 2, found->parsers) ||
        sqlite3_column_int64(row, 3) != (int64_t)found->texts || !is_key(row, 4) || !is_key(row, 5))
        database_damaged(f, fault_or(&head, "a run is not as it must be"));
    cJSON_Delete(head.root.tree);
}

bool run_read(findings *f, int64_t key, diff_export *found)
{
    *found = (diff_export){0};
    sqlite3_stmt *row = database_query(
        f, "SELECT head, settings, parsers, texts, id, token FROM run WHERE key = ?", "i", key);
    read_head(f, row, found);
    sqlite3_finalize(row);
    sqlite3_stmt *rows = database_query(f,
                                        "SELECT data, again, class, by_specification FROM sighting"
                                        " WHERE run = ? ORDER BY class, by_specification",
                                        "i", key);
    while (database_next(f, rows))
        read_class(f, rows, found);
    sqlite3_finalize(rows);
    if (!database_good(f))
        export_free(found);
    return found->parsers != NULL; /* not after a fault */
}

/* Are the parsers of the same names in both lists? */
static bool has_same_names(const cJSON *a, const cJSON *b)
{
    const cJSON *one = a->child, *other = b->child;
    for (; one != NULL && other != NULL; one = one->next, other = other->next) {
        const char *name = json_string_of(one, "name"), *same = json_string_of(other, "name");
        if (name == NULL || same == NULL || strcmp(name, same) != 0)
            return false;
    }
    return one == NULL && other == NULL;
}

/* Takes the run of a row if it asked the same parsers. */
static void take_run(findings *f, sqlite3_stmt *row, const diff_export *asked, findings_run *run,
                     diff_export *found)
{
    diff_export one;
    if (run_read(f, sqlite3_column_int64(row, 4), &one)) {
        if (has_same_names(one.parsers, asked->parsers)) {
            snprintf(run->id, sizeof run->id, "%s", database_text(row, 0));
            snprintf(run->token, sizeof run->token, "%s", database_text(row, 1));
            run->digest = strtoull(database_text(row, 2), NULL, 16);
            run->complete = sqlite3_column_int(row, 3) != 0;
            *found = one;
        } else {
            export_free(&one);
        }
    }
}

bool findings_find_run(findings *f, const diff_export *asked, findings_run *run, diff_export *found)
{
    char *settings = text_of_tree(asked->settings);
    f->error.words[0] = run->id[0] = run->token[0] = '\0';
    *found = (diff_export){0};
    sqlite3_stmt *rows =
        database_query(f,
                       "SELECT id, token, digest, complete, key FROM"
                       " (SELECT *, max(texts) OVER (PARTITION BY id) AS furthest FROM run)"
                       " WHERE command = ? AND source = ? AND settings = ? AND texts = furthest"
                       " ORDER BY last DESC, key DESC",
                       "ttt", run->command, run->source, settings);
    while (run->id[0] == '\0' && database_next(f, rows))
        take_run(f, rows, asked, run, found);
    sqlite3_finalize(rows);
    free(settings);
    return database_good(f);
}
