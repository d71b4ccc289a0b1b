/* SPDX-License-Identifier: MIT */
/* The adapter protocol (docs/protocol.md): requests and answers, their lines, the hello with what
 * it declares, and the adapter's side. */
#ifndef URIPROOF_PROTOCOL_PROTOCOL_H
#define URIPROOF_PROTOCOL_PROTOCOL_H

#include "handshake.h"
#include "line.h"
#include "message.h"
#include "server.h"
#include "transforms.h"

#endif
