/* SPDX-License-Identifier: MIT */
#include "mutator.h"

#include "generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEPS_MOST = 24,
    GENERATED_MOST = 256, /* octets of what is generated */
    BREAK_TRIES = 4,
    TRIES_MOST = 6, /* steps, if the text is still the same */
    RUN_MOST = 8    /* octets that are left out or repeated as one */
};

struct mutator {
    rules *rules;
    uint32_t start;               /* the production URI-reference */
    uint32_t of_part[TEXT_PARTS]; /* the production of each part */
    uint32_t after_authority;     /* the production of a path there */
    uint64_t random;
    octet_buffer text;      /* the text that is changed */
    octet_buffer spare;     /* the text that takes its place */
    octet_buffer generated; /* a part that was generated */
    uriproof_span other;
    size_t most;
    mutation steps[STEPS_MOST];
    size_t step_count;
};

mutator *mutator_new(uint64_t seed)
{
    static const char *const productions[TEXT_PARTS] = {
        [TEXT_SCHEME] = "scheme",    [TEXT_USERINFO] = "userinfo", [TEXT_HOST] = "host",
        [TEXT_PORT] = "port",        [TEXT_PATH] = "path",         [TEXT_QUERY] = "query",
        [TEXT_FRAGMENT] = "fragment"};
    mutator *m = calloc(1, sizeof *m);
    m->rules = rules_new();
    m->start = rules_named(m->rules, "URI-reference");
    m->after_authority = rules_named(m->rules, "path-abempty");
    for (unsigned i = 0; i < TEXT_PARTS; i++)
        m->of_part[i] = rules_named(m->rules, productions[i]);
    mutator_reseed(m, seed);
    return m;
}

void mutator_free(mutator *m)
{
    if (m == NULL)
        return;
    rules_free(m->rules);
    buffer_free(&m->text);
    buffer_free(&m->spare);
    buffer_free(&m->generated);
    free(m);
}

void mutator_reseed(mutator *m, uint64_t seed)
{
    m->random = seed;
    m->step_count = 0;
}

/* ---- What the steps share ---- */

static size_t draw(mutator *m, size_t bound)
{
    return random_below(&m->random, bound);
}

static void add_step(mutator *m, const char *how, const char *rule)
{
    if (m->step_count < STEPS_MOST)
        m->steps[m->step_count++] = (mutation){how, rule};
}

/* Takes the spare text for the text, shortened if it is too long. */
static void take_spare(mutator *m)
{
    const octet_buffer old = m->text;
    m->text = m->spare;
    m->spare = old;
    if (m->text.length > m->most)
        m->text.length = m->most;
}

/* Puts `count` times `put` in the place of `removed` octets at `at`. */
static void replace_octets(mutator *m, size_t at, size_t removed, uriproof_span put, size_t count)
{
    m->spare.length = 0;
    buffer_add(&m->spare, m->text.octets, at);
    for (; count > 0 && m->spare.length < m->most; count--)
        buffer_add(&m->spare, put.octets, put.length);
    buffer_add(&m->spare, m->text.octets + at + removed, m->text.length - at - removed);
    take_spare(m);
}

/* Returns true if the octet is one that a step looks for. */
typedef bool octet_test(char octet);

/* Returns the place of an octet that passes: the first one from a drawn place on, and then from the
 * start on. Returns the length of the text if there is none. */
static size_t draw_octet(mutator *m, octet_test *passes)
{
    const size_t length = m->text.length, from = length > 0 ? draw(m, length) : 0;
    for (size_t i = 0; i < length; i++) {
        const size_t at = from + i < length ? from + i : from + i - length;
        if (passes(m->text.octets[at]))
            return at;
    }
    return length;
}

static bool is_delimiter(char octet)
{
    return octet != '\0' && strchr(":/?#[]@%.&=\\", octet) != NULL;
}

static bool is_slash(char octet)
{
    return octet == '/';
}

static uriproof_span text_of(const mutator *m)
{
    return (uriproof_span){m->text.octets, m->text.length};
}

static uriproof_span span_of(const char *words)
{
    return (uriproof_span){words, strlen(words)};
}

/* ---- Steps ----
 *
 * Each makes one change, and adds itself to the steps. It returns false, and changes nothing, if
 * the text has nothing to change in this way. */

static void add_broken(mutator *m, const char *how, const broken_rules *broken)
{
    if (broken->count == 0)
        add_step(m, how, NULL);
    for (size_t i = 0; i < broken->count; i++)
        add_step(m, how, broken->names[i]);
}

