/* SPDX-License-Identifier: MIT */
#include "json_read.h"

#include "base/base.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILE_DEPTH = 64,
    NUMBER_MOST = 63, /* characters of a number: cJSON reads no more of it */
    KEY_SHOWN = 40    /* octets */
};

/* This is a key as it is written between its quotes. */
typedef struct json_key {
    const char *text;
    size_t length;
    bool escaped; /* there is an escape in it */
} json_key;

/* A checker is a text while it is checked. Each check_ function steps over what it is named for;
 * if that is not there, it sets the fault and returns false. */
typedef struct checker {
    const char *begin;
    const char *at;
    const char *end;
    uriproof_json_limits left;
    const uriproof_json_limits *limits;
    json_key *keys; /* of the objects that are open, those of the innermost last */
    size_t key_count;
    size_t key_room;
    uriproof_json_fault *fault;
    cJSON *item;  /* where the value that is checked goes, or NULL: it is only checked */
    cJSON *items; /* the next that is free; there is one for each value */
    char *octets; /* those of strings that are free; there is one for each of the text */
} checker;

/* ---- Faults ---- */

__attribute__((format(printf, 3, 4))) static bool fail_at(checker *c, const char *at,
                                                          const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->fault->error.words, sizeof c->fault->error.words, format, arguments);
    va_end(arguments);
    c->fault->offset = (size_t)(at - c->begin);
    return false;
}

static bool fail_here(checker *c, const char *words)
{
    return fail_at(c, c->at, "%s", words);
}

/* Sets the fault: something else comes next than what `words` say. Returns false. */
static bool unexpected(checker *c, const char *words)
{
    if (c->at == c->end)
        return fail_here(c, "not JSON: it ends too soon");
    if (*c->at == '\0')
        return fail_here(c, "a NUL (such text travels in hexadecimal)");
    return fail_at(c, c->at, "not JSON: %s", words);
}

/* ---- Tokens ---- */

static bool is_next(const checker *c, char octet)
{
    return c->at != c->end && *c->at == octet;
}

static void skip_space(checker *c)
{
    while (is_next(c, ' ') || is_next(c, '\n') || is_next(c, '\t') || is_next(c, '\r'))
        c->at++;
}

/* Steps over the sign `octet` and the space before it, if it comes next. */
static bool takes(checker *c, char octet)
{
    skip_space(c);
    bool there = is_next(c, octet);
    c->at += there;
    return there;
}

static bool check_word(checker *c, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(c->end - c->at) < length || memcmp(c->at, word, length) != 0)
        return unexpected(c, "expected a value");
    c->at += length;
    return true;
}

static bool is_digit_next(const checker *c)
{
    return c->at != c->end && uriproof_is_digit(*c->at);
}

static bool check_digits(checker *c)
{
    if (!is_digit_next(c))
        return unexpected(c, "a number without a digit where one is needed");
    while (is_digit_next(c))
        c->at++;
    return true;
}

static bool check_number(checker *c)
{
    const char *first = c->at;
    c->at += is_next(c, '-');
    bool zero = is_next(c, '0');
    if (zero)
        c->at++;
    if (zero && is_digit_next(c))
        return fail_here(c, "not JSON: a number with a leading zero");
    if (!zero && !check_digits(c))
        return false;
    if (is_next(c, '.') && (c->at++, !check_digits(c)))
        return false;
    if (is_next(c, 'e') || is_next(c, 'E')) {
        c->at++;
        c->at += is_next(c, '+') || is_next(c, '-');
        if (!check_digits(c))
            return false;
    }
    return c->at - first <= NUMBER_MOST || fail_at(c, first, "a number of over 63 characters");
}

/* ---- Strings ---- */

/* Returns the 16 bits of the escape \uXXXX at `at`; -1 if there is none. */
static int32_t unit_at(const checker *c, const char *at)
{
    int32_t unit = 0;
    if (c->end - at < 6 || at[0] != '\\' || at[1] != 'u')
        return -1;
    for (int i = 2; i < 6; i++) {
        int digit = uriproof_hex_value(at[i]);
        if (digit < 0)
            return -1;
        unit = unit << 4 | digit;
    }
    return unit;
}

static bool is_high_surrogate(int32_t unit)
{
    return unit >= 0xD800 && unit <= 0xDBFF;
}

