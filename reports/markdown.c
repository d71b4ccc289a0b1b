/* SPDX-License-Identifier: MIT */
/*
 * Writes Markdown as GitHub and GitLab read it, for the review of a change: under 60 lines,
 * whatever was found. What changed comes first. Tables only have prose, since a pipe would end the
 * cell even within a code span. Texts from outside are in code spans, where no character has a
 * meaning, or are escaped, and are cut.
 */
#include "review.h"
#include "telling_clause.h"
#include "words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The lines that causes and rows of the table share; the others take 13 at most. A cause has 4. */
enum { LINES = 46, LINES_OF_CAUSE = 4, CAUSES_MOST = 9 };

/* The causes that a long table leaves room for. */
enum { CAUSES_FIRST = 8, CAUSES_BESIDE_ALL = 3 };

/* Where texts are cut, in octets before escapes. */
enum {
    NAME = 40,
    WORDS = 160,
    INPUT = 80,
    ANSWER = 120,
    PARAPHRASE = 160,
    RULE = 100,
    COMMAND = 400,
    LINK = 300
};

/* Parsers that a cause names. */
enum { NAMES_MOST = 4 };

typedef struct kind_words {
    const char *name;
    const char *changed; /* since before */
    const char *wrong;   /* by the specification */
} kind_words;

static const kind_words kinds[REVIEW_KIND_COUNT] = {
    [REVIEW_LAXER] = {"laxer", "what was rejected is accepted", "what is invalid is accepted"},
    [REVIEW_STRICTER] = {"stricter", "what was accepted is rejected", "what is valid is rejected"},
    [REVIEW_OTHER] = {"different", "the answer is another", "the answer is another"},
    [REVIEW_FAULT] = {"no answer", "what was answered is not", "there is no answer"},
    [REVIEW_ANSWERS] = {"answered", "what was not answered is", "what was not answered is"},
};

static const char *const verdicts[REVIEW_VERDICT_COUNT] = {
    [REVIEW_WRONG_NOW] = "wrong now",
    [REVIEW_NOT_JUDGED] = "not judged (declares that it does not validate)",
    [REVIEW_STILL_WRONG] = "still wrong",
    [REVIEW_NOT_WRONG] = "not wrong",
    [REVIEW_FIXED] = "fixed",
};

/* ---- Words ---- */

static void prose(FILE *out, const char *before, const char *text, size_t most)
{
    char *words = strdup(text);
    fputs(before, out);
    report_text(out, REPORT_MARKDOWN, text_cut(words, most));
    free(words);
}

/* Writes `text` as a code span, and frees it. */
static void code(FILE *out, const char *before, char *text, size_t most)
{
    fputs(before, out);
    report_code_span(out, text_cut(text, most));
    free(text);
}

static void plural(FILE *out, size_t count, const char *word)
{
    fprintf(out, "%zu %s%s", count, word, count == 1 ? "" : "s");
}

/* Returns true if it is known what was before the example of the item. */
static bool has_before(const review *r, const review_item *item)
{
    return review_before_of(r, item->adapter, item->example).outcome != URIPROOF_NOT_RUN;
}

/* Returns the word of a verdict. Without a before, a wrong answer is just wrong. */
static const char *verdict_words(const review *r, const review_item *item)
{
    uriproof_outcome now = r->results->adapters[item->adapter].results[item->example]->outcome;
    if (now == URIPROOF_UNSUPPORTED || now == URIPROOF_NOT_RUN)
        return "not asked now";
    if (item->verdict == REVIEW_NOT_WRONG && review_is_other_host(item->class_id))
        return "not wrong, but another host or port";
    return item->verdict == REVIEW_STILL_WRONG && !has_before(r, item) ? "wrong"
                                                                       : verdicts[item->verdict];
}

/* ---- The head ---- */

/* Returns the version that the parser had in the other run, if it was another; else NULL. */
static const char *old_version(const review *r, size_t adapter)
{
    if (r->found == NULL || r->found->adapters.old_of[adapter] == UNPAIRED)
        return NULL;
    const char *old = r->found->old->adapters[r->found->adapters.old_of[adapter]].version;
    return strcmp(old, r->results->adapters[adapter].version) != 0 ? old : NULL;
}

