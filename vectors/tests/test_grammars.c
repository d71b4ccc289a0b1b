/* SPDX-License-Identifier: MIT */
/*
 * The reference against the printed productions. The one was written by hand from the text, the
 * others are compiled from the print; neither was made from the other. So any difference is
 * a bug in one of the two. Compared are acceptance, the offset of each refusal, and of each
 * text that is taken its parts: put together they are the text, and each derives from the
 * production of its name.
 *
 * URIPROOF_PROOF=short in the environment, or a build with AddressSanitizer, makes all of it
 * smaller; each proof prints how many texts it has compared.
 */
#include <uriproof/automaton.h>
#include <uriproof/rfc1630.h>
#include <uriproof/rfc3986.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char folder[] = URIPROOF_SOURCE_DIR "/vectors/grammar";

enum { LONGEST = 1 << 16, REPORTS_MAX = 10, SUFFIX_MAX = 80, SUFFIXES_MAX = 512 };

/* ---- How much ---- */

typedef struct effort {
    size_t all;    /* texts of all classes up to a length: no more of them than this */
    size_t viable; /* the same, of those that are not extended once they are dead */
    size_t strays; /* octets between a state and the suffixes that tell it from the others */
    size_t walks;  /* random texts */
    size_t long_walks;
} effort;

static const effort full = {100000000, 20000000, 1, 200000, 400};
static const effort some = {4000000, 2000000, 1, 20000, 40};
static const effort little = {100000, 100000, 0, 2000, 4};

static bool is_sanitized(void)
{
#if defined(__SANITIZE_ADDRESS__)
    return true;
#elif defined(__has_feature)
    return __has_feature(address_sanitizer);
#else
    return false;
#endif
}

static bool is_short(void)
{
    const char *proof = getenv("URIPROOF_PROOF");
    return is_sanitized() || (proof != NULL && strcmp(proof, "short") == 0);
}

/* ---- One proof ---- */

typedef bool (*parser)(uriproof_span text, const uriproof_readings *readings, uriproof_parts *parts,
                       uriproof_refusal *refusal);

typedef struct suffix {
    unsigned char length;
    unsigned char octets[SUFFIX_MAX];
} suffix;

typedef struct proof {
    const char *name;
    parser parse;
    uriproof_readings readings;
    uriproof_grammar *grammar;
    uriproof_automaton automaton;
    uriproof_automaton parts[URIPROOF_COMPONENT_COUNT]; /* of each part, its production's */
    /* The shortest texts: to each state its length and last octet and the state before; from each
     * state, how many octets are missing, and the next one. */
    uint32_t *depth, *before, *missing;
    unsigned char *last, *first;
    suffix *suffixes; /* any two states differ behind one of them */
    size_t suffix_count;
    size_t compared;
    size_t accepted;
    size_t wrong;
} proof;

static unsigned char buffer[LONGEST + SUFFIX_MAX + 1];

/* ---- Comparing ---- */

static void report(proof *p, uriproof_span text, const char *words, size_t expected, size_t given)
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

/* True where `part`, with its delimiter before it, stands at *at in `text`; goes behind it. */
static bool stands_at(uriproof_span text, size_t *at, const char *delimiter, uriproof_span part)
{
    size_t length = strlen(delimiter);
    if (!uriproof_present(part))
        return true;
    if (text.length - *at < length + part.length ||
        memcmp(text.octets + *at, delimiter, length) != 0 ||
        part.octets != text.octets + *at + length)
        return false;
    *at += length + part.length;
    return true;
}

static bool generic_recomposes(uriproof_span text, const uriproof_generic *parts)
{
    size_t at = 0;
    return uriproof_present(parts->scheme) && uriproof_present(parts->path) &&
           stands_at(text, &at, "", parts->scheme) && stands_at(text, &at, ":", parts->path) &&
           stands_at(text, &at, "?", parts->search) &&
           stands_at(text, &at, "#", parts->fragmentid) && at == text.length;
}

static bool authority_recomposes(uriproof_span text, size_t *at, const uriproof_components *parts)
{
    if (!uriproof_present(parts->host))
        return !uriproof_present(parts->userinfo) && !uriproof_present(parts->port);
    return stands_at(text, at, "//", parts->userinfo) &&
           stands_at(text, at, uriproof_present(parts->userinfo) ? "@" : "//", parts->host) &&
           stands_at(text, at, ":", parts->port);
}

