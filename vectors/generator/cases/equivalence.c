/* SPDX-License-Identifier: MIT */
/*
 * Writes cases for every octet, escaped and not, in every component: what its canonical form is,
 * whether the two spellings are equivalent, and what encoding and decoding make of it.
 */
#include "acceptance/rejection_rule.h"
#include "kinds.h"
#include "oracle/oracle.h"
#include "protocol/protocol.h"
#include "room.h"
#include "table.h"
#include "under_readings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OCTETS = 256, SLOTS_MAX = 8, CLAUSE_MAX = 64, OBEYS_MAX = 8, ID_MAX = 320 };

/* A place in a URI for the tested octet. */
typedef struct octet_slot {
    const char *word;
    const char *before;
    const char *after;
    const char *clause;  /* the clause that says which octets the part may hold */
    const char *escapes; /* the clause that allows escapes there, if `clause` does not; or NULL */
    bool utf8;           /* true if escapes may only stand for UTF-8 there */
} octet_slot;

/* The spellings of the octet. */
typedef enum octet_form { BARE, UPPER, LOWER, AGAINST, FORM_COUNT } octet_form;

/* The sets of forms of tables/extras.tsv. */
static const struct {
    const char *word;
    unsigned forms;
} form_sets[] = {{"bare", 1 << BARE},
                 {"escaped", 1 << UPPER | 1 << LOWER},
                 {"normalize", 1 << BARE | 1 << UPPER | 1 << LOWER},
                 {"delimited", 1 << BARE | 1 << AGAINST}};

#define RESERVED ":/?#[]@!$&'()*+,;="

typedef struct form_facts {
    const char *word;
    const char *about;
    uriproof_op op;
} form_facts;

static const form_facts forms[FORM_COUNT] = {
    [BARE] = {"bare", "Each octet, not escaped.", URIPROOF_NORMALIZE},
    [UPPER] = {"escaped", "The escape of each octet.", URIPROOF_NORMALIZE},
    [LOWER] = {"lower", "The escape of each octet, its digits in lower case.", URIPROOF_NORMALIZE},
    [AGAINST] = {"against", "Each octet, and its escape.", URIPROOF_EQUIVALENT},
};

/* What happens to the octet by default. */
typedef enum octet_fate {
    REJECTED,
    KEPT,
    RAISED,
    UNDONE,
    FOLDED,
    UNDONE_AND_FOLDED,
    ESCAPED,
    HASH_GONE,
    SAME,
    OTHER,
    UNSAID,
    FATE_COUNT
} octet_fate;

typedef struct fate_facts {
    const char *word;
    const char *about;
} fate_facts;

static const fate_facts fates[FATE_COUNT] = {
    [REJECTED] = {"rejected", "It does not match the grammar."},
    [KEPT] = {"kept", "It stays as it is."},
    [RAISED] = {"raised", "The digits are written in upper case."},
    [UNDONE] = {"undone", "The escape is decoded."},
    [FOLDED] = {"folded", "The letter is written in lower case."},
    [UNDONE_AND_FOLDED] = {"undone-and-folded",
                           "The escape is decoded, and the letter is written in lower case."},
    [ESCAPED] = {"escaped", "It is written as an escape."},
    [HASH_GONE] = {"hash-gone", "The hash is removed with the empty fragment-id after it."},
    [SAME] = {"same", "The two are identical."},
    [OTHER] = {"other", "The two are not identical."},
    [UNSAID] = {"unsaid", "The specification does not say whether the two are identical."},
};

/* Clauses, without the dialect's name and the full stop. */
typedef struct fate_clauses {
    const char *obeys[2];
    const char *breaks;
} fate_clauses;

/* The rules of a dialect: the slots, and the clauses for each fate of an octet. Two things are not
 * in the table, since they depend on the slot: why a text is rejected, and what an unescaped octet
 * is there. */
typedef struct equivalence_rules {
    const char *dialect;
    const char *origin;
    const char *equivalent_origin, *decode_origin, *encode_origin; /* or NULL: as `origin` */
    octet_slot slots[SLOTS_MAX + 1];
    fate_clauses clauses[FATE_COUNT]; /* KEPT is for an escape */
    const char *dots;       /* for an escape of a dot that stays; or NULL: as for any octet */
    const char *reserved;   /* for an escape of a reserved character, which stays */
    const char *disallowed; /* for an octet that needs an escape */
    const char *percent;    /* for a percent sign without two digits after it */
    const char *copying;    /* decode: octets that are not in an escape are copied */
    const char *decoding, *decoding_lower, *bad_decoding;
    const char *decoding_null; /* a further clause for the escape of the octet 00; or NULL */
    const char *encoding, *not_encoding; /* for an octet that is encoded, and for one that stays */
    bool broken_unsaid;                  /* the text does not say how to decode a broken escape */
    bool printed_only; /* the text does not say which octets need an escape, so only octets that
                          every parser accepts are asked unescaped */
} equivalence_rules;

