/* SPDX-License-Identifier: MIT */
#include "diff_summary.h"

#include "next_ask.h"
#include "shell.h"
#include "sides.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Rows of the summary, so that it fits a screen. */
enum {
    MOST_ROWS = 18,
    MOST_UNCONFIRMED = 9,
    WIDTH = 80,
    INDENT = 24,
    LEAST_OF_TEXT = 16,
    MOST_OF_TEXT = 160 /* the file of --json has all of it */
};

/* A class, and by what the classes are ordered. */
typedef struct row {
    const export_class *class;
    bool new; /* to the store: somebody has to look at it */
    unsigned rank;
    size_t smaller; /* parsers that are not on the biggest side */
    const char *id;
} row;

/* Orders rows: what is new, then the worst risk, then that on which the parsers are divided most
 * evenly, then that of the most texts. */
static int compare_rows(const void *a, const void *b)
{
    const row *one = a, *other = b;
    if (one->new != other->new)
        return one->new ? -1 : 1;
    if (one->rank != other->rank)
        return one->rank < other->rank ? -1 : 1;
    if (one->smaller != other->smaller)
        return one->smaller > other->smaller ? -1 : 1;
    if (one->class->texts != other->class->texts)
        return one->class->texts > other->class->texts ? -1 : 1;
    const int order = strcmp(one->id, other->id);
    return order != 0 ? order : (int)is_by_the_text(one->class) - (int)is_by_the_text(other->class);
}

/* Returns the classes in the order in which they are printed. The caller frees them. */
static row *rows_of(const diff_summary *s)
{
    const export_class *classes = s->found->classes;
    const size_t count = s->found->count;
    row *rows = calloc(count + 1, sizeof *rows);
    for (size_t i = 0; i < count; i++) {
        const cJSON *shown = classes[i].shown;
        rows[i] = (row){.class = &classes[i],
                        .new = findings_is_new(s->store, &classes[i]) && s->store != NULL,
                        .rank = class_risk_rank(json_string_of(shown, "risk")),
                        .smaller = sides_smaller(shown),
                        .id = json_string_of(shown, "id")};
    }
    if (count > 0)
        qsort(rows, count, sizeof *rows, compare_rows);
    return rows;
}

/* Prints names below a row, after `label`: of each item, or of its member `key`, unless that is
 * NULL. */
static void put_names(const char *label, const cJSON *items, const char *key)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    const cJSON *item = NULL;
    size_t told = 0;
    cJSON_ArrayForEach(item, items)
    {
        const char *name = cJSON_GetStringValue(key != NULL ? json_item(item, key) : item);
        if (name != NULL)
            put_listed(out, &told, name);
    }
    fclose(out);
    put_wrapped(stdout, text.octets, printf("%*s%s", INDENT, "", label), WIDTH);
    free(text.octets);
}

/* Returns who is on a side of the class by design; NULL if no one is. */
static const cJSON *declared_of(const cJSON *shown)
{
    const char *id = json_string_of(shown, "id");
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, json_item(shown, "classes"))
    {
        const char *same = json_string_of(one, "id");
        if (id != NULL && same != NULL && strcmp(id, same) == 0)
            return json_item(one, "declared");
    }
    return NULL;
}

/* Returns the mark of a class: it is not confirmed, or is new to the store. */
static char mark_of(const row *one)
{
    return one->class->again != SHOWN_AGAIN ? '?' : one->new ? '+' : ' ';
}

/* Returns the texts of a question as words of a shell. The caller frees them. */
static char *texts_of(const cJSON *fields)
{
    uriproof_text_written text;
    uriproof_request request;
    FILE *out = uriproof_text_open(&text);
    cJSON *memory = export_request(fields, &request);
    put_shell_octets(out, request.field[0]);
    if (uriproof_present(request.field[1])) {
        fputc(' ', out);
        put_shell_octets(out, request.field[1]);
    }
    fclose(out);
    cJSON_Delete(memory);
    return text.octets;
}

