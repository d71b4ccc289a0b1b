/* SPDX-License-Identifier: MIT */
/*
 * Turns the octets of a fuzzing engine into readings and one or two texts.
 *
 *   octets 0 and 1   The readings, as a number. Octet 0 is the less significant one. The digits
 *                    of the number are the values of the readings, in the order of the
 *                    dialect's table, the least significant first. The base of each digit is
 *                    the number of values of its reading. So "\0\0" selects every default, and
 *                    any two octets are a valid choice. If two octets are too few for all
 *                    settings, the last readings keep their defaults. A target of all readings
 *                    uses three octets, the last one the most significant. That is enough for
 *                    all but the last readings of RFC 1630 and its draft.
 *   the others       The text. For a target with two texts, the first one ends at the first
 *                    newline, and the second one is the text after it. The second one is absent
 *                    if there is no newline.
 */
#ifndef URIPROOF_FUZZ_INPUT_H
#define URIPROOF_FUZZ_INPUT_H

#include <stdint.h>
#include <uriproof/reference.h>

enum { FUZZ_READINGS_LONGEST = 3 };

typedef enum fuzz_texts {
    FUZZ_TEXT_ALONE, /* no octets choose readings */
    FUZZ_ONE_TEXT,
    FUZZ_TWO_TEXTS,
    FUZZ_TWO_TEXTS_ALL_READINGS
} fuzz_texts;

typedef struct fuzz_input {
    const uriproof_dialect *dialect;
    uriproof_readings readings;
    uriproof_span text;
    uriproof_span second;
    char *owned[2]; /* the octets of both texts */
} fuzz_input;

/* Tests one input. libFuzzer, AFL++ and replay.c call it. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Prepares the target. Called once before the first input, if the target has this function. Returns
 * 0. */
int LLVMFuzzerInitialize(int *count, char ***arguments) __attribute__((weak));

/* Reads the engine's octets. Each text is copied into a block of exactly its length, so that a
 * sanitizer finds a read beyond its end. The caller frees with fuzz_input_free. */
fuzz_input fuzz_input_read(const uriproof_dialect *dialect, const uint8_t *data, size_t size,
                           fuzz_texts texts);

void fuzz_input_free(fuzz_input *input);

/* Returns how many octets of an input choose the readings. */
size_t fuzz_readings_length(fuzz_texts texts);

/* Writes the octets from which fuzz_input_read makes `readings`. Returns false if there are too few
 * octets for this setting. */
bool fuzz_readings_write(const uriproof_dialect *dialect, const uriproof_readings *readings,
                         fuzz_texts texts, unsigned char octets[FUZZ_READINGS_LONGEST]);

/* Allocates memory as malloc does, and aborts if there is no memory. Never returns NULL, even for 0
 * octets. */
void *fuzz_allocate(size_t length);

/* If `holds` is false, prints the property and the input to standard error, and aborts. */
void fuzz_require(bool holds, const char *property, const fuzz_input *input);

#endif
