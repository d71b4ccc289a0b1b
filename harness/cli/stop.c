/* SPDX-License-Identifier: MIT */
#include "stop.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint signals_that_came;

static void on_signal(int number)
{
    (void)number;
    signals_that_came++;
}

void stop_interrupts_reading(bool interrupts)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGQUIT, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct sigaction action;
        if (sigaction(signals[i], NULL, &action) != 0 || action.sa_handler != on_signal)
            continue;
        action.sa_flags = interrupts ? 0 : SA_RESTART;
        sigaction(signals[i], &action, NULL);
    }
}

bool is_stopped(void *self)
{
    (void)self;
    return signals_that_came > 0;
}

bool is_stopped_twice(void *self)
{
    (void)self;
    return signals_that_came > 1;
}

void stop_catch(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART}; /* for reports */
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGQUIT, &action, NULL);
    struct sigaction before;
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) /* not nohup */
        sigaction(SIGHUP, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}
