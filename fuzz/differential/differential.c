/* SPDX-License-Identifier: MIT */
#include "differential.h"

#include "ask_directly.h"
#include "chosen.h"
#include "feedback.h"
#include "new_classes.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uriproof/rfc3986.h>

static struct {
    direct_parsers parsers;    /* the first is the reference */
    chain_reference reference; /* about the text that is tested */
    classes_seen *seen;
    bool gives_feedback;
} state;

/* ---- The reference ---- */

static uriproof_scratch scratch;

static void reference_answer(const uriproof_request *request, uriproof_answer *answer)
{
    static const uriproof_readings defaults = {{0}};
    uriproof_ask(&uriproof_rfc3986, &defaults, request, &scratch, answer);
}

static const uriproof_server reference = {
    .name = "reference",
    .version = uriproof_version,
    .language = "c",
    .answer = {[URIPROOF_PARSE] = reference_answer},
};

/* ---- What a text shows ---- */

/* Returns a hash of what makes the class, without the words of its id: those are made for new ones
 * alone. */
static uint64_t hash_of(const answer_class *c)
{
    const char *const words[] = {c->operation, c->part, c->clause, c->character};
    uint64_t hash = octets_hash(OCTETS_HASH_BEGIN, &c->kind, sizeof c->kind);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        hash = octets_hash(hash, words[i], strlen(words[i]) + 1);
    return hash;
}

static void tell(const answer_class *c, size_t one, size_t other, uriproof_span text)
{
    char id[CLASS_ID_ROOM];
    class_id(c, id);
    classes_seen_tell(state.seen,
                      &(class_sighting){.id = id,
                                        .parsers = {state.parsers.at[one].server->name,
                                                    state.parsers.at[other].server->name},
                                        .text = text.octets,
                                        .length = text.length});
}

/* Counts a class that the text shows. Returns its hash. */
static uint64_t count_class(const answer_class *c)
{
    const uint64_t hash = hash_of(c);
    if (state.gives_feedback)
        feedback_give(hash);
    return hash;
}

static void look_at_differences(uriproof_span text)
{
    const uriproof_request request = {URIPROOF_PARSE, {text}};
    const text_replies all = direct_parsers_replies(&state.parsers, &request);
    text_class *found;
    transform_set excused;
    const size_t count = classes_of_text(&all, &found, &excused);
    for (size_t i = 0; i < count; i++)
        if (classes_seen_add(state.seen, count_class(&found[i].class)))
            tell(&found[i].class, found[i].sides[0], found[i].sides[1], text);
    free(found);
}

/* Tells a chain that one parser breaks, unless the reference does so too: then it is no fault of
 * the parser's on this text. */
static void look_at_chain(const answer_class *c, chain which, const chain_links *links, size_t m)
{
    const uint64_t hash = count_class(c);
    if (!classes_seen_has(state.seen, hash) &&
        !chain_is_of_reference(which, links, c, &state.reference) &&
        classes_seen_add(state.seen, hash))
        tell(c, m, m, links->text);
}

static void look_at_chains(uriproof_span text)
{
    state.reference.memory = state.parsers.memory;
    state.reference.asked = false;
    for (size_t m = 1; m < state.parsers.count; m++) {
        const chain_links links = direct_parsers_links(&state.parsers, m, text);
        for (unsigned which = 0; which < CHAIN_COUNT; which++) {
            answer_class found;
            if (chain_breaks((chain)which, &links, &found))
                look_at_chain(&found, (chain)which, &links, m);
        }
    }
}

/* ---- The target ---- */

static void list_parsers(const uriproof_server *const *servers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        puts(servers[i]->name);
    exit(fflush(stdout) == 0 ? 0 : 1);
}

/* Serves a parser, of RFC 3986 if it does not say of what. Ends without the leak check of a
 * sanitizer: what a library keeps is not what is tested. */
static void serve(const uriproof_server *const *servers, size_t count, const char *name)
{
    static const char *const dialects[] = {"rfc3986", NULL};
    for (size_t i = 0; i < count; i++) {
        uriproof_server served = *servers[i];
        if (served.dialects == NULL)
            served.dialects = dialects;
        if (strcmp(served.name, name) == 0)
            _exit(uriproof_serve(&served, STDIN_FILENO, STDOUT_FILENO));
    }
    fprintf(stderr, "uriproof: no parser %s is in this target; --uriproof-parsers lists them\n",
            name);
    exit(2);
}

static void do_word(const uriproof_server *const *servers, size_t count, const char *word)
{
    static const char serving[] = "--uriproof-serve=";
    if (strcmp(word, "--uriproof-parsers") == 0)
        list_parsers(servers, count);
    if (strncmp(word, serving, strlen(serving)) == 0)
        serve(servers, count, word + strlen(serving));
}

int differential_begin(const uriproof_server *const *servers, size_t count, int *argc, char ***argv)
{
    if (*argc > 1)
        do_word(servers, count, (*argv)[1]);
    direct_parsers_add(&state.parsers, &reference);
    state.parsers.at[0].parses_only = true;
    for (size_t i = 0; i < count && state.parsers.count < PARSERS_MOST; i++)
        if (fuzz_is_chosen("URIPROOF_FUZZ_PARSERS", servers[i]->name))
            direct_parsers_add(&state.parsers, servers[i]);
    if (state.parsers.count == 1) {
        fprintf(stderr, "uriproof: URIPROOF_FUZZ_PARSERS names no parser of this target; "
                        "--uriproof-parsers lists them\n");
        exit(2);
    }
    state.gives_feedback = fuzz_is_chosen("URIPROOF_FUZZ_GUIDANCE", "feedback");
    state.seen = classes_seen_map();
    return 0;
}

int differential_test(const uint8_t *text, size_t length)
{
    char *copy =
        malloc(length + (length == 0)); /* just as long, so that a read beyond it is seen */
    if (length > 0)
        memcpy(copy, text, length);
    const uriproof_span whole = {copy, length};
    direct_parsers_ask(&state.parsers, whole);
    look_at_differences(whole);
    look_at_chains(whole);
    __atomic_fetch_add(&state.seen->executions, 1, __ATOMIC_RELAXED);
    free(copy);
    return 0;
}