static const equivalence_rules all_rules[] = {
    {.dialect = "rfc1630",
     .origin = "RFC 1630, Encoding reserved characters",
     .slots = {{"scheme", "g", ":p", "bnf.scheme"},
               {"path", "x:g", "", "bnf.path"},
               {"segment", "x:", "", "bnf.path"},
               {"search", "x:/p?g", "", "bnf.search"},
               {"fragmentid", "x:/p#g", "", "bnf.fragmentid"}},
     .clauses = {[KEPT] = {{"encoding.safer"}, NULL},
                 [RAISED] = {{"encoding.comparison"}, NULL},
                 [UNDONE] = {{"encoding.comparison"}, NULL},
                 [HASH_GONE] = {{"fragment.empty"}, NULL},
                 [SAME] = {{"encoding.comparison"}, NULL},
                 [OTHER] = {{"encoding.reserved-never"}, "encoding.comparison"}},
     .dots = "reserved.dot-segments",
     .disallowed = "encoding.disallowed",
     .percent = "encoding.percent-extension",
     .copying = "reserved.percent",
     .decoding = "encoding.escape",
     .decoding_lower = "bnf.hex",
     .bad_decoding = "encoding.percent-extension",
     .encoding = "encoding.escape",
     .not_encoding = "bnf.xalpha"},
    {.dialect = "draft-www-uri-00",
     .origin = "draft-www-uri-00, 4.3",
     .slots = {{"scheme", "g", ":p", "bnf.scheme"},
               {"path", "x:g", "", "bnf.path"},
               {"segment", "x:", "", "bnf.path"},
               {"second-segment", "x:a/", "", "bnf.path"},
               {"search", "x:/p?g", "", "bnf.search"},
               {"fragmentid", "x:/p#g", "", "bnf.fragmentid"}},
     .clauses = {[KEPT] = {{"encoding.safer"}, NULL},
                 [RAISED] = {{"encoding.comparison"}, NULL},
                 [UNDONE] = {{"encoding.comparison"}, NULL},
                 [ESCAPED] = {{"unsafe.space"}, NULL},
                 [HASH_GONE] = {{"fragment.empty"}, NULL},
                 [SAME] = {{"encoding.comparison"}, NULL},
                 [OTHER] = {{"encoding.reserved-never"}, "encoding.comparison"}},
     .dots = "reserved.dot-segments",
     .disallowed = "encoding.disallowed",
     .percent = "encoding.percent-extension",
     .copying = "reserved.percent",
     .decoding = "encoding.escape",
     .decoding_lower = "bnf.hex",
     .bad_decoding = "encoding.percent-extension",
     .encoding = "encoding.escape",
     .not_encoding = "bnf.xalpha"},
    {.dialect = "rfc3986",
     .origin = "RFC 3986, 6.2.2",
     .equivalent_origin = "RFC 3986, 2.2",
     .decode_origin = "RFC 3986, 2.4",
     .encode_origin = "RFC 3986, 2.1",
     .slots = {{"scheme", "g", ":p", "bnf.scheme"},
               {"userinfo", "x://g", "@h/p", "bnf.userinfo"},
               {"host", "x://g", "/p", "bnf.reg-name", "host.percent", true},
               {"port", "x://h:", "/p", "bnf.port"},
               {"path", "x:/g", "", "bnf.path-absolute"},
               {"rootless", "x:g", "", "bnf.path-rootless"},
               {"query", "x://h/p?g", "", "bnf.query"},
               {"fragment", "x://h/p#g", "", "bnf.fragment"}},
     .clauses = {[KEPT] = {{"encoding.data-octet"}, "normal.unreserved"},
                 [RAISED] = {{"normal.hex-case"}, "normal.unreserved"},
                 [UNDONE] = {{"normal.unreserved"}, NULL},
                 [FOLDED] = {{"normal.scheme-host-case"}, NULL},
                 [UNDONE_AND_FOLDED] = {{"normal.unreserved", "normal.scheme-host-case"}, NULL},
                 [SAME] = {{"unreserved.equivalent"}, NULL},
                 [OTHER] = {{"reserved.not-equivalent"}, "unreserved.equivalent"}},
     .reserved = "reserved.not-equivalent",
     .disallowed = "encoding.data-octet",
     .percent = "encoding.percent-itself",
     .copying = "encoding.percent-itself",
     .decoding = "encoding.data-octet",
     .decoding_lower = "encoding.hex-case",
     .bad_decoding = "encoding.percent-itself",
     .decoding_null = "encoding.null",
     .encoding = "encoding.data-octet",
     .not_encoding = "unreserved.not-encoded",
     .broken_unsaid = true},
    {.dialect = "url-syntax",
     .origin = "URL syntax, Encoding prohibited characters",
     .slots = {{"scheme", "URL:g", ":p", "scheme.first"},
               {"user", "URL:x://g", "@h/p", "internet.user"},
               {"password", "URL:x://u:g", "@h/p", "internet.password"},
               {"host", "URL:x://g", "/p", "internet.host"},
               {"port", "URL:x://h:", "/p", "internet.port-decimal"},
               {"path", "URL:x:g", "", "internet.path"}},
     .clauses = {[KEPT] = {{"encoding.safer"}, NULL},
                 [UNDONE] = {{"encoding.expand"}, NULL},
                 [SAME] = {{"encoding.safer"}, NULL},
                 [OTHER] = {{"encoding.reserved-never"}, NULL},
                 [UNSAID] = {{"encoding.safer"}, "encoding.reserved-never"}},
     .copying = "encoding.percent-always",
     .decoding = "encoding.octets",
     .bad_decoding = "encoding.hex-digits",
     .encoding = "encoding.escape",
     .not_encoding = "encoding.safer",
     .printed_only = true},
};

