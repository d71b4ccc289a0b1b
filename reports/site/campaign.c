/* SPDX-License-Identifier: MIT */
/* The page of a campaign: how it was run, its curves, its crashes, and the classes that it found.
 */
#include "pages.h"

#include "curve_chart.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_TYPED = 4000,       /* octets of a command that people copy */
    MOST_OF_ADAPTERS = 1000, /* octets of its options, in each row */
    OPEN_ROWS = 25           /* classes of one risk that are not folded */
};

static const char path[] = "campaign.html", title[] = "Campaign";

/* A class, as all runs have it. */
typedef struct found_class {
    const campaign_class *class; /* of the last run that has it */
    const campaign_class *shown; /* that with the smallest example */
    const recorded_run *run;     /* that has this one */
    size_t texts;                /* in all runs */
    size_t runs;
    bool shown_again;
} found_class;

/* What the page is about. */
typedef struct campaign {
    const recorded_run **runs; /* the last one first */
    size_t run_count;
    found_class *classes; /* the worst risk first */
    size_t class_count;
    size_t *place; /* of each class: its place among those of its risk, from 0 */
} campaign;

/* ---- Runs ---- */

static int by_begin(const void *a, const void *b)
{
    return strcmp((*(const recorded_run *const *)b)->begun,
                  (*(const recorded_run *const *)a)->begun);
}

static void find_runs(const uriproof_results *r, campaign *c)
{
    for (size_t i = 0; i < r->campaign_count; i++)
        for (size_t k = r->campaigns[i].count; k-- > 0;) {
            c->runs = list_grown(c->runs, c->run_count, sizeof *c->runs);
            c->runs[c->run_count++] = &r->campaigns[i].runs[k];
        }
    if (r->campaign_count > 1 && c->runs != NULL)
        qsort(c->runs, c->run_count, sizeof *c->runs, by_begin);
}

/* ---- Classes ---- */

/* A class of one run. */
typedef struct sighting {
    const campaign_class *class;
    size_t run;
} sighting;

/* Orders classes. One of that id that RFC 3986 as printed brings about is another class. */
static int compare_classes(const campaign_class *a, const campaign_class *b)
{
    const int order = strcmp(a->id, b->id);
    return order != 0 ? order : strcmp(a->risk->name, b->risk->name);
}

static int by_id(const void *a, const void *b)
{
    const sighting *x = a, *y = b;
    const int order = compare_classes(x->class, y->class);
    return order != 0 ? order : (x->run > y->run) - (x->run < y->run);
}

static int by_risk(const void *a, const void *b)
{
    const found_class *x = a, *y = b;
    if (x->class->risk->rank != y->class->risk->rank)
        return x->class->risk->rank < y->class->risk->rank ? -1 : 1;
    if (x->class->risk != y->class->risk)
        return strcmp(x->class->risk->name, y->class->risk->name);
    if (x->shown_again != y->shown_again)
        return x->shown_again ? -1 : 1;
    if (x->texts != y->texts)
        return x->texts > y->texts ? -1 : 1;
    return strcmp(x->class->id, y->class->id);
}

static void add_sighting(found_class *to, const recorded_run *run, const campaign_class *class)
{
    const bool first = to->runs++ == 0;
    if (first)
        to->class = class;
    if (first || (class->shown_again != to->shown->shown_again
                      ? class->shown_again
                      : request_is_smaller(&class->example, &to->shown->example))) {
        to->shown = class;
        to->run = run;
    }
    to->texts += class->texts;
    to->shown_again = to->shown_again || class->shown_again;
}

/* Finds each class once, and orders them. */
static void find_classes(campaign *c)
{
    sighting *all = NULL;
    size_t count = 0;
    for (size_t i = 0; i < c->run_count; i++)
        for (size_t k = 0; k < c->runs[i]->class_count; k++) {
            all = list_grown(all, count, sizeof *all);
            all[count++] = (sighting){&c->runs[i]->classes[k], i};
        }
    if (count > 0)
        qsort(all, count, sizeof *all, by_id);
    c->classes = calloc(count + 1, sizeof *c->classes);
    for (size_t i = 0; i < count; i++) {
        const bool is_other = i == 0 || compare_classes(all[i].class, all[i - 1].class) != 0;
        c->class_count += is_other;
        add_sighting(&c->classes[c->class_count - 1], c->runs[all[i].run], all[i].class);
    }
    free(all);
    qsort(c->classes, c->class_count, sizeof *c->classes, by_risk);
    c->place = calloc(c->class_count + 1, sizeof *c->place);
    for (size_t i = 1; i < c->class_count; i++)
        if (c->classes[i].class->risk == c->classes[i - 1].class->risk)
            c->place[i] = c->place[i - 1] + 1;
}

