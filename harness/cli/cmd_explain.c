/* SPDX-License-Identifier: MIT */
/* uriproof explain: what the reference makes of a URI, octet and clause. */
#include "explain_trait.h"
#include "mistakes.h"
#include "statements.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <uriproof/rfc3986.h>

enum { WIDTH = 80 };

typedef struct explaining {
    const invocation *call;
    dialect_choice choice;
    bool hexadecimal;
    data_paths paths;
    uriproof_span uri;
    const uriproof_corpus *corpus;
} explaining;

/* Prints the text, and a caret below the octet. Returns how many columns are before the caret. */
static int put_place(uriproof_span text, size_t offset)
{
    const bool colour = wants_colour(stdout);
    fputs("  ", stdout);
    const int columns = print_octets(stdout, (uriproof_span){text.octets, offset});
    print_octets(stdout, (uriproof_span){text.octets + offset, text.length - offset});
    printf("\n  %*s%s^%s", columns, "", colour ? "\033[1;31m" : "", colour ? "\033[0m" : "");
    return columns;
}

static void put_refusal(const explaining *e, const uriproof_refusal *refusal)
{
    char mistake[MISTAKE_ROOM], what[40] = "the text ends too early";
    uriproof_span rest = {e->uri.octets + refusal->offset, e->uri.length - refusal->offset};
    const int columns = put_place(e->uri, refusal->offset);
    if (mistake_about(e->choice.dialect, e->uri, refusal, mistake)) {
        bool beside = columns + 4 + (int)strlen(mistake) <= WIDTH;
        fputs(beside ? " " : "\n    ", stdout);
        put_wrapped(stdout, mistake, 4, beside ? INT_MAX : WIDTH);
    } else {
        putchar('\n');
    }
    if (e->choice.dialect->parse_into != NULL)
        what[0] = '\0'; /* the parser may stand before what is wrong */
    else if (rest.length > 0 && *rest.octets == ' ')
        snprintf(what, sizeof what, "a space cannot stand here");
    else if (rest.length > 0)
        snprintf(what, sizeof what,
                 uriproof_is_printable(*rest.octets) ? "'%c' cannot stand here"
                                                     : "octet %02X cannot stand here",
                 (unsigned char)*rest.octets);
    printf("%s: rejected in %s at octet %zu%s%s\n", e->choice.dialect->document,
           refusal->production, refusal->offset, what[0] != '\0' ? ": " : "", what);
    put_clause("  ", e->corpus, refusal->clause);
}

/* Returns the clause that defines `production`, or NULL. */
static const uriproof_clause *clause_of_production(const explaining *e, const char *production)
{
    for (size_t i = 0; i < e->corpus->clause_count; i++) {
        const uriproof_clause *clause = &e->corpus->clauses[i];
        if (clause->production != NULL && strcmp(clause->production, production) == 0)
            return clause;
    }
    return NULL;
}

/* Of a dialect that writes what a text means, prints that, if it is not the text. */
static void put_written(const explaining *e)
{
    if (e->choice.dialect->parse_into == NULL)
        return;
    statement s = statement_make(e->choice.dialect, &e->choice.readings,
                                 &(uriproof_request){URIPROOF_NORMALIZE, {e->uri}});
    if (!uriproof_span_equal(s.answer.result, e->uri)) {
        fputs(" as ", stdout);
        print_octets(stdout, s.answer.result);
    }
    statement_free(&s);
}

static void put_parts(const explaining *e, const uriproof_parts *parts)
{
    named_part list[PARTS_MOST];
    size_t count = list_parts(parts, list);
    fputs("  ", stdout);
    print_octets(stdout, e->uri);
    printf("\n%s: accepted", e->choice.dialect->document);
    put_written(e);
    putchar('\n');
    for (size_t i = 0; i < count; i++) {
        const uriproof_clause *clause = clause_of_production(e, list[i].name);
        printf("  %-10s  %s", list[i].name, list[i].octets.length == 0 ? "(empty)" : "");
        print_octets(stdout, list[i].octets);
        printf(clause != NULL ? "  [%s]\n" : "\n", clause != NULL ? clause->id : "");
    }
}

/* Prints that the dialect says nothing of the text, and the clause that leaves it open. */
static void put_silence(const explaining *e, const statement *s)
{
    fputs("  ", stdout);
    print_octets(stdout, e->uri);
    printf("\n%s: ", e->choice.dialect->document);
    statement_put(stdout, s);
    putchar('\n');
    put_clause("  ", e->corpus, s->refusal.clause);
}