/* A question about an octet, and the oracles that answer it. */
typedef struct octet_question {
    const uriproof_dialect *dialect;
    bool broken_unsaid;   /* as in the rules */
    oracle_rfc1630 early; /* only one of the two oracles is open */
    oracle_rfc3986 later;
    uriproof_op op;
    oracle_string text, other;
} octet_question;

static bool is_later(const octet_question *question)
{
    return strcmp(question->dialect->name, "rfc3986") == 0;
}

static bool is_page(const octet_question *question)
{
    return strcmp(question->dialect->name, "url-syntax") == 0;
}

/* ---- Canonical form and identity ---- */

/* Returns true if `text` matches the grammar. Otherwise sets *expect to the rejection. */
static bool matches(const octet_question *question, const uriproof_readings *readings,
                    uriproof_span text, gen_expect *expect)
{
    if (is_page(question)) {
        const oracle_url_syntax page = {question->dialect, readings};
        uriproof_components parts;
        expect->outcome = GEN_REJECTED;
        return oracle_url_syntax_parse(&page, text, &parts);
    }
    const oracle_production *production =
        is_later(question) ? &question->later.uri : &question->early.fragmentaddress;
    const uriproof_automaton *automaton = oracle_production_under(production, readings);
    expect->outcome = GEN_OFFSET;
    expect->offset = uriproof_automaton_viable(automaton, text);
    return uriproof_automaton_accepts(automaton, text);
}

/* Writes the canonical form. Returns false if it is rejected. */
static bool canonical(const octet_question *question, const uriproof_readings *readings,
                      uriproof_span text, oracle_string *form)
{
    if (is_page(question)) {
        *form = oracle_url_syntax_canonical(text);
        return true;
    }
    if (!is_later(question)) {
        *form = oracle_rfc1630_canonical(&question->early, readings, text);
        return true;
    }
    oracle_rfc3986_result result = oracle_rfc3986_normal(&question->later, readings, text);
    *form = result.text;
    return (result.steps & (ORACLE_SLASHES_REJECTED | ORACLE_TARGET_REJECTED)) == 0;
}

static void answer_normalize(const octet_question *question, const uriproof_readings *readings,
                             gen_pool *pool, gen_expect *expect)
{
    uriproof_span text = oracle_span(&question->text);
    if (!matches(question, readings, text, expect)) {
        expect->outcome = GEN_SILENT; /* the specification only speaks of URIs */
        return;
    }
    oracle_string result;
    if (!canonical(question, readings, text, &result)) {
        expect->outcome = GEN_REJECTED;
        return;
    }
    expect->outcome = GEN_RESULT;
    expect->result = gen_text_of(gen_keep(pool, oracle_span(&result)));
}

static void answer_equivalent(const octet_question *question, const uriproof_readings *readings,
                              gen_expect *expect)
{
    static const gen_outcome outcomes[] = {[ORACLE_IDENTICAL] = GEN_EQUAL,
                                           [ORACLE_DIFFERENT] = GEN_UNEQUAL,
                                           [ORACLE_UNSAID] = GEN_SILENT};
    uriproof_span text = oracle_span(&question->text), other = oracle_span(&question->other);
    if (!matches(question, readings, text, expect) || !matches(question, readings, other, expect)) {
        expect->outcome = GEN_SILENT;
        return;
    }
    if (is_page(question)) {
        expect->outcome = outcomes[oracle_url_syntax_compare(text, other)];
        return;
    }
    oracle_string a, b;
    if (!canonical(question, readings, text, &a) || !canonical(question, readings, other, &b)) {
        expect->outcome = GEN_REJECTED;
        return;
    }
    bool same = uriproof_span_equal(oracle_span(&a), oracle_span(&b));
    expect->outcome = same ? GEN_EQUAL : GEN_UNEQUAL;
}

/* ---- Encoding ---- */

