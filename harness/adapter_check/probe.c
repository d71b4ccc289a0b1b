/* SPDX-License-Identifier: MIT */
#include "probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uriproof/rfc3986.h>

enum { TEXT_ROOM = 64, PROBES_MOST = 128 };

const char *const probe_findings[PROBE_FINDING_COUNT] = {
    [PROBE_AS_DECLARED] = "as declared",     [PROBE_NOT_DECLARED] = "not declared",
    [PROBE_NOT_SEEN] = "not seen",           [PROBE_OTHER] = "changed otherwise",
    [PROBE_CANNOT_MEASURE] = "not measured",
};

/* Texts around a part. Some transforms show only where a scheme has no default port, or where there
 * is no authority. */
static const struct {
    uri_piece part;
    const char *before; /* with the part's delimiter */
    const char *after;
    const char *without; /* the text in which the part is absent; NULL: it always is there */
} carriers[] = {
    {PIECE_SCHEME, "", "://h/p", NULL},
    {PIECE_USER, "http://", "@h/p", "http://h/p"},
    {PIECE_PASSWORD, "http://u:", "@h/p", "http://u@h/p"},
    {PIECE_HOST, "http://", "/p", NULL},
    {PIECE_PORT, "http://h:", "/p", "http://h/p"},
    {PIECE_PATH, "http://h", "", NULL},
    {PIECE_QUERY, "http://h/p?", "", "http://h/p"},
    {PIECE_FRAGMENT, "http://h/p#", "", "http://h/p"},
    {PIECE_PORT, "foo://h:", "/p", "foo://h/p"},
    {PIECE_PATH, "foo://h", "", NULL},
    {PIECE_HOST, "foo://", "/p", NULL},
    {PIECE_PATH, "ftp://h", "", NULL},
};
enum { CARRIER_COUNT = sizeof carriers / sizeof carriers[0] };

enum {
    NAMES = 1U << PIECE_SCHEME | 1U << PIECE_HOST,
    WORDS = 1U << PIECE_USER | 1U << PIECE_PASSWORD | 1U << PIECE_QUERY | 1U << PIECE_FRAGMENT,
    ANY_OPTIONAL = WORDS | 1U << PIECE_PORT
};

/* What a part is, for a transform to show. `implied_by` shows in the same text, and is asked
 * first. */
static const struct {
    const char *transform;
    unsigned parts;
    const char *part; /* NULL: it is absent */
    const char *implied_by;
    bool only_if_declared; /* by RFC 3986 it makes another host: only a manual makes it a design */
} contents[] = {
    {"lowercased", NAMES | WORDS, "HtTp", NULL, false},
    {"lowercased", 1U << PIECE_PATH, "/AbC", NULL, false},
    {"decoded", WORDS | 1U << PIECE_HOST, "a%20b", NULL, false},
    {"decoded", 1U << PIECE_PATH, "/a%20b", NULL, false},
    {"decoded-unreserved", WORDS | 1U << PIECE_HOST, "a%62c", "decoded", false},
    {"decoded-unreserved", 1U << PIECE_PATH, "/a%62c", "decoded", false},
    {"uppercased-hex", WORDS | 1U << PIECE_HOST, "a%2fb", "decoded", false},
    {"uppercased-hex", 1U << PIECE_PATH, "/a%2fb", "decoded", false},
    {"empty-as-absent", ANY_OPTIONAL | 1U << PIECE_PATH, "", NULL, false},
    {"absent-as-empty", ANY_OPTIONAL, NULL, NULL, false},
    {"empty-as-slash", 1U << PIECE_PATH, "", NULL, false},
    {"dots-removed", 1U << PIECE_PATH, "/a/../b", NULL, false},
    {"ftp-path", 1U << PIECE_PATH, "/a;type=i", NULL, false},
    {"with-default", 1U << PIECE_PORT, NULL, NULL, false},
    {"default-as-absent", 1U << PIECE_PORT, "80", NULL, false},
    {"as-number", 1U << PIECE_PORT, "0081", NULL, false},
    {"address-rewritten", 1U << PIECE_HOST, "127.1", NULL, true},
    {"ipv6-rewritten", 1U << PIECE_HOST, "[0::1]", "address-rewritten", false},
};
enum { CONTENT_COUNT = sizeof contents / sizeof contents[0] };

typedef struct one_probe {
    uri_piece part;
    unsigned transform, implied_by; /* numbers; TRANSFORM_COUNT if there is none */
    bool only_if_declared;
    char text[TEXT_ROOM];
} one_probe;

static unsigned transform_number(const char *name)
{
    unsigned i = 0;
    while (name != NULL && i < TRANSFORM_COUNT && strcmp(transform_names[i], name) != 0)
        i++;
    return name != NULL ? i : TRANSFORM_COUNT;
}

/* Writes the text of a probe around `content`. Returns false if the part cannot be absent. */
static bool write_text(size_t i, const char *content, char *text)
{
    if (content == NULL && carriers[i].without == NULL)
        return false;
    if (content == NULL)
        snprintf(text, TEXT_ROOM, "%s", carriers[i].without);
    else
        snprintf(text, TEXT_ROOM, "%s%s%s", carriers[i].before, content, carriers[i].after);
    return true;
}

static size_t list_probes(one_probe *probes)
{
    size_t count = 0;
    for (size_t i = 0; i < CONTENT_COUNT; i++)
        for (size_t k = 0; k < CARRIER_COUNT; k++) {
            one_probe one = {.part = carriers[k].part,
                             .transform = transform_number(contents[i].transform),
                             .implied_by = transform_number(contents[i].implied_by),
                             .only_if_declared = contents[i].only_if_declared};
            if ((contents[i].parts >> one.part & 1U) != 0 &&
                write_text(k, contents[i].part, one.text))
                probes[count++] = one;
        }
    return count;
}