static size_t count_shown_again(const recorded_run *run)
{
    size_t count = 0;
    for (size_t i = 0; i < run->class_count; i++)
        count += run->classes[i].shown_again;
    return count;
}

static size_t count_new(const recorded_run *run)
{
    size_t count = 0;
    for (size_t i = 0; i < run->class_count; i++)
        count += run->classes[i].is_new;
    return count;
}

static size_t count_of_target(const recorded_run *run)
{
    size_t count = 0;
    for (size_t i = 0; i < run->class_count; i++)
        count += run->classes[i].of_target;
    return count;
}

/* Returns true if the target of the run has the parser. */
static bool is_of_target(const recorded_run *run, const char *parser)
{
    for (size_t i = 0; i < run->parser_count; i++)
        if (run->parsers[i].of_target && strcmp(run->parsers[i].name, parser) == 0)
            return true;
    return false;
}

/* ---- A run ---- */

/* Returns the name of a file or folder without what leads to it: the page may be public. */
static const char *base_name(const char *of)
{
    const char *slash = strrchr(of, '/');
    return slash != NULL && slash[1] != '\0' ? slash + 1 : of;
}

/* Writes a path as a word of a shell: a relative one as the command of the run has it, and else the
 * name alone, since the page may be public. */
static void put_path(FILE *out, const char *of)
{
    char *shown = of[0] == '/' ? text_made("./%s", base_name(of)) : strdup(of);
    print_shell_word(out, shown);
    free(shown);
}

/* Returns true if the path of a program can be shown and copied. */
static bool is_program(const char *program)
{
    return program != NULL && strchr(program, '/') != NULL && program[0] != '-' &&
           uriproof_all_printable(uriproof_span_of(program));
}

/* Returns the program of the target, or NULL. */
static const char *program_of(const recorded_run *run)
{
    const char *program = run->engine_count > 0 ? run->engines[0].program : run->target;
    return is_program(program) ? program : NULL;
}

/* Returns the command that starts the run again; NULL if it is not one of `uriproof fuzz`, or not
 * one that can be shown and copied. The caller frees it. */
static char *command_of(const recorded_run *run)
{
    uriproof_text_written text;
    const cJSON *program = run->command->child, *word = NULL;
    const cJSON *verb = program != NULL ? program->next : NULL;
    if (verb == NULL || strcmp(base_name(program->valuestring), "uriproof") != 0 ||
        strcmp(verb->valuestring, "fuzz") != 0)
        return NULL;
    bool good = true;
    FILE *out = uriproof_text_open(&text);
    fputs("uriproof", out);
    for (word = verb; word != NULL; word = word->next) {
        good = good && uriproof_all_printable(uriproof_span_of(word->valuestring));
        fputc(' ', out);
        print_shell_word(out, word->valuestring);
    }
    fclose(out);
    if (good && text.length <= MOST_TYPED)
        return text.octets;
    free(text.octets);
    return NULL;
}

static void put_command(const page *p, const recorded_run *run)
{
    char *command = command_of(run);
    if (command == NULL) {
        fputs("<p>The command of this run cannot be shown: it is no plain text, is too long, or is "
              "not one of <code>uriproof fuzz</code>.</p>\n",
              p->out);
        return;
    }
    fputs("<p>The command of this run. Called again in the same folder, it goes on with what is in "
          "its <code>--corpus</code>; elsewhere it begins anew.</p>\n<pre><code>",
          p->out);
    report_text(p->out, REPORT_XML, command);
    fputs("</code></pre>\n", p->out);
    free(command);
}

