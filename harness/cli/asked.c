/* SPDX-License-Identifier: MIT */
#include "asked.h"

#include "asked_reasons.h"

#include "json/json.h"

#include <uriproof/rfc3986.h>

#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 80,
    NAME_COLUMNS = 11,
    WORDS_ROOM = 400,
    MOST_SHOWN = 160 /* of a text that may be of any length; --json has all of it */
};

/* ---- Asking ---- */

/* Returns the first member of a group. */
static size_t first_of(const asked *r, size_t group)
{
    size_t m = 0;
    while (m < r->count && r->group_of[m] != group)
        m++;
    return m;
}

static int compare_classes(const void *one, const void *other)
{
    const text_class *a = one, *b = other;
    return class_compare(&a->class, &b->class);
}

/* Returns the question, with room for the replies to it. */
static asked question(const parsers *from, const panel *p, const uriproof_request *request)
{
    asked r = {.request = *request,
               .members = from->members,
               .count = from->count,
               .named = from->wanted_count > 0,
               .panel = p};
    r.store = store_new();
    r.replies = calloc(r.count + 1, sizeof *r.replies);
    r.group_of = calloc(r.count + 1, sizeof *r.group_of);
    return r;
}

/* Puts the replies into groups and classes. */
static void group_and_classify(asked *r)
{
    r->group_count = group_replies(r->request.op, r->replies, r->count, r->group_of);
    transform_set excused; /* asked for by groups instead */
    const text_replies all = panel_replies(r->panel, &r->request, r->replies);
    r->class_count = classes_of_text(&all, &r->classes, &excused);
    if (r->class_count > 0)
        qsort(r->classes, r->class_count, sizeof *r->classes, compare_classes);
}

void asked_ask(const parsers *from, panel *p, const uriproof_request *request, asked *r)
{
    *r = question(from, p, request);
    panel_ask(p, &(panel_questions){.requests = request, .count = 1}, r->store, r->replies);
    group_and_classify(r);
}

void asked_of_replies(const parsers *from, const panel *p, const uriproof_request *request,
                      const reply *replies, asked *r)
{
    *r = question(from, p, request);
    memcpy(r->replies, replies, r->count * sizeof *replies);
    group_and_classify(r);
}

/* Asks one member; the reply is in the store of `r`. */
static reply ask_member(const parsers *from, panel *p, asked *r, size_t m, uriproof_op op)
{
    const uriproof_request request = {op, {r->request.field[0]}};
    bool *asked_ones = calloc(from->count + 1, sizeof *asked_ones);
    reply *replies = calloc(from->count + 1, sizeof *replies);
    asked_ones[m] = true;
    panel_ask(p, &(panel_questions){.requests = &request, .count = 1, .asked = asked_ones},
              r->store, replies);
    reply one = replies[m];
    free(asked_ones);
    free(replies);
    return one;
}

output asked_output(const parsers *from, panel *p, asked *r, size_t m)
{
    const hello *greeting = panel_hello(p, m);
    const bool normalizes = greeting->ops[URIPROOF_NORMALIZE];
    output o = {.parser = from->members[m].name, .is_normal = normalizes};
    reply one = normalizes ? ask_member(from, p, r, m, URIPROOF_NORMALIZE) : r->replies[m];
    o.fault = one.fault;
    if (reply_accepts(&one))
        o.text = normalizes ? one.answer.result : pieces_together(&one.pieces, r->store);
    return o;
}

void asked_free(asked *r)
{
    store_free(r->store);
    free(r->replies);
    free(r->group_of);
    free(r->classes);
}

/* What a dialect says of the question, and of a group. */
typedef struct dialect_words {
    bool rejects;
    bool has_components; /* it divides the text into host, port and so on */
    bool other_target;   /* it has another host or port than the group */
} dialect_words;

