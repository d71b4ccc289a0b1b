/* SPDX-License-Identifier: MIT */
/* Seeded faults of RFC 1630: the generic syntax, encoding, identity, partial forms. */
#include "seeded.h"

#include <string.h>

/* ---- parse ---- */

static void mark_hashes_but_the_last(seeded *p, uriproof_span text, bool *marks)
{
    (void)p;
    size_t last = last_of(text, '#');
    for (size_t i = 0; i < last && last < text.length; i++)
        marks[i] = text.octets[i] == '#';
}

static void last_hash(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_hashes_but_the_last, FOR_A_LETTER, answer);
}

static void search_or_fragment(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    five parts = split(request->field[0]);
    ask(p, request, answer);
    if (uriproof_present(parts.query) && uriproof_present(parts.fragment))
        reject(answer);
}

static void mark_questions_but_the_last(seeded *p, uriproof_span text, bool *marks)
{
    (void)p;
    uriproof_span before = between(text, 0, first_of(text, "#"));
    size_t last = last_of(before, '?');
    for (size_t i = 0; i < last && last < before.length; i++)
        marks[i] = text.octets[i] == '?';
}

static void last_question(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_questions_but_the_last, FOR_A_LETTER, answer);
}

/* Text that a C string could not hold, once decoded. */
static void rejects_escaped_nul(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    for (int i = 0; i < 2; i++)
        if (place_of(request->field[i], "%00") < request->field[i].length)
            reject(answer);
}

/* HTML's NAME tokens. */
static void fragment_is_a_name(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span fragment = split(request->field[0]).fragment;
    ask(p, request, answer);
    if (fragment.length > 0 && !in_set("A-Za-z", (unsigned char)fragment.octets[0]))
        reject(answer);
}

static void search_wants_path(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    five parts = split(request->field[0]);
    if (uriproof_present(parts.query) && parts.path.length == 0 &&
        !uriproof_present(parts.authority))
        reject(answer);
}

static void no_empty_path_before_hash(seeded *p, const uriproof_request *request,
                                      uriproof_answer *answer)
{
    ask(p, request, answer);
    const uriproof_generic *parts = &answer->parts.generic;
    if (parts->path.length == 0 && uriproof_present(parts->fragmentid) &&
        !uriproof_present(parts->search))
        reject(answer);
}

static void rejects_last_slash(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    if (ends(answer->parts.generic.path, "/"))
        reject(answer);
}

/* A plus that no word stands before, or after. */
static void takes_empty_word(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    size_t end = first_of(text, "#"), at = first_of(text, "?");
    for (; at + 1 < end; at++)
        if (text.octets[at + 1] == '+' && (text.octets[at] == '?' || text.octets[at] == '+')) {
            ask_with_words(p, request, at + 1, "x", answer);
            return;
        }
    if (end < text.length || end == 0 || text.octets[end - 1] != '+')
        ask(p, request, answer);
    else
        ask_with_words(p, request, end, "x", answer);
}

/* A buffer of 256 octets. */
static void rejects_long_segment(seeded *p, const uriproof_request *request,
                                 uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    ask(p, request, answer);
    for (size_t at = 0; at < text.length; at++) {
        size_t length = first_of(from(text, at), "/?#:");
        if (length > 255)
            reject(answer);
        at += length;
    }
}

static void mark_first_digit(seeded *p, uriproof_span text, bool *marks)
{
    (void)p;
    if (text.length > 0)
        marks[0] = in_set("0-9", (unsigned char)text.octets[0]);
}

static void takes_digit_first(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_first_digit, FOR_A_LETTER, answer);
}

/* Of tab, CR and LF, as browsers do. */
static void strips_line_ends(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    text = replaced(p, replaced(p, replaced(p, text, '\t', ""), '\r', ""), '\n', "");
    ask_about(p, request, text, request->field[1], answer);
}

/* ---- Identity ---- */