static void answer_decode(const octet_question *question, const uriproof_readings *readings,
                          gen_pool *pool, gen_expect *expect)
{
    oracle_decoded decoded =
        oracle_decode(question->dialect, readings, oracle_span(&question->text));
    if (decoded.is_broken) {
        expect->outcome = question->broken_unsaid ? GEN_SILENT : GEN_OFFSET;
        expect->offset = decoded.broken_at;
        return;
    }
    bool rejected =
        decoded.has_null && oracle_reads(question->dialect, readings, "decode-null", "rejected");
    expect->outcome = rejected ? GEN_REJECTED : GEN_RESULT;
    expect->result = gen_text_of(gen_keep(pool, oracle_span(&decoded.text)));
}

static void answer_encode(const octet_question *question, const uriproof_readings *readings,
                          gen_pool *pool, gen_expect *expect)
{
    uriproof_span text = oracle_span(&question->text);
    oracle_string result = is_page(question) ? oracle_url_syntax_encode(text)
                           : is_later(question)
                               ? oracle_rfc3986_encode(text)
                               : oracle_rfc1630_encode(&question->early, readings, text);
    expect->outcome = GEN_RESULT;
    expect->result = gen_text_of(gen_keep(pool, oracle_span(&result)));
}

static void answer(const void *self, const uriproof_readings *readings, gen_pool *pool,
                   gen_expect *expect)
{
    const octet_question *question = self;
    if (question->op == URIPROOF_NORMALIZE)
        answer_normalize(question, readings, pool, expect);
    else if (question->op == URIPROOF_EQUIVALENT)
        answer_equivalent(question, readings, expect);
    else if (question->op == URIPROOF_DECODE)
        answer_decode(question, readings, pool, expect);
    else
        answer_encode(question, readings, pool, expect);
}

/* ---- Cases ---- */

typedef struct equivalence_file {
    gen_file *file;
    const equivalence_rules *rules;
    gen_table delimiters, extras; /* of tables/ */
    rejection_rules places;       /* not used for the page "URL syntax" */
    octet_question question;
    gen_row row;
} equivalence_file;

static oracle_string in_slot(const octet_slot *slot, unsigned char octet, octet_form form)
{
    oracle_string text = oracle_string_of(uriproof_span_of(slot->before));
    if (form == BARE)
        oracle_add_octet(&text, octet);
    else
        oracle_add_escape(&text, octet, form == UPPER);
    oracle_add_words(&text, slot->after);
    return text;
}

enum { NO_UTF8 = 4 };

/* Returns how many octets follow `octet` in a UTF-8 character that it begins. Returns 0 for ASCII
 * and for an octet that follows others, and NO_UTF8 if no character has the octet. */
static unsigned utf8_followers(unsigned char octet)
{
    if (octet < 0xC0)
        return 0;
    if (octet < 0xC2 || octet > 0xF4)
        return NO_UTF8;
    return octet < 0xE0 ? 1 : octet < 0xF0 ? 2 : 3;
}

/* Returns the text with the escapes of a shortest UTF-8 character that contains the octet. The host
 * needs this: "percent-encoding in host unless it is used to represent a UTF-8 character sequence"
 * (3.2.2). */
static oracle_string in_utf8_slot(const octet_slot *slot, unsigned char octet, bool upper)
{
    oracle_string text = oracle_string_of(uriproof_span_of(slot->before));
    if (octet >= 0x80 && octet < 0xC0)
        oracle_add_escape(&text, 0xC3, upper);
    oracle_add_escape(&text, octet, upper);
    for (unsigned left = utf8_followers(octet); left > 0; left--) {
        bool second = left == utf8_followers(octet);
        oracle_add_escape(&text,
                          second && octet == 0xE0   ? 0xA0
                          : second && octet == 0xF0 ? 0x90
                                                    : 0x80,
                          upper);
    }
    oracle_add_words(&text, slot->after);
    return text;
}

static bool has_lower_case(unsigned char octet)
{
    return (octet & 15) > 9 || (octet >> 4) > 9;
}

/* Sets up the question about `octet` in `form` at `slot`. Returns false if there is no such
 * question. */
static bool put_question(octet_question *question, const octet_slot *slot, unsigned char octet,
                         octet_form form)
{
    if (form == LOWER && !has_lower_case(octet))
        return false;
    question->op = forms[form].op;
    question->text = in_slot(slot, octet, form == AGAINST ? BARE : form);
    if (slot->utf8 && (form == UPPER || form == LOWER)) {
        if (utf8_followers(octet) == NO_UTF8)
            return false;
        question->text = in_utf8_slot(slot, octet, form == UPPER);
    }
    if (form == AGAINST)
        question->other = in_slot(slot, octet, UPPER);
    return true;
}

/* Returns what happened to the octet at `at` of `text`. All octets before it must be unchanged. */
static octet_fate fate_in(uriproof_span text, uriproof_span result, size_t at)
{
    if (uriproof_span_equal(text, result))
        return KEPT;
    bool escape = oracle_is_escape(text, at), stays = oracle_is_escape(result, at);
    if (escape && stays)
        return RAISED;
    if (escape && at < result.length)
        return oracle_escaped(text, at) == (unsigned char)result.octets[at] ? UNDONE
                                                                            : UNDONE_AND_FOLDED;
    if (stays)
        return ESCAPED;
    return result.length < text.length ? HASH_GONE : FOLDED;
}

