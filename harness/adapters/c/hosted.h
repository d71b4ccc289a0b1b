/* SPDX-License-Identifier: MIT */
/* The library that a program is made for. */
#ifndef URIPROOF_HOSTED_H
#define URIPROOF_HOSTED_H

#include "protocol/server.h"

/* Its server. Static. */
const uriproof_server *uriproof_hosted(void);

#endif
