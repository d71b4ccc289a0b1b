/* SPDX-License-Identifier: MIT */
/*
 * Tests each dialect on texts of up to 64 MiB that repeat one filler, with each single value of
 * each reading. The length must not change the answer: it must be that of the same text with 64
 * octets. Time is not tested, but an algorithm with quadratic time would not end. The benchmark has
 * figures.
 */
#include <uriproof/reference.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { HEAD = 32, FEW = 64 };
enum { KIB = 1024, MIB = 1024 * KIB };

/* The longest text for `parse`, for the others, and for a reading. AddressSanitizer takes five
 * times as long, and finds the same in less. */
#ifdef __SANITIZE_ADDRESS__
enum { LONGEST = 2 * MIB, LONG = 128 * KIB, SMALL = 32 * KIB };
#else
enum { LONGEST = 64 * MIB, LONG = MIB, SMALL = 256 * KIB };
#endif

/* Memory with repeated fillers, and room before them for the start of a text. */
typedef struct texts {
    char *memory;
    size_t filler; /* the length of the filler */
} texts;

static texts filled(const char *filler, size_t size)
{
    texts t = {malloc(HEAD + size), strlen(filler)};
    assert_non_null(t.memory);
    char *body = t.memory + HEAD;
    size_t used = t.filler;
    memcpy(body, filler, used);
    for (size_t next; used < size; used += next) {
        next = used < size - used ? used : size - used;
        memcpy(body + used, body, next);
    }
    return t;
}

/* Returns a text with `label`, `start`, and as many fillers as `size` octets hold. It is valid
 * until the next call. */
static uriproof_span text_of(const texts *t, const char *label, const char *start, size_t size)
{
    size_t label_length = strlen(label), start_length = strlen(start);
    assert_true(label_length + start_length <= HEAD);
    char *text = t->memory + HEAD - start_length - label_length;
    for (size_t i = 0; i < label_length; i++)
        text[i] = label[i];
    for (size_t i = 0; i < start_length; i++)
        text[label_length + i] = start[i];
    return (uriproof_span){text, label_length + start_length + size / t->filler * t->filler};
}

typedef struct answer {
    uriproof_verdict verdict;
    uriproof_refusal refusal;
    bool equal;
    size_t told; /* number of octets */
} answer;

/* A dialect with some readings. */
typedef struct subject {
    const uriproof_dialect *dialect;
    uriproof_readings readings;
} subject;

typedef answer (*operation)(const subject *s, uriproof_span text);

static uriproof_buffer room_for(size_t capacity)
{
    uriproof_buffer out = {malloc(capacity), capacity, 0};
    assert_non_null(out.octets);
    return out;
}

static void assert_within(uriproof_span part, uriproof_span text)
{
    if (!uriproof_present(part) || part.length == 0)
        return; /* an empty part may be static */
    assert_true(part.octets >= text.octets);
    assert_true(part.length <= text.length);
    assert_true((size_t)(part.octets - text.octets) <= text.length - part.length);
}

static answer parsed(const subject *s, uriproof_span text)
{
    uriproof_parts parts = {0};
    answer a = {0};
    if (!s->dialect->parse(text, &s->readings, &parts, &a.refusal)) {
        a.verdict = URIPROOF_INVALID;
        return a;
    }
    const uriproof_generic *g = &parts.generic;
    const uriproof_components *c = &parts.components;
    const uriproof_span all[] = {g->scheme,   g->path,  g->search,   g->fragmentid, c->scheme,
                                 c->userinfo, c->user,  c->password, c->host,       c->port,
                                 c->path,     c->query, c->fragment};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        assert_within(all[i], text);
    return a;
}

static void tell(void *self, const char *name, uriproof_span value)
{
    answer *a = self;
    assert_non_null(name);
    a->told += value.length;
}

static answer read_url(const subject *s, uriproof_span text)
{
    const char *production = NULL;
    answer a = {0};
    a.verdict = s->dialect->url(text, &s->readings, &production, tell, &a, &a.refusal);
    assert_true(a.verdict != URIPROOF_OK || production != NULL);
    return a;
}

static answer normalized(const subject *s, uriproof_span text)
{
    uriproof_buffer out = room_for(3 * text.length + 16);
    answer a = {0};
    a.verdict = s->dialect->normalize(text, &s->readings, &out, &a.refusal);
    assert_true(out.length <= out.capacity);
    free(out.octets);
    return a;
}

static answer compared(const subject *s, uriproof_span text, uriproof_span other)
{
    uriproof_buffer scratch = room_for(3 * (text.length + other.length) + 32);
    answer a = {0};
    a.verdict = s->dialect->equivalent(text, other, &s->readings, &scratch, &a.equal, &a.refusal);
    free(scratch.octets);
    return a;
}

static answer compared_with_itself(const subject *s, uriproof_span text)
{
    return compared(s, text, text);
}

