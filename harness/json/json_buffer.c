/* SPDX-License-Identifier: MIT */
#include "json_buffer.h"
#include "base/base.h"

#include <string.h>

bool buffer_add_json(octet_buffer *t, const cJSON *object)
{
    /* Most lines are short: printed in place they need no memory of their own. */
    enum { SHORT = 2048 };
    if (!buffer_reserve(t, SHORT))
        return false;
    if (cJSON_PrintPreallocated((cJSON *)object, t->octets + t->length, SHORT, false)) {
        t->length += strlen(t->octets + t->length);
        return true;
    }
    char *line = cJSON_PrintUnformatted(object);
    bool added = line != NULL && buffer_add(t, line, strlen(line));
    cJSON_free(line);
    return added;
}