/* Writes how many there were in a second, until the end of the curve. */
static void put_rate(const page *p, size_t count, const campaign_curve *curve)
{
    const size_t ms = curve->count > 0 ? curve->points[curve->count - 1].milliseconds : 0;
    if (ms > 0)
        fprintf(p->out, " (%.0f a second)", (double)count * 1000 / (double)ms);
}

static void put_number(const page *p, const char *name, size_t number)
{
    fprintf(p->out, "<div><dt>%s</dt><dd>%zu</dd></div>\n", name, number);
}

static void put_words(const page *p, const char *name, const char *words)
{
    fprintf(p->out, "<div><dt>%s</dt><dd>", name);
    page_name(p, "", words);
    fputs("</dd></div>\n", p->out);
}

static void put_facts(const page *p, const recorded_run *run)
{
    fputs("<dl class=\"facts\">\n", p->out);
    put_words(p, "target", run->target != NULL ? base_name(run->target) : "none");
    put_words(p, "begun", run->begun);
    const bool unfinished = strcmp(run->ended_by, "unfinished") == 0;
    put_words(p, unfinished ? "last recorded" : "ended", run->ended);
    put_words(p, "ended by", unfinished ? "nothing: it was killed, or goes on" : run->ended_by);
    put_number(p, "seed", run->seed);
    put_number(p, "jobs", run->jobs);
    put_words(p, "uriproof", run->uriproof);
    fprintf(p->out, "<div><dt>executions of the target</dt><dd>%zu", run->executions);
    put_rate(p, run->executions, &run->of_target);
    fputs("</dd></div>\n", p->out);
    put_number(p, "edges of its code", run->edges);
    fprintf(p->out, "<div><dt>texts that the parsers were asked</dt><dd>%zu", run->texts);
    put_rate(p, run->texts, &run->of_parsers);
    fputs("</dd></div>\n", p->out);
    put_number(p, "texts in the corpus at the end", run->corpus);
    fprintf(p->out,
            "<div><dt>classes</dt><dd>%zu, of which new processes showed %zu again; %zu new",
            run->class_count, count_shown_again(run), count_new(run));
    if (count_of_target(run) > 0)
        fprintf(p->out, "; in %zu a parser of the target stands apart", count_of_target(run));
    fputs("</dd></div>\n</dl>\n", p->out);
}

static void put_engines(const page *p, const recorded_run *run)
{
    if (run->engine_count == 0) {
        fputs("<p>No engine: texts were made of others without one.</p>\n", p->out);
        return;
    }
    page_begin_table(p, "Engines", "", NULL);
    page_column(p, "engine", "");
    page_column(p, "compiler", "");
    page_column(p, "program", "");
    page_number_column(p, "processes", "");
    page_number_column(p, "starts", "");
    page_number_column(p, "executions", "");
    page_number_column(p, "edges", "");
    page_begin_rows(p);
    for (size_t i = 0; i < run->engine_count; i++) {
        const campaign_engine *one = &run->engines[i];
        page_name(p, "<tr><td>", one->name);
        page_name(p, " ", one->version != NULL ? one->version : "");
        page_name(p, "</td><td>", one->compiler != NULL ? one->compiler : "not known");
        page_name(p, "</td><td>", base_name(one->program));
        fprintf(
            p->out,
            "</td><td class=\"num\">%zu</td><td class=\"num\">%zu</td><td class=\"num\">%zu</td>"
            "<td class=\"num\">%zu</td></tr>\n",
            one->processes, one->starts, one->executions, one->edges);
    }
    page_end_table(p);
}

/* Writes a parser with its version, as a link if it has a page. */
static void put_parser(const page *p, const campaign_parser *one)
{
    const uriproof_results *r = p->site->results;
    size_t i = 0;
    while (i < r->adapter_count && strcmp(r->adapters[i].name, one->name) != 0)
        i++;
    fputs("<li>", p->out);
    if (i < r->adapter_count)
        page_link_parser(p, i, site_first_dialect(p->site, i));
    else
        page_name(p, "", one->name);
    page_name(p, " <span class=\"muted\">", one->version != NULL ? one->version : "");
    page_text(p, one->outcome != NULL ? " " : "", one->outcome != NULL ? one->outcome : "");
    if (one->of_target) {
        fputs(" (of the target", p->out);
        page_name(p, one->build != NULL ? ", " : "", one->build != NULL ? one->build : "");
        fputc(')', p->out);
    }
    fputs("</span></li>\n", p->out);
}