/* What was printed of the validation errors of a text. */
typedef struct errors_put {
    const explaining *explaining;
    const char *rejecting, *last; /* clauses that were printed, or NULL */
    bool any;
} errors_put;

static bool is_id(const char *printed, const char *id)
{
    return printed != NULL && strcmp(printed, id) == 0;
}

/* Prints what the clause says, and its id, unless that was just printed. */
static void put_outcome(errors_put *put, const char *id)
{
    const uriproof_clause *clause = uriproof_clause_named(put->explaining->corpus, id);
    if (clause == NULL || is_id(put->rejecting, id) || is_id(put->last, id))
        return;
    char *words = text_made("%s [%s]", clause->paraphrase, id);
    fputs("    ", stdout);
    put_wrapped(stdout, words, 4, WIDTH);
    free(words);
    put->last = id;
}

/* Prints a validation error of the URL Standard at its octet, and what the parser makes of it. */
static void put_error(void *self, const uriproof_validation_error *error)
{
    errors_put *put = self;
    if (!put->any)
        puts("validation errors, which reject nothing by themselves:");
    put->any = true;
    put_place(put->explaining->uri, error->offset);
    printf(" %s, in %s\n", error->name, error->state);
    put_outcome(put, error->clause);
}

/* Names the readings of which another value turns the answer. */
static void put_readings(const statement *s)
{
    char *readings = statement_readings(s, true);
    if (readings != NULL)
        printf("%s: %s under %s\n", s->dialect->document,
               s->answer.status == ANSWER_ACCEPTED ? "rejected" : "accepted", readings);
    free(readings);
}

/* Asks the dialect of e->choice, and prints what it says with the clauses. Returns true if it
 * accepts the text. */
static bool explain(const explaining *e)
{
    explaining in = *e;
    uriproof_corpus corpus;
    load_corpus(e->call, &e->paths, e->choice.dialect, URIPROOF_CLAUSES, &corpus);
    in.corpus = &corpus;
    statement s = statement_make(e->choice.dialect, &e->choice.readings,
                                 &(uriproof_request){URIPROOF_PARSE, {e->uri}});
    if (s.answer.status == ANSWER_ACCEPTED)
        put_parts(&in, &s.answer.parts);
    else if (s.answer.status == ANSWER_REJECTED)
        put_refusal(&in, &s.refusal);
    else
        put_silence(&in, &s);
    put_readings(&s);
    const bool accepted = s.answer.status == ANSWER_ACCEPTED;
    errors_put put = {&in, accepted ? NULL : s.refusal.clause, NULL, false};
    uriproof_report_errors(e->choice.dialect, &e->choice.readings, e->uri, (uriproof_span){NULL, 0},
                           put_error, &put);
    statement_free(&s);
    uriproof_corpus_free(&corpus);
    return accepted;
}

/* Explains what RFC 3986 says, and then tells what all say. */
static int explain_all(explaining *e)
{
    statements all = statements_make(&(uriproof_request){URIPROOF_PARSE, {e->uri}});
    e->choice.dialect = &uriproof_rfc3986;
    explain(e);
    putchar('\n');
    statements_put(&all, true);
    const int status = statements_status(&all);
    statements_free(&all);
    return status;
}

/* ---- The id of a vector or a clause ---- */

/* Returns the vector of that id, or NULL. */
static const uriproof_vector *vector_named(const uriproof_corpus *corpus, const char *id)
{
    for (size_t i = 0; i < corpus->vector_count; i++)
        if (strcmp(corpus->vectors[i].id, id) == 0)
            return &corpus->vectors[i];
    return NULL;
}

/* Prints a question that is not one of parse, what the specification says, and the clauses that the
 * vector is about. */
static bool explain_question(const explaining *e, const uriproof_vector *vector)
{
    const uriproof_request *request = &vector->request;
    printf("  %s ", uriproof_ops[request->op].name);
    for (size_t i = 0; i < 2 && uriproof_present(request->field[i]); i++) {
        putchar(' ');
        print_octets(stdout, request->field[i]);
    }
    statement s = statement_make(e->choice.dialect, &e->choice.readings, request);
    printf("\n%s: ", e->choice.dialect->document);
    statement_put(stdout, &s);
    putchar('\n');
    for (const char **id = vector->group->obeys; *id != NULL; id++)
        put_clause("  obeys ", e->corpus, *id);
    for (const char **id = vector->group->breaks; *id != NULL; id++)
        put_clause("  breaks ", e->corpus, *id);
    const bool yes = s.answer.status == ANSWER_ACCEPTED; /* "not identical" is an answer, too */
    statement_free(&s);
    return yes;
}

