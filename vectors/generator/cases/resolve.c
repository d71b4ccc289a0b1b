/* SPDX-License-Identifier: MIT */
/*
 * Writes cases that resolve partial forms in contexts. The oracle gives the answers. The cases are
 * grouped by the steps that the oracle took.
 */
#include "base/base.h"
#include "kinds.h"
#include "oracle/oracle.h"
#include "room.h"
#include "sweep.h"
#include "under_readings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLAUSES_MAX = 24, CLAUSE_MAX = 64 };

/* A step of the oracle, and what it means for the group of cases that took it. */
typedef struct step_facts {
    unsigned step;
    unsigned unless;  /* the step does not count if one of these steps was taken too */
    const char *word; /* empty, like `about`, if another row has the words for the step */
    const char *about;
    const char *obeys; /* without the dialect's name and the full stop; or NULL */
    const char *breaks;
} step_facts;

/* Facts about the texts of a pair, in addition to the steps of rfc3986.h. A parser may break a rule
 * about one of them although it resolves correctly. */
enum {
    PAIR_AUTHORITY_CLOSED = 1 << 16, /* a query or a fragment comes directly after an authority */
    PAIR_DOTS_HOST = 1 << 17,        /* a host is "." or ".." */
    PAIR_ESCAPE_HOST = 1 << 18,      /* a host has an escape */
    PAIR_EMPTY_HOST = 1 << 19,       /* a host is empty */
    PAIR_EMPTY_PATH = 1 << 20,       /* the path of the base or of the target is empty */
    PAIR_UNDEFINED = 1 << 21, /* the target has no authority, or an empty query or fragment */
    PAIR_QUERY = 1 << 22, /* the base or the reference has a query, and the reference has a path */
    PAIR_FRAGMENT = 1 << 23,      /* the reference has a fragment */
    PAIR_EMPTY_SEGMENT = 1 << 24, /* the path of the target has two slashes in a row */
    PAIR_DOTS_APART = 1 << 25,    /* a query or a fragment contains dot segments */
    PAIR_UNDONE_A = 1 << 26,      /* step A would be taken if escaped dots were decoded first */
    PAIR_UNDONE_B = 1 << 27,
    PAIR_UNDONE_C = 1 << 28,
    PAIR_UNDONE_D = 1 << 29,
    PAIR_BASE_FRAGMENT = 1 << 30 /* the base has a fragment */
};

static const step_facts early_steps[] = {
    {ORACLE_CONTEXT_REJECTED, 0, "context-rejected", "The context does not match the grammar.",
     NULL, "partial.context"},
    {ORACLE_ABSOLUTE, 0, "absolute",
     "A colon comes before any slash, so the form is absolute and stays as it is.",
     "partial.absolute-test", "partial.last-part"},
    {ORACLE_SLASHES, 0, "slashes", "The form starts with as many slashes as a run of the context.",
     "partial.slash-prefix", NULL},
    {ORACLE_NO_RUN, 0, "no-run", "No run of the context has as many slashes.", NULL,
     "partial.slash-prefix"},
    {ORACLE_LAST_PART, 0, "last-part", "The form replaces the last part.", "partial.last-part",
     NULL},
    {ORACLE_TRAILING_SLASH, 0, "empty", "The last part is empty.", "partial.trailing-slash", NULL},
    {ORACLE_PARENT, 0, "parent", "Each xxx/../ is removed.", "partial.parent-removal", NULL},
    {ORACLE_SELF, 0, "self", "Each /. is removed.", "partial.self-removal", NULL},
    {ORACLE_DOTS_LEFT, ORACLE_PARENT | ORACLE_SELF, "dots-left",
     "The remaining dots match neither pattern, or dots are not removed here.", NULL,
     "partial.complete-elements"},
    {ORACLE_FRAGMENT, 0, "fragment", "The fragment-id is put back last.", "fragment.hash", NULL},
    {ORACLE_NOT_MATCHING, 0, "not-matching", "The result does not match the grammar.", NULL,
     "bnf.fragmentaddress"},
    {0, 0, NULL, NULL, NULL, NULL}};