static bool components_recompose(uriproof_span text, const uriproof_components *parts)
{
    size_t at = 0;
    if (!stands_at(text, &at, "", parts->scheme))
        return false;
    if (uriproof_present(parts->scheme) && (at >= text.length || text.octets[at++] != ':'))
        return false;
    return authority_recomposes(text, &at, parts) && uriproof_present(parts->path) &&
           stands_at(text, &at, "", parts->path) && stands_at(text, &at, "?", parts->query) &&
           stands_at(text, &at, "#", parts->fragment) && !uriproof_present(parts->user) &&
           !uriproof_present(parts->password) && at == text.length;
}

static bool parts_derive(const proof *p, const void *parts, const uriproof_part_name *names,
                         size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uriproof_span part = uriproof_part(parts, &names[i]);
        if (uriproof_present(part) && p->parts[i].next != NULL &&
            !uriproof_automaton_accepts(&p->parts[i], part))
            return false;
    }
    return true;
}

static bool parts_hold(const proof *p, uriproof_span text, const uriproof_parts *parts)
{
    if (parts->has_generic)
        return generic_recomposes(text, &parts->generic) &&
               parts_derive(p, &parts->generic, uriproof_generic_names, URIPROOF_GENERIC_COUNT);
    return parts->has_components && components_recompose(text, &parts->components) &&
           parts_derive(p, &parts->components, uriproof_component_names, URIPROOF_COMPONENT_COUNT);
}

/* Compares the first `length` octets of the buffer, of which the automaton says that. */
static void compare_known(proof *p, size_t length, bool accepted, size_t viable)
{
    uriproof_span text = {(const char *)buffer, length};
    uriproof_parts parts;
    uriproof_refusal refusal = {NULL, 0, NULL};
    bool given = p->parse(text, &p->readings, &parts, &refusal);
    p->compared++;
    p->accepted += accepted;
    if (given != accepted)
        report(p, text, "accepted", accepted, given);
    else if (!given && refusal.offset != viable)
        report(p, text, "offset", viable, refusal.offset);
    else if (given && !parts_hold(p, text, &parts))
        report(p, text, "parts hold", 1, 0);
}

static void compare(proof *p, size_t length)
{
    uriproof_span text = {(const char *)buffer, length};
    compare_known(p, length, uriproof_automaton_accepts(&p->automaton, text),
                  uriproof_automaton_viable(&p->automaton, text));
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

static void prove_all_texts(proof *p, const effort *e)
{
    census all = {.pruned = false, .longest = length_within(p, false, 0, e->all)};
    enumerate(p, &all, p->automaton.start, 0, 0);
    print_message("# %s: all %zu texts up to length %zu of %u classes\n", p->name, p->compared,
                  all.longest, p->automaton.class_count);
    size_t before = p->compared;
    census viable = {.pruned = true,
                     .shortest = all.longest + 1,
                     .longest = length_within(p, true, all.longest, e->viable)};
    if (viable.longest == all.longest)
        return;
    enumerate(p, &viable, p->automaton.start, 0, 0);
    print_message("# %s: and all %zu up to length %zu that are viable but for their last octet\n",
                  p->name, p->compared - before, viable.longest);
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
            /* Behind what is dead, as if the octet had not been there. */
            compare(p, write_completion(p, next != p->automaton.dead ? next : s, length));
        }
    print_message("# %s: every octet at each of %u states: %zu texts\n", p->name,
                  p->automaton.state_count, p->compared - before);
}

/* ---- Every state told from every other ---- */

static bool accepts_behind(const proof *p, uint32_t state, const suffix *s)
{
    for (size_t i = 0; i < s->length; i++)
        state = uriproof_automaton_step(&p->automaton, state, s->octets[i]);
    return p->automaton.accepting[state];
}

