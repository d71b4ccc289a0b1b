/* SPDX-License-Identifier: MIT */
/* Octets in a member of a JSON object, for who goes through its members. */
#ifndef URIPROOF_OCTETS_H
#define URIPROOF_OCTETS_H

#include <uriproof/answer.h>

/* How the member `key` has the octets of the field `name`: as they are, under the name itself, or
 * under NAME_hex; or it has them not. */
typedef enum octets_key { OCTETS_OTHER_KEY, OCTETS_PRINTABLE, OCTETS_HEXADECIMAL } octets_key;

octets_key octets_key_of(const char *key, const char *name);

/* The octets of `item`, whose key is `name` in the way `kind`, as uriproof_octets_read has them.
 * False and *error where *octets is present already: then it is there twice. */
bool octets_read_item(cJSON *item, octets_key kind, const char *name, uriproof_span *octets,
                      uriproof_error *error);

#endif
