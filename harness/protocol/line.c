/* SPDX-License-Identifier: MIT */
#include "line.h"
#include "json/json.h"

cJSON *line_read(const char *line, size_t length, uriproof_error *error)
{
    static const uriproof_json_limits limits = {LINE_DEPTH, LINE_VALUES};
    uriproof_json_fault fault;
    cJSON *object = uriproof_json_read_within(line, length, &limits, &fault);
    if (object == NULL)
        uriproof_error_set(error, "%.200s, at octet %zu", fault.error.words, fault.offset);
    return object;
}

bool line_is_id(const cJSON *id)
{
    const double most = 9007199254740992.0;
    return cJSON_IsNumber(id) && id->valuedouble >= -most && id->valuedouble <= most &&
           (double)(int64_t)id->valuedouble == id->valuedouble;
}
