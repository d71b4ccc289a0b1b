/* SPDX-License-Identifier: MIT */
/* Faults that several tables have. */
#include "seeded.h"

#include <ctype.h>
#include <string.h>

static const uriproof_span none = {NULL, 0};

/* ---- Octets that are taken or rejected ---- */

/* The octets of the set in the regions, but for those of an escape. */
static void mark_set(seeded *p, uriproof_span text, bool *marks)
{
    unsigned char octet, *regions = (unsigned char *)seeded_room(p, text.length);
    regions_of(text, regions);
    for (size_t i = 0; i < text.length; i++) {
        if (is_escape(text, i, &octet))
            i += 2;
        else
            marks[i] = (regions[i] & p->fault->regions) != 0 &&
                       in_set(p->fault->set, (unsigned char)text.octets[i]);
    }
}

void takes(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_set, FOR_A_LETTER, answer);
}

void takes_for_digits(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_set, FOR_A_DIGIT, answer);
}

void rejects(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_set, FOR_A_CONTROL, answer);
}

/* ---- Escapes ---- */

static void mark_escapes(seeded *p, uriproof_span text, bool *marks)
{
    unsigned char octet, *regions = (unsigned char *)seeded_room(p, text.length);
    regions_of(text, regions);
    for (size_t i = 0; i < text.length; i++)
        marks[i] = (regions[i] & p->fault->regions) != 0 && is_escape(text, i, &octet) &&
                   in_set(p->fault->set, octet);
}

void rejects_escapes(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_escapes, FOR_A_CONTROL, answer);
}

void keeps_escapes(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_escapes, FOR_A_LETTER, answer);
}

void undoes_escapes(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_about(p, request, undone(p, request->field[0], p->fault->set),
              undone(p, request->field[1], p->fault->set), answer);
    if (answer->status != ANSWER_ACCEPTED)
        ask(p, request, answer);
}

static void mark_bare_percents(seeded *p, uriproof_span text, bool *marks)
{
    unsigned char octet;
    (void)p;
    for (size_t i = 0; i < text.length; i++)
        marks[i] = text.octets[i] == '%' && !is_escape(text, i, &octet);
}

void takes_bare_percent(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_bare_percents, FOR_A_LETTER, answer);
}

static void mark_double_percents(seeded *p, uriproof_span text, bool *marks)
{
    (void)p;
    for (size_t i = 0; i + 1 < text.length; i++)
        if (begins(from(text, i), "%%")) {
            marks[i] = marks[i + 1] = true;
            i++;
        }
}

void takes_percent_twice(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_double_percents, FOR_A_LETTER, answer);
}

static bool is_lower_hex(char octet)
{
    return octet >= 'a' && octet <= 'f';
}

/* A letter after the F, which is no hexadecimal digit. */
static bool is_letter_beyond(char octet)
{
    return (octet >= 'g' && octet <= 'z') || (octet >= 'G' && octet <= 'Z');
}

static void mark_letters_beyond(seeded *p, uriproof_span text, bool *marks)
{
    (void)p;
    for (size_t i = 0; i + 2 < text.length; i++)
        if (text.octets[i] == '%') {
            marks[i + 1] = is_letter_beyond(text.octets[i + 1]);
            marks[i + 2] = is_letter_beyond(text.octets[i + 2]);
        }
}

void takes_letters_for_hex(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_letters_beyond, FOR_A_DIGIT, answer);
}

/* The percents of escapes that would be kept, and have a lower-case digit. */
static void mark_lower_escapes(seeded *p, uriproof_span text, bool *marks)
{
    unsigned char octet;
    (void)p;
    for (size_t i = 0; i < text.length; i++)
        marks[i] = is_escape(text, i, &octet) && !in_set("A-Za-z0-9._~-", octet) &&
                   (is_lower_hex(text.octets[i + 1]) || is_lower_hex(text.octets[i + 2]));
}

void keeps_lower_hex(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_lower_escapes, FOR_A_LETTER, answer);
}

void escapes_twice(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED)
        answer->result = replaced(p, answer->result, '%', "%25");
}

void leaves_bare(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    answer->result = undone(p, answer->result, p->fault->set);
}

void decodes_plus(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_about(p, request, replaced(p, request->field[0], '+', " "), none, answer);
}

/* Each escape beyond ASCII becomes those of the two octets of UTF-8. */
void decodes_to_utf8(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    static const char digits[] = "0123456789ABCDEF";
    uriproof_span text = request->field[0];
    char *octets = seeded_room(p, 2 * text.length);
    size_t length = 0;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char octet;
        if (!is_escape(text, i, &octet) || octet < 0x80) {
            octets[length++] = text.octets[i];
            continue;
        }
        const unsigned char two[] = {(unsigned char)(0xc0 | octet >> 6),
                                     (unsigned char)(0x80 | (octet & 0x3f))};
        for (int j = 0; j < 2; j++) {
            octets[length++] = '%';
            octets[length++] = digits[two[j] >> 4];
            octets[length++] = digits[two[j] & 15];
        }
        i += 2;
    }
    ask_about(p, request, (uriproof_span){octets, length}, none, answer);
}

/* ---- Identity ---- */

void equal_as_written(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED)
        answer->equal = uriproof_span_equal(request->field[0], request->field[1]);
}

/* ---- Parts ---- */

void takes_relative(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    five parts = split(request->field[0]);
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED || uriproof_present(parts.scheme))
        return;
    ask_with_words(p, request, 0, "x:", answer);
    answer->parts.generic.scheme = answer->parts.components.scheme = none;
}

void keeps_context_fragment(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span context = request->field[0];
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED && !holds(request->field[1], "#"))
        accept_text(answer, JOIN(p, answer->result, from(context, first_of(context, "#"))));
}

/* Where a question mark stands that no search follows; else the text's length. */
static size_t empty_search(uriproof_span text)
{
    size_t end = first_of(text, "#"), question = first_of(text, "?");
    return question + 1 == end ? question : text.length;
}

void takes_empty_search(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    size_t at = empty_search(request->field[0]);
    if (at == request->field[0].length) {
        ask(p, request, answer);
        return;
    }
    ask_with_words(p, request, at + 1, "x", answer);
}

void plus_is_space(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    uriproof_span *search = &answer->parts.generic.search;
    if (answer->status == ANSWER_ACCEPTED && uriproof_present(*search))
        *search = replaced(p, *search, '+', " ");
}

/* ---- Partial forms ---- */

static size_t run_of_slashes(uriproof_span text)
{
    size_t length = 0;
    while (length < text.length && text.octets[length] == '/')
        length++;
    return length;
}

void longer_run(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span base = request->field[0], ref = request->field[1];
    size_t wanted = run_of_slashes(ref), at = 0;
    ask(p, request, answer);
    base.length = first_of(base, "#");
    if (wanted == 0 || !matches(p, base))
        return;
    while (at < base.length && run_of_slashes(from(base, at)) < wanted)
        at++;
    if (at < base.length) {
        accept_text(answer, JOIN(p, between(base, 0, at), ref));
        answer->status = matches(p, answer->result) ? ANSWER_ACCEPTED : ANSWER_REJECTED;
    }
}
