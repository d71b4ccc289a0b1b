/* SPDX-License-Identifier: MIT */
#include "ask_command.h"

#include "base/base.h"

#include <stdlib.h>

enum { MOST_TYPED = 1000 }; /* octets in a command that people copy */

static bool is_argument(uriproof_span text)
{
    return uriproof_all_printable(text) && (text.length == 0 || text.octets[0] != '-');
}

static void put_argument(FILE *out, uriproof_span text, bool hexadecimal)
{
    fputc(' ', out);
    if (hexadecimal) {
        for (size_t i = 0; i < text.length; i++)
            fprintf(out, "%02x", (unsigned char)text.octets[i]);
        fputs(text.length == 0 ? "''" : "", out);
        return;
    }
    char *word = text_made("%.*s", (int)text.length, text.octets);
    print_shell_word(out, word);
    free(word);
}

static void put_command(FILE *out, const ask_question *asked, const uriproof_span texts[2])
{
    const size_t count = uriproof_present(texts[1]) ? 2 : 1;
    const bool hexadecimal = !is_argument(texts[0]) || (count == 2 && !is_argument(texts[1]));
    print_shell_word(out, asked->program != NULL ? asked->program : "uriproof");
    fprintf(out, " ask%s%s", asked->op != URIPROOF_PARSE ? " --op " : "",
            asked->op != URIPROOF_PARSE ? uriproof_ops[asked->op].name : "");
    if (asked->through != NULL) {
        fputs(" --through ", out);
        print_shell_word(out, asked->through);
    }
    fputs(asked->options != NULL ? asked->options : "", out);
    fputs(hexadecimal ? " --hex" : "", out);
    for (size_t i = 0; i < count; i++)
        put_argument(out, texts[i], hexadecimal);
}

bool ask_command_write(FILE *out, const ask_question *asked)
{
    uriproof_span texts[2] = {asked->request.field[0], asked->request.field[1]};
    if (asked->op == URIPROOF_RESOLVE && !uriproof_present(texts[1])) {
        texts[1] = texts[0];
        texts[0] = asked->base;
    }
    if (!uriproof_present(texts[0]) || texts[0].length + texts[1].length > MOST_TYPED)
        return false;
    put_command(out, asked, texts);
    return true;
}
