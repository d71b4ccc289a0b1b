/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "others.h"

#include "reports.h"

#include "judge/judge.h"
#include "json/json.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* The screen: lines of 80 columns, and no more of them than most people see at once. */
enum { WIDTH = 80, LEAST_LINES = 24, MOST_LINES = 40 };

/* Causes of an adapter that standard error lists. */
enum { FIRST_CAUSES = 3 };

/* ---- Words ---- */

/* Ends the words of uriproof_text_open, and cuts them to `width` octets, which are at least as many
 * as columns. The caller frees them. */
static char *words_end(FILE *out, uriproof_text_written *words, size_t width)
{
    fclose(out);
    return text_cut(words->octets, width);
}

static void put_request(FILE *out, const uriproof_request *request)
{
    print_octets(out, request->field[0]);
    if (!uriproof_present(request->field[1]))
        return;
    fputc(' ', out);
    print_octets(out, request->field[1]);
}

/* ---- A cause ---- */

static void put_piece(FILE *out, uriproof_span piece)
{
    fputs(uriproof_present(piece) ? "\"" : "absent", out);
    if (!uriproof_present(piece))
        return;
    print_octets(out, piece);
    fputc('"', out);
}

static void put_answer(FILE *out, const char *text)
{
    cJSON *tree = text != NULL ? cJSON_Parse(text) : NULL;
    char *words = uriproof_answer_describe(tree);
    fputs(words, out);
    free(words);
    cJSON_Delete(tree);
}

/* Writes what was expected and given: the part that differs, if it is one of both. */
static void put_sides(FILE *out, const uriproof_case *one, const uriproof_result *result)
{
    store *s = store_new();
    const reply expected = reply_of_json(s, one->op, one->expected);
    const reply given = reply_of_json(s, one->op, result->given);
    size_t piece = class_piece(result->class_id, &expected, &given);
    if (piece < PIECE_COUNT) {
        fprintf(out, "%s ", piece_names[piece]);
        put_piece(out, given.pieces.at[piece]);
        fputs(", expected ", out);
        put_piece(out, expected.pieces.at[piece]);
    } else {
        put_answer(out, result->given);
        fputs("; expected: ", out);
        put_answer(out, one->expected);
    }
    store_free(s);
}

/* Writes the id of the deviation; or the clause of a cause, and what else its class says; of a
 * validity the clause is all. */
static void put_class(FILE *out, const cause *one)
{
    class_words words;
    if (one->deviation != NULL) {
        fputs(one->deviation, out);
        return;
    }
    if (one->class_id == NULL || !class_words_of(one->class_id, &words)) {
        fputs("of no class", out);
        return;
    }
    bool has_clause = !uriproof_span_equal(words.clause, uriproof_span_of("none"));
    bool is_validity =
        uriproof_span_equal(words.kind, uriproof_span_of(class_kinds[CLASS_VALIDITY]));
    print_octets(out, words.operation);
    if (!is_validity) {
        fputc(' ', out);
        print_octets(out, words.part);
        fputc(' ', out);
        print_octets(out, words.kind);
    }
    if (!is_validity && has_clause) { /* before the clause, which may be cut */
        fputs(" (", out);
        print_octets(out, words.character);
        fputc(')', out);
    }
    if (has_clause) {
        fputc(' ', out);
        print_octets(out, words.clause);
    }
}

/* Writes the adapters that have the cause, each with its number of failures. */
static void put_adapters(FILE *out, const uriproof_results *results, const cause *one)
{
    const char *between = "";
    for (size_t i = 0; i < results->adapter_count; i++) {
        if (one->sightings[i].count == 0)
            continue;
        fputs(between, out);
        put_printable(out, results->adapters[i].name);
        fprintf(out, " %zu", one->sightings[i].count);
        between = ", ";
    }
}

/* Writes the line that says what a deviation does. */
static void put_does(FILE *out, const cause *one)
{
    char *does = one->deviation != NULL ? deviation_does(one->deviation) : NULL;
    if (does != NULL)
        fprintf(out, "        %s\n", text_cut(does, WIDTH - 8));
    free(does);
}

void table_put_show(FILE *out, const testing *t, const uriproof_results *results,
                    const uriproof_case *one)
{
    const char *dialect;
    size_t length;
    const char *id = uriproof_own_id(results, one->id, &dialect, &length);
    fprintf(out, "%s vectors --dialect %.*s", t->call->program, (int)length, dialect);
    for (size_t i = 0; i < t->own_count; i++) {
        fputs(" --also ", out);
        print_shell_word(out, t->own[i]);
    }
    fprintf(out, " show %s", id);
}

