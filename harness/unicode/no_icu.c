/* SPDX-License-Identifier: MIT */
/* What icu.h says of a build without ICU. */
#include "unicode/icu.h"

uriproof_services icu_services_open(void)
{
    return (uriproof_services){.to_ascii = NULL};
}

void icu_services_close(uriproof_services *services)
{
    (void)services;
}

const char *icu_unicode_version(void)
{
    return NULL;
}
