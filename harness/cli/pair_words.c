/* SPDX-License-Identifier: MIT */
#include "pair_words.h"

#include "asked.h"
#include "next_ask.h"
#include "shell.h"

#include "reports.h"
#include "json/json.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80 };

static const char *name_of(const pair_words *w, size_t member)
{
    return w->parsers->members[member].name;
}

/* What RFC 3986 says of the part of a text. */
typedef struct said {
    bool accepts;
    uriproof_refusal refusal; /* if it rejects the text */
    uri_pieces pieces;
    bool as[PAIR_MEMBERS]; /* it sees what this parser sees */
} said;

static uriproof_span text_of(const pair_finding *f)
{
    return (uriproof_span){f->text.octets, f->text.length};
}

static const reply *reply_to(const pair_finding *f, size_t member)
{
    return member == PAIR_CHECKER ? &f->checker : &f->fetcher;
}

static said said_of(const pair_words *w, const pair_finding *f)
{
    static const uriproof_readings defaults = {{0}};
    said s = {.accepts = false};
    uriproof_parts parts = {.has_components = false};
    s.accepts = uriproof_dialect_named("rfc3986")->parse(text_of(f), &defaults, &parts, &s.refusal);
    if (!s.accepts)
        return s;
    s.pieces = parts_pieces(&parts);
    for (size_t m = 0; m < PAIR_MEMBERS; m++) {
        transform_set allowed = panel_hello(w->panel, m)->transforms;
        if (f->part->is_declared)
            allowed = (transform_set){{0}};
        if (f->part->is_declared || (f->way == PAIR_NORMAL && m == PAIR_FETCHER))
            class_allow_spellings(&allowed);
        s.as[m] = piece_same(f->part->piece, &s.pieces, &reply_to(f, m)->pieces,
                             allowed.declared[f->part->piece]);
    }
    return s;
}

/* ---- For people ---- */

static void put_value(FILE *out, uriproof_span value)
{
    if (!uriproof_present(value)) {
        fputs("none", out);
        return;
    }
    fputc('"', out);
    print_octets(out, value);
    fputc('"', out);
}

static void put_said(const pair_words *w, const pair_finding *f)
{
    const said s = said_of(w, f);
    fputs("    RFC 3986: ", stdout);
    if (!s.accepts) {
        printf("rejects the text (%s)\n", s.refusal.clause);
        return;
    }
    put_value(stdout, s.pieces.at[f->part->piece]);
    const bool both = s.as[PAIR_CHECKER] && s.as[PAIR_FETCHER];
    const bool neither = !s.as[PAIR_CHECKER] && !s.as[PAIR_FETCHER];
    printf(", as %s\n", both      ? "both"
                        : neither ? "neither"
                                  : name_of(w, s.as[PAIR_CHECKER] ? PAIR_CHECKER : PAIR_FETCHER));
}

/* Prints what both see. */
static void put_seen(const pair_words *w, const pair_finding *f)
{
    for (size_t m = 0; m < PAIR_MEMBERS; m++) {
        printf(m == PAIR_CHECKER ? "%s: " : "; %s: ", name_of(w, m));
        put_value(stdout, reply_to(f, m)->pieces.at[f->part->piece]);
    }
    putchar('\n');
}

static void put_class(const pair_finding *f)
{
    char id[CLASS_ID_ROOM];
    class_id(&f->class, id);
    printf("    %s, %s%s\n", class_risk_of(&f->class)->name, id, f->judged ? ", judged" : "");
}

static void put_finding(const pair_words *w, const pair_finding *f)
{
    const pair_stage *stage = &w->found->stages[f->stage];
    printf("%c %-12s  ", f->again == SHOWN_AGAIN ? ' ' : '?', f->part->name);
    put_shell_octets(stdout, text_of(f));
    if (f->again == SHOWN_AGAIN && f->way == PAIR_NORMAL) {
        fputs(", handed on as ", stdout);
        put_shell_octets(stdout, f->handed);
    }
    printf("  (%zu octet%s%s)\n", f->text.length, f->text.length == 1 ? "" : "s",
           stage->whole ? "" : "; its stage was not searched whole");
    if (f->again == SHOWN_AGAIN) {
        fputs("    ", stdout);
        put_seen(w, f);
        put_said(w, f);
    }
    put_class(f);
}

