/* SPDX-License-Identifier: MIT */
/* uriproof ask: what every parser makes of one text, and who sees which host. */
#include "commands.h"
#include "stop.h"

#include "classes/classes.h"
#include "runner/runner.h"
#include "json/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ADAPTERS_MOST = 256, WIDTH = 80, NAME_COLUMNS = 11, CLASSES_MOST = 256 };

/* The name of uriproof's own adapter: the dialects of each group say what it would. */
static const char own_adapter[] = "reference";

typedef struct asking {
    const invocation *call;
    uriproof_op op;
    bool json;
    bool hexadecimal;
    uint64_t timeout_ms;
    const char *names[ADAPTERS_MOST + 1]; /* --adapter */
    size_t name_count;
    /* The parsers. */
    panel_member *members;
    char ***commands;
    size_t count;
    panel *panel;
    bool any_difference;
} asking;

/* A question, and what came of it. */
typedef struct result {
    uriproof_request request;
    store *store;
    reply *replies;   /* one for each member */
    size_t *group_of; /* one for each member */
    size_t group_count;
    answer_class classes[CLASSES_MOST]; /* the worst risk first */
    size_t class_count;
} result;

/* ---- Asking ---- */

/* Returns the first member of a group. */
static size_t first_of(const asking *a, const result *r, size_t group)
{
    size_t m = 0;
    while (m < a->count && r->group_of[m] != group)
        m++;
    return m;
}

static int compare_classes(const void *one, const void *other)
{
    char a[CLASS_ID_ROOM], b[CLASS_ID_ROOM];
    unsigned x = class_risk_of(one)->rank, y = class_risk_of(other)->rank;
    class_id(one, a);
    class_id(other, b);
    return x != y ? (x < y ? -1 : 1) : strcmp(a, b);
}

static bool has_class(const result *r, const answer_class *one)
{
    for (size_t i = 0; i < r->class_count; i++)
        if (compare_classes(&r->classes[i], one) == 0)
            return true;
    return false;
}

/* Finds the classes of the differences between any two parsers. */
static void find_classes(const asking *a, result *r)
{
    for (size_t m = 0; m < a->count; m++) {
        for (size_t n = 0; n < m && r->class_count < CLASSES_MOST; n++) {
            answer_class one;
            if (r->group_of[m] != r->group_of[n] && r->replies[m].fault != URIPROOF_NOT_RUN &&
                r->replies[n].fault != URIPROOF_NOT_RUN &&
                class_between(&r->request, &r->replies[m], &panel_hello(a->panel, m)->transforms,
                              &r->replies[n], &panel_hello(a->panel, n)->transforms, &one) &&
                !has_class(r, &one))
                r->classes[r->class_count++] = one;
        }
    }
    qsort(r->classes, r->class_count, sizeof *r->classes, compare_classes);
}

static void ask(asking *a, result *r)
{
    r->store = store_new();
    r->replies = calloc(a->count + 1, sizeof *r->replies);
    r->group_of = calloc(a->count + 1, sizeof *r->group_of);
    panel_ask(a->panel, &r->request, 1, r->store, r->replies);
    r->group_count = group_replies(r->request.op, r->replies, a->count, r->group_of);
    r->class_count = 0;
    find_classes(a, r);
    a->any_difference = a->any_difference || r->class_count > 0;
}

static void result_free(result *r)
{
    store_free(r->store);
    free(r->replies);
    free(r->group_of);
}

/* Does the dialect reject this? */
static bool rejects(const uriproof_dialect *dialect, const uriproof_request *request)
{
    static const uriproof_readings defaults = {{0}};
    uriproof_scratch scratch = {0};
    uriproof_answer said;
    uriproof_ask(dialect, &defaults, request, &scratch, &said);
    uriproof_scratch_free(&scratch);
    return said.status == ANSWER_REJECTED;
}

/* Returns how right a group is by a dialect: as its best member, since what a parser changes by
 * design is no mistake. Of a rejection it does not count whether the parser says where. */