static const step_facts later_steps[] = {
    {ORACLE_BASE_REJECTED, 0, "base-rejected", "The base does not match the grammar.", NULL,
     "base.absolute"},
    {ORACLE_REFERENCE_REJECTED, 0, "reference-rejected",
     "The reference does not match the grammar.", NULL, "bnf.URI-reference"},
    {ORACLE_WITH_SCHEME, 0, "scheme", "The reference has a scheme.", "resolve.scheme", NULL},
    {ORACLE_WITH_AUTHORITY, 0, "authority", "The reference has an authority.", "resolve.authority",
     NULL},
    {ORACLE_EMPTY_PATH_QUERY, 0, "empty-path-query", "The reference begins with its query.",
     "resolve.empty-path-query", "resolve.merged"},
    {ORACLE_EMPTY_PATH, 0, "empty-path", "The reference is empty or only a fragment.",
     "resolve.empty-path-base-query", "resolve.merged"},
    {ORACLE_EMPTY_PATH, 0, "", "", "reference.same-document", NULL},
    {ORACLE_ABSOLUTE_PATH, 0, "absolute-path", "The path of the reference begins with a slash.",
     "resolve.absolute-path", NULL},
    {ORACLE_MERGED_EMPTY, 0, "merged-empty", "The path of the reference follows a slash.",
     "merge.empty-path", "merge.last-segment"},
    {ORACLE_MERGED_LAST, 0, "merged", "The paths are merged.", "merge.last-segment", NULL},
    {ORACLE_MERGED_EMPTY | ORACLE_MERGED_LAST, 0, "", "", "resolve.merged", NULL},
    {ORACLE_DOTS_A, 0, "a", "Step A removes dots.", "dots.leading", NULL},
    {ORACLE_DOTS_B, 0, "b", "Step B removes dots.", "dots.single", NULL},
    {ORACLE_DOTS_C, 0, "c", "Step C removes dots.", "dots.double", NULL},
    {ORACLE_DOTS_D, 0, "d", "Step D removes dots.", "dots.alone", NULL},
    {ORACLE_SLASHES_MADE, 0, "slashes-made", "The path begins with two slashes.", NULL,
     "syntax.no-double-slash"},
    {ORACLE_TARGET_REJECTED, ORACLE_SLASHES_MADE, "not-matching",
     "The target does not match the grammar.", NULL, "bnf.URI"},
    {PAIR_AUTHORITY_CLOSED, 0, "authority-closed",
     "A query or a fragment follows an authority directly.", "authority.termination", NULL},
    {PAIR_DOTS_HOST, 0, "dots-host", "A host consists of dots.", "bnf.reg-name", NULL},
    {PAIR_ESCAPE_HOST, 0, "escape-host", "A host has an escape.", "host.percent", NULL},
    {PAIR_EMPTY_HOST, 0, "empty-host", "A host is empty.", "host.empty", NULL},
    {PAIR_EMPTY_PATH, 0, "path-empty", "The path of the base or the target is empty.",
     "bnf.path-empty", NULL},
    {PAIR_UNDEFINED, 0, "undefined", "A part of the target is undefined or empty.",
     "recompose.undefined", NULL},
    {PAIR_QUERY, 0, "own-query", "The target has the query of the reference, or no query.",
     "resolve.query", NULL},
    {PAIR_FRAGMENT | PAIR_BASE_FRAGMENT, 0, "", "", "resolve.fragment", NULL},
    {PAIR_FRAGMENT, 0, "own-fragment", "The target has the fragment of the reference.", NULL, NULL},
    {PAIR_BASE_FRAGMENT, 0, "base-fragment", "The base has a fragment.", "base.fragment-stripped",
     NULL},
    {PAIR_EMPTY_SEGMENT, 0, "empty-segment", "A segment is empty.", "dots.move", NULL},
    {PAIR_DOTS_APART, 0, "dots-apart", "A query or a fragment contains dots.", "dots.path-only",
     NULL},
    {PAIR_UNDONE_A, 0, "undone-a", "Step A applies only if encoded dots are decoded first.", NULL,
     "dots.leading"},
    {PAIR_UNDONE_B, 0, "undone-b", "Step B applies only if encoded dots are decoded first.", NULL,
     "dots.single"},
    {PAIR_UNDONE_C, 0, "undone-c", "Step C applies only if encoded dots are decoded first.", NULL,
     "dots.double"},
    {PAIR_UNDONE_D, 0, "undone-d", "Step D applies only if encoded dots are decoded first.", NULL,
     "dots.alone"},
    {0, 0, NULL, NULL, NULL, NULL}};

