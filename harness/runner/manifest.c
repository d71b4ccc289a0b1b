/* SPDX-License-Identifier: MIT */
#include "manifest.h"
#include "json/json.h"

#include "base/base.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Reading ---- */

/* A manifest as its file has it. */
typedef struct manifest_file {
    const char *format;
    size_t version;
    const cJSON *dialects, *command;
    manifest entry;
} manifest_file;

static const json_field fields[] = {
    {"format", JSON_NAME, offsetof(manifest_file, format), false},
    {"version", JSON_COUNT, offsetof(manifest_file, version), false},
    {"name", JSON_NAME, offsetof(manifest_file, entry.name), false},
    {"language", JSON_NAME, offsetof(manifest_file, entry.language), false},
    {"dialects", JSON_NAMES, offsetof(manifest_file, dialects), false},
    {"command", JSON_NAMES, offsetof(manifest_file, command), false},
    {"get", JSON_NAME, offsetof(manifest_file, entry.get), false},
    {"about", JSON_NAME, offsetof(manifest_file, entry.about), false},
    {"kind", JSON_NAME, offsetof(manifest_file, entry.kind), true},
    {"home", JSON_LINK, offsetof(manifest_file, entry.home), true},
    {"tracker", JSON_LINK, offsetof(manifest_file, entry.tracker), true},
    {NULL, JSON_NAME, 0, false},
};

bool is_adapter_name(const char *text)
{
    for (;;) {
        size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789");
        if (length == 0)
            return false;
        text += length;
        if (*text == '\0')
            return true;
        if (*text != '-' && *text != '_')
            return false;
        text++;
    }
}

/* Returns the value of the placeholder with which `word` begins, and sets *length to the length of
 * the placeholder. Returns NULL and sets *length to 0 if `word` begins with no placeholder. */
static const char *placeholder(const char *word, const data_paths *p, const char *dir,
                               const char *dialect, size_t *length)
{
    const struct {
        const char *name;
        const char *value;
    } placeholders[] = {{"{bin}", p->bin},
                        {"{built}", p->built},
                        {"{data}", p->data},
                        {"{dir}", dir},
                        {"{dialect}", dialect}};
    for (size_t i = 0; i < sizeof placeholders / sizeof placeholders[0]; i++) {
        *length = strlen(placeholders[i].name);
        if (strncmp(word, placeholders[i].name, *length) == 0)
            return placeholders[i].value;
    }
    *length = 0;
    return NULL;
}

/* Returns true if the word is not empty and has braces only in placeholders. */
static bool is_argument(const char *word)
{
    static const data_paths anywhere = {.data = ""};
    bool fits = *word != '\0';
    while (fits && *(word += strcspn(word, "{}")) != '\0') {
        size_t length;
        fits = placeholder(word, &anywhere, "", "", &length) != NULL;
        word += length;
    }
    return fits;
}

static bool check_command(const json_value *root, const cJSON *command)
{
    for (const cJSON *word = command->child; word != NULL; word = word->next) {
        bool readings = word != command->child && strcmp(word->valuestring, "{readings}") == 0;
        if (!readings && !is_argument(word->valuestring))
            return json_fault(root, word,
                              "braces are for {bin}, {built}, {data}, {dir}, {dialect} and, after "
                              "the program and alone, {readings}");
    }
    return true;
}

/* What a list or a table repeats on each row has at most this number of octets; an argument, which
 * may be a path, has at most ARGUMENT_MOST. An array has at most ITEMS_MOST strings. */
enum { WORDS_MOST = 200, ARGUMENT_MOST = 4096, ITEMS_MOST = 64 };

/* Checks the lengths of the strings and arrays of `object`, which are of the kinds of the fields.
 */
static bool check_lengths(const json_value *root, const cJSON *object, size_t most)
{
    if (cJSON_IsArray(object) && cJSON_GetArraySize(object) > ITEMS_MOST)
        return json_fault(root, object, "over %d strings", ITEMS_MOST);
    for (const cJSON *item = object->child; item != NULL; item = item->next) {
        const bool is_command = item->string != NULL && strcmp(item->string, "command") == 0;
        if (cJSON_IsString(item) && strnlen(item->valuestring, most + 1) > most)
            return json_fault(root, item, "over %zu octets", most);
        if (cJSON_IsArray(item) &&
            !check_lengths(root, item, is_command ? (size_t)ARGUMENT_MOST : most))
            return false;
    }
    return true;
}

static bool check_there_is_one(const json_value *root, const cJSON *array)
{
    return array->child != NULL || json_fault(root, array, "empty");
}