static uriproof_correctness group_by_dialect(const asking *a, const result *r, size_t group,
                                             const uriproof_dialect *dialect)
{
    uriproof_correctness best = URIPROOF_NOT_ASKED_THERE;
    if (!reply_accepts(&r->replies[first_of(a, r, group)]) && rejects(dialect, &r->request))
        return URIPROOF_RIGHT_THERE;
    for (size_t m = 0; m < a->count; m++) {
        if (r->group_of[m] != group)
            continue;
        uriproof_correctness one = right_by_dialect(
            dialect, &r->request, &panel_hello(a->panel, m)->transforms, &r->replies[m].answer);
        best = one < best ? one : best;
    }
    return best;
}

/* ---- For people ---- */

/* Do the groups that accept differ in this part? */
static bool is_split(const asking *a, const result *r, uri_piece which)
{
    const reply *first = &r->replies[first_of(a, r, 0)];
    for (size_t m = 0; m < a->count; m++)
        if (reply_accepts(&r->replies[m]) &&
            !uriproof_span_equal(r->replies[m].pieces.at[which], first->pieces.at[which]))
            return true;
    return false;
}

/* Prints a part, with a mark if not all see the same. */
static void put_part(const char *name, uriproof_span octets, bool marked)
{
    bool bold = marked && wants_colour(stdout);
    printf("  %s%c %-*s ", bold ? "\033[1m" : "", marked ? '*' : ' ', NAME_COLUMNS, name);
    if (uriproof_present(octets))
        print_octets(stdout, octets);
    puts(bold ? "\033[0m" : "");
}

static void put_pieces(const asking *a, const result *r, const reply *one)
{
    for (unsigned i = 0; i < PIECE_COUNT; i++) {
        bool split = is_split(a, r, (uri_piece)i);
        if (!uriproof_present(one->pieces.at[i]) && !split)
            continue;
        if (uriproof_present(one->pieces.at[i]) && one->pieces.at[i].length > 0)
            put_part(piece_names[i], one->pieces.at[i], split);
        else if (uriproof_present(one->pieces.at[i]) && i != PIECE_PATH)
            put_part(piece_names[i], uriproof_span_of("(empty)"), split);
        else if (split)
            put_part(piece_names[i],
                     uriproof_span_of(uriproof_present(one->pieces.at[i]) ? "(empty)" : "(absent)"),
                     split);
    }
}

static void put_answer(const asking *a, const result *r, const reply *one)
{
    if (r->request.op == URIPROOF_PARSE)
        put_pieces(a, r, one);
    else if (r->request.op == URIPROOF_EQUIVALENT)
        put_part("equal", uriproof_span_of(one->answer.equal ? "true" : "false"), false);
    else
        put_part(uriproof_ops[r->request.op].result, one->answer.result, false);
}

/* Prints the dialects in which the group is right, and those that permit what it says. */
static void put_dialects(const asking *a, const result *r, size_t group)
{
    char right[200] = "", permitted[200] = "", words[500];
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    for (size_t i = 0; i < count; i++) {
        uriproof_correctness one = group_by_dialect(a, r, group, dialects[i]);
        if (one == URIPROOF_RIGHT_THERE)
            add_word(right, sizeof right, dialects[i]->document);
        else if (one == URIPROOF_ACCEPTABLE_THERE)
            add_word(permitted, sizeof permitted, dialects[i]->document);
    }
    bool any = right[0] != '\0' || permitted[0] != '\0';
    snprintf(words, sizeof words, "%s%s%s%s%s%s", right[0] != '\0' ? "right by " : "", right,
             right[0] != '\0' && permitted[0] != '\0' ? "; " : "",
             permitted[0] != '\0' ? "permitted by " : "", permitted,
             any ? "" : "right by no specification here");
    fputs("    ", stdout);
    put_wrapped(stdout, words, 4, WIDTH);
}

/* Returns how many parsers a group has, and their names. The caller frees *names. */
static size_t members_of(const asking *a, const result *r, size_t group, char **names)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    size_t found = 0;
    for (size_t m = 0; m < a->count; m++)
        if (r->group_of[m] == group)
            fprintf(out, "%s%s", found++ > 0 ? ", " : "", a->members[m].name);
    fclose(out);
    *names = text.octets;
    return found;
}

