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

static void put_octet(json_writer *w, char octet)
{
    put(w, &octet, 1);
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

/* Writes a character that is not plain, and returns its length in octets. If the octets are not
 * UTF-8, writes U+FFFD for one octet and returns 1. */
static size_t put_character(json_writer *w, const char *text, size_t room)
{
    uint32_t character;
    size_t length = uriproof_utf8_decode(text, room, &character);
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

static void put_characters(json_writer *w, const char *text, const char *end)
{
    while (text != end) {
        buffer_reserve(&w->text, (size_t)(end - text));
        char *to = w->text.octets + w->text.length;
        const char *from = text;
        while (text != end && uriproof_is_json_plain(*text))
            *to++ = *text++;
        w->text.length += (size_t)(text - from);
        if (text == end)
            return;
        if (*text == '"' || *text == '\\') {
            put_octet(w, '\\');
            put_octet(w, *text++);
        } else {
            text += put_character(w, text, (size_t)(end - text));
        }
    }
}

static void put_string(json_writer *w, const char *text, size_t length)
{
    put_octet(w, '"');
    put_characters(w, text, text + length);
    put_octet(w, '"');
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
    put_octet(w, '\n');
    for (size_t i = 0; i < w->depth; i++)
        put_word(w, "  ");
}

/* Writes what stands before an item: the comma after the one before it, the new line, the key with
 * the suffix. */
static void begin_member(json_writer *w, const char *key, const char *suffix)
{
    bool is_first = !w->filled[w->depth];
    w->filled[w->depth] = true;
    if (w->depth > 0 && !is_first)
        put_octet(w, ',');
    if (w->depth > 0 && w->depth <= w->lines)
        begin_line(w);
    else if (w->new_line)
        put_octet(w, '\n');
    else if (w->depth > 0 && !is_first && !w->dense)
        put_octet(w, ' ');
    w->new_line = false;
    if (w->text.length >= FLUSH_FROM)
        flush(w);
    if (key == NULL)
        return;
    put_octet(w, '"');
    put_characters(w, key, key + strlen(key));
    put_word(w, suffix);
    put_octet(w, '"');
    put_octet(w, ':');
    if (!w->dense)
        put_octet(w, ' ');
}

static void begin_item(json_writer *w, const char *key)
{
    begin_member(w, key, "");
}

static void open_item(json_writer *w, const char *key, char open, char close)
{
    begin_item(w, key);
    put_octet(w, open);
    w->depth++;
    w->filled[w->depth] = false;
    w->close[w->depth] = close;
}

void json_open_object(json_writer *w, const char *key)
{
    open_item(w, key, '{', '}');
}

void json_open_array(json_writer *w, const char *key)
{
    open_item(w, key, '[', ']');
}

void json_close(json_writer *w)
{
    char close = w->close[w->depth];
    bool on_lines = w->filled[w->depth] && w->depth <= w->lines;
    w->depth--;
    if (on_lines)
        begin_line(w);
    put_octet(w, close);
}

void json_text(json_writer *w, const char *key, const char *text)
{
    begin_item(w, key);
    put_string(w, text, strlen(text));
}

void json_text_if(json_writer *w, const char *key, const char *text)
{
    if (text != NULL)
        json_text(w, key, text);
}

/* Writes a number after its sign. */
static void put_digits(json_writer *w, uint64_t number)
{
    char digits[20], *first = digits + sizeof digits;
    do
        *--first = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    put(w, first, (size_t)(digits + sizeof digits - first));
}

void json_number(json_writer *w, const char *key, uint64_t number)
{
    begin_item(w, key);
    put_digits(w, number);
}

void json_integer(json_writer *w, const char *key, int64_t number)
{
    begin_item(w, key);
    if (number < 0)
        put_octet(w, '-');
    put_digits(w, number < 0 ? -(uint64_t)number : (uint64_t)number);
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

/* Writes an array or object. If it is too deep for a reader, writes null. */
static void put_container(json_writer *w, const char *key, const cJSON *tree)
{
    bool is_object = cJSON_IsObject(tree);
    if (w->depth == JSON_DEPTH_MOST) {
        json_null(w, key);
        return;
    }
    open_item(w, key, is_object ? '{' : '[', is_object ? '}' : ']');
    for (const cJSON *item = tree->child; item != NULL; item = item->next)
        json_tree(w, is_object ? item->string : NULL, item);
    json_close(w);
}

void json_tree(json_writer *w, const char *key, const cJSON *tree)
{
    if (cJSON_IsString(tree))
        json_text(w, key, tree->valuestring);
    else if (cJSON_IsBool(tree))
        json_truth(w, key, cJSON_IsTrue(tree));
    else if (cJSON_IsNumber(tree))
        put_number(w, key, tree);
    else if (cJSON_IsObject(tree) || cJSON_IsArray(tree))
        put_container(w, key, tree);
    else
        json_null(w, key);
}

void json_hexadecimal(json_writer *w, const char *key, uriproof_span octets)
{
    begin_member(w, key, "_hex");
    put_octet(w, '"');
    buffer_reserve(&w->text, octets.length * 2);
    uriproof_hex_encode(octets, w->text.octets + w->text.length);
    w->text.length += octets.length * 2;
    put_octet(w, '"');
}

void json_octets(json_writer *w, const char *key, uriproof_span octets)
{
    if (!uriproof_present(octets))
        return;
    if (!uriproof_all_printable(octets)) {
        json_hexadecimal(w, key, octets);
        return;
    }
    begin_item(w, key);
    put_string(w, octets.octets, octets.length);
}

/* ---- The end ---- */

bool json_writer_end(json_writer *w)
{
    while (w->depth > 0)
        json_close(w);
    put_octet(w, '\n');
    if (w->out == NULL)
        return true;
    flush(w);
    buffer_free(&w->text);
    return fflush(w->out) == 0 && !ferror(w->out);
}

cJSON *json_writer_tree(json_writer *w)
{
    json_writer_end(w);
    cJSON *tree = cJSON_ParseWithLength(w->text.octets, w->text.length);
    buffer_free(&w->text);
    return tree;
}