static bool read_manifest(const char *path, manifest *entry, uriproof_error *error)
{
    json_document document;
    if (!json_document_open(&document, path, error))
        return false;
    json_value root = json_value_read(&document, json_root(&document));
    manifest_file file = {.entry.document = root.tree};
    bool good = json_is_format(&root, "uriproof-adapter", 1) &&
                json_fill(&root, root.tree, fields, &file) &&
                check_lengths(&root, root.tree, WORDS_MOST) &&
                check_there_is_one(&root, file.dialects) &&
                check_there_is_one(&root, file.command) && check_command(&root, file.command);
    if (good && !is_adapter_name(file.entry.name))
        good = json_fault(&root, cJSON_GetObjectItemCaseSensitive(root.tree, "name"),
                          ADAPTER_NAME_RULE);
    if (good && file.entry.kind != NULL && strcmp(file.entry.kind, MANIFEST_BROWSER) != 0)
        good = json_fault(&root, cJSON_GetObjectItemCaseSensitive(root.tree, "kind"),
                          "not \"" MANIFEST_BROWSER "\"");
    if (good) {
        file.entry.dialects = json_names(file.dialects);
        file.entry.command = json_names(file.command);
    }
    *entry = file.entry;
    if (good)
        entry->path = strdup(path);
    json_document_close(&document);
    return good;
}

/* ---- Finding ---- */

static void manifest_free(manifest *entry)
{
    free(entry->dialects);
    free(entry->command);
    free((char *)entry->path);
    cJSON_Delete(entry->document);
}

/* Says why an adapter is left out. This stops no other adapter. */
static void say_left_out(const char *fault)
{
    fputs("uriproof: ", stderr);
    print_octets(stderr, uriproof_span_of(fault));
    fputs("; this adapter is left out\n", stderr);
}

/* Returns true if the file or folder cannot be opened for a reason that holds for others, too: that
 * is no fault of this adapter. */
static bool is_of_all(int number)
{
    return number == EMFILE || number == ENFILE;
}

/* Adds the adapter of a manifest. Leaves it out if the manifest is wrong. Returns false, with
 * *error, if the system opens no file. */
static bool add(manifests *m, const char *path, uriproof_error *error)
{
    manifest entry = {0};
    errno = 0;
    if (read_manifest(path, &entry, error)) {
        m->entries = realloc(m->entries, (m->count + 1) * sizeof *m->entries);
        m->entries[m->count++] = entry;
        return true;
    }
    const int reason = errno;
    manifest_free(&entry);
    if (!is_of_all(reason))
        say_left_out(error->words);
    errno = reason;
    return !is_of_all(reason);
}

enum { PATH_ROOM = PATH_MOST + 1024 };

/* Writes "folder/name" into `path` of PATH_ROOM octets; false if it does not fit. */
static bool join(char *path, const char *folder, const char *name)
{
    int length = snprintf(path, PATH_ROOM, "%s/%s", folder, name);
    return length > 0 && length < PATH_ROOM;
}

/* Returns true if the name is that of a manifest. A file whose name begins with a dot is hidden,
 * and is no manifest. */
static bool ends_in_json(const char *name)
{
    size_t length = strlen(name);
    return length > 5 && name[0] != '.' && strcmp(name + length - 5, ".json") == 0;
}

/* Opens a folder. Returns NULL and sets *error if that fails. */
static DIR *open_folder(const char *folder, uriproof_error *error)
{
    DIR *entries = opendir(folder);
    if (entries == NULL) {
        uriproof_end_if_memory(errno);
        uriproof_error_set(error, "%s: %s", folder, error_reason(errno));
    }
    return entries;
}

/* Adds the manifest at `path`; one that is not a regular file is left out. Returns false and sets
 * *error, and errno, if it cannot be read because of a limit. */
static bool add_entry(manifests *m, const char *path, uriproof_error *error)
{
    uriproof_error fault;
    if (!is_special(path))
        return add(m, path, error);
    uriproof_error_set(&fault, "%.200s: not a regular file", path);
    say_left_out(fault.words);
    return true;
}

/* Adds the manifests of a folder. Uses readdir, because glob(3) crashes if memory runs out. Returns
 * false and sets *error, and errno, if it cannot be read. */
static bool add_folder(manifests *m, const char *folder, uriproof_error *error)
{
    DIR *entries = open_folder(folder, error);
    bool good = entries != NULL;
    for (struct dirent *entry; good && (entry = readdir(entries)) != NULL;) {
        char path[PATH_ROOM];
        if (ends_in_json(entry->d_name) && join(path, folder, entry->d_name))
            good = add_entry(m, path, error);
    }
    const int reason = errno;
    if (entries != NULL)
        closedir(entries);
    errno = reason;
    return good;
}

/* Adds the manifests of a language. A file beside the folders has none, and a folder that cannot be
 * read is left out. */
static bool add_language(manifests *m, const char *folder, uriproof_error *error)
{
    struct stat facts;
    if (stat(folder, &facts) == 0 && !S_ISDIR(facts.st_mode))
        return true;
    errno = 0;
    if (add_folder(m, folder, error))
        return true;
    if (is_of_all(errno))
        return false;
    say_left_out(error->words);
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const manifest *)a)->name, ((const manifest *)b)->name);
}

static int by_name_and_path(const void *a, const void *b)
{
    int names = by_name(a, b);
    return names != 0 ? names : strcmp(((const manifest *)a)->path, ((const manifest *)b)->path);
}

