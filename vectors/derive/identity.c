/* SPDX-License-Identifier: MIT */
/*
 * Every octet, bare and escaped, in every component: its canonical form, whether the two ways to
 * write it are the same, and what encoding and decoding make of it.
 */
#include "rules_3986.h"
#include "rules_early.h"
#include "rules_page.h"
#include "under.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OCTETS = 256, SLOTS_MAX = 8 };

/* A place for an octet. */
typedef struct octet_slot {
    const char *word;
    const char *before;
    const char *behind;
} octet_slot;

/* The ways in which the octet is written. */
typedef enum octet_form { BARE, UPPER, LOWER, AGAINST, FORM_COUNT } octet_form;

typedef struct form_facts {
    const char *word;
    const char *about;
    uriproof_op op;
} form_facts;

static const form_facts forms[FORM_COUNT] = {
    [BARE] = {"bare", "Each octet bare.", URIPROOF_NORMALIZE},
    [UPPER] = {"escaped", "The escape of each octet.", URIPROOF_NORMALIZE},
    [LOWER] = {"lower", "The escape of each octet, its digits in lower case.", URIPROOF_NORMALIZE},
    [AGAINST] = {"against", "Each octet bare, and its escape.", URIPROOF_EQUIVALENT},
};

/* What came of it by default: what the cases are grouped by. */
typedef enum octet_fate { REFUSED, KEPT, CHANGED, SAME, OTHER, UNSAID, FATE_COUNT } octet_fate;

typedef struct fate_facts {
    const char *word;
    const char *about;
} fate_facts;

static const fate_facts fates[FATE_COUNT] = {
    [REFUSED] = {"refused", "It does not derive."},
    [KEPT] = {"kept", "It stays, but for the case of digits."},
    [CHANGED] = {"changed", "It is written otherwise in canonical form."},
    [SAME] = {"same", "The two are identical."},
    [OTHER] = {"other", "The two are not identical."},
    [UNSAID] = {"unsaid", "The text does not say whether the two are identical."},
};

/* A dialect: where octets go, by which rules, and the clauses for each fate. */
typedef struct identity_rules {
    const char *dialect;
    const char *origin;
    octet_slot slots[SLOTS_MAX + 1];
    struct {
        const char *obeys, *breaks;
    } clauses[FATE_COUNT];
    const char *decoding, *bad_decoding, *encoding;
    bool broken_unsaid; /* the text does not say what a broken escape decodes to */
    bool printed_only;  /* the text does not say which octets may stand bare: none is asked that
                           others could refuse */
} identity_rules;

