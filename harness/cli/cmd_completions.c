/* SPDX-License-Identifier: MIT */
/* uriproof completions: what a shell completes, made of the tables of commands and options. */
#include "commands.h"

#include "parsers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { HINT_MOST = 60 }; /* octets of what a shell says of a word */

/* ---- What the tables say ---- */

/* A word that stands for others in the usage of a command, and the command that prints those. */
static const struct {
    const char *word, *printed_by; /* NULL: the command itself, without an argument */
} places[] = {{"ADAPTER", "adapters --known"}, {"CHECKER", "adapters --known"}, {"LANGUAGE", NULL}};

/* Returns which command prints the arguments that the command can have, or NULL. */
static const char *arguments_printed_by(const verb *c)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (c->usage != NULL && strstr(c->usage, places[i].word) != NULL)
            return places[i].printed_by != NULL ? places[i].printed_by : c->name;
    return NULL;
}

static const char *value_printed_by(const cli_option *option)
{
    return option->take == take_adapter ? "adapters --known" : NULL;
}

/* Returns the word of the name that is completed at place 1 or 2, if this is the first command that
 * has it there; or NULL. Of a command of two words, *before is then the first one, else NULL. The
 * caller frees both. */
static char *new_word(size_t number, int place, char **before)
{
    const verb *c = command_at(number), *other;
    const size_t first = strcspn(c->name, " ");
    const bool two = c->name[first] == ' ';
    *before = NULL;
    if (place == 2) {
        *before = two ? strndup(c->name, first) : NULL;
        return two ? strdup(c->name + first + 1) : NULL;
    }
    for (size_t i = 0; i < number && (other = command_at(i)) != NULL; i++)
        if (strcspn(other->name, " ") == first && strncmp(other->name, c->name, first) == 0)
            return NULL;
    return strndup(c->name, first);
}

/* Writes the words of small letters with which lines of the usage begin, such as `lint`. */
static void put_usage_words(FILE *out, const verb *c)
{
    const char *line = c->usage != NULL ? c->usage : "";
    for (; *line != '\0'; line += strcspn(line, "\n"), line += *line == '\n')
        if (islower((unsigned char)*line))
            fprintf(out, " %.*s", (int)strcspn(line, " \n"), line);
}

static void put_values(FILE *out, const cli_option *option)
{
    option_values *values = values_of(option);
    for (size_t i = 0; values != NULL && values(i) != NULL; i++)
        fprintf(out, "%s%s", i > 0 ? " " : "", values(i));
}

/* Writes the beginning of a help text, with a backslash before each of the octets `special`. A
 * quote, which ends a word of the shell, is left out. */
static void put_hint(FILE *out, const char *words, const char *special)
{
    const size_t length = strcspn(words, ".;:(\n");
    for (size_t i = 0; i < length && i < HINT_MOST; i++)
        if (words[i] != '\'')
            fprintf(out, "%s%c", strchr(special, words[i]) != NULL ? "\\" : "", words[i]);
}

/* ---- bash ---- */

/* Writes of each command its options and arguments. */
static void put_bash_commands(FILE *out)
{
    const verb *c;
    for (int two = 1; two >= 0; two--) /* "fuzz new" before "fuzz" */
        for (size_t i = 0; (c = command_at(i)) != NULL; i++) {
            if ((strchr(c->name, ' ') != NULL) != two)
                continue;
            fprintf(out, "    '%s'%s) command='%s' options='--help", c->name, two ? "" : "' '*",
                    c->name);
            for (const cli_option *option = c->options; option->name != NULL; option++)
                fprintf(out, " --%s", option->name);
            fputs("' arguments='", out);
            put_usage_words(out, c);
            fputc('\'', out);
            if (arguments_printed_by(c) != NULL)
                fprintf(out, "$(\"$1\" %s 2>/dev/null)", arguments_printed_by(c));
            fputs(" ;;\n", out);
        }
}

/* Writes of each option what its value can be. */
static void put_bash_values(FILE *out)
{
    const verb *c;
    for (size_t i = 0; (c = command_at(i)) != NULL; i++)
        for (const cli_option *option = c->options; option->name != NULL; option++) {
            if (option->argument == NULL)
                continue;
            fprintf(out, "    '%s --%s') options='' arguments='' values='", c->name, option->name);
            put_values(out, option);
            fputc('\'', out);
            if (value_printed_by(option) != NULL)
                fprintf(out, "$(\"$1\" %s 2>/dev/null)", value_printed_by(option));
            fputs(" ;;\n", out);
        }
}