/* Prints what a parser does that the other does not. */
static void put_does(FILE *out, const pair_words *w, const way_by_trait *way)
{
    const trait *of = &traits[way->trait];
    fprintf(out, "%s: %s ", of->id, of->asks);
    if ((unsigned)way->trait < OCTET_PARTS)
        fputs("not the same", out);
    for (size_t m = 0; m < PAIR_MEMBERS && (unsigned)way->trait >= OCTET_PARTS; m++)
        fprintf(out, "%s%s %s", m == 0 ? "" : "; ", name_of(w, m), of->values[way->values[m]].does);
}

static void put_way(const pair_words *w, const way_by_trait *way)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    put_does(out, w, way);
    fclose(out);
    printf("  %-12s  ", way->shown.part->name);
    put_shell_octets(stdout, text_of(&way->shown));
    fputs("\n    ", stdout);
    put_seen(w, &way->shown);
    put_class(&way->shown);
    put_wrapped(stdout, text.octets, printf("    "), WIDTH);
    free(text.octets);
}

/* Prints the ways that new processes have shown, or why there are none. */
static void put_ways(const pair_words *w)
{
    const size_t shown = w->ways->count;
    for (size_t m = 0; m < PAIR_MEMBERS; m++)
        if (w->names->digests[m] == 0) {
            printf("%s has no profile, by which all ways are known: make one with 'profile "
                   "--out FILE', and give it with --profile\n",
                   name_of(w, m));
            return;
        }
    if (!w->ways->asked) {
        puts("the run ended before new processes had shown the ways of their profiles");
        return;
    }
    printf("by their profiles they part in %zu way%s, shown by new processes", shown,
           shown == 1 ? "" : "s");
    if (w->ways->not_shown > 0)
        printf(" (%zu more did not show)", w->ways->not_shown);
    puts(shown > 0 ? ":" : "");
    for (size_t i = 0; i < shown; i++)
        put_way(w, &w->ways->items[i]);
}

static void put_stages(const pair *found)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    size_t longest = 0;
    bool whole = false, near = false;
    for (size_t i = 0; i < found->stage_count && found->stages[i].whole; i++) {
        const search_stage *one = &found->stages[i].stage;
        whole = whole || one->kind == SEARCH_WHOLE;
        longest = one->kind == SEARCH_WHOLE ? one->size : longest;
        near = near || one->kind == SEARCH_NEAR;
    }
    if (whole)
        fprintf(out, "up to %zu octets after each of %zu beginnings", longest,
                text_search_beginnings());
    if (near)
        fprintf(out, "; each change to %zu texts of the grammar", text_search_grammar());
    fclose(out);
    put_wrapped(stdout, whole ? text.octets : "nothing", printf("searched whole: "), WIDTH);
    free(text.octets);
}

/* Counts the findings that are confirmed so. */
static size_t count_of(const pair *found, confirmation again)
{
    size_t count = 0;
    for (size_t i = 0; i < PAIR_FINDINGS; i++)
        count += found->findings[i].found && found->findings[i].again == again;
    return count;
}

static void put_next(const pair_words *w)
{
    const pair_finding *f = NULL, *one; /* the first that is not judged, or else the first */
    for (size_t i = 0; (one = pair_finding_at(w->ways, w->found, i)) != NULL; i++)
        if (one->again == SHOWN_AGAIN && (f == NULL || (f->judged && !one->judged)))
            f = one;
    if (f == NULL)
        return;
    if (put_next_ask(
            w->call, w->parsers,
            (ask_question){.request = {URIPROOF_PARSE, {text_of(f)}},
                           .through = f->way == PAIR_NORMAL ? name_of(w, PAIR_CHECKER) : NULL}))
        puts("      shows all that the two see in the first of these.");
}

/* Is it not known whether new processes show it? */
static bool waits(const pair_faults *of)
{
    return of->count > 0 && of->one.again == NOT_LOOKED_FOR;
}

