/* SPDX-License-Identifier: MIT */
#include "words.h"

#include <stdio.h>
#include <string.h>

#include "base/base.h"

void octets_to_words(const octet_set *set, char *words)
{
    char *end = words;
    *words = '\0';
    for (unsigned octet = 0, last = 0; octet < 256; octet = last + 1) {
        last = octet;
        if (!octet_in(set, (unsigned char)octet))
            continue;
        while (last < 255 && octet_in(set, (unsigned char)(last + 1)))
            last++;
        end += sprintf(end, last > octet ? "%s%02x-%02x" : "%s%02x", end > words ? " " : "", octet,
                       last);
    }
}

/* Returns the octet of two digits in lower case; -1 if there are none. */
static int octet_of(const char *digits)
{
    static const char known[] = "0123456789abcdef";
    const char *first = *digits != '\0' ? strchr(known, digits[0]) : NULL;
    const char *second = first != NULL && digits[1] != '\0' ? strchr(known, digits[1]) : NULL;
    return second != NULL ? (int)((first - known) * 16 + (second - known)) : -1;
}

bool octets_of_words(const char *words, octet_set *set)
{
    *set = (octet_set){{0}};
    for (int least = 0;;) {
        const int first = octet_of(words);
        const bool is_range = first >= 0 && words[2] == '-';
        const int last = is_range ? octet_of(words + 3) : first;
        if (first < least || last < first)
            return false;
        for (int octet = first; octet <= last; octet++)
            octet_put(set, (unsigned char)octet, true);
        words += is_range ? 5 : 2;
        least = last + 1;
        if (*words == '\0')
            return true;
        if (*words++ != ' ')
            return false;
    }
}

/* As scheme_kinds has them, in one word each. */
static const char *const kind_words[SCHEME_KINDS] = {"http", "ftp", "file", "other", "none"};

void context_to_words(unsigned context, char *words)
{
    snprintf(words, CONTEXT_WORDS_MOST, "%s %s", uriproof_ops[context / SCHEME_KINDS].name,
             kind_words[context % SCHEME_KINDS]);
}

uint32_t contexts_of_words(const char *words)
{
    char own[CONTEXT_WORDS_MOST];
    for (unsigned op = 0; op < MODEL_OPS; op++)
        if (strcmp(words, uriproof_ops[op].name) == 0)
            return profile_contexts_of((model_op)op);
    for (unsigned context = 0; context < PROFILE_CONTEXTS; context++) {
        context_to_words(context, own);
        if (strcmp(words, own) == 0)
            return 1U << context;
    }
    return 0;
}
