/* SPDX-License-Identifier: MIT */
/* What canonical form and encoding share. */
#ifndef URIPROOF_RFC1630_CANONICAL_H
#define URIPROOF_RFC1630_CANONICAL_H

#include <uriproof/reference.h>

/* True where canonical form has `octet` bare as data in a part that takes the octets of
 * `set`: it is in the set, and not reserved. */
bool stands_bare(unsigned char octet, unsigned set, const uriproof_readings *readings);

/* The upper-case hexadecimal digit of the low four bits of `value`. */
char hex_digit(unsigned value);

#endif
