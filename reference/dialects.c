/* SPDX-License-Identifier: MIT */
/* Finds dialects by name, and sets their readings. */
#include "dialect_table.h"

#include <string.h>

const uriproof_dialect *const *uriproof_dialects(size_t *count)
{
    *count = dialect_count;
    return dialect_table;
}

const uriproof_dialect *uriproof_dialect_named(const char *name)
{
    for (size_t i = 0; i < dialect_count; i++)
        if (strcmp(dialect_table[i]->name, name) == 0)
            return dialect_table[i];
    return NULL;
}

static bool value_number(const uriproof_reading *reading, const char *value, unsigned char *number)
{
    for (unsigned char i = 0; i < 4 && reading->values[i] != NULL; i++) {
        if (strcmp(reading->values[i], value) == 0) {
            *number = i;
            return true;
        }
    }
    return false;
}

uriproof_reading_error uriproof_set_reading(const uriproof_dialect *dialect, const char *id,
                                            const char *value, uriproof_readings *readings)
{
    for (size_t i = 0; i < dialect->reading_count; i++)
        if (strcmp(dialect->readings[i].id, id) == 0)
            return value_number(&dialect->readings[i], value, &readings->value[i])
                       ? URIPROOF_READING_SET
                       : URIPROOF_READING_VALUE_UNKNOWN;
    return URIPROOF_READING_UNKNOWN;
}

uriproof_span uriproof_span_of(const char *string)
{
    return (uriproof_span){string, string != NULL ? strlen(string) : 0};
}

bool uriproof_span_equal(uriproof_span a, uriproof_span b)
{
    if (uriproof_present(a) != uriproof_present(b) || a.length != b.length)
        return false;
    return a.length == 0 || memcmp(a.octets, b.octets, a.length) == 0;
}

const char *uriproof_version(void)
{
    return URIPROOF_VERSION;
}