static dialect_words words_of_dialect(const asked *r, size_t group, const uriproof_dialect *dialect)
{
    static const uriproof_readings defaults = {{0}};
    const reply *given = &r->replies[first_of(r, group)];
    uriproof_scratch scratch = {0};
    uriproof_answer said;
    uriproof_ask(dialect, &defaults, &r->request, &scratch, &said);
    const reply own = reply_borrowed(r->request.op, &said);
    const bool both = said.parts.has_components && reply_accepts(&own) && reply_accepts(given);
    const dialect_words words = {
        .rejects = said.status == ANSWER_REJECTED,
        .has_components = said.parts.has_components,
        .other_target = both && (class_is_other_target(PIECE_HOST, &own.pieces, &given->pieces) ||
                                 class_is_other_target(PIECE_PORT, &own.pieces, &given->pieces))};
    uriproof_scratch_free(&scratch);
    return words;
}

/* Returns how right a group is by a dialect: as its best member, since what a parser changes by
 * design is no mistake. Of a rejection it does not count whether the parser says where. */
static uriproof_correctness group_by_dialect(const asked *r, size_t group,
                                             const uriproof_dialect *dialect)
{
    uriproof_correctness best = URIPROOF_NOT_ASKED_THERE;
    if (!reply_accepts(&r->replies[first_of(r, group)]) &&
        words_of_dialect(r, group, dialect).rejects)
        return URIPROOF_RIGHT_THERE;
    for (size_t m = 0; m < r->count; m++) {
        if (r->group_of[m] != group)
            continue;
        uriproof_correctness one = right_by_dialect(
            dialect, &r->request, &panel_hello(r->panel, m)->transforms, &r->replies[m].answer);
        best = one < best ? one : best;
    }
    return best;
}

/* Do two groups differ only in what parsers declare? */
static bool are_by_design(const asked *r, const size_t groups[2], transform_set *needed)
{
    const text_replies all = panel_replies(r->panel, &r->request, r->replies);
    return groups_differ_by_design(&all, r->group_of, groups, needed);
}

/* ---- For people ---- */

/* Do the groups that accept differ in this part? */
static bool is_split(const asked *r, uri_piece which)
{
    const reply *first = &r->replies[first_of(r, 0)];
    for (size_t m = 0; m < r->count; m++)
        if (reply_accepts(&r->replies[m]) &&
            !uriproof_span_equal(r->replies[m].pieces.at[which], first->pieces.at[which]))
            return true;
    return false;
}

/* Do some parsers see other data in this part? What a parser declares is not other data, unless it
 * is another host or port; and what is the same data by RFC 3986 is not. */
static bool is_other_data(const asked *r, uri_piece which)
{
    static const transform_set nothing = {{0}};
    for (size_t m = 0; m < r->count; m++)
        for (size_t other = 0; other < m; other++) {
            const reply *a = &r->replies[m], *b = &r->replies[other];
            answer_class found = {0};
            if (r->group_of[m] == r->group_of[other] || !reply_accepts(a) || !reply_accepts(b) ||
                class_same_part(which, &a->pieces, &panel_hello(r->panel, m)->transforms,
                                &b->pieces, &panel_hello(r->panel, other)->transforms))
                continue;
            if (class_between_parts(r->request.field[0], 1U << which, &a->pieces, &b->pieces,
                                    &nothing, &found) &&
                found.kind != CLASS_SPELLING)
                return true;
        }
    return false;
}

/* Writes a text, without its middle if it is long. */
static void put_octets(FILE *out, uriproof_span octets)
{
    uriproof_text_written text;
    FILE *in = uriproof_text_open(&text);
    print_octets(in, octets);
    fclose(in);
    fputs(text_cut_inside(text.octets, MOST_SHOWN), out);
    free(text.octets);
}

/* Prints a part, with a mark if some see other data. */
static void put_part(const char *name, uriproof_span octets, bool marked)
{
    bool bold = marked && wants_colour(stdout);
    printf("  %s%c %-*s ", bold ? "\033[1m" : "", marked ? '*' : ' ', NAME_COLUMNS, name);
    if (uriproof_present(octets))
        put_octets(stdout, octets);
    puts(bold ? "\033[0m" : "");
}

