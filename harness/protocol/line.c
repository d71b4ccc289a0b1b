/* SPDX-License-Identifier: MIT */
#include "line.h"
#include "base/base.h"
#include "json/json.h"

#include <stdio.h>
#include <string.h>

cJSON *line_read(const char *line, size_t length, uriproof_error *error)
{
    static const uriproof_json_limits limits = {LINE_DEPTH, LINE_VALUES};
    uriproof_json_fault fault;
    cJSON *object = uriproof_json_read_within(line, length, &limits, &fault);
    if (object == NULL)
        uriproof_error_set(error, "%.200s, at octet %zu", fault.error.words, fault.offset);
    return object;
}

bool line_is_id(const cJSON *id)
{
    const double most = 9007199254740992.0;
    return cJSON_IsNumber(id) && id->valuedouble >= -most && id->valuedouble <= most &&
           (double)(int64_t)id->valuedouble == id->valuedouble;
}

/* Requests and answers as lines. A harness and an adapter write one for each case, so that no tree
 * of JSON is made first; what cJSON prints of that tree is the same line. */
/* ---- Strings ---- */

static bool add(octet_buffer *line, const char *words)
{
    return buffer_add(line, words, strlen(words));
}

/* The letter that stands for `character` behind a reverse solidus (RFC 8259, section 7); NUL where
 * none does. */
static char letter_of(char character)
{
    static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *at = memchr(escaped, character, sizeof escaped - 1);
    return at != NULL ? letters[at - escaped] : '\0';
}

static bool add_character(octet_buffer *line, char character)
{
    char words[8], letter = letter_of(character);
    if (letter != '\0')
        snprintf(words, sizeof words, "\\%c", letter);
    else if ((unsigned char)character < 0x20)
        snprintf(words, sizeof words, "\\u%04x", (unsigned)(unsigned char)character);
    else
        return buffer_add(line, &character, 1);
    return add(line, words);
}

static bool has(uriproof_span string, char character)
{
    return memchr(string.octets, character, string.length) != NULL;
}

static bool add_escaped(octet_buffer *line, uriproof_span string)
{
    bool added = true;
    for (size_t i = 0; i < string.length && added; i++)
        added = add_character(line, string.octets[i]);
    return added;
}

/* Of printable ASCII. */
static bool add_printable(octet_buffer *line, uriproof_span string)
{
    bool plain = !has(string, '"') && !has(string, '\\');
    return add(line, "\"") &&
           (plain ? buffer_add(line, string.octets, string.length) : add_escaped(line, string)) &&
           add(line, "\"");
}

static bool add_hexadecimal(octet_buffer *line, uriproof_span octets)
{
    if (octets.length > SIZE_MAX / 4 || !buffer_reserve(line, 2 * octets.length + 2))
        return false;
    add(line, "\"");
    uriproof_hex_encode(octets, line->octets + line->length);
    line->length += 2 * octets.length;
    return add(line, "\"");
}

/* ---- Members ---- */

/* The first one of an object has no comma before it. */
static bool add_key(octet_buffer *line, const char *name, const char *suffix)
{
    bool first = line->length > 0 && line->octets[line->length - 1] == '{';
    return (first || add(line, ",")) && add(line, "\"") && add(line, name) && add(line, suffix) &&
           add(line, "\":");
}

static bool add_octets(octet_buffer *line, const char *name, uriproof_span octets)
{
    if (!uriproof_present(octets))
        return true;
    if (uriproof_all_printable(octets))
        return add_key(line, name, "") && add_printable(line, octets);
    return add_key(line, name, "_hex") && add_hexadecimal(line, octets);
}

static bool add_words(octet_buffer *line, const char *name, const char *words)
{
    return words == NULL || (add_key(line, name, "") && add(line, "\"") &&
                             add_escaped(line, uriproof_span_of(words)) && add(line, "\""));
}

static bool add_bool(octet_buffer *line, const char *name, bool value)
{
    return add_key(line, name, "") && add(line, value ? "true" : "false");
}

static bool add_parts(octet_buffer *line, const char *name, const void *parts,
                      const uriproof_part_name *names, size_t count)
{
    bool added = add_key(line, name, "") && add(line, "{");
    for (size_t i = 0; i < count && added; i++)
        added = add_octets(line, names[i].name, uriproof_part(parts, &names[i]));
    return added && add(line, "}");
}

static bool add_views(octet_buffer *line, const uriproof_parts *parts)
{
    return (!parts->has_generic || add_parts(line, "generic", &parts->generic,
                                             uriproof_generic_names, URIPROOF_GENERIC_COUNT)) &&
           (!parts->has_components ||
            add_parts(line, "components", &parts->components, uriproof_component_names,
                      URIPROOF_COMPONENT_COUNT));
}

static bool add_number(octet_buffer *line, uint64_t number)
{
    char digits[20], *first = digits + sizeof digits;
    do
        *--first = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    return buffer_add(line, first, (size_t)(digits + sizeof digits - first));
}

/* ---- Lines ---- */

static bool begin(octet_buffer *line, int64_t id)
{
    uint64_t size = id < 0 ? -(uint64_t)id : (uint64_t)id;
    return add(line, "{\"id\":") && (id >= 0 || add(line, "-")) && add_number(line, size);
}

static bool add_request(octet_buffer *line, int64_t id, const uriproof_request *request)
{
    const uriproof_op_facts *facts = &uriproof_ops[request->op];
    bool added = begin(line, id) && add_words(line, "op", facts->name);
    for (size_t i = 0; i < 2 && facts->fields[i] != NULL && added; i++)
        added = add_octets(line, facts->fields[i], request->field[i]);
    return added && add(line, "}\n");
}

static bool add_supported(octet_buffer *line, uriproof_op op, const uriproof_answer *answer)
{
    const char *result = uriproof_ops[op].result;
    return add_bool(line, "valid", answer->valid) && add_views(line, &answer->parts) &&
           (result == NULL || add_octets(line, result, answer->result)) &&
           (!answer->has_equal || add_bool(line, "equal", answer->equal)) &&
           add_words(line, "production", answer->production) &&
           (!answer->has_offset ||
            (add_key(line, "offset", "") && add_number(line, answer->offset))) &&
           (!answer->silent || add_bool(line, "silent", true)) &&
           add_words(line, "error", answer->error) &&
           (answer->detail == NULL ||
            (add_key(line, "detail", "") && buffer_add_json(line, answer->detail)));
}

static bool add_answer(octet_buffer *line, int64_t id, uriproof_op op,
                       const uriproof_answer *answer)
{
    bool added = begin(line, id);
    if (answer->unsupported)
        added =
            added && add_bool(line, "unsupported", true) && add_words(line, "error", answer->error);
    else
        added = added && add_supported(line, op, answer);
    return added && add(line, "}\n");
}

bool line_write_request(octet_buffer *lines, int64_t id, const uriproof_request *request)
{
    size_t before = lines->length;
    bool written = add_request(lines, id, request);
    if (!written)
        lines->length = before;
    return written;
}

bool line_write_answer(octet_buffer *lines, int64_t id, uriproof_op op,
                       const uriproof_answer *answer)
{
    size_t before = lines->length;
    bool written = add_answer(lines, id, op, answer);
    if (!written)
        lines->length = before;
    return written;
}