static bool derives_by_default(const octet_question *question, const oracle_string *text,
                               gen_expect *expect)
{
    const uriproof_readings defaults = {{0}};
    return matches(question, &defaults, oracle_span(text), expect);
}

/* Returns true if the texts of the question match the grammar by default. */
static bool all_derive(const octet_question *question)
{
    gen_expect expect = {0};
    return derives_by_default(question, &question->text, &expect) &&
           (question->op != URIPROOF_EQUIVALENT ||
            derives_by_default(question, &question->other, &expect));
}

static octet_fate fate_of(const octet_question *question, size_t at, gen_pool *pool)
{
    const uriproof_readings defaults = {{0}};
    gen_expect expect = {.outcome = GEN_ACCEPTED};
    pool->used = 0;
    answer(question, &defaults, pool, &expect);
    switch (expect.outcome) {
    case GEN_RESULT:
        return fate_in(oracle_span(&question->text), expect.result.pieces[0].octets, at);
    case GEN_EQUAL:
        return SAME;
    case GEN_UNEQUAL:
        return OTHER;
    case GEN_SILENT:
        return all_derive(question) ? UNSAID : REJECTED;
    default:
        return REJECTED;
    }
}

/* ---- Clauses ---- */

/* Finds the clause that the text `rejected` breaks. If the octet needs an escape, the text with its
 * escape matches the grammar. If a slot takes no escapes, every octet that it allows is unescaped.
 * If the text is rejected after the octet, the fault is not the octet, but what is missing after
 * it. */
static void name_broken(const equivalence_file *file, const octet_slot *slot, unsigned char octet,
                        const oracle_string *rejected, char clause[CLAUSE_MAX])
{
    const octet_question *question = &file->question;
    const uriproof_readings defaults = {{0}};
    gen_expect expect = {0}, escape_expect = {0};
    const char *words = slot->clause;
    char production[CLAUSE_MAX];
    oracle_string escape = in_slot(slot, octet, UPPER);
    derives_by_default(question, rejected, &expect);
    if (is_page(question)) {
        const oracle_url_syntax page = {question->dialect, &defaults};
        words = oracle_url_syntax_broken(&page, oracle_span(rejected));
    } else if (derives_by_default(question, &escape, &escape_expect)) {
        snprintf(
            production, sizeof production, "bnf.%s",
            rejection_rule(&file->places, oracle_cut(oracle_span(rejected), 0, expect.offset)));
        words = octet == '%'                            ? file->rules->percent
                : expect.offset == strlen(slot->before) ? file->rules->disallowed
                                                        : production;
    }
    snprintf(clause, CLAUSE_MAX, "%s", words);
}

/* Returns true if a row of a table is about the octet in the slot. */
static bool is_about(const gen_table_row *row, const octet_slot *slot, unsigned char octet)
{
    return strcmp(row->cell[1], slot->word) == 0 && octet != 0 &&
           strchr(row->cell[2], octet) != NULL;
}

/* Returns the clause that allows an unescaped octet in the slot. */
static const char *bare_clause(const equivalence_file *file, const octet_slot *slot,
                               unsigned char octet)
{
    for (size_t i = 0; i < file->delimiters.count; i++)
        if (is_about(&file->delimiters.rows[i], slot, octet))
            return file->delimiters.rows[i].cell[3];
    return slot->clause;
}

/* What the cases of a group have in common. */
typedef struct octet_verdict {
    octet_fate fate;
    char obeys[OBEYS_MAX][CLAUSE_MAX]; /* without the dialect's name and the full stop */
    size_t obeys_count;
    size_t extras_from; /* the clauses from here on come from the table of extras */
    char breaks[CLAUSE_MAX];
    bool breaks_extra; /* `breaks` comes from the table of extras */
} octet_verdict;

static void take_words(char clause[CLAUSE_MAX], const char *words)
{
    snprintf(clause, CLAUSE_MAX, "%s", words != NULL ? words : "");
}

static void add_obeyed(octet_verdict *verdict, const char *words)
{
    if (words == NULL || words[0] == '\0')
        return;
    gen_require_room(verdict->obeys_count + 1, OBEYS_MAX, "clauses of a case", "OBEYS_MAX");
    take_words(verdict->obeys[verdict->obeys_count++], words);
}

static bool is_reserved(unsigned char octet)
{
    return octet != 0 && strchr(RESERVED, octet) != NULL;
}

static bool is_of_set(const char *word, octet_form form)
{
    size_t i = 0;
    while (strcmp(form_sets[i].word, word) != 0)
        i++;
    return (form_sets[i].forms & 1U << form) != 0;
}