/* What was measured of a parser. */
typedef struct measure {
    const transform_set *declared;
    transform_set seen, measurable; /* seen; of a probe that was accepted */
    store *store;
    probe_result *results;
    size_t count;
} measure;

static bool has(const transform_set *set, uri_piece part, unsigned transform)
{
    return transform < TRANSFORM_COUNT && ((unsigned)set->declared[part] >> transform & 1U) != 0;
}

static void add_bit(transform_set *set, uri_piece part, unsigned transform)
{
    set->declared[part] = (unsigned short)(set->declared[part] | 1U << transform);
}

static void add_result(measure *m, const one_probe *one, const char *transform,
                       probe_finding finding, const char *text, uriproof_span given)
{
    m->results = list_grown(m->results, m->count, sizeof *m->results);
    char *copy = uriproof_present(given) ? strndup(given.octets, given.length) : NULL;
    m->results[m->count++] = (probe_result){.part = one->part,
                                            .transform = transform,
                                            .finding = finding,
                                            .text = store_text(m->store, text),
                                            .given = store_text(m->store, copy)};
    free(copy);
}

static bool is_told(const measure *m, const one_probe *one, const char *transform)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->results[i].part == one->part && m->results[i].transform == transform)
            return true;
    return false;
}

/* Is the part as given what these transforms make of it? */
static bool explains(const one_probe *one, const uri_pieces *expected, const uri_pieces *given,
                     unsigned transforms)
{
    return piece_match(one->part, expected, given, (unsigned short)transforms);
}

static void take_seen(measure *m, const one_probe *one, unsigned transform, uriproof_span given)
{
    bool declared = has(m->declared, one->part, transform);
    add_bit(&m->seen, one->part, transform);
    add_result(m, one, transform_names[transform],
               declared ? PROBE_AS_DECLARED : PROBE_NOT_DECLARED, one->text, given);
}

static void measure_one(measure *m, const one_probe *one, const reply *given)
{
    static const uriproof_readings defaults = {{0}};
    uriproof_parts parts;
    if (!reply_accepts(given) || !uriproof_dialect_named("rfc3986")->parse(
                                     uriproof_span_of(one->text), &defaults, &parts, NULL))
        return;
    const uri_pieces expected = parts_pieces(&parts);
    const uriproof_span as_given = given->pieces.at[one->part];
    add_bit(&m->measurable, one->part, one->transform);
    if (uriproof_span_equal(as_given, expected.at[one->part]) ||
        has(&m->seen, one->part, one->transform) || has(&m->seen, one->part, one->implied_by))
        return;
    /* A declared transform may show in the text of one that it implies. */
    if (has(m->declared, one->part, one->implied_by)) {
        if (explains(one, &expected, &given->pieces, 1U << one->implied_by))
            take_seen(m, one, one->implied_by, as_given);
        return;
    }
    const unsigned every = (1U << TRANSFORM_COUNT) - 1;
    bool counts = !one->only_if_declared || has(m->declared, one->part, one->transform);
    if (counts && explains(one, &expected, &given->pieces, 1U << one->transform))
        take_seen(m, one, one->transform, as_given);
    else if ((!counts || !explains(one, &expected, &given->pieces, every)) &&
             !is_told(m, one, NULL))
        add_result(m, one, NULL, PROBE_OTHER, one->text, as_given);
}

/* Is it of the user, or of the password? Both are declared together, as userinfo. */
static bool seen_in_userinfo(const measure *m, uri_piece part, unsigned transform)
{
    return (part == PIECE_USER || part == PIECE_PASSWORD) &&
           (has(&m->seen, PIECE_USER, transform) || has(&m->seen, PIECE_PASSWORD, transform));
}

/* Adds what is declared and was not seen. */
static void add_unseen(measure *m)
{
    for (unsigned part = 0; part < PIECE_COUNT; part++)
        for (unsigned transform = 0; transform < TRANSFORM_COUNT; transform++) {
            const one_probe one = {.part = (uri_piece)part};
            if (!has(m->declared, one.part, transform) || has(&m->seen, one.part, transform) ||
                seen_in_userinfo(m, one.part, transform))
                continue;
            add_result(m, &one, transform_names[transform],
                       has(&m->measurable, one.part, transform) ? PROBE_NOT_SEEN
                                                                : PROBE_CANNOT_MEASURE,
                       NULL, (uriproof_span){NULL, 0});
        }
}

size_t probe(panel *p, store *s, probe_result **results, size_t *accepted)
{
    one_probe probes[PROBES_MOST];
    uriproof_request requests[PROBES_MOST];
    reply replies[PROBES_MOST];
    size_t count = list_probes(probes);
    for (size_t i = 0; i < count; i++)
        requests[i] = (uriproof_request){URIPROOF_PARSE, {uriproof_span_of(probes[i].text)}};
    panel_ask(p, &(panel_questions){.requests = requests, .count = count}, s, replies);
    measure m = {.declared = &panel_hello(p, 0)->transforms, .store = s};
    *accepted = 0;
    for (size_t i = 0; i < count; i++) {
        *accepted += reply_accepts(&replies[i]);
        measure_one(&m, &probes[i], &replies[i]);
    }
    add_unseen(&m);
    *results = m.results;
    return m.count;
}
