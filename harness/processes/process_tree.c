/* SPDX-License-Identifier: MIT */
#include "process_tree.h"

#include "proc.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Who is killed may just have started another, so it is looked again until nobody new is found;
 * but whoever starts processes faster than they are found is not run after for ever. */
enum { MOST_ROUNDS = 32 };

enum { BETWEEN_SESSION_AND_START = 15 }; /* fields of /proc/PID/stat, see proc(5) */

typedef struct relative {
    pid_t pid, parent, session;
    unsigned long long start; /* when it began: another process of this number began later */
    char state;
    bool member;
    int held; /* see proc_hold; -1: not */
} relative;

/* Every process of the machine, by ascending number. */
typedef struct census {
    relative *all;
    size_t count;
    size_t room;
} census;

/* ---- Reading /proc ---- */

/* The text of /proc/PID/NAME, cut to `room`; false where there is none. */
static bool read_about(pid_t pid, const char *name, char *text, size_t room)
{
    FILE *file = proc_open(pid, name);
    if (file == NULL)
        return false;
    size_t length = fread(text, 1, room - 1, file);
    fclose(file);
    text[length] = '\0';
    return length > 0;
}

static bool read_relative(pid_t pid, relative *one)
{
    char facts[512];
    if (!read_about(pid, "stat", facts, sizeof facts))
        return false;
    /* After the name, which may hold anything: state, parent, group, session. */
    char *after = strrchr(facts, ')');
    if (after == NULL || strlen(after) < 4)
        return false;
    long parent = strtol(after + 4, &after, 10);
    strtol(after, &after, 10);
    long session = strtol(after, &after, 10);
    for (int i = 0; i < BETWEEN_SESSION_AND_START; i++)
        strtoll(after, &after, 10);
    unsigned long long start = strtoull(after, NULL, 10);
    *one = (relative){pid, (pid_t)parent, (pid_t)session, start, strrchr(facts, ')')[2], false, -1};
    return true;
}

static bool has_room(census *c)
{
    if (c->count < c->room)
        return true;
    size_t room = c->room * 2 + 256;
    relative *all = realloc(c->all, room * sizeof *all);
    if (all == NULL)
        return false;
    c->all = all;
    c->room = room;
    return true;
}

static int by_pid(const void *a, const void *b)
{
    const relative *x = a, *y = b;
    return (x->pid > y->pid) - (x->pid < y->pid);
}

static bool count_in(void *self, pid_t pid)
{
    census *c = self;
    if (!has_room(c))
        return false;
    c->count += read_relative(pid, &c->all[c->count]);
    return true;
}

static census take_census(void)
{
    census c = {NULL, 0, 0};
    proc_each(count_in, &c);
    if (c.count > 0)
        qsort(c.all, c.count, sizeof *c.all, by_pid);
    return c;
}

static relative *find(const census *c, pid_t pid)
{
    relative wanted = {.pid = pid};
    return c->count > 0 ? bsearch(&wanted, c->all, c->count, sizeof *c->all, by_pid) : NULL;
}

/* A parent mostly has the lower number, so that few passes are needed. */
static void mark_descendants(census *c, pid_t head)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < c->count; i++) {
            relative *one = &c->all[i];
            if (one->member || one->pid == head)
                continue;
            const relative *parent = find(c, one->parent);
            one->member = one->parent == head || (parent != NULL && parent->member);
            more = more || one->member;
        }
    }
}

static void mark_family(census *c, pid_t head, process_tree_tie tie)
{
    for (size_t i = 0; i < c->count; i++)
        c->all[i].member = c->all[i].session == head && c->all[i].pid != head;
    if (tie == PROCESS_TREE_DESCENDANTS)
        mark_descendants(c, head);
}

static census family_of(pid_t head, process_tree_tie tie)
{
    census c = take_census();
    mark_family(&c, head, tie);
    return c;
}

/* ---- Killing ---- */

static bool is_same(const relative *a, const relative *b)
{
    return b != NULL && a->pid == b->pid && a->start == b->start;
}