/* Explains the clause or the vector of the dialect of e->choice that has the id. Returns false if
 * there is none up to the level, or no dialect; else *status is the exit status. */
static bool explain_here(const explaining *e, uriproof_level level, const char *id, int *status)
{
    explaining here = *e;
    uriproof_corpus corpus;
    if (e->choice.dialect == NULL)
        return false;
    load_corpus(e->call, &e->paths, e->choice.dialect, level, &corpus);
    here.corpus = &corpus;
    const uriproof_vector *vector = vector_named(&corpus, id);
    const bool is_clause = uriproof_clause_named(&corpus, id) != NULL;
    bool yes = true;
    if (is_clause) {
        put_clause("", &corpus, id);
    } else if (vector != NULL && vector->request.op != URIPROOF_PARSE) {
        yes = explain_question(&here, vector);
    } else if (vector != NULL) {
        here.uri = vector->request.field[0];
        yes = explain(&here);
    }
    *status = yes ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_DIFFERS;
    uriproof_corpus_free(&corpus);
    return is_clause || vector != NULL;
}

/* Explains what has the id in the dialect of e->choice. Generated vectors take long to load, so
 * they are searched last. */
static bool explain_in_dialect(const explaining *e, const char *id, int *status)
{
    return explain_here(e, URIPROOF_CLAUSES, id, status) ||
           explain_here(e, URIPROOF_COMPLETE, id, status);
}

/* Has the dialect of e->choice a vector of that id which people wrote? */
static bool has_vector(const explaining *e, const char *id)
{
    uriproof_corpus corpus;
    load_corpus(e->call, &e->paths, e->choice.dialect, URIPROOF_CLAUSES, &corpus);
    const bool has = vector_named(&corpus, id) != NULL;
    uriproof_corpus_free(&corpus);
    return has;
}

/* What the words of an id name. */
typedef struct printed_id {
    const uriproof_dialect *dialect; /* or NULL */
    const char *clause, *vector;     /* or NULL */
} printed_id;