/* Completes the names of files where nothing else is said: `-o default`. */
static void put_bash(FILE *out)
{
    char *before;
    fputs("# Completes uriproof in bash. Made by: uriproof completions bash\n"
          "_uriproof() {\n"
          "    local word=$2 before=$3 line=\"${COMP_WORDS[1]-} ${COMP_WORDS[2]-}\"\n"
          "    local command='' options='' values='' arguments=''\n"
          "    if [[ $word == = ]]; then\n"
          "        word=''\n"
          "        before=${COMP_WORDS[COMP_CWORD-1]}\n"
          "    elif [[ $before == = ]]; then\n"
          "        before=${COMP_WORDS[COMP_CWORD-2]}\n"
          "    fi\n"
          "    ((COMP_CWORD > 2)) || line=\"${COMP_WORDS[1]-} \"\n"
          "    case $line in\n",
          out);
    put_bash_commands(out);
    fputs("    esac\n"
          "    case \"$COMP_CWORD ${COMP_WORDS[1]-}\" in\n"
          "    '1 '*) arguments='",
          out);
    for (size_t i = 0; command_at(i) != NULL; i++) {
        char *word = new_word(i, 1, &before);
        if (word != NULL)
            fprintf(out, "%s ", word);
        free(word);
    }
    fputs("help' options='--help --version' ;;\n", out);
    for (size_t i = 0; command_at(i) != NULL; i++) {
        char *word = new_word(i, 2, &before);
        if (word != NULL)
            fprintf(out, "    '2 %s') arguments+=' %s' ;;&\n", before, word);
        free(word);
        free(before);
    }
    fputs("    esac\n"
          "    case \"$command $before\" in\n",
          out);
    put_bash_values(out);
    fputs("    *) [[ $word == -* ]] && values=$options || values=$arguments ;;\n"
          "    esac\n"
          "    mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$word\")\n"
          "}\n"
          "complete -o default -F _uriproof uriproof\n",
          out);
}

/* ---- zsh ---- */

static void put_zsh_words(FILE *out, const char *printed_by)
{
    fprintf(out, "{compadd -- ${(f)\"$(_call_program words $program %s 2>/dev/null)\"}}",
            printed_by);
}

static void put_zsh_command(FILE *out, const verb *c)
{
    uriproof_text_written words;
    FILE *usage = uriproof_text_open(&words);
    put_usage_words(usage, c);
    fclose(usage);
    fputs("            _arguments \\\n                '--help[prints the help]'", out);
    for (const cli_option *option = c->options; option->name != NULL; option++) {
        fprintf(out, " \\\n                '*--%s%s[", option->name,
                option->argument != NULL ? "=" : "");
        put_hint(out, option->help, "[]:\\");
        fputc(']', out);
        if (option->argument != NULL) {
            fprintf(out, ":%.*s:", (int)strcspn(option->argument, "=["), option->argument);
            if (value_printed_by(option) != NULL)
                put_zsh_words(out, value_printed_by(option));
            else if (values_of(option) != NULL) {
                fputc('(', out);
                put_values(out, option);
                fputc(')', out);
            } else
                fputs("_files", out);
        }
        fputc('\'', out);
    }
    fputs(" \\\n                '*:argument:", out);
    if (*words.octets != '\0')
        fprintf(out, "(%s)", words.octets + 1);
    else if (arguments_printed_by(c) != NULL)
        put_zsh_words(out, arguments_printed_by(c));
    else
        fputs("_files", out);
    fputs("'\n            ;;\n", out);
    free(words.octets);
}

/* Writes the first words of all commands, each with what it does. */
static void put_zsh_firsts(FILE *out)
{
    const verb *c;
    char *before;
    for (size_t i = 0; (c = command_at(i)) != NULL; i++) {
        char *word = new_word(i, 1, &before);
        if (word != NULL) {
            fprintf(out, "\n        '%s:", word);
            put_hint(out, c->about, "\\");
            fputc('\'', out);
        }
        free(word);
    }
}

/* Writes the second words of those that have two. */
static void put_zsh_seconds(FILE *out)
{
    const verb *c;
    char *before;
    for (size_t i = 0; (c = command_at(i)) != NULL; i++) {
        char *word = new_word(i, 2, &before);
        if (word != NULL) {
            fprintf(out, "        (%s) seconds+=('%s:", before, word);
            put_hint(out, c->about, "\\");
            fputs("') ;|\n", out);
        }
        free(word);
        free(before);
    }
}

static void put_zsh(FILE *out)
{
    const verb *c;
    fputs("#compdef uriproof\n"
          "# Completes uriproof in zsh. Made by: uriproof completions zsh\n"
          "_uriproof() {\n"
          "    local program=$words[1] second\n"
          "    local -a commands seconds\n"
          "    commands=(",
          out);
    put_zsh_firsts(out);
    fputs("\n        'help:prints the help')\n"
          "    case $words[2] in\n",
          out);
    put_zsh_seconds(out);
    fputs("    esac\n"
          "    (( CURRENT == 2 )) && { _describe command commands; return }\n"
          "    (( CURRENT == 3 && $#seconds )) && _describe command seconds\n"
          "    (( CURRENT > 3 && $#seconds[(r)$words[3]:*] )) && second=$words[3]\n"
          "    local command=\"$words[2]${second:+ $second}\"\n"
          "    shift words; (( CURRENT-- ))\n"
          "    [[ -z $second ]] || { shift words; (( CURRENT-- )) }\n"
          "    case $command in\n",
          out);
    for (size_t i = 0; (c = command_at(i)) != NULL; i++) {
        fprintf(out, "        ('%s')\n", c->name);
        put_zsh_command(out, c);
    }
    fputs("    esac\n"
          "}\n"
          "_uriproof \"$@\"\n",
          out);
}

