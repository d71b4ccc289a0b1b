/* SPDX-License-Identifier: MIT */
#include "wpt.h"

#include <errno.h>
#include <stdint.h>

/* What is exported. */
typedef struct exporting {
    FILE *out;
    wpt_questions questions;
    size_t test_count, left_out;
} exporting;

/* ---- JSON ----
   Our writer has no strings with a NUL in them, and the tests have. */

static void put_unit(FILE *out, uint32_t unit)
{
    fprintf(out, "\\u%04x", (unsigned)unit);
}

static void put_character(FILE *out, uint32_t character)
{
    if (character < 0x10000) {
        put_unit(out, character);
        return;
    }
    put_unit(out, 0xD800 + ((character - 0x10000) >> 10));
    put_unit(out, 0xDC00 + (character & 0x3FF));
}

/* Writes a text, which is UTF-8, as characters of a string: in ASCII. */
static void put_characters(FILE *out, uriproof_span text)
{
    uint32_t character;
    for (size_t at = 0, length; at < text.length; at += length) {
        length = 1;
        if (uriproof_is_json_plain(text.octets[at])) {
            putc(text.octets[at], out);
        } else if (text.octets[at] == '"' || text.octets[at] == '\\') {
            fprintf(out, "\\%c", text.octets[at]);
        } else {
            length = uriproof_utf8_decode(text.octets + at, text.length - at, &character);
            put_character(out, character);
        }
    }
}

/* ---- Tests ---- */

/* Writes a member whose value is a part between delimiters. A part that is empty has none. */
static void put_part(const exporting *e, const char *key, const char *before, uriproof_span part,
                     const char *after)
{
    fprintf(e->out, ",\n    \"%s\": \"", key);
    if (part.length > 0) {
        fputs(before, e->out);
        put_characters(e->out, part);
        fputs(after, e->out);
    }
    putc('"', e->out);
}

/* Writes the host with its port. */
static void put_host(const exporting *e, const uriproof_components *parts)
{
    fputs(",\n    \"host\": \"", e->out);
    put_characters(e->out, parts->host);
    if (uriproof_present(parts->port)) {
        putc(':', e->out);
        put_characters(e->out, parts->port);
    }
    putc('"', e->out);
}

static void put_url(const exporting *e, uriproof_span href)
{
    const uriproof_components parts = wpt_divided(href);
    put_part(e, "href", "", href, "");
    put_part(e, "protocol", "", parts.scheme, ":");
    put_part(e, "username", "", parts.user, "");
    put_part(e, "password", "", parts.password, "");
    put_host(e, &parts);
    put_part(e, "hostname", "", parts.host, "");
    put_part(e, "port", "", parts.port, "");
    put_part(e, "pathname", "", parts.path, "");
    put_part(e, "search", "?", parts.query, "");
    put_part(e, "hash", "#", parts.fragment, "");
}

/* Writes a test. `href` is absent if the text is rejected. */
static void put_test(exporting *e, uriproof_span input, uriproof_span base, uriproof_span href)
{
    fprintf(e->out, "%s  {\n    \"input\": \"", e->test_count++ > 0 ? ",\n" : "");
    put_characters(e->out, input);
    fputs("\",\n    \"base\": ", e->out);
    if (uriproof_present(base)) {
        putc('"', e->out);
        put_characters(e->out, base);
        putc('"', e->out);
    } else {
        fputs("null", e->out);
    }
    if (uriproof_present(href))
        put_url(e, href);
    else
        fputs(",\n    \"failure\": true", e->out);
    fputs("\n  }", e->out);
}

/* Writes the vector as a test, unless its question was there. */
static void put_question(exporting *e, const uriproof_vector *vector)
{
    const uriproof_request *asked = &vector->request;
    const bool has_base = asked->op == URIPROOF_RESOLVE;
    const uriproof_span input = asked->field[has_base ? 1 : 0];
    const uriproof_span base = has_base ? asked->field[0] : (uriproof_span){NULL, 0};
    octet_buffer href = {0};
    if (!wpt_questions_add(&e->questions, wpt_question(input, base)))
        return;
    if (vector->expect->status == ANSWER_ACCEPTED && asked->op == URIPROOF_PARSE)
        wpt_serialize(&vector->expect->parts.components, &href);
    else if (vector->expect->status == ANSWER_ACCEPTED)
        buffer_add(&href, vector->expect->result.octets, vector->expect->result.length);
    const uriproof_span url = {href.octets, href.length};
    if (uriproof_is_utf8(url))
        put_test(e, input, base, url);
    else
        e->left_out++;
    buffer_free(&href);
}

/* A test asks for a URL or for failure, in UTF-8. */
static bool has_test(const uriproof_vector *vector)
{
    const uriproof_request *asked = &vector->request;
    const bool asks = asked->op == URIPROOF_PARSE || asked->op == URIPROOF_RESOLVE ||
                      asked->op == URIPROOF_NORMALIZE;
    return asks && vector->expect->status != ANSWER_UNDEFINED &&
           uriproof_is_utf8(asked->field[0]) && uriproof_is_utf8(asked->field[1]);
}

void wpt_export(const invocation *call, const uriproof_corpus *corpus, uriproof_level level)
{
    exporting e = {.out = stdout};
    fputs("[\n", e.out);
    for (size_t i = 0; i < corpus->vector_count; i++) {
        const uriproof_vector *vector = &corpus->vectors[i];
        if (vector->group->level > level)
            continue;
        if (has_test(vector))
            put_question(&e, vector);
        else
            e.left_out++;
    }
    fputs("\n]\n", e.out);
    wpt_questions_free(&e.questions);
    if (e.left_out > 0)
        put_line(stderr, "uriproof %s: %zu vectors left out: they compare, or are undefined",
                 call->command->name, e.left_out);
}
