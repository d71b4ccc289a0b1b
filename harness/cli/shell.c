/* SPDX-License-Identifier: MIT */
#include "shell.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

/* Needs no quotes in a shell. */
static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                            "-_./=:,+@%";

void put_shell_word(FILE *out, const char *word)
{
    if (*word != '\0' && word[strspn(word, plain)] == '\0') {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    while (*word != '\0') {
        int length = (int)strcspn(word, "'");
        char *piece = text_made("%.*s", length, word);
        put_printable(out, piece);
        free(piece);
        word += length;
        if (*word == '\'') {
            fputs("'\\''", out);
            word++;
        }
    }
    fputc('\'', out);
}

/* Writes octets between $' and '. */
static void put_escaped(FILE *out, uriproof_span octets)
{
    fputs("$'", out);
    for (size_t i = 0; i < octets.length; i++) {
        const char octet = octets.octets[i];
        if (!uriproof_is_printable(octet))
            fprintf(out, "\\x%02x", (unsigned char)octet);
        else
            fprintf(out, "%s%c", octet == '\\' || octet == '\'' ? "\\" : "", octet);
    }
    fputc('\'', out);
}

void put_shell_octets(FILE *out, uriproof_span octets)
{
    if (!uriproof_all_printable(octets)) {
        put_escaped(out, octets);
        return;
    }
    char *word = text_made("%.*s", (int)octets.length, octets.octets);
    put_shell_word(out, word);
    free(word);
}