/* Sorts by name. Leaves out adapters of the same name, since it is not known which one is meant. */
static void sort(manifests *m)
{
    size_t kept = 0, next;
    if (m->count > 0)
        qsort(m->entries, m->count, sizeof *m->entries, by_name_and_path);
    for (size_t i = 0; i < m->count; i = next) {
        for (next = i + 1; next < m->count; next++)
            if (by_name(&m->entries[i], &m->entries[next]) != 0)
                break;
        if (next == i + 1) {
            m->entries[kept++] = m->entries[i];
            continue;
        }
        uriproof_error error;
        uriproof_error_set(&error, "two adapters are named %s", m->entries[i].name);
        say_left_out(error.words);
        for (size_t j = i; j < next; j++)
            manifest_free(&m->entries[j]);
    }
    m->count = kept;
}

bool manifests_load(const data_paths *p, manifests *m, uriproof_error *error)
{
    char folder[PATH_ROOM];
    *m = (manifests){NULL, 0};
    if (!join(folder, p->data, "harness/adapters"))
        return uriproof_error_set(error, "%s: %s", p->data, error_reason(ENAMETOOLONG));
    DIR *languages = open_folder(folder, error);
    bool good = languages != NULL;
    for (struct dirent *entry; good && (entry = readdir(languages)) != NULL;) {
        char path[PATH_ROOM];
        if (entry->d_name[0] != '.' && join(path, folder, entry->d_name))
            good = add_language(m, path, error);
    }
    if (languages != NULL)
        closedir(languages);
    sort(m);
    return good;
}

bool manifests_add(manifests *m, const char *folder, uriproof_error *error)
{
    if (!add_folder(m, folder, error))
        return false;
    if (m->count > 0)
        qsort(m->entries, m->count, sizeof *m->entries, by_name_and_path);
    for (size_t i = 1; i < m->count; i++)
        if (by_name(&m->entries[i - 1], &m->entries[i]) == 0)
            return uriproof_error_set(error, "two adapters are named %s, in %s and %s: rename one",
                                      m->entries[i].name, m->entries[i - 1].path,
                                      m->entries[i].path);
    return true;
}

void manifests_free(manifests *m)
{
    for (size_t i = 0; i < m->count; i++)
        manifest_free(&m->entries[i]);
    free(m->entries);
    *m = (manifests){NULL, 0};
}

const manifest *manifest_named(const manifests *m, const char *name)
{
    for (size_t i = 0; i < m->count; i++)
        if (strcmp(m->entries[i].name, name) == 0)
            return &m->entries[i];
    return NULL;
}

/* ---- The command ---- */

/* Returns `word` with its placeholders filled in. */
static char *fill_in(const char *word, const data_paths *p, const char *dir,
                     const uriproof_dialect *dialect)
{
    uriproof_text_written filled;
    FILE *out = uriproof_text_open(&filled);
    while (*word != '\0') {
        size_t placeholder_length;
        const char *value = placeholder(word, p, dir, dialect->name, &placeholder_length);
        if (value != NULL)
            fputs(value, out);
        else
            fputc(*word, out);
        word += value != NULL ? placeholder_length : 1;
    }
    fclose(out);
    return filled.octets;
}

/* Adds `--reading ID=VALUE` for each reading that is not at its default. Returns the number of
 * words.
 */
static size_t add_readings(char **command, const uriproof_dialect *dialect,
                           const uriproof_readings *readings)
{
    size_t count = 0;
    for (size_t i = 0; i < dialect->reading_count; i++) {
        const uriproof_reading *reading = &dialect->readings[i];
        char choice[128];
        if (readings->value[i] == 0)
            continue;
        snprintf(choice, sizeof choice, "%s=%s", reading->id, reading->values[readings->value[i]]);
        command[count++] = strdup("--reading");
        command[count++] = strdup(choice);
    }
    return count;
}

char **manifest_command(const manifest *entry, const data_paths *p, const uriproof_dialect *dialect,
                        const uriproof_readings *readings)
{
    size_t words = 0, count = 0;
    char *dir = strndup(entry->path, (size_t)(strrchr(entry->path, '/') - entry->path));
    while (entry->command[words] != NULL)
        words++;
    char **command = calloc(words + 2 * dialect->reading_count + 1, sizeof *command);
    for (size_t i = 0; i < words; i++) {
        if (strcmp(entry->command[i], "{readings}") == 0)
            count += add_readings(command + count, dialect, readings);
        else
            command[count++] = fill_in(entry->command[i], p, dir, dialect);
    }
    free(dir);
    return command;
}

bool manifest_takes_dialect(const manifest *entry)
{
    for (size_t i = 0; entry->command[i] != NULL; i++)
        if (strstr(entry->command[i], "{dialect}") != NULL)
            return true;
    return false;
}

void command_free(char **command)
{
    for (char **word = command; word != NULL && *word != NULL; word++)
        free(*word);
    free(command);
}
