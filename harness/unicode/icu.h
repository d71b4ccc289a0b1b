/* SPDX-License-Identifier: MIT */
/* Unicode ToASCII by ICU, as the service that the URL Standard's parser asks for. */
#ifndef URIPROOF_UNICODE_ICU_H
#define URIPROOF_UNICODE_ICU_H

#include <uriproof/whatwg-url.h>

/* Returns services with to_ascii, and without a report. If uriproof was built without ICU, or ICU
 * has no data, to_ascii is NULL. It cannot tell the result for a domain with a label that is too
 * long for ICU (some thousand code points). Any number of threads may use the services at once. The
 * caller gives them to icu_services_close after the last use, which ends all of ICU in this
 * program. */
uriproof_services icu_services_open(void);

void icu_services_close(uriproof_services *services);

/* Returns the version of Unicode that the services follow, `15.0`, or NULL without ICU. The string
 * is static. */
const char *icu_unicode_version(void);

#endif
