/* SPDX-License-Identifier: MIT */
#include "manifest.h"
#include "json/json.h"

#include "base/base.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading ---- */

static bool fault(uriproof_error *error, const char *path, const char *words, const char *culprit)
{
    uriproof_error_set(error, "%s: %s %s", path, words, culprit);
    return false;
}

static bool get_string(const cJSON *object, const char *key, const char **value)
{
    *value = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return *value != NULL && **value != '\0';
}

static bool get_strings(const cJSON *object, const char *key, const char ***strings)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(object, key);
    size_t count = 0;
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) == 0)
        return false;
    *strings = calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof **strings);
    for (const cJSON *item = array->child; *strings != NULL && item != NULL; item = item->next) {
        if (!cJSON_IsString(item))
            return false;
        (*strings)[count++] = item->valuestring;
    }
    return *strings != NULL;
}

static bool keys_known(const cJSON *object, const char *path, uriproof_error *error)
{
    static const char *const keys[] = {"format",   "version", "name", "language",
                                       "dialects", "command", "get",  "about"};
    for (const cJSON *item = object->child; item != NULL; item = item->next) {
        size_t i = 0;
        while (i < sizeof keys / sizeof keys[0] && strcmp(keys[i], item->string) != 0)
            i++;
        if (i == sizeof keys / sizeof keys[0])
            return fault(error, path, "unknown key", item->string);
    }
    return true;
}

/* Words of lower-case letters and digits, joined by hyphens. */
static bool is_name(const char *text)
{
    for (;;) {
        size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789");
        if (length == 0)
            return false;
        text += length;
        if (*text == '\0')
            return true;
        if (*text++ != '-')
            return false;
    }
}

/* What a word of a command stands for: the value of the placeholder that it begins with, and
 * its length; NULL and 0 where it begins with none. */
static const char *placeholder(const char *word, const data_paths *p, const char *dialect,
                               size_t *length)
{
    const struct {
        const char *name;
        const char *value;
    } placeholders[] = {
        {"{bin}", p->bin}, {"{built}", p->built}, {"{data}", p->data}, {"{dialect}", dialect}};
    for (size_t i = 0; i < sizeof placeholders / sizeof placeholders[0]; i++) {
        *length = strlen(placeholders[i].name);
        if (strncmp(word, placeholders[i].name, *length) == 0)
            return placeholders[i].value;
    }
    *length = 0;
    return NULL;
}

/* Text and placeholders; braces are for nothing else. */
static bool is_argument(const char *word)
{
    static const data_paths anywhere = {.data = ""};
    bool fits = *word != '\0';
    while (fits && *(word += strcspn(word, "{}")) != '\0') {
        size_t length;
        fits = placeholder(word, &anywhere, "", &length) != NULL;
        word += length;
    }
    return fits;
}

static bool command_fits(const char *path, const manifest *entry, uriproof_error *error)
{
    for (const char **word = entry->command; *word != NULL; word++) {
        bool readings = word != entry->command && strcmp(*word, "{readings}") == 0;
        if (!readings && !is_argument(*word))
            return fault(error, path, "cannot use in its command:", **word ? *word : "empty text");
    }
    return true;
}

static bool fill(const char *path, manifest *entry, uriproof_error *error)
{
    const cJSON *object = entry->document;
    const char *format;
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(object, "version");
    if (!get_string(object, "format", &format) || strcmp(format, "uriproof-adapter") != 0 ||
        !cJSON_IsNumber(version) || version->valuedouble != 1)
        return fault(error, path, "is no", "uriproof-adapter, version 1");
    if (!keys_known(object, path, error))
        return false;
    if (!get_string(object, "name", &entry->name))
        return fault(error, path, "needs", "name");
    if (!is_name(entry->name))
        return fault(error, path, "wants a name of letters a-z, digits and hyphens, not",
                     entry->name);
    if (!get_string(object, "language", &entry->language))
        return fault(error, path, "needs", "language");
    if (!get_string(object, "get", &entry->get) || !get_string(object, "about", &entry->about))
        return fault(error, path, "needs", "get and about");
    if (!get_strings(object, "dialects", &entry->dialects))
        return fault(error, path, "needs strings in", "dialects");
    if (!get_strings(object, "command", &entry->command))
        return fault(error, path, "needs strings in", "command");
    return command_fits(path, entry, error);
}

