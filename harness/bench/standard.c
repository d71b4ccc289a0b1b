/* SPDX-License-Identifier: MIT */
/* The reference of the URL Standard shall take at most twelve times the byte sum for an ASCII text,
 * and less time than Node's URL. */
#include "standard.h"
#include "measure.h"

#include "base/base.h"

#include <uriproof/whatwg-url.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SUMS = 12 };

typedef struct lines {
    uriproof_span *at;
    size_t count;
} lines;

bool bench_byte_sum(const char *text, size_t length)
{
    unsigned long sum = 0;
    for (size_t i = 0; i < length; i++)
        sum += (unsigned char)text[i];
    return sum > 0;
}

bool bench_whatwg_url(const char *text, size_t length)
{
    char octets[40192];
    uriproof_buffer out = {octets, sizeof octets, 0};
    uriproof_whatwg_url_record url;
    return uriproof_whatwg_url_parse((uriproof_span){text, length}, (uriproof_span){NULL, 0}, NULL,
                                     &out, &url, NULL) == URIPROOF_OK;
}

static bool is_ascii(uriproof_span text)
{
    size_t i = 0;
    while (i < text.length && (unsigned char)text.octets[i] < 0x80)
        i++;
    return i == text.length;
}

/* Lists the lines that are ASCII. */
static lines ascii_lines(uriproof_span text)
{
    const char *at = text.octets, *end = text.octets + text.length, *newline;
    lines list = {calloc(text.length + 1, sizeof *list.at), 0};
    for (; list.at != NULL && (newline = memchr(at, '\n', (size_t)(end - at))) != NULL;
         at = newline + 1) {
        const uriproof_span line = {at, (size_t)(newline - at)};
        if (is_ascii(line))
            list.at[list.count++] = line;
    }
    return list;
}

/* Returns the nanoseconds for a line. The compiler may not know what is called: it would leave out
 * what comes to nothing. */
static double time_lines(const lines *list, bool (*parse)(const char *text, size_t length),
                         size_t *taken)
{
    bool (*volatile const call)(const char *text, size_t length) = parse;
    const double start = now_ns();
    *taken = 0;
    for (size_t i = 0; i < list->count; i++)
        *taken += call(list->at[i].octets, list->at[i].length);
    return (now_ns() - start) / (double)list->count;
}

void bench_standard(const char *urls)
{
    size_t length = 0, taken = 0;
    char *text = uriproof_file_read(urls, &length);
    double sums[ROUNDS], times[ROUNDS];
    if (text == NULL) {
        printf("URL Standard: skipped, cannot read %s\n", urls);
        return;
    }
    const lines list = ascii_lines((uriproof_span){text, length});
    for (size_t round = 0; round < ROUNDS && list.count > 0; round++) {
        sums[round] = time_lines(&list, bench_byte_sum, &taken);
        times[round] = time_lines(&list, bench_whatwg_url, &taken);
    }
    if (list.count > 0) {
        const double sum = median(sums), reference = median(times);
        printf("URL Standard, %zu ASCII URLs, interleaved, median of %d\n", list.count, ROUNDS);
        printf("  %-18s %8s %12s %8s\n", "", "ns/URL", "x byte sum", "taken");
        printf("  %-18s %8.1f %12.2f %8zu: at most %d\n", "reference whatwg", reference,
               reference / sum, taken, MOST_SUMS);
    }
    free(list.at);
    free(text);
}
