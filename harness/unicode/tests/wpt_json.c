/* SPDX-License-Identifier: MIT */
#include "wpt_json.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_file(const char *name, size_t *length)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/../shared/data/wpt/%s", URIPROOF_SOURCE_DIR, name);
    FILE *in = fopen(path, "rb");
    if (in == NULL)
        return NULL;
    (void)fseek(in, 0, SEEK_END);
    *length = (size_t)ftell(in);
    rewind(in);
    char *text = malloc(*length + 1);
    if (text != NULL)
        text[fread(text, 1, *length, in)] = '\0';
    (void)fclose(in);
    return text;
}

bool wpt_open(wpt_file *file, const char *name)
{
    size_t length = 0;
    char *text = read_file(name, &length);
    *file = (wpt_file){.text = text, .at = text};
    /* No string is longer than its JSON; a key of two names has a dot. */
    file->strings = text != NULL ? malloc(2 * length) : NULL;
    return file->strings != NULL;
}

void wpt_close(wpt_file *file)
{
    free(file->text);
    free(file->strings);
}

static void skip_space(wpt_file *file)
{
    while (isspace((unsigned char)*file->at))
        file->at++;
}

static void put(wpt_file *file, uint32_t octet)
{
    file->strings[file->used++] = (char)octet;
}

static void put_code_point(wpt_file *file, uint32_t c)
{
    if (c < 0x80) {
        put(file, c);
        return;
    }
    if (c >= 0x10000)
        put(file, 0xF0 | c >> 18);
    if (c >= 0x800)
        put(file, (c >= 0x10000 ? 0x80 : 0xE0) | (c >> 12 & (c >= 0x10000 ? 0x3F : 0x0F)));
    put(file, (c >= 0x800 ? 0x80 : 0xC0) | (c >> 6 & 0x3F));
    put(file, 0x80 | (c & 0x3F));
}

/* Reads four hexadecimal digits. */
static uint32_t code_unit(wpt_file *file)
{
    const char digits[5] = {file->at[0], file->at[1], file->at[2], file->at[3], '\0'};
    file->at += 4;
    return (uint32_t)strtoul(digits, NULL, 16);
}

/* Reads the code units after "\u". */
static void put_code_units(wpt_file *file)
{
    uint32_t c = code_unit(file);
    if (c >= 0xD800 && c < 0xDC00 && file->at[0] == '\\' && file->at[1] == 'u') {
        const char *before = file->at;
        file->at += 2;
        const uint32_t low = code_unit(file);
        if (low >= 0xDC00 && low < 0xE000)
            c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        else
            file->at = before;
    }
    put_code_point(file, c);
}

static void put_escape(wpt_file *file)
{
    static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
    const char c = *file->at++;
    const char *letter = strchr(letters, c);
    if (c == 'u')
        put_code_units(file);
    else
        put(file, (unsigned char)(letter != NULL ? meant[letter - letters] : c));
}

/* Reads a string, after what is already written of it. */
static void put_string(wpt_file *file)
{
    for (file->at++; *file->at != '"';) {
        const char c = *file->at++;
        if (c == '\\')
            put_escape(file);
        else
            put(file, (unsigned char)c);
    }
    file->at++;
}

/* Reads a string, or a word such as true. The value of null is absent. */
static uriproof_span read_value(wpt_file *file)
{
    const size_t start = file->used;
    const bool null = strncmp(file->at, "null", 4) == 0;
    if (*file->at == '"')
        put_string(file);
    else
        while (isalpha((unsigned char)*file->at))
            put(file, (unsigned char)*file->at++);
    return null ? (uriproof_span){NULL, 0}
                : (uriproof_span){file->strings + start, file->used - start};
}

static void skip_to(wpt_file *file, const char *any)
{
    file->at += strcspn(file->at, any);
}

static uriproof_span read_key(wpt_file *file, uriproof_span outer)
{
    const size_t start = file->used;
    for (size_t i = 0; i < outer.length; i++)
        put(file, (unsigned char)outer.octets[i]);
    if (uriproof_present(outer))
        put(file, '.');
    put_string(file);
    skip_to(file, ":");
    file->at++;
    skip_space(file);
    return (uriproof_span){file->strings + start, file->used - start};
}

/* Reads the members of the object at `at`, and of one within it. */
static void read_members(wpt_file *file, uriproof_span outer, wpt_case *c)
{
    for (;;) {
        skip_to(file, "\"}");
        if (*file->at == '}')
            break;
        const uriproof_span key = read_key(file, outer);
        if (*file->at == '{' && !uriproof_present(outer))
            read_members(file, key, c); // NOLINT(misc-no-recursion): once
        else if (c->count < WPT_MEMBERS)
            c->members[c->count++] = (wpt_member){key, read_value(file)};
        else
            abort();
    }
    file->at++;
}

bool wpt_next(wpt_file *file, wpt_case *c)
{
    c->count = 0;
    for (;;) {
        skip_to(file, "\"{");
        if (*file->at != '"')
            break;
        (void)read_value(file);
    }
    if (*file->at == '\0')
        return false;
    read_members(file, (uriproof_span){NULL, 0}, c);
    return true;
}

static const wpt_member *member(const wpt_case *c, const char *key)
{
    for (size_t i = 0; i < c->count; i++)
        if (uriproof_span_equal(c->members[i].key, uriproof_span_of(key)))
            return &c->members[i];
    return NULL;
}

uriproof_span wpt_value(const wpt_case *c, const char *key)
{
    const wpt_member *found = member(c, key);
    return found != NULL ? found->value : (uriproof_span){NULL, 0};
}

bool wpt_has(const wpt_case *c, const char *key)
{
    return member(c, key) != NULL;
}
