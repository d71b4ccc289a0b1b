/* SPDX-License-Identifier: MIT */
#include "parser_loop.h"

#include "mutator/mutator.h"

#include <errno.h>
#include <stdlib.h>

enum {
    MOST_TAKEN = PARSER_LOOP_BATCH / 2, /* texts of the folder in a turn, so that others are made
                                           too if engines find many */
    CHAINS_AT_ONCE = 64,    /* a chain is four questions and more, and the others wait for them */
    CHAINS_OF_MADE = 16,    /* one of so many texts that were made is asked for chains */
    LATELY = 1 << 20,       /* about so many texts are remembered by their hashes */
    LAST = 128,             /* texts of the folder */
    MOST_TRIES = 8,         /* to make a text that was not asked lately */
    TURNS_OF_TIMEOUTS = 256 /* after so many turns, a parser may take too long again so often */
};

/* Texts of a turn, or those that wait for chains. */
typedef struct batch {
    store *memory;
    uriproof_request *requests;
    size_t count;
} batch;

struct parser_loop {
    parser_loop_options options;
    mutator *mutator;
    uint64_t random;
    size_t asked, urgent; /* so many texts of the folders were asked */
    size_t made;
    size_t turns;
    size_t allowed;   /* the turn in which parsers were allowed to take too long again */
    uint64_t *lately; /* the hashes of texts that were asked, by their last bits */
    size_t classes;   /* so many classes of the survey were looked at */
    batch turn[2];    /* the last, and the one before it */
    batch chains;
    int fault; /* the number of an error; or 0 */
};

parser_loop *parser_loop_new(const parser_loop_options *options)
{
    parser_loop *l = calloc(1, sizeof *l);
    l->options = *options;
    l->mutator = mutator_new(options->seed);
    l->random = options->seed;
    l->lately = calloc(LATELY, sizeof *l->lately);
    for (size_t i = 0; i < 2; i++)
        l->turn[i].requests = calloc(PARSER_LOOP_BATCH, sizeof *l->turn[i].requests);
    return l;
}

/* ---- Texts ---- */

/* Adds a question about a copy of the text. */
static void add(batch *b, uriproof_span text)
{
    char *octets = store_take(b->memory, text.length + 1, 1);
    memcpy(octets, text.octets, text.length);
    b->requests[b->count++] = (uriproof_request){URIPROOF_PARSE, {{octets, text.length}}};
}

static void empty(batch *b)
{
    store_free(b->memory);
    b->memory = store_new();
    b->count = 0;
}

/* Draws a text of the folder: every other time one of those that came last, as they showed what the
 * others did not. Returns an absent one if there is none. */
static uriproof_span draw_text(parser_loop *l)
{
    const size_t count = text_folder_count(l->options.folder);
    const size_t last = count < LAST ? count : LAST;
    if (count == 0)
        return (uriproof_span){NULL, 0};
    return text_folder_text(l->options.folder, random_below(&l->random, 2) == 0
                                                   ? random_below(&l->random, count)
                                                   : count - 1 - random_below(&l->random, last));
}

/* Makes a text of two of the folder. */
static void make_text(parser_loop *l, octet_buffer *text)
{
    const uriproof_span one = draw_text(l), other = draw_text(l);
    mutator_mutate(l->mutator, one, other, TEXT_FOLDER_LONGEST, text);
}

/* Returns false if the text was asked lately. Else it counts as asked from now on. */
static bool is_new(parser_loop *l, uriproof_span text)
{
    const uint64_t hash = octets_hash(OCTETS_HASH_BEGIN, text.octets, text.length);
    uint64_t *lately = &l->lately[hash % LATELY];
    const bool new = *lately != hash;
    *lately = hash;
    return new;
}

/* Makes a text that was not asked lately, if that is possible. */
static void make_new_text(parser_loop *l, octet_buffer *text)
{
    for (size_t tries = 0; tries < MOST_TRIES; tries++) {
        make_text(l, text);
        if (is_new(l, (uriproof_span){text->octets, text->length}))
            return;
    }
}