static void empty_fragment_counts(seeded *p, const uriproof_request *request,
                                  uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED &&
        ends(request->field[0], "#") != ends(request->field[1], "#"))
        answer->equal = false;
}

/* ---- Partial forms ---- */

static void colon_anywhere(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span ref = request->field[1];
    ask(p, request, answer);
    if (matches(p, request->field[0]) && holds(between(ref, 0, first_of(ref, "#")), ":"))
        accept_text(answer, ref);
}

static void drops_other_scheme(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span ref = request->field[1];
    five base = split(request->field[0]), parts = split(ref);
    if (uriproof_present(parts.scheme) && !uriproof_span_equal(base.scheme, parts.scheme))
        ref = from(ref, parts.scheme.length + 1);
    ask_about(p, request, request->field[0], ref, answer);
}

static bool is_last_branch(uriproof_span ref)
{
    return !begins(ref, "/") && !uriproof_present(split(ref).scheme);
}

static void keeps_last_part(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span base = request->field[0];
    if (is_last_branch(request->field[1]) && matches(p, base) && !ends(base, "/"))
        base = JOIN(p, between(base, 0, first_of(base, "?#")), LIT("/"));
    ask_about(p, request, base, request->field[1], answer);
}

/* Dots of the partial form that are never removed, since they are taken for letters. */
static void mark_later_parents(seeded *p, uriproof_span text, bool *marks)
{
    size_t end = first_of(text, "?#"), seen = 0;
    (void)p;
    for (size_t i = 0; i + 1 < end; i++)
        if (begins(from(text, i), "..") && (i == 0 || text.octets[i - 1] == '/') &&
            (i + 2 == end || text.octets[i + 2] == '/') && seen++ > 0)
            marks[i] = marks[i + 1] = true;
}

static void one_parent(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_later_parents, FOR_A_LETTER, answer);
}

static void mark_last_dot(seeded *p, uriproof_span text, bool *marks)
{
    uriproof_span path = between(text, 0, first_of(text, "?#"));
    (void)p;
    if (path.length > 0 && (ends(path, "/.") || (path.length == 1 && begins(path, "."))))
        marks[path.length - 1] = true;
}

static void keeps_last_dot(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_last_dot, FOR_A_LETTER, answer);
}

/* "/." goes wherever it is, also from the front of "/.g". */
static void removes_part_of_name(seeded *p, const uriproof_request *request,
                                 uriproof_answer *answer)
{
    ask(p, request, answer);
    uriproof_span result = answer->result;
    if (!is_last_branch(request->field[1]) || !uriproof_present(result))
        return;
    char *octets = seeded_room(p, result.length);
    size_t end = first_of(result, "?#"), length = 0;
    for (size_t i = 0; i < result.length; i++) {
        uriproof_span rest = from(result, i);
        if (i < end && begins(rest, "/.") && !begins(rest, "/..")) {
            i++;
            continue;
        }
        octets[length++] = result.octets[i];
    }
    answer->result = (uriproof_span){octets, length};
}

static void drops_trailing_slash(seeded *p, const uriproof_request *request,
                                 uriproof_answer *answer)
{
    uriproof_span base = between(request->field[0], 0, first_of(request->field[0], "?#"));
    if (!is_last_branch(request->field[1]) || !matches(p, base) || !ends(base, "/") ||
        ends(base, "//"))
        base = request->field[0];
    else
        base.length--;
    ask_about(p, request, base, request->field[1], answer);
}

/* ---- The table ---- */

#define NATIONAL "{}|[]\\^~"
#define BEYOND   "\200-\377"

