/* SPDX-License-Identifier: MIT */
#include "access_strings.h"

#include "room.h"

#include <stdlib.h>
#include <string.h>

/* Returns the memory for the text with this index. Each state has two such places: one for the text
 * to it, one for the text from it to acceptance. A shortest text has fewer octets than there are
 * states, and one of the texts `through` may come before it. */
static char *room_of(access_strings *paths, const uriproof_automaton *automaton, size_t index)
{
    return paths->octets + index * (automaton->state_count + ACCESS_THROUGH_MAX);
}

static void extend_access(const uriproof_automaton *automaton, access_strings *paths,
                          uint32_t state, uint32_t class)
{
    uint32_t next = automaton->next[state * automaton->class_count + class];
    if (uriproof_present(paths->access[next]))
        return;
    uriproof_span before = paths->access[state];
    char *room = room_of(paths, automaton, next);
    if (before.length > 0)
        memcpy(room, before.octets, before.length);
    room[before.length] = (char)automaton->representative[class];
    paths->access[next] = (uriproof_span){room, before.length + 1};
}

/* Finds a text to each state. States are numbered breadth first, so another state with a lower
 * number leads to each. */
static void find_access(const uriproof_automaton *automaton, const char *const *through,
                        access_strings *paths)
{
    paths->access[automaton->start] = (uriproof_span){"", 0};
    for (; through != NULL && *through != NULL; through++) {
        uriproof_span text = uriproof_span_of(*through);
        gen_require_room(text.length, ACCESS_THROUGH_MAX, "octets of a text to go through",
                         "ACCESS_THROUGH_MAX");
        paths->access[uriproof_automaton_run(automaton, text)] = text;
    }
    for (uint32_t s = 0; s < automaton->state_count; s++)
        for (uint32_t c = 0; c < automaton->class_count; c++)
            extend_access(automaton, paths, s, c);
}

/* Gives `state` a text to acceptance, if some octet leads to a state whose own text has length
 * `length`. */
static bool complete_state(const uriproof_automaton *automaton, access_strings *paths,
                           uint32_t state, size_t length)
{
    for (uint32_t c = 0; c < automaton->class_count; c++) {
        uriproof_span after =
            paths->completion[automaton->next[state * automaton->class_count + c]];
        if (!uriproof_present(after) || after.length != length)
            continue;
        char *room = room_of(paths, automaton, automaton->state_count + state);
        room[0] = (char)automaton->representative[c];
        if (length > 0)
            memcpy(room + 1, after.octets, length);
        paths->completion[state] = (uriproof_span){room, length + 1};
        return true;
    }
    return false;
}

static void find_completions(const uriproof_automaton *automaton, access_strings *paths)
{
    for (uint32_t s = 0; s < automaton->state_count; s++)
        if (automaton->accepting[s])
            paths->completion[s] = (uriproof_span){"", 0};
    bool longer = true;
    for (size_t length = 0; longer; length++) {
        longer = false;
        for (uint32_t s = 0; s < automaton->state_count; s++)
            if (!uriproof_present(paths->completion[s]))
                longer = complete_state(automaton, paths, s, length) || longer;
    }
}

void access_strings_find(const uriproof_automaton *automaton, const char *const *through,
                         access_strings *paths)
{
    size_t count = automaton->state_count;
    *paths = (access_strings){.access = calloc(count, sizeof *paths->access),
                              .completion = calloc(count, sizeof *paths->completion),
                              .octets = calloc(2 * count, count + ACCESS_THROUGH_MAX)};
    find_access(automaton, through, paths);
    find_completions(automaton, paths);
}

void access_strings_free(access_strings *paths)
{
    free(paths->access);
    free(paths->completion);
    free(paths->octets);
    *paths = (access_strings){0};
}