static void put_pieces(const asked *r, const reply *one)
{
    for (unsigned i = 0; i < PIECE_COUNT; i++) {
        bool split = is_split(r, (uri_piece)i), marked = split && is_other_data(r, (uri_piece)i);
        if (!uriproof_present(one->pieces.at[i]) && !split)
            continue;
        if (uriproof_present(one->pieces.at[i]) && one->pieces.at[i].length > 0)
            put_part(piece_names[i], one->pieces.at[i], marked);
        else if (uriproof_present(one->pieces.at[i]) && i != PIECE_PATH)
            put_part(piece_names[i], uriproof_span_of("(empty)"), marked);
        else if (split)
            put_part(piece_names[i],
                     uriproof_span_of(uriproof_present(one->pieces.at[i]) ? "(empty)" : "(absent)"),
                     marked);
    }
}

static void put_answer(const asked *r, const reply *one)
{
    if (r->request.op == URIPROOF_PARSE)
        put_pieces(r, one);
    else if (r->request.op == URIPROOF_EQUIVALENT)
        put_part("equal", uriproof_span_of(one->answer.equal ? "true" : "false"), false);
    else
        put_part(uriproof_ops[r->request.op].result, one->answer.result, false);
}

/* Returns the class that says in what this group differs from others, and how it can be right; NULL
 * if there is none. */
static const answer_class *class_of_group(const asked *r, size_t group)
{
    const bool accepts = reply_accepts(&r->replies[first_of(r, group)]);
    for (size_t i = 0; i < r->class_count; i++) {
        const answer_class *one = &r->classes[i].class;
        const bool validity = one->kind == CLASS_VALIDITY || one->is_rejected;
        if (validity == !accepts && one->kind != CLASS_FAULT && one->kind != CLASS_SPELLING)
            return one;
    }
    return NULL;
}

/* Is the part one that only a dialect with components has? */
static bool is_component(const char *part)
{
    static const uri_piece components[] = {PIECE_USER, PIECE_PASSWORD, PIECE_HOST, PIECE_PORT};
    for (size_t i = 0; i < sizeof components / sizeof components[0]; i++)
        if (strcmp(part, piece_names[components[i]]) == 0)
            return true;
    return false;
}

/* Adds the document of a dialect to those in which the group is right; of RFC 3986 with the clause
 * about the difference. */
static void add_right(char *list, size_t room, const uriproof_dialect *dialect,
                      const answer_class *difference)
{
    const size_t length = strlen(dialect->name);
    const bool decides = difference != NULL &&
                         strncmp(difference->clause, dialect->name, length) == 0 &&
                         difference->clause[length] == '.';
    char *word =
        text_made(decides ? "%s (%s)" : "%s", dialect->document, decides ? difference->clause : "");
    add_word(list, room, word);
    free(word);
}

/* Writes a list after words, and sets it off from what is there. */
static void put_list_after(FILE *out, const char *before, const char *list)
{
    if (list[0] != '\0')
        fprintf(out, "%s%s%s", ftell(out) > 0 ? "; " : "", before, list);
}

/* Is the group right by a dialect only as it declares to change the host or port? */
static bool is_right_by_design(const asked *r, size_t group, const uriproof_dialect *dialect,
                               uriproof_correctness right)
{
    return (right == URIPROOF_RIGHT_THERE || right == URIPROOF_ACCEPTABLE_THERE) &&
           words_of_dialect(r, group, dialect).other_target;
}

/* Dialects, by what they say of a group: their documents. */
typedef struct dialect_lists {
    char right[300], permitted[200], by_design[200], without[200];
} dialect_lists;

/* Lists the dialects in which the group is right, and those that permit what it says. A dialect
 * that does not have the part that differs says nothing of the difference. */
static void list_dialects(const asked *r, size_t group, const answer_class *difference,
                          dialect_lists *to)
{
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    const bool component = difference != NULL && r->request.op == URIPROOF_PARSE &&
                           reply_accepts(&r->replies[first_of(r, group)]) &&
                           is_component(difference->part);
    *to = (dialect_lists){.right = ""};
    for (size_t i = 0; i < count; i++) {
        const char *document = dialects[i]->document;
        const uriproof_correctness one = group_by_dialect(r, group, dialects[i]);
        if (is_right_by_design(r, group, dialects[i], one))
            add_word(to->by_design, sizeof to->by_design, document);
        else if (one == URIPROOF_RIGHT_THERE && component &&
                 !words_of_dialect(r, group, dialects[i]).has_components)
            add_word(to->without, sizeof to->without, document);
        else if (one == URIPROOF_RIGHT_THERE)
            add_right(to->right, sizeof to->right, dialects[i], difference);
        else if (one == URIPROOF_ACCEPTABLE_THERE)
            add_word(to->permitted, sizeof to->permitted, document);
    }
}