static void put_fault(const pair_words *w, size_t member)
{
    const pair_faults *of = &w->found->faults[member];
    const uriproof_span text = of->one.request.field[0];
    char id[CLASS_ID_ROOM];
    if (of->count == 0)
        return;
    printf("%c %-12s  ", waits(of) ? '?' : ' ',
           of->one.again == NOT_SHOWN_AGAIN ? "flaky" : uriproof_outcomes[of->one.outcome].name);
    put_shell_octets(stdout, text);
    printf("  (%zu octet%s)\n    %s, in %s; it did not answer %zu text%s (see 'uriproof diff "
           "--chains')\n",
           text.length, text.length == 1 ? "" : "s", name_of(w, member),
           uriproof_ops[of->one.request.op].name, of->count, of->count == 1 ? "" : "s");
    class_id(&of->one.class, id);
    if (of->one.again == SHOWN_AGAIN)
        printf("    %s, %s%s\n", class_risk_of(&of->one.class)->name, id,
               of->one.judged ? ", judged" : "");
}

static void put_notes(const pair_words *w)
{
    const pair *found = w->found;
    if (found->excused.texts > 0)
        printf("on %zu they differ only in what one of them declares\n", found->excused.texts);
    if (!found->normalizes && found->texts > 0)
        printf("%s has no normal form to hand on\n", name_of(w, PAIR_CHECKER));
}

void pair_words_put(const pair_words *w)
{
    const pair *found = w->found;
    const size_t shown = count_of(found, SHOWN_AGAIN), waiting = count_of(found, NOT_LOOKED_FOR);
    printf("%s checks, %s fetches: %zu texts, both accept %zu%s\n", name_of(w, PAIR_CHECKER),
           name_of(w, PAIR_FETCHER), found->texts, found->accepted,
           w->partial ? " (ended early)" : "");
    put_ways(w);
    put_stages(found);
    put_notes(w);
    for (size_t i = 0; i < PAIR_FINDINGS; i++)
        if (found->findings[i].found)
            put_finding(w, &found->findings[i]);
    for (size_t m = 0; m < PAIR_MEMBERS; m++)
        put_fault(w, m);
    if (found->not_shown_again > 0)
        printf("in new processes, %zu text%s no longer showed a difference, and %s not count\n",
               found->not_shown_again, found->not_shown_again == 1 ? "" : "s",
               found->not_shown_again == 1 ? "does" : "do");
    if (waiting > 0 || waits(&found->faults[PAIR_CHECKER]) || waits(&found->faults[PAIR_FETCHER]))
        puts("?: not confirmed. The run ended before new processes had answered");
    if (shown + waiting == 0 && found->texts > 0)
        puts(w->ways->count > 0 ? "no other text was found that they see differently"
                                : "no text was found that they see differently");
    put_next(w);
}

/* ---- For programs ---- */

static void write_parser(json_writer *j, const pair_words *w, size_t member, const char *key)
{
    const hello *greeting = panel_hello(w->panel, member);
    const pair_faults *of = &w->found->faults[member];
    json_open_object(j, key);
    json_text(j, "name", name_of(w, member));
    json_text_if(j, "version", greeting->version);
    if (greeting->name == NULL)
        json_text(j, "outcome", uriproof_outcomes[URIPROOF_NOT_RUN].name);
    json_number(j, "faults", of->count);
    if (of->count > 0) {
        json_open_object(j, "fault");
        json_text(j, "op", uriproof_ops[of->one.request.op].name);
        uriproof_request_write(j, &of->one.request);
        json_text(j, "outcome", uriproof_outcomes[of->one.outcome].name);
        asked_write_class(j, &of->one.class);
        json_truth(j, "confirmed", of->one.again == SHOWN_AGAIN);
        if (of->one.judged)
            json_truth(j, "judged", true);
        json_close(j);
    }
    json_close(j);
}

static void write_stages(json_writer *j, const pair *found)
{
    static const char *const kinds[] = {
        [SEARCH_WHOLE] = "length", [SEARCH_NEAR] = "change", [SEARCH_SEEDED] = "seeded"};
    json_open_array(j, "stages");
    for (size_t i = 0; i < found->stage_count; i++) {
        const pair_stage *one = &found->stages[i];
        json_open_object(j, NULL);
        json_text(j, "stage", kinds[one->stage.kind]);
        if (one->stage.kind == SEARCH_WHOLE)
            json_number(j, "octets", one->stage.size);
        json_number(j, "texts", one->texts);
        json_truth(j, "whole", one->whole);
        json_close(j);
    }
    json_close(j);
}

