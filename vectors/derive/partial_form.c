/* SPDX-License-Identifier: MIT */
/*
 * Contexts by partial forms. What comes out is said by the naive rules of rules_early.c and
 * rules_3986.c; the cases are grouped by the steps of the rules that they came by.
 */
#include "room.h"
#include "rules_3986.h"
#include "rules_early.h"
#include "sweep.h"
#include "under.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLAUSES_MAX = 12, CLAUSE_MAX = 64, GROUPS_MAX = 256 };

/* What a step has to do with a group that came by it. */
typedef struct step_facts {
    unsigned step;
    unsigned unless; /* does not count as taken where one of these steps was taken too */
    const char *word;
    const char *about;
    const char *obeys; /* behind the dialect's name and a full stop; or NULL */
    const char *breaks;
} step_facts;

/* What the texts of a pair are besides the steps of rules_3986.h: each lies in a rule that a parser
 * may break before it resolves anything. */
enum {
    PAIR_AUTHORITY_CLOSED = 1 << 16, /* an authority, and right behind it a query or a fragment */
    PAIR_DOTS_HOST = 1 << 17,        /* the host of the reference is a dot or two */
    PAIR_ESCAPE_HOST = 1 << 18       /* a host has an escape */
};

static const step_facts early_steps[] = {
    {DERIVE_CONTEXT_REFUSED, 0, "context-refused", "The context does not derive.", NULL,
     "partial.context"},
    {DERIVE_ABSOLUTE, 0, "absolute", "A colon comes before any slash: absolute, and as it is.",
     "partial.absolute-test", "partial.last-part"},
    {DERIVE_SLASHES, 0, "slashes", "The form starts with as many slashes as a run of the context.",
     "partial.slash-prefix", NULL},
    {DERIVE_NO_RUN, 0, "no-run", "No run of the context has as many slashes.", NULL,
     "partial.slash-prefix"},
    {DERIVE_LAST_PART, 0, "last-part", "The form takes the place of the last part.",
     "partial.last-part", NULL},
    {DERIVE_TRAILING_SLASH, 0, "void", "The last part is void.", "partial.trailing-slash", NULL},
    {DERIVE_PARENT, 0, "parent", "Each xxx/../ is removed.", "partial.parent-removal", NULL},
    {DERIVE_SELF, 0, "self", "Each /. is removed.", "partial.self-removal", NULL},
    {DERIVE_DOTS_LEFT, DERIVE_PARENT | DERIVE_SELF, "dots-left",
     "The dots that are left match neither pattern, or are not looked at.", NULL,
     "partial.complete-elements"},
    {DERIVE_FRAGMENT, 0, "fragment", "The fragment-id is put back last.", "fragment.hash", NULL},
    {DERIVE_UNDERIVED, 0, "underived", "The result does not derive.", NULL, "bnf.fragmentaddress"},
    {0, 0, NULL, NULL, NULL, NULL}};

static const step_facts later_steps[] = {
    {DERIVE_BASE_REFUSED, 0, "base-refused", "The base does not derive.", NULL, "base.absolute"},
    {DERIVE_REFERENCE_REFUSED, 0, "reference-refused", "The reference does not derive.", NULL,
     "bnf.URI-reference"},
    {DERIVE_WITH_SCHEME, 0, "scheme", "The reference has a scheme.", "resolve.scheme", NULL},
    {DERIVE_WITH_AUTHORITY, 0, "authority", "The reference has an authority.", "resolve.authority",
     NULL},
    {DERIVE_VOID_PATH_QUERY, 0, "void-path-query", "The reference is a query.",
     "resolve.void-path-query", "resolve.merged"},
    {DERIVE_VOID_PATH, 0, "void-path", "The reference is void but for its fragment.",
     "resolve.void-path-base-query", "resolve.merged"},
    {DERIVE_ABSOLUTE_PATH, 0, "absolute-path", "The path of the reference begins with a slash.",
     "resolve.absolute-path", NULL},
    {DERIVE_MERGED_VOID, 0, "merged-void", "The paths are merged behind a slash.",
     "merge.void-path", "merge.last-segment"},
    {DERIVE_MERGED_LAST, 0, "merged", "The paths are merged.", "merge.last-segment", NULL},
    {DERIVE_DOTS_A, 0, "a", "Dots go by step A.", "dots.leading", NULL},
    {DERIVE_DOTS_B, 0, "b", "Dots go by step B.", "dots.single", NULL},
    {DERIVE_DOTS_C, 0, "c", "Dots go by step C.", "dots.double", NULL},
    {DERIVE_DOTS_D, 0, "d", "Dots go by step D.", "dots.alone", NULL},
    {DERIVE_SLASHES_MADE, 0, "slashes-made", "The path begins with two slashes.", NULL,
     "syntax.no-double-slash"},
    {DERIVE_TARGET_REFUSED, 0, "underived", "The target does not derive.", NULL, "bnf.URI"},
    {PAIR_AUTHORITY_CLOSED, 0, "authority-closed",
     "A query or a fragment is right behind an authority.", "authority.termination", NULL},
    {PAIR_DOTS_HOST, 0, "dots-host", "The host of the reference is made of dots.", "bnf.reg-name",
     NULL},
    {PAIR_ESCAPE_HOST, 0, "escape-host", "A host has an escape.", "host.percent", NULL},
    {0, 0, NULL, NULL, NULL, NULL}};