/* Takes a generated text. Of the steps before it nothing is left. */
static void generate_text(mutator *m, const char *how, size_t breaks)
{
    broken_rules broken;
    m->spare.length = 0;
    generate(m->rules, &m->random, m->start, breaks,
             m->most < GENERATED_MOST ? m->most : GENERATED_MOST, &m->spare, &broken);
    take_spare(m);
    m->step_count = 0;
    add_broken(m, how, &broken);
}

static bool generate_step(mutator *m, const char *how)
{
    generate_text(m, how, 0);
    return true;
}

/* Breaks a production so that the text mostly does not match. Sometimes it still does: `1.2.3.256`
 * breaks IPv4address and is a name. Such texts are of use too. */
static bool break_step(mutator *m, const char *how)
{
    const size_t breaks = random_once_in(&m->random, 4) ? 2 : 1;
    size_t left = BREAK_TRIES;
    do
        generate_text(m, how, breaks);
    while (--left > 0 && uriproof_automaton_accepts(&m->rules->references, text_of(m)));
    return true;
}

static void take_parts(mutator *m, const text_parts *parts)
{
    m->spare.length = 0;
    parts_compose(parts, &m->spare);
    take_spare(m);
}

/* Puts a text of the same production in the place of a part. */
static bool replace_step(mutator *m, const char *how)
{
    text_parts parts;
    broken_rules broken;
    parts_divide(text_of(m), &parts);
    const text_part chosen = (text_part)draw(m, TEXT_PARTS);
    const bool is_after = chosen == TEXT_PATH && uriproof_present(parts.at[TEXT_HOST]);
    m->generated.length = 0;
    buffer_reserve(&m->generated, 1); /* an empty part is not an absent one */
    generate(m->rules, &m->random, is_after ? m->after_authority : m->of_part[chosen],
             random_once_in(&m->random, 3) ? 1 : 0, GENERATED_MOST, &m->generated, &broken);
    parts.at[chosen] = (uriproof_span){m->generated.octets, m->generated.length};
    take_parts(m, &parts);
    add_broken(m, how, &broken);
    return true;
}

static bool same_span(uriproof_span a, uriproof_span b)
{
    return uriproof_present(a) == uriproof_present(b) && a.length == b.length &&
           (a.length == 0 || memcmp(a.octets, b.octets, a.length) == 0);
}

/* Puts a part of the other text, or the absence of one, in the place of the same part. */
static bool splice_step(mutator *m, const char *how)
{
    text_parts parts, others;
    text_part differ[TEXT_PARTS];
    size_t count = 0;
    parts_divide(text_of(m), &parts);
    parts_divide(m->other, &others);
    for (unsigned i = 0; i < TEXT_PARTS; i++)
        if (!same_span(parts.at[i], others.at[i]))
            differ[count++] = (text_part)i;
    if (count == 0 || m->other.length == 0)
        return false;
    const text_part chosen = differ[draw(m, count)];
    parts.at[chosen] = others.at[chosen];
    take_parts(m, &parts);
    add_step(m, how, NULL);
    return true;
}

/* Lets two parts change places. */
static bool swap_step(mutator *m, const char *how)
{
    text_parts parts;
    parts_divide(text_of(m), &parts);
    const text_part a = (text_part)draw(m, TEXT_PARTS), b = (text_part)draw(m, TEXT_PARTS);
    if (same_span(parts.at[a], parts.at[b]))
        return false;
    const uriproof_span old = parts.at[a];
    parts.at[a] = parts.at[b];
    parts.at[b] = old;
    take_parts(m, &parts);
    add_step(m, how, NULL);
    return true;
}

/* Writes an octet as an escape; with `again` the percent sign is one too. */
static bool encode_octet(mutator *m, const char *how, const char *again)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    char escape[8] = "%";
    if (m->text.length == 0)
        return false;
    const size_t at = draw(m, m->text.length), from = draw(m, 2) * 16;
    const unsigned char octet = (unsigned char)m->text.octets[at];
    size_t length = 1 + strlen(again);
    memcpy(escape + 1, again, length - 1);
    /* An escape that is there already becomes an escape of itself. */
    if (octet != '%' || *again == '\0') {
        escape[length++] = digits[from + octet / 16];
        escape[length++] = digits[from + octet % 16];
    }
    replace_octets(m, at, 1, (uriproof_span){escape, length}, 1);
    add_step(m, how, NULL);
    return true;
}

static bool encode_step(mutator *m, const char *how)
{
    return encode_octet(m, how, "");
}

static bool encode_twice_step(mutator *m, const char *how)
{
    return encode_octet(m, how, "25");
}