/* Returns the lines of a cause. The caller frees them. */
static char *cause_lines(const testing *t, const uriproof_results *results, const cause *one,
                         others *at_hand)
{
    size_t number = one->sightings[one->adapter].example;
    const uriproof_case *example = &results->cases[number];
    const uriproof_result *result = results->adapters[one->adapter].results[number];
    uriproof_text_written all, line;
    FILE *out = uriproof_text_open(&all), *in = uriproof_text_open(&line);
    fprintf(in, "%7zu %-8s %-12s ", one->count, uriproof_outcomes[one->outcome].name,
            one->risk->name);
    put_class(in, one);
    char *words = words_end(in, &line, WIDTH);
    fprintf(out, "%s\n", words);
    free(words);
    put_does(out, one);
    if (results->adapter_count > 1) {
        in = uriproof_text_open(&line);
        put_adapters(in, results, one);
        words = words_end(in, &line, WIDTH - 8);
        fprintf(out, "        %s\n", words);
        free(words);
    }
    in = uriproof_text_open(&line);
    put_request(in, &example->request);
    words = words_end(in, &line, WIDTH / 2 - 8);
    size_t used = strlen(words);
    fprintf(out, "        %s: ", words);
    free(words);
    in = uriproof_text_open(&line);
    char *said = others_words(at_hand, results, one);
    if (said != NULL)
        fputs(said, in);
    else
        put_sides(in, example, result);
    free(said);
    words = words_end(in, &line, WIDTH - 8 - used - 2);
    fprintf(out, "%s\n", words);
    free(words);
    const repeat_options again = {.program = t->call->program, .indent = 8, .width = WIDTH};
    words = report_repeat_command(results, example, one->adapter, &again);
    fprintf(out, "%8s%s\n", "", words);
    free(words);
    fclose(out);
    return all.octets;
}

/* Returns how many lines of the screen the text takes. */
static size_t count_lines(const char *text)
{
    size_t lines = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        lines += length > 0 ? (length + WIDTH - 1) / WIDTH : 1;
        text += length + (text[length] != '\0');
    }
    return lines;
}

/* Writes what a deviation does, after its id. */
static void put_inline_does(FILE *out, const cause *one)
{
    char *does = one->deviation != NULL ? deviation_does(one->deviation) : NULL;
    fprintf(out, "%s%s", does != NULL ? ": " : "", does != NULL ? does : "");
    free(does);
}

void table_put_causes(FILE *out, const uriproof_results *results, const causes *found,
                      size_t adapter)
{
    const cause *first[FIRST_CAUSES];
    size_t count = causes_of_adapter(found, adapter, first, FIRST_CAUSES);
    for (size_t i = 0; i < count; i++) {
        const cause_sighting *own = &first[i]->sightings[adapter];
        uriproof_text_written line;
        FILE *in = uriproof_text_open(&line);
        fprintf(in, "  cause: %zu %s, ", own->count, uriproof_outcomes[first[i]->outcome].name);
        put_class(in, first[i]);
        put_inline_does(in, first[i]);
        fprintf(in, ", such as ");
        put_request(in, &results->cases[own->example].request);
        char *words = words_end(in, &line, (size_t)2 * WIDTH);
        fprintf(out, "%s\n", words);
        free(words);
    }
}

/* ---- Counts ---- */

/* Columns, which several outcomes share. */
static const struct column {
    const char *name;
    unsigned outcomes; /* a bit for each */
} columns[] = {
    {"agree", 1U << URIPROOF_AGREE},
    {"tolerated", 1U << URIPROOF_ACCEPTABLE | 1U << URIPROOF_INCOMPLETE | 1U << URIPROOF_UNDEFINED |
                      1U << URIPROOF_UNVALIDATED | 1U << URIPROOF_SLOW},
    {"differ", 1U << URIPROOF_DIFFER},
    {"lenient", 1U << URIPROOF_LENIENT},
    {"strict", 1U << URIPROOF_STRICT},
    {"no answer", 1U << URIPROOF_CRASH | 1U << URIPROOF_TIMEOUT | 1U << URIPROOF_PROTOCOL_ERROR |
                      1U << URIPROOF_FLAKY},
    {"not asked", 1U << URIPROOF_UNSUPPORTED | 1U << URIPROOF_NOT_RUN},
};

enum { COLUMNS = sizeof columns / sizeof columns[0], NAME_COLUMNS = 18 };

