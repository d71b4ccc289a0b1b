/* SPDX-License-Identifier: MIT */
/* uriproof ask: what every parser makes of one text, and who sees which host. */
#include "asked.h"
#include "difference_names.h"
#include "shell.h"
#include "stop.h"

#include "json/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct asking {
    const invocation *call;
    uriproof_op op;
    bool json;
    bool hexadecimal;
    uint64_t timeout_ms;
    const char *through; /* the name of a parser, or NULL */
    size_t through_number;
    parsers parsers;
    panel *panel;
    difference_names names;
    bool any_difference;
    size_t questions, unread; /* that were asked; lines that have no tab, or are too long */
    int cannot_read;          /* the number of an error that ended the lines; or 0 */
} asking;

/* What became of the text in the parser of --through. */
typedef struct passage {
    output output;
    asked r; /* what all made of the output; empty if there is none */
} passage;

static void pass_through(asking *a, asked *direct, passage *p)
{
    *p = (passage){.output = asked_output(&a->parsers, a->panel, direct, a->through_number)};
    if (!uriproof_present(p->output.text))
        return;
    asked_ask(&a->parsers, a->panel, &(uriproof_request){URIPROOF_PARSE, {p->output.text}}, &p->r);
    p->r.through = p->output.parser;
    p->r.output = p->output.is_normal ? "normal form" : "parts";
    p->r.before = direct;
}

static void put_passage(const passage *p)
{
    const output *o = &p->output;
    putchar('\n');
    if (uriproof_present(o->text))
        asked_put(&p->r);
    else if (o->fault == URIPROOF_AGREE)
        printf("through %s: it rejects the text, so no other parser sees it\n", o->parser);
    else
        printf("through %s: no output (%s)\n", o->parser, uriproof_outcomes[o->fault].name);
}

static void write_passage(json_writer *w, const passage *p)
{
    const output *o = &p->output;
    json_open_object(w, "through");
    json_text(w, "parser", o->parser);
    if (uriproof_present(o->text)) {
        json_text(w, "output", o->is_normal ? "normalize" : "parts");
        uriproof_request_write(w, &p->r.request);
        asked_write(w, &p->r);
    } else {
        json_text(w, "outcome",
                  o->fault == URIPROOF_AGREE ? uriproof_statuses[ANSWER_REJECTED]
                                             : uriproof_outcomes[o->fault].name);
    }
    json_close(w);
}

static void put_json(const asked *r, const passage *through)
{
    json_writer w = json_writer_dense(stdout);
    json_open_object(&w, NULL);
    json_text(&w, "format", "uriproof-ask");
    json_number(&w, "version", 1);
    json_text(&w, "op", uriproof_ops[r->request.op].name);
    uriproof_request_write(&w, &r->request);
    asked_write(&w, r);
    if (through != NULL)
        write_passage(&w, through);
    json_writer_end(&w);
}

/* Tells how to read the clause of the worst class that has one. */
static void put_next(const asking *a, const asked *r)
{
    for (size_t i = 0; i < r->class_count; i++) {
        const char *clause = r->classes[i].class.clause;
        if (strcmp(clause, "none") == 0)
            continue;
        fputs("Next: ", stdout);
        print_shell_word(stdout, a->call->program);
        printf(" explain %s\n", clause);
        return;
    }
}

static void answer(asking *a, uriproof_span first, uriproof_span second)
{
    asked r;
    passage p = {0};
    uriproof_error error;
    const uriproof_request request = {a->op, {first, second}};
    a->questions++;
    if (!line_has_room(&request, &error)) {
        failure(a->call, "text %zu: %s", a->questions, error.words);
        a->unread++;
        return;
    }
    if (a->names.namer == NULL)
        difference_names_find(a->call, &a->parsers, a->panel, &a->names);
    asked_ask(&a->parsers, a->panel, &request, &r);
    r.namer = a->names.namer;
    if (a->through != NULL)
        pass_through(a, &r, &p);
    a->any_difference = a->any_difference || r.class_count > 0 || p.r.class_count > 0 ||
                        reply_is_fault(&(reply){.fault = p.output.fault});
    if (a->json) {
        put_json(&r, a->through != NULL ? &p : NULL);
    } else {
        asked_put(&r);
        if (a->through != NULL)
            put_passage(&p);
        put_next(a, &r);
    }
    flush_output();
    parsers_tell_silent(a->call, &a->parsers, a->panel, a->panel);
    asked_free(&p.r);
    asked_free(&r);
}

/* Decodes the text of a line in place, if it is hexadecimal. */
static uriproof_span line_octets(const asking *a, char *text, size_t length)
{
    if (!a->hexadecimal)
        return (uriproof_span){text, length};
    if (memchr(text, '\0', length) != NULL)
        fail(a->call, "a line of --hex has a NUL: write it as 00");
    text[length] = '\0';
    return argument_octets(a->call, text, true);
}

/* Asks a line. For an operation on two texts, a tab divides them. Returns false if there is none.
 */
static bool answer_line(asking *a, char *line, size_t length)
{
    uriproof_span second = {NULL, 0};
    if (uriproof_ops[a->op].fields[1] != NULL) {
        char *tab = memchr(line, '\t', length);
        if (tab == NULL)
            return false;
        second = line_octets(a, tab + 1, (size_t)(line + length - tab) - 1);
        length = (size_t)(tab - line);
    }
    answer(a, line_octets(a, line, length), second);
    if (!a->json)
        putchar('\n');
    return true;
}