static const fault faults[] = {
    {"relative-taken", "syntax.scheme-first", takes_relative, NULL, OF_PARSE, 0},
    {"slash-left-bare", "reserved.slash", leaves_bare, "/", OF_ENCODE, 0},
    {"escaped-dots-undone", "reserved.dot-segments", undoes_escapes, ".", OF_IDENTITY, 0},
    {"last-hash", "reserved.hash", last_hash, NULL, OF_PARSE | OF_IDENTITY, 0},
    {"last-question-mark", "reserved.question-mark", last_question, NULL, OF_PARSE | OF_IDENTITY,
     0},
    {"plus-as-space", "reserved.plus", plus_is_space, NULL, OF_PARSE, 0},
    {"plus-decoded", "reserved.plus", decodes_plus, NULL, OF_DECODE, 0},
    {"space-taken", "unsafe.space", takes, " ", OF_GRAMMAR, ANYWHERE},
    {"controls-taken", "unsafe.control", takes, "\1-\37\177", OF_GRAMMAR, ANYWHERE},
    {"line-ends-stripped", "unsafe.control", strips_line_ends, NULL, OF_PARSE | OF_NORMALIZE, 0},
    {"variants-taken", "unsafe.national", takes, "[]{}~`", OF_GRAMMAR, ANYWHERE},
    {"latin-1-taken", "unsafe.eight-bit", takes, BEYOND, OF_GRAMMAR, ANYWHERE},
    {"escapes-to-utf-8", "encoding.escape", decodes_to_utf8, NULL, OF_DECODE, 0},
    {"anything-taken", "encoding.disallowed", takes, "\1- `<>" NATIONAL "\177" BEYOND, OF_GRAMMAR,
     ANYWHERE},
    {"escaped-again", "encoding.safer", escapes_twice, NULL, OF_NORMALIZE, 0},
    {"compared-as-written", "encoding.comparison", equal_as_written, NULL, OF_EQUIVALENT, 0},
    {"reserved-undone", "encoding.reserved-never", undoes_escapes, "/#?+*!=;:", OF_IDENTITY, 0},
    {"percent-left-bare", "encoding.percent-itself", leaves_bare, "%", OF_ENCODE, 0},
    {"percent-doubled", "encoding.percent-itself", takes_percent_twice, NULL,
     OF_GRAMMAR | OF_DECODE, 0},
    {"bare-percent-taken", "encoding.percent-extension", takes_bare_percent, NULL,
     OF_GRAMMAR | OF_DECODE, 0},
    {"context-fragment-kept", "partial.context", keeps_context_fragment, NULL, OF_RESOLVE, 0},
    {"colon-anywhere", "partial.absolute-test", colon_anywhere, NULL, OF_RESOLVE, 0},
    {"other-scheme-dropped", "partial.scheme-differs", drops_other_scheme, NULL, OF_RESOLVE, 0},
    {"longer-run", "partial.slash-prefix", longer_run, NULL, OF_RESOLVE, 0},
    {"last-part-kept", "partial.last-part", keeps_last_part, NULL, OF_RESOLVE, 0},
    {"one-parent", "partial.parent-removal", one_parent, NULL, OF_RESOLVE, 0},
    {"last-dot-kept", "partial.self-removal", keeps_last_dot, NULL, OF_RESOLVE, 0},
    {"part-of-name-removed", "partial.complete-elements", removes_part_of_name, NULL, OF_RESOLVE,
     0},
    {"trailing-slash-dropped", "partial.trailing-slash", drops_trailing_slash, NULL, OF_RESOLVE, 0},
    {"escaped-hash-separates", "fragment.hash", undoes_escapes, "#", OF_PARSE, 0},
    {"empty-fragment-counts", "fragment.empty", empty_fragment_counts, NULL, OF_EQUIVALENT, 0},
    {"fragment-as-name", "fragment.characters", fragment_is_a_name, NULL, OF_PARSE, 0},
    {"fragment-after-search-rejected", "bnf.fragmentaddress", search_or_fragment, NULL,
     OF_PARSE | OF_NORMALIZE, 0},
    {"search-wants-path", "bnf.uri", search_wants_path, NULL, OF_PARSE, 0},
    {"scheme-of-rfc-1738", "bnf.scheme", rejects, "$_@&!*\"'(),", OF_GRAMMAR, IN_SCHEME},
    {"last-slash-rejected", "bnf.path", rejects_last_slash, NULL, OF_PARSE, 0},
    {"empty-path-before-hash-rejected", "bnf.void", no_empty_path_before_hash, NULL, OF_PARSE, 0},
    {"empty-search-taken", "bnf.search", takes_empty_search, NULL, OF_PARSE | OF_NORMALIZE, 0},
    {"fragment-takes-plus", "bnf.fragmentid", takes, "+", OF_GRAMMAR, IN_FRAGMENT},
    {"escape-rejected-in-fragment", "bnf.xalpha", rejects_escapes, "\1-\377", OF_GRAMMAR,
     IN_FRAGMENT},
    {"empty-word-taken", "bnf.xalphas", takes_empty_word, NULL, OF_PARSE, 0},
    {"plus-rejected-in-path", "bnf.xpalpha", rejects, "+", OF_GRAMMAR, IN_REST},
    {"long-segment-rejected", "bnf.xpalphas", rejects_long_segment, NULL, OF_PARSE, 0},
    {"digit-first", "bnf.ialpha", takes_digit_first, NULL, OF_PARSE, 0},
    {"z-rejected", "bnf.alpha", rejects, "zZ", OF_GRAMMAR, ANYWHERE},
    {"nine-rejected", "bnf.digit", rejects, "9", OF_GRAMMAR, ANYWHERE},
    {"ampersand-rejected", "bnf.safe", rejects, "&", OF_GRAMMAR, ANYWHERE},
    {"double-quote-rejected", "bnf.extra", rejects, "\"", OF_GRAMMAR, ANYWHERE},
    {"reserved-in-search", "bnf.reserved", takes, "=;:", OF_GRAMMAR, IN_SEARCH | IN_FRAGMENT},
    {"escaped-nul-rejected", "bnf.escape", rejects_escaped_nul, NULL,
     OF_PARSE | OF_IDENTITY | OF_DECODE, 0},
    {"letters-for-hex", "bnf.hex", takes_letters_for_hex, NULL, OF_GRAMMAR | OF_DECODE, 0},
    {"national-taken", "bnf.national", takes, NATIONAL, OF_GRAMMAR, ANYWHERE},
    {"angle-brackets-taken", "bnf.punctuation", takes, "<>", OF_GRAMMAR, ANYWHERE},
    {"space-taken-in-fragment", "unsafe.space", takes, " ", OF_GRAMMAR, IN_FRAGMENT},
    {"apostrophe-rejected", "bnf.extra", rejects, "'", OF_GRAMMAR, ANYWHERE},
    {"underline-rejected", "bnf.safe", rejects, "_", OF_GRAMMAR, ANYWHERE},
    {"slash-taken-in-search", "bnf.search", takes, "/", OF_GRAMMAR, IN_SEARCH},
    {"slash-taken-in-fragment", "bnf.fragmentid", takes, "/?", OF_GRAMMAR, IN_FRAGMENT},
    {"latin-1-taken-in-path", "unsafe.eight-bit", takes, BEYOND, OF_GRAMMAR, IN_REST},
    {"plus-undone", "reserved.plus", undoes_escapes, "+", OF_IDENTITY, 0},
    {"plus-taken-in-scheme", "bnf.scheme", takes, "+", OF_GRAMMAR, IN_SCHEME},
    {"upper-case-rejected", "bnf.alpha", rejects, "A-Z", OF_GRAMMAR, ANYWHERE},
    {"delete-taken", "unsafe.control", takes, "\177", OF_GRAMMAR, ANYWHERE},
    {"question-mark-left-bare", "reserved.question-mark", leaves_bare, "?", OF_ENCODE, 0},
    {"space-left-bare", "unsafe.space", leaves_bare, " ", OF_ENCODE, 0},
};

const fault_table rfc1630_faults = {"rfc1630", faults, sizeof faults / sizeof faults[0]};