/* ---- Groups ---- */

/* A group by the steps taken, and the memory of its words. */
typedef struct step_group {
    derive_group group;
    char id[128];
    char about[400];
    char clauses[CLAUSES_MAX][CLAUSE_MAX];
    const char *obeys[CLAUSES_MAX];
    const char *breaks[CLAUSES_MAX];
    size_t clause_count, obeys_count, breaks_count;
} step_group;

static void add_words(char *words, size_t size, const char *between, const char *more)
{
    size_t length = strlen(words);
    derive_require_room(length + strlen(between) + strlen(more) + 1, size,
                        "octets of a group's words", "the length of its field");
    snprintf(words + length, size - length, "%s%s", length > 0 ? between : "", more);
}

static const char *clause_of(step_group *group, const char *dialect, const char *words)
{
    char *clause = group->clauses[group->clause_count++];
    snprintf(clause, CLAUSE_MAX, "%s.%s", dialect, words);
    return clause;
}

static void add_step(step_group *group, const char *dialect, const step_facts *step)
{
    add_words(group->id, sizeof group->id, "-", step->word);
    add_words(group->about, sizeof group->about, " ", step->about);
    if (step->obeys != NULL)
        group->obeys[group->obeys_count++] = clause_of(group, dialect, step->obeys);
    if (step->breaks != NULL)
        group->breaks[group->breaks_count++] = clause_of(group, dialect, step->breaks);
}

static void make_group(step_group *group, const char *dialect, const step_facts *facts,
                       unsigned steps)
{
    memset(group, 0, sizeof *group);
    strcpy(group->id, "partial-form");
    for (; facts->word != NULL; facts++)
        if ((steps & facts->step) != 0)
            add_step(group, dialect, facts);
    bool early = strcmp(dialect, "rfc3986") != 0;
    group->group =
        (derive_group){group->id,
                       group->about,
                       !early                            ? "RFC 3986, 5.2"
                       : strcmp(dialect, "rfc1630") == 0 ? "RFC 1630, Partial (relative) form"
                                                         : "draft-www-uri-00, 4.4",
                       group->obeys,
                       group->breaks,
                       URIPROOF_RESOLVE};
}

/* ---- Answers ---- */

/* A pair in the hands of the rules. */
typedef struct pair_question {
    const derive_early *early;
    const derive_later *later;
    const derive_pair *pair;
} pair_question;

static derive_text kept(derive_pool *pool, const derive_string *text)
{
    return derive_text_of(derive_keep(pool, derive_span(text)));
}

static void answer_early(const void *self, const uriproof_readings *readings, derive_pool *pool,
                         derive_expect *expect)
{
    const pair_question *question = self;
    derive_early_result result =
        derive_early_resolve(question->early, readings, derive_span(&question->pair->base),
                             derive_span(&question->pair->ref));
    expect->result = kept(pool, &result.text);
    expect->outcome = DERIVE_RESULT;
    /* "Within a object whose URI is well defined" */
    if ((result.steps & (DERIVE_CONTEXT_REFUSED | DERIVE_NO_RUN)) != 0)
        expect->outcome = DERIVE_SILENT;
    else if ((result.steps & DERIVE_UNDERIVED) != 0)
        expect->outcome = DERIVE_REFUSED_RESULT;
}