static void write_said(json_writer *j, const pair_words *w, const pair_finding *f)
{
    const said s = said_of(w, f);
    json_open_object(j, "rfc3986");
    json_text(j, "status", uriproof_statuses[s.accepts ? ANSWER_ACCEPTED : ANSWER_REJECTED]);
    if (!s.accepts)
        json_text(j, "clause", s.refusal.clause);
    json_open_array(j, "as");
    for (size_t m = 0; m < PAIR_MEMBERS; m++)
        if (s.as[m])
            json_text(j, NULL, name_of(w, m));
    json_close(j);
    json_close(j);
}

static void write_shown(json_writer *j, const pair_words *w, const pair_finding *f)
{
    if (f->way == PAIR_NORMAL) {
        json_open_object(j, "handed");
        uriproof_request_write(j, &(uriproof_request){URIPROOF_PARSE, {f->handed}});
        json_close(j);
    }
    for (size_t m = 0; m < PAIR_MEMBERS; m++) {
        uriproof_answer answer = reply_to(f, m)->answer;
        answer.error = NULL; /* each parser has its own words */
        json_open_object(j, m == PAIR_CHECKER ? "checker" : "fetcher");
        uriproof_answer_write(j, URIPROOF_PARSE, &answer);
        json_close(j);
    }
    write_said(j, w, f);
}

static void write_finding(json_writer *j, const pair_words *w, const pair_finding *f)
{
    json_open_object(j, NULL);
    json_text(j, "part", f->part->name);
    json_text(j, "way", pair_ways[f->way]);
    uriproof_request_write(j, &(uriproof_request){URIPROOF_PARSE, {text_of(f)}});
    json_number(j, "octets", f->text.length);
    asked_write_class(j, &f->class);
    json_number(j, "stage", f->stage);
    json_truth(j, "confirmed", f->again == SHOWN_AGAIN);
    if (f->judged)
        json_truth(j, "judged", true);
    if (f->again == SHOWN_AGAIN)
        write_shown(j, w, f);
    json_close(j);
}

/* Writes a way: the trait, its values if it is no set of octets, and what both see. */
static void write_way(json_writer *j, const way_by_trait *way)
{
    const trait *of = &traits[way->trait];
    json_open_object(j, NULL);
    json_text(j, "part", way->shown.part->name);
    json_text(j, "trait", of->id);
    uriproof_request_write(j, &(uriproof_request){URIPROOF_PARSE, {text_of(&way->shown)}});
    asked_write_class(j, &way->shown.class);
    if (way->shown.judged)
        json_truth(j, "judged", true);
    for (size_t m = 0; m < PAIR_MEMBERS; m++) {
        const uriproof_span sees = reply_to(&way->shown, m)->pieces.at[way->shown.part->piece];
        json_open_object(j, m == PAIR_CHECKER ? "checker" : "fetcher");
        if ((unsigned)way->trait >= OCTET_PARTS)
            json_text(j, "value", of->values[way->values[m]].id);
        if (uriproof_present(sees))
            json_octets(j, "sees", sees);
        json_close(j);
    }
    json_close(j);
}

bool pair_words_write_json(void *self, FILE *out)
{
    const pair_words *w = self;
    const pair *found = w->found;
    json_writer j = json_writer_to(out, 2);
    json_open_object(&j, NULL);
    json_text(&j, "format", "uriproof-pair");
    json_number(&j, "version", 1);
    write_parser(&j, w, PAIR_CHECKER, "checker");
    write_parser(&j, w, PAIR_FETCHER, "fetcher");
    json_number(&j, "seed", found->options.seed);
    json_truth(&j, "partial", w->partial);
    json_number(&j, "texts", found->texts);
    json_number(&j, "accepted", found->accepted);
    json_number(&j, "excused", found->excused.texts);
    write_stages(&j, found);
    json_open_array(&j, "ways");
    for (size_t i = 0; i < w->ways->count; i++)
        write_way(&j, &w->ways->items[i]);
    json_close(&j);
    json_open_array(&j, "findings");
    for (size_t i = 0; i < PAIR_FINDINGS; i++)
        if (found->findings[i].found)
            write_finding(&j, w, &found->findings[i]);
    json_close(&j);
    json_number(&j, "not_shown_again", found->not_shown_again);
    return json_writer_end(&j);
}

