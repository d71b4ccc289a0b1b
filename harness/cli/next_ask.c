/* SPDX-License-Identifier: MIT */
#include "next_ask.h"

#include <stdlib.h>

/* Prints the option that asks a parser of parsers_add: its command, as the shell of --adapter takes
 * it. A parser that is known by its name could be another one. */
static void put_added(FILE *to, const panel_member *one)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    fputs(one->name, out);
    for (size_t i = 0; one->command[i] != NULL; i++) {
        fputc(i == 0 ? '=' : ' ', out);
        print_shell_word(out, one->command[i]);
    }
    fclose(out);
    fputs(" --adapter ", to);
    print_shell_word(to, text.octets);
    free(text.octets);
}

/* Prints the options by which `ask` asks the same parsers. */
static void put_parsers(FILE *to, const parsers *from)
{
    for (size_t i = 0; i < from->wanted_count; i++) {
        fputs(" --adapter ", to);
        print_shell_word(to, from->wanted[i]);
    }
    for (size_t i = from->count - from->added; i < from->count; i++)
        put_added(to, &from->members[i]);
    if (from->folder != NULL) {
        fputs(" --adapter-dir ", to);
        print_shell_word(to, from->folder);
    }
}

bool put_next_ask(const invocation *call, const parsers *from, ask_question asked)
{
    uriproof_text_written options, command;
    FILE *out = uriproof_text_open(&options);
    put_parsers(out, from);
    fclose(out);
    asked.program = call->program;
    asked.options = options.octets;
    out = uriproof_text_open(&command);
    const bool any = ask_command_write(out, &asked);
    fclose(out);
    if (any)
        printf("Next: %s\n", command.octets);
    free(options.octets);
    free(command.octets);
    return any;
}