static bool is_low_surrogate(int32_t unit)
{
    return unit >= 0xDC00 && unit <= 0xDFFF;
}

/* Steps over \uXXXX, or two of them that are one character. */
static bool check_unit(checker *c, uint32_t *character)
{
    int32_t unit = unit_at(c, c->at);
    if (unit < 0)
        return fail_here(c, "not JSON: \\u without four hexadecimal digits");
    if (unit == 0)
        return fail_here(c, "an escaped NUL in a string (such text travels in hexadecimal)");
    *character = (uint32_t)unit;
    if (is_high_surrogate(unit) && is_low_surrogate(unit_at(c, c->at + 6))) {
        uint32_t low = (uint32_t)unit_at(c, c->at + 6);
        *character = 0x10000 + ((*character - 0xD800) << 10) + (low - 0xDC00);
        c->at += 6;
    } else if (is_high_surrogate(unit) || is_low_surrogate(unit)) {
        return fail_here(c, "half a surrogate pair in an escape, which is no character");
    }
    c->at += 6;
    return true;
}

static bool check_escape(checker *c, uint32_t *character)
{
    static const char letters[] = "\"\\/bfnrt", escaped[] = "\"\\/\b\f\n\r\t";
    if (c->end - c->at < 2)
        return fail_at(c, c->end, "not JSON: it ends too soon");
    if (c->at[1] == 'u')
        return check_unit(c, character);
    const char *letter = memchr(letters, c->at[1], sizeof letters - 1);
    if (letter == NULL)
        return fail_here(c, "not JSON: an escape that JSON does not have");
    *character = (unsigned char)escaped[letter - letters];
    c->at += 2;
    return true;
}

/* Steps over a character that is no quote, and reads it. */
static bool check_character(checker *c, uint32_t *character)
{
    unsigned char octet = (unsigned char)*c->at;
    if (octet == '\\')
        return check_escape(c, character);
    if (octet < 0x20)
        return unexpected(c, "a control character in a string (write it as an escape)");
    size_t length = uriproof_utf8_decode(c->at, (size_t)(c->end - c->at), character);
    c->at += length;
    return length > 0 || fail_here(c, "not UTF-8 (such text travels in hexadecimal)");
}

/* Steps over a string with its quotes, and sets *string to what is between them. */
static bool check_string(checker *c, json_key *string)
{
    uint32_t character;
    *string = (json_key){.text = ++c->at};
    while (c->at != c->end && *c->at != '"') {
        string->escaped = string->escaped || *c->at == '\\';
        if (uriproof_is_json_plain(*c->at))
            c->at++;
        else if (!check_character(c, &character))
            return false;
    }
    if (c->at == c->end)
        return unexpected(c, "");
    string->length = (size_t)(c->at++ - string->text);
    return true;
}

/* ---- Keys ---- */

/* Compares by characters, whose order is that of the octets of their UTF-8. */
static int compare_escaped(const json_key *a, const json_key *b)
{
    uriproof_json_fault none; /* since both were checked before */
    checker x = {.at = a->text, .end = a->text + a->length, .fault = &none};
    checker y = {.at = b->text, .end = b->text + b->length, .fault = &none};
    while (x.at != x.end && y.at != y.end) {
        uint32_t one = 0, other = 0;
        if (!check_character(&x, &one) || !check_character(&y, &other) || one != other)
            return one < other ? -1 : 1;
    }
    return (x.at != x.end) - (y.at != y.end);
}