static void put_dialects(const asked *r, size_t group)
{
    const answer_class *difference = class_of_group(r, group);
    dialect_lists by;
    uriproof_text_written words;
    FILE *out = uriproof_text_open(&words);
    list_dialects(r, group, difference, &by);
    put_list_after(out, "right by ", by.right);
    put_list_after(out, "permitted by ", by.permitted);
    put_list_after(out, "by design another host or port than by ", by.by_design);
    if (by.right[0] == '\0' && by.permitted[0] == '\0' && by.by_design[0] == '\0')
        fputs("right by no specification here", out);
    if (by.without[0] != '\0')
        fprintf(out, "; no %s in %s", difference->part, by.without);
    fclose(out);
    put_wrapped(stdout, words.octets, printf("    "), WIDTH);
    free(words.octets);
}

/* Returns the words of a parser about its rejection or failure; NULL if it has none. */
static const char *words_of(const reply *one)
{
    const char *words = one->fault == URIPROOF_AGREE ? one->answer.error : one->words;
    return reply_accepts(one) || !reply_is_answer(one) || words == NULL || words[0] == '\0' ? NULL
                                                                                            : words;
}

/* Has the member no such words? */
static bool says_nothing(const asked *r, size_t m)
{
    return words_of(&r->replies[m]) == NULL;
}

/* Did the adapter of the member put back the brackets of the host that it gave? */
static bool has_restored(const asked *r, size_t m)
{
    const reply *one = &r->replies[m];
    const uriproof_span host = one->pieces.at[PIECE_HOST];
    return reply_accepts(one) && host.length > 0 && host.octets[0] == '[' &&
           transform_restores_brackets(&panel_hello(r->panel, m)->transforms);
}

/* Lists those parsers of a group of which `is` is true, after words; prints nothing if there are
 * none. */
static void put_members(const asked *r, size_t group, const char *before,
                        bool (*is)(const asked *r, size_t m))
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    size_t told = 0;
    fputs(before, out);
    for (size_t m = 0; m < r->count; m++)
        if (r->group_of[m] == group && is(r, m))
            put_listed(out, &told, r->members[m].name);
    fclose(out);
    if (told > 0)
        put_wrapped(stdout, text.octets, printf("    "), WIDTH);
    free(text.octets);
}

/* Prints the others, each with what it says, a line for each. */
static void put_words(const asked *r, size_t group)
{
    for (size_t m = 0; m < r->count; m++) {
        const char *words = words_of(&r->replies[m]);
        if (r->group_of[m] != group || words == NULL)
            continue;
        uriproof_text_written text;
        FILE *out = uriproof_text_open(&text);
        fprintf(out, "%s: ", r->members[m].name);
        put_printable(out, words);
        fclose(out);
        printf("    %s\n", text_cut(text.octets, WIDTH - 4));
        free(text.octets);
    }
}

/* Returns what the parsers of a group did. */
static const char *deed_of(const asked *r, const reply *one)
{
    if (one->fault == URIPROOF_UNSUPPORTED)
        return "cannot be asked this";
    if (one->fault == URIPROOF_NOT_RUN)
        return r->named ? "not started" : "not started ('uriproof adapters' says how to get them)";
    if (one->fault != URIPROOF_AGREE)
        return uriproof_outcomes[one->fault].name;
    return reply_accepts(one) ? "accept" : "reject";
}

static bool is_wrong_by_rfc3986(const asked *r, size_t group)
{
    return r->replies[first_of(r, group)].fault == URIPROOF_AGREE &&
           group_by_dialect(r, group, &uriproof_rfc3986) == URIPROOF_WRONG_THERE;
}

