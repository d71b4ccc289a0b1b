/* SPDX-License-Identifier: MIT */
#include "json_writer.h"

#include "base/base.h"

#include <stdio.h>
#include <string.h>

enum { FLUSH_FROM = 1 << 16 };

json_writer json_writer_to(FILE *out, size_t lines)
{
    return (json_writer){.out = out, .lines = lines};
}

json_writer json_writer_compact(void)
{
    return (json_writer){.dense = true};
}

json_writer json_writer_dense(FILE *out)
{
    return (json_writer){.out = out, .dense = true};
}

void json_new_line(json_writer *w)
{
    w->new_line = true;
}

/* ---- Characters ---- */

static void put(json_writer *w, const char *octets, size_t length)
{
    buffer_add(&w->text, octets, length);
}

static void put_word(json_writer *w, const char *word)
{
    put(w, word, strlen(word));
}

static void put_unit(json_writer *w, uint32_t unit)
{
    char escape[8];
    put(w, escape, (size_t)snprintf(escape, sizeof escape, "\\u%04x", (unsigned)unit));
}

/* Writes a character that is not plain, and returns its length; or that of one octet. */
static size_t put_character(json_writer *w, const char *text)
{
    uint32_t character;
    size_t length = uriproof_utf8_read(text, &character);
    if (length == 0) {
        put_word(w, "\xEF\xBF\xBD");
        return 1;
    }
    if (uriproof_is_seen(character)) {
        put(w, text, length);
    } else if (character < 0x10000) {
        put_unit(w, character);
    } else { /* twice for what is beyond 16 bits, as JSON does */
        put_unit(w, 0xD800 + ((character - 0x10000) >> 10));
        put_unit(w, 0xDC00 + ((character - 0x10000) & 0x3FF));
    }
    return length;
}

static void put_string(json_writer *w, const char *text)
{
    put_word(w, "\"");
    while (*text != '\0') {
        size_t plain = 0;
        while (uriproof_is_printable(text[plain]) && text[plain] != '"' && text[plain] != '\\')
            plain++;
        put(w, text, plain);
        text += plain;
        if (*text == '"' || *text == '\\') {
            put_word(w, "\\");
            put(w, text++, 1);
        } else if (*text != '\0') {
            text += put_character(w, text);
        }
    }
    put_word(w, "\"");
}

/* ---- Items ---- */

static void flush(json_writer *w)
{
    if (w->out != NULL && w->text.length > 0)
        fwrite(w->text.octets, 1, w->text.length, w->out);
    if (w->out != NULL)
        w->text.length = 0;
}

static void begin_line(json_writer *w)
{
    put_word(w, "\n");
    for (size_t i = 0; i < w->depth; i++)
        put_word(w, "  ");
}

/* Writes what stands before an item: the comma after the one before it, the new line, the key. */
static void begin_item(json_writer *w, const char *key)
{
    bool is_first = !w->filled[w->depth];
    w->filled[w->depth] = true;
    if (w->depth > 0 && !is_first)
        put_word(w, ",");
    if (w->depth > 0 && w->depth <= w->lines)
        begin_line(w);
    else if (w->new_line)
        put_word(w, "\n");
    else if (w->depth > 0 && !is_first && !w->dense)
        put_word(w, " ");
    w->new_line = false;
    if (w->text.length >= FLUSH_FROM)
        flush(w);
    if (key == NULL)
        return;
    put_string(w, key);
    put_word(w, w->dense ? ":" : ": ");
}

static void open_item(json_writer *w, const char *key, const char *sign, char close)
{
    begin_item(w, key);
    put_word(w, sign);
    w->depth++;
    w->filled[w->depth] = false;
    w->close[w->depth] = close;
}

void json_open_object(json_writer *w, const char *key)
{
    open_item(w, key, "{", '}');
}

void json_open_array(json_writer *w, const char *key)
{
    open_item(w, key, "[", ']');
}

void json_close(json_writer *w)
{
    char close = w->close[w->depth];
    bool on_lines = w->filled[w->depth] && w->depth <= w->lines;
    w->depth--;
    if (on_lines)
        begin_line(w);
    put(w, &close, 1);
}

void json_text(json_writer *w, const char *key, const char *text)
{
    begin_item(w, key);
    put_string(w, text);
}

void json_text_if(json_writer *w, const char *key, const char *text)
{
    if (text != NULL)
        json_text(w, key, text);
}

void json_number(json_writer *w, const char *key, uint64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    begin_item(w, key);
    put_word(w, digits);
}

void json_truth(json_writer *w, const char *key, bool truth)
{
    begin_item(w, key);
    put_word(w, truth ? "true" : "false");
}

void json_null(json_writer *w, const char *key)
{
    begin_item(w, key);
    put_word(w, "null");
}

void json_texts(json_writer *w, const char *key, const char *const *texts)
{
    json_open_array(w, key);
    for (; *texts != NULL; texts++)
        json_text(w, NULL, *texts);
    json_close(w);
}

/* Writes a number of a tree: cJSON knows how. */
static void put_number(json_writer *w, const char *key, const cJSON *number)
{
    char digits[64];
    begin_item(w, key);
    if (cJSON_PrintPreallocated((cJSON *)number, digits, sizeof digits, false))
        put_word(w, digits);
}

void json_tree(json_writer *w, const char *key, const cJSON *tree)
{
    if (cJSON_IsString(tree)) {
        json_text(w, key, tree->valuestring);
    } else if (cJSON_IsBool(tree)) {
        json_truth(w, key, cJSON_IsTrue(tree));
    } else if (cJSON_IsNumber(tree)) {
        put_number(w, key, tree);
    } else if (cJSON_IsObject(tree) || cJSON_IsArray(tree)) {
        open_item(w, key, cJSON_IsObject(tree) ? "{" : "[", cJSON_IsObject(tree) ? '}' : ']');
        for (const cJSON *item = tree->child; item != NULL; item = item->next)
            json_tree(w, item->string, item);
        json_close(w);
    } else {
        json_null(w, key);
    }
}

/* Writes printable octets as a string. */
static void put_printable(json_writer *w, uriproof_span octets)
{
    put_word(w, "\"");
    for (size_t i = 0; i < octets.length; i++) {
        if (octets.octets[i] == '"' || octets.octets[i] == '\\')
            put_word(w, "\\");
        put(w, &octets.octets[i], 1);
    }
    put_word(w, "\"");
}

void json_octets(json_writer *w, const char *key, uriproof_span octets)
{
    if (!uriproof_present(octets))
        return;
    if (uriproof_all_printable(octets)) {
        begin_item(w, key);
        put_printable(w, octets);
        return;
    }
    char hex_key[64];
    snprintf(hex_key, sizeof hex_key, "%s_hex", key);
    begin_item(w, hex_key);
    put_word(w, "\"");
    buffer_reserve(&w->text, octets.length * 2);
    uriproof_hex_encode(octets, w->text.octets + w->text.length);
    w->text.length += octets.length * 2;
    put_word(w, "\"");
}

bool json_writer_end(json_writer *w)
{
    while (w->depth > 0)
        json_close(w);
    put_word(w, "\n");
    flush(w);
    buffer_free(&w->text);
    return w->out == NULL || (fflush(w->out) == 0 && !ferror(w->out));
}