static const identity_rules all_rules[] = {
    {.dialect = "rfc1630",
     .origin = "RFC 1630, Encoding reserved characters",
     .slots = {{"scheme", "g", ":p"},
               {"path", "x:g", ""},
               {"segment", "x:", ""},
               {"search", "x:?g", ""},
               {"fragmentid", "x:#g", ""}},
     .clauses = {[REFUSED] = {NULL, "rfc1630.encoding.disallowed"},
                 [KEPT] = {"rfc1630.encoding.safer", NULL},
                 [CHANGED] = {"rfc1630.encoding.comparison", NULL},
                 [SAME] = {"rfc1630.encoding.comparison", NULL},
                 [OTHER] = {"rfc1630.encoding.reserved-never", "rfc1630.encoding.comparison"}},
     .decoding = "rfc1630.encoding.escape",
     .bad_decoding = "rfc1630.encoding.percent-extension",
     .encoding = "rfc1630.encoding.escape"},
    {.dialect = "draft-www-uri-00",
     .origin = "draft-www-uri-00, 4.3",
     .slots = {{"scheme", "g", ":p"},
               {"path", "x:g", ""},
               {"segment", "x:", ""},
               {"second-segment", "x:a/", ""},
               {"search", "x:?g", ""},
               {"fragmentid", "x:#g", ""}},
     .clauses = {[REFUSED] = {NULL, "draft-www-uri-00.encoding.disallowed"},
                 [KEPT] = {"draft-www-uri-00.encoding.safer", NULL},
                 [CHANGED] = {"draft-www-uri-00.encoding.comparison", NULL},
                 [SAME] = {"draft-www-uri-00.encoding.comparison", NULL},
                 [OTHER] = {"draft-www-uri-00.encoding.reserved-never",
                            "draft-www-uri-00.encoding.comparison"}},
     .decoding = "draft-www-uri-00.encoding.escape",
     .bad_decoding = "draft-www-uri-00.encoding.percent-extension",
     .encoding = "draft-www-uri-00.encoding.escape"},
    {.dialect = "rfc3986",
     .origin = "RFC 3986, 6.2.2",
     .slots = {{"scheme", "g", ":p"},
               {"userinfo", "x://g", "@h/p"},
               {"host", "x://g", "/p"},
               {"port", "x://h:", "/p"},
               {"path", "x:/g", ""},
               {"rootless", "x:g", ""},
               {"query", "x:?g", ""},
               {"fragment", "x:#g", ""}},
     .clauses = {[REFUSED] = {NULL, "rfc3986.encoding.data-octet"},
                 [KEPT] = {"rfc3986.normal.hex-case", "rfc3986.normal.unreserved"},
                 [CHANGED] = {"rfc3986.normal.unreserved", NULL},
                 [SAME] = {"rfc3986.unreserved.equivalent", NULL},
                 [OTHER] = {"rfc3986.reserved.not-equivalent", "rfc3986.unreserved.equivalent"}},
     .decoding = "rfc3986.encoding.hex-case",
     .bad_decoding = "rfc3986.encoding.percent-itself",
     .encoding = "rfc3986.encoding.data-octet",
     .broken_unsaid = true},
    {.dialect = "url-syntax",
     .origin = "URL syntax, Encoding prohibited characters",
     .slots = {{"scheme", "URL:g", ":p"},
               {"user", "URL:x://g", "@h/p"},
               {"password", "URL:x://u:g", "@h/p"},
               {"host", "URL:x://g", "/p"},
               {"path", "URL:x:g", ""}},
     .clauses = {[REFUSED] = {NULL, "url-syntax.encoding.disallowed"},
                 [KEPT] = {"url-syntax.encoding.safer", NULL},
                 [CHANGED] = {"url-syntax.encoding.expand", NULL},
                 [SAME] = {"url-syntax.encoding.safer", NULL},
                 [OTHER] = {"url-syntax.encoding.reserved-never", NULL},
                 [UNSAID] = {"url-syntax.encoding.safer", "url-syntax.encoding.reserved-never"}},
     .decoding = "url-syntax.encoding.octets",
     .bad_decoding = "url-syntax.encoding.hex-digits",
     .encoding = "url-syntax.encoding.escape",
     .printed_only = true},
};