/* Compares the text with itself without its last octet. */
static answer compared_with_less(const subject *s, uriproof_span text)
{
    return compared(s, text, (uriproof_span){text.octets, text.length - 1});
}

static answer decoded(const subject *s, uriproof_span text)
{
    uriproof_buffer out = room_for(text.length);
    answer a = {0};
    a.verdict = s->dialect->decode(text, &s->readings, &out, &a.refusal);
    assert_true(out.length <= out.capacity);
    free(out.octets);
    return a;
}

static answer encoded(const subject *s, uriproof_span text)
{
    uriproof_buffer out = room_for(3 * text.length);
    answer a = {0};
    a.verdict = s->dialect->encode(text, &s->readings, &out, &a.refusal);
    assert_true(out.length <= out.capacity);
    if (a.verdict == URIPROOF_OK)
        assert_true(
            s->dialect->encodes((uriproof_span){out.octets, out.length}, text, &s->readings));
    free(out.octets);
    return a;
}

static bool same_words(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Requires that `grown`, the answer for a text of `size` octets, is like `shown`, the answer for
 * its first `length` octets. If the shorter text is rejected before its end, the longer one must be
 * rejected at the same place. The last octet but one counts as the end too, for texts that are
 * compared without their last octet. */
static void assert_same(const answer *shown, size_t length, const answer *grown, size_t size)
{
    assert_int_equal(grown->verdict, shown->verdict);
    if (shown->verdict == URIPROOF_OK) {
        assert_int_equal(grown->equal, shown->equal);
        assert_int_equal(grown->told > 0, shown->told > 0);
        return;
    }
    assert_true(same_words(grown->refusal.production, shown->refusal.production));
    assert_true(same_words(grown->refusal.clause, shown->refusal.clause));
    if (shown->verdict != URIPROOF_INVALID)
        return;
    assert_true(grown->refusal.offset <= size);
    if (shown->refusal.offset + 1 < length)
        assert_int_equal(grown->refusal.offset, shown->refusal.offset);
}

static const char *const fillers[] = {"/.", "%41", "a@", "::", ":a"};
static const char *const labels[] = {"", "URL:"};
enum { LABELS = sizeof labels / sizeof labels[0] };

/* Returns true if more than half of `text` was read. */
static bool is_deep(const answer *a, size_t length)
{
    return a->verdict == URIPROOF_OK ||
           (a->verdict == URIPROOF_INVALID && a->refusal.offset > length / 2);
}

/* Asks `ask` about the filler of `t` after each of `starts`, and after a label if the dialect needs
 * one to read on. Returns how many texts were read beyond their half. */
static size_t ask_behind(const subject *s, const texts *t, operation ask, const char *const *starts,
                         size_t size)
{
    size_t deep = 0;
    for (const char *const *start = starts; *start != NULL; start++) {
        bool read_on = false;
        for (size_t i = 0; i < LABELS && !read_on; i++) {
            uriproof_span few = text_of(t, labels[i], *start, FEW);
            uriproof_span whole = text_of(t, labels[i], *start, size);
            answer shown = ask(s, few), grown = ask(s, whole);
            assert_same(&shown, few.length, &grown, whole.length);
            read_on = is_deep(&grown, whole.length);
        }
        deep += read_on;
    }
    return deep;
}

/* Sets the readings with the number `number`: first every default, then each other value of each
 * reading by itself. Returns false if there are no more. */
static bool single_reading(const uriproof_dialect *dialect, size_t number,
                           uriproof_readings *readings)
{
    *readings = (uriproof_readings){{0}};
    for (size_t i = 0; number > 0 && i < dialect->reading_count; i++)
        for (unsigned char value = 1; number > 0 && dialect->readings[i].values[value] != NULL;
             value++)
            if (--number == 0)
                readings->value[i] = value;
    return number == 0;
}

/* Asks with every default, and with `small` texts for each single reading. Returns how many texts
 * were read beyond their half. */
static size_t ask_dialect(const uriproof_dialect *dialect, operation ask, const char *const *starts,
                          size_t size, size_t small)
{
    size_t deep = 0;
    for (size_t i = 0; i < sizeof fillers / sizeof fillers[0]; i++) {
        texts t = filled(fillers[i], size);
        subject s = {.dialect = dialect};
        for (size_t j = 0; single_reading(dialect, j, &s.readings); j++)
            deep += ask_behind(&s, &t, ask, starts, j == 0 ? size : small);
        free(t.memory);
    }
    return deep;
}

/* Requires that each dialect with the operation reads beyond the half of some text. */
static void ask_all(operation ask, const char *const *starts, size_t size, size_t small)
{
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++)
        if (dialects[i]->parse != NULL && (ask != read_url || dialects[i]->url != NULL))
            assert_true(ask_dialect(dialects[i], ask, starts, size, small) > 0);
}

