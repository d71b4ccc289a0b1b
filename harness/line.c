/* SPDX-License-Identifier: MIT */
#include "line.h"

enum { MOST_VALUES = 65536 };

/* Each value but the first stands behind one of these; what is not JSON is found out later. */
static bool begins_value(char octet)
{
    return octet == ',' || octet == '[' || octet == '{';
}

static bool has_too_many(const char *line, size_t length)
{
    size_t values = 0;
    bool quoted = false;
    if (length <= MOST_VALUES)
        return false;
    for (size_t i = 0; i < length && values <= MOST_VALUES; i++) {
        if (line[i] == '"')
            quoted = !quoted;
        else if (quoted && line[i] == '\\')
            i++;
        else if (!quoted && begins_value(line[i]))
            values++;
    }
    return values > MOST_VALUES;
}

cJSON *line_read(const char *line, size_t length, uriproof_error *error)
{
    if (!has_too_many(line, length))
        return uriproof_json_read(line, length, error);
    uriproof_error_set(error, "it has over %d values", MOST_VALUES);
    return NULL;
}

bool line_is_id(const cJSON *id)
{
    const double most = 9007199254740992.0;
    return cJSON_IsNumber(id) && id->valuedouble >= -most && id->valuedouble <= most &&
           (double)(int64_t)id->valuedouble == id->valuedouble;
}