static bool was_killed(const census *before, const relative *one)
{
    const relative *then = find(before, one->pid);
    return is_same(one, then) && then->member;
}

static void hold_members(census *c)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->all[i].member && c->all[i].state != 'Z')
            c->all[i].held = proc_hold(c->all[i].pid);
}

static void free_census(census *c)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->all[i].held >= 0)
            close(c->all[i].held);
    free(c->all);
    *c = (census){NULL, 0, 0};
}

/* Leaves of `now` who was in `then`, the same process with the same parent. */
static void keep_same(census *now, const census *then)
{
    size_t kept = 0;
    for (size_t i = 0; i < now->count; i++) {
        const relative *one = find(then, now->all[i].pid);
        if (is_same(&now->all[i], one) && one->parent == now->all[i].parent)
            now->all[kept++] = now->all[i];
    }
    now->count = kept;
}

/* Where the system cannot hold a process, its number was looked at a moment ago. */
static void kill_one(const relative *one)
{
    if (one->held >= 0)
        proc_kill(one->held);
    else
        kill(one->pid, SIGKILL);
}

/* While all processes are looked through, one may end, and its number become another's, whose
 * children then seem to be of the family. So all members are held, and all processes are looked
 * through again: who is a member both times, by way of parents that are the same both times, was
 * one when it was held. Returns true if somebody is to be looked for again; members of *before were
 * killed already. */
static bool kill_members(pid_t head, process_tree_tie tie, census *before)
{
    bool more = false;
    census held = family_of(head, tie);
    hold_members(&held);
    census again = take_census();
    keep_same(&again, &held);
    mark_family(&again, head, tie);
    for (size_t i = 0; i < held.count; i++) {
        relative *one = &held.all[i];
        if (!one->member || one->state == 'Z' || was_killed(before, one))
            continue;
        const relative *now = find(&again, one->pid);
        more = true;
        one->member = now != NULL && now->member;
        if (one->member)
            kill_one(one);
    }
    free_census(&again);
    free_census(before);
    *before = held;
    return more;
}

void process_tree_kill(pid_t head, process_tree_tie tie)
{
    census before = {NULL, 0, 0};
    bool more = true;
    for (int round = 0; round < MOST_ROUNDS && more; round++)
        more = kill_members(head, tie, &before);
    free_census(&before);
}

/* ---- Memory ---- */

/* The number of KiB on the line of `text` that begins with `key`; 0 where there is none. */
static uint64_t kib_of(const char *text, const char *key)
{
    size_t length = strlen(key);
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, key, length) == 0)
            return strtoull(line + length, NULL, 10);
    }
    return 0;
}

/* With what it shares with others. Cheap to ask. */
static uint64_t memory_at_most(pid_t pid)
{
    char facts[4096];
    if (!read_about(pid, "status", facts, sizeof facts))
        return 0;
    return kib_of(facts, "VmRSS:") + kib_of(facts, "VmSwap:");
}

/* Its share of it: the kernel goes through its pages for that. */
static uint64_t memory_share(pid_t pid)
{
    char facts[4096];
    if (!read_about(pid, "smaps_rollup", facts, sizeof facts))
        return memory_at_most(pid);
    return kib_of(facts, "Pss:") + kib_of(facts, "SwapPss:");
}

static bool sum_exceeds(const census *c, pid_t head, uint64_t kib, uint64_t (*memory)(pid_t))
{
    uint64_t sum = 0;
    for (size_t i = 0; i < c->count && sum <= kib; i++) {
        if (!c->all[i].member && c->all[i].pid != head)
            continue;
        sum += memory(c->all[i].pid);
    }
    return sum > kib;
}

bool process_tree_exceeds(pid_t head, uint64_t limit)
{
    census c = family_of(head, PROCESS_TREE_DESCENDANTS);
    bool exceeds = sum_exceeds(&c, head, limit / 1024, memory_at_most) &&
                   sum_exceeds(&c, head, limit / 1024, memory_share);
    free(c.all);
    return exceeds;
}