/* ---- For code scanning ---- */

static const char fault_rule[] = "fault";

/* Writes the tags of a rule, by which code scanning knows its weaknesses: "CWE-918, CWE-436" are
 * external/cwe/cwe-918 and another. */
static void write_tags(json_writer *j, const class_risk *risk)
{
    json_open_object(j, "properties");
    json_open_array(j, "tags");
    json_text(j, NULL, "security");
    for (const char *at = risk->weakness; at != NULL; at = strstr(at + 1, "CWE-")) {
        char tag[40];
        snprintf(tag, sizeof tag, "external/cwe/cwe-%lu", strtoul(at + strlen("CWE-"), NULL, 10));
        json_text(j, NULL, tag);
    }
    json_close(j);
    json_close(j);
}

static void write_rule(json_writer *j, const char *name, const char *about, const char *help,
                       const class_risk *risk)
{
    json_open_object(j, NULL);
    sarif_names(j, "id", (const char *const[]){"pair", name, NULL});
    sarif_message(j, "shortDescription", about);
    sarif_message(j, "fullDescription", help);
    sarif_message(j, "help", help);
    write_tags(j, risk);
    json_close(j);
}

static void write_rule_of_part(json_writer *j, const pair_part *part)
{
    const char *piece = piece_names[part->piece];
    const class_risk *risk = class_risk_of(
        &(answer_class){.kind = CLASS_BOUNDARY, .part = piece, .clause = "", .character = ""});
    char *about = text_made("Two parsers accept a text and see another %s in it.", piece);
    char *help = text_made("%s A program that checks the text with one of them and uses it with "
                           "the other does what it did not check: %s (%s). Parse the text once, "
                           "and hand on its parts; or reject a text that both do not see alike.",
                           about, risk->about, risk->weakness);
    write_rule(j, part->name, about, help, risk);
    free(about);
    free(help);
}

/* The rule of faults, after those of the parts. */
static void write_rule_of_faults(json_writer *j)
{
    static const char about[] = "A parser crashes, hangs or breaks the protocol.";
    const class_risk *risk = class_risk_of(&(answer_class){
        .kind = CLASS_FAULT, .part = "uri", .clause = "none", .character = "crash"});
    char *help = text_made("%s A text from outside is then enough to stop the program that uses "
                           "it (%s). Mend the parser, or its adapter.",
                           about, risk->weakness);
    write_rule(j, fault_rule, about, help, risk);
    free(help);
}

/* Writes a rule for each part, and one for faults. */
static void write_rules(json_writer *j)
{
    json_open_array(j, "rules");
    for (size_t i = 0; i < PAIR_PARTS; i++)
        write_rule_of_part(j, &pair_parts[i]);
    write_rule_of_faults(j);
    json_close(j);
}

static void add_octets(sarif_words *c, uriproof_span octets)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    put_value(out, octets);
    fclose(out);
    sarif_add(c, " ", text.octets);
    free(text.octets);
}

static void write_message(json_writer *j, const pair_words *w, const pair_finding *f)
{
    const uri_piece piece = f->part->piece;
    sarif_words c;
    sarif_compose(&c);
    fprintf(c.out, "The %s of", piece_names[piece]);
    add_octets(&c, text_of(f));
    fputs(f->way == PAIR_NORMAL ? ", handed on as" : "", c.out);
    if (f->way == PAIR_NORMAL)
        add_octets(&c, f->handed);
    sarif_add(&c, " is for ", name_of(w, PAIR_CHECKER));
    add_octets(&c, f->checker.pieces.at[piece]);
    sarif_add(&c, ", and for ", name_of(w, PAIR_FETCHER));
    add_octets(&c, f->fetcher.pieces.at[piece]);
    fprintf(c.out, ": %s.", class_risk_of(&f->class)->about);
    sarif_end_message(j, "message", &c);
}