/* Returns the first parser of the target that was asked, or NULL. */
static const char *parser_of_target(const recorded_run *run)
{
    for (size_t i = 0; i < run->parser_count; i++)
        if (run->parsers[i].of_target && run->parsers[i].outcome == NULL)
            return run->parsers[i].name;
    return NULL;
}

/* Returns the store that the command of the run names, or NULL. */
static const char *store_of(const recorded_run *run)
{
    static const char option[] = "--store";
    const size_t length = strlen(option);
    const cJSON *word = NULL;
    cJSON_ArrayForEach(word, run->command)
    {
        if (strcmp(word->valuestring, option) == 0 && word->next != NULL)
            return word->next->valuestring;
        if (strncmp(word->valuestring, option, length) == 0 && word->valuestring[length] == '=')
            return word->valuestring + length + 1;
    }
    return NULL;
}

/* Writes the command that lists the classes of a parser of the target, if it can be copied. */
static void put_list_command(const page *p, const recorded_run *run)
{
    uriproof_text_written text;
    const char *parser = parser_of_target(run), *kept = store_of(run);
    if (parser == NULL || kept == NULL || count_of_target(run) == 0 ||
        !uriproof_all_printable(uriproof_span_of(parser)) ||
        !uriproof_all_printable(uriproof_span_of(kept)) ||
        strlen(parser) + strlen(kept) > MOST_TYPED)
        return;
    FILE *out = uriproof_text_open(&text);
    fputs("uriproof findings list --store ", out);
    print_shell_word(out, base_name(kept));
    fputs(" --parser ", out);
    print_shell_word(out, parser);
    fclose(out);
    fputs("<p>To list the classes in which a parser of the target stands apart:</p>\n<pre><code>",
          p->out);
    report_text(p->out, REPORT_XML, text.octets);
    fputs("</code></pre>\n", p->out);
    free(text.octets);
}

static void put_parsers(const page *p, const recorded_run *run)
{
    fprintf(p->out, "<p>%zu parsers:</p>\n<ul class=\"partners\">\n", run->parser_count);
    for (size_t i = 0; i < run->parser_count; i++)
        put_parser(p, &run->parsers[i]);
    fputs("</ul>\n", p->out);
    put_list_command(p, run);
}

static void put_curves(const page *p, const recorded_run *run)
{
    if (run->of_target.count + run->of_parsers.count == 0)
        return;
    fputs("<div class=\"curves\">\n", p->out);
    chart_put(p, &run->of_target,
              "Classes that the target itself counts, in all runs of its folder", "executions");
    chart_put(p, &run->of_parsers, "Classes that all parsers showed when they were asked",
              "texts asked");
    fputs("</div>\n", p->out);
}

/* Writes the command that runs the target on the file of a crash, if it can be copied. */
static void put_replay(const page *p, const recorded_run *run, const campaign_crash *one)
{
    uriproof_text_written text;
    const char *program = one->program != NULL ? one->program : program_of(run);
    if (!is_program(program) || one->example[0] == '-' ||
        !uriproof_all_printable(uriproof_span_of(one->example)) ||
        strlen(program) + strlen(one->example) > MOST_TYPED)
        return;
    const bool cut = program[0] == '/' || one->example[0] == '/';
    FILE *out = uriproof_text_open(&text);
    put_path(out, program);
    fputc(' ', out);
    put_path(out, one->example);
    fclose(out);
    fprintf(p->out, "<p>To replay it%s:</p>\n<pre><code>",
            cut ? ", with the folders of these files" : "");
    report_text(p->out, REPORT_XML, text.octets);
    fputs("</code></pre>\n", p->out);
    free(text.octets);
}