/* Adds the further clauses that the slot tests with this octet. */
static void add_extras(const equivalence_file *file, const octet_slot *slot, unsigned char octet,
                       octet_form form, octet_verdict *verdict)
{
    verdict->extras_from = verdict->obeys_count;
    if (form == AGAINST && file->extras.count > 0)
        add_obeyed(verdict, bare_clause(file, slot, octet));
    for (size_t i = 0; i < file->extras.count; i++) {
        char *const *cell = file->extras.rows[i].cell;
        if (!is_about(&file->extras.rows[i], slot, octet) || !is_of_set(cell[3], form))
            continue;
        add_obeyed(verdict, cell[4]);
        if (cell[5][0] != '\0') {
            take_words(verdict->breaks, cell[5]);
            verdict->breaks_extra = true;
        }
    }
}

/* Adds the clauses of a text that matches the grammar. The first one is the reason for the fate of
 * the octet. */
static void add_clauses(const equivalence_file *file, const octet_slot *slot, unsigned char octet,
                        octet_form form, octet_verdict *verdict)
{
    const equivalence_rules *rules = file->rules;
    octet_fate fate = verdict->fate;
    const fate_clauses *clauses = &rules->clauses[fate];
    if (form == BARE && fate == KEPT) {
        add_obeyed(verdict, bare_clause(file, slot, octet));
        return;
    }
    bool stays = fate == KEPT || fate == RAISED;
    take_words(verdict->breaks, clauses->breaks);
    if (octet == '.' && rules->dots != NULL && (stays || fate == OTHER)) {
        add_obeyed(verdict, rules->dots);
    } else if (stays && form != BARE && rules->reserved != NULL && is_reserved(octet)) {
        add_obeyed(verdict, rules->reserved);
        add_obeyed(verdict, fate == RAISED ? clauses->obeys[0] : NULL);
    } else {
        add_obeyed(verdict, clauses->obeys[0]);
        add_obeyed(verdict, clauses->obeys[1]);
    }
    add_obeyed(verdict, form != BARE ? slot->escapes : NULL);
}

/* Returns the verdict on the current question. */
static octet_verdict verdict_on(equivalence_file *file, const octet_slot *slot, unsigned char octet,
                                octet_form form)
{
    octet_question *question = &file->question;
    octet_verdict verdict;
    memset(&verdict, 0, sizeof verdict);
    verdict.fate = fate_of(question, strlen(slot->before), &file->row.pool);
    if (verdict.fate == REJECTED) {
        gen_expect expect;
        bool first = !derives_by_default(question, &question->text, &expect);
        name_broken(file, slot, octet, first ? &question->text : &question->other, verdict.breaks);
        return verdict;
    }
    add_clauses(file, slot, octet, form, &verdict);
    add_extras(file, slot, octet, form, &verdict);
    return verdict;
}

static void write_case(equivalence_file *file)
{
    octet_question *question = &file->question;
    gen_row_expect(&file->row, question->dialect, answer, question);
    file->row.one.fields[0] = gen_text_of(oracle_span(&question->text));
    file->row.one.fields[1] = gen_text_of(oracle_span(&question->other));
    gen_case_write(file->file, &file->row.one);
}

/* Returns true if no grammar of the time allows the octet without an escape. */
static bool is_risky(unsigned char octet)
{
    return octet <= ' ' || octet > '~' || strchr("\"<>[]\\^`{|}~#", octet) != NULL;
}

/* Sets up the question about `octet` and finds its verdict. Returns false if there is no such
 * question. */
static bool ask(equivalence_file *file, const octet_slot *slot, unsigned octet, octet_form form,
                octet_verdict *verdict)
{
    if ((form == BARE && file->rules->printed_only && is_risky((unsigned char)octet)) ||
        !put_question(&file->question, slot, (unsigned char)octet, form))
        return false;
    *verdict = verdict_on(file, slot, (unsigned char)octet, form);
    return true;
}

/* Returns the section of the specification that a question with `op` is about. */
static const char *origin_of(const equivalence_rules *rules, uriproof_op op)
{
    const char *origin = op == URIPROOF_EQUIVALENT ? rules->equivalent_origin
                         : op == URIPROOF_DECODE   ? rules->decode_origin
                         : op == URIPROOF_ENCODE   ? rules->encode_origin
                                                   : NULL;
    return origin != NULL ? origin : rules->origin;
}

static bool same_verdict(const octet_verdict *a, const octet_verdict *b)
{
    bool same =
        a->fate == b->fate && a->obeys_count == b->obeys_count && strcmp(a->breaks, b->breaks) == 0;
    for (size_t i = 0; same && i < a->obeys_count; i++)
        same = strcmp(a->obeys[i], b->obeys[i]) == 0;
    return same;
}

/* Returns the whole id of a clause, such as "rfc1630.bnf.path", or NULL if `words` is empty. */
static const char *whole_clause(const equivalence_file *file, const char *words, char room[128])
{
    snprintf(room, 128, "%s.%s", file->rules->dialect, words);
    return words[0] != '\0' ? room : NULL;
}

/* Adds the words to the id, with a hyphen before them and in place of each full stop. */
static void add_to_id(char *id, size_t size, const char *words)
{
    size_t length = strlen(id);
    snprintf(id + length, size - length, "-%s", words);
    for (; id[length] != '\0'; length++)
        if (id[length] == '.')
            id[length] = '-';
}