/* ---- Groups ---- */

/* A group of cases that took the same steps, and the memory for its strings. */
typedef struct step_group {
    gen_group group;
    char id[192];
    char about[1000];
    char clauses[CLAUSES_MAX][CLAUSE_MAX];
    const char *obeys[CLAUSES_MAX];
    const char *breaks[CLAUSES_MAX];
    size_t clause_count, obeys_count, breaks_count;
} step_group;

static void add_words(char *words, size_t size, const char *between, const char *more)
{
    size_t length = strlen(words);
    gen_require_room(length + strlen(between) + strlen(more) + 1, size, "octets of a group's words",
                     "the length of its field");
    snprintf(words + length, size - length, "%s%s", length > 0 ? between : "", more);
}

static const char *clause_of(step_group *group, const char *dialect, const char *words)
{
    gen_require_room(group->clause_count + 2, CLAUSES_MAX, "clauses of a group, and a NULL",
                     "CLAUSES_MAX");
    char *clause = group->clauses[group->clause_count++];
    snprintf(clause, CLAUSE_MAX, "%s.%s", dialect, words);
    return clause;
}

static void add_step(step_group *group, const char *dialect, const step_facts *step)
{
    if (step->word[0] != '\0') {
        add_words(group->id, sizeof group->id, "-", step->word);
        add_words(group->about, sizeof group->about, " ", step->about);
    }
    if (step->obeys != NULL)
        group->obeys[group->obeys_count++] = clause_of(group, dialect, step->obeys);
    if (step->breaks != NULL)
        group->breaks[group->breaks_count++] = clause_of(group, dialect, step->breaks);
}

static void make_group(step_group *group, const char *dialect, const step_facts *facts,
                       unsigned steps)
{
    memset(group, 0, sizeof *group);
    strcpy(group->id, "resolve");
    for (; facts->word != NULL; facts++)
        if ((steps & facts->step) != 0)
            add_step(group, dialect, facts);
    bool early = strcmp(dialect, "rfc3986") != 0;
    group->group =
        (gen_group){group->id,
                    group->about,
                    !early                            ? "RFC 3986, 5.2"
                    : strcmp(dialect, "rfc1630") == 0 ? "RFC 1630, Partial (relative) form"
                                                      : "draft-www-uri-00, 4.4",
                    group->obeys,
                    group->breaks,
                    URIPROOF_RESOLVE};
}

/* ---- Answers ---- */

/* A pair, and the oracle that answers it. */
typedef struct pair_question {
    const oracle_rfc1630 *early;
    const oracle_rfc3986 *later;
    const gen_pair *pair;
} pair_question;

static gen_text kept(gen_pool *pool, const oracle_string *text)
{
    return gen_text_of(gen_keep(pool, oracle_span(text)));
}