static replies_explained explained(const asked *r)
{
    return (replies_explained){&r->request, r->members, r->replies,
                               r->group_of, r->namer,   r->count};
}

static void put_group(const asked *r, size_t group)
{
    const reply *one = &r->replies[first_of(r, group)];
    size_t count = 0;
    for (size_t m = 0; m < r->count; m++)
        count += r->group_of[m] == group;
    printf("\n%zu parser%s: %s\n", count, count == 1 ? "" : "s", deed_of(r, one));
    put_members(r, group, "", says_nothing);
    put_words(r, group);
    if (reply_accepts(one))
        put_answer(r, one);
    put_members(r, group, "brackets put back by the adapter of ", has_restored);
    if (one->fault == URIPROOF_AGREE)
        put_dialects(r, group);
    const replies_explained because = explained(r);
    if (is_wrong_by_rfc3986(r, group))
        asked_put_reasons(&because, group);
}

/* ---- Who sees which host ---- */

/* Some of the parsers of a question. */
typedef bool some_members(const asked *r, size_t m);

static bool is_browser(const asked *r, size_t m)
{
    return r->members[m].is_browser;
}

static bool is_no_browser(const asked *r, size_t m)
{
    return !r->members[m].is_browser;
}

/* What parsers give for a part: a value, its absence, or a rejection. */
typedef struct part_value {
    const reply *reply; /* of the first parser that gives it */
    size_t count;
} part_value;

static bool same_value(const reply *a, const reply *b, uri_piece part)
{
    return reply_accepts(a) == reply_accepts(b) &&
           (!reply_accepts(a) || uriproof_span_equal(a->pieces.at[part], b->pieces.at[part]));
}

/* Lists what some parsers give, in the order of the groups. Returns how many values there are. */
static size_t list_values(const asked *r, some_members *some, uri_piece part, part_value *values)
{
    size_t found = 0;
    for (size_t group = 0; group < r->group_count; group++) {
        for (size_t m = 0; m < r->count; m++) {
            const reply *one = &r->replies[m];
            if (r->group_of[m] != group || one->fault != URIPROOF_AGREE || !some(r, m))
                continue;
            size_t i = 0;
            while (i < found && !same_value(values[i].reply, one, part))
                i++;
            if (i == found)
                values[found++] = (part_value){one, 0};
            values[i].count++;
        }
    }
    return found;
}

static void write_value(FILE *out, const asked *r, some_members *some, const part_value *one,
                        uri_piece part)
{
    uriproof_span value = one->reply->pieces.at[part];
    if (!reply_accepts(one->reply)) {
        fputs("rejected", out);
    } else if (!uriproof_present(value)) {
        fprintf(out, "no %s", piece_names[part]);
    } else {
        fputc('"', out);
        put_octets(out, value);
        fputc('"', out);
    }
    fprintf(out, " %zu (", one->count);
    size_t named = 0;
    for (size_t m = 0; m < r->count; m++)
        if (r->replies[m].fault == URIPROOF_AGREE && some(r, m) &&
            same_value(&r->replies[m], one->reply, part))
            put_listed(out, &named, r->members[m].name);
    fputc(')', out);
}

/* Prints the values that some parsers have for a part: `"c" 13 (a, b); "b" 1 (d); rejected 2 (e,
 * f)`, in lines of 80 columns after `label`. Prints nothing if none of them has answered. */
static void put_values(const asked *r, some_members *some, const char *label, uri_piece part)
{
    part_value *values = calloc(r->count + 1, sizeof *values);
    size_t count = list_values(r, some, part, values);
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? "; " : "", out);
        write_value(out, r, some, &values[i], part);
    }
    fclose(out);
    if (count > 0)
        put_wrapped(stdout, text.octets, printf("%s", label), WIDTH);
    free(text.octets);
    free(values);
}

/* Returns the part that differs on the text. */
static const char *part_of(const answer_class *one)
{
    return one->differs != NULL ? one->differs : one->part;
}

/* Did the text show the difference before it went through a parser? Its octets are others now, so
 * the part counts, and not the place in it. */