static bool read_manifest(const char *path, manifest *entry, uriproof_error *error)
{
    size_t length = 0;
    uriproof_error inner;
    char *text = uriproof_file_read(path, &length);
    if (text == NULL)
        return fault(error, path, strerror(errno), "");
    entry->document = uriproof_json_read(text, length, &inner);
    free(text);
    if (entry->document == NULL)
        return fault(error, path, inner.words, "");
    return fill(path, entry, error);
}

/* ---- Finding ---- */

static bool add(manifests *m, const char *path, uriproof_error *error)
{
    manifest *entries = realloc(m->entries, (m->count + 1) * sizeof *entries);
    if (entries == NULL)
        return fault(error, path, "does not fit in memory", "");
    m->entries = entries;
    m->entries[m->count] = (manifest){0};
    return read_manifest(path, &m->entries[m->count++], error);
}

enum { PATH_ROOM = PATH_MOST + 1024 };

/* "folder/name" into `path` of PATH_ROOM octets; false where it does not fit. */
static bool join(char *path, const char *folder, const char *name)
{
    int length = snprintf(path, PATH_ROOM, "%s/%s", folder, name);
    return length > 0 && length < PATH_ROOM;
}

static bool ends_in_json(const char *name)
{
    size_t length = strlen(name);
    return length > 5 && name[0] != '.' && strcmp(name + length - 5, ".json") == 0;
}

static bool add_folder(manifests *m, const char *folder, uriproof_error *error)
{
    DIR *entries = opendir(folder);
    bool added = true;
    if (entries == NULL)
        uriproof_end_if_memory(errno);
    if (entries == NULL)
        return true; /* a file beside the folders */
    for (struct dirent *entry; added && (entry = readdir(entries)) != NULL;) {
        char path[PATH_ROOM];
        if (!ends_in_json(entry->d_name) || !join(path, folder, entry->d_name))
            continue;
        added = add(m, path, error);
    }
    closedir(entries);
    return added;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const manifest *)a)->name, ((const manifest *)b)->name);
}

/* By name, of which each is there once. */
static bool sort(manifests *m, const char *folder, uriproof_error *error)
{
    if (m->count > 0)
        qsort(m->entries, m->count, sizeof *m->entries, by_name);
    for (size_t i = 1; i < m->count; i++)
        if (strcmp(m->entries[i - 1].name, m->entries[i].name) == 0)
            return fault(error, folder, "two adapters are named", m->entries[i].name);
    return true;
}

bool manifests_load(const data_paths *p, manifests *m, uriproof_error *error)
{
    char folder[PATH_ROOM];
    *m = (manifests){NULL, 0};
    if (!join(folder, p->data, "harness/adapters"))
        return fault(error, p->data, strerror(ENAMETOOLONG), "");
    DIR *languages = opendir(folder);
    if (languages == NULL)
        uriproof_end_if_memory(errno);
    if (languages == NULL)
        return fault(error, folder, strerror(errno), "");
    bool added = true;
    for (struct dirent *entry; added && (entry = readdir(languages)) != NULL;) {
        char path[PATH_ROOM];
        if (entry->d_name[0] == '.' || !join(path, folder, entry->d_name))
            continue;
        added = add_folder(m, path, error);
    }
    closedir(languages);
    added = added && sort(m, folder, error);
    if (!added)
        manifests_free(m);
    return added;
}

void manifests_free(manifests *m)
{
    for (size_t i = 0; i < m->count; i++) {
        free(m->entries[i].dialects);
        free(m->entries[i].command);
        cJSON_Delete(m->entries[i].document);
    }
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

/* `word` with its placeholders filled in. */
static char *fill_in(const char *word, const data_paths *p, const uriproof_dialect *dialect)
{
    uriproof_text_written filled;
    FILE *out = uriproof_text_open(&filled);
    while (*word != '\0') {
        size_t placeholder_length;
        const char *value = placeholder(word, p, dialect->name, &placeholder_length);
        if (value != NULL)
            fputs(value, out);
        else
            fputc(*word, out);
        word += value != NULL ? placeholder_length : 1;
    }
    fclose(out);
    return filled.octets;
}

/* Adds `--reading ID=VALUE` for each reading that is not at its default. */
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
    while (entry->command[words] != NULL)
        words++;
    char **command = calloc(words + 2 * dialect->reading_count + 1, sizeof *command);
    for (size_t i = 0; command != NULL && i < words; i++) {
        if (strcmp(entry->command[i], "{readings}") == 0)
            count += add_readings(command + count, dialect, readings);
        else
            command[count++] = fill_in(entry->command[i], p, dialect);
    }
    return command;
}

void command_free(char **command)
{
    for (char **word = command; word != NULL && *word != NULL; word++)
        free(*word);
    free(command);
}
