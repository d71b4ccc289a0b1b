/* SPDX-License-Identifier: MIT */
/*
 * Finds the clauses that a parser probably breaks: fault localisation over the clauses that the
 * cases name (docs/mutation.md, "How blame is found").
 */
#ifndef URIPROOF_RESULTS_LOCALISE_H
#define URIPROOF_RESULTS_LOCALISE_H

#include "model.h"

/* ---- The form of a text: which components it has, whatever stands in them. Two texts of one form,
 * one of them plain, tell whether a parser fails for the octets or for the form. ---- */

/* The number of a form is below this: two bits for each of seven components. */
enum { FORM_COUNT = 1 << (2 * 7) };

typedef struct text_form {
    unsigned number; /* the same for texts of one form */
    bool plain;      /* only letters and digits stand in the components */
    uriproof_span scheme;
} text_form;

/* Returns the form of `text`, which only depends on the delimiters (RFC 3986, Appendix B). */
text_form form_of(uriproof_span text);

/* The number of ways to keep some of userinfo, port, query and fragment. The last way keeps all of
 * them. */
enum { FORM_WAYS = 16 };

/* Takes form `number`. Of userinfo, port, query and fragment, keeps only the components for which
 * `way` has a bit, and returns the number of the new form. `way` is below FORM_WAYS. */
unsigned form_with(unsigned number, unsigned way);

/* ---- Blame ---- */

/*
 * Ranks the clauses that failing cases of `adapter` name, the most suspect first, and writes the
 * first `most` of them to `blamed`. Returns how many it wrote, which is 0 if nothing failed.
 *
 * The blame of a failing case is shared evenly among the clauses that it names. So is the credit of
 * a case that does not fail. A case that names only one clause gives all its blame or credit to
 * that clause. With f the blame of a clause, p its credit and F the number of failing cases, its
 * suspicion is f * f / (F * (f + p)), the square of Ochiai's coefficient. Among equals the order is
 * that of the clauses. Crashes, timeouts and the like are no answers, and accuse no clause.
 *
 * A text is plain if its components have only letters and digits. Suppose that the parser fails in
 * every plain text of a form. Then a case of that form with other octets, or with more components,
 * accuses only those of its clauses that a failing plain case names too. So a parser that requires
 * a host is not accused of breaking the rule for a segment. Such a case still counts in `failed`.
 */
size_t uriproof_localise(const uriproof_results *results, size_t adapter, uriproof_suspect *blamed,
                         size_t most);

/* Finds the suspects of each adapter. */
void uriproof_localise_all(uriproof_results *results);

#endif