static bool is_durable(const asked *r, const answer_class *one)
{
    for (size_t i = 0; i < r->before->class_count; i++) {
        const answer_class *earlier = &r->before->classes[i].class;
        const bool validity = one->kind == CLASS_VALIDITY || one->is_rejected;
        const bool was = earlier->kind == CLASS_VALIDITY || earlier->is_rejected;
        if (validity == was && (one->kind == CLASS_FAULT) == (earlier->kind == CLASS_FAULT) &&
            (validity || strcmp(part_of(earlier), part_of(one)) == 0))
            return true;
    }
    return false;
}

static const char *durability(const asked *r, const answer_class *one)
{
    if (r->before == NULL)
        return "";
    return is_durable(r, one) ? "durable, " : "new, ";
}

/* Is member m on a side of the class because it declares to change the host or port so? Then
 * *needed has the transforms. */
static bool is_by_design(const asked *r, const answer_class *one, size_t m, transform_set *needed)
{
    const transform_set *own = &panel_hello(r->panel, m)->transforms;
    for (size_t other = 0; other < r->count; other++) {
        const reply *a = &r->replies[m], *b = &r->replies[other];
        answer_class found;
        if (r->group_of[m] != r->group_of[other] &&
            class_by_design(&r->request, one, a, own, b, needed) &&
            class_between(&r->request, a, own, b, &panel_hello(r->panel, other)->transforms,
                          &found) &&
            class_equal(&found, one))
            return true;
    }
    return false;
}

/* Names the parsers that are on a side of the class by design: no mistake of theirs. */
static void put_declared(const asked *r, const answer_class *one)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    for (size_t m = 0; m < r->count; m++) {
        char words[WORDS_ROOM];
        transform_set needed;
        if (!is_by_design(r, one, m, &needed))
            continue;
        transform_words(&needed, words, sizeof words);
        fprintf(out, "%s%s declares %s", ftell(out) > 0 ? "; " : "by design: ", r->members[m].name,
                words);
    }
    fclose(out);
    if (text.octets[0] != '\0') {
        fputs("    ", stdout);
        put_wrapped(stdout, text.octets, 4, WIDTH);
    }
    free(text.octets);
}

static void put_classes(const asked *r)
{
    for (size_t i = 0; i < r->class_count; i++) {
        char id[CLASS_ID_ROOM];
        const class_risk *risk = class_risk_of(&r->classes[i].class);
        class_id(&r->classes[i].class, id);
        printf("%s%s\n    %s%s: %s%s%s%s\n", i == 0 ? "\n" : "", id,
               durability(r, &r->classes[i].class), risk->name, risk->about,
               risk->weakness != NULL ? " (" : "", risk->weakness != NULL ? risk->weakness : "",
               risk->weakness != NULL ? ")" : "");
        put_declared(r, &r->classes[i].class);
    }
}

/* Tells of each group the first one from which it differs only by design. */
static void put_by_design(const asked *r)
{
    bool any = false;
    for (size_t group = 1; group < r->group_count; group++) {
        char words[WORDS_ROOM], line[WORDS_ROOM + 200];
        transform_set needed;
        size_t first = 0;
        while (first < group && !are_by_design(r, (size_t[]){first, group}, &needed))
            first++;
        if (first == group)
            continue;
        transform_words(&needed, words, sizeof words);
        snprintf(line, sizeof line, "%s and %s: %s", r->members[first_of(r, first)].name,
                 r->members[first_of(r, group)].name, words);
        fputs(any ? "    " : "groups that differ only in what parsers declare:\n    ", stdout);
        put_wrapped(stdout, line, 6, WIDTH);
        any = true;
    }
}

static void put_question(const uriproof_request *request)
{
    put_octets(stdout, request->field[0]);
    if (uriproof_present(request->field[1])) {
        putchar(' ');
        put_octets(stdout, request->field[1]);
    }
    putchar('\n');
}