static void put_group(const asking *a, const result *r, size_t group)
{
    char *names;
    const reply *one = &r->replies[first_of(a, r, group)];
    size_t count = members_of(a, r, group, &names);
    const char *did = one->fault == URIPROOF_UNSUPPORTED ? "cannot be asked this"
                      : one->fault == URIPROOF_NOT_RUN   ? "do not start (see 'uriproof adapters')"
                      : one->fault != URIPROOF_AGREE     ? uriproof_outcomes[one->fault].name
                      : reply_accepts(one)               ? "accept"
                                                         : "reject";
    printf("\n%zu parser%s: %s\n    ", count, count == 1 ? "" : "s", did);
    put_wrapped(stdout, names, 4, WIDTH);
    if (reply_accepts(one))
        put_answer(a, r, one);
    if (one->fault == URIPROOF_AGREE)
        put_dialects(a, r, group);
    free(names);
}

/* ---- Who sees which host ---- */

typedef struct host {
    const reply *reply; /* of the first parser that sees it; rejected: of one that rejects */
    size_t count;
} host;

static bool same_host(const reply *a, const reply *b)
{
    return reply_accepts(a) == reply_accepts(b) &&
           (!reply_accepts(a) ||
            uriproof_span_equal(a->pieces.at[PIECE_HOST], b->pieces.at[PIECE_HOST]));
}

/* Lists the hosts that parsers see, in the order of the groups. Returns how many there are. */
static size_t list_hosts(const asking *a, const result *r, host *hosts)
{
    size_t found = 0;
    for (size_t group = 0; group < r->group_count; group++) {
        for (size_t m = 0; m < a->count; m++) {
            const reply *one = &r->replies[m];
            if (r->group_of[m] != group || one->fault != URIPROOF_AGREE)
                continue;
            size_t h = 0;
            while (h < found && !same_host(hosts[h].reply, one))
                h++;
            if (h == found)
                hosts[found++] = (host){one, 0};
            hosts[h].count++;
        }
    }
    return found;
}

static void write_host(FILE *out, const asking *a, const result *r, const host *h)
{
    uriproof_span name = h->reply->pieces.at[PIECE_HOST];
    if (!reply_accepts(h->reply)) {
        fputs("rejected", out);
    } else if (!uriproof_present(name)) {
        fputs("no host", out);
    } else {
        fputc('"', out);
        print_octets(out, name);
        fputc('"', out);
    }
    fprintf(out, " %zu (", h->count);
    size_t told = 0;
    for (size_t m = 0; m < a->count; m++)
        if (r->replies[m].fault == URIPROOF_AGREE && same_host(&r->replies[m], h->reply))
            fprintf(out, "%s%s", told++ > 0 ? ", " : "", a->members[m].name);
    fputc(')', out);
}

static void put_hosts(const asking *a, const result *r)
{
    host *hosts = calloc(a->count + 1, sizeof *hosts);
    size_t count = list_hosts(a, r, hosts);
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? "; " : "", out);
        write_host(out, a, r, &hosts[i]);
    }
    fclose(out);
    fputs("\nhost: ", stdout);
    put_wrapped(stdout, text.octets, 6, WIDTH);
    free(text.octets);
    free(hosts);
}

static void put_classes(const result *r)
{
    for (size_t i = 0; i < r->class_count; i++) {
        char id[CLASS_ID_ROOM];
        const class_risk *risk = class_risk_of(&r->classes[i]);
        class_id(&r->classes[i], id);
        printf("%s%s  %s%s%s\n", i == 0 ? "\n" : "", id, risk->name,
               risk->weakness != NULL ? ": " : "", risk->weakness != NULL ? risk->weakness : "");
    }
}

static void put_question(const uriproof_request *request)
{
    print_octets(stdout, request->field[0]);
    if (uriproof_present(request->field[1])) {
        putchar(' ');
        print_octets(stdout, request->field[1]);
    }
    putchar('\n');
}

