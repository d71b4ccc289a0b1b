/* SPDX-License-Identifier: MIT */
/* Reads octets that JSON objects have. */
#ifndef URIPROOF_JSON_OCTETS_H
#define URIPROOF_JSON_OCTETS_H

#include "base/base.h"
#include <cjson/cJSON.h>
#include <uriproof/reference.h>

/* Reads the octets of the field `name` of `object`: from the member `name`, which must be
 * printable ASCII, or from `name`_hex. If both are absent, returns true and an absent span.
 * Returns false and sets *error if it is not a string, not printable, not lower-case
 * hexadecimal, or there twice. Decodes hexadecimal in place, so a field can be read once. */
bool uriproof_octets_read(cJSON *object, const char *name, uriproof_span *octets,
                          uriproof_error *error);

/* This says how the member `key` has the octets of the field `name`: as they are, under the name
 * itself, or in hexadecimal under NAME_hex. OCTETS_OTHER_KEY: it does not have them. */
typedef enum octets_key { OCTETS_OTHER_KEY, OCTETS_PRINTABLE, OCTETS_HEXADECIMAL } octets_key;

octets_key octets_key_of(const char *key, const char *name);

/* Reads the octets of `item`, whose key is `name` in the way `kind`, as uriproof_octets_read
 * does. Returns false and sets *error if *octets is present already: then the field is there
 * twice. */
bool octets_read_item(cJSON *item, octets_key kind, const char *name, uriproof_span *octets,
                      uriproof_error *error);

#endif
