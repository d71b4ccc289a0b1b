/* SPDX-License-Identifier: MIT */
#include "questions.h"

#include "model.h"

#include "mutator/mutator.h"

#include <uriproof/rfc3986.h>

#include <stdlib.h>
#include <string.h>

observation *observations_add(observations *to, uriproof_op op, uriproof_span first,
                              uriproof_span second)
{
    to->items = list_grown(to->items, to->count, sizeof *to->items);
    observation *added = &to->items[to->count++];
    *added = (observation){.request = {op, {first, second}}, .part = OCTET_PARTS};
    return added;
}

static uriproof_span kept(store *s, const octet_buffer *text)
{
    const char *octets = text->octets != NULL ? text->octets : "";
    return (uriproof_span){store_copy(s, octets, text->length), text->length};
}

/* ---- Comparisons ---- */

/* Returns the normal form of a text by RFC 3986 and the rules of schemes; or the text. */
static uriproof_span form_of(store *s, uriproof_span text)
{
    static const uriproof_readings by_scheme = {.value = {[URIPROOF_RFC3986_NORMAL_PORT] = 1,
                                                          [URIPROOF_RFC3986_NORMAL_PATH] = 1,
                                                          [URIPROOF_RFC3986_NORMAL_HOST] = 1}};
    const profile p = profile_of_rfc3986(&by_scheme);
    const uriproof_request request = {URIPROOF_NORMALIZE, {text, {NULL, 0}}};
    uriproof_buffer room = {NULL, 0, 0};
    uriproof_answer answer;
    model_grow(&room, &request);
    if (model_answer(&p, &request, &room, &answer, NULL) && answer.status == ANSWER_ACCEPTED)
        text = (uriproof_span){store_copy(s, answer.result.octets, answer.result.length),
                               answer.result.length};
    free(room.octets);
    return text;
}

/* ---- Separating texts ---- */

/* What stands for a `~`. */
static const char *const schemes[] = {"x:", "http:", "ftp:", "file:", "ws:", ""};
enum { SCHEMES = sizeof schemes / sizeof schemes[0] };

static void add_witness(observations *to, store *s, const char *witness, const char *scheme)
{
    octet_buffer text = {0};
    size_t tab = SIZE_MAX;
    for (const char *at = witness; *at != '\0'; at++) {
        if (*at == '~') {
            buffer_add(&text, scheme, strlen(scheme));
        } else if (at[0] == '\\' && at[1] == '0') {
            buffer_add(&text, "", 1);
            at++;
        } else {
            tab = *at == '\t' && tab == SIZE_MAX ? text.length : tab;
            buffer_add(&text, at, 1);
        }
    }
    const uriproof_span all = kept(s, &text);
    observations_add(to, URIPROOF_PARSE, all, (uriproof_span){NULL, 0});
    if (tab != SIZE_MAX) {
        const uriproof_span base = {all.octets, tab};
        const uriproof_span ref = {all.octets + tab + 1, all.length - tab - 1};
        observations_add(to, URIPROOF_RESOLVE, base, ref);
        observations_add(to, URIPROOF_EQUIVALENT, base, ref);
    } else {
        observations_add(to, URIPROOF_RESOLVE, uriproof_span_of("x://b/c/d?q"), all);
        observations_add(to, URIPROOF_NORMALIZE, all, (uriproof_span){NULL, 0});
        observations_add(to, URIPROOF_EQUIVALENT, all, form_of(s, all));
    }
    buffer_free(&text);
}

static bool has_scheme_sign(const char *witness)
{
    return strchr(witness, '~') != NULL;
}

static void add_witnesses(observations *to, store *s)
{
    for (unsigned id = 0; id < TRAIT_COUNT; id++)
        for (const char *const *witness = traits[id].witnesses; *witness != NULL; witness++)
            for (size_t i = 0; i < (has_scheme_sign(*witness) ? SCHEMES : 1U); i++)
                add_witness(to, s, *witness, schemes[i]);
}

/* ---- Octets ---- */

/* Where an octet is put in a part, and the octets that end or divide it there. A ? or # is asked of
 * the host, too, since there are parsers for which it does not end the authority. */
