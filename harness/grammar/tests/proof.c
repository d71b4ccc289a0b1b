/* SPDX-License-Identifier: MIT */
/* The texts of a proof: see proof.h. */
#include "proof.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const char proof_folder[] = URIPROOF_SOURCE_DIR "/vectors/grammar";

enum { LONGEST = 1 << 16, REPORTS_MAX = 10, SUFFIX_MAX = 80, SUFFIXES_MAX = 512 };

struct proof_suffix {
    unsigned char length;
    unsigned char octets[SUFFIX_MAX];
};

/* ---- How much ---- */

bool proof_is_sanitized(void)
{
#if defined(__SANITIZE_ADDRESS__)
    return true;
#elif defined(__has_feature)
    return __has_feature(address_sanitizer);
#else
    return false;
#endif
}

bool proof_is_short(void)
{
    const char *wanted = getenv("URIPROOF_PROOF");
    return proof_is_sanitized() || (wanted != NULL && strcmp(wanted, "short") == 0);
}

/* ---- Words ---- */

static void __attribute__((format(printf, 2, 3))) say(const proof *p, const char *format, ...)
{
    char words[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (p->words == PROOF_ALL)
        print_message("# %s: %s\n", p->name, words);
}

/* ---- Comparing ---- */

/* The prefix stands before `buffer`, at the end of the room for it. */
static unsigned char room[PROOF_TEXT_MAX];
_Static_assert(sizeof room > PROOF_PREFIX_MAX + LONGEST + SUFFIX_MAX, "the longest text");
static unsigned char *const buffer = room + PROOF_PREFIX_MAX;

static size_t prefix_length(const proof *p)
{
    return p->prefix != NULL ? strlen(p->prefix) : 0;
}

static void write_prefix(const proof *p)
{
    size_t length = prefix_length(p);
    assert_true(length <= PROOF_PREFIX_MAX);
    if (length > 0)
        memcpy(buffer - length, p->prefix, length);
}

void proof_report(proof *p, uriproof_span text, const char *words, size_t expected, size_t given)
{
    if (p->wrong++ >= REPORTS_MAX)
        return;
    print_message("# %s: \"", p->name);
    for (size_t i = 0; i < text.length && i < 80; i++) {
        unsigned char octet = (unsigned char)text.octets[i];
        if (octet > ' ' && octet <= '~' && octet != '\\')
            print_message("%c", octet);
        else
            print_message("\\x%02X", octet);
    }
    print_message("\"%s: %s: by the grammar %zu, by the reference %zu\n",
                  text.length > 80 ? "..." : "", words, expected, given);
}

/* Compares the first `length` octets of the buffer, of which the automaton says that. */
static void compare_known(proof *p, size_t length, bool accepted, size_t viable)
{
    size_t before = prefix_length(p);
    uriproof_span text = {(const char *)buffer - before, before + length};
    p->compared++;
    p->accepted += accepted;
    p->compare(p, text, accepted, before + viable);
}

bool proof_accepts(const uriproof_automaton *automaton, uriproof_span text, size_t *viable)
{
    uint32_t state = automaton->start;
    size_t i = 0;
    for (; i < text.length && state != automaton->dead; i++)
        state = uriproof_automaton_step(automaton, state, (unsigned char)text.octets[i]);
    *viable = state == automaton->dead && i > 0 ? i - 1 : i;
    return i == text.length && automaton->accepting[state];
}

static void compare(proof *p, size_t length)
{
    uriproof_span text = {(const char *)buffer, length};
    size_t viable;
    bool accepted = proof_accepts(&p->automaton, text, &viable);
    compare_known(p, length, accepted, viable);
}

/* ---- All texts up to a length ---- */

typedef struct census {
    bool pruned; /* is what is dead not extended? */
    size_t shortest, longest;
    size_t viable; /* of the text so far: its length, until it is dead */
} census;

static void enumerate(proof *p, const census *c, uint32_t state, size_t length, size_t viable)
{
    const uriproof_automaton *a = &p->automaton;
    bool dead = state == a->dead;
    if (length >= c->shortest)
        compare_known(p, length, a->accepting[state], viable);
    if (length == c->longest || (dead && c->pruned))
        return;
    for (uint32_t i = 0; i < a->class_count; i++) {
        uint32_t next = a->next[state * a->class_count + i];
        buffer[length] = a->representative[i];
        enumerate(p, c, next, length + 1, viable + (next != a->dead));
    }
}

/* How many texts of just `length` octets there are, dead ones extended or not. */
static double count_texts(const proof *p, bool pruned, size_t length)
{
    const uriproof_automaton *a = &p->automaton;
    double *now = calloc(a->state_count, sizeof *now), *next = calloc(a->state_count, sizeof *next);
    assert_non_null(now);
    assert_non_null(next);
    now[a->start] = 1;
    for (; length > 0; length--) {
        memset(next, 0, a->state_count * sizeof *next);
        for (uint32_t s = 0; s < a->state_count; s++)
            for (uint32_t i = 0; i < a->class_count && !(pruned && s == a->dead); i++)
                next[a->next[s * a->class_count + i]] += now[s];
        double *before = now;
        now = next;
        next = before;
    }
    double sum = 0;
    for (uint32_t s = 0; s < a->state_count; s++)
        sum += now[s];
    free(now);
    free(next);
    return sum;
}

/* The largest length up to which there are no more than `limit` texts longer than `beyond`. */
static size_t length_within(const proof *p, bool pruned, size_t beyond, size_t limit)
{
    size_t length = beyond;
    double sum = 0;
    while (length < 64) {
        sum += count_texts(p, pruned, length + 1);
        if (sum > (double)limit)
            break;
        length++;
    }
    return length;
}

static void prove_all_texts(proof *p, const proof_effort *e)
{
    census all = {.pruned = false, .longest = length_within(p, false, 0, e->all)};
    enumerate(p, &all, p->automaton.start, 0, 0);
    say(p, "all %zu texts up to length %zu of %u classes", p->compared, all.longest,
        p->automaton.class_count);
    size_t before = p->compared;
    census viable = {.pruned = true,
                     .shortest = all.longest + 1,
                     .longest = length_within(p, true, all.longest, e->viable)};
    if (viable.longest == all.longest)
        return;
    enumerate(p, &viable, p->automaton.start, 0, 0);
    say(p, "and all %zu up to length %zu that are viable but for their last octet",
        p->compared - before, viable.longest);
}

/* ---- Shortest texts ---- */

static void find_depths(proof *p)
{
    const uriproof_automaton *a = &p->automaton;
    for (uint32_t s = 1; s < a->state_count; s++)
        p->depth[s] = URIPROOF_NO_STATE;
    /* States are numbered breadth first, so each is reached from a lower one first. */
    for (uint32_t s = 0; s < a->state_count; s++)
        for (uint32_t i = 0; i < a->class_count; i++) {
            uint32_t next = a->next[s * a->class_count + i];
            if (p->depth[next] != URIPROOF_NO_STATE)
                continue;
            p->depth[next] = p->depth[s] + 1;
            p->before[next] = s;
            p->last[next] = a->representative[i];
        }
}

static bool improve_missing(proof *p, uint32_t s)
{
    const uriproof_automaton *a = &p->automaton;
    bool improved = false;
    for (uint32_t i = 0; i < a->class_count; i++) {
        uint32_t next = a->next[s * a->class_count + i];
        if (p->missing[next] == URIPROOF_NO_STATE || p->missing[next] + 1 >= p->missing[s])
            continue;
        p->missing[s] = p->missing[next] + 1;
        p->first[s] = a->representative[i];
        improved = true;
    }
    return improved;
}

static void find_missing(proof *p)
{
    const uriproof_automaton *a = &p->automaton;
    for (uint32_t s = 0; s < a->state_count; s++)
        p->missing[s] = a->accepting[s] ? 0 : URIPROOF_NO_STATE;
    for (bool improved = true; improved;) {
        improved = false;
        for (uint32_t s = 0; s < a->state_count; s++)
            improved = improve_missing(p, s) || improved;
    }
}

/* Writes the shortest text to `state`; returns its length. */
static size_t write_access(const proof *p, uint32_t state)
{
    for (uint32_t s = state; s != p->automaton.start; s = p->before[s])
        buffer[p->depth[s] - 1] = p->last[s];
    return p->depth[state];
}

/* Adds the shortest text from `state` to acceptance, if there is one; returns the new length. */
static size_t write_completion(const proof *p, uint32_t state, size_t length)
{
    while (p->missing[state] != 0 && p->missing[state] != URIPROOF_NO_STATE) {
        buffer[length++] = p->first[state];
        state = uriproof_automaton_step(&p->automaton, state, p->first[state]);
    }
    return length;
}

/* ---- Every octet at every state ---- */

static void prove_every_octet(proof *p)
{
    size_t before = p->compared;
    for (uint32_t s = 0; s < p->automaton.state_count; s++)
        for (unsigned octet = 0; octet < 256; octet++) {
            size_t length = write_access(p, s);
            buffer[length++] = (unsigned char)octet;
            compare(p, length);
            uint32_t next = uriproof_automaton_step(&p->automaton, s, (unsigned char)octet);
            /* After what is dead, as if the octet had not been there. */
            compare(p, write_completion(p, next != p->automaton.dead ? next : s, length));
        }
    say(p, "every octet at each of %u states: %zu texts", p->automaton.state_count,
        p->compared - before);
}

/* ---- Every state told from every other ---- */

static bool accepts_after(const proof *p, uint32_t state, const proof_suffix *s)
{
    for (size_t i = 0; i < s->length; i++)
        state = uriproof_automaton_step(&p->automaton, state, s->octets[i]);
    return p->automaton.accepting[state];
}

/* Takes `candidate` where it tells states apart that are still of one block. */
static void try_suffix(proof *p, uint32_t *block, uint32_t *block_count,
                       const proof_suffix *candidate)
{
    uint32_t count = p->automaton.state_count, made = 0;
    uint32_t *split = malloc(2 * (size_t)*block_count * sizeof *split);
    uint32_t *refined = malloc(count * sizeof *refined);
    assert_non_null(split);
    assert_non_null(refined);
    memset(split, 0xFF, 2 * (size_t)*block_count * sizeof *split);
    for (uint32_t s = 0; s < count; s++) {
        uint32_t *number = &split[2 * block[s] + (accepts_after(p, s, candidate) ? 1 : 0)];
        if (*number == URIPROOF_NO_STATE)
            *number = made++;
        refined[s] = *number;
    }
    if (made > *block_count) {
        assert_true(p->suffix_count < SUFFIXES_MAX);
        p->suffixes[p->suffix_count++] = *candidate;
        memcpy(block, refined, count * sizeof *block);
        *block_count = made;
    }
    free(split);
    free(refined);
}

/* Suffixes grow at their front, octet by octet, until they tell all states apart. That they do
 * proves the automaton minimal. */
static void find_suffixes(proof *p)
{
    const uriproof_automaton *a = &p->automaton;
    uint32_t *block = calloc(a->state_count, sizeof *block), block_count = 1;
    assert_non_null(block);
    proof_suffix nothing = {.length = 0};
    try_suffix(p, block, &block_count, &nothing);
    for (size_t from = 0; from < p->suffix_count && block_count < a->state_count; from++)
        for (uint32_t i = 0; i < a->class_count; i++) {
            proof_suffix longer = p->suffixes[from];
            assert_true(longer.length < SUFFIX_MAX);
            memmove(longer.octets + 1, longer.octets, longer.length++);
            longer.octets[0] = a->representative[i];
            try_suffix(p, block, &block_count, &longer);
        }
    assert_int_equal(block_count, a->state_count);
    free(block);
}

static void compare_suffixes(proof *p, size_t length, size_t octets)
{
    for (size_t i = 0; i < p->suffix_count; i++) {
        memcpy(buffer + length, p->suffixes[i].octets, p->suffixes[i].length);
        compare(p, length + p->suffixes[i].length);
    }
    for (uint32_t i = 0; i < p->automaton.class_count && octets > 0; i++) {
        buffer[length] = p->automaton.representative[i];
        compare_suffixes(p, length + 1, octets - 1);
    }
}

/* Chow's method: to each state, some octets, and all suffixes. If the reference acts as an
 * automaton over these classes that has fewer than `octets` states more, then the two are equal. */
static void prove_every_state(proof *p, const proof_effort *e)
{
    size_t before = p->compared;
    find_suffixes(p);
    for (uint32_t s = 0; s < p->automaton.state_count; s++) {
        size_t length = write_access(p, s);
        compare_suffixes(p, length, e->octets);
    }
    if (e->octets == 0)
        say(p, "each state told from the others: %zu suffixes, %zu texts", p->suffix_count,
            p->compared - before);
    else
        say(p, "no automaton of up to %zu more states: %zu suffixes, %zu texts", e->octets - 1,
            p->suffix_count, p->compared - before);
}

/* ---- Random texts ---- */

/* splitmix64: the same numbers everywhere. */
static uint64_t seed;

static uint64_t number(void)
{
    uint64_t z = seed += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

static size_t below(size_t limit)
{
    return (size_t)(number() % limit);
}

/* Some octet of the class of `representative`. */
static unsigned char any_of_class(const uriproof_automaton *a, unsigned char representative)
{
    for (unsigned tries = 0; tries < 64; tries++) {
        unsigned char octet = (unsigned char)below(256);
        if (a->class_of[octet] == a->class_of[representative])
            return octet;
    }
    return representative;
}

/* An octet that does not lead from `state` to the dead state; where `stay`, preferably one that
 * leads nowhere else. */
static unsigned char any_viable(const uriproof_automaton *a, uint32_t state, bool stay)
{
    unsigned char octet = a->representative[0];
    for (unsigned tries = 0; tries < 256; tries++) {
        octet = a->representative[below(a->class_count)];
        uint32_t next = uriproof_automaton_step(a, state, octet);
        if (next != a->dead && (!stay || next == state || tries > 64))
            break;
    }
    return any_of_class(a, octet);
}

/* A text that is viable, of no more than `most` octets; now and then it dwells in a state. */
static size_t walk(const proof *p, size_t most, size_t dwell, uint32_t *state)
{
    size_t length = 0;
    *state = p->automaton.start;
    while (length < most) {
        unsigned char octet = any_viable(&p->automaton, *state, below(dwell) != 0);
        uint32_t next = uriproof_automaton_step(&p->automaton, *state, octet);
        if (next == p->automaton.dead)
            break;
        buffer[length++] = octet;
        *state = next;
    }
    return length;
}

static unsigned char any_octet(const uriproof_automaton *a)
{
    return below(2) == 0 ? (unsigned char)below(256) : a->representative[below(a->class_count)];
}

/* One octet more, less, or another one. */
static size_t mutate(const proof *p, size_t length)
{
    size_t at = below(length + 1);
    switch (below(3)) {
    case 0:
        if (length >= LONGEST)
            return length;
        memmove(buffer + at + 1, buffer + at, length - at);
        buffer[at] = any_octet(&p->automaton);
        return length + 1;
    case 1:
        if (at == length)
            return length;
        memmove(buffer + at, buffer + at + 1, length - at - 1);
        return length - 1;
    default:
        buffer[at] = any_octet(&p->automaton);
        return at == length && length < LONGEST ? length + 1 : length;
    }
}

static void compare_walk(proof *p, size_t most)
{
    static const size_t dwells[] = {1, 2, 8, 64, 512};
    uint32_t state;
    size_t length = walk(p, below(most + 1), dwells[below(5)], &state);
    compare(p, length);
    if (below(4) != 0)
        length = write_completion(p, state, length);
    compare(p, length);
    for (size_t mutations = below(4); mutations > 0; mutations--) {
        length = mutate(p, length);
        compare(p, length);
    }
}

static void prove_random_texts(proof *p, const proof_effort *e)
{
    size_t before = p->compared, accepted = p->accepted;
    seed = 3986;
    for (size_t i = 0; i < e->walks; i++)
        compare_walk(p, 100);
    for (size_t i = 0; i < e->long_walks; i++)
        compare_walk(p, LONGEST - SUFFIX_MAX);
    say(p, "%zu random texts up to 64 KiB, %zu of them accepted", p->compared - before,
        p->accepted - accepted);
}

/* ---- The whole ---- */

static void make_paths(proof *p)
{
    size_t count = p->automaton.state_count;
    p->depth = calloc(count, sizeof *p->depth);
    p->before = calloc(count, sizeof *p->before);
    p->missing = calloc(count, sizeof *p->missing);
    p->last = calloc(count, 1);
    p->first = calloc(count, 1);
    p->suffixes = calloc(SUFFIXES_MAX, sizeof *p->suffixes);
    assert_true(p->depth != NULL && p->before != NULL && p->missing != NULL && p->last != NULL &&
                p->first != NULL && p->suffixes != NULL);
    find_depths(p);
    find_missing(p);
}

static void release(proof *p)
{
    uriproof_automaton_free(&p->automaton);
    free(p->depth);
    free(p->before);
    free(p->missing);
    free(p->last);
    free(p->first);
    free(p->suffixes);
}

size_t proof_run(proof *p, const proof_effort *e)
{
    make_paths(p);
    write_prefix(p);
    prove_all_texts(p, e);
    prove_every_octet(p);
    prove_every_state(p, e);
    prove_random_texts(p, e);
    if (p->words != PROOF_NOTHING || p->wrong != 0)
        print_message(
            "# %s: %u states, %u classes; %zu texts compared, %zu accepted, %zu differences\n",
            p->name, p->automaton.state_count, p->automaton.class_count, p->compared, p->accepted,
            p->wrong);
    release(p);
    assert_int_equal(p->wrong, 0);
    return p->compared;
}

/* ---- Grammars and automata ---- */

uriproof_grammar *proof_grammar(const char *name, const uriproof_readings *readings)
{
    uriproof_error error = {""};
    uriproof_grammar *grammar =
        uriproof_grammar_under(proof_folder, uriproof_grammar_named(name), readings, &error);
    if (grammar == NULL)
        fail_msg("%s", error.words);
    return grammar;
}

uriproof_automaton proof_automaton(const uriproof_grammar *grammar, const char *start)
{
    uriproof_error error = {""};
    uriproof_automaton automaton;
    if (!uriproof_automaton_compile(grammar, start, &automaton, &error))
        fail_msg("%s: %s", start, error.words);
    return automaton;
}

/* Returns true if no state among `order` tells the classes `a` and `b` apart. */
static bool is_one_class(const uriproof_automaton *automaton, const uint32_t *order, uint32_t count,
                         uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *next = &automaton->next[(size_t)order[i] * automaton->class_count];
        if (next[a] != next[b])
            return false;
    }
    return true;
}

/* The states that can be reached from `start`, breadth first, and the number of each. */
static uint32_t find_reachable(const uriproof_automaton *automaton, uint32_t start, uint32_t *order,
                               uint32_t *number)
{
    uint32_t count = 1;
    for (uint32_t s = 0; s < automaton->state_count; s++)
        number[s] = URIPROOF_NO_STATE;
    number[start] = 0;
    order[0] = start;
    for (uint32_t i = 0; i < count; i++)
        for (unsigned octet = 0; octet < 256; octet++) {
            uint32_t next = uriproof_automaton_step(automaton, order[i], (unsigned char)octet);
            if (number[next] != URIPROOF_NO_STATE)
                continue;
            number[next] = count;
            order[count++] = next;
        }
    return count;
}

/* The classes of `made`, those of `automaton` that `count` states tell apart. `from` receives one
 * of the latter's for each. */
static void merge_classes(const uriproof_automaton *automaton, const uint32_t *order,
                          uint32_t count, uriproof_automaton *made, uint32_t *from)
{
    for (unsigned octet = 0; octet < 256; octet++) {
        uint32_t class = automaton->class_of[octet], found = 0;
        while (found < made->class_count &&
               !is_one_class(automaton, order, count, from[found], class))
            found++;
        if (found == made->class_count) {
            from[made->class_count++] = class;
            made->representative[found] = (unsigned char)octet;
        }
        unsigned char *representative = &made->representative[found];
        if ((*representative < ' ' || *representative > '~') && octet >= ' ' && octet <= '~')
            *representative = (unsigned char)octet;
        made->class_of[octet] = (unsigned char)found;
    }
}

uriproof_automaton proof_residual(const uriproof_automaton *automaton, const char *beginning)
{
    uint32_t start = uriproof_automaton_run(automaton, uriproof_span_of(beginning));
    uint32_t *order = calloc(automaton->state_count, sizeof *order);
    uint32_t *number = calloc(automaton->state_count, sizeof *number);
    uint32_t from[256];
    if (start == automaton->dead || order == NULL || number == NULL)
        fail_msg("nothing is accepted after %s", beginning);
    uriproof_automaton made = {.dead = URIPROOF_NO_STATE};
    made.state_count = find_reachable(automaton, start, order, number);
    merge_classes(automaton, order, made.state_count, &made, from);
    made.next = calloc((size_t)made.state_count * made.class_count, sizeof *made.next);
    made.accepting = calloc(made.state_count, sizeof *made.accepting);
    assert_true(made.next != NULL && made.accepting != NULL);
    for (uint32_t s = 0; s < made.state_count; s++) {
        made.accepting[s] = automaton->accepting[order[s]];
        if (order[s] == automaton->dead)
            made.dead = s;
        for (uint32_t i = 0; i < made.class_count; i++)
            made.next[s * made.class_count + i] =
                number[automaton->next[order[s] * automaton->class_count + from[i]]];
    }
    free(order);
    free(number);
    return made;
}

size_t proof_reading(const uriproof_dialect *dialect, const char *id)
{
    size_t i = 0;
    while (i < dialect->reading_count && strcmp(dialect->readings[i].id, id) != 0)
        i++;
    if (i == dialect->reading_count)
        fail_msg("%s has no reading %s", dialect->name, id);
    return i;
}
