/* SPDX-License-Identifier: MIT */
#include "escape.h"

#include "base/base.h"
#include "results/results.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A text that has a meaning in a format, and its replacement. */
typedef struct replacement {
    const char *text;
    const char *by;
} replacement;

/* An unescaped # would begin a directive, and a failure named `x #todo` would pass. */
static const replacement tap[] = {{"#", "\\#"}, {"\\", "\\\\"}, {NULL, NULL}};

static const replacement yaml[] = {{"\"", "\\\""}, {"\\", "\\\\"}, {NULL, NULL}};

static const replacement xml[] = {
    {"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}, {NULL, NULL},
};

static const replacement html_name[] = {
    {".", ".<wbr>"},  {"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"},
    {"\"", "&quot;"}, {"'", "&#39;"}, {NULL, NULL},
};

/* A pipe is written as an entity, since tables are split into cells before backslashes are read.
 * The other replacements keep GitHub from turning data into links, mentions and references to
 * issues. */
static const replacement markdown[] = {
    {"\\", "\\\\"},     {"`", "\\`"},       {"*", "\\*"},  {"_", "\\_"},      {"[", "\\["},
    {"]", "\\]"},       {"<", "&lt;"},      {">", "&gt;"}, {"&", "&amp;"},    {"|", "&#124;"},
    {"~", "\\~"},       {"$", "\\$"},       {"!", "\\!"},  {"@", "@&#8203;"}, {"#", "\\#&#8203;"},
    {"://", "&#58;//"}, {"www.", "www\\."}, {NULL, NULL},
};

/* A message may have links, [words](address), and placeholders, {0}. Data must have neither. */
static const replacement sarif[] = {{"](", "]\\x28"}, {"{", "\\x7B"}, {"}", "\\x7D"}, {NULL, NULL}};

/* Line ends need no replacement, since they have been written as \x0A before. */
static const replacement github[] = {{"%", "%25"}, {NULL, NULL}};

static const replacement property[] = {{"%", "%25"}, {":", "%3A"}, {",", "%2C"}, {NULL, NULL}};

static const replacement plain[] = {{NULL, NULL}};

static const replacement *const styles[] = {
    [REPORT_TAP] = tap,           [REPORT_YAML] = yaml,
    [REPORT_XML] = xml,           [REPORT_HTML_NAME] = html_name,
    [REPORT_MARKDOWN] = markdown, [REPORT_SARIF] = sarif,
    [REPORT_GITHUB] = github,     [REPORT_PROPERTY] = property,
    [REPORT_PLAIN] = plain,
};

/* Writes the `length` octets at `text`, or the replacement of a text that begins there, which may
 * be longer. Returns how many octets of `text` it has dealt with. */
static size_t put_escaped(FILE *out, report_style style, const char *text, size_t length)
{
    for (const replacement *one = styles[style]; one->text != NULL; one++) {
        size_t taken = strlen(one->text);
        if (strncmp(text, one->text, taken) == 0) {
            fputs(one->by, out);
            return taken;
        }
    }
    fwrite(text, 1, length, out);
    return length;
}

static void put_invisible(FILE *out, report_style style, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        put_escaped(out, style, "\\", 1);
        fprintf(out, "x%02X", (unsigned char)text[i]);
    }
}

/* Writes `text` up to `end`, but never cuts a character. */
static void put_until(FILE *out, report_style style, const char *text, const char *end)
{
    while (text < end) {
        uint32_t character;
        size_t length = uriproof_utf8_read(text, &character);
        if (length == 0 || !uriproof_is_seen(character)) {
            length = length > 0 ? length : 1;
            put_invisible(out, style, text, length);
            text += length;
        } else {
            text += put_escaped(out, style, text, length);
        }
    }
}

void report_text(FILE *out, report_style style, const char *text)
{
    put_until(out, style, text, text + strlen(text));
}

/* Returns true if `text` points into the middle of a UTF-8 character. */
static bool is_inside(const char *text)
{
    return ((unsigned char)*text & 0xC0) == 0x80;
}

void report_text_short(FILE *out, report_style style, const char *text)
{
    size_t length = strlen(text);
    if (length <= REPORT_SHORT) {
        report_text(out, style, text);
        return;
    }
    const char *head = text + 3 * REPORT_SHORT / 4;
    const char *tail = text + length - REPORT_SHORT / 8;
    while (is_inside(tail)) {
        tail++;
    }
    put_until(out, style, text, head);
    size_t characters = 0;
    for (const char *at = text; *at != '\0'; at++)
        characters += !is_inside(at);
    char words[80];
    snprintf(words, sizeof words, " [... shortened: %zu characters in all ...] ", characters);
    report_text(out, style, words);
    put_until(out, style, tail, text + length);
}

/* Returns the length of the longest run of backticks. The marks of a code span must have another
 * length. */
static size_t longest_ticks(const char *text)
{
    size_t longest = 0;
    while (*text != '\0') {
        size_t run = strspn(text, "`");
        longest = run > longest ? run : longest;
        text += run + strcspn(text + run, "`");
    }
    return longest;
}

static void put_repeated(FILE *out, char octet, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        putc(octet, out);
    }
}

void report_code_span(FILE *out, const char *text)
{
    size_t length = strlen(text);
    if (length == 0) {
        fputs("(empty)", out); /* Markdown has no empty code span */
        return;
    }
    size_t ticks = longest_ticks(text) + 1;
    /* Markdown removes one space from each end if both ends have one and the text is not all
     * spaces. */
    bool only_spaces = strspn(text, " ") == length;
    bool pad = !only_spaces && (strchr("` ", text[0]) != NULL || strchr("` ", text[length - 1]));
    put_repeated(out, '`', ticks);
    put_repeated(out, ' ', pad);
    report_text_short(out, REPORT_PLAIN, text);
    put_repeated(out, ' ', pad);
    put_repeated(out, '`', ticks);
}

bool report_link_is_plain(const char *link)
{
    return link != NULL && uriproof_is_plain_link(link);
}