static void answer_early(const void *self, const uriproof_readings *readings, gen_pool *pool,
                         gen_expect *expect)
{
    const pair_question *question = self;
    oracle_rfc1630_result result =
        oracle_rfc1630_resolve(question->early, readings, oracle_span(&question->pair->base),
                               oracle_span(&question->pair->ref));
    expect->result = kept(pool, &result.text);
    expect->outcome = GEN_RESULT;
    /* The RFC says nothing of a context that is not a URI: "Within a object whose URI is well
     * defined". */
    if ((result.steps & (ORACLE_CONTEXT_REJECTED | ORACLE_NO_RUN)) != 0)
        expect->outcome = GEN_SILENT;
    else if ((result.steps & ORACLE_NOT_MATCHING) != 0)
        expect->outcome = GEN_REJECTED_RESULT;
}

static void answer_later(const void *self, const uriproof_readings *readings, gen_pool *pool,
                         gen_expect *expect)
{
    const pair_question *question = self;
    oracle_rfc3986_result result =
        oracle_rfc3986_resolve(question->later, readings, oracle_span(&question->pair->base),
                               oracle_span(&question->pair->ref));
    expect->result = kept(pool, &result.text);
    expect->outcome = GEN_RESULT;
    /* Sections 5.1 and 5.2.2 only speak of texts that match the grammar. */
    if ((result.steps & (ORACLE_BASE_REJECTED | ORACLE_REFERENCE_REJECTED)) != 0)
        expect->outcome = GEN_SILENT;
    else if ((result.steps & ORACLE_SLASHES_REJECTED) != 0)
        expect->outcome = GEN_REJECTED;
    else if ((result.steps & ORACLE_TARGET_REJECTED) != 0)
        expect->outcome = GEN_REJECTED_RESULT;
}

/* Returns the steps that count. If steps that share a name all counted, two groups would have the
 * same id. */
static unsigned counted(const step_facts *facts, unsigned steps)
{
    unsigned left = steps;
    for (; facts->word != NULL; facts++)
        if ((steps & facts->unless) != 0)
            left &= ~facts->step;
    return left;
}

/* Returns the host of an authority without brackets. */
static uriproof_span host_of(uriproof_span authority)
{
    size_t at = oracle_first(authority, '@');
    uriproof_span rest =
        oracle_cut(authority, at < authority.length ? at + 1 : 0, authority.length);
    return oracle_cut(rest, 0, oracle_first(rest, ':'));
}

static bool has_dots(uriproof_span part)
{
    for (size_t i = 0; i < part.length; i++)
        if (oracle_has_at(part, i, "./"))
            return true;
    return false;
}

static bool has_empty_segment(uriproof_span path)
{
    for (size_t i = 0; i < path.length; i++)
        if (oracle_has_at(path, i, "//"))
            return true;
    return false;
}

static unsigned facts_of_text(const oracle_rfc3986_parts *parts)
{
    unsigned facts = has_dots(parts->query) || has_dots(parts->fragment) ? PAIR_DOTS_APART : 0;
    if (!uriproof_present(parts->authority))
        return facts;
    uriproof_span host = host_of(parts->authority);
    if (parts->path.length == 0 &&
        (uriproof_present(parts->query) || uriproof_present(parts->fragment)))
        facts |= PAIR_AUTHORITY_CLOSED;
    if (oracle_is(host, ".") || oracle_is(host, ".."))
        facts |= PAIR_DOTS_HOST;
    if (oracle_first(host, '%') < host.length)
        facts |= PAIR_ESCAPE_HOST;
    return host.length == 0 ? facts | PAIR_EMPTY_HOST : facts;
}

static bool is_empty(uriproof_span part)
{
    return uriproof_present(part) && part.length == 0;
}

static unsigned facts_of_target(const oracle_rfc3986_parts *target)
{
    unsigned facts = 0;
    if (!uriproof_present(target->authority) || is_empty(target->query) ||
        is_empty(target->fragment))
        facts |= PAIR_UNDEFINED;
    if (target->path.length == 0)
        facts |= PAIR_EMPTY_PATH;
    return has_empty_segment(target->path) ? facts | PAIR_EMPTY_SEGMENT : facts;
}