/* Asks each line of standard input. */
static void answer_lines(asking *a)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length = 0;
    for (size_t number = 1;
         !is_stopped(NULL) && (length = uriproof_getdelim(&line, &room, '\n', stdin)) > 0;
         number++) {
        if (answer_line(a, line, (size_t)length - (line[length - 1] == '\n')))
            continue;
        failure(a->call, "line %zu: no tab between two texts; it is left out", number);
        a->unread++;
    }
    a->cannot_read = length < 0 && !feof(stdin) && !is_stopped(NULL) ? errno : 0;
    free(line);
}

static void answer_arguments(asking *a, const invocation *call)
{
    int fields = uriproof_ops[a->op].fields[1] != NULL ? 2 : 1;
    for (int i = 0; i < call->argc && !is_stopped(NULL); i += fields) {
        uriproof_span second = {NULL, 0};
        if (i > 0 && !a->json)
            putchar('\n');
        if (fields == 2)
            second = argument_octets(call, call->argv[i + 1], a->hexadecimal);
        answer(a, argument_octets(call, call->argv[i], a->hexadecimal), second);
    }
}

/* Finds the parser of --through among those that are asked. */
static void find_through(asking *a)
{
    while (a->through_number < a->parsers.count &&
           strcmp(a->parsers.members[a->through_number].name, a->through) != 0)
        a->through_number++;
    if (a->through_number == a->parsers.count)
        usage_error(a->call,
                    "--through \"%s\" is not among the parsers that are asked: see "
                    "'uriproof adapters', or add --adapter %s",
                    a->through, a->through);
}

/* Returns the exit status, after all was asked. */
static int status_of(const asking *a)
{
    if (is_stopped(NULL))
        return URIPROOF_EXIT_STOPPED;
    if (a->cannot_read != 0)
        return failure(a->call, "cannot read -: %s", error_reason(a->cannot_read));
    if (a->unread > 0)
        return URIPROOF_EXIT_FAILED;
    if (a->questions == 0)
        usage_error(a->call, "there is no text in -: nothing was asked");
    const bool any = parsers_count_able(&a->parsers, a->panel, a->op) > 0;
    if (!any)
        failure(a->call, "no parser answers: see '%s adapters', or add --adapter NAME=COMMAND",
                a->call->program);
    if (!any || a->parsers.silent_count > 0)
        return URIPROOF_EXIT_NO_START;
    return a->any_difference ? URIPROOF_EXIT_DIFFERS : URIPROOF_EXIT_AGREE;
}

static int run(invocation *call)
{
    asking a = {.call = call, .op = URIPROOF_PARSE, .timeout_ms = 2000};
    data_paths p;
    options_read(call, &a);
    bool lines = call->argc == 1 && strcmp(call->argv[0], "-") == 0;
    if (call->argc == 0)
        usage_error(call, "wants a text, or - for the lines of standard input");
    if (!lines && uriproof_ops[a.op].fields[1] != NULL && call->argc % 2 != 0)
        usage_error(call, "--op %s wants two texts for each question", uriproof_ops[a.op].name);
    if (a.through != NULL && a.op != URIPROOF_PARSE)
        usage_error(call, "--through wants --op parse");
    difference_names_open(call, &a.names);
    find_paths(call, &p);
    stop_catch();
    const asker_options options = panel_options(&p, a.timeout_ms, 1);
    parsers_find(call, &p, &a.parsers);
    parsers_allow_files(call, a.parsers.count);
    if (a.through != NULL)
        find_through(&a);
    a.panel = panel_new(a.parsers.members, a.parsers.count, 0, &options);
    stop_interrupts_reading(lines);
    if (lines)
        answer_lines(&a);
    else
        answer_arguments(&a, call);
    const int status = status_of(&a);
    difference_names_close(&a.names);
    panel_free(a.panel);
    parsers_free(&a.parsers);
    return status;
}

static const cli_option options[] = {
    {"op", "NAME", take_panel_op, offsetof(asking, op),
     .help = "what they are asked: parse (default), resolve, normalize or equivalent"},
    {"adapter", "NAME", take_adapter, offsetof(asking, parsers), .help = adapter_help},
    {"through", "NAME", take_word, offsetof(asking, through),
     .help = "ask all also about what this parser makes of each text: its normal form, or its "
             "parts put together; a difference that remains is durable"},
    {"adapter-dir", "DIR", take_word, offsetof(asking, parsers.folder), .help = adapter_dir_help},
    {"profile", "FILE", take_word, offsetof(asking, names.path), .help = difference_profile_help},
    {"timeout", "TIME", take_duration, offsetof(asking, timeout_ms),
     .help = "for each text: 2s (default), 500ms"},
    {"hex", NULL, take_flag, offsetof(asking, hexadecimal),
     .help = "the texts are hexadecimal: 6100 is an a and a NUL"},
    {"json", NULL, take_flag, offsetof(asking, json),
     .help = "print a line of JSON for each question (harness/schema/ask.schema.json)"},
    {.name = NULL},
};

const verb command_ask = {
    .name = "ask",
    .run = run,
    .usage = "TEXT...\n-",
    .about =
        "Shows what all parsers make of a text. Parsers that give the same answer stand "
        "together, with the specifications by which they are right. A part in which they "
        "see other data has a *. The last lines say who sees which host, and the class and risk of "
        "each difference. With --op resolve and equivalent each question has two texts. With "
        "- the texts are the lines of standard input, two of them with a tab between.",
    .options = options,
    .more = "Exit status: 0 all agree, 1 they differ, 2 usage, or there is no text, 3 a "
            "parser that --adapter names does not start, or none answers, 4 a file cannot be read, "
            "a line has no tab, or a text is too long to be asked (8 MiB as a request), 130 ended "
            "by Ctrl-C or such a signal.",
    .arguments = ANY_ARGUMENTS,
    .order = OPTIONS_FIRST,
};
