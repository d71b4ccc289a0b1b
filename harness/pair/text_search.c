/* SPDX-License-Identifier: MIT */
#include "text_search.h"

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

/* A word of the dictionary. */
typedef struct word {
    const char *octets;
    bool short_texts; /* SEARCH_WHOLE has it; else only changes do */
} word;

static const word dictionary[] = {
    /* Data: a letter, which may be a digit of hexadecimal too, and a number. */
    {"a", true},
    {"1", true},
    /* The delimiters of RFC 3986 that end a part. */
    {"@", true},
    {":", true},
    {"/", true},
    {"?", true},
    {"#", true},
    {"[", true},
    {"]", true},
    /* Dots: segments of a path, labels of a host. */
    {".", true},
    /* An escape without its digits. */
    {"%", true},
    /* Browsers read it as a slash. */
    {"\\", true},
    /* White space: browsers leave out a tab, CR and LF anywhere, and a space at both ends. */
    {" ", true},
    {"\t", true},
    {"\r", true},
    {"\n", true},
    /* Escaped delimiters: some parsers decode before they divide. */
    {"%2f", true},
    {"%5c", true},
    {"%40", true},
    {"%2e", true},
    {"%3a", false},
    {"%23", false},
    {"%3f", false},
    {"%00", false},
    {"%0d%0a", false},
    {"%25", false},
    {"%61", false}, /* a letter, which 6.2.2.2 decodes */
    {"%252f", false},
    /* Forms of full width, and other dots, which IDNA maps to the plain ones. */
    {"\xef\xbc\x8f", true},  /* U+FF0F, a slash */
    {"\xef\xbc\x8e", true},  /* U+FF0E, a dot */
    {"\xe3\x80\x82", true},  /* U+3002, the ideographic full stop */
    {"\xef\xbc\xa0", false}, /* U+FF20, an at sign */
    {"\xef\xbc\x9a", false}, /* U+FF1A, a colon */
    {"\xef\xbc\xbc", false}, /* U+FF3C, a backslash */
    {"\xe2\x84\x80", false}, /* U+2100, which NFKC writes as a/c */
    {"\xc2\xad", false},     /* U+00AD, a soft hyphen, which IDNA leaves out */
    /* Octets that no URI has. */
    {"", false},     /* NUL, see length_of */
    {"\x01", false}, /* a leading control: browsers leave it out */
    {"\x0b", false},
    {"\x7f", false},
    {"\xff", false}, /* no UTF-8 */
    {"\"", false},
    {"<", false},
    {"|", false},
    {"^", false},
    {"`", false},
    {"{", false},
    /* Delimiters within a part. */
    {";", false},
    {"&", false},
    {"=", false},
    {"+", false},
    {",", false},
    {"'", false},
    {"*", false},
    {"-", false},
    {"_", false},
    {"~", false},
    {"A", false},
    {"0", false},
    /* Dot segments. */
    {"/..", false},
    {"/.", false},
    {"/%2e%2e", false},
    /* Addresses in forms that RFC 3986 has as names, but many programs read as numbers. */
    {"0x7f.1", false},
    {"0177.0.0.1", false},
    {"2130706433", false},
    {"127.1", false},
    {"1.2.3.256", false},
    {"1.1.1.1.", false},
    /* Brackets where no address is. */
    {"[::1]", false},
    {"[a]", false},
    {"%25en0", false}, /* a zone of RFC 6874 */
    /* Ports, of which the last is 80 after an overflow of 16 bits. */
    {":80", false},
    {":443", false},
    {":65616", false},
    /* What begins anew. */
    {"//", false},
    {"\\\\", false},
    {"http:", false},
    {"@b", false},
    {"#@b", false},
};
enum { WORD_COUNT = sizeof dictionary / sizeof dictionary[0] };

/* Returns the length of a word, which is never 0: the one without octets before its end is NUL. */
static size_t length_of(const word *t)
{
    const size_t length = strlen(t->octets);
    return length > 0 ? length : 1;
}

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

/* Returns the next word from `from` on that fits; WORD_COUNT if there is none. */
static size_t fitting(const text_search *s, size_t from)
{
    while (from < WORD_COUNT &&
           (!dictionary[from].short_texts || length_of(&dictionary[from]) > s->left))
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
        const bool steps_back = s->left == 0 || (from = fitting(s, from)) == WORD_COUNT;
        if (!steps_back) {
            s->chosen[s->depth++] = from;
            s->left -= length_of(&dictionary[from]);
            from = 0;
            if (s->left == 0)
                return s->begun = true;
            continue;
        }
        if (s->depth == 0)
            return false;
        from = s->chosen[--s->depth];
        s->left += length_of(&dictionary[from++]);
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
            buffer_add(text, dictionary[s->chosen[i]].octets, length_of(&dictionary[s->chosen[i]]));
        if (!is_of_longer(s, text))
            return true;
    }
    return false;
}

/* ---- Changes ---- */

/* Returns how many changes a text of that length has. */
static size_t count_changes(size_t length)
{
    return (length + 1) * WORD_COUNT + length * WORD_COUNT + length;
}

/* Makes change number `number`: first those that put a word in, then those that put one in the
 * place of an octet, then those that leave one out. */
static void change_text(octet_buffer *text, size_t number)
{
    const size_t inserts = (text->length + 1) * WORD_COUNT, replaces = text->length * WORD_COUNT;
    const bool leaves_out = number >= inserts + replaces;
    const size_t place = leaves_out          ? number - inserts - replaces
                         : number >= inserts ? (number - inserts) / WORD_COUNT
                                             : number / WORD_COUNT;
    const word *put = &dictionary[(number >= inserts ? number - inserts : number) % WORD_COUNT];
    octet_buffer changed = {NULL, 0, 0};
    buffer_add(&changed, text->octets, place);
    if (!leaves_out)
        buffer_add(&changed, put->octets, length_of(put));
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
