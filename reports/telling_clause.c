/* SPDX-License-Identifier: MIT */
#include "telling_clause.h"

#include <string.h>

/* How well a clause fits a difference. */
typedef enum fit { FITS_NOT, FITS_ANY_PART, FITS_THE_PART } fit;

/* Clauses whose names, without the dialect, begin so are about these parts. The first counts. */
static const struct {
    const char *name;
    unsigned parts;
} named_parts[] = {
    {"authority", 1U << PIECE_USER | 1U << PIECE_PASSWORD | 1U << PIECE_HOST | 1U << PIECE_PORT},
    {"bnf.authority",
     1U << PIECE_USER | 1U << PIECE_PASSWORD | 1U << PIECE_HOST | 1U << PIECE_PORT},
    {"userinfo.at-sign", 1U << PIECE_USER | 1U << PIECE_PASSWORD | 1U << PIECE_HOST},
    {"userinfo", 1U << PIECE_USER | 1U << PIECE_PASSWORD},
    {"bnf.userinfo", 1U << PIECE_USER | 1U << PIECE_PASSWORD},
    {"host", 1U << PIECE_HOST},
    {"bnf.host", 1U << PIECE_HOST},
    {"bnf.IP", 1U << PIECE_HOST},
    {"bnf.h16", 1U << PIECE_HOST},
    {"bnf.ls32", 1U << PIECE_HOST},
    {"bnf.dec-octet", 1U << PIECE_HOST},
    {"bnf.reg-name", 1U << PIECE_HOST},
    {"port", 1U << PIECE_PORT},
    {"bnf.port", 1U << PIECE_PORT},
    {"scheme", 1U << PIECE_SCHEME},
    {"bnf.scheme", 1U << PIECE_SCHEME},
    {"path", 1U << PIECE_PATH},
    {"dots", 1U << PIECE_PATH},
    {"merge", 1U << PIECE_PATH},
    {"bnf.path", 1U << PIECE_PATH},
    {"bnf.segment", 1U << PIECE_PATH},
    {"query", 1U << PIECE_QUERY},
    {"bnf.query", 1U << PIECE_QUERY},
    {"fragment", 1U << PIECE_FRAGMENT},
    {"base", 0}, /* who accepts the base and resolves wrongly breaks another rule */
    {"bnf.fragment", 1U << PIECE_FRAGMENT},
};

static bool is_word(uriproof_span word, const char *text)
{
    return uriproof_span_equal(word, uriproof_span_of(text));
}

/* Returns the bit of the part; 0 for a whole text or result. */
static unsigned bit_of_part(uriproof_span part)
{
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        if (is_word(part, piece_names[i]))
            return 1U << i;
    return 0;
}

/* How well does the clause of that id fit a difference in `part`, of which 0 is any? */
static fit fit_of(const char *id, unsigned part)
{
    const char *name = strchr(id, '.');
    if (name == NULL || part == 0)
        return FITS_ANY_PART;
    for (size_t i = 0; i < sizeof named_parts / sizeof named_parts[0]; i++)
        if (strncmp(name + 1, named_parts[i].name, strlen(named_parts[i].name)) == 0)
            return (named_parts[i].parts & part) != 0 ? FITS_THE_PART : FITS_NOT;
    return FITS_ANY_PART;
}

/* ---- The clause of the class ---- */

/* Does the clause of the class say what is right? It does where a text is divided, and where one
 * goes wrong. Otherwise it is only about the part that differs. */
static bool is_told_by_class(const class_words *words)
{
    bool goes_wrong =
        is_word(words->kind, class_kinds[CLASS_VALIDITY]) && is_word(words->part, "uri");
    return is_word(words->operation, "parse") &&
           (goes_wrong || is_word(words->kind, class_kinds[CLASS_BOUNDARY]));
}

/* Does the text of the case obey the clause; or, if it is invalid, does the case name it? */
static bool is_obeyed(const uriproof_case *one, size_t clause)
{
    for (size_t i = one->accepted ? one->group->breaks_count : 0; i < report_clause_count(one); i++)
        if (report_clause(one, i) == clause)
            return true;
    return false;
}

