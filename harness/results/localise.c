/* SPDX-License-Identifier: MIT */
#include "localise.h"

#include "answer.h"
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

/* ---- The form of a text: which components it has, whatever stands in them ---- */

/* What a component is, in two bits of the number of a form; 0 if it is absent. */
enum { EMPTY = 1, FILLED };

/* The optional components first: form_with keeps some of them. */
typedef enum form_part { USERINFO, PORT, QUERY, FRAGMENT, SCHEME, AUTHORITY, PATH } form_part;
enum { OPTIONAL = FRAGMENT + 1 };

/* What a path is, in place of what a component is. */
enum { PATH_EMPTY, PATH_ABSOLUTE, PATH_ROOTLESS };

/* Notes whether the component is empty, and whether it is plain. `also` is an octet that a plain
 * component may contain after another octet; NUL if there is no such octet. */
static void note(text_form *form, form_part part, unsigned state, uriproof_span text, char also)
{
    form->number |= state << (2 * part);
    for (size_t i = 0; i < text.length; i++) {
        bool may_stand =
            also != '\0' && text.octets[i] == also && i > 0 && text.octets[i - 1] != also;
        form->plain = form->plain && (uriproof_is_letter(text.octets[i]) ||
                                      uriproof_is_digit(text.octets[i]) || may_stand);
    }
}

/* Does the same with a component that is present. */
static void note_filled(text_form *form, form_part part, uriproof_span text, char also)
{
    note(form, part, text.length > 0 ? FILLED : EMPTY, text, also);
}

/* Takes from the front of *rest everything before the first octet that is one of `stops`. */
static uriproof_span take(uriproof_span *rest, const char *stops)
{
    size_t end = 0;
    while (end < rest->length &&
           (rest->octets[end] == '\0' || strchr(stops, rest->octets[end]) == NULL))
        end++;
    uriproof_span taken = {rest->octets, end};
    *rest = (uriproof_span){rest->octets + end, rest->length - end};
    return taken;
}

/* Takes `delimiter` from the front of *rest; false if something else stands there. */
static bool take_delimiter(uriproof_span *rest, const char *delimiter)
{
    size_t length = strlen(delimiter);
    if (rest->length < length || memcmp(rest->octets, delimiter, length) != 0)
        return false;
    *rest = (uriproof_span){rest->octets + length, rest->length - length};
    return true;
}

static void note_authority(text_form *form, uriproof_span authority)
{
    uriproof_span rest = authority, user = take(&rest, "@");
    if (take_delimiter(&rest, "@"))
        note_filled(form, USERINFO, user, '\0');
    else
        rest = authority;
    const char *begin = rest.octets;
    if (rest.length > 0 && begin[0] == '[')
        take(&rest, "]");
    take(&rest, ":");
    note_filled(form, AUTHORITY, (uriproof_span){begin, (size_t)(rest.octets - begin)}, '.');
    if (take_delimiter(&rest, ":"))
        note_filled(form, PORT, rest, '\0');
}

text_form form_of(uriproof_span text)
{
    text_form form = {.plain = true};
    uriproof_span rest = text, scheme = take(&rest, ":/?#");
    if (scheme.length > 0 && take_delimiter(&rest, ":"))
        note_filled(&form, SCHEME, form.scheme = scheme, '\0');
    else
        rest = text;
    if (take_delimiter(&rest, "//"))
        note_authority(&form, take(&rest, "/?#"));
    uriproof_span path = take(&rest, "?#");
    bool absolute = take_delimiter(&path, "/");
    note(&form, PATH,
         absolute          ? PATH_ABSOLUTE
         : path.length > 0 ? PATH_ROOTLESS
                           : PATH_EMPTY,
         path, '/');
    if (take_delimiter(&rest, "?"))
        note_filled(&form, QUERY, take(&rest, "#"), '\0');
    if (take_delimiter(&rest, "#"))
        note_filled(&form, FRAGMENT, rest, '\0');
    return form;
}

unsigned form_with(unsigned number, unsigned way)
{
    unsigned left = number >> (2 * OPTIONAL) << (2 * OPTIONAL);
    for (unsigned part = 0; part < OPTIONAL; part++)
        if ((way >> part & 1) != 0)
            left |= number & 3U << (2 * part);
    return left;
}

/* ---- Cases ---- */

