/* SPDX-License-Identifier: MIT */
/* Hosts that are IP addresses, in whatever notation. */
#ifndef URIPROOF_PROTOCOL_ADDRESS_H
#define URIPROOF_PROTOCOL_ADDRESS_H

#include <uriproof/reference.h>

/* Returns true if both hosts are the same IP address: IPv6 in brackets as inet_pton reads it, or
 * IPv4 as inet_aton does (`1`, `0x7f.1`). Returns false if either is not an address. Thread-safe.
 * */
bool address_same(uriproof_span one, uriproof_span other);

#endif