/* Returns the text with each "%2E" replaced by a full stop. */
static oracle_string with_dots_undone(uriproof_span text)
{
    oracle_string undone = {.length = 0};
    for (size_t at = 0; at < text.length; at++) {
        bool dot = oracle_is_escape(text, at) && oracle_escaped(text, at) == '.';
        oracle_add_octet(&undone, dot ? '.' : (unsigned char)text.octets[at]);
        at += dot ? 2 : 0;
    }
    return undone;
}

/* Returns the steps of 5.2.4 that are only taken if escaped dots are decoded first. The RFC says
 * that they "can be decoded at any time" (2.4). */
static unsigned steps_if_undone(const pair_question *question, unsigned steps)
{
    static const unsigned undone_steps[][2] = {{ORACLE_DOTS_A, PAIR_UNDONE_A},
                                               {ORACLE_DOTS_B, PAIR_UNDONE_B},
                                               {ORACLE_DOTS_C, PAIR_UNDONE_C},
                                               {ORACLE_DOTS_D, PAIR_UNDONE_D}};
    const uriproof_readings defaults = {{0}};
    oracle_string base = with_dots_undone(oracle_span(&question->pair->base));
    oracle_string ref = with_dots_undone(oracle_span(&question->pair->ref));
    unsigned undone =
        oracle_rfc3986_resolve(question->later, &defaults, oracle_span(&base), oracle_span(&ref))
            .steps;
    unsigned more = 0;
    for (size_t i = 0; i < sizeof undone_steps / sizeof undone_steps[0]; i++)
        if ((undone & ~steps & undone_steps[i][0]) != 0)
            more |= undone_steps[i][1];
    return more;
}

/* Returns the steps of the oracle, and the facts about the texts if both match the grammar. */
static unsigned later_steps_of(const pair_question *question)
{
    const uriproof_readings defaults = {{0}};
    oracle_rfc3986_result result =
        oracle_rfc3986_resolve(question->later, &defaults, oracle_span(&question->pair->base),
                               oracle_span(&question->pair->ref));
    if ((result.steps & (ORACLE_BASE_REJECTED | ORACLE_REFERENCE_REJECTED)) != 0)
        return result.steps;
    oracle_rfc3986_parts base = oracle_rfc3986_split(oracle_span(&question->pair->base));
    oracle_rfc3986_parts ref = oracle_rfc3986_split(oracle_span(&question->pair->ref));
    unsigned steps = result.steps | facts_of_text(&base) | facts_of_text(&ref) |
                     steps_if_undone(question, result.steps);
    if (base.path.length == 0)
        steps |= PAIR_EMPTY_PATH;
    if (uriproof_present(base.fragment))
        steps |= PAIR_BASE_FRAGMENT;
    if (uriproof_present(ref.fragment))
        steps |= PAIR_FRAGMENT;
    if (ref.path.length > 0 && (uriproof_present(base.query) || uriproof_present(ref.query)))
        steps |= PAIR_QUERY;
    if ((steps & ORACLE_SLASHES_MADE) != 0) /* It is a path, although it looks like an authority. */
        return steps | PAIR_UNDEFINED | PAIR_EMPTY_SEGMENT;
    oracle_rfc3986_parts target = oracle_rfc3986_split(oracle_span(&result.text));
    steps |= facts_of_target(&target);
    /* The path of the base is used as it is, so 5.2.4 does not apply to it. */
    if ((steps & (ORACLE_EMPTY_PATH | ORACLE_EMPTY_PATH_QUERY)) != 0)
        steps &= ~(unsigned)PAIR_EMPTY_SEGMENT;
    return steps;
}

static unsigned steps_of(const pair_question *question)
{
    const uriproof_readings defaults = {{0}};
    if (question->early == NULL)
        return later_steps_of(question);
    return oracle_rfc1630_resolve(question->early, &defaults, oracle_span(&question->pair->base),
                                  oracle_span(&question->pair->ref))
        .steps;
}