/* Returns the smallest text: of a class that is not confirmed, the one that was seen. */
static const cJSON *example_of(const export_class *one)
{
    return one->again == SHOWN_AGAIN ? json_item(one->shown, "example") : one->seen;
}

/* Prints the smallest text, and in which text of the user's it was seen, if there is room for it.
 */
static void put_texts(const export_class *one)
{
    char *seen = texts_of(one->seen), *example = texts_of(example_of(one));
    const bool other = strcmp(example, seen) != 0;
    fputs(text_cut_inside(example, MOST_OF_TEXT), stdout);
    const int left = WIDTH - INDENT - (int)strlen(example) - (int)strlen("  of ");
    if (other && left >= (strlen(seen) < LEAST_OF_TEXT ? (int)strlen(seen) : LEAST_OF_TEXT))
        printf("  of %s", text_cut_inside(seen, (size_t)left));
    putchar('\n');
    free(example);
    free(seen);
}

/* Prints who is on which side. */
static void put_sides(const cJSON *shown)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    sides_put(out, shown);
    fclose(out);
    put_wrapped(stdout, text.octets, printf("%*s", INDENT, ""), WIDTH);
    free(text.octets);
}

static void put_row(const row *one)
{
    const export_class *class = one->class;
    printf("%c%7zu  %-12s  ", mark_of(one), class->texts,
           is_by_the_text(class) ? "by-the-text" : json_string_of(class->shown, "risk"));
    put_texts(class);
    printf("%*s%s\n", INDENT, "", one->id);
    if (class->again == SHOWN_AGAIN)
        put_sides(class->shown);
    if (json_item(class->shown, "not_explained") != NULL)
        put_names("not as its profile says: ", json_item(class->shown, "not_explained"), NULL);
    if (declared_of(class->shown) != NULL)
        put_names("by design: ", declared_of(class->shown), "parser");
}

size_t diff_summary_asked(const diff_export *e)
{
    size_t count = 0;
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, e->parsers)
    {
        count += json_item(one, "outcome") == NULL;
    }
    return count;
}

/* Lists the parsers that have that outcome in place of answers. */
static void put_absent(const diff_export *e, uriproof_outcome outcome, const char *words)
{
    uriproof_text_written names;
    FILE *out = uriproof_text_open(&names);
    const cJSON *one = NULL;
    size_t told = 0;
    cJSON_ArrayForEach(one, e->parsers)
    {
        const char *is = json_string_of(one, "outcome");
        if (is != NULL && strcmp(is, uriproof_outcomes[outcome].name) == 0)
            put_listed(out, &told, json_string_of(one, "name"));
    }
    fclose(out);
    if (told > 0)
        put_wrapped(stdout, names.octets, printf("%s: ", words), WIDTH);
    free(names.octets);
}

/* Prints the classes that are confirmed so: on a terminal at most `most` of them. Returns how many
 * there are. */
static size_t put_rows(const diff_summary *s, const row *rows, confirmation again, size_t most)
{
    size_t found = 0;
    const bool all = most > 0 && isatty(STDOUT_FILENO) != 1;
    for (size_t i = 0; i < s->found->count; i++)
        if (rows[i].class->again == again && (found++ < most || all))
            put_row(&rows[i]);
    if (found > most && most > 0 && !all)
        printf("and %zu more classes, which are printed if the output goes to a pipe or file\n",
               found - most);
    return found;
}

/* Says how many classes are new to the store, if there is one. */
static void put_new(const diff_summary *s, const row *rows, size_t count)
{
    size_t confirmed = 0, new = 0, by_the_text = 0;
    for (size_t i = 0; i < count; i++) {
        const bool is_shown = rows[i].class->again == SHOWN_AGAIN;
        confirmed += is_shown;
        new += rows[i].new;
        by_the_text += is_shown && is_by_the_text(rows[i].class);
    }
    if (s->store == NULL)
        return;
    printf("%zu class%s: %zu new (+), %zu already judged", confirmed, confirmed == 1 ? "" : "es",
           new, confirmed - new - by_the_text);
    if (by_the_text > 0)
        printf(", %zu by the text of RFC 3986, of no parser", by_the_text);
    putchar('\n');
}