static void answer_later(const void *self, const uriproof_readings *readings, derive_pool *pool,
                         derive_expect *expect)
{
    const pair_question *question = self;
    derive_later_result result =
        derive_later_resolve(question->later, readings, derive_span(&question->pair->base),
                             derive_span(&question->pair->ref));
    expect->result = kept(pool, &result.text);
    expect->outcome = DERIVE_RESULT;
    /* 5.1 and 5.2.2 ask for what derives, and say no more */
    if ((result.steps & (DERIVE_BASE_REFUSED | DERIVE_REFERENCE_REFUSED)) != 0)
        expect->outcome = DERIVE_SILENT;
    else if ((result.steps & DERIVE_SLASHES_REJECTED) != 0)
        expect->outcome = DERIVE_REFUSED;
    else if ((result.steps & DERIVE_TARGET_REFUSED) != 0)
        expect->outcome = DERIVE_REFUSED_RESULT;
}

/* The steps that count: two sets of steps of the same name would be two groups of the same id. */
static unsigned counted(const step_facts *facts, unsigned steps)
{
    unsigned left = steps;
    for (; facts->word != NULL; facts++)
        if ((steps & facts->unless) != 0)
            left &= ~facts->step;
    return left;
}

/* What stands in front of the authority of `text`: the length of its scheme, colon and two slashes;
 * 0 where it has no authority. The schemes here have one octet, or are known. */
static size_t authority_begins(uriproof_span text)
{
    size_t colon = derive_first(text, ':'), slash = derive_first(text, '/');
    size_t at = colon < slash ? colon + 1 : 0;
    return derive_has_at(text, at, "//") ? at + 2 : 0;
}

static unsigned facts_of_text(uriproof_span text, bool is_reference)
{
    size_t from = authority_begins(text), to = from;
    if (from == 0)
        return 0;
    while (to < text.length && strchr("/?#", text.octets[to]) == NULL)
        to++;
    uriproof_span authority = derive_cut(text, from, to);
    unsigned facts = 0;
    if (to < text.length && text.octets[to] != '/')
        facts |= PAIR_AUTHORITY_CLOSED;
    if (is_reference && (derive_is(authority, ".") || derive_is(authority, "..")))
        facts |= PAIR_DOTS_HOST;
    if (derive_first(authority, '%') < authority.length)
        facts |= PAIR_ESCAPE_HOST;
    return facts;
}

/* The steps of rules_3986.h, and what the texts are where both derive. */
static unsigned later_steps_of(const pair_question *question)
{
    const uriproof_readings defaults = {{0}};
    uriproof_span base = derive_span(&question->pair->base);
    uriproof_span ref = derive_span(&question->pair->ref);
    unsigned steps = derive_later_resolve(question->later, &defaults, base, ref).steps;
    if ((steps & (DERIVE_BASE_REFUSED | DERIVE_REFERENCE_REFUSED)) != 0)
        return steps;
    return steps | facts_of_text(base, false) | facts_of_text(ref, true);
}

static unsigned steps_of(const pair_question *question)
{
    const uriproof_readings defaults = {{0}};
    if (question->early == NULL)
        return later_steps_of(question);
    return derive_early_resolve(question->early, &defaults, derive_span(&question->pair->base),
                                derive_span(&question->pair->ref))
        .steps;
}

/* ---- The file ---- */

static const char *const early_narrow[] = {"x://h/a", NULL};
static const derive_contexts early_contexts = {"x:a/b/c/d/e", "x:a/b//c///d//e/f", early_narrow};

