/* SPDX-License-Identifier: MIT */
#include "input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned value_count(const uriproof_reading *reading)
{
    unsigned count = 1; /* the default */
    while (count < 4 && reading->values[count] != NULL)
        count++;
    return count;
}

static uriproof_readings readings_of_number(const uriproof_dialect *dialect, unsigned number)
{
    uriproof_readings readings = {{0}};
    for (size_t i = 0; i < dialect->reading_count; i++) {
        unsigned count = value_count(&dialect->readings[i]);
        readings.value[i] = (unsigned char)(number % count);
        number /= count;
    }
    return readings;
}

size_t fuzz_readings_length(fuzz_texts texts)
{
    return texts == FUZZ_TEXT_ALONE ? 0 : texts == FUZZ_TWO_TEXTS_ALL_READINGS ? 3 : 2;
}

bool fuzz_readings_write(const uriproof_dialect *dialect, const uriproof_readings *readings,
                         fuzz_texts texts, unsigned char octets[FUZZ_READINGS_LONGEST])
{
    size_t length = fuzz_readings_length(texts);
    uint64_t number = 0;
    for (size_t i = dialect->reading_count; i-- > 0;) {
        number = number * value_count(&dialect->readings[i]) + readings->value[i];
        if (number >> 8 * length != 0)
            return false;
    }
    for (size_t i = 0; i < length; i++)
        octets[i] = (unsigned char)(number >> 8 * i & 0xFF);
    return true;
}

void *fuzz_allocate(size_t length)
{
    void *block = malloc(length > 0 ? length : 1);
    if (block == NULL) {
        fputs("out of memory\n", stderr);
        abort();
    }
    return block;
}

static uriproof_span copy_of(const uint8_t *octets, size_t length, char **owned)
{
    *owned = fuzz_allocate(length);
    if (length > 0)
        memcpy(*owned, octets, length);
    return (uriproof_span){*owned, length};
}

fuzz_input fuzz_input_read(const uriproof_dialect *dialect, const uint8_t *data, size_t size,
                           fuzz_texts texts)
{
    size_t head = fuzz_readings_length(texts);
    unsigned number = 0;
    for (size_t i = 0; i < head && i < size; i++)
        number |= (unsigned)data[i] << 8 * i;
    size_t length = size > head ? size - head : 0;
    const uint8_t *text = length > 0 ? data + head : NULL;
    const uint8_t *newline = NULL;
    if (texts != FUZZ_TEXT_ALONE && texts != FUZZ_ONE_TEXT && length > 0)
        newline = memchr(text, '\n', length);
    fuzz_input input = {.dialect = dialect, .readings = readings_of_number(dialect, number)};
    if (newline != NULL) {
        size_t first = (size_t)(newline - text);
        input.second = copy_of(newline + 1, length - first - 1, &input.owned[1]);
        length = first;
    }
    input.text = copy_of(text, length, &input.owned[0]);
    return input;
}

void fuzz_input_free(fuzz_input *input)
{
    free(input->owned[0]);
    free(input->owned[1]);
}

static void say_text(const char *name, uriproof_span text)
{
    if (!uriproof_present(text))
        return;
    fprintf(stderr, "  %s (%zu octets): \"", name, text.length);
    for (size_t i = 0; i < text.length; i++) {
        unsigned char octet = (unsigned char)text.octets[i];
        if (octet < 0x20 || octet > 0x7E || octet == '"' || octet == '\\')
            fprintf(stderr, "\\x%02x", octet);
        else
            fputc(octet, stderr);
    }
    fputs("\"\n", stderr);
}

static void say_readings(const fuzz_input *input)
{
    fprintf(stderr, "  dialect: %s\n  readings:", input->dialect->name);
    size_t said = 0;
    for (size_t i = 0; i < input->dialect->reading_count; i++) {
        const uriproof_reading *reading = &input->dialect->readings[i];
        if (input->readings.value[i] == 0)
            continue;
        fprintf(stderr, " %s=%s", reading->id, reading->values[input->readings.value[i]]);
        said++;
    }
    fputs(said > 0 ? "\n" : " every default\n", stderr);
}

void fuzz_require(bool holds, const char *property, const fuzz_input *input)
{
    if (holds)
        return;
    fprintf(stderr, "property does not hold: %s\n", property);
    say_readings(input);
    say_text("text", input->text);
    say_text("second text", input->second);
    abort();
}
