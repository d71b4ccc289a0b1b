/* SPDX-License-Identifier: MIT */
/* The page of findings: what each is, who sees what, and which partner it takes. */
#include "pages.h"

#include "../findings_file.h"

#include <stdlib.h>
#include <string.h>

enum { DATE = 10 }; /* the characters of a date, with which a time begins */

static const char path[] = "findings.html", title[] = "Findings";

/* ---- Partners ---- */

static bool is_by_design(const findings_entry *one, size_t a, size_t b)
{
    const cJSON *pair = NULL;
    cJSON_ArrayForEach(pair, one->by_design)
    {
        const cJSON *groups = json_item(pair, "groups");
        const size_t first = (size_t)cJSON_GetArrayItem(groups, 0)->valuedouble;
        const size_t second = (size_t)cJSON_GetArrayItem(groups, 1)->valuedouble;
        if ((first == a && second == b) || (first == b && second == a))
            return true;
    }
    return false;
}

static size_t count_asked(const findings_entry *one)
{
    size_t asked = 0;
    for (size_t i = 0; i < one->group_count; i++)
        asked += reply_is_answer(&one->groups[i].reply);
    return asked;
}

/* Returns true if the finding is between the two groups. Of more than two, some may differ in
 * another way: their class says so. */
static bool are_partners(const findings_entry *one, size_t a, size_t b)
{
    static const transform_set none = {.declared = {0}};
    const reply *of_a = &one->groups[a].reply, *of_b = &one->groups[b].reply;
    answer_class class;
    char id[CLASS_ID_ROOM];
    if (a == b || !reply_is_answer(of_a) || !reply_is_answer(of_b) || is_by_design(one, a, b))
        return false;
    if (count_asked(one) == 2)
        return true;
    if (!class_between(&one->example, of_a, &none, of_b, &none, &class))
        return false;
    class_id(&class, id);
    return strcmp(id, one->id) == 0;
}

/* ---- Who sees what ---- */

/* Writes a parser with the version that it had. */
static void put_parser(const page *p, const findings_entry *one, const char *name)
{
    const cJSON *parser = NULL;
    page_name(p, "", name);
    cJSON_ArrayForEach(parser, one->versions)
    {
        const char *version = json_string_of(parser, "version");
        if (strcmp(json_string_of(parser, "name"), name) == 0 && version != NULL)
            page_name(p, " <span class=\"muted\">", version);
        if (strcmp(json_string_of(parser, "name"), name) == 0 && version != NULL)
            fputs("</span>", p->out);
    }
}

static void put_parsers(const page *p, const findings_entry *one, const cJSON *names)
{
    const cJSON *name = NULL;
    cJSON_ArrayForEach(name, names)
    {
        fputs(name != names->child ? ", " : "", p->out);
        put_parser(p, one, name->valuestring);
    }
}

static void put_partners(const page *p, const findings_entry *one, size_t group)
{
    const char *between = "";
    for (size_t i = 0; i < one->group_count; i++) {
        const cJSON *name = NULL;
        if (!are_partners(one, group, i))
            continue;
        cJSON_ArrayForEach(name, one->groups[i].parsers)
        {
            page_name(p, between, name->valuestring);
            between = ", ";
        }
    }
    fputs(*between == '\0' ? "<span class=\"muted\">none here</span>" : "", p->out);
}

/* Writes the specifications by which the answer is not wrong. */
static void put_right(const page *p, const findings_group *group)
{
    const cJSON *dialect = NULL;
    const char *between = "";
    cJSON_ArrayForEach(dialect, group->by_dialect)
    {
        const char *says = dialect->valuestring;
        if (strcmp(says, "wrong") == 0 || strcmp(says, "not-asked") == 0)
            continue;
        page_name(p, between, dialect->string);
        page_text(p, strcmp(says, "right") == 0 ? "" : " (",
                  strcmp(says, "right") == 0 ? "" : says);
        fputs(strcmp(says, "right") == 0 ? "" : ")", p->out);
        between = ", ";
    }
}

static void put_group(const page *p, const findings_entry *one, size_t number)
{
    const findings_group *group = &one->groups[number];
    char *words = uriproof_answer_describe(group->answer);
    page_text(p, "<tr><td><code>", group->outcome != NULL ? group->outcome : words);
    fputs("</code></td><td>", p->out);
    put_parsers(p, one, group->parsers);
    fputs("</td><td>", p->out);
    put_right(p, group);
    fputs("</td>", p->out);
    if (one->broken_by == NULL) {
        fputs("<td>", p->out);
        put_partners(p, one, number);
        fputs("</td>", p->out);
    }
    fputs("</tr>\n", p->out);
    free(words);
}

/* Writes who is in the class by design. */
static void put_declared(const page *p, const findings_entry *one)
{
    const cJSON *who = NULL, *transform = NULL;
    cJSON_ArrayForEach(who, one->declared)
    {
        const cJSON *transforms = json_item(who, "transforms");
        page_name(p, "<p>By design: ", json_string_of(who, "parser"));
        fputs(" declares", p->out);
        cJSON_ArrayForEach(transform, transforms)
        {
            page_text(p, transform != transforms->child ? ", " : " ", transform->valuestring);
        }
        fputs(".</p>\n", p->out);
    }
}