static bool is_failed(uriproof_outcome outcome)
{
    return outcome == URIPROOF_DIFFER || outcome == URIPROOF_LENIENT || outcome == URIPROOF_STRICT;
}

static bool is_answered(uriproof_outcome outcome)
{
    return outcome == URIPROOF_AGREE || outcome == URIPROOF_ACCEPTABLE || is_failed(outcome);
}

/* ---- What a form explains ---- */

/* A parser that requires a host fails in `x:a!` for the same reason as in `x:a`, and not because of
 * the exclamation mark. So for each form, this finds out whether the parser fails in the plain
 * texts of that form. If it does, and a case of the form matches the grammar and fails, the case
 * speaks only against the clauses that a plain case names too. */
typedef struct plain_form {
    size_t failed, right; /* plain cases of `parse` that match the grammar, by their outcome */
} plain_form;

enum { NO_FORM = -1 };

typedef struct blaming {
    const uriproof_results *results;
    const uriproof_result *const *found; /* the adapter's */
    plain_form *forms;                   /* by number, whatever the scheme */
    plain_form
        *by_scheme;     /* by number of form and scheme: parsers have code of their own for some */
    store *forms_asked; /* knows the number of a form with a scheme */
    size_t forms_count; /* of those with a plain case: lower than the numbers of all others */
    bool *named;        /* by form and clause: does a plain case that failed name it? */
} blaming;

/* Reads the text of the request's field if it is printable: no other matches a rule. */
static bool read_field(const uriproof_case *one, size_t field, uriproof_span *text)
{
    *text = one->request.field[field];
    return uriproof_present(*text) && uriproof_all_printable(*text);
}

/* Returns the number of a form with that scheme. A new pair of form and scheme gets the next
 * number. */
static size_t number_of(const blaming *b, uriproof_span scheme, unsigned form)
{
    char key[ANSWER_HASH_ROOM];
    answer_hash_write(octets_hash(OCTETS_HASH_BEGIN ^ form, scheme.octets, scheme.length), key);
    return store_number(b->forms_asked, key);
}

/* Counts what became of the plain texts of each form. */
static void count_forms(blaming *b)
{
    for (size_t i = 0; i < b->results->case_count; i++) {
        const uriproof_case *one = &b->results->cases[i];
        uriproof_outcome outcome = b->found[i]->outcome;
        uriproof_span text;
        if (one->op != URIPROOF_PARSE || !is_answered(outcome) || !one->accepted ||
            !read_field(one, 0, &text))
            continue;
        text_form form = form_of(text);
        if (!form.plain)
            continue;
        bool failed = is_failed(outcome);
        size_t number = number_of(b, form.scheme, form.number);
        b->forms_count += number == b->forms_count;
        b->by_scheme[number].failed += failed;
        b->by_scheme[number].right += !failed;
        b->forms[form.number].failed += failed;
        b->forms[form.number].right += !failed;
        bool *named = &b->named[form.number * b->results->clause_count];
        for (size_t k = 0; failed && k < one->group->clause_count; k++)
            named[one->group->clauses[k]] = true;
    }
}

/* Returns true if the parser fails in all plain texts of the form with that scheme. If no such text
 * was asked, returns true if it fails in most plain texts of the form with any scheme. */
static bool fails(const blaming *b, uriproof_span scheme, unsigned form)
{
    size_t number = number_of(b, scheme, form);
    if (number < b->forms_count)
        return b->by_scheme[number].right == 0;
    return b->forms[form].failed > b->forms[form].right;
}

/* Returns the form because of which the parser fails in `text`, a field of a case of `op`. If there
 * are several, it is the form with the fewest components. A plain text of `parse` is not explained
 * by its own form. */
static int form_that_explains(const blaming *b, uriproof_op op, uriproof_span text)
{
    text_form form = form_of(text);
    for (unsigned way = 0; way < FORM_WAYS; way++) {
        unsigned number = form_with(form.number, way);
        bool itself = number == form.number && form.plain && op == URIPROOF_PARSE;
        if (!itself && fails(b, form.scheme, number))
            return (int)number;
    }
    return NO_FORM;
}