static void put_crash(const page *p, const recorded_run *run, const campaign_crash *one)
{
    const cJSON *frame = NULL;
    const bool hangs = one->kind != NULL && strcmp(one->kind, "hang") == 0;
    page_name(p, hangs ? "<article><h4>Hang: " : "<article><h4>",
              one->summary[0] != '\0' ? one->summary : "A crash");
    fputs("</h4>\n", p->out);
    if (one->frames->child != NULL) {
        fputs("<p>The stack begins with:</p>\n<ol>\n", p->out);
        cJSON_ArrayForEach(frame, one->frames)
        {
            page_name(p, "<li><code>", frame->valuestring);
            fputs("</code></li>\n", p->out);
        }
        fputs("</ol>\n", p->out);
    }
    fprintf(p->out, "<p class=\"muted\">%zu text%s. The smallest: <code>", one->files,
            one->files == 1 ? "" : "s");
    page_name(p, "", base_name(one->example));
    page_name(p, "</code>. Stack <code>", one->stack);
    fputs("</code></p>\n", p->out);
    if (one->text != NULL) {
        page_name(p, "<p>Its text: <code>", one->text);
        fputs("</code></p>\n", p->out);
    }
    put_replay(p, run, one);
    fputs("</article>\n", p->out);
}

/* Says how many files of crashes are in none of the crashes. */
static void put_other_files(const page *p, const recorded_run *run)
{
    if (run->crash_files_passed > 0)
        fprintf(p->out, "<p>At %zu file%s the target neither crashed nor hung again.</p>\n",
                run->crash_files_passed, run->crash_files_passed == 1 ? "" : "s");
    if (run->crash_files_left_out > 0)
        fprintf(p->out, "<p>%zu file%s of crashes or hangs %s not looked at.</p>\n",
                run->crash_files_left_out, run->crash_files_left_out == 1 ? "" : "s",
                run->crash_files_left_out == 1 ? "was" : "were");
}

static void put_crashes(const page *p, const recorded_run *run)
{
    if (run->engine_count == 0)
        return;
    put_other_files(p, run);
    if (run->crash_count == 0) {
        if (run->crash_files_passed + run->crash_files_left_out == 0)
            fputs("<p>The target did not crash or hang.</p>\n", p->out);
        return;
    }
    fprintf(p->out, "<h3>%zu crash%s or hang%s of the target, told apart by stack</h3>\n",
            run->crash_count, run->crash_count == 1 ? "" : "es", run->crash_count == 1 ? "" : "s");
    for (size_t i = 0; i < run->crash_count; i++)
        put_crash(p, run, &run->crashes[i]);
}

/* Writes a run; all but the last one are folded. */
static void put_run(const page *p, const campaign *c, size_t number)
{
    const recorded_run *run = c->runs[number];
    const bool folded = number > 0;
    if (folded)
        fprintf(p->out, "<details><summary>Run %zu of %zu, ", c->run_count - number, c->run_count);
    else if (c->run_count > 1)
        fprintf(p->out, "<h2>The last of %zu runs, ", c->run_count);
    else
        fputs("<h2>The run, ", p->out);
    page_text(p, "", run->begun);
    fputs(folded ? "</summary>\n" : "</h2>\n", p->out);
    put_facts(p, run);
    put_curves(p, run);
    put_engines(p, run);
    put_parsers(p, run);
    put_command(p, run);
    put_crashes(p, run);
    fputs(folded ? "</details>\n" : "", p->out);
}

/* ---- A class ---- */

/* Writes who sees what; the parsers of the target stand out. */
static void put_sides(const page *p, const found_class *one)
{
    const cJSON *name = NULL;
    for (size_t i = 0; i < one->shown->side_count; i++) {
        const campaign_side *side = &one->shown->sides[i];
        page_name(p, i > 0 ? "<br><code>" : "<code>", side->sees);
        fputs("</code>: ", p->out);
        cJSON_ArrayForEach(name, side->parsers)
        {
            const bool own = is_of_target(one->run, name->valuestring);
            fputs(name != side->parsers->child ? ", " : "", p->out);
            page_name(p, own ? "<strong>" : "", name->valuestring);
            fputs(own ? "</strong>" : "", p->out);
        }
    }
    fputs(one->shown->side_count == 0 ? "<span class=\"muted\">not known</span>" : "", p->out);
}