static void write_verdict(equivalence_file *file, const octet_slot *slot, octet_form form,
                          const octet_verdict *verdict)
{
    char id[ID_MAX], about[160], rooms[OBEYS_MAX + 1][128];
    const char *obeys[OBEYS_MAX + 1] = {NULL};
    for (size_t i = 0; i < verdict->obeys_count; i++)
        obeys[i] = whole_clause(file, verdict->obeys[i], rooms[i]);
    const char *breaks[] = {whole_clause(file, verdict->breaks, rooms[OBEYS_MAX]), NULL};
    snprintf(id, sizeof id, "equivalence-%s-%s-%s", slot->word, forms[form].word,
             fates[verdict->fate].word);
    add_to_id(id, sizeof id, obeys[0] != NULL ? verdict->obeys[0] : verdict->breaks);
    for (size_t i = verdict->extras_from; i < verdict->obeys_count; i++)
        add_to_id(id, sizeof id, verdict->obeys[i]);
    if (verdict->breaks_extra)
        add_to_id(id, sizeof id, verdict->breaks);
    snprintf(about, sizeof about, "%s %s", forms[form].about, fates[verdict->fate].about);
    const gen_group group = {id,    about,  origin_of(file->rules, forms[form].op),
                             obeys, breaks, forms[form].op};
    gen_group_begin(file->file, &group);
    for (unsigned octet = 0; octet < OCTETS; octet++) {
        octet_verdict found;
        if (ask(file, slot, octet, form, &found) && same_verdict(&found, verdict))
            write_case(file);
    }
}

/* Writes a group for each verdict with this fate. They are in the order of the octets that they
 * come first with. */
static void write_fate(equivalence_file *file, const octet_slot *slot, octet_form form,
                       octet_fate fate)
{
    octet_verdict found[OCTETS];
    size_t count = 0;
    for (unsigned octet = 0; octet < OCTETS; octet++) {
        octet_verdict *last = &found[count];
        if (!ask(file, slot, octet, form, last) || last->fate != fate)
            continue;
        size_t first = 0;
        while (!same_verdict(&found[first], last))
            first++;
        if (first < count)
            continue;
        count++;
    }
    for (size_t i = 0; i < count; i++)
        write_verdict(file, slot, form, &found[i]);
}

static void write_slots(equivalence_file *file)
{
    for (const octet_slot *slot = file->rules->slots; slot->word != NULL; slot++)
        for (size_t form = 0; form < FORM_COUNT; form++)
            for (size_t fate = 0; fate < FATE_COUNT; fate++)
                write_fate(file, slot, (octet_form)form, (octet_fate)fate);
}

/* ---- Decode and encode ---- */

static const octet_slot alone = {"", "", "", NULL, NULL, false};

static const char *decoding_clause(const equivalence_rules *rules, octet_form form)
{
    if (form == BARE)
        return rules->copying;
    return form == LOWER && rules->decoding_lower != NULL ? rules->decoding_lower : rules->decoding;
}

/* Returns true if some URI may contain the octet unescaped. Decoding is only defined for texts of
 * URIs. */
static bool stands_in_uris(unsigned char octet)
{
    return octet > ' ' && octet < 0x7F && strchr("\"<>\\^`{|}", octet) == NULL;
}

/* The groups of cases for decode. */
typedef enum decode_group { DECODED, DECODED_NULL, NOT_DECODED, DECODE_GROUP_COUNT } decode_group;

/* Returns the group of `octet`. The current question must be about it. */
static decode_group decode_group_of(equivalence_file *file, unsigned char octet, octet_form form)
{
    octet_fate fate = fate_of(&file->question, 0, &file->row.pool);
    if (fate == REJECTED || fate == UNSAID)
        return NOT_DECODED;
    bool null = octet == 0 && form != BARE && file->rules->decoding_null != NULL;
    return null ? DECODED_NULL : DECODED;
}

static void write_decoded(equivalence_file *file, octet_form form, decode_group which)
{
    static const char *const words[] = {
        [DECODED] = "", [DECODED_NULL] = "-null", [NOT_DECODED] = "-rejected"};
    char id[64], rooms[2][128];
    const equivalence_rules *rules = file->rules;
    bool rejected = which == NOT_DECODED;
    const char *clauses[] = {
        whole_clause(file, rejected ? rules->bad_decoding : decoding_clause(rules, form), rooms[0]),
        which == DECODED_NULL && rules->decoding_null != NULL
            ? whole_clause(file, rules->decoding_null, rooms[1])
            : NULL,
        NULL};
    snprintf(id, sizeof id, "equivalence-decode-%s%s", forms[form].word, words[which]);
    const gen_group group = {id,
                             rejected                ? "A text with a broken escape cannot be "
                                                       "decoded."
                             : form == BARE          ? "A character that is not part of an "
                                                       "escape is copied."
                             : which == DECODED_NULL ? "The escape of the octet 00 is decoded."
                                                     : "An escape is decoded.",
                             origin_of(rules, URIPROOF_DECODE),
                             rejected ? NULL : clauses,
                             rejected ? clauses : NULL,
                             URIPROOF_DECODE};
    gen_group_begin(file->file, &group);
    for (unsigned octet = 0; octet < OCTETS; octet++) {
        if ((form == BARE && !stands_in_uris((unsigned char)octet)) ||
            !put_question(&file->question, &alone, (unsigned char)octet, form))
            continue;
        file->question.op = URIPROOF_DECODE;
        if (decode_group_of(file, (unsigned char)octet, form) == which)
            write_case(file);
    }
}

