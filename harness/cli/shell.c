/* SPDX-License-Identifier: MIT */
#include "shell.h"

#include "base/base.h"

#include <stdlib.h>

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
    print_shell_word(out, word);
    free(word);
}