/* Writes the parser's name, and its versions if it has another one than before. */
static void name_and_versions(const review *r, size_t adapter, const char *before, FILE *out)
{
    const uriproof_adapter_results *about = &r->results->adapters[adapter];
    const char *old = old_version(r, adapter);
    prose(out, before, about->name, NAME);
    if (old == NULL)
        return;
    prose(out, " ", about->version, NAME);
    prose(out, " (was ", old, NAME);
    putc(')', out);
}

/* Writes which parsers have another version. */
static void versions(const review *r, FILE *out)
{
    size_t named = 0, others = 0;
    for (size_t i = 0; i < r->results->adapter_count; i++) {
        if (old_version(r, i) == NULL)
            continue;
        if (named < NAMES_MOST)
            name_and_versions(r, i, named++ > 0 ? ", " : "; another version: ", out);
        else
            others++;
    }
    if (others > 0)
        fprintf(out, " and %zu more", others);
}

static void title(const review *r, FILE *out)
{
    const uriproof_results *results = r->results;
    const char *did = r->has_before ? "changed" : "have failures";
    fputs("# uriproof: ", out);
    if (r->changed == 0)
        fprintf(out, r->has_before ? "no parser changed" : "no failures");
    for (size_t i = 0; r->changed == 1 && i < results->adapter_count; i++)
        if (!r->counts[i].unlisted && r->counts[i].all + r->counts[i].counted > 0)
            name_and_versions(r, i, "", out);
    if (r->changed == 1)
        fputs(r->has_before ? " changed" : " has failures", out);
    if (r->changed > 1)
        fprintf(out, "%zu of %zu parsers %s", r->changed, results->adapter_count, did);
    if (r->changed != 1)
        versions(r, out);
    if (r->unlisted > 0)
        fprintf(out, "; %zu not in the baseline", r->unlisted);
    fputs("\n\n", out);
}

static void totals(const review *r, review_counts *sum)
{
    for (size_t i = 0; i < r->results->adapter_count; i++) {
        for (size_t k = 0; k < REVIEW_KIND_COUNT; k++)
            sum->of_kind[k] += r->counts[i].of_kind[k];
        for (size_t k = 0; k < REVIEW_VERDICT_COUNT; k++)
            sum->of_verdict[k] += r->counts[i].of_verdict[k];
        sum->worse += r->counts[i].worse;
        sum->all += r->counts[i].all;
        sum->counted += r->counts[i].counted;
    }
}

/* Writes how many changes there are of each kind, and how many are wrong now or fixed. */
static void sums(const review_counts *sum, bool has_before, FILE *out)
{
    const char *before = "";
    for (size_t i = 0; i < REVIEW_KIND_COUNT; i++)
        if (sum->of_kind[i] > 0) {
            fprintf(out, "%s%zu %s", before, sum->of_kind[i], kinds[i].name);
            before = ", ";
        }
    if (sum->all == 0)
        fputs(has_before ? "no changes" : "no failures", out);
    if (sum->all == 0 || !has_before)
        return;
    fprintf(out, "; of these %zu wrong now", sum->of_verdict[REVIEW_WRONG_NOW]);
    if (sum->of_verdict[REVIEW_NOT_JUDGED] > 0)
        fprintf(out, ", %zu not judged", sum->of_verdict[REVIEW_NOT_JUDGED]);
    fprintf(out, ", %zu fixed", sum->of_verdict[REVIEW_FIXED]);
}

/* Writes in one line whether it got worse, and the exit status that follows. */
static void verdict(const review *r, const review_counts *sum, FILE *out)
{
    const size_t fixed = sum->of_verdict[REVIEW_FIXED];
    const size_t others = sum->all + sum->counted - sum->worse - fixed;
    const bool compares = r->found != NULL;
    const bool fails = compares ? diff_worse(r->found) : !baseline_holds(r->results);
    if (!r->has_before || (!fails && sum->all + sum->counted == 0))
        return;
    if (sum->worse > 0) {
        fputs("**Worse:** ", out);
        plural(out, sum->worse, "case");
        fputs(", ", out);
    } else if (fixed > 0) {
        fputs("**Better:** ", out);
    } else {
        fputs("**Not worse:** ", out);
    }
    fprintf(out, "%zu fixed", fixed);
    if (others > 0) {
        fputs(", ", out);
        plural(out, others, "other change");
    }
    fprintf(out, ". `uriproof %s` exits with %d%s.\n", compares ? "compare" : "test", fails,
            sum->worse > 0 || !fails ? ""
            : compares               ? ", since each changed answer counts, and all that is gone"
                                     : ", until `--update-baseline` renews the baseline");
}

