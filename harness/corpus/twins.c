/* SPDX-License-Identifier: MIT */
#include "twins.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool uriproof_has_twin(const uriproof_vector *vector)
{
    return vector->group->level < URIPROOF_COMPLETE && vector->request.op == URIPROOF_PARSE &&
           vector->expect->status == ANSWER_REJECTED && vector->expect->has_offset &&
           vector->expect->offset <= vector->request.field[0].length;
}

/* ---- Repairs ---- */

/* One way to repair a text: `put` stands in place of `taken` octets. */
typedef struct repair {
    const char *put;
    size_t taken;
} repair;

/* The order matters: the first that is accepted is the twin, and it should be like the text. The
 * last of each has no `put`. */
static const repair of_escapes[] = {{"1", 0}, {"41", 0}, {"a", 0}, {NULL, 0}},
                    of_all[] = {{"/", 1},  {"a", 1}, {"1", 0}, {"1", 1},  {"", 1},
                                {"a", 0},  {":", 0}, {"]", 0}, {"::", 0}, {"::]", 0},
                                {"::", 1}, {"]", 1}, {NULL, 0}},
                    of_beginnings[] = {{"x:", 0}, {"URL:", 0}, {"URL:x:", 0}, {NULL, 0}};

/* Returns what stands in place of an octet after a repair: a second odd octet is no second reason.
 */
static char cleaned(char octet, const repair *r)
{
    bool odd = octet <= ' ' || octet > '~' || strchr("\"%<>[]^`{|}", octet) != NULL;
    return octet == '\\' ? '/' : !odd ? octet : r->put[0] == '1' ? '1' : 'a';
}

typedef struct mending {
    const uriproof_dialect *dialect;
    uriproof_span text;
    octet_buffer *twin;
    uriproof_parts *parts; /* of the twin */
} mending;

static bool is_accepted(const uriproof_dialect *dialect, uriproof_span text, uriproof_parts *parts)
{
    const uriproof_readings defaults = {{0}};
    uriproof_refusal refusal;
    return dialect->parse != NULL && dialect->parse(text, &defaults, parts, &refusal);
}

/* Repairs the text at octet `at`, and cleans the octets after it if `clean` is set. Returns true if
 * that is accepted. */
static bool mends(const mending *m, size_t at, const repair *r, bool clean)
{
    if (r->taken > m->text.length - at)
        return false;
    m->twin->length = 0;
    buffer_add(m->twin, m->text.octets, at);
    buffer_add(m->twin, r->put, strlen(r->put));
    for (size_t i = at + r->taken; i < m->text.length; i++) {
        char octet = m->text.octets[i], put = clean ? cleaned(octet, r) : octet;
        buffer_add(m->twin, &put, 1);
    }
    return is_accepted(m->dialect, (uriproof_span){m->twin->octets, m->twin->length}, m->parts);
}

/* Tries the repairs at octet `at`: each also with the octets after it cleaned, if `may_clean`. */
static bool mends_with(const mending *m, size_t at, const repair *repairs, bool may_clean)
{
    bool backslash = at < m->text.length && m->text.octets[at] == '\\';
    for (const repair *r = repairs; r->put != NULL; r++)
        if ((r->put[0] != '/' || backslash) &&
            (mends(m, at, r, false) || (may_clean && mends(m, at, r, true))))
            return true;
    return false;
}

/* Puts something in place of the rest of an IP literal, or of the rest of the part. */
static bool mends_rest(const mending *m, size_t at)
{
    static const char *const ends[] = {"]/?#", "/?#"}, *const puts[] = {"", "::", "::]"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t end = at;
        while (end < m->text.length &&
               memchr(ends[i], m->text.octets[end], strlen(ends[i])) == NULL)
            end++;
        for (size_t k = 0; k < sizeof puts / sizeof *puts; k++)
            if (mends(m, at, &(repair){puts[k], end - at}, false))
                return true;
    }
    return false;
}

bool uriproof_twin(const uriproof_dialect *dialect, const uriproof_vector *vector,
                   octet_buffer *twin, uriproof_parts *parts)
{
    const mending m = {dialect, vector->request.field[0], twin, parts};
    const char *production = vector->expect->production;
    const size_t offset = vector->expect->offset;
    bool escape = strcmp(production, "pct-encoded") == 0 || strcmp(production, "escape") == 0;
    bool beginning = strcmp(production, "prefix") == 0 || strcmp(production, "scheme") == 0;
    size_t first = offset; /* no repair goes beyond a slash */
    while (first > 0 && m.text.octets[first - 1] != '/')
        first--;
    *twin = (octet_buffer){0};
    if ((escape && mends_with(&m, offset, of_escapes, true)) ||
        mends_with(&m, offset, of_all, true) ||
        (beginning && mends_with(&m, offset, of_beginnings, true)))
        return true;
    for (size_t at = offset; at-- > first;)
        if (mends_with(&m, at, of_all, false))
            return true;
    for (size_t at = offset + 1; at-- > first;)
        if (mends_rest(&m, at))
            return true;
    for (size_t at = offset; at-- > first;)
        if (mends_with(&m, at, of_all, true))
            return true;
    return beginning && mends_with(&m, 0, of_beginnings, true);
}

/* ---- Shapes ---- */

/* A shape has a letter for the kind of scheme and of each part, so that equal ones are equal. */
enum { SHAPE_LENGTH = 7 };
typedef struct shape {
    char letters[SHAPE_LENGTH];
} shape;