/* ---- The file ---- */

static const char *const early_narrow[] = {"x://h/a", NULL};
static const gen_contexts early_contexts = {"x:a/b/c/d/e", "x:a/b//c///d//e/f", early_narrow};

static const char *const later_narrow[] = {"x:a/b", "x:/a/b", NULL};
static const gen_contexts later_contexts = {"x://h/a/b/c/d/e", "x://h/a/b//c///d//e/f",
                                            later_narrow};

/* ---- Schemes ---- */

/* A scheme that parsers know. Parsers have special code for such schemes, and "each scheme's
 * specification may further restrict the syntax" (3.1). A parser that rejects what the scheme
 * forbids is right, so no text gets a scheme whose own specification forbids it. A mailto URI is
 * not a "hierarchical URI" (1.2.3), so it is only resolved with references that have a scheme. */
typedef struct known_scheme {
    const char *word;
    const char *root;               /* is inserted between the colon and a path without a root */
    bool userinfo, query, fragment; /* the scheme allows these parts */
    bool path; /* the scheme needs a path, which may not begin with two slashes */
} known_scheme;

/* The sources are RFC 7230, 2.7; RFC 6455, 3; RFC 1738, 3.2; RFC 8089, 2. A file URI gets a host
 * here, since its scheme treats an empty host like an absent one (3.2.2). */
static const known_scheme hosted_schemes[] = {
    {"http", "//h/", false, true, true, false}, {"https", "//h/", false, true, true, false},
    {"ws", "//h/", false, true, false, false},  {"ftp", "//h/", true, false, true, false},
    {"file", "//h/", false, false, true, true},
};

/* RFC 8141, 2: a URN has a namespace and a colon, and no slash directly after them. Its query
 * begins with more than a question mark. */
static const char urn[] = "urn";
static const char urn_namespace[] = "example:";

enum {
    HOSTED_SCHEMES = sizeof hosted_schemes / sizeof hosted_schemes[0],
    KNOWN = 3, /* of the pairs that fit a scheme, 3 of 5 get one */
    KNOWN_OF = 5
};

/* Returns a number that only depends on the texts of the pair. */
static uint64_t number_of(const gen_pair *pair)
{
    uint64_t hash = octets_hash(OCTETS_HASH_BEGIN, pair->base.octets, pair->base.length);
    hash = octets_hash(hash, "", 1);
    hash = octets_hash(hash, pair->ref.octets, pair->ref.length);
    return hash ^ hash >> 32;
}

/* Returns true if the text begins with the scheme x or X. */
static bool has_x(const oracle_string *text)
{
    return oracle_has_at(oracle_span(text), 0, "x:") || oracle_has_at(oracle_span(text), 0, "X:");
}

/* Replaces the scheme x at the start of the text by `scheme`, and X by `scheme` in capitals. `root`
 * is inserted before a path without a root. */
static void put_scheme(oracle_string *text, const char *scheme, const char *root)
{
    if (!has_x(text))
        return;
    bool capital = text->octets[0] == 'X';
    oracle_string whole = {.length = 0};
    for (; *scheme != '\0'; scheme++)
        oracle_add_octet(&whole, (unsigned char)(capital ? *scheme - 'a' + 'A' : *scheme));
    oracle_add_words(&whole, ":");
    if (!oracle_has_at(oracle_span(text), 2, "/"))
        oracle_add_words(&whole, root);
    oracle_add(&whole, oracle_cut(oracle_span(text), 2, text->length));
    *text = whole;
}

/* Returns true if the DNS allows the name: each label begins and ends with a letter or a digit. */
static bool is_dns_name(uriproof_span host)
{
    bool inner = false; /* the octet before this one is a letter or a digit */
    for (size_t i = 0; i < host.length; i++) {
        bool word = oracle_is_letter((unsigned char)host.octets[i]) ||
                    oracle_is_digit((unsigned char)host.octets[i]);
        if (!word && (!inner || host.octets[i] != '.'))
            return false;
        inner = word;
    }
    return inner;
}