static void write_encoded(equivalence_file *file, bool kept)
{
    static const octet_slot slot = {"", "g", "", NULL, NULL, false};
    char room[128];
    const char *obeys[] = {
        whole_clause(file, kept ? file->rules->not_encoding : file->rules->encoding, room), NULL};
    const gen_group group = {kept ? "equivalence-encode-kept" : "equivalence-encode",
                             kept ? "Each octet needs no escape and is not encoded."
                                  : "Each octet is encoded.",
                             origin_of(file->rules, URIPROOF_ENCODE),
                             obeys,
                             NULL,
                             URIPROOF_ENCODE};
    gen_group_begin(file->file, &group);
    for (unsigned octet = 0; octet < OCTETS; octet++) {
        put_question(&file->question, &slot, (unsigned char)octet, BARE);
        file->question.op = URIPROOF_ENCODE;
        if ((fate_of(&file->question, 1, &file->row.pool) == KEPT) == kept)
            write_case(file);
    }
}

static void write_all(equivalence_file *file)
{
    write_slots(file);
    for (size_t form = BARE; form <= LOWER; form++)
        for (size_t which = 0; which < DECODE_GROUP_COUNT; which++)
            write_decoded(file, (octet_form)form, (decode_group)which);
    write_encoded(file, false);
    write_encoded(file, true);
}

/* ---- The file ---- */

static bool open_rules(const gen_job *job, equivalence_file *file)
{
    octet_question *question = &file->question;
    question->dialect = job->dialect;
    if (is_page(question))
        return true;
    return rejection_rules_prepare(job, &file->places) &&
           (is_later(question)
                ? oracle_rfc3986_open(job->dialect, job->grammar, &question->later, job->error)
                : oracle_rfc1630_open(job->dialect, job->grammar, &question->early, job->error));
}

static const equivalence_rules *rules_of(const uriproof_dialect *dialect)
{
    const equivalence_rules *rules = all_rules;
    while (strcmp(rules->dialect, dialect->name) != 0)
        rules++;
    return rules;
}

static const char *guarantee_of(const equivalence_file *file)
{
    if (file->rules->printed_only)
        return "Each of the 256 octets occurs in each component. In normalize it is escaped. It "
               "is also unescaped if it is a printable character of ASCII, but not the hash, the "
               "tilde, a bracket, or a character of which the page does not say whether it needs "
               "an escape. In equivalent it is unescaped and escaped. In decode it is escaped, "
               "and also unescaped if a URI may contain it. In encode it is unescaped.";
    if (is_later(&file->question))
        return "Each of the 256 octets occurs in each component. In normalize and equivalent it "
               "is unescaped and escaped. In decode it is escaped, and also unescaped if a URI "
               "may contain it. In encode it is unescaped. In normalize the escapes of a host "
               "are always UTF-8 together, so C0, C1 and F5 to FF do not occur there.";
    return "Each of the 256 octets occurs in each component. In normalize and equivalent it is "
           "unescaped and escaped. In decode it is escaped, and also unescaped if a URI may "
           "contain it. In encode it is unescaped.";
}

static bool write_file(const gen_job *job, equivalence_file *file)
{
    file->rules = rules_of(job->dialect);
    const gen_head head = {.dialect = job->dialect->name,
                           .name = "equivalence",
                           .about = "Every octet, encoded and not, in every component.",
                           .guarantee = guarantee_of(file)};
    file->question.broken_unsaid = file->rules->broken_unsaid;
    file->delimiters = gen_table_read("delimiters.tsv", job->dialect->name, 4);
    file->extras = gen_table_read("extras.tsv", job->dialect->name, 6);
    file->file = gen_file_begin(job->folder, &head, job->error);
    if (file->file == NULL)
        return false;
    write_all(file);
    return gen_file_end(file->file, job->error);
}

bool gen_equivalence(const gen_job *job)
{
    equivalence_file *file = calloc(1, sizeof *file);
    bool holds = open_rules(job, file) && write_file(job, file);
    rejection_rules_free(&file->places);
    gen_table_free(&file->delimiters);
    gen_table_free(&file->extras);
    oracle_rfc1630_free(&file->question.early);
    oracle_rfc3986_free(&file->question.later);
    free(file);
    return holds;
}