/* Returns the word of the run's command that gives the parser as NAME=COMMAND, or NULL. */
static const char *given_command(const recorded_run *run, const char *parser)
{
    static const char option[] = "--adapter=";
    const size_t length = strlen(parser), before = strlen(option);
    const cJSON *word = NULL;
    cJSON_ArrayForEach(word, run->command)
    {
        const bool joined = strncmp(word->valuestring, option, before) == 0;
        const char *value = word->valuestring + (joined ? before : 0);
        if (strncmp(value, parser, length) == 0 && value[length] == '=' &&
            uriproof_all_printable(uriproof_span_of(value)))
            return value;
    }
    return NULL;
}

/* Writes how ask reaches the parser of the run. Returns false if ask knows it by its name. */
static bool put_adapter(FILE *out, const recorded_run *run, const char *parser)
{
    const char *given = given_command(run, parser);
    const bool own = is_of_target(run, parser) && program_of(run) != NULL;
    uriproof_text_written text;
    FILE *words = uriproof_text_open(&text);
    fputs(given != NULL ? given : parser, words);
    if (given == NULL && own) {
        fputc('=', words);
        put_path(words, program_of(run));
        fputs(" --uriproof-serve=", words);
        print_shell_word(words, parser);
    } else if (given == NULL && strcmp(parser, "rfc3986-reference") == 0) {
        fputs("=uriproof serve --dialect rfc3986", words);
    }
    fclose(words);
    fputs(" --adapter ", out);
    print_shell_word(out, text.octets);
    free(text.octets);
    return given != NULL || own;
}

/* Returns the options with which ask asks those who are on a side of the class: it does not know
 * parsers of a target, or those of the caller. Returns NULL if it knows all, or if they are too
 * long. The caller frees it. */
static char *adapters_of(const found_class *one)
{
    uriproof_text_written text;
    const cJSON *name = NULL;
    bool any = false, good = true;
    FILE *out = uriproof_text_open(&text);
    for (size_t i = 0; i < one->shown->side_count; i++)
        cJSON_ArrayForEach(name, one->shown->sides[i].parsers)
        {
            good = good && name->valuestring[0] != '-' &&
                   uriproof_all_printable(uriproof_span_of(name->valuestring));
            any = put_adapter(out, one->run, name->valuestring) || any;
        }
    fclose(out);
    if (any && good && text.length <= MOST_OF_ADAPTERS)
        return text.octets;
    free(text.octets);
    return NULL;
}

static void put_class(const page *p, const campaign *c, const found_class *one)
{
    const char *id = one->class->id;
    char *words = report_difference_words(id, URIPROOF_AGREE);
    const bool by_the_text = one->class->risk != class_risk_of_id(id);
    char *adapters = adapters_of(one);
    char *finding = by_the_text ? NULL : site_finding_file(p->site, id);
    page_text(p, "<tr><td>", words);
    if (finding != NULL) {
        fputs(" (<a href=\"", p->out);
        page_way(p, finding);
        fputs("\">the finding</a>)", p->out);
    }
    page_name(p, "<br><span class=\"muted\">", id);
    fputs("</span></td><td>", p->out);
    page_request(p, &(uriproof_case){.op = one->shown->example.op, .request = one->shown->example});
    page_ask(p, "<br>",
             &(ask_question){
                 .op = class_op_of_id(id), .request = one->shown->example, .options = adapters});
    free(adapters);
    fputs("</td><td>", p->out);
    put_sides(p, one);
    fprintf(p->out, "</td><td class=\"num\">%zu</td><td>%s</td><td>%s</td>", one->texts,
            one->shown_again ? "yes" : "<strong>no</strong>", one->class->is_new ? "yes" : "no");
    if (c->run_count > 1)
        fprintf(p->out, "<td class=\"num\">%zu</td>", one->runs);
    fputs("</tr>\n", p->out);
    free(words);
}

static void begin_classes(const page *p, const campaign *c, const found_class *one)
{
    page_begin_table(p, report_risk_words(one->class->risk), "found-classes", NULL);
    page_column(p, "what differs", "");
    page_column(p, "smallest text, and how to ask it", "");
    page_column(p, "who sees what", "");
    page_number_column(p, "texts", "");
    page_column(p, "shown again", "");
    page_column(p, "new", "");
    if (c->run_count > 1)
        page_number_column(p, "runs", "");
    page_begin_rows(p);
}