/* Writes an octet as a character reference of HTML: a browser decodes it before it reads a URL. */
static bool encode_html_step(mutator *m, const char *how)
{
    char reference[8]; /* at most &#255; and a NUL */
    if (m->text.length == 0)
        return false;
    const size_t at = draw(m, m->text.length);
    const unsigned octet = (unsigned char)m->text.octets[at];
    const bool ends = draw(m, 2) > 0;
    snprintf(reference, sizeof reference, draw(m, 2) > 0 ? "&#%u%s" : "&#x%x%s", octet,
             ends ? ";" : "");
    replace_octets(m, at, 1, span_of(reference), 1);
    add_step(m, how, NULL);
    return true;
}

static bool is_percent(char octet)
{
    return octet == '%';
}

static bool decode_step(mutator *m, const char *how)
{
    const size_t at = draw_octet(m, is_percent);
    if (m->text.length - at < 3)
        return false;
    const int high = uriproof_hex_value(m->text.octets[at + 1]);
    const int low = uriproof_hex_value(m->text.octets[at + 2]);
    const char octet = (char)(high * 16 + low);
    if (high < 0 || low < 0)
        return false;
    replace_octets(m, at, 3, (uriproof_span){&octet, 1}, 1);
    add_step(m, how, NULL);
    return true;
}

/* Puts dots or a dot segment before a slash, after it, or at the end of the path. */
static bool dots_step(mutator *m, const char *how)
{
    static const char *const dots[] = {".",    "..",   "/.",         "/..",   "/./",  "/../",
                                       "/../", "./",   "../",        "/%2e/", ".%2E", "/a/..",
                                       "/...", "/.//", "/%2e%2e/..", "/..;/"};
    text_parts parts;
    parts_divide(text_of(m), &parts);
    const uriproof_span path = parts.at[TEXT_PATH];
    size_t at = draw_octet(m, is_slash);
    if (at < m->text.length && draw(m, 4) > 0)
        at += draw(m, 2);
    else
        at = m->text.length > 0 ? (size_t)(path.octets - m->text.octets) + path.length : 0;
    replace_octets(m, at, 0, span_of(dots[draw(m, sizeof dots / sizeof dots[0])]), 1);
    add_step(m, how, NULL);
    return true;
}

/* Takes segments of dots, empty ones and short names for the path: how they nest is where parsers
 * part. */
static bool segments_step(mutator *m, const char *how)
{
    static const char *const segments[] = {"", "", ".", "..", "..", "a", "a", "%2e"};
    enum { SEGMENTS_MOST = 7 };
    text_parts parts;
    parts_divide(text_of(m), &parts);
    m->generated.length = 0;
    buffer_reserve(&m->generated, 1); /* an empty part is not an absent one */
    for (size_t left = 1 + draw(m, SEGMENTS_MOST); left > 0; left--) {
        const char *one = segments[draw(m, sizeof segments / sizeof segments[0])];
        if (m->generated.length > 0 || uriproof_present(parts.at[TEXT_HOST]) || draw(m, 2) > 0)
            buffer_add(&m->generated, "/", 1);
        buffer_add(&m->generated, one, strlen(one));
    }
    parts.at[TEXT_PATH] = (uriproof_span){m->generated.octets, m->generated.length};
    take_parts(m, &parts);
    add_step(m, how, NULL);
    return true;
}

/* Writes a delimiter `count` times. */
static bool repeat_delimiter(mutator *m, const char *how, size_t count)
{
    const size_t at = draw_octet(m, is_delimiter);
    if (at == m->text.length)
        return false;
    const char octet = m->text.octets[at];
    replace_octets(m, at, 1, (uriproof_span){&octet, 1}, count);
    add_step(m, how, NULL);
    return true;
}

static bool double_step(mutator *m, const char *how)
{
    return repeat_delimiter(m, how, 2);
}

static bool remove_step(mutator *m, const char *how)
{
    return repeat_delimiter(m, how, 0);
}

/* Puts a word of the dictionary in the place of `removed` octets. */
static bool put_word(mutator *m, const char *how, size_t removed)
{
    const mutator_word *word = &mutator_words[draw(m, MUTATOR_WORD_COUNT)];
    if (m->text.length < removed)
        return false;
    const size_t at = draw(m, m->text.length + 1 - removed);
    replace_octets(m, at, removed, (uriproof_span){word->octets, mutator_word_length(word)}, 1);
    add_step(m, how, NULL);
    return true;
}

static bool insert_step(mutator *m, const char *how)
{
    return put_word(m, how, 0);
}

static bool substitute_step(mutator *m, const char *how)
{
    return put_word(m, how, 1);
}