/* Takes `candidate` where it tells states apart that are still of one block. */
static void try_suffix(proof *p, uint32_t *block, uint32_t *block_count, const suffix *candidate)
{
    uint32_t count = p->automaton.state_count, made = 0;
    uint32_t *split = malloc(2 * (size_t)*block_count * sizeof *split);
    uint32_t *refined = malloc(count * sizeof *refined);
    assert_non_null(split);
    assert_non_null(refined);
    memset(split, 0xFF, 2 * (size_t)*block_count * sizeof *split);
    for (uint32_t s = 0; s < count; s++) {
        uint32_t *number = &split[2 * block[s] + (accepts_behind(p, s, candidate) ? 1 : 0)];
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
    suffix nothing = {.length = 0};
    try_suffix(p, block, &block_count, &nothing);
    for (size_t from = 0; from < p->suffix_count && block_count < a->state_count; from++)
        for (uint32_t i = 0; i < a->class_count; i++) {
            suffix longer = p->suffixes[from];
            assert_true(longer.length < SUFFIX_MAX);
            memmove(longer.octets + 1, longer.octets, longer.length++);
            longer.octets[0] = a->representative[i];
            try_suffix(p, block, &block_count, &longer);
        }
    assert_int_equal(block_count, a->state_count);
    free(block);
}

static void compare_suffixes(proof *p, size_t length, size_t strays)
{
    for (size_t i = 0; i < p->suffix_count; i++) {
        memcpy(buffer + length, p->suffixes[i].octets, p->suffixes[i].length);
        compare(p, length + p->suffixes[i].length);
    }
    for (uint32_t i = 0; i < p->automaton.class_count && strays > 0; i++) {
        buffer[length] = p->automaton.representative[i];
        compare_suffixes(p, length + 1, strays - 1);
    }
}

/* Chow's method: to each state, an octet, some strays, and all suffixes. If the reference acts as
 * an automaton over these classes with at most `strays` states more, then the two are equal. */
static void prove_every_state(proof *p, const effort *e)
{
    size_t before = p->compared;
    find_suffixes(p);
    for (uint32_t s = 0; s < p->automaton.state_count; s++) {
        size_t length = write_access(p, s);
        compare_suffixes(p, length, e->strays + 1);
    }
    print_message("# %s: no automaton of up to %zu more states: %zu suffixes, %zu texts\n", p->name,
                  e->strays, p->suffix_count, p->compared - before);
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

static void prove_random_texts(proof *p, const effort *e)
{
    size_t before = p->compared, accepted = p->accepted;
    seed = 3986;
    for (size_t i = 0; i < e->walks; i++)
        compare_walk(p, 100);
    for (size_t i = 0; i < e->long_walks; i++)
        compare_walk(p, LONGEST - SUFFIX_MAX);
    print_message("# %s: %zu random texts up to 64 KiB, %zu of them accepted\n", p->name,
                  p->compared - before, p->accepted - accepted);
}

/* ---- The proofs ---- */

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

/* The productions of the parts have their names; what is no production is not checked. */
static void make_part_automata(proof *p, const uriproof_part_name *names, size_t count)
{
    uriproof_error error;
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i].name, "user") != 0 && strcmp(names[i].name, "password") != 0 &&
            !uriproof_automaton_compile(p->grammar, names[i].name, &p->parts[i], &error))
            fail_msg("%s", error.words);
}

static void release(proof *p)
{
    uriproof_grammar_free(p->grammar);
    uriproof_automaton_free(&p->automaton);
    for (size_t i = 0; i < URIPROOF_COMPONENT_COUNT; i++)
        uriproof_automaton_free(&p->parts[i]);
    free(p->depth);
    free(p->before);
    free(p->missing);
    free(p->last);
    free(p->first);
    free(p->suffixes);
}

/* Proves the grammar `grammar` from `start` equal to p->parse; returns the texts compared. */
static size_t prove(proof *p, const char *grammar, const char *start, const effort *e)
{
    uriproof_error error = {""};
    p->grammar =
        uriproof_grammar_under(folder, uriproof_grammar_named(grammar), &p->readings, &error);
    if (p->grammar == NULL || !uriproof_automaton_compile(p->grammar, start, &p->automaton, &error))
        fail_msg("%s", error.words);
    bool generic = strcmp(grammar, "rfc1630-generic") == 0;
    make_part_automata(p, generic ? uriproof_generic_names : uriproof_component_names,
                       generic ? URIPROOF_GENERIC_COUNT : URIPROOF_COMPONENT_COUNT);
    make_paths(p);
    prove_all_texts(p, e);
    prove_every_octet(p);
    prove_every_state(p, e);
    prove_random_texts(p, e);
    size_t compared = p->compared;
    print_message(
        "# %s: %u states, %u classes; %zu texts compared, %zu accepted, %zu differences\n", p->name,
        p->automaton.state_count, p->automaton.class_count, compared, p->accepted, p->wrong);
    assert_int_equal(p->wrong, 0);
    release(p);
    return compared;
}