/* Adds a text to those that chains are asked for. */
static void want_chains(parser_loop *l, uriproof_span text)
{
    batch *b = &l->chains;
    if (b->memory == NULL)
        b->memory = store_new();
    b->requests = list_grown(b->requests, b->count, sizeof *b->requests);
    add(b, text);
}

/* Adds the texts of a folder that were not asked yet; *asked is the number of those that were. One
 * that the loop itself made and put there is asked for chains alone. */
static void add_of_folder(parser_loop *l, batch *b, size_t most, const text_folder *folder,
                          size_t *asked)
{
    const size_t known = text_folder_count(folder);
    for (; *asked < known && b->count < most; (*asked)++) {
        const uriproof_span text = text_folder_text(folder, *asked);
        want_chains(l, text);
        if (is_new(l, text))
            add(b, text);
    }
}

static void add_made(parser_loop *l, batch *b, size_t most)
{
    octet_buffer text = {NULL, 0, 0};
    while (b->count < most) {
        make_new_text(l, &text);
        add(b, (uriproof_span){text.octets, text.length});
        if (l->made++ % CHAINS_OF_MADE == 0)
            want_chains(l, b->requests[b->count - 1].field[0]);
    }
    buffer_free(&text);
}

/* ---- What they showed ---- */

static void note_fault(parser_loop *l, bool good)
{
    if (!good && l->fault == 0)
        l->fault = errno;
}

/* Writes the texts that showed a class not seen before into the folder: so chains are asked about
 * them too. */
static void keep_new(parser_loop *l)
{
    size_t count;
    const survey_class *classes = survey_classes(l->options.survey, &count);
    for (; l->classes < count; l->classes++)
        note_fault(l, text_folder_keep(l->options.folder, classes[l->classes].seen.field[0]));
}

/* Asks for the chains that wait. After that the panel rests. */
static void ask_chains(parser_loop *l)
{
    if (l->chains.count > 0)
        survey_chains(l->options.survey, l->options.panel, l->chains.requests, l->chains.count);
    empty(&l->chains);
    keep_new(l);
    if (l->turns - l->allowed < TURNS_OF_TIMEOUTS)
        return;
    l->allowed = l->turns;
    panel_allow_timeouts(l->options.panel, ASKER_MOST_TIMEOUTS);
}

const uriproof_request *parser_loop_turn(parser_loop *l, size_t most, size_t *count)
{
    batch *b = &l->turn[l->turns++ % 2];
    const size_t room = most < PARSER_LOOP_BATCH ? most : PARSER_LOOP_BATCH;
    note_fault(l, text_folder_read(l->options.folder));
    empty(b);
    if (parser_loop_urgent(l) > 0)
        add_of_folder(l, b, room, l->options.urgent, &l->urgent);
    add_of_folder(l, b, room < MOST_TAKEN ? room : MOST_TAKEN, l->options.folder, &l->asked);
    add_made(l, b, room);
    survey_ask(l->options.survey, l->options.panel, b->requests, b->count);
    keep_new(l);
    if (l->chains.count >= CHAINS_AT_ONCE)
        ask_chains(l);
    *count = b->count;
    return b->requests;
}

size_t parser_loop_urgent(parser_loop *l)
{
    if (l->options.urgent == NULL)
        return 0;
    note_fault(l, text_folder_read(l->options.urgent));
    return text_folder_count(l->options.urgent) - l->urgent;
}

void parser_loop_settle(parser_loop *l)
{
    survey_settle(l->options.survey);
    keep_new(l);
    ask_chains(l);
}

bool parser_loop_is_good(const parser_loop *l)
{
    errno = l->fault;
    return l->fault == 0;
}

void parser_loop_free(parser_loop *l)
{
    for (size_t i = 0; i < 2; i++) {
        store_free(l->turn[i].memory);
        free(l->turn[i].requests);
    }
    store_free(l->chains.memory);
    free(l->chains.requests);
    free(l->lately);
    mutator_free(l->mutator);
    free(l);
}