/* A question, and who answers it. */
typedef struct octet_question {
    const uriproof_dialect *dialect;
    bool broken_unsaid; /* as in the rules */
    derive_early early; /* only one of the two is open */
    derive_later later;
    uriproof_op op;
    derive_string text, other;
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

/* False, and the refusal in *expect, where `text` does not derive. */
static bool derives(const octet_question *question, const uriproof_readings *readings,
                    uriproof_span text, derive_expect *expect)
{
    if (is_page(question)) {
        const derive_page page = {question->dialect, readings};
        uriproof_components parts;
        expect->outcome = DERIVE_REFUSED;
        return derive_page_parse(&page, text, &parts);
    }
    const derive_production *production =
        is_later(question) ? &question->later.uri : &question->early.fragmentaddress;
    const uriproof_automaton *automaton = derive_production_under(production, readings);
    expect->outcome = DERIVE_OFFSET;
    expect->offset = uriproof_automaton_viable(automaton, text);
    return uriproof_automaton_accepts(automaton, text);
}

static derive_string canonical(const octet_question *question, const uriproof_readings *readings,
                               uriproof_span text)
{
    if (is_page(question))
        return derive_page_canonical(text);
    return is_later(question) ? derive_later_normal(&question->later, readings, text)
                              : derive_early_canonical(&question->early, readings, text);
}

static void answer_normalize(const octet_question *question, const uriproof_readings *readings,
                             derive_pool *pool, derive_expect *expect)
{
    uriproof_span text = derive_span(&question->text);
    if (!derives(question, readings, text, expect))
        return;
    derive_string result = canonical(question, readings, text);
    expect->outcome = DERIVE_RESULT;
    expect->result = derive_text_of(derive_keep(pool, derive_span(&result)));
}

static void answer_equivalent(const octet_question *question, const uriproof_readings *readings,
                              derive_expect *expect)
{
    static const derive_outcome outcomes[] = {[DERIVE_IDENTICAL] = DERIVE_EQUAL,
                                              [DERIVE_DIFFERENT] = DERIVE_UNEQUAL,
                                              [DERIVE_UNSAID] = DERIVE_SILENT};
    uriproof_span text = derive_span(&question->text), other = derive_span(&question->other);
    if (!derives(question, readings, text, expect) || !derives(question, readings, other, expect)) {
        expect->outcome = DERIVE_REFUSED;
        return;
    }
    if (is_page(question)) {
        expect->outcome = outcomes[derive_page_compare(text, other)];
        return;
    }
    derive_string a = canonical(question, readings, text), b = canonical(question, readings, other);
    bool same = uriproof_span_equal(derive_span(&a), derive_span(&b));
    expect->outcome = same ? DERIVE_EQUAL : DERIVE_UNEQUAL;
}

/* ---- Encoding ---- */

/* "A percent sign immediately followed by two hexadecimal digits": each is undone, once. */
static void answer_decode(const octet_question *question, const uriproof_readings *readings,
                          derive_pool *pool, derive_expect *expect)
{
    uriproof_span text = derive_span(&question->text);
    const derive_page page = {question->dialect, readings};
    derive_string result = {.length = 0};
    for (size_t at = 0; at < text.length; at++) {
        size_t broken =
            is_page(question) ? derive_page_broken_escape(&page, text) : text.length + 1;
        if (text.octets[at] == '%' && (!derive_is_escape(text, at) || broken <= text.length)) {
            expect->outcome = question->broken_unsaid ? DERIVE_SILENT : DERIVE_OFFSET;
            expect->offset = broken <= text.length ? broken : at + 1;
            return;
        }
        bool escape = derive_is_escape(text, at);
        derive_add_octet(&result,
                         escape ? derive_escaped(text, at) : (unsigned char)text.octets[at]);
        at += escape ? 2 : 0;
    }
    expect->outcome = DERIVE_RESULT;
    expect->result = derive_text_of(derive_keep(pool, derive_span(&result)));
}

static bool stands_bare(const octet_question *question, unsigned char octet)
{
    if (is_page(question))
        return octet != '/' && octet != '%';
    return derive_is_letter(octet) || derive_is_digit(octet) ||
           (octet != 0 && strchr("-._~", octet) != NULL);
}

static void answer_encode(const octet_question *question, const uriproof_readings *readings,
                          derive_pool *pool, derive_expect *expect)
{
    uriproof_span text = derive_span(&question->text);
    derive_string result = {.length = 0};
    for (size_t at = 0; at < text.length; at++) {
        unsigned char octet = (unsigned char)text.octets[at];
        if (stands_bare(question, octet))
            derive_add_octet(&result, octet);
        else
            derive_add_escape(&result, octet, true);
    }
    if (!is_page(question) && !is_later(question))
        result = derive_early_encode(&question->early, readings, text);
    expect->outcome = DERIVE_RESULT;
    expect->result = derive_text_of(derive_keep(pool, derive_span(&result)));
}

static void answer(const void *self, const uriproof_readings *readings, derive_pool *pool,
                   derive_expect *expect)
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

typedef struct identity_file {
    derive_file *file;
    const identity_rules *rules;
    octet_question question;
    derive_row row;
} identity_file;

static derive_string in_slot(const octet_slot *slot, unsigned char octet, octet_form form)
{
    derive_string text = derive_string_of(uriproof_span_of(slot->before));
    if (form == BARE)
        derive_add_octet(&text, octet);
    else
        derive_add_escape(&text, octet, form == UPPER);
    derive_add_words(&text, slot->behind);
    return text;
}

static bool has_lower_case(unsigned char octet)
{
    return (octet & 15) > 9 || (octet >> 4) > 9;
}

/* Puts the question of `octet` in `form` at `slot`; false where there is none. */
static bool put_question(octet_question *question, const octet_slot *slot, unsigned char octet,
                         octet_form form)
{
    if (form == LOWER && !has_lower_case(octet))
        return false;
    question->op = forms[form].op;
    question->text = in_slot(slot, octet, form == AGAINST ? BARE : form);
    if (form == AGAINST)
        question->other = in_slot(slot, octet, UPPER);
    return true;
}

/* Do the two differ in nothing but the case of escapes? */
static bool same_but_for_case(uriproof_span a, uriproof_span b)
{
    derive_string upper = derive_string_of(a);
    for (size_t at = 0; at < upper.length; at++)
        if (derive_is_escape(a, at))
            for (size_t i = 1; i <= 2; i++)
                if (upper.octets[at + i] >= 'a')
                    upper.octets[at + i] = (char)(upper.octets[at + i] & ~0x20);
    return uriproof_span_equal(derive_span(&upper), b);
}

static octet_fate fate_of(const octet_question *question, derive_pool *pool)
{
    const uriproof_readings defaults = {{0}};
    derive_expect expect = {.outcome = DERIVE_ACCEPTED};
    pool->used = 0;
    answer(question, &defaults, pool, &expect);
    switch (expect.outcome) {
    case DERIVE_RESULT:
        return same_but_for_case(derive_span(&question->text), expect.result.pieces[0].octets)
                   ? KEPT
                   : CHANGED;
    case DERIVE_EQUAL:
        return SAME;
    case DERIVE_UNEQUAL:
        return OTHER;
    case DERIVE_SILENT:
        return UNSAID;
    default:
        return REFUSED;
    }
}

static void write_case(identity_file *file)
{
    octet_question *question = &file->question;
    derive_row_expect(&file->row, question->dialect, answer, question);
    file->row.one.fields[0] = derive_text_of(derive_span(&question->text));
    file->row.one.fields[1] = derive_text_of(derive_span(&question->other));
    derive_case_write(file->file, &file->row.one);
}

/* An octet that no grammar of the time lets stand bare. */
static bool is_risky(unsigned char octet)
{
    return octet <= ' ' || octet > '~' || strchr("\"<>[]\\^`{|}~#", octet) != NULL;
}

static void write_slot(identity_file *file, const octet_slot *slot, octet_form form,
                       octet_fate fate)
{
    char id[96], about[160];
    const char *obeys[] = {file->rules->clauses[fate].obeys, NULL};
    const char *breaks[] = {file->rules->clauses[fate].breaks, NULL};
    snprintf(id, sizeof id, "identity-%s-%s-%s", slot->word, forms[form].word, fates[fate].word);
    snprintf(about, sizeof about, "%s %s", forms[form].about, fates[fate].about);
    const derive_group group = {id, about, file->rules->origin, obeys, breaks, forms[form].op};
    derive_group_begin(file->file, &group);
    for (unsigned octet = 0; octet < OCTETS; octet++)
        if (!(form == BARE && file->rules->printed_only && is_risky((unsigned char)octet)) &&
            put_question(&file->question, slot, (unsigned char)octet, form) &&
            fate_of(&file->question, &file->row.pool) == fate)
            write_case(file);
}

static void write_slots(identity_file *file)
{
    for (const octet_slot *slot = file->rules->slots; slot->word != NULL; slot++)
        for (size_t form = 0; form < FORM_COUNT; form++)
            for (size_t fate = 0; fate < FATE_COUNT; fate++)
                write_slot(file, slot, (octet_form)form, (octet_fate)fate);
}

/* ---- Decode and encode ---- */

static void write_decoded(identity_file *file, octet_form form, bool refused)
{
    static const octet_slot alone = {"", "", ""};
    char id[64];
    const char *good[] = {file->rules->decoding, NULL}, *bad[] = {file->rules->bad_decoding, NULL};
    snprintf(id, sizeof id, "identity-decode-%s%s", forms[form].word, refused ? "-refused" : "");
    const derive_group group = {id,
                                refused ? "What is no escape decodes to nothing."
                                        : "An escape is undone, and what is none is copied.",
                                file->rules->origin,
                                refused ? NULL : good,
                                refused ? bad : NULL,
                                URIPROOF_DECODE};
    derive_group_begin(file->file, &group);
    for (unsigned octet = 0; octet < OCTETS; octet++) {
        if (!put_question(&file->question, &alone, (unsigned char)octet, form))
            continue;
        file->question.op = URIPROOF_DECODE;
        octet_fate fate = fate_of(&file->question, &file->row.pool);
        if ((fate == REFUSED || fate == UNSAID) == refused)
            write_case(file);
    }
}

static void write_encoded(identity_file *file)
{
    static const octet_slot slot = {"", "g", ""};
    const char *obeys[] = {file->rules->encoding, NULL};
    const derive_group group = {
        "identity-encode", "Each octet made safe.", file->rules->origin, obeys, NULL,
        URIPROOF_ENCODE};
    derive_group_begin(file->file, &group);
    for (unsigned octet = 0; octet < OCTETS; octet++) {
        put_question(&file->question, &slot, (unsigned char)octet, BARE);
        file->question.op = URIPROOF_ENCODE;
        write_case(file);
    }
}

static void write_all(identity_file *file)
{
    write_slots(file);
    for (size_t form = BARE; form <= LOWER; form++) {
        write_decoded(file, (octet_form)form, false);
        write_decoded(file, (octet_form)form, true);
    }
    write_encoded(file);
}

/* ---- The file ---- */

static bool open_rules(const derive_job *job, octet_question *question)
{
    question->dialect = job->dialect;
    if (is_page(question))
        return true;
    return is_later(question) ? derive_later_open(job, &question->later)
                              : derive_early_open(job, &question->early);
}

static bool write_file(const derive_job *job, identity_file *file)
{
    const derive_head head = {
        .dialect = job->dialect->name,
        .name = "identity",
        .about = "Every octet, encoded and not, in every component.",
        .guarantee = "Each of the 256 octets occurs bare and escaped in each component, in "
                     "normalize and equivalent, and in decode and encode."};
    for (size_t i = 0; i < sizeof all_rules / sizeof all_rules[0]; i++)
        if (strcmp(all_rules[i].dialect, job->dialect->name) == 0)
            file->rules = &all_rules[i];
    file->question.broken_unsaid = file->rules->broken_unsaid;
    file->file = derive_file_begin(job->folder, &head, job->error);
    if (file->file == NULL)
        return false;
    write_all(file);
    return derive_file_end(file->file, job->error);
}

bool derive_identities(const derive_job *job)
{
    identity_file *file = calloc(1, sizeof *file);
    if (file == NULL) {
        uriproof_error_set(job->error, "out of memory");
        return false;
    }
    bool holds = open_rules(job, &file->question) && write_file(job, file);
    derive_early_free(&file->question.early);
    derive_later_free(&file->question.later);
    free(file);
    return holds;
}