/* Returns true if the scheme allows `text`, which matches the grammar. */
static bool is_hosted(const known_scheme *scheme, uriproof_span text)
{
    oracle_rfc3986_parts parts = oracle_rfc3986_split(text);
    uriproof_span host = host_of(parts.authority);
    if (!is_dns_name(host))
        return false;
    if (scheme->path && (parts.path.length == 0 || oracle_has_at(parts.path, 0, "//") ||
                         parts.authority.length != host.length))
        return false;
    return (scheme->userinfo || oracle_first(parts.authority, '@') == parts.authority.length) &&
           (scheme->query || !uriproof_present(parts.query)) &&
           (scheme->fragment || !uriproof_present(parts.fragment));
}

static bool is_urn(uriproof_span text)
{
    oracle_rfc3986_parts parts = oracle_rfc3986_split(text);
    size_t name = strlen(urn_namespace);
    return !uriproof_present(parts.authority) && oracle_has_at(parts.path, 0, urn_namespace) &&
           parts.path.length > name && parts.path.octets[name] != '/' &&
           !uriproof_present(parts.query);
}

/* Returns true if the scheme allows the texts of `pair`, which have it already, and the target.
 * Returns false if one of them does not match the grammar. It also returns false if resolution
 * makes two slashes that neither text has, since each scheme may interpret these differently.
 * `scheme` is NULL for urn. */
static bool fits(const oracle_rfc3986 *later, const gen_pair *pair, bool scheme_in_ref,
                 const known_scheme *scheme)
{
    enum {
        UNLIKE = ORACLE_BASE_REJECTED | ORACLE_REFERENCE_REJECTED | ORACLE_TARGET_REJECTED |
                 ORACLE_SLASHES_MADE
    };
    const uriproof_readings defaults = {{0}};
    oracle_rfc3986_result target =
        oracle_rfc3986_resolve(later, &defaults, oracle_span(&pair->base), oracle_span(&pair->ref));
    if ((target.steps & UNLIKE) != 0)
        return false;
    uriproof_span ref = oracle_span(&pair->ref), texts[3] = {oracle_span(&pair->base)};
    size_t count = 1;
    bool other_scheme = (target.steps & ORACLE_WITH_SCHEME) != 0 && !scheme_in_ref;
    if (scheme_in_ref)
        texts[count++] = ref;
    if (!other_scheme)
        texts[count++] = oracle_span(&target.text);
    for (size_t i = 0; i < count; i++)
        if (!(scheme != NULL ? is_hosted(scheme, texts[i]) : is_urn(texts[i])))
            return false;
    return true;
}

/* Returns the pair with a scheme in place of x. `scheme` is NULL for urn. */
static gen_pair pair_with(const gen_pair *pair, const known_scheme *scheme)
{
    gen_pair known = *pair;
    put_scheme(&known.base, scheme != NULL ? scheme->word : urn,
               scheme != NULL ? scheme->root : urn_namespace);
    put_scheme(&known.ref, scheme != NULL ? scheme->word : urn,
               scheme != NULL ? "" : urn_namespace);
    return known;
}

/* Gives some pairs a known scheme in place of x, if a scheme allows all texts of the pair. Each
 * choice only depends on the texts of the pair. About half of all pairs get a scheme. */
