/* SPDX-License-Identifier: MIT */
#include "text_search.h"

#include "mutator/mutator.h"

#include <stdlib.h>
#include <string.h>

/* ---- Data ---- */

/* Lists the stages. The cheap ones come first. Each length has some 17 times as many texts as the
 * one before it. */
static const search_stage stages[] = {
    {SEARCH_WHOLE, 0}, {SEARCH_WHOLE, 1},       {SEARCH_WHOLE, 2}, {SEARCH_NEAR, 0},
    {SEARCH_WHOLE, 3}, {SEARCH_SEEDED, 100000}, {SEARCH_WHOLE, 4}, {SEARCH_SEEDED, 1000000},
    {SEARCH_WHOLE, 5}, {SEARCH_SEEDED, 0},
};
enum { STAGE_COUNT = sizeof stages / sizeof stages[0] };

/* A beginning has its own meaning for some parsers. No other begins with the one before it and a
 * word, so no text comes twice; see is_of_longer. */
static const char *const beginnings[] = {
    "",        /* relative references, and what is no scheme */
    "a:",      /* a scheme that no parser knows */
    "//",      /* a reference that has a host */
    "a://",    /* a host under such a scheme */
    "http:",   /* browsers find a host without slashes here */
    "http://", /* a host */
    "file://", /* a scheme whose host may be empty */
};
enum { BEGINNING_COUNT = sizeof beginnings / sizeof beginnings[0] };

/* Texts of the grammar of RFC 3986, with each part and each kind of host. */
static const char *const grammar[] = {
    "http://a/",
    "http://a.b/c",
    "http://u@a/",
    "http://u:p@a:80/c?q#f",
    "http://1.2.3.4/",
    "http://[::1]:80/",
    "http://[v1.a]/",
    "http://a?q",
    "http://a#f",
    "http:///a",
    "http:/a/b",
    "http:a",
    "https://a/b/../c",
    "ftp://a/b",
    "file:///a/b",
    "file://a/b",
    "ws://a/",
    "x://a/b",
    "x:/a",
    "x:a@b",
    "//a/b",
    "/a/b",
    "a/b",
    "mailto:a@b.c",
    "http://a/b//c",
    "http://a/%41/.%2e/c",
};
enum { GRAMMAR_COUNT = sizeof grammar / sizeof grammar[0] };

size_t text_search_beginnings(void)
{
    return BEGINNING_COUNT;
}

size_t text_search_grammar(void)
{
    return GRAMMAR_COUNT;
}

/* ---- The search ---- */

/* More octets than SEARCH_WHOLE ever has after a beginning. */
enum { MOST_WORDS = 16 };

struct text_search {
    size_t next_stage;
    search_stage stage;
    size_t text;  /* the number of the beginning, or of the text of the grammar */
    size_t place; /* SEARCH_NEAR: the number of the next change of that text */
    size_t drawn; /* SEARCH_SEEDED: the texts of this stage so far */
    /* SEARCH_WHOLE: the words after the beginning, and how many octets are still to be filled. */
    size_t chosen[MOST_WORDS];
    size_t depth, left;
    bool begun; /* there was a text of this beginning */
    uint64_t random;
};

text_search *text_search_new(uint64_t seed)
{
    text_search *s = calloc(1, sizeof *s);
    s->random = seed;
    return s;
}

void text_search_free(text_search *s)
{
    free(s);
}

static void begin_text(text_search *s, size_t number)
{
    s->text = number;
    s->place = 0;
    s->depth = 0;
    s->left = s->stage.size;
    s->begun = false;
}

bool text_search_stage(text_search *s, search_stage *stage)
{
    if (s->next_stage == STAGE_COUNT)
        return false;
    *stage = s->stage = stages[s->next_stage++];
    s->drawn = 0;
    begin_text(s, 0);
    return true;
}

static void set_text(octet_buffer *text, const char *words)
{
    text->length = 0;
    buffer_add(text, words, strlen(words));
}

/* ---- All texts of a length ---- */

/* Returns the next word from `from` on that fits; MUTATOR_WORD_COUNT if there is none. */
static size_t fitting(const text_search *s, size_t from)
{
    while (from < MUTATOR_WORD_COUNT && (!mutator_words[from].short_texts ||
                                         mutator_word_length(&mutator_words[from]) > s->left))
        from++;
    return from;
}