/* Prints the command that asks the same parsers about the example of a class. */
static void put_next(const diff_summary *s, const row *one)
{
    ask_question asked = {.op = class_op_of_id(one->id), .base = uriproof_span_of(s->base)};
    cJSON *memory = export_request(example_of(one->class), &asked.request);
    puts(put_next_ask(s->call, s->parsers, asked)
             ? "      shows who sees what in the first of these."
             : "Next: --json FILE writes these texts whole.");
    cJSON_Delete(memory);
}

/* Tells what is no difference because parsers declare it. */
static void put_excused(const excused_counts *excused)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    const char *before = "declared differences, in so many texts:";
    if (excused->texts > 0)
        printf("on %zu of these only up to what parsers declare\n", excused->texts);
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        for (unsigned way = 0; way < TRANSFORM_COUNT; way++) {
            if (excused->by[i][way] == 0)
                continue;
            fprintf(out, "%s %s %s %zu", before, piece_names[i], transform_names[way],
                    excused->by[i][way]);
            before = ",";
        }
    fclose(out);
    if (text.octets[0] != '\0')
        put_wrapped(stdout, text.octets, 0, WIDTH);
    free(text.octets);
}

/* Prints how many texts were asked, and what came of it. */
static void put_counts(const diff_export *e)
{
    const size_t able = diff_summary_asked(e);
    const bool any = strcmp(json_string_of(e->settings, "by"), "any") == 0;
    const bool chains = cJSON_IsTrue(json_item(e->settings, "chains"));
    printf("%zu text%s, %zu parser%s: ", e->texts, e->texts == 1 ? "" : "s", able,
           able == 1 ? "" : "s");
    if (e->texts > 0 && able < 2 && !chains)
        fputs("nothing was compared", stdout);
    else if (e->texts > 0)
        printf("%s %zu", any ? "all agree on" : "no such difference in", e->agreements);
    else
        fputs("nothing was asked", stdout);
    puts(e->partial ? " (ended early)" : "");
    if (e->unasked > 0)
        printf("not asked of each parser, and no %s: %zu text%s\n",
               chains ? "chain that holds" : "agreement", e->unasked, e->unasked == 1 ? "" : "s");
    if (e->unread > 0)
        printf("not asked, since it is no request or too long: %zu line%s\n", e->unread,
               e->unread == 1 ? "" : "s");
}

void diff_summary_put(const diff_summary *s)
{
    const diff_export *e = s->found;
    const size_t count = e->count;
    row *rows = rows_of(s);
    put_counts(e);
    put_excused(&e->excused);
    put_absent(e, URIPROOF_NOT_RUN, "not started");
    put_absent(e, URIPROOF_UNSUPPORTED, "cannot be asked this");
    put_new(s, rows, count);
    if (count > 0)
        puts("   texts  risk          the smallest text, and the one that it was made of\n"
             "                        the class of the difference, and who is on each side");
    const size_t shown = put_rows(s, rows, SHOWN_AGAIN, MOST_ROWS);
    const size_t waiting = put_rows(s, rows, NOT_LOOKED_FOR, MOST_UNCONFIRMED);
    const size_t fading = put_rows(s, rows, NOT_SHOWN_AGAIN, 0);
    if (waiting > 0)
        printf("?: not confirmed. %s, so %s not count\n",
               e->partial ? "The run ended before new processes were asked"
                          : "New processes of a parser did not answer",
               waiting == 1 ? "it does" : "they do");
    if (fading > 0)
        printf("%zu class%s did not show again in new processes, and do%s not count\n", fading,
               fading == 1 ? "" : "es", fading == 1 ? "es" : "");
    for (size_t i = 0; i < count; i++)
        if (rows[i].class->again == (shown > 0 ? SHOWN_AGAIN : NOT_LOOKED_FOR)) {
            put_next(s, &rows[i]);
            break;
        }
    free(rows);
}