static void head(const review *r, const review_counts *sum, FILE *out)
{
    const uriproof_results *results = r->results;
    title(r, out);
    verdict(r, sum, out);
    fputs(r->found != NULL ? "Against another run, by "
          : r->has_before  ? "Against the baseline, by "
                           : "By ",
          out);
    prose(out, "", results->document, NAME);
    fputs(": ", out);
    sums(sum, r->has_before, out);
    fputs(". ", out);
    plural(out, uriproof_count_cases(results), "case");
    fputs(", ", out);
    plural(out, results->adapter_count, "parser");
    prose(out, "; uriproof ", results->uriproof, NAME);
    fputs(", readings: ", out);
    if (results->readings[0] == NULL)
        fputs("default", out);
    for (size_t i = 0; i < NAMES_MOST && results->readings[i] != NULL; i++)
        prose(out, i > 0 ? ", " : "", results->readings[i], NAME);
    fputs(report_ended_early(results) ? ". **The run was ended early: not every case was asked.**\n"
                                      : ".\n",
          out);
}

/* ---- A cause ---- */

/* Returns the adapter that comes after number `before`: the one with the next smaller number of
 * changes, or with the same number and after it. Returns SIZE_MAX if there is none. */
static size_t next_named(const review *r, const review_item *item, size_t before)
{
    size_t best = SIZE_MAX, last = before != SIZE_MAX ? item->counts[before] : SIZE_MAX;
    for (size_t i = 0; i < r->results->adapter_count; i++) {
        size_t count = item->counts[i];
        bool is_after = count < last || (count == last && i > before);
        if (count > 0 && is_after && (best == SIZE_MAX || count > item->counts[best]))
            best = i;
    }
    return best;
}

/* Writes the parsers, those with the most changes first. */
static void who(const review *r, const review_item *item, FILE *out)
{
    size_t named = 0, others = 0;
    for (size_t i = next_named(r, item, SIZE_MAX); i != SIZE_MAX; i = next_named(r, item, i)) {
        if (named == NAMES_MOST) {
            others++;
            continue;
        }
        prose(out, named++ > 0 ? ", " : "", r->results->adapters[i].name, NAME);
        if (item->counts[i] < item->count)
            fprintf(out, " %zu", item->counts[i]);
    }
    if (others > 0)
        fprintf(out, " and %zu more", others);
}

/* Writes what is different: what the parser does, if that is known; else as the class has it, or
 * what changed in general. */
static void what(const review *r, const review_item *item, FILE *out)
{
    char *does = item->deviation != NULL ? deviation_does(item->deviation) : NULL;
    if (does != NULL) {
        prose(out, "it ", does, WORDS);
        free(does);
        return;
    }
    if (item->kind != REVIEW_OTHER || item->class_id == NULL) {
        fputs(has_before(r, item) ? kinds[item->kind].changed : kinds[item->kind].wrong, out);
        return;
    }
    char *words = report_difference_words(item->class_id, URIPROOF_DIFFER);
    *words = (char)tolower((unsigned char)*words);
    prose(out, "", words, WORDS);
    free(words);
}

static char *request_words(const uriproof_case *one, size_t field)
{
    uriproof_text_written words;
    FILE *out = uriproof_text_open(&words);
    print_octets(out, one->request.field[field]);
    fclose(out);
    return words.octets;
}