/* What the sweeps have not: schemes given, colons, search and fragment-id on either side. */
static const char *const early_fixed[][2] = {{"x:a/b", "x:g"},      {"x:a/b", "x:/g"},
                                             {"x:a/b", "x:../g"},   {"x:a/b", "x:."},
                                             {"x:a/b", "x:"},       {"x:a/b", "x:#f"},
                                             {"x:a/b", "x:g#"},     {"x:a/b", "x:?q"},
                                             {"x:a/b", "X:g"},      {"x:a/b", "y:g"},
                                             {"x:a/b", "y:../g"},   {"x:a/b", "y:/g"},
                                             {"x://h/a", "x:g"},    {"x://h/a", "x://g/h"},
                                             {"x://h/a", "x:/g"},   {"x://h/a", "x:../../g"},
                                             {"x:a/b", ":g"},       {"x:a/b", "1:g"},
                                             {"x:a/b", "?a:b"},     {"x:a/b", "g?a:b"},
                                             {"x:a/b", "g/h:i"},    {"x:a/b", "./g:h"},
                                             {"x:a/b", "/g:h"},     {"x:a/b", "g#a:b"},
                                             {"x:a/b", "%41:g"},    {"x:a/b", "..:g"},
                                             {"x:a/b", "a%3Ag"},    {"x:a/b", ";g"},
                                             {"x:a/b", "abc"},      {"x:a/b", "abc/../g"},
                                             {"x:abc/d", "g"},      {"x:abc/d", "../g"},
                                             {"x:a/b?q", "g"},      {"x:a/b?q", "?r"},
                                             {"x:a/b?q", ""},       {"x:a/b?q", "#f"},
                                             {"x:a/b?q", "/g"},     {"x:a/b?q", "../g"},
                                             {"x:a/?q", "."},       {"x:a?q", "g"},
                                             {"x:a/b#f", "g"},      {"x:a/b#f", ""},
                                             {"x:a/b#f", "#g"},     {"x:a/b#", "g"},
                                             {"x:a/b#c/d", "g"},    {"x:a/b?q#f", "g?r#s"},
                                             {"x:a/b", "g?q#f"},    {"x:a/b", "../?q"},
                                             {"x:a/b", "..?q"},     {"x:a/b", ".?q"},
                                             {"x:a/b", "../#f"},    {"x:a/b", ".#f"},
                                             {"x:a/b", "g#"},       {"x:a/b", "#"},
                                             {"x:a/b", "g?"},       {"x:a/b", "?"},
                                             {"x:a/b", "/"},        {"x:a/b", "/?q"},
                                             {"x:a/b", "/#f"},      {"x:a/b", "/../?q#f"},
                                             {"x:a/b/c", "../?./"}, {"x:a/b", "g?../h"},
                                             {"x:a/b", "g#../h"},   {"x:a/b", "?/./"},
                                             {"x:a/b", "g#a#b"},    {"x:", "g"},
                                             {"x:", "../g"},        {"x:", ""},
                                             {"x:", "/g"},          {"x:a", "g"},
                                             {"x:a", "../g"},       {"x:a", "#f"},
                                             {"a/b", "g"},          {"", "g"},
                                             {"//h/a", "g"},        {"x:a b~", "g"},
                                             {"x:a/b?", "g"},       {"x:a/%4", "g"},
                                             {"#x:a", "g"},         {"x:a/b", "g~"},
                                             {"x:a///b/c", "///g"}, {"x:a////b", "////g"},
                                             {"x:a/b", "////g"},    {"x:a//b", "/g"},
                                             {"x:a/b//c", "/g"},    {"x:a/b//c", "//g"},
                                             {"x://h", "g"},        {"x://h", "/g"},
                                             {"x://h", "../g"},     {"x://h/", "../g"},
                                             {"x://h/", "../../g"}, {"x://./a", "g"},
                                             {"x://../a", "../g"},  {"x:///a", "../g"},
                                             {"x://h//a", "../g"},  {"x://h//a", "../../g"},
                                             {NULL, NULL}};

/* A colon of the path may end the draft's scheme, and a bare space derives. */
static const char *const draft_fixed[][2] = {
    {"a:b:c", "g"},     {"a:b:c", "../g"},  {"a:b:c/d", "g"},     {"a:b:c/d", "../g"},
    {"a:b:c/d", "a:g"}, {"a:b:c/d", ""},    {"a:b:/c", "/g"},     {"a::/c", "../g"},
    {"a::c", ""},       {"a::", "#f"},      {"a:b:c/d", ".."},    {"a:b:../c", "../g"},
    {"a:b:c/./d", "g"}, {"a:b:c/.", "./g"}, {"x:a b/c", "g h/i"}, {"x:a/ /b", "../g"},
    {"x:a/b", ".. /g"}, {"x:a/b", " "},     {"a b:c/d", "a b:g"}, {"a%20b:c/d", "../g"},
    {NULL, NULL}};

static const char *const later_narrow[] = {"x:a/b", "x:/a/b", NULL};
static const derive_contexts later_contexts = {"x://h/a/b/c/d/e", "x://h/a/b//c///d//e/f",
                                               later_narrow};