/* Returns the form that explains why the case failed, of either of its texts. */
static int explanation_of(const blaming *b, size_t at)
{
    const uriproof_case *one = &b->results->cases[at];
    uriproof_outcome outcome = b->found[at]->outcome;
    bool of_uris = one->op != URIPROOF_DECODE && one->op != URIPROOF_ENCODE;
    int found = NO_FORM;
    if (!of_uris || !(outcome == URIPROOF_STRICT || outcome == URIPROOF_DIFFER))
        return found;
    for (size_t field = 0; field < 2 && found == NO_FORM; field++) {
        uriproof_span text;
        if (read_field(one, field, &text))
            found = form_that_explains(b, one->op, text);
    }
    return found;
}

/* Returns true if a failing case that the form explains speaks against the clause, which it
 * names. */
static bool accuses(const blaming *b, int form, size_t clause)
{
    return form == NO_FORM || b->named[(size_t)form * b->results->clause_count + clause];
}

/* ---- Suspicion ---- */

/* Evidence is what the cases that name a clause say of it. */
typedef struct evidence {
    double blame, credit;
    size_t asked, failed;
} evidence;

/* Weighs the cases: `of` has the evidence of each clause. There are many generated cases, and their
 * clauses are less exact, so they count only with `generated_too`. Returns how many cases failed
 * and speak against some clause. */
static size_t weigh(const blaming *b, bool generated_too, evidence *of)
{
    size_t accusing = 0;
    for (size_t i = 0; i < b->results->case_count; i++) {
        const uriproof_results_group *group = b->results->cases[i].group;
        bool failed = is_failed(b->found[i]->outcome), accuses_any = false;
        if ((group->id != NULL && !generated_too) || !is_answered(b->found[i]->outcome))
            continue;
        int form = failed ? explanation_of(b, i) : NO_FORM;
        for (size_t k = 0; k < group->clause_count; k++) {
            evidence *its = &of[group->clauses[k]];
            double share = 1.0 / (double)group->clause_count;
            bool accused = failed && accuses(b, form, group->clauses[k]);
            its->asked++;
            its->failed += failed;
            its->credit += failed ? 0 : share;
            its->blame += accused ? share : 0;
            accuses_any = accuses_any || accused;
        }
        accusing += accuses_any;
    }
    return accusing;
}

/* Puts `one` where it belongs among the `count` of `blamed`, which has room for `most`. */
static size_t put_in(uriproof_suspect *blamed, size_t count, size_t most,
                     const uriproof_suspect *one)
{
    size_t at = count;
    while (at > 0 && blamed[at - 1].suspicion < one->suspicion)
        at--;
    if (at == most)
        return count;
    count += count < most;
    for (size_t i = count - 1; i > at; i--)
        blamed[i] = blamed[i - 1];
    blamed[at] = *one;
    return count;
}

size_t uriproof_localise(const uriproof_results *results, size_t adapter, uriproof_suspect *blamed,
                         size_t most)
{
    size_t count = 0, clauses = results->clause_count;
    blaming b = {.results = results, .found = results->adapters[adapter].results};
    evidence *of = calloc(clauses + 1, sizeof *of);
    b.forms = calloc(FORM_COUNT, sizeof *b.forms);
    b.named = calloc(FORM_COUNT * (clauses + 1), sizeof *b.named);
    b.by_scheme = calloc(results->case_count + 1, sizeof *b.by_scheme);
    b.forms_asked = store_new();
    count_forms(&b);
    size_t accusing = weigh(&b, false, of);
    bool hand_written = accusing > 0;
    if (!hand_written) {
        memset(of, 0, clauses * sizeof *of);
        accusing = weigh(&b, true, of);
    }
    for (size_t i = 0; i < clauses; i++) {
        double blame = of[i].blame, against = (double)accusing * (blame + of[i].credit);
        uriproof_suspect one = {i, of[i].failed, of[i].asked, 0, hand_written};
        if (blame > 0) {
            one.suspicion = blame * blame / against;
            count = put_in(blamed, count, most, &one);
        }
    }
    free(of);
    free(b.forms);
    free(b.named);
    free(b.by_scheme);
    store_free(b.forms_asked);
    return count;
}

void uriproof_localise_all(uriproof_results *results)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        uriproof_adapter_results *adapter = &results->adapters[i];
        adapter->suspect_count =
            uriproof_localise(results, i, adapter->suspects, URIPROOF_SUSPECTS_MOST);
    }
}