static char scheme_kind(uriproof_span scheme)
{
    static const struct {
        const char *name;
        char kind;
    } known[] = {{"http", 'h'}, {"https", 'h'}, {"ws", 'h'},  {"wss", 'h'},
                 {"ftp", 'h'},  {"file", 'f'},  {"urn", 'u'}, {"mailto", 'm'}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].name) == scheme.length &&
            strncasecmp(known[i].name, scheme.octets, scheme.length) == 0)
            return known[i].kind;
    return 'x';
}

static char part_kind(uriproof_span part)
{
    return part.octets == NULL ? '-' : part.length == 0 ? '0' : '+';
}

static char host_kind(uriproof_span host)
{
    enum { BRACKETS = 2 };
    if (host.length <= BRACKETS || host.octets[0] != '[')
        return part_kind(host);
    return host.octets[1] == 'v' || host.octets[1] == 'V' ? 'v' : '6';
}

static char path_kind(uriproof_span path)
{
    if (path.length < 2 || path.octets[0] != '/')
        return path.length == 0 ? '0' : path.octets[0] == '/' ? '/' : 'r';
    return path.octets[1] == '/' ? 'h' : 'a'; /* generic parts have the host in the path */
}

static shape shape_of(const uriproof_parts *parts)
{
    const uriproof_components *c = &parts->components;
    const uriproof_generic *g = &parts->generic;
    if (parts->has_components)
        return (shape){{scheme_kind(c->scheme), part_kind(c->userinfo), host_kind(c->host),
                        part_kind(c->port), path_kind(c->path), part_kind(c->query),
                        part_kind(c->fragment)}};
    return (shape){{scheme_kind(g->scheme), '-', '-', '-', path_kind(g->path), part_kind(g->search),
                    part_kind(g->fragmentid)}};
}

/* ---- The lint ---- */

typedef struct twins_lint {
    const uriproof_corpus *corpus;
    FILE *out;
    store *seen; /* shapes that are accepted; and where octets are rejected */
    size_t faults;
} twins_lint;

/* Where an octet is rejected. */
typedef struct place {
    char production[16]; /* a path, a query or a fragment */
    char octet;
    bool with_authority;
} place;

/* Sets *p to the place at which the vector is rejected. Returns false if that is in another part,
 * or if not just this octet is the reason: then the twin has no letter in its place. */
static bool place_of(const uriproof_vector *vector, const octet_buffer *twin,
                     const uriproof_parts *parts, place *p)
{
    static const char *const productions[] = {"path", "query", "fragment"};
    const uriproof_span text = vector->request.field[0];
    const uriproof_answer *expect = vector->expect;
    for (size_t i = 0; i < sizeof productions / sizeof *productions; i++) {
        if (strcmp(expect->production, productions[i]) != 0 || !parts->has_components ||
            expect->offset >= text.length || twin->length != text.length)
            continue;
        *p = (place){.octet = text.octets[expect->offset],
                     .with_authority = uriproof_present(parts->components.host)};
        memcpy(p->production, productions[i], strlen(productions[i]));
        return true;
    }
    return false;
}

/* Keeps the shape of an accepted vector, and the place of a rejected one. */
static void keep(twins_lint *l, const uriproof_vector *vector)
{
    const uriproof_dialect *dialect = l->corpus->dialect;
    const uriproof_request *request = &vector->request;
    uriproof_parts parts;
    octet_buffer twin = {0};
    place p;
    if (uriproof_has_twin(vector) && uriproof_twin(dialect, vector, &twin, &parts) &&
        place_of(vector, &twin, &parts, &p))
        store_add(l->seen, &p, sizeof p);
    if (vector->group->level < URIPROOF_COMPLETE && request->op == URIPROOF_PARSE &&
        vector->expect->status == ANSWER_ACCEPTED &&
        is_accepted(dialect, request->field[0], &parts)) {
        const shape s = shape_of(&parts);
        store_add(l->seen, &s, sizeof s);
    }
    buffer_free(&twin);
}

/* Returns what is wrong with a vector that has the twin, or NULL. */
static const char *fault_of(const twins_lint *l, const uriproof_vector *vector,
                            const octet_buffer *twin, const uriproof_parts *parts)
{
    const shape s = shape_of(parts);
    place p;
    if (!store_has(l->seen, &s, sizeof s))
        return "a parser that rejects all texts of this shape passes; write an accepted vector "
               "like its twin";
    if (!place_of(vector, twin, parts, &p))
        return NULL;
    p.with_authority = !p.with_authority;
    if (store_has(l->seen, &p, sizeof p))
        return NULL;
    return p.with_authority ? "write another that has an authority, unlike its twin"
                            : "write another that has no authority, unlike its twin";
}

static void check(twins_lint *l, const uriproof_vector *vector)
{
    uriproof_parts parts;
    octet_buffer twin;
    const char *fault = "has no twin: no repair of one place is accepted; make its text simpler";
    bool found = uriproof_twin(l->corpus->dialect, vector, &twin, &parts);
    if (found)
        fault = fault_of(l, vector, &twin, &parts);
    if (fault != NULL) {
        fprintf(l->out, "%s: %s: %s%s", vector->group->file, vector->id, fault, found ? " " : "");
        if (found)
            print_octets(l->out, (uriproof_span){twin.octets, twin.length});
        fputc('\n', l->out);
        l->faults++;
    }
    buffer_free(&twin);
}

size_t uriproof_twins_lint(const uriproof_corpus *corpus, FILE *out)
{
    twins_lint l = {corpus, out, store_new(), 0};
    for (size_t i = 0; i < corpus->vector_count; i++)
        keep(&l, &corpus->vectors[i]);
    for (size_t i = 0; i < corpus->vector_count; i++)
        if (uriproof_has_twin(&corpus->vectors[i]))
            check(&l, &corpus->vectors[i]);
    store_free(l.seen);
    return l.faults;
}