/* Draws a short run of the text, which must not be empty. Returns its place. */
static size_t draw_run(mutator *m, size_t *length)
{
    const size_t at = draw(m, m->text.length), left = m->text.length - at;
    *length = 1 + draw(m, random_once_in(&m->random, 2) ? 1 : RUN_MOST);
    if (*length > left)
        *length = left;
    return at;
}

static bool omit_step(mutator *m, const char *how)
{
    size_t length;
    if (m->text.length == 0)
        return false;
    const size_t at = draw_run(m, &length);
    replace_octets(m, at, length, span_of(""), 0);
    add_step(m, how, NULL);
    return true;
}

/* Repeats a run: mostly once, else up to a length that a fixed array may not have room for. */
static bool repeat_step(mutator *m, const char *how)
{
    static const size_t most_times[] = {2, 2, 2, 2, 4, 8, 64, 260};
    char run[RUN_MOST];
    size_t length;
    if (m->text.length == 0)
        return false;
    const size_t at = draw_run(m, &length);
    const size_t bound = most_times[draw(m, sizeof most_times / sizeof most_times[0])];
    memcpy(run, m->text.octets + at, length);
    replace_octets(m, at, length, (uriproof_span){run, length}, 2 + draw(m, bound - 1));
    add_step(m, how, NULL);
    return true;
}

static bool case_step(mutator *m, const char *how)
{
    const size_t at = draw_octet(m, uriproof_is_letter);
    if (at == m->text.length)
        return false;
    m->text.octets[at] = (char)(m->text.octets[at] ^ 0x20);
    add_step(m, how, NULL);
    return true;
}

/* ---- The table ---- */

static const struct way {
    const char *how;
    size_t weight; /* how often it is drawn, among the others */
    bool (*step)(mutator *m, const char *how);
} ways[] = {
    {"generate", 1, generate_step},
    {"break", 2, break_step},
    {"replace", 3, replace_step},
    {"splice", 3, splice_step},
    {"swap", 1, swap_step},
    {"encode", 2, encode_step},
    {"encode-twice", 1, encode_twice_step},
    {"encode-html", 1, encode_html_step},
    {"decode", 1, decode_step},
    {"segments", 4, segments_step},
    {"dots", 2, dots_step},
    {"double", 2, double_step},
    {"remove", 2, remove_step},
    {"insert", 4, insert_step},
    {"substitute", 4, substitute_step},
    {"omit", 2, omit_step},
    {"repeat", 1, repeat_step},
    {"case", 1, case_step},
};
enum { WAY_COUNT = sizeof ways / sizeof ways[0] };

static size_t weigh_ways(void)
{
    size_t weight = 0;
    for (size_t i = 0; i < WAY_COUNT; i++)
        weight += ways[i].weight;
    return weight;
}

const char *mutator_way(size_t index)
{
    return index < WAY_COUNT ? ways[index].how : NULL;
}

/* Takes one step, by the first way that the text allows from a drawn one on. */
static void take_step(mutator *m)
{
    size_t i = 0;
    for (size_t left = draw(m, weigh_ways()); left >= ways[i].weight; i++)
        left -= ways[i].weight;
    while (!ways[i].step(m, ways[i].how))
        i = (i + 1) % WAY_COUNT;
}

/* Begins with the text, shortened if it is too long. */
static void begin(mutator *m, uriproof_span text, uriproof_span other, size_t most)
{
    m->step_count = 0;
    m->other = other;
    m->most = most;
    m->text.length = 0;
    buffer_add(&m->text, text.octets, text.length < most ? text.length : most);
}

static bool same_octets(const mutator *m, uriproof_span text)
{
    return m->text.length == text.length &&
           (text.length == 0 || memcmp(m->text.octets, text.octets, text.length) == 0);
}

static void end(mutator *m, octet_buffer *to)
{
    m->other = (uriproof_span){NULL, 0};
    to->length = 0;
    buffer_add(to, m->text.octets, m->text.length);
}

void mutator_mutate(mutator *m, uriproof_span text, uriproof_span other, size_t most,
                    octet_buffer *to)
{
    begin(m, text, other, most);
    const size_t steps = random_once_in(&m->random, 3) ? 2 + draw(m, 2) : 1;
    for (size_t i = 0; i < steps || (i < TRIES_MOST && same_octets(m, text)); i++)
        take_step(m);
    end(m, to);
}

void mutator_splice(mutator *m, uriproof_span text, uriproof_span other, size_t most,
                    octet_buffer *to)
{
    begin(m, text, other, most);
    splice_step(m, "splice");
    if (random_once_in(&m->random, 2))
        splice_step(m, "splice");
    end(m, to);
}

const mutation *mutator_steps(const mutator *m, size_t *count)
{
    *count = m->step_count;
    return m->steps;
}
