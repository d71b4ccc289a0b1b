/* SPDX-License-Identifier: MIT */
/* Declares the library that a program is built for. */
#ifndef URIPROOF_HOSTED_H
#define URIPROOF_HOSTED_H

#include "protocol/server.h"

/* Returns the server of the library. It is static. */
const uriproof_server *uriproof_hosted(void);

#endif
