/* SPDX-License-Identifier: MIT */
/* The target `differential`: the reference, and the C parsers that were found. */
#include "differential.h"
#include "input.h"

#include "parsers.h"

/* GLib and libsoup keep memory until the process ends, and a report of that would end the engine.
 */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    size_t found;
    const uriproof_server *const *servers = uriproof_parsers(&found);
    return differential_begin(servers, found, count, arguments);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return differential_test(data, size);
}