static void put_schemes(const oracle_rfc3986 *later, gen_sweep *sweep)
{
    for (size_t i = 0; i < sweep->count; i++) {
        gen_pair *pair = &sweep->pairs[i];
        uint64_t number = number_of(pair);
        if (!has_x(&pair->base) || number % KNOWN_OF >= KNOWN)
            continue;
        bool in_ref = has_x(&pair->ref);
        const known_scheme *fit[HOSTED_SCHEMES + 1];
        size_t count = 0;
        for (size_t k = 0; k <= HOSTED_SCHEMES; k++) {
            const known_scheme *scheme = k < HOSTED_SCHEMES ? &hosted_schemes[k] : NULL;
            gen_pair known = pair_with(pair, scheme);
            if (fits(later, &known, in_ref, scheme))
                fit[count++] = scheme;
        }
        if (count > 0)
            *pair = pair_with(pair, fit[number / KNOWN_OF % count]);
    }
}

typedef struct sweep_file {
    gen_file *file;
    const uriproof_dialect *dialect;
    const step_facts *facts;
    gen_answer answer;
    pair_question question;
    gen_sweep sweep;
    unsigned steps[GEN_PAIRS_MAX]; /* the steps of each pair */
    gen_row row;
} sweep_file;

static void write_group(sweep_file *writing, unsigned steps)
{
    step_group group;
    make_group(&group, writing->dialect->name, writing->facts, steps);
    gen_group_begin(writing->file, &group.group);
    for (size_t i = 0; i < writing->sweep.count; i++) {
        if (writing->steps[i] != steps)
            continue;
        const gen_pair *pair = &writing->sweep.pairs[i];
        writing->question.pair = pair;
        gen_row_expect(&writing->row, writing->dialect, writing->answer, &writing->question);
        writing->row.one.fields[0] = gen_text_of(oracle_span(&pair->base));
        writing->row.one.fields[1] = gen_text_of(oracle_span(&pair->ref));
        gen_case_write(writing->file, &writing->row.one);
    }
}

/* Writes a group for each set of steps, in the order of the first pair that took it. */
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

static bool write_file(const gen_job *job, sweep_file *writing)
{
    const bool early = strcmp(job->dialect->name, "rfc3986") != 0;
    const gen_head head = {
        .dialect = job->dialect->name,
        .name = "resolve",
        .about = early ? "Every partial form in every context, under every reading and every pair "
                         "of readings."
                       : "Every reference with every base, under every reading and every pair of "
                         "readings.",
        .guarantee = early ? "Every sequence of up to 4 segments occurs in a partial form and in a "
                             "context. A segment is empty, '.', '..', a name or an encoded dot."
                           : "Every sequence of up to 4 segments occurs in a reference and in a "
                             "base. A segment is empty, '.', '..', a name or an encoded dot."};
    writing->file = gen_file_begin(job->folder, &head, job->error);
    if (writing->file == NULL)
        return false;
    writing->dialect = job->dialect;
    write_groups(writing);
    return gen_file_end(writing->file, job->error);
}

static bool write_early(const gen_job *job, sweep_file *writing)
{
    oracle_rfc1630 early;
    if (!oracle_rfc1630_open(job->dialect, job->grammar, &early, job->error))
        return false;
    writing->facts = early_steps;
    writing->answer = answer_early;
    writing->question.early = &early;
    gen_sweep_fill(&writing->sweep, &early_contexts, job->dialect->name);
    bool holds = write_file(job, writing);
    oracle_rfc1630_free(&early);
    return holds;
}

static bool write_later(const gen_job *job, sweep_file *writing)
{
    oracle_rfc3986 later;
    if (!oracle_rfc3986_open(job->dialect, job->grammar, &later, job->error))
        return false;
    writing->facts = later_steps;
    writing->answer = answer_later;
    writing->question.later = &later;
    gen_sweep_fill(&writing->sweep, &later_contexts, job->dialect->name);
    put_schemes(&later, &writing->sweep);
    bool holds = write_file(job, writing);
    oracle_rfc3986_free(&later);
    return holds;
}

bool gen_resolve(const gen_job *job)
{
    sweep_file *writing = calloc(1, sizeof *writing);
    bool later = strcmp(job->dialect->name, "rfc3986") == 0;
    bool holds = later ? write_later(job, writing) : write_early(job, writing);
    free(writing);
    return holds;
}