void asked_put(const asked *r)
{
    if (r->through != NULL)
        printf("through %s (its %s): ", r->through, r->output);
    put_question(&r->request);
    for (size_t group = 0; group < r->group_count; group++)
        put_group(r, group);
    if (r->request.op == URIPROOF_PARSE && r->group_count > 0 &&
        r->replies[first_of(r, 0)].fault == URIPROOF_AGREE) {
        putchar('\n');
        put_values(r, is_browser, "host in browsers: ", PIECE_HOST);
        put_values(r, is_no_browser, "host: ", PIECE_HOST);
        put_by_design(r);
    }
    put_classes(r);
}

/* ---- For programs ---- */

/* Writes the names of those parsers of a group of which `is` is true; NULL: of all. Writes nothing
 * if there are none. */
static void write_members(json_writer *w, const char *key, const asked *r, size_t group,
                          bool (*is)(const asked *r, size_t m))
{
    bool any = false;
    for (size_t m = 0; m < r->count; m++) {
        if (r->group_of[m] != group || (is != NULL && !is(r, m)))
            continue;
        if (!any)
            json_open_array(w, key);
        json_text(w, NULL, r->members[m].name);
        any = true;
    }
    if (any)
        json_close(w);
}

static void write_group(json_writer *w, const asked *r, size_t group)
{
    const reply *one = &r->replies[first_of(r, group)];
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    json_open_object(w, NULL);
    write_members(w, "parsers", r, group, NULL);
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
    write_members(w, "brackets_restored", r, group, has_restored);
    json_open_object(w, "by_dialect");
    for (size_t i = 0; i < count; i++) {
        const uriproof_correctness right = group_by_dialect(r, group, dialects[i]);
        json_text(w, dialects[i]->name,
                  is_right_by_design(r, group, dialects[i], right)
                      ? "by-design"
                      : uriproof_correctnesses[right].name);
    }
    json_close(w);
    const replies_explained because = explained(r);
    if (is_wrong_by_rfc3986(r, group))
        asked_write_reasons(w, &because, group);
    json_close(w);
}

static void write_transforms(json_writer *w, const transform_set *set)
{
    char **list = transform_list(set);
    json_open_array(w, "transforms");
    for (char **one = list; *one != NULL; one++) {
        json_text(w, NULL, *one);
        free(*one);
    }
    json_close(w);
    free(list);
}

static void write_by_design(json_writer *w, const asked *r)
{
    json_open_array(w, "by_design");
    for (size_t group = 1; group < r->group_count; group++)
        for (size_t first = 0; first < group; first++) {
            transform_set needed;
            if (!are_by_design(r, (size_t[]){first, group}, &needed))
                continue;
            json_open_object(w, NULL);
            json_open_array(w, "groups");
            json_number(w, NULL, first);
            json_number(w, NULL, group);
            json_close(w);
            write_transforms(w, &needed);
            json_close(w);
        }
    json_close(w);
}

/* Writes the parsers that are on a side of the class by design. */
static void write_declared(json_writer *w, const asked *r, const answer_class *one)
{
    bool any = false;
    for (size_t m = 0; m < r->count; m++) {
        transform_set needed;
        if (!is_by_design(r, one, m, &needed))
            continue;
        if (!any)
            json_open_array(w, "declared");
        any = true;
        json_open_object(w, NULL);
        json_text(w, "parser", r->members[m].name);
        write_transforms(w, &needed);
        json_close(w);
    }
    if (any)
        json_close(w);
}

void asked_write_class(json_writer *w, const answer_class *one)
{
    char id[CLASS_ID_ROOM];
    const class_risk *risk = class_risk_of(one);
    class_id(one, id);
    json_text(w, "id", id);
    json_text(w, "risk", risk->name);
    json_text_if(w, "weakness", risk->weakness);
}

void asked_write(json_writer *w, const asked *r)
{
    json_open_array(w, "groups");
    for (size_t group = 0; group < r->group_count; group++)
        write_group(w, r, group);
    json_close(w);
    write_by_design(w, r);
    json_open_array(w, "classes");
    for (size_t i = 0; i < r->class_count; i++) {
        json_open_object(w, NULL);
        asked_write_class(w, &r->classes[i].class);
        write_declared(w, r, &r->classes[i].class);
        if (r->before != NULL)
            json_truth(w, "durable", is_durable(r, &r->classes[i].class));
        json_close(w);
    }
    json_close(w);
}
