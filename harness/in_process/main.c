/* SPDX-License-Identifier: MIT */
/* uriproof-in-process: calls the C parsers that its arguments name, for `uriproof diff`. */
#include "serve.h"

#include <parsers.h>

int main(int argc, char **argv)
{
    size_t count;
    const uriproof_server *const *servers = uriproof_parsers(&count);
    return in_process_serve(servers, count, argc, argv);
}