/* ---- fish ---- */

/* Writes the condition that the command is typed, and not one that has a word more. */
static void put_fish_condition(FILE *out, const verb *c)
{
    const verb *other;
    const size_t length = strlen(c->name);
    fprintf(out, "complete -c uriproof -n '__uriproof_is %s", c->name);
    for (size_t i = 0; (other = command_at(i)) != NULL; i++)
        if (strncmp(other->name, c->name, length) == 0 && other->name[length] == ' ')
            fprintf(out, "; and not __uriproof_is %s", other->name);
    fputc('\'', out);
}

static void put_fish_printed(FILE *out, const char *printed_by)
{
    fprintf(out, " -a '(__uriproof_run %s)'", printed_by);
}

static void put_fish_command(FILE *out, const verb *c)
{
    uriproof_text_written words;
    FILE *usage = uriproof_text_open(&words);
    put_usage_words(usage, c);
    fclose(usage);
    for (const cli_option *option = c->options; option->name != NULL; option++) {
        put_fish_condition(out, c);
        fprintf(out, " -l %s", option->name);
        if (value_printed_by(option) != NULL) {
            fputs(" -x", out);
            put_fish_printed(out, value_printed_by(option));
        } else if (values_of(option) != NULL) {
            fputs(" -x -a '", out);
            put_values(out, option);
            fputc('\'', out);
        } else if (option->argument != NULL)
            fputs(" -r", out);
        fputs(" -d '", out);
        put_hint(out, option->help, "\\");
        fputs("'\n", out);
    }
    if (*words.octets != '\0') {
        put_fish_condition(out, c);
        fprintf(out, " -a '%s'\n", words.octets + 1);
    }
    if (arguments_printed_by(c) != NULL) {
        put_fish_condition(out, c);
        put_fish_printed(out, arguments_printed_by(c));
        fputc('\n', out);
    }
    free(words.octets);
}

static void put_fish(FILE *out)
{
    const verb *c;
    char *before;
    fputs("# Completes uriproof in fish. Made by: uriproof completions fish\n"
          "function __uriproof_is --argument-names first second\n"
          "    set -l words (commandline -opc)\n"
          "    test \"$words[2]\" = \"$first\"; or return 1\n"
          "    test -z \"$second\"; or test \"$words[3]\" = \"$second\"\n"
          "end\n"
          "function __uriproof_run\n"
          "    set -l words (commandline -opc)\n"
          "    $words[1] $argv 2>/dev/null\n"
          "end\n"
          "function __uriproof_at --argument-names count first\n"
          "    set -l words (commandline -opc)\n"
          "    test (count $words) -eq $count; or return 1\n"
          "    test -z \"$first\"; or test \"$words[2]\" = \"$first\"\n"
          "end\n",
          out);
    for (int place = 1; place <= 2; place++)
        for (size_t i = 0; (c = command_at(i)) != NULL; i++) {
            char *word = new_word(i, place, &before);
            if (word != NULL) {
                fprintf(out, "complete -c uriproof -f -n '__uriproof_at %d%s%s' -a %s -d '", place,
                        before != NULL ? " " : "", before != NULL ? before : "", word);
                put_hint(out, c->about, "\\");
                fputs("'\n", out);
            }
            free(word);
            free(before);
        }
    for (size_t i = 0; (c = command_at(i)) != NULL; i++)
        put_fish_command(out, c);
}

/* ---- The command ---- */

static const struct {
    const char *name;
    void (*put)(FILE *out);
} shells[] = {{"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};

static int run(invocation *call)
{
    options_read(call, NULL);
    near_search near = {.word = call->argv[0]};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        if (strcmp(shells[i].name, call->argv[0]) == 0) {
            shells[i].put(stdout);
            return URIPROOF_EXIT_AGREE;
        }
        near_try(&near, shells[i].name);
    }
    usage_error(call, "no shell \"%s\" here%s; there are: bash, zsh, fish", call->argv[0],
                near_advise(&near).words);
}

static const cli_option options[] = {{.name = NULL}};

const verb command_completions = {
    .name = "completions",
    .run = run,
    .usage = "bash\nzsh\nfish",
    .about = "Prints what bash, zsh or fish needs to complete words. These are commands, options, "
             "their values, and the names of parsers. In bash: source <(uriproof completions "
             "bash)",
    .options = options,
    .more = "Exit status: 0, 2 wrong usage.",
    .arguments = 1,
};