/* Writes the clauses of RFC 3986 as the location: there is no source of which uriproof knows. */
static void write_location(json_writer *j)
{
    json_open_array(j, "locations");
    json_open_object(j, NULL);
    json_open_object(j, "physicalLocation");
    json_open_object(j, "artifactLocation");
    json_text(j, "uri", "vectors/rfc3986/clauses.json");
    json_close(j);
    json_open_object(j, "region");
    json_number(j, "startLine", 1);
    json_close(j);
    json_close(j);
    json_close(j);
    json_close(j);
}

/* Opens a result with its rule, which is number `index`. */
static void open_result(json_writer *j, const char *rule, size_t index, bool is_error, bool judged)
{
    json_open_object(j, NULL);
    sarif_names(j, "ruleId", (const char *const[]){"pair", rule, NULL});
    json_number(j, "ruleIndex", index);
    json_text(j, "level", is_error ? "error" : "warning");
    if (judged)
        sarif_suppress(j, "The store of findings has it as known, by-design or reported.");
}

/* Ends a result with its location, and with the names by which code scanning knows it again. */
static void end_result(json_writer *j, const char *const *names)
{
    write_location(j);
    json_open_object(j, "partialFingerprints");
    sarif_names(j, "primaryLocationLineHash", names);
    json_close(j);
    json_close(j);
}

static void write_result(json_writer *j, const pair_words *w, const pair_finding *f)
{
    char id[CLASS_ID_ROOM];
    class_id(&f->class, id);
    open_result(j, f->part->name, (size_t)(f->part - pair_parts),
                strcmp(f->part->name, "host") == 0, f->judged);
    write_message(j, w, f);
    end_result(j, (const char *const[]){name_of(w, PAIR_CHECKER), name_of(w, PAIR_FETCHER),
                                        f->part->name, id, NULL});
}

static void write_fault(json_writer *j, const pair_words *w, size_t member)
{
    const pair_fault *one = &w->found->faults[member].one;
    char id[CLASS_ID_ROOM];
    sarif_words c;
    if (one->again != SHOWN_AGAIN)
        return;
    class_id(&one->class, id);
    open_result(j, fault_rule, PAIR_PARTS, true, one->judged);
    sarif_compose(&c);
    sarif_add(&c, "", name_of(w, member));
    fprintf(c.out, ": %s in %s of", uriproof_outcomes[one->outcome].name,
            uriproof_ops[one->request.op].name);
    add_octets(&c, one->request.field[0]);
    fprintf(c.out, ": %s.", class_risk_of(&one->class)->about);
    sarif_end_message(j, "message", &c);
    end_result(j, (const char *const[]){name_of(w, PAIR_CHECKER), name_of(w, PAIR_FETCHER),
                                        name_of(w, member), id, NULL});
}

/* Is finding number `i` of the class and part of one before it? Code scanning knows both by one
 * name. */
static bool is_repeated(const pair_words *w, size_t i)
{
    const pair_finding *f = pair_finding_at(w->ways, w->found, i);
    for (size_t j = 0; j < i; j++) {
        const pair_finding *one = pair_finding_at(w->ways, w->found, j);
        if (one->again == SHOWN_AGAIN && one->part == f->part &&
            class_equal(&one->class, &f->class))
            return true;
    }
    return false;
}

bool pair_words_write_sarif(void *self, FILE *out)
{
    const pair_words *w = self;
    json_writer j = json_writer_to(out, 4);
    sarif_open(&j, uriproof_version());
    write_rules(&j);
    json_close(&j);
    json_close(&j);
    json_open_object(&j, "automationDetails");
    sarif_names(&j, "id",
                (const char *const[]){"uriproof/pair", name_of(w, PAIR_CHECKER),
                                      name_of(w, PAIR_FETCHER), "", NULL});
    json_close(&j);
    json_open_array(&j, "invocations");
    json_open_object(&j, NULL);
    json_truth(&j, "executionSuccessful", !w->partial);
    json_close(&j);
    json_close(&j);
    json_open_array(&j, "results");
    const pair_finding *f;
    for (size_t i = 0; (f = pair_finding_at(w->ways, w->found, i)) != NULL; i++)
        if (f->again == SHOWN_AGAIN && !is_repeated(w, i))
            write_result(&j, w, f);
    for (size_t m = 0; m < PAIR_MEMBERS; m++)
        write_fault(&j, w, m);
    return json_writer_end(&j);
}
