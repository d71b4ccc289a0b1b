/* SPDX-License-Identifier: MIT */
/* What gzip packed: the same octets for the same ones, and nothing taken that is damaged or cut. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/gzip.h"
#include <cmocka.h>

static const char *fault;

typedef struct text {
    char *octets;
    size_t length;
} text;

static bool write_text(void *self, FILE *out)
{
    const text *t = self;
    return fwrite(t->octets, 1, t->length, out) == t->length;
}

static text packed(text plain)
{
    text result;
    FILE *out = open_memstream(&result.octets, &result.length);
    assert_true(gzip_write(out, write_text, &plain));
    assert_int_equal(fclose(out), 0);
    return result;
}

/* Returns a text of that many octets, which do not repeat themselves much. */
static text random_text(size_t length)
{
    text result = {malloc(length + 1), length};
    uint32_t random = 1;
    for (size_t i = 0; i < length; i++) {
        random = random * 1664525 + 1013904223;
        result.octets[i] = (char)(random >> 24);
    }
    return result;
}

static void what_is_packed_is_unpacked(void **state)
{
    (void)state;
    static const size_t lengths[] = {0, 1, 65535, 65536, 65537, 1000000};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        text plain = random_text(lengths[i]), one = packed(plain), again = packed(plain);
        size_t length;
        assert_true(is_gzip(one.octets, one.length));
        assert_int_equal(one.length, again.length);
        assert_memory_equal(one.octets, again.octets, one.length);
        char *unpacked = gzip_unpack(one.octets, one.length, &length, &fault);
        assert_non_null(unpacked);
        assert_int_equal(length, plain.length);
        assert_memory_equal(unpacked, plain.octets, length);
        assert_int_equal(unpacked[length], 0);
        free(unpacked);
        free(one.octets);
        free(again.octets);
        free(plain.octets);
    }
}

static void what_is_cut_or_followed_is_not_taken(void **state)
{
    (void)state;
    text plain = random_text(300), one = packed(plain);
    size_t length;
    for (size_t i = 0; i < one.length; i++) {
        char *cut = malloc(i + 1); /* so that a reader beyond the end is caught */
        memcpy(cut, one.octets, i);
        assert_null(gzip_unpack(cut, i, &length, &fault));
        free(cut);
    }
    one.octets = realloc(one.octets, one.length + 1);
    one.octets[one.length] = 'x';
    assert_null(gzip_unpack(one.octets, one.length + 1, &length, &fault));
    assert_string_equal(fault, "damaged or cut gzip");
    free(one.octets);
    free(plain.octets);
}

/* As `cat a.gz b.gz` makes them. */
static void files_that_follow_each_other_are_one(void **state)
{
    (void)state;
    text plain = random_text(300), one = packed(plain);
    size_t length;
    one.octets = realloc(one.octets, 2 * one.length);
    memcpy(one.octets + one.length, one.octets, one.length);
    char *unpacked = gzip_unpack(one.octets, 2 * one.length, &length, &fault);
    assert_non_null(unpacked);
    assert_int_equal(length, 600);
    assert_memory_equal(unpacked + 300, plain.octets, 300);
    free(unpacked);
    free(one.octets);
    free(plain.octets);
}

/* Half a gigabyte of zeros takes half a megabyte. valgrind takes longer for it than for all else
 * here, so it is left to AddressSanitizer. */
static void what_is_too_large_is_not_taken(void **state)
{
    (void)state;
    if (getenv("URIPROOF_VALGRIND") != NULL)
        skip();
    text plain = {calloc(1, 1 << 20), 1 << 20}, one = packed(plain), all = {NULL, 0};
    size_t length;
    for (size_t i = 0; i <= GZIP_MOST >> 20; i++) {
        all.octets = realloc(all.octets, all.length + one.length);
        memcpy(all.octets + all.length, one.octets, one.length);
        all.length += one.length;
    }
    assert_null(gzip_unpack(all.octets, all.length, &length, &fault));
    assert_string_equal(fault, "too large for gzip: unpack it with gunzip");
    free(all.octets);
    free(one.octets);
    free(plain.octets);
}

/* The checksum finds each octet that is another; but a few bits fill up octets, and say nothing. */
static void what_is_damaged_is_not_taken(void **state)
{
    (void)state;
    enum { HEAD = 10 }; /* which has flags that change nothing */
    text plain = random_text(300), one = packed(plain);
    size_t length, taken = 0;
    for (size_t i = HEAD; i < one.length; i++) {
        one.octets[i] ^= 0x10;
        char *unpacked = gzip_unpack(one.octets, one.length, &length, &fault);
        if (unpacked != NULL) {
            assert_int_equal(length, plain.length);
            assert_memory_equal(unpacked, plain.octets, length);
            taken++;
        }
        free(unpacked);
        one.octets[i] ^= 0x10;
    }
    assert_true(taken < 3);
    free(one.octets);
    free(plain.octets);
}

static void a_full_disk_is_said(void **state)
{
    (void)state;
    text plain = random_text(1000000);
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    assert_false(gzip_write(full, write_text, &plain) && fflush(full) == 0);
    fclose(full);
    free(plain.octets);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_packed_is_unpacked),
        cmocka_unit_test(what_is_cut_or_followed_is_not_taken),
        cmocka_unit_test(files_that_follow_each_other_are_one),
        cmocka_unit_test(what_is_too_large_is_not_taken),
        cmocka_unit_test(what_is_damaged_is_not_taken),
        cmocka_unit_test(a_full_disk_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