/* Chooses the next words that fill the length, in the order of the table. Returns false after the
 * last. */
static bool choose(text_search *s)
{
    size_t from = 0;
    if (!s->begun && s->left == 0)
        return s->begun = true;
    for (;;) {
        const bool steps_back = s->left == 0 || (from = fitting(s, from)) == MUTATOR_WORD_COUNT;
        if (!steps_back) {
            s->chosen[s->depth++] = from;
            s->left -= mutator_word_length(&mutator_words[from]);
            from = 0;
            if (s->left == 0)
                return s->begun = true;
            continue;
        }
        if (s->depth == 0)
            return false;
        from = s->chosen[--s->depth];
        s->left += mutator_word_length(&mutator_words[from++]);
    }
}

/* Does the text begin with another beginning, longer than its own? Then it was there before: less
 * comes after that one. */
static bool is_of_longer(const text_search *s, const octet_buffer *text)
{
    const size_t own = strlen(beginnings[s->text]);
    for (size_t i = 0; i < BEGINNING_COUNT; i++) {
        const size_t length = strlen(beginnings[i]);
        if (length > own && length <= text->length &&
            memcmp(text->octets, beginnings[i], length) == 0)
            return true;
    }
    return false;
}

static bool next_whole(text_search *s, octet_buffer *text)
{
    while (s->text < BEGINNING_COUNT) {
        if (!choose(s)) {
            begin_text(s, s->text + 1);
            continue;
        }
        set_text(text, beginnings[s->text]);
        for (size_t i = 0; i < s->depth; i++)
            buffer_add(text, mutator_words[s->chosen[i]].octets,
                       mutator_word_length(&mutator_words[s->chosen[i]]));
        if (!is_of_longer(s, text))
            return true;
    }
    return false;
}

/* ---- Changes ---- */

/* Returns how many changes a text of that length has. */
static size_t count_changes(size_t length)
{
    return (length + 1) * MUTATOR_WORD_COUNT + length * MUTATOR_WORD_COUNT + length;
}

/* Makes change number `number`: first those that put a word in, then those that put one in the
 * place of an octet, then those that leave one out. */
static void change_text(octet_buffer *text, size_t number)
{
    const size_t inserts = (text->length + 1) * MUTATOR_WORD_COUNT,
                 replaces = text->length * MUTATOR_WORD_COUNT;
    const bool leaves_out = number >= inserts + replaces;
    const size_t place = leaves_out          ? number - inserts - replaces
                         : number >= inserts ? (number - inserts) / MUTATOR_WORD_COUNT
                                             : number / MUTATOR_WORD_COUNT;
    const mutator_word *put =
        &mutator_words[(number >= inserts ? number - inserts : number) % MUTATOR_WORD_COUNT];
    octet_buffer changed = {NULL, 0, 0};
    buffer_add(&changed, text->octets, place);
    if (!leaves_out)
        buffer_add(&changed, put->octets, mutator_word_length(put));
    const size_t after = place + (number >= inserts);
    buffer_add(&changed, text->octets + after, text->length - after);
    buffer_free(text);
    *text = changed;
}

static bool next_near(text_search *s, octet_buffer *text)
{
    if (s->text < GRAMMAR_COUNT && s->place == count_changes(strlen(grammar[s->text])))
        begin_text(s, s->text + 1);
    if (s->text == GRAMMAR_COUNT)
        return false;
    set_text(text, grammar[s->text]);
    change_text(text, s->place++);
    return true;
}

/* Returns a number below `bound`, drawn by the seed (splitmix64). */
static size_t draw(text_search *s, size_t bound)
{
    uint64_t z = s->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (size_t)((z ^ (z >> 31)) % bound);
}

static bool next_seeded(text_search *s, octet_buffer *text)
{
    if (s->stage.size > 0 && s->drawn == s->stage.size)
        return false;
    s->drawn++;
    set_text(text, grammar[draw(s, GRAMMAR_COUNT)]);
    for (size_t left = 2 + draw(s, 4); left > 0; left--)
        change_text(text, draw(s, count_changes(text->length)));
    return true;
}

bool text_search_next(text_search *s, octet_buffer *text)
{
    return s->stage.kind == SEARCH_WHOLE  ? next_whole(s, text)
           : s->stage.kind == SEARCH_NEAR ? next_near(s, text)
                                          : next_seeded(s, text);
}