static void put_result(const asking *a, const result *r)
{
    put_question(&r->request);
    for (size_t group = 0; group < r->group_count; group++)
        put_group(a, r, group);
    if (r->request.op == URIPROOF_PARSE)
        put_hosts(a, r);
    put_classes(r);
}

/* ---- For programs ---- */

static void write_members(json_writer *w, const asking *a, const result *r, size_t group)
{
    json_open_array(w, "parsers");
    for (size_t m = 0; m < a->count; m++)
        if (r->group_of[m] == group)
            json_text(w, NULL, a->members[m].name);
    json_close(w);
}

static void write_group(json_writer *w, const asking *a, const result *r, size_t group)
{
    const reply *one = &r->replies[first_of(a, r, group)];
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    json_open_object(w, NULL);
    write_members(w, a, r, group);
    if (one->fault != URIPROOF_AGREE) {
        json_text(w, "outcome", uriproof_outcomes[one->fault].name);
        json_close(w);
        return;
    }
    json_open_object(w, "answer");
    uriproof_answer answer = one->answer;
    answer.error = NULL; /* each parser has its own words */
    uriproof_answer_write(w, r->request.op, &answer);
    json_close(w);
    json_open_object(w, "by_dialect");
    for (size_t i = 0; i < count; i++)
        json_text(w, dialects[i]->name,
                  uriproof_correctnesses[group_by_dialect(a, r, group, dialects[i])].name);
    json_close(w);
    json_close(w);
}

static void write_class(json_writer *w, const answer_class *one)
{
    char id[CLASS_ID_ROOM];
    const class_risk *risk = class_risk_of(one);
    class_id(one, id);
    json_open_object(w, NULL);
    json_text(w, "id", id);
    json_text(w, "risk", risk->name);
    json_text_if(w, "weakness", risk->weakness);
    json_close(w);
}

static void put_json(const asking *a, const result *r)
{
    json_writer w = json_writer_dense(stdout);
    json_open_object(&w, NULL);
    json_text(&w, "format", "uriproof-ask");
    json_number(&w, "version", 1);
    json_text(&w, "op", uriproof_ops[r->request.op].name);
    uriproof_request_write(&w, &r->request);
    json_open_array(&w, "groups");
    for (size_t group = 0; group < r->group_count; group++)
        write_group(&w, a, r, group);
    json_close(&w);
    json_open_array(&w, "classes");
    for (size_t i = 0; i < r->class_count; i++)
        write_class(&w, &r->classes[i]);
    json_close(&w);
    json_writer_end(&w);
}

/* ---- The command ---- */

static void open_panel(asking *a, const data_paths *p, const manifests *known,
                       const asker_options *options)
{
    dialect_choice choice = default_dialect();
    size_t wanted = a->name_count > 0 ? a->name_count : known->count;
    a->members = calloc(wanted + 1, sizeof *a->members);
    a->commands = calloc(wanted + 1, sizeof *a->commands);
    for (size_t i = 0; i < wanted; i++) {
        const manifest *entry =
            a->name_count > 0 ? named_manifest(a->call, known, a->names[i]) : &known->entries[i];
        if (a->name_count == 0 && strcmp(entry->name, own_adapter) == 0)
            continue;
        a->commands[a->count] = manifest_command(entry, p, choice.dialect, &choice.readings);
        a->members[a->count] = (panel_member){entry->name, a->commands[a->count]};
        a->count++;
    }
    a->panel = panel_new(a->members, a->count, options);
}

static void close_panel(asking *a)
{
    panel_free(a->panel);
    for (size_t i = 0; i < a->count; i++)
        command_free(a->commands[i]);
    free(a->commands);
    free(a->members);
}

static void answer(asking *a, uriproof_span first, uriproof_span second)
{
    result r = {.request = {a->op, {first, second}}};
    ask(a, &r);
    if (a->json)
        put_json(a, &r);
    else
        put_result(a, &r);
    fflush(stdout);
    result_free(&r);
}