static int compare_keys(const json_key *a, const json_key *b)
{
    if (a->escaped || b->escaped)
        return compare_escaped(a, b);
    int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
    return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

static int by_key_and_place(const void *a, const void *b)
{
    const json_key *x = a, *y = b;
    int order = compare_keys(x, y);
    return order != 0 ? order : (x->text > y->text) - (x->text < y->text);
}

/* Returns the first of `keys` that was there before, or NULL. */
static const json_key *key_again(json_key *keys, size_t count)
{
    const json_key *again = NULL;
    if (count > 1)
        qsort(keys, count, sizeof *keys, by_key_and_place);
    for (size_t i = 1; i < count; i++)
        if (compare_keys(&keys[i - 1], &keys[i]) == 0 &&
            (again == NULL || keys[i].text < again->text))
            again = &keys[i];
    return again;
}

/* Forgets the keys from number `first` on, which are those of an object that ends. */
static bool check_keys(checker *c, size_t first)
{
    if (c->key_count == first) /* there may be no room for keys yet */
        return true;
    const json_key *again = key_again(c->keys + first, c->key_count - first);
    c->key_count = first;
    if (again == NULL)
        return true;
    return fail_at(c, again->text - 1, "the key \"%.*s\" is there twice",
                   again->length < KEY_SHOWN ? (int)again->length : KEY_SHOWN, again->text);
}

/* ---- What is read ---- */

/* Copies the string, without its escapes, and with a NUL. Returns NULL if it is only checked. */
static char *keep_string(checker *c, const json_key *string)
{
    char *copy = c->octets;
    if (copy == NULL)
        return NULL;
    if (string->escaped) {
        cJSON *one = cJSON_ParseWithLength(string->text - 1, string->length + 2);
        c->octets = stpcpy(copy, one->valuestring) + 1;
        cJSON_Delete(one);
    } else {
        memcpy(copy, string->text, string->length);
        copy[string->length] = '\0';
        c->octets += string->length + 1;
    }
    return copy;
}

static void keep_number(const checker *c, const char *first)
{
    char digits[NUMBER_MOST + 1] = "";
    if (c->item == NULL)
        return;
    memcpy(digits, first, (size_t)(c->at - first));
    cJSON_SetNumberHelper(c->item, strtod(digits, NULL));
}

/* Returns the type of a value that is right, from how it begins. */
static int type_of(char first)
{
    static const struct {
        char first;
        int type;
    } types[] = {{'{', cJSON_Object}, {'[', cJSON_Array}, {'"', cJSON_String},
                 {'t', cJSON_True},   {'f', cJSON_False}, {'n', cJSON_NULL}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].first == first)
            return types[i].type;
    return cJSON_Number;
}

/* Takes the next item for the value that is next. */
static void keep_value(checker *c)
{
    if (c->items == NULL)
        return;
    c->item = c->items++;
    *c->item = (cJSON){.type = type_of(*c->at)};
}

/* Adds the item of the value that was checked to its array or object `whole`. */
static void keep_member(const checker *c, cJSON *whole, char *key)
{
    if (c->item == NULL || whole == NULL)
        return;
    c->item->string = key;
    if (whole->child == NULL) {
        whole->child = c->item;
    } else {
        whole->child->prev->next = c->item;
        c->item->prev = whole->child->prev;
    }
    whole->child->prev = c->item;
}

static bool check_key(checker *c, char **key)
{
    skip_space(c);
    if (!is_next(c, '"'))
        return unexpected(c, "expected a key in quotes");
    if (c->key_count == c->key_room) {
        c->key_room = 2 * c->key_room + 16;
        json_key *grown = realloc(c->keys, c->key_room * sizeof *c->keys);
        c->keys = grown;
    }
    if (!check_string(c, &c->keys[c->key_count++]))
        return false;
    *key = keep_string(c, &c->keys[c->key_count - 1]);
    return takes(c, ':') || unexpected(c, "expected ':'");
}

/* ---- Values ---- */

static bool check_value(checker *c);

/* Steps over an array or object, whose last sign is `close`. */
static bool check_items(checker *c, char close)
{
    size_t first_key = c->key_count;
    cJSON *whole = c->item;
    char *key = NULL;
    if (c->left.depth-- == 0)
        return fail_at(c, c->at, "it is nested over %zu deep", c->limits->depth);
    c->at++;
    if (!takes(c, close)) {
        do {
            if ((close == '}' && !check_key(c, &key)) || !check_value(c))
                return false;
            keep_member(c, whole, key);
        } while (takes(c, ','));
        if (!takes(c, close))
            return unexpected(c, close == '}' ? "expected ',' or '}'" : "expected ',' or ']'");
    }
    c->left.depth++;
    c->item = whole;
    return check_keys(c, first_key);
}

/* Steps over a value and the space before it. */
static bool check_value(checker *c)
{
    json_key string;
    skip_space(c);
    const char *first = c->at;
    if (c->left.values-- == 0)
        return fail_at(c, c->at, "it has over %zu values", c->limits->values);
    if (first == c->end)
        return unexpected(c, "");
    keep_value(c);
    switch (*first) {
    case '{':
        return check_items(c, '}');
    case '[':
        return check_items(c, ']');
    case '"':
        if (!check_string(c, &string))
            return false;
        if (c->item != NULL)
            c->item->valuestring = keep_string(c, &string);
        return true;
    case 't':
        return check_word(c, "true");
    case 'f':
        return check_word(c, "false");
    case 'n':
        return check_word(c, "null");
    default:
        if (*first != '-' && !is_digit_next(c))
            return unexpected(c, "expected a value");
        if (!check_number(c))
            return false;
        keep_number(c, first);
        return true;
    }
}

