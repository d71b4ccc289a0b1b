/* SPDX-License-Identifier: MIT */
#include "readings.h"

enum { READING_VALUES = 4 };

bool next_readings(const uriproof_dialect *dialect, uriproof_op op, const uriproof_readings *from,
                   size_t *step, uriproof_readings *other)
{
    while (*step < dialect->reading_count * READING_VALUES) {
        size_t i = *step / READING_VALUES, value = (*step)++ % READING_VALUES;
        const uriproof_reading *reading = &dialect->readings[i];
        if (reading->values[value] == NULL || value == from->value[i] ||
            uriproof_is_departure(reading, op))
            continue;
        *other = *from;
        other->value[i] = (unsigned char)value;
        return true;
    }
    return false;
}

size_t changed_reading(const uriproof_dialect *dialect, const uriproof_readings *from,
                       const uriproof_readings *other)
{
    size_t i = 0;
    while (i < dialect->reading_count && from->value[i] == other->value[i])
        i++;
    return i;
}
