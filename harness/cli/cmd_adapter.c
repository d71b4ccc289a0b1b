/* SPDX-License-Identifier: MIT */
/* uriproof adapter: its verbs. */
#include "commands.h"

#include <string.h>

int command_adapter(const invocation *call)
{
    static const struct {
        const char *word;
        const char *name; /* as errors have it */
        int (*run)(const invocation *call);
    } verbs[] = {
        {"new", "adapter new", command_adapter_new},
        {"check", "adapter check", command_adapter_check},
    };
    for (size_t i = 0; call->argc > 1 && i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(call->argv[1], verbs[i].word) != 0)
            continue;
        invocation inner = *call;
        inner.name = verbs[i].name;
        inner.argc--;
        inner.argv++;
        return verbs[i].run(&inner);
    }
    if (call->argc > 1)
        return usage_error(call, "wants new or check, not \"%s\"", call->argv[1]);
    return usage_error(call, "wants new or check");
}
