/* SPDX-License-Identifier: MIT */
/* The target `differential`: the reference, and the C parsers that were found. */
#include "differential.h"
#include "input.h"

#include "parsers.h"

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