static const char *const later_fixed[][2] = {{"x://h/a/b", "x:g"},
                                             {"x://h/a/b", "x:"},
                                             {"x://h/a/b", "x:/g"},
                                             {"x://h/a/b", "x:../g"},
                                             {"x://h/a/b", "x:?q"},
                                             {"x://h/a/b", "x:#f"},
                                             {"x://h/a/b", "x://g/h"},
                                             {"x://h/a/b", "X:g"},
                                             {"X://h/a/b", "x:g"},
                                             {"x://h/a/b", "y:g"},
                                             {"x://h/a/b", "y:../g/./h"},
                                             {"x://h/a/b", "y://g/../h"},
                                             {"x://h/a/b", "x:.."},
                                             {"x:/a/b", "x:..//g"},
                                             {"x:/a/b", "y:/.//g"},
                                             {"x:/a/b", "y:g/..//h"},
                                             {"x:/a", "..//g:h"},
                                             {"x:/a", "..//@@"},
                                             {"x:/a", ".//g"},
                                             {"x:a", ".//g"},
                                             {"x://h", "g"},
                                             {"x://h", "../g"},
                                             {"x://h", ""},
                                             {"x://h", "?q"},
                                             {"x://h", "#f"},
                                             {"x://h", "."},
                                             {"x://h", ".."},
                                             {"x://h", "/g"},
                                             {"x://h?q", "g"},
                                             {"x://h?q", ""},
                                             {"x://h?q", "?"},
                                             {"x://h?", ""},
                                             {"x://h#f", "g"},
                                             {"x://", "g"},
                                             {"x:///a", "../g"},
                                             {"x:///a", "//"},
                                             {"x:", "g"},
                                             {"x:", "../g"},
                                             {"x:", "/g"},
                                             {"x:", "//g"},
                                             {"x:", ""},
                                             {"x:?q", "#f"},
                                             {"x://u@h:1/a/b?q#f", "g"},
                                             {"x://u@h:1/a/b?q#f", "/g"},
                                             {"x://u@h:1/a/b?q#f", ""},
                                             {"x://u@h:1/a/b?q#f", "?r#s"},
                                             {"x://u@h:1/a/b?q#f", "//v@i:2/c"},
                                             {"x://h/a/b?q", "g?r"},
                                             {"x://h/a/b?q", "?"},
                                             {"x://h/a/b?q", "#"},
                                             {"x://h/a/b?q", "?#"},
                                             {"x://h/a/b?c/../d", "g"},
                                             {"x://h/a/b#c/../d", "g"},
                                             {"x://h/a/b", "g?c/../d#e/../f"},
                                             {"x://h/a/b", "../?q"},
                                             {"x://h/a/b", "..?q"},
                                             {"x://h/a/b", ".?q"},
                                             {"x://h/a/b", "../#f"},
                                             {"x://h/a/b", "g/h:i"},
                                             {"x://h/a/b", "./g:h"},
                                             {"x://h/a/b", "/g:h"},
                                             {"x://h/a/b", ":g"},
                                             {"x://h/a/b", "1:g"},
                                             {"x://h/a/b", "%41:g"},
                                             {"x://h/a/b", "..:g"},
                                             {"x://h/a/b", "?a:b"},
                                             {"x://h/a/b", "g h"},
                                             {"x://h/a/b", "g#a#b"},
                                             {"x://h/a/b", "g%"},
                                             {"x://h/a/b", "//h:p"},
                                             {"x://h/a/b", "//[::1"},
                                             {"a/b", "g"},
                                             {"", "g"},
                                             {"//h/a", "g"},
                                             {"x:/a b", "g"},
                                             {"x:/a#b#c", "g"},
                                             {"x:/a%4", "y:g"},
                                             {NULL, NULL}};

/* ---- Schemes ---- */

/* Parsers have code of their own for schemes that they know, and "each scheme's specification may
 * further restrict the syntax" (3.1). Who refuses what that restriction forbids is not to be
 * accused, so a scheme is given to texts of a shape that it has. */
enum {
    SHAPE_HOST = 1 << 0,     /* "the "http" scheme considers a missing authority or empty host
                                invalid" (3.2.2) */
    SHAPE_ROOTED = 1 << 1,   /* a path behind a slash, with or without a host; neither user nor
                                port */
    SHAPE_ROOTLESS = 1 << 2, /* no slash behind the scheme */
    SHAPE_FRAGMENT = 1 << 3  /* a ws has none */
};

typedef struct known_scheme {
    const char *word;
    unsigned needs, forbids;
} known_scheme;