/* Has the word only characters of the ids of vectors, and any? */
static bool is_word_of_ids(const char *word)
{
    return *word != '\0' && word[strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
}

/* Returns true if the word can be the id of a vector: `path-space`. Without a dialect it has a
 * hyphen, so that few texts are taken for one. */
static bool can_be_vector(const char *word, bool has_dialect)
{
    return is_word_of_ids(word) && (has_dialect || strchr(word, '-') != NULL);
}

/* Reads an id in any form in which a command or a report has it, and cuts `words` into its parts:
 *
 *     rfc3986.bnf.path                                     a clause
 *     rfc3986/path-space, path-space                       a vector
 *     uriparser path-space (strict)                        in TAP
 *     rfc3986.uriparser.path-space                         in JUnit
 *     rfc3986/uriparser/path-space                         in SARIF
 *     clauses/rfc3986.bnf.path.html, v-path-space          in the pages, a file and a place in it
 *     1/parse/path/text/rfc3986.bnf.path/letter            a class of differences: its clause */
static printed_id read_id(char *words)
{
    printed_id id = {NULL, NULL, NULL};
    char *outcome = strstr(words, " ("), *rest;
    if (outcome != NULL)
        *outcome = '\0';
    for (char *part = strtok_r(words, " /#", &rest); part != NULL;
         part = strtok_r(NULL, " /#", &rest)) {
        char *html = strstr(part, ".html");
        if (html != NULL)
            *html = '\0';
        const char *dot = strrchr(part, '.');
        const char *last = dot != NULL ? dot + 1 : part;
        const uriproof_dialect *named = uriproof_dialect_named(last);
        if (named == NULL && (named = dialect_of_id(part)) != NULL)
            id.clause = part;
        id.dialect = named != NULL ? named : id.dialect;
        id.vector = strncmp(last, "v-", 2) == 0 ? last + 2 : last;
    }
    if (id.vector != NULL && !can_be_vector(id.vector, id.dialect != NULL))
        id.vector = NULL;
    return id;
}

/* Explains the vector, of the newest dialect that has one of this id, and says which other dialects
 * have one. */
static bool explain_vector(const explaining *e, const char *id, int *status)
{
    size_t count;
    char others[200] = "";
    const uriproof_dialect *found = NULL, **dialects = dialects_newest_first(&count);
    for (uriproof_level level = URIPROOF_CLAUSES; found == NULL && level <= URIPROOF_COMPLETE;
         level++)
        for (size_t i = 0; i < count && (found == NULL || level == URIPROOF_CLAUSES); i++) {
            explaining one = *e;
            one.choice.dialect = dialects[i];
            if (found == NULL && explain_here(&one, level, id, status))
                found = dialects[i];
            else if (found != NULL && has_vector(&one, id))
                add_word(others, sizeof others, dialects[i]->name);
        }
    free(dialects);
    if (others[0] != '\0')
        failure(e->call, "this is \"%s\" of %s; use --dialect for that of: %s", id, found->name,
                others);
    return found != NULL;
}

/* Explains the trait that the argument names, and the clause that decides it. Returns false if it
 * names none. */
static bool explain_trait(const explaining *e, int *status)
{
    const char *id = e->call->argv[0], *clause = trait_clause_of(id);
    explaining here = *e;
    if (clause == NULL)
        return false;
    put_trait(e->call, &e->paths, id);
    here.choice.dialect = uriproof_dialect_named("rfc3986");
    explain_here(&here, URIPROOF_CLAUSES, clause, status);
    *status = URIPROOF_EXIT_AGREE;
    return true;
}

/* Explains the clause or the vector that the argument names. None of their ids has a colon, so none
 * is a URI of any dialect. Returns false if there is none, or --dialect names another dialect. */
static bool explain_id(const explaining *e, int *status)
{
    explaining named = *e;
    char *words = strdup(e->call->argv[0]);
    const printed_id id = read_id(words);
    bool found = false;
    if (!e->choice.all && id.dialect != NULL && id.dialect != e->choice.dialect) {
        free(words);
        return false;
    }
    named.choice.dialect = id.dialect != NULL ? id.dialect : e->choice.dialect;
    if (named.choice.dialect == NULL)
        found = id.vector != NULL && explain_vector(e, id.vector, status);
    else
        found = (id.clause != NULL && explain_in_dialect(&named, id.clause, status)) ||
                (id.vector != NULL && explain_in_dialect(&named, id.vector, status));
    const uriproof_dialect *asked = named.choice.dialect;
    if (!found && (id.dialect != NULL || is_word_of_ids(e->call->argv[0])))
        failure(e->call,
                "no vector and no clause%s%s has the id \"%s\": it is taken as a text; '%s vectors "
                "--dialect %s list' lists the ids",
                asked != NULL ? " of " : "", asked != NULL ? asked->name : "", e->call->argv[0],
                e->call->program, asked != NULL ? asked->name : "NAME");
    free(words);
    return found;
}

static int run(invocation *call)
{
    explaining e = {.call = call, .choice = every_dialect()};
    int status;
    options_read(call, &e);
    if (e.choice.all)
        refuse_readings(call, &e.choice);
    else
        settle_readings(call, &e.choice);
    find_paths(call, &e.paths);
    if (!e.hexadecimal && strchr(call->argv[0], ':') == NULL &&
        (explain_trait(&e, &status) || explain_id(&e, &status)))
        return status;
    e.uri = argument_octets(call, call->argv[0], e.hexadecimal);
    if (e.choice.all)
        return explain_all(&e);
    return explain(&e) ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_DIFFERS;
}

static const cli_option options[] = {
    {"dialect", "NAME", take_dialect_or_all, offsetof(explaining, choice),
     .help = every_dialect_help},
    {"reading", "ID=VALUE", take_reading, offsetof(explaining, choice), .help = reading_help},
    {"hex", NULL, take_flag, offsetof(explaining, hexadecimal),
     .help = "the argument is octets in hexadecimal"},
    {.name = NULL},
};

const verb command_explain = {
    .name = "explain",
    .run = run,
    .usage = "URI\nID",
    .about =
        "Shows why a URI is rejected. Names the octet, by RFC 3986 what is wrong there, and the "
        "clause (a single requirement "
        "of the specification). For the clause it shows a paraphrase, the grammar rule, and "
        "a link to the text. If the URI is accepted, shows its parts and the productions "
        "that they match. Without --dialect it explains what RFC 3986 says, and then has a line "
        "for each group of specifications that say the same. Of the ID of a clause "
        "(rfc3986.bnf.path) it shows the clause, of "
        "that of a vector (rfc3986/path-space, or path-space) what becomes of its text; the first "
        "word is the specification. Of the ID of a deviation (userinfo.at=last) it shows the "
        "trait, and which parsers have which value.",
    .options = options,
    .more = "Exit status: 0 accepted (of a vector also the answer that two texts are not "
            "identical), 1 rejected, 2 wrong usage. Without --dialect: 0 if all specifications "
            "accept, 1 if any rejects.",
    .arguments = 1,
    .order = OPTIONS_FIRST,
};