static void first_line(const review *r, const review_item *item, size_t number, FILE *out)
{
    const uriproof_case *one = &r->results->cases[item->example];
    fprintf(out, "%zu. **", number);
    who(r, item, out);
    fprintf(out, ": %s, %s** (", kinds[item->kind].name, verdict_words(r, item));
    plural(out, item->count, "case");
    fputs("): ", out);
    what(r, item, out);
    fprintf(out, ", such as %s", uriproof_ops[one->op].name);
    for (size_t i = 0; i < 2; i++)
        if (uriproof_present(one->request.field[i])) {
            bool is_one = !uriproof_present(one->request.field[1]);
            fprintf(out, "%s %s", i > 0 ? "," : "", is_one ? "" : uriproof_ops[one->op].fields[i]);
            code(out, is_one ? "" : " ", request_words(one, i), INPUT);
        }
    putc('\n', out);
}

static char *piece_words(const reply *answer, size_t piece)
{
    uriproof_text_written words;
    FILE *out = uriproof_text_open(&words);
    bool present = uriproof_present(answer->pieces.at[piece]);
    fprintf(out, present ? "%s \"" : "no %s", piece_names[piece]);
    if (present) {
        print_octets(out, answer->pieces.at[piece]);
        putc('"', out);
    }
    fclose(out);
    return words.octets;
}

/* Writes an answer: the part that differs if there is one, else all; and its outcome, unless it is
 * URIPROOF_OUTCOME_COUNT. */
static void answer(const char *text, const reply *parts, size_t piece, uriproof_outcome outcome,
                   FILE *out)
{
    if (piece < PIECE_COUNT)
        code(out, "", piece_words(parts, piece), ANSWER);
    else if (text != NULL)
        code(out, "", report_describe(text), ANSWER);
    if (outcome < URIPROOF_OUTCOME_COUNT)
        fprintf(out, text != NULL ? " (%s)" : "%s", uriproof_outcomes[outcome].name);
}

/* Writes by which dialects the answer is right, and what the parser claims, if it does not claim
 * the one that it was asked about: then it is not at fault. */
static void by_others(const review *r, size_t adapter, const uriproof_result *now, FILE *out)
{
    uriproof_text_written words;
    FILE *in = uriproof_text_open(&words);
    if (report_is_dated(now))
        report_dialects(in, REPORT_PLAIN, "; right in ", r->results, now, URIPROOF_RIGHT_THERE);
    report_unclaimed(in, REPORT_PLAIN, "; the parser ", r->results, adapter, "");
    fclose(in);
    prose(out, "", words.octets, ANSWER);
    free(words.octets);
}

/* Writes what is given and what was before, or what is expected if that is not known. */
static void sides(const review *r, const review_item *item, FILE *out)
{
    const uriproof_case *one = &r->results->cases[item->example];
    const uriproof_result *now = r->results->adapters[item->adapter].results[item->example];
    const review_before before = review_before_of(r, item->adapter, item->example);
    bool compared = before.outcome != URIPROOF_NOT_RUN;
    const char *given = report_given(one, now), *other = compared ? before.given : one->expected;
    store *s = store_new();
    const reply new = reply_of_json(s, one->op, given), old = reply_of_json(s, one->op, other);
    size_t piece = class_piece(item->class_id, &old, &new);
    fputs("   - ", out);
    if (compared) {
        fputs("before: ", out);
        answer(r->found != NULL ? other : NULL, &old, r->found != NULL ? piece : PIECE_COUNT,
               before.outcome, out);
        fputs("; ", out);
    }
    fputs("now: ", out);
    answer(given, &new, piece, now->outcome, out);
    if (!compared || (r->found == NULL && other != NULL)) {
        fputs("; expected: ", out);
        answer(other, &old, piece, URIPROOF_OUTCOME_COUNT, out);
    } else if (item->verdict == REVIEW_STILL_WRONG) {
        code(out, "; expected: ", report_describe(one->expected), ANSWER);
    }
    if (r->has_before && !compared)
        fputs("; the baseline has nothing of this parser", out);
    by_others(r, item->adapter, now, out);
    putc('\n', out);
    store_free(s);
}