static const known_scheme known_schemes[] = {
    {"http", SHAPE_HOST, 0},    {"https", SHAPE_HOST, 0},  {"ws", SHAPE_HOST, SHAPE_FRAGMENT},
    {"ftp", SHAPE_HOST, 0},     {"file", SHAPE_ROOTED, 0}, {"mailto", SHAPE_ROOTLESS, 0},
    {"urn", SHAPE_ROOTLESS, 0},
};
enum { KNOWN_SCHEMES = sizeof known_schemes / sizeof known_schemes[0] };

/* A number that follows from the pair's texts alone: FNV-1a, as in a case's id. */
static uint64_t number_of(const derive_pair *pair)
{
    uint64_t hash = 0xcbf29ce484222325U;
    for (size_t i = 0; i < pair->base.length; i++)
        hash = (hash ^ (unsigned char)pair->base.octets[i]) * 0x100000001b3U;
    hash = hash * 0x100000001b3U; /* an octet 00 */
    for (size_t i = 0; i < pair->ref.length; i++)
        hash = (hash ^ (unsigned char)pair->ref.octets[i]) * 0x100000001b3U;
    return hash ^ hash >> 32;
}

/* Writes `scheme` in place of the x with which the text begins, if it does; in capitals for X. */
static void put_scheme(derive_string *text, const char *scheme)
{
    bool capital = derive_has_at(derive_span(text), 0, "X:");
    if (!capital && !derive_has_at(derive_span(text), 0, "x:"))
        return;
    derive_string whole = {.length = 0};
    for (; *scheme != '\0'; scheme++)
        derive_add_octet(&whole, (unsigned char)(capital ? *scheme - 'a' + 'A' : *scheme));
    derive_add(&whole, derive_cut(derive_span(text), 1, text->length));
    *text = whole;
}

/* The shapes of what stands behind a scheme and its colon. */
static unsigned shapes_of(uriproof_span rest)
{
    unsigned shapes = derive_first(rest, '#') < rest.length ? SHAPE_FRAGMENT : 0;
    if (!derive_has_at(rest, 0, "/"))
        return shapes | SHAPE_ROOTLESS;
    if (!derive_has_at(rest, 0, "//"))
        return shapes | SHAPE_ROOTED;
    size_t end = 2;
    while (end < rest.length && strchr("/?#", rest.octets[end]) == NULL)
        end++;
    uriproof_span authority = derive_cut(rest, 2, end);
    if (authority.length > 0 && strchr(":@", authority.octets[0]) == NULL)
        shapes |= SHAPE_HOST;
    if (derive_has_at(rest, end, "/") && derive_first(authority, ':') == authority.length &&
        derive_first(authority, '@') == authority.length)
        shapes |= SHAPE_ROOTED;
    return shapes;
}

/* Takes from *shapes those that `text`, with the scheme x, has not. A fragment of one is one of
 * all. */
static void narrow_shapes(uriproof_span text, unsigned *shapes)
{
    if (!derive_has_at(text, 0, "x:") && !derive_has_at(text, 0, "X:"))
        return;
    unsigned own = shapes_of(derive_cut(text, 2, text.length));
    *shapes = (*shapes & own & ~(unsigned)SHAPE_FRAGMENT) | ((*shapes | own) & SHAPE_FRAGMENT);
}

/* The shapes that base, reference and target have in common; none where one of them does not
 * derive, or where slashes are made that no text has: what these mean to a scheme is its own. */
static unsigned common_shapes(const derive_later *later, const derive_pair *pair)
{
    enum {
        UNLIKE = DERIVE_BASE_REFUSED | DERIVE_REFERENCE_REFUSED | DERIVE_TARGET_REFUSED |
                 DERIVE_SLASHES_MADE
    };
    const uriproof_readings defaults = {{0}};
    uriproof_span base = derive_span(&pair->base), ref = derive_span(&pair->ref);
    derive_later_result target = derive_later_resolve(later, &defaults, base, ref);
    if ((target.steps & UNLIKE) != 0)
        return 0;
    unsigned shapes = SHAPE_HOST | SHAPE_ROOTED | SHAPE_ROOTLESS;
    narrow_shapes(base, &shapes);
    narrow_shapes(ref, &shapes);
    narrow_shapes(derive_span(&target.text), &shapes);
    return shapes;
}

/* Gives two of three pairs a known scheme in place of x, each by its own texts, where there is one
 * that has them all: half of all pairs. */