static void put_groups(const page *p, const findings_entry *one)
{
    page_begin_table(p, "Who sees what", "", NULL);
    page_column(p, "what they see", "");
    page_column(p, "parsers", "");
    page_column(p, "not wrong by", "");
    if (one->broken_by == NULL)
        page_column(p, "the partner that it takes", "");
    page_begin_rows(p);
    for (size_t i = 0; i < one->group_count; i++)
        put_group(p, one, i);
    page_end_table(p);
    put_declared(p, one);
    if (one->does != NULL && one->deviates != NULL) {
        fputs("<p>", p->out);
        put_parsers(p, one, one->deviates);
        page_text(p, ": ", one->does);
        fputs(".</p>\n", p->out);
    }
    if (one->not_explained != NULL) {
        fputs("<p>Not as its profile says: ", p->out);
        put_parsers(p, one, one->not_explained);
        fputs(".</p>\n", p->out);
    }
    if (one->broken_by == NULL)
        return;
    fputs("<p>It takes no partner. Who contradicts itself: ", p->out);
    put_parsers(p, one, one->broken_by);
    fputs("</p>\n", p->out);
}

/* ---- The command ---- */

/* Writes the command that asks the example again. */
static void put_command(const page *p, const findings_entry *one)
{
    const bool is_handed = uriproof_present(one->handed.field[0]) && one->group_count > 0;
    ask_question question = {.op = one->op, .request = one->example, .base = one->base};
    if (is_handed)
        question.through = one->groups[0].parsers->child->valuestring;
    if (page_ask(p, "<p>To repeat: ", &question))
        fputs("</p>\n", p->out);
}

/* ---- The page ---- */

static void put_facts(const page *p, const findings_entry *one)
{
    const class_risk *risk = class_risk_of_id(one->id);
    fprintf(p->out, "<p>Risk: %s", risk->about);
    if (one->weakness != NULL)
        page_text(p, " (", one->weakness);
    page_text(p, one->weakness != NULL ? "). State: " : ". State: ", one->state);
    fputs(".", p->out);
    if (one->note != NULL)
        page_text(p, " Note: ", one->note);
    fprintf(p->out, "</p>\n<p class=\"muted\">%zu text%s, first seen ", one->texts,
            one->texts == 1 ? " shows it" : "s show it");
    char *dates = text_made("%.*s, last seen %.*s", DATE, one->first_seen, DATE, one->last_seen);
    page_text(p, "", dates);
    fputs(".</p>\n", p->out);
    free(dates);
}

static void put_finding(const page *p, const findings_entry *one, size_t number)
{
    char *words = report_difference_words(one->id, URIPROOF_AGREE);
    fprintf(p->out, "<article id=\"f%zu\"><h3>%zu. %s. ", number, number,
            report_risk_words(class_risk_of_id(one->id)));
    page_text(p, "", words);
    fputs("</h3>\n<p>Example: ", p->out);
    free(words);
    page_request(p, &(uriproof_case){.op = one->example.op, .request = one->example});
    if (uriproof_present(one->handed.field[0])) {
        fputs(". The first parsers hand on its normal form, which the others see: ", p->out);
        page_octets(p, one->handed.field[0]);
    }
    fputs("</p>\n", p->out);
    put_facts(p, one);
    put_groups(p, one);
    put_command(p, one);
    page_name(p, "<p class=\"muted\">Class <code>", one->id);
    fputs("</code></p>\n</article>\n", p->out);
}

static void put_introduction(const page *p, const findings_file *file)
{
    fprintf(p->out,
            "<p>%zu finding%s of runs that compare parsers, the worst risk first. A parser can be "
            "right and still be here: then its partner is wrong, or the specification leaves the "
            "choice. The harm takes two: one that checks a text, and one that uses it.</p>\n",
            file->count, file->count == 1 ? "" : "s");
    if (file->left_out > 0)
        fprintf(p->out,
                "<p>%zu more %s left out: %s new, or the maintainers have not been told.</p>\n",
                file->left_out, file->left_out == 1 ? "is" : "are",
                file->left_out == 1 ? "it is" : "they are");
    fputs("<h2 id=\"all\">All, the worst risk first</h2>\n", p->out);
}

static void put_item(const page *p, const void *file, size_t number)
{
    put_finding(p, &((const findings_file *)file)->entries[number], number + 1);
}

void site_divide_findings(site *s)
{
    const findings_file *file = s->results->findings;
    if (file != NULL)
        s->finding_part = page_divide(s, file->count, put_item, file);
}

char *site_finding_file(const site *s, const char *id)
{
    const findings_file *file = s->results->findings;
    for (size_t i = 0; file != NULL && i < file->count; i++)
        if (strcmp(file->entries[i].id, id) == 0) {
            char *part = site_part_file(path, s->finding_part[i]);
            char *found = text_made("%s#f%zu", part, i + 1);
            free(part);
            return found;
        }
    return NULL;
}

void site_write_findings(site *s)
{
    const findings_file *file = s->results->findings;
    if (file == NULL)
        return;
    const size_t *parts = s->finding_part;
    const size_t count = file->count > 0 ? parts[file->count - 1] + 1 : 1;
    for (size_t part = 0, i = 0; part < count; part++) {
        page p = page_begin_part(s, PAGE_FINDINGS, path, title, part, count);
        if (part == 0)
            put_introduction(&p, file);
        else
            fputs("<h2>More findings</h2>\n", p.out);
        for (; i < file->count && parts[i] == part; i++)
            put_finding(&p, &file->entries[i], i + 1);
        page_end(&p);
    }
}