static void clause_words(const uriproof_results_clause *clause, FILE *out)
{
    bool linked = report_link_is_plain(clause->link) && strlen(clause->link) <= LINK;
    prose(out, linked ? "[" : "", clause->document, NAME);
    prose(out, ", ", clause->section, NAME);
    if (linked)
        fprintf(out, "](%s)", clause->link);
    prose(out, ": ", clause->paraphrase, PARAPHRASE);
    if (clause->rule != NULL) {
        code(out, " Rule: ", strdup(clause->rule), RULE);
        putc('.', out);
    }
}

/* Writes the clause, and the class with its risk, of which no more is said if it is known from the
 * cause before. */
static void reasons(const review *r, const review_item *item, bool is_known, FILE *out)
{
    const uriproof_results *results = r->results;
    const uriproof_result *result = results->adapters[item->adapter].results[item->example];
    const size_t clause =
        report_telling_clause(results, result->deviations, &results->cases[item->example]);
    const class_risk *risk = item->risk;
    fputs("   - ", out);
    if (clause != SIZE_MAX)
        clause_words(&results->clauses[clause], out);
    else
        fputs("No clause.", out);
    if (item->class_id != NULL) {
        fprintf(out, " Risk: %s", risk->name);
        if (!is_known)
            fprintf(out, ", %s", risk->about);
        if (!is_known && risk->weakness != NULL)
            fprintf(out, " (%s)", risk->weakness);
        code(out, ". Class: ", strdup(item->class_id), CLASS_ID_ROOM);
    }
    putc('\n', out);
}

/* Writes the command that asks the example again. One that is too long is left out, since half a
 * command would do something else. */
static void again(const review *r, const review_item *item, FILE *out)
{
    const uriproof_case *one = &r->results->cases[item->example];
    char *command = report_repeat_command(r->results, one, item->adapter, NULL);
    if (strlen(command) <= COMMAND) {
        code(out, "   - ", command, COMMAND);
    } else {
        free(command);
        code(out, "   - vector ", strdup(one->id), COMMAND);
    }
    putc('\n', out);
}

static void causes_list(const review *r, size_t shown, FILE *out)
{
    putc('\n', out);
    for (size_t i = 0; i < shown; i++) {
        first_line(r, &r->items[i], i + 1, out);
        sides(r, &r->items[i], out);
        reasons(r, &r->items[i], i > 0 && r->items[i].risk == r->items[i - 1].risk, out);
        again(r, &r->items[i], out);
    }
}

/* ---- What is not shown ---- */

static void also(const char *what, size_t count, const char **before, FILE *out)
{
    if (count > 0) {
        fprintf(out, "%s%s: %zu", *before, what, count);
        *before = ", ";
    }
}

/* Writes a line of what is not among the causes shown. */
static void rest(const review *r, const review_counts *sum, size_t shown, FILE *out)
{
    const changes *found = r->found;
    const char *before = "\nAlso: ";
    size_t cases = 0;
    for (size_t i = shown; i < r->count; i++)
        cases += r->items[i].count;
    if (shown < r->count) {
        fprintf(out, "\nAnd %zu more cause%s of ", r->count - shown,
                r->count - shown == 1 ? "" : "s");
        plural(out, cases, r->has_before ? "change" : "failure");
        fputs(r->found != NULL ? ": `uriproof compare OLD NEW` names each."
                               : ": `--report html` has each.",
              out);
        before = " Also: ";
    }
    also("changes of generated vectors that are only counted", sum->counted, &before, out);
    if (found != NULL) {
        also("gone parsers", found->adapters.gone, &before, out);
        also("new parsers", found->adapters.added, &before, out);
        also("gone vectors", found->cases.gone, &before, out);
        also("new vectors", found->cases.added, &before, out);
        also("redefined vectors", found->redefined_count, &before, out);
        also("gone groups of vectors", found->groups.gone, &before, out);
        also("groups of vectors that ask something else", found->groups_changed, &before, out);
    }
    if (strcmp(before, ", ") == 0)
        putc('.', out);
    if (shown < r->count || strcmp(before, ", ") == 0)
        putc('\n', out);
}

/* ---- The table ---- */

/* Returns true if the table has a row of the adapter. */
static bool has_row(const review *r, size_t adapter)
{
    return !r->has_before || r->counts[adapter].all + r->counts[adapter].counted > 0;
}

