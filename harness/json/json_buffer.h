/* SPDX-License-Identifier: MIT */
/* JSON in octets that grow. */
#ifndef URIPROOF_JSON_JSON_BUFFER_H
#define URIPROOF_JSON_JSON_BUFFER_H

#include "base/base.h"
#include <cjson/cJSON.h>

/* Adds `object` on one line, without its newline. */
bool buffer_add_json(octet_buffer *t, const cJSON *object);

#endif