static const struct {
    const char *before, *after, *ends;
} places[OCTET_PARTS] = {
    [OCTETS_SCHEME] = {"a", "b://h/p", ":/?#"}, [OCTETS_USERINFO] = {"//a", "b@h/", "/?#@"},
    [OCTETS_HOST] = {"//a", "b/", "/@:"},       [OCTETS_PATH] = {"//h/a", "b", "?#"},
    [OCTETS_QUERY] = {"//h/?a", "b", "#"},      [OCTETS_FRAGMENT] = {"//h/#a", "b", ""}};

static const char *const high[] = {"\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\x80", "\xff"};

static void add_octets(observations *to, store *s, octet_part part, bool special, uriproof_span in)
{
    octet_buffer text = {0};
    const char *scheme = part == OCTETS_SCHEME ? "" : special ? "http:" : "x:";
    buffer_add(&text, scheme, strlen(scheme));
    buffer_add(&text, places[part].before, strlen(places[part].before));
    buffer_add(&text, in.octets, in.length);
    buffer_add(&text, places[part].after, strlen(places[part].after));
    observation *added =
        observations_add(to, URIPROOF_PARSE, kept(s, &text), (uriproof_span){NULL, 0});
    added->part = part;
    added->octet = (unsigned char)in.octets[0];
    added->special = special;
    buffer_free(&text);
}

static void add_sets(observations *to, store *s)
{
    for (unsigned part = 0; part < OCTET_PARTS; part++)
        for (unsigned special = 0; special < (part == OCTETS_SCHEME ? 1 : 2); special++) {
            for (unsigned octet = 0; octet < 128; octet++) {
                const char c = (char)octet;
                if (c == '%' || (c != '\0' && strchr(places[part].ends, c) != NULL))
                    continue;
                add_octets(to, s, (octet_part)part, special != 0, (uriproof_span){&c, 1});
            }
            for (size_t i = 0; i < sizeof high / sizeof high[0]; i++)
                add_octets(to, s, (octet_part)part, special != 0, uriproof_span_of(high[i]));
        }
}

void questions_of_traits(observations *to, store *s)
{
    add_witnesses(to, s);
    add_sets(to, s);
}

/* ---- Texts of a seed ---- */

static const char *const origins[] = {"http://u:p@www.example.com:80/a/b/../c?q=1&r#f",
                                      "x://h/a",
                                      "file:///a/b",
                                      "mailto:a@b",
                                      "//h/p?q",
                                      "x:a/b",
                                      "ftp://a:b@h:21/;x",
                                      "../a/./b?c#d",
                                      "https://[::1]:443/%41%7e?#",
                                      "ws://H./",
                                      "?q=%20",
                                      "#f"};
enum { ORIGINS = sizeof origins / sizeof origins[0], LONGEST = 60 };

/* Makes one more text; two in three are made of a text of the list, the others of the last. */
static uriproof_span made_text(mutator *m, uint64_t *state, store *s, uriproof_span last)
{
    octet_buffer text = {0};
    const uriproof_span one = uriproof_span_of(origins[random_below(state, ORIGINS)]);
    const uriproof_span other = uriproof_span_of(origins[random_below(state, ORIGINS)]);
    mutator_mutate(m, random_once_in(state, 3) ? last : one, other, LONGEST, &text);
    const uriproof_span made = kept(s, &text);
    buffer_free(&text);
    return made;
}

void questions_of_seed(observations *to, store *s, uint64_t seed, const question_counts *counts)
{
    static const char *const bases[] = {"http://a/b/c/d;p?q", "x:/a/b", "file:///a/b?q#f", "x:a/b",
                                        "ftp://u@h"};
    mutator *m = mutator_new(seed);
    uint64_t state = seed;
    uriproof_span last = uriproof_span_of("x://h/");
    for (unsigned op = 0; op < MODEL_OPS; op++)
        for (size_t i = 0; i < counts->of[op]; i++) {
            uriproof_span second = {NULL, 0};
            const uriproof_span before = last;
            const bool relative = op == MODEL_RESOLVE;
            if (relative)
                second = random_once_in(&state, 4)
                             ? made_text(m, &state, s, last)
                             : uriproof_span_of(bases[random_below(&state, 5)]);
            last = made_text(m, &state, s, last);
            if (op == MODEL_EQUIVALENT)
                second = random_once_in(&state, 3) ? before : form_of(s, last);
            observations_add(to, model_ops[op], relative ? second : last, relative ? last : second);
        }
    mutator_free(m);
}
