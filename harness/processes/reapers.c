/* SPDX-License-Identifier: MIT */
#include "reapers.h"

#include "tree.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { KILLING_MS = 5000, AGAIN_MS = 5 };

extern char **environ;

/* The children that are no orphans of an adapter: reapers, what this process had already when it
 * started the first, and what was reported and is not waited for. */
static struct {
    pthread_mutex_t lock;
    pid_t *list;
    size_t count;
    size_t reapers; /* of these. Without one nothing is known, and the next begins anew */
} known = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void add(pid_t pid)
{
    known.list = realloc(known.list, (known.count + 1) * sizeof *known.list);
    known.list[known.count++] = pid;
}

static void remove_known(pid_t pid)
{
    for (size_t i = 0; i < known.count; i++)
        if (known.list[i] == pid)
            known.list[i--] = known.list[--known.count];
}

static void forget(void)
{
    free(known.list);
    known.list = NULL;
    known.count = 0;
}

/* Returns true for a child that is known, and for one in the session of this process, which no
 * process of an adapter can join. */
static bool is_known(pid_t pid)
{
    size_t i = 0;
    while (i < known.count && known.list[i] != pid)
        i++;
    return i < known.count || getsid(pid) == getsid(0);
}

/* Adds the orphans, or those that are there when this process begins. */
static void add_orphans(void)
{
    static pid_t list[TREE_MOST];
    const size_t count = tree_list(is_known, false, list, TREE_MOST);
    for (size_t i = 0; i < count; i++)
        add(list[i]);
}

static void begin(void)
{
    if (known.reapers > 0)
        return;
    add_orphans();
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

int reapers_start(pid_t *reaper, const posix_spawn_file_actions_t *actions,
                  const posix_spawnattr_t *attributes, char *const *words)
{
    pthread_mutex_lock(&known.lock);
    begin();
    const int error = posix_spawn(reaper, words[0], actions, attributes, words, environ);
    if (error == 0) {
        add(*reaper);
        known.reapers++;
    }
    if (known.reapers == 0)
        forget();
    pthread_mutex_unlock(&known.lock);
    return error;
}

/* Waits for the orphans that have ended. Returns false if there was none at all: the children of
 * one that ended are orphans only since then. */
static bool bury_orphans(void)
{
    static pid_t list[TREE_MOST];
    const size_t count = tree_list(is_known, false, list, TREE_MOST);
    for (size_t i = 0; i < count; i++)
        waitpid(list[i], NULL, WNOHANG);
    return count > 0;
}

static reaper_report end_orphans(void)
{
    const uint64_t until = tree_clock() + KILLING_MS;
    while (bury_orphans() && tree_clock() < until) {
        tree_kill(is_known);
        poll(NULL, 0, AGAIN_MS);
    }
    reaper_report rest = {.news = REAPER_LIVES_ON};
    rest.number = (int)tree_rest(is_known, rest.words, sizeof rest.words);
    add_orphans();
    return rest;
}

reaper_report reapers_bury(pid_t reaper, bool killed)
{
    reaper_report rest = {.number = 0};
    pthread_mutex_lock(&known.lock);
    waitpid(reaper, NULL, 0);
    remove_known(reaper);
    if (killed)
        rest = end_orphans();
    if (--known.reapers == 0)
        forget();
    pthread_mutex_unlock(&known.lock);
    return rest;
}