/* Returns how many classes from `first` on are of its risk. */
static size_t count_of_risk(const campaign *c, size_t first)
{
    size_t last = first;
    while (last + 1 < c->class_count && c->place[last + 1] > c->place[last])
        last++;
    return c->place[last] + 1;
}

static void put_risk(const page *p, const campaign *c, size_t first)
{
    const class_risk *risk = c->classes[first].class->risk;
    const size_t count = count_of_risk(c, first);
    fprintf(p->out, "<h3>%s: %zu class%s</h3>\n<p>Risk: %s.</p>\n", report_risk_words(risk), count,
            count == 1 ? "" : "es", risk->about);
}

/* Writes classes from `first` on, up to `end`, which are on one part of the page. */
static void put_classes(const page *p, const campaign *c, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        const bool opens = c->place[i] == 0, folds = c->place[i] == OPEN_ROWS;
        const bool is_last = i + 1 == end || c->place[i + 1] == 0;
        const bool folded = c->place[i] >= OPEN_ROWS;
        if (opens || (i == first && !folded))
            put_risk(p, c, i - c->place[i]);
        if (folded && (folds || i == first))
            fprintf(p->out, "<details><summary>%s: %s</summary>\n",
                    report_risk_words(c->classes[i].class->risk), folds ? "the others" : "more");
        if (opens || folds || i == first)
            begin_classes(p, c, &c->classes[i]);
        put_class(p, c, &c->classes[i]);
        if (is_last || c->place[i + 1] == OPEN_ROWS)
            page_end_table(p);
        if (is_last && folded)
            fputs("</details>\n", p->out);
    }
}

/* ---- The page ---- */

static void put_introduction(const page *p, const campaign *c, size_t part_of_classes)
{
    fprintf(p->out,
            "<p>%zu class%s of differences between parsers, found in %zu run%s with texts made of "
            "others. A class is no fault by itself: two parsers part there, and either can be "
            "right. The harm takes two: one that checks a text, and one that uses it.</p>\n",
            c->class_count, c->class_count == 1 ? "" : "es", c->run_count,
            c->run_count == 1 ? "" : "s");
    if (c->class_count == 0)
        return;
    fputs("<p><a href=\"", p->out);
    page_way(p, site_part_file(path, part_of_classes));
    fputs("#classes\">The classes</a> come after the runs, the worst risk first. A class that new "
          "processes did not show again may come from what a process was asked "
          "before. The command in each row asks the parsers about the text. Parsers in bold are "
          "the target's.</p>\n",
          p->out);
}

/* Writes an item of the page: first come the runs, then the classes. */
static void put_item(const page *p, const void *self, size_t number)
{
    const campaign *c = self;
    if (number < c->run_count)
        put_run(p, c, number);
    else
        put_class(p, c, &c->classes[number - c->run_count]);
}

static void write_part(site *s, const campaign *c, const size_t *parts, size_t part)
{
    const size_t items = c->run_count + c->class_count;
    page p = page_begin_part(s, PAGE_CAMPAIGN, path, title, part, parts[items - 1] + 1);
    size_t first = 0, end;
    if (part == 0)
        put_introduction(&p, c, parts[c->class_count > 0 ? c->run_count : 0]);
    while (parts[first] < part)
        first++;
    for (end = first; end < items && parts[end] == part; end++)
        if (end < c->run_count)
            put_run(&p, c, end);
    first = first > c->run_count ? first - c->run_count : 0;
    end = end > c->run_count ? end - c->run_count : 0;
    if (end > first)
        fprintf(p.out, "<h2%s>Classes, the worst risk first</h2>\n",
                first == 0 ? " id=\"classes\"" : "");
    put_classes(&p, c, first, end);
    page_end(&p);
}

void site_write_campaign(site *s)
{
    campaign c = {.runs = NULL};
    if (s->results->campaign_count == 0)
        return;
    find_runs(s->results, &c);
    find_classes(&c);
    size_t *parts = page_divide(s, c.run_count + c.class_count, put_item, &c);
    for (size_t part = 0; part <= parts[c.run_count + c.class_count - 1]; part++)
        write_part(s, &c, parts, part);
    free(parts);
    free(c.runs);
    free(c.classes);
    free(c.place);
}
