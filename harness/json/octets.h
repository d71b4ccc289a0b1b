/* SPDX-License-Identifier: MIT */
/* Octets in JSON objects. */
#ifndef URIPROOF_JSON_OCTETS_H
#define URIPROOF_JSON_OCTETS_H

#include "base/base.h"
#include <cjson/cJSON.h>
#include <uriproof/reference.h>

/* The octets of the field `name` of `object`: of `name`, which must be printable ASCII, or of
 * `name`_hex. Absent gives true and an absent span. False and *error where it is not a
 * string, not printable, not lower-case hexadecimal, or there twice. Decodes
 * hexadecimal in place, so a field can be read once. */
bool uriproof_octets_read(cJSON *object, const char *name, uriproof_span *octets,
                          uriproof_error *error);

/* How the member `key` has the octets of the field `name`: as they are, under the name itself, or
 * under NAME_hex; or it has them not. */
typedef enum octets_key { OCTETS_OTHER_KEY, OCTETS_PRINTABLE, OCTETS_HEXADECIMAL } octets_key;

octets_key octets_key_of(const char *key, const char *name);

/* The octets of `item`, whose key is `name` in the way `kind`, as uriproof_octets_read has them.
 * False and *error where *octets is present already: then it is there twice. */
bool octets_read_item(cJSON *item, octets_key kind, const char *name, uriproof_span *octets,
                      uriproof_error *error);

#endif