static void row(const review *r, const review_counts *sum, size_t adapter, FILE *out)
{
    const uriproof_adapter_results *about = &r->results->adapters[adapter];
    const review_counts *own = &r->counts[adapter];
    prose(out, "| ", about->name, NAME);
    prose(out, " ", about->version, NAME);
    uriproof_text_written words;
    FILE *in = uriproof_text_open(&words);
    if (old_version(r, adapter) != NULL)
        fprintf(in, ", was %s", old_version(r, adapter));
    report_unclaimed(in, REPORT_PLAIN, " (", r->results, adapter, ")");
    if (about->splits != NULL)
        fprintf(in, " (splits and does not validate: %s)", about->splits);
    fclose(in);
    prose(out, "", words.octets, ANSWER);
    free(words.octets);
    fputs(" |", out);
    if (!r->has_before) {
        const report_score score = report_score_of(r->results, adapter);
        fprintf(out, " %zu/%zu |", score.good, score.asked);
    }
    for (size_t i = 0; i < REVIEW_KIND_COUNT; i++)
        if (sum->of_kind[i] > 0)
            fprintf(out, " %zu |", own->of_kind[i]);
    if (r->has_before)
        fprintf(out, " %zu | %zu |", own->of_verdict[REVIEW_WRONG_NOW],
                own->of_verdict[REVIEW_FIXED]);
    putc('\n', out);
}

static void table(const review *r, const review_counts *sum, size_t most, FILE *out)
{
    size_t rows = 0, columns = r->has_before ? 2 : 1;
    fputs(r->has_before ? "\n| parser |" : "\n| parser | good |", out);
    for (size_t i = 0; i < REVIEW_KIND_COUNT; i++)
        if (sum->of_kind[i] > 0) {
            fprintf(out, " %s |", kinds[i].name);
            columns++;
        }
    fputs(r->has_before ? " wrong now | fixed |\n|---|" : "\n|---|", out);
    for (size_t i = 0; i < columns; i++)
        fputs("--:|", out);
    putc('\n', out);
    for (size_t i = 0; i < r->results->adapter_count; i++)
        if (has_row(r, i) && rows++ < most)
            row(r, sum, i, out);
    if (rows > most)
        fprintf(out, "| and %zu more |\n", rows - most);
}

/* ---- All ---- */

static void next(const review *r, FILE *out)
{
    fputs("\nNext: the command of a cause asks its case again; for a parser of your own, write "
          "`-- COMMAND` in place of its name.",
          out);
    if (r->found == NULL && r->has_before)
        fputs(" `--update-baseline` accepts all that changed.", out);
    else if (!r->has_before)
        fputs(" `--baseline FILE --update-baseline` keeps all as known.", out);
    putc('\n', out);
}

static bool write_review(const uriproof_results *results, const changes *found, FILE *out)
{
    review r = review_make(results, found);
    review_counts sum = {0};
    totals(&r, &sum);
    size_t rows = r.has_before ? r.changed + r.unlisted : results->adapter_count;
    size_t first = r.has_before ? CAUSES_FIRST : CAUSES_BESIDE_ALL;
    size_t room = LINES - LINES_OF_CAUSE * (r.count < first ? r.count : first);
    rows = rows < room ? rows : room;
    size_t shown = (LINES - rows) / LINES_OF_CAUSE;
    shown = shown < CAUSES_MOST ? shown : CAUSES_MOST;
    shown = shown < r.count ? shown : r.count;
    head(&r, &sum, out);
    if (shown > 0)
        causes_list(&r, shown, out);
    rest(&r, &sum, shown, out);
    if (rows > 0)
        table(&r, &sum, rows, out);
    if (r.count > 0)
        next(&r, out);
    review_free(&r);
    return report_done(out);
}

static bool write_markdown(const uriproof_results *results, FILE *out)
{
    return write_review(results, NULL, out);
}

static bool write_changes(const changes *found, FILE *out)
{
    return write_review(found->new, found, out);
}

const uriproof_report_format report_markdown = {
    .name = "markdown",
    .suffix = "md",
    .about = "what changed, for the review of a pull request",
    .write = write_markdown,
    .write_changes = write_changes,
    .mark = ", readings: ",
};