/* Returns the clause of the class; SIZE_MAX if it is of another dialect, no case names it, or it is
 * about another part than the one that differs. */
static size_t clause_of_class(const uriproof_results *results, const class_words *words,
                              const uriproof_case *one)
{
    const char *dialect;
    size_t length;
    uriproof_own_id(results, one->id, &dialect, &length);
    if (!is_told_by_class(words) || words->clause.length <= length ||
        memcmp(words->clause.octets, dialect, length) != 0 || words->clause.octets[length] != '.')
        return SIZE_MAX;
    for (size_t i = 0; i < results->clause_count; i++)
        if (is_word(words->clause, results->clauses[i].id))
            return fit_of(results->clauses[i].id, bit_of_part(words->part)) != FITS_NOT ||
                           is_obeyed(one, i)
                       ? i
                       : SIZE_MAX;
    return SIZE_MAX;
}

/* ---- A clause of the case ---- */

/* Returns the number of the first clause of the case that can say what is right. If an answer is
 * expected, a clause that the case breaks is one that seems to apply and does not. If a result is
 * expected that is no URI, it is this result that breaks the clause. */
static size_t first_clause(const uriproof_case *one)
{
    const size_t breaks = one->group->breaks_count;
    const bool has_result = one->op == URIPROOF_RESOLVE || one->op == URIPROOF_NORMALIZE;
    return (one->accepted || has_result) && breaks < report_clause_count(one) ? breaks : 0;
}

/* Returns the part that the clause of the case has to be about, or 0 for any. A host that the text
 * makes is one of the path, whose dots are removed. Of a text that one rejects it is not known for
 * which part it did. */
static unsigned told_part(const class_words *words)
{
    if (is_word(words->kind, class_kinds[CLASS_BY_TEXT]))
        return 1U << PIECE_PATH;
    return is_word(words->kind, class_kinds[CLASS_VALIDITY]) ? 0 : bit_of_part(words->part);
}

/* Returns the clause of the case that fits best, from number `from` to before number `end` of its
 * clauses; SIZE_MAX if none does. The clause `broken` is left out: what is expected breaks it. */
static size_t best_clause(const uriproof_results *results, const uriproof_case *one, size_t from,
                          size_t end, unsigned part, uriproof_span broken)
{
    size_t best = SIZE_MAX;
    fit most = FITS_NOT;
    for (size_t i = from; i < end; i++) {
        const size_t clause = report_clause(one, i);
        const char *id = results->clauses[clause].id;
        const fit fits = is_word(broken, id) ? FITS_NOT : fit_of(id, part);
        if (fits > most) {
            most = fits;
            best = clause;
        }
    }
    return best;
}

/* ---- The clause of a deviation ---- */

/* Returns SIZE_MAX if no case names the clause. */
static size_t clause_of_deviation(const uriproof_results *results, const char *deviations)
{
    const trait *of = deviations != NULL ? deviation_trait(deviations) : NULL;
    for (size_t i = 0; i < results->clause_count && of != NULL; i++)
        if (strcmp(results->clauses[i].id, of->clause) == 0)
            return i;
    return SIZE_MAX;
}

size_t report_telling_clause(const uriproof_results *results, const char *deviations,
                             const char *class_id, const uriproof_case *one)
{
    const size_t count = report_clause_count(one), first = first_clause(one);
    const size_t explained = clause_of_deviation(results, deviations);
    class_words words;
    if (explained != SIZE_MAX)
        return explained;
    if (class_id == NULL || !class_words_of(class_id, &words))
        return count > 0 ? report_clause(one, first) : SIZE_MAX;
    const bool by_text = is_word(words.kind, class_kinds[CLASS_BY_TEXT]);
    const uriproof_span broken = by_text ? words.clause : (uriproof_span){NULL, 0};
    const size_t found = clause_of_class(results, &words, one);
    return found != SIZE_MAX ? found
                             : best_clause(results, one, first, count, told_part(&words), broken);
}