static const char *const url_starts[] = {
    "http://h/",    "ftp://",        "ftp://h/",  "mailto:",     "news:",
    "nntp:",        "telnet://",     "wais://h/", "wais://h/a?", "gopher://h/",
    "gopher://h/1", "prospero://h/", "mid:",      "file://",     NULL};

static void parse_the_longest(void **state)
{
    static const char *const generic_starts[] = {"http:", "http://", "http://h/", "a", NULL};
    (void)state;
    ask_all(parsed, generic_starts, LONGEST, SMALL);
}

static void url_of_a_quarter(void **state)
{
    (void)state;
    ask_all(read_url, url_starts, LONGEST / 4, SMALL);
}

static void the_others(void **state)
{
    static const char *const other_starts[] = {"http:", "http://h/", "a", NULL};
    static const operation others[] = {normalized, compared_with_itself, compared_with_less,
                                       decoded, encoded};
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        ask_all(others[i], other_starts, LONG, SMALL);
}

static answer resolved(const subject *s, uriproof_span base, uriproof_span ref)
{
    uriproof_buffer out = room_for(base.length + ref.length + 2);
    answer a = {0};
    a.verdict = s->dialect->resolve(base, ref, &s->readings, &out, &a.refusal);
    assert_true(a.verdict != URIPROOF_NO_ROOM && out.length <= out.capacity);
    free(out.octets);
    return a;
}

/* The lengths of a base and of a reference. */
typedef struct lengths {
    size_t base, ref;
} lengths;

/* Resolves with texts that grow from FEW octets to each of `sizes`. The list ends with an empty
 * entry. */
static uriproof_verdict resolve_grown(const subject *s, const texts *base, const char *label,
                                      const char *base_start, const texts *ref,
                                      const char *ref_start, const lengths *sizes)
{
    answer few =
        resolved(s, text_of(base, label, base_start, FEW), text_of(ref, "", ref_start, FEW));
    for (; sizes->base > 0; sizes++) {
        uriproof_span whole_base = text_of(base, label, base_start, sizes->base);
        uriproof_span whole_ref = text_of(ref, "", ref_start, sizes->ref);
        answer now = resolved(s, whole_base, whole_ref);
        assert_int_equal(now.verdict, few.verdict);
        if (now.verdict != URIPROOF_OK)
            assert_true(same_words(now.refusal.clause, few.refusal.clause));
        if (now.verdict == URIPROOF_INVALID)
            assert_true(now.refusal.offset <= whole_base.length + whole_ref.length + 2);
    }
    return few.verdict;
}

/* Resolves each start of a reference with each start of a base, and with a label if the dialect
 * needs one. */
static void resolve_behind(const subject *s, const texts *base, const texts *ref,
                           const lengths *sizes)
{
    static const char *const bases[] = {"http:", "http://h/", "http://h/b?"};
    static const char *const refs[] = {"", "/", "http:"};
    for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++) {
        for (size_t j = 0; j < sizeof refs / sizeof refs[0]; j++) {
            uriproof_verdict verdict = URIPROOF_INVALID;
            for (size_t k = 0; k < LABELS && verdict != URIPROOF_OK; k++)
                verdict = resolve_grown(s, base, labels[k], bases[i], ref, refs[j], sizes);
        }
    }
}

static const char *const patterns[] = {"a/../", "/.", "../", "./", ":a"};
enum { PATTERNS = sizeof patterns / sizeof patterns[0] };

static void resolve(void **state)
{
    static const lengths sizes[] = {{LONG, FEW}, {FEW, LONG}, {LONG, LONG}, {0, 0}};
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    (void)state;
    for (size_t i = 0; i < (size_t)PATTERNS * PATTERNS; i++) {
        texts base = filled(patterns[i / PATTERNS], LONG);
        texts ref = filled(patterns[i % PATTERNS], LONG);
        for (size_t j = 0; j < count; j++)
            if (dialects[j]->parse != NULL)
                resolve_behind(&(subject){.dialect = dialects[j]}, &base, &ref, sizes);
        free(base.memory);
        free(ref.memory);
    }
}

static void resolve_under_readings(void **state)
{
    static const lengths sizes[] = {{SMALL, SMALL}, {0, 0}};
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    (void)state;
    for (size_t i = 0; i < PATTERNS; i++) {
        texts base = filled(patterns[i], SMALL), ref = filled(patterns[i], SMALL);
        for (size_t j = 0; j < count; j++) {
            subject s = {.dialect = dialects[j]};
            if (s.dialect->parse == NULL)
                continue;
            for (size_t k = 1; single_reading(s.dialect, k, &s.readings); k++)
                resolve_behind(&s, &base, &ref, sizes);
        }
        free(base.memory);
        free(ref.memory);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parse_the_longest),
        cmocka_unit_test(url_of_a_quarter),
        cmocka_unit_test(the_others),
        cmocka_unit_test(resolve),
        cmocka_unit_test(resolve_under_readings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