static int width_of(size_t column)
{
    size_t length = strlen(columns[column].name);
    return (int)(length < 6 ? 6 : length) + 1;
}

static void put_name(FILE *out, const uriproof_adapter_results *adapter)
{
    uriproof_text_written name;
    FILE *in = uriproof_text_open(&name);
    put_printable(in, adapter->name);
    char *words = words_end(in, &name, NAME_COLUMNS);
    fprintf(out, "%-*s", NAME_COLUMNS, words);
    free(words);
}

static void put_row(FILE *out, const testing *t, const uriproof_results *results, size_t adapter)
{
    size_t counts[URIPROOF_OUTCOME_COUNT];
    causes_count_outcomes(results, adapter, &t->shown, counts);
    put_name(out, &results->adapters[adapter]);
    for (size_t i = 0; i < COLUMNS; i++) {
        size_t sum = 0;
        for (size_t outcome = 0; outcome < URIPROOF_OUTCOME_COUNT; outcome++)
            sum += (columns[i].outcomes >> outcome & 1U) != 0 ? counts[outcome] : 0;
        fprintf(out, "%*zu", width_of(i), sum);
    }
    fputc('\n', out);
}

/* Prints a row for each of the adapters, of which there may be more than the screen has room for.
 * Returns the number of lines. */
static size_t put_counts(FILE *out, const testing *t, const uriproof_results *results, size_t room)
{
    size_t count = results->adapter_count, rows = count <= room ? count : room - 1;
    fprintf(out, "%-*s", NAME_COLUMNS, "");
    for (size_t i = 0; i < COLUMNS; i++)
        fprintf(out, "%*s", width_of(i), columns[i].name);
    fputc('\n', out);
    for (size_t i = 0; i < rows; i++)
        put_row(out, t, results, i);
    if (rows < count)
        fprintf(out, "and %zu more: --report table has all\n", count - rows);
    return 1 + rows + (rows < count);
}

/* ---- The table ---- */

static size_t screen_lines(void)
{
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row < LEAST_LINES)
        return LEAST_LINES;
    return size.ws_row < MOST_LINES ? size.ws_row : MOST_LINES;
}

/* Prints the causes that there is room for, or all with --causes. */
static void put_causes(FILE *out, const testing *t, const uriproof_results *results,
                       const causes *found, size_t room)
{
    size_t shown = 0, used = 0;
    others *at_hand = others_new(t);
    for (; shown < found->count; shown++) {
        char *lines = cause_lines(t, results, &found->list[shown], at_hand);
        used += count_lines(lines);
        const bool fits = shown == 0 || used <= room || t->all_causes;
        if (fits)
            fputs(lines, out);
        free(lines);
        if (!fits)
            break;
    }
    others_free(at_hand);
    if (shown < found->count)
        fprintf(out, "and %zu more: --causes prints all\n", found->count - shown);
}

/* Writes the line before the causes. */
static void put_caption(FILE *out, const testing *t, size_t count)
{
    const cause_filter *shown = &t->shown;
    if (count == 0)
        fputs("No failures", out);
    else
        fprintf(out, "%zu cause%s of failures, the worst risk first", count, count == 1 ? "" : "s");
    if (shown->op != URIPROOF_OP_COUNT)
        fprintf(out, ", %s", uriproof_ops[shown->op].name);
    if (shown->outcome != URIPROOF_OUTCOME_COUNT)
        fprintf(out, ", %s", uriproof_outcomes[shown->outcome].name);
    if (shown->part != NULL)
        fprintf(out, ", %s", shown->part);
    fputs(count > 0 ? ":\n" : ".\n", out);
}

void table_put(const testing *t, const uriproof_results *results)
{
    causes found = causes_find(results, &t->shown);
    const size_t lines = screen_lines();
    bool has_next = found.count > 0 && !results->has_baseline;
    /* The prompt after it, the two lines about the causes, and what comes next. */
    size_t used = put_counts(stdout, t, results, lines / 4) + 3 + (has_next ? 2 : 0);
    if (results->partial)
        puts("The run was ended early.");
    used += results->partial;
    put_caption(stdout, t, found.count);
    put_causes(stdout, t, results, &found, lines - used);
    if (has_next) {
        const cause *first = &found.list[0];
        fputs("Next: ", stdout);
        table_put_show(stdout, t, results,
                       &results->cases[first->sightings[first->adapter].example]);
        puts("\n      shows what is expected there; --report tap prints all cases.");
    }
    causes_free(&found);
}