static bool parse_reference(uriproof_span text, const uriproof_readings *readings,
                            uriproof_parts *parts, uriproof_refusal *refusal)
{
    (void)readings;
    *parts = (uriproof_parts){.has_components = true};
    return uriproof_rfc3986_parse_reference(text, &parts->components, refusal);
}

static void assert_enough(size_t compared)
{
    if (!is_short())
        assert_true(compared >= 10000000);
}

/* Bit i of `setting`: reading i is as printed. */
static size_t prove_rfc1630(unsigned setting, const effort *e)
{
    static char names[16][96];
    static const uriproof_rfc1630_reading ids[] = {
        URIPROOF_RFC1630_XPALPHAS, URIPROOF_RFC1630_VOID_SEGMENT, URIPROOF_RFC1630_VOID_FRAGMENT,
        URIPROOF_RFC1630_GENERIC_RESERVED};
    proof p = {.name = names[setting], .parse = uriproof_rfc1630.parse};
    size_t length = (size_t)sprintf(names[setting], "rfc1630%s", setting != 0 ? ", printed" : "");
    for (size_t i = 0; i < 4; i++) {
        p.readings.value[ids[i]] = (unsigned char)(setting >> i & 1U);
        assert_int_equal(uriproof_rfc1630.readings[ids[i]].values[2] == NULL, true);
        if ((setting >> i & 1U) != 0)
            length += (size_t)snprintf(names[setting] + length, sizeof names[setting] - length,
                                       " %s", uriproof_rfc1630.readings[ids[i]].id);
    }
    return prove(&p, "rfc1630-generic", "fragmentaddress", e);
}

static void rfc1630_is_its_grammar(void **state)
{
    (void)state;
    assert_enough(prove_rfc1630(0, is_short() ? &little : &full));
}

static void rfc1630_is_its_grammar_under_every_reading(void **state)
{
    (void)state;
    for (unsigned setting = 1; setting < 16; setting++)
        prove_rfc1630(setting, is_short() ? &little : &some);
}

static void rfc3986_is_its_grammar(void **state)
{
    (void)state;
    proof p = {.name = "rfc3986 URI", .parse = uriproof_rfc3986.parse};
    assert_enough(prove(&p, "rfc3986", "URI", is_short() ? &little : &full));
}

static void rfc3986_references_are_their_grammar(void **state)
{
    (void)state;
    proof p = {.name = "rfc3986 URI-reference", .parse = parse_reference};
    assert_enough(prove(&p, "rfc3986", "URI-reference", is_short() ? &little : &full));
}

/* ---- What holds of every grammar ---- */

static void every_grammar_compiles(void **state)
{
    (void)state;
    size_t count;
    const uriproof_grammar_entry *entries = uriproof_grammars(&count);
    for (size_t i = 0; i < count; i++) {
        uriproof_error error = {""};
        uriproof_automaton automaton;
        uriproof_grammar *grammar = uriproof_grammar_under(folder, &entries[i], NULL, &error);
        if (grammar == NULL)
            fail_msg("%s", error.words);
        assert_null(uriproof_grammar_undefined(grammar, 0));
        const char *name;
        for (size_t n = 0; (name = uriproof_grammar_production(grammar, n)) != NULL; n++) {
            if (!uriproof_automaton_compile(grammar, name, &automaton, &error))
                fail_msg("%s: %s: %s", entries[i].name, name, error.words);
            if (strcmp(name, entries[i].start) == 0)
                print_message("# %s: %s: %u states, %u classes\n", entries[i].name, name,
                              automaton.state_count, automaton.class_count);
            uriproof_automaton_free(&automaton);
        }
        uriproof_grammar_free(grammar);
    }
}