/* Asks each line of standard input. For an operation on two texts, a tab divides them. */
static void answer_lines(asking *a)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while (!is_stopped(NULL) && (length = getline(&line, &room, stdin)) > 0) {
        uriproof_span first = {line, (size_t)length - (line[length - 1] == '\n')};
        uriproof_span second = {NULL, 0};
        const char *tab = memchr(first.octets, '\t', first.length);
        if (uriproof_ops[a->op].fields[1] != NULL) {
            if (tab == NULL)
                fail(a->call, "a line has no tab between its two texts");
            second = (uriproof_span){tab + 1, (size_t)(first.octets + first.length - tab) - 1};
            first.length = (size_t)(tab - first.octets);
        }
        answer(a, first, second);
        if (!a->json)
            putchar('\n');
    }
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

static int run(invocation *call)
{
    asking a = {.call = call, .op = URIPROOF_PARSE, .timeout_ms = 2000};
    data_paths p;
    manifests known;
    options_read(call, &a);
    bool lines = call->argc == 1 && strcmp(call->argv[0], "-") == 0;
    if (call->argc == 0)
        usage_error(call, "wants a text, or - for the lines of standard input");
    if (!lines && uriproof_ops[a.op].fields[1] != NULL && call->argc % 2 != 0)
        usage_error(call, "--op %s wants two texts for each question", uriproof_ops[a.op].name);
    find_paths(call, &p);
    load_manifests(call, &p, &known);
    stop_catch();
    const asker_options options = {.timeout_ms = a.timeout_ms,
                                   .memory_limit = UINT64_C(2) << 30,
                                   .reaper = p.reaper,
                                   .window = 1,
                                   .should_stop = is_stopped};
    open_panel(&a, &p, &known, &options);
    if (lines)
        answer_lines(&a);
    else
        answer_arguments(&a, call);
    close_panel(&a);
    manifests_free(&known);
    if (is_stopped(NULL))
        return URIPROOF_EXIT_STOPPED;
    return a.any_difference ? URIPROOF_EXIT_DIFFERS : URIPROOF_EXIT_AGREE;
}

static void take_op(const invocation *call, const cli_option *option, const char *value, void *to)
{
    uriproof_op op = uriproof_op_named(value);
    (void)option;
    if (op == URIPROOF_OP_COUNT || op == URIPROOF_URL || op == URIPROOF_DECODE ||
        op == URIPROOF_ENCODE)
        usage_error(call,
                    "no operation \"%s\" here; there are: parse, resolve, normalize, "
                    "equivalent",
                    value);
    *(uriproof_op *)to = op;
}

static void take_adapter(const invocation *call, const cli_option *option, const char *value,
                         void *to)
{
    asking *a = to;
    if (a->name_count == ADAPTERS_MOST)
        usage_error(call, "too many --%s options", option->name);
    a->names[a->name_count++] = value;
}

static const cli_option options[] = {
    {"op", "NAME", take_op, offsetof(asking, op),
     .help = "what they are asked: parse (default), resolve, normalize or equivalent"},
    {"adapter", "NAME", take_adapter, 0,
     .help = "only this parser; may be given more than once (default: all that start)"},
    {"timeout", "TIME", take_duration, offsetof(asking, timeout_ms),
     .help = "for each text: 2s (default), 500ms"},
    {"hex", NULL, take_flag, offsetof(asking, hexadecimal),
     .help = "the arguments are hexadecimal: 6100 is an a and a NUL"},
    {"json", NULL, take_flag, offsetof(asking, json),
     .help = "print a line of JSON for each question (harness/schema/ask.schema.json)"},
    {.name = NULL},
};

const verb command_ask = {
    .name = "ask",
    .run = run,
    .usage = "TEXT...\n-",
    .about = "Shows what all parsers make of a text. Parsers that give the same answer stand "
             "together, with the specifications by which they are right. A part that they do not "
             "agree on has a *. The last lines say who sees which host, and the class and risk of "
             "each difference. With --op resolve and equivalent each question has two texts. With "
             "- the texts are the lines of standard input, two of them with a tab between.",
    .options = options,
    .more = "Exit status: 0 all agree, 1 they differ, 2 usage, 4 a file cannot be read, 130 ended "
            "by Ctrl-C or such a signal.",
    .arguments = ANY_ARGUMENTS,
    .order = OPTIONS_FIRST,
};