static bool check_text(checker *c)
{
    if (c->end - c->at >= 3 && memcmp(c->at, "\xEF\xBB\xBF", 3) == 0)
        return fail_here(c, "a byte-order mark, which JSON does not have");
    if (!check_value(c))
        return false;
    skip_space(c);
    return c->at == c->end || unexpected(c, "something follows the value");
}

/* Checks the text, and puts what it reads where *memory has room. */
static bool check_into(const json_memory *memory, const char *text, size_t length,
                       const uriproof_json_limits *limits, uriproof_json_fault *fault)
{
    checker c = {.begin = text,
                 .at = text,
                 .end = text + length,
                 .left = *limits,
                 .limits = limits,
                 .fault = fault,
                 .items = memory->items,
                 .octets = memory->octets};
    bool good = check_text(&c);
    free(c.keys);
    return good;
}

bool uriproof_json_check(const char *text, size_t length, const uriproof_json_limits *limits,
                         uriproof_json_fault *fault)
{
    static const json_memory none;
    return check_into(&none, text, length, limits, fault);
}

/* ---- Reading ---- */

void json_memory_free(json_memory *memory)
{
    free(memory->items);
    free(memory->octets);
    *memory = (json_memory){0};
}

/* Returns room for `count` things of `size` octets: `memory`, or a new block if that is too small.
 * A new block has twice the room, so that there are few of them. Old contents are lost. */
static void *ensure_room(void *memory, size_t *room, size_t count, size_t size)
{
    if (*room >= count)
        return memory;
    free(memory);
    *room = 2 * count;
    return malloc(*room * size);
}

cJSON *json_read_into(json_memory *memory, const char *text, size_t length,
                      const uriproof_json_limits *limits, uriproof_json_fault *fault)
{
    /* Each value takes at least two octets: its own, and a comma or the end of its array. Arrays
     * that are still open at the end of the text take one. A string loses two quotes and gets a
     * NUL, so all strings fit into the length of the text. */
    size_t most = length / 2 + limits->depth + 2;
    size_t values = most < limits->values ? most : limits->values;
    memory->items = ensure_room(memory->items, &memory->item_room, values, sizeof *memory->items);
    memory->octets = ensure_room(memory->octets, &memory->octet_room, length + 1, 1);
    if (!check_into(memory, text, length, limits, fault))
        return NULL;
    if (cJSON_IsObject(memory->items))
        return memory->items;
    uriproof_error_set(&fault->error, "not a JSON object");
    fault->offset = 0;
    return NULL;
}

/* Checks that the text is a JSON object. */
static bool check_object(const char *text, size_t length, const uriproof_json_limits *limits,
                         uriproof_json_fault *fault)
{
    if (!uriproof_json_check(text, length, limits, fault))
        return false;
    fault->offset = 0;
    while (strchr(" \n\t\r", text[fault->offset]) != NULL)
        fault->offset++;
    uriproof_error_set(&fault->error, "not a JSON object");
    return text[fault->offset] == '{';
}

bool uriproof_json_check_file(const char *text, size_t length, uriproof_error *error)
{
    static const uriproof_json_limits limits = {FILE_DEPTH, SIZE_MAX};
    uriproof_json_fault fault;
    size_t line = 1, column = 1;
    if (check_object(text, length, &limits, &fault))
        return true;
    for (size_t i = 0; i < fault.offset; i++) {
        column = text[i] == '\n' ? 1 : column + 1;
        line += text[i] == '\n';
    }
    uriproof_error_set(error, "line %zu, column %zu: %.200s", line, column, fault.error.words);
    return false;
}

cJSON *uriproof_json_read(const char *text, size_t length, uriproof_error *error)
{
    return uriproof_json_check_file(text, length, error) ? cJSON_ParseWithLength(text, length)
                                                         : NULL;
}

/* ---- Members ---- */

cJSON *json_item(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

const char *json_string_of(const cJSON *object, const char *key)
{
    return cJSON_GetStringValue(json_item(object, key));
}