static void put_schemes(const derive_later *later, derive_sweep *sweep)
{
    for (size_t i = 0; i < sweep->count; i++) {
        derive_pair *pair = &sweep->pairs[i];
        uint64_t number = number_of(pair);
        unsigned shapes = common_shapes(later, pair);
        const char *fit[KNOWN_SCHEMES];
        size_t count = 0;
        for (size_t k = 0; k < KNOWN_SCHEMES; k++)
            if ((known_schemes[k].needs & shapes) != 0 && (known_schemes[k].forbids & shapes) == 0)
                fit[count++] = known_schemes[k].word;
        if (number % 3 == 0 || count == 0)
            continue;
        const char *scheme = fit[number / 3 % count];
        put_scheme(&pair->base, scheme);
        put_scheme(&pair->ref, scheme);
    }
}

typedef struct sweep_file {
    derive_file *file;
    const uriproof_dialect *dialect;
    const step_facts *facts;
    derive_answer answer;
    pair_question question;
    derive_sweep sweep;
    unsigned steps[DERIVE_PAIRS_MAX]; /* of each pair */
    derive_row row;
} sweep_file;

static void write_group(sweep_file *writing, unsigned steps)
{
    step_group group;
    make_group(&group, writing->dialect->name, writing->facts, steps);
    derive_group_begin(writing->file, &group.group);
    for (size_t i = 0; i < writing->sweep.count; i++) {
        if (writing->steps[i] != steps)
            continue;
        const derive_pair *pair = &writing->sweep.pairs[i];
        writing->question.pair = pair;
        derive_row_expect(&writing->row, writing->dialect, writing->answer, &writing->question);
        writing->row.one.fields[0] = derive_text_of(derive_span(&pair->base));
        writing->row.one.fields[1] = derive_text_of(derive_span(&pair->ref));
        derive_case_write(writing->file, &writing->row.one);
    }
}

/* Each set of steps makes a group, in the order in which the pairs came by them. */
static void write_groups(sweep_file *writing)
{
    for (size_t i = 0; i < writing->sweep.count; i++) {
        writing->question.pair = &writing->sweep.pairs[i];
        writing->steps[i] = counted(writing->facts, steps_of(&writing->question));
    }
    for (size_t i = 0; i < writing->sweep.count; i++) {
        size_t first = 0;
        while (writing->steps[first] != writing->steps[i])
            first++;
        if (first == i)
            write_group(writing, writing->steps[i]);
    }
}

static bool write_file(const derive_job *job, sweep_file *writing)
{
    const derive_head head = {
        .dialect = job->dialect->name,
        .name = "partial-form",
        .about = "Contexts by partial forms, under every reading and every two of them.",
        .guarantee =
            "Every sequence of void, '.', '..', a name and an encoded dot up to a depth of 4 "
            "occurs in a partial form and in a context."};
    writing->file = derive_file_begin(job->folder, &head, job->error);
    if (writing->file == NULL)
        return false;
    writing->dialect = job->dialect;
    write_groups(writing);
    return derive_file_end(writing->file, job->error);
}

static bool write_early(const derive_job *job, sweep_file *writing)
{
    derive_early early;
    if (!derive_early_open(job, &early))
        return false;
    writing->facts = early_steps;
    writing->answer = answer_early;
    writing->question.early = &early;
    derive_sweep_fill(&writing->sweep, &early_contexts);
    derive_sweep_add(&writing->sweep, early_fixed);
    if (strcmp(job->dialect->name, "draft-www-uri-00") == 0)
        derive_sweep_add(&writing->sweep, draft_fixed);
    bool holds = write_file(job, writing);
    derive_early_free(&early);
    return holds;
}

static bool write_later(const derive_job *job, sweep_file *writing)
{
    derive_later later;
    if (!derive_later_open(job, &later))
        return false;
    writing->facts = later_steps;
    writing->answer = answer_later;
    writing->question.later = &later;
    derive_sweep_fill(&writing->sweep, &later_contexts);
    derive_sweep_add(&writing->sweep, later_fixed);
    put_schemes(&later, &writing->sweep);
    bool holds = write_file(job, writing);
    derive_later_free(&later);
    return holds;
}

bool derive_partial_forms(const derive_job *job)
{
    sweep_file *writing = calloc(1, sizeof *writing);
    if (writing == NULL) {
        uriproof_error_set(job->error, "out of memory");
        return false;
    }
    bool later = strcmp(job->dialect->name, "rfc3986") == 0;
    bool holds = later ? write_later(job, writing) : write_early(job, writing);
    free(writing);
    return holds;
}