/* What the documents leave to others, and the notation's own words. */
static void what_is_printed_and_not_defined(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        const char *names[4];
    } cases[] = {
        {"rfc1630-generic.bnf", {NULL}},
        {"rfc1630-url.bnf", {"addr-spec", "content-identifier"}},
        {"draft-www-uri-00.bnf", {NULL}},
        {"draft-www-uri-00-url.bnf", {"addr-spec", "content-identifier"}},
        {"rfc3986.abnf", {"ALPHA", "DIGIT", "HEXDIG"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_error error = {""};
        const char *const files[] = {cases[i].file, NULL};
        uriproof_grammar *grammar = uriproof_grammar_load(folder, files, &error);
        if (grammar == NULL)
            fail_msg("%s", error.words);
        size_t n = 0;
        for (; cases[i].names[n] != NULL; n++)
            assert_string_equal(uriproof_grammar_undefined(grammar, n), cases[i].names[n]);
        assert_null(uriproof_grammar_undefined(grammar, n));
        uriproof_grammar_free(grammar);
    }
}

/* Texts whose answer is known: those of the print, and those by which the readings differ. */
static const struct {
    const char *grammar, *start, *text;
    bool derives;
} answers[] = {
    {"rfc1630-generic", "uri", "http://info.cern.ch/albert/bertram/marie-claude", true},
    {"rfc1630-generic", "uri", "http://www.w3.org:8000/imaginary/test", true},
    {"rfc1630-generic", "fragmentaddress", "http://www.myu.edu/org/admin/people#andy", true},
    {"rfc1630-generic", "fragmentaddress", "http://h/#", true},
    {"rfc1630-generic", "fragmentaddress", "http://h/?", false},
    {"rfc1630-generic", "uri", "http://www.w3.org/RDB/EMP?*%20where%20name%%3Ddobbins", false},
    {"rfc1630-generic", "national", "[", true},
    {"rfc1630-generic", "national", "|", true},
    {"rfc1630-generic", "reserved", " ", true},
    {"rfc1630-url", "prefixedurl", "url:http://h:80/a?b+c", true},
    {"rfc1630-url", "url", "wais://h/db/TEXT/1=a/b;2=c;", true},
    {"rfc1630-url", "url", "wais://h/db?word", true},
    {"rfc1630-url", "url", "mid:a.b%40@host.dom", true},
    {"rfc1630-url", "url", "mid:nobody", false},
    {"rfc1630-url", "url", "prospero://h/a%00123x", true},
    {"rfc1630-url", "url", "afs://h/a", false},
    {"draft-www-uri-00", "path", "a;", true},
    {"draft-www-uri-00", "path", "abc", false},
    {"draft-www-uri-00-url", "mailtoaddress", "mailto::a@h", true},
    {"draft-www-uri-00-url", "mailtoaddress", "mailto:a@h", false},
    {"draft-www-uri-00-url", "gopheraddress", "gopher://h/1ab?c", true},
    {"rfc3986", "URI", "ftp://ftp.is.co.za/rfc/rfc1808.txt", true},
    {"rfc3986", "URI", "ldap://[2001:db8::7]/c=GB?objectClass?one", true},
    {"rfc3986", "URI", "urn:oasis:names:specification:docbook:dtd:xml:4.1.2", true},
    {"rfc3986", "URI", "//h/", false},
    {"rfc3986", "relative-ref", "//h/", true},
    {"rfc3986", "relative-ref", "a:b", false},
    {"rfc3986", "relative-ref", "./a:b", true},
    {"rfc3986", "IPv6address", "::ffff:1.2.3.255", true},
    {"rfc3986", "IPv6address", "1:2:3:4:5:6:7::", true},
    {"rfc3986", "IPv6address", "1:2:3:4:5:6:7::8", false},
    {"rfc3986", "IPv6address", "1:2:3:4:5:6:7:8", true},
    {"rfc3986", "IPv4address", "1.2.3.256", false},
    {"rfc3986", "IPvFuture", "V1.:", true},
};

static void what_the_grammars_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        uriproof_error error = {""};
        uriproof_automaton automaton;
        uriproof_grammar *grammar = uriproof_grammar_under(
            folder, uriproof_grammar_named(answers[i].grammar), NULL, &error);
        if (grammar == NULL ||
            !uriproof_automaton_compile(grammar, answers[i].start, &automaton, &error))
            fail_msg("%s", error.words);
        if (uriproof_automaton_accepts(&automaton, uriproof_span_of(answers[i].text)) !=
            answers[i].derives)
            fail_msg("%s: %s: %s", answers[i].grammar, answers[i].start, answers[i].text);
        uriproof_automaton_free(&automaton);
        uriproof_grammar_free(grammar);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_printed_and_not_defined),
        cmocka_unit_test(every_grammar_compiles),
        cmocka_unit_test(what_the_grammars_say),
        cmocka_unit_test(rfc1630_is_its_grammar),
        cmocka_unit_test(rfc1630_is_its_grammar_under_every_reading),
        cmocka_unit_test(rfc3986_is_its_grammar),
        cmocka_unit_test(rfc3986_references_are_their_grammar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
