/* SPDX-License-Identifier: MIT */
/* What the commands share. */
#include "commands.h"

#include "base/base.h"
#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void say(const invocation *call, const char *format, va_list arguments)
{
    char words[8192];
    fflush(stdout);
    fprintf(stderr, "uriproof %s: ", call->name);
    vsnprintf(words, sizeof words, format, arguments);
    put_printable(stderr, words);
    fputc('\n', stderr);
}

int usage_error(const invocation *call, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(call, format, arguments);
    va_end(arguments);
    fprintf(stderr, "Try '%s %s --help'.\n", call->program, call->name);
    return URIPROOF_EXIT_USAGE;
}

int failure(const invocation *call, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(call, format, arguments);
    va_end(arguments);
    return URIPROOF_EXIT_FAILED;
}

dialect_choice default_dialect(void)
{
    return (dialect_choice){.dialect = uriproof_dialect_named("rfc1630")};
}

enum { KNOWN_ROOM = 256 };

/* Adds `word` to `known`, after `before`. */
static void add_known(char *known, const char *before, const char *word)
{
    strncat(known, before, KNOWN_ROOM - strlen(known) - 1);
    strncat(known, word, KNOWN_ROOM - strlen(known) - 1);
}

static int unknown_dialect(const invocation *call, const char *name)
{
    size_t count;
    char known[KNOWN_ROOM] = "";
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    for (size_t i = 0; i < count; i++)
        add_known(known, " ", dialects[i]->name);
    return usage_error(call, "no dialect \"%s\"; there are:%s", name, known);
}

static int unknown_level(const invocation *call, const char *name)
{
    char known[KNOWN_ROOM] = "";
    for (size_t i = 0; i < URIPROOF_LEVEL_COUNT; i++) {
        bool last = i + 1 == URIPROOF_LEVEL_COUNT;
        add_known(known, i == 0 ? "" : last ? " and " : ", ", uriproof_level_names[i]);
    }
    return usage_error(call, "no level \"%s\"; there are %s", name, known);
}

int take_level(const invocation *call, const char *name, uriproof_level *level)
{
    for (int i = 0; i < URIPROOF_LEVEL_COUNT; i++) {
        if (strcmp(uriproof_level_names[i], name) != 0)
            continue;
        *level = (uriproof_level)i;
        return 0;
    }
    return unknown_level(call, name);
}

int take_dialect_option(const invocation *call, int option, const char *value,
                        dialect_choice *choice)
{
    if (option == OPTION_DIALECT) {
        const uriproof_dialect *dialect = uriproof_dialect_named(value);
        if (dialect == NULL)
            return unknown_dialect(call, value);
        choice->dialect = dialect;
        return 0;
    }
    if (choice->wanted_count == URIPROOF_READINGS_MAX)
        return usage_error(call, "too many --reading options");
    choice->wanted[choice->wanted_count++] = value;
    return 0;
}

static int unknown_reading(const invocation *call, const uriproof_dialect *dialect, const char *id)
{
    failure(call, "%s has no reading \"%s\"; its readings are:", dialect->name, id);
    for (size_t i = 0; i < dialect->reading_count; i++)
        fprintf(stderr, "  %-18s %s\n", dialect->readings[i].id, dialect->readings[i].about);
    return URIPROOF_EXIT_USAGE;
}

static int unknown_value(const invocation *call, const uriproof_dialect *dialect, const char *id,
                         const char *value)
{
    size_t i = 0;
    while (strcmp(dialect->readings[i].id, id) != 0)
        i++;
    char known[KNOWN_ROOM] = "";
    for (const char *const *one = dialect->readings[i].values; *one != NULL; one++)
        add_known(known, known[0] != '\0' ? ", " : "", *one);
    return usage_error(call, "reading \"%s\" has no value \"%s\"; it has: %s", id, value, known);
}

static int take_reading(const invocation *call, const char *wanted, dialect_choice *choice)
{
    const char *equals = strchr(wanted, '=');
    char id[64];
    if (equals == NULL || (size_t)(equals - wanted) >= sizeof id)
        return usage_error(call, "--reading wants ID=VALUE, not \"%s\"", wanted);
    memcpy(id, wanted, (size_t)(equals - wanted));
    id[equals - wanted] = '\0';
    switch (uriproof_set_reading(choice->dialect, id, equals + 1, &choice->readings)) {
    case URIPROOF_READING_UNKNOWN:
        return unknown_reading(call, choice->dialect, id);
    case URIPROOF_READING_VALUE_UNKNOWN:
        return unknown_value(call, choice->dialect, id, equals + 1);
    default:
        return 0;
    }
}

int settle_readings(const invocation *call, dialect_choice *choice)
{
    for (size_t i = 0; i < choice->wanted_count; i++) {
        int status = take_reading(call, choice->wanted[i], choice);
        if (status != 0)
            return status;
    }
    return 0;
}

bool argument_octets(char *argument, bool hexadecimal, uriproof_span *octets)
{
    size_t length = strlen(argument);
    *octets = (uriproof_span){argument, length};
    if (!hexadecimal)
        return true;
    if (length % 2 != 0)
        return false;
    for (size_t i = 0; i < length; i++) /* all, so that an error shows what was given */
        if (uriproof_hex_value(argument[i]) < 0)
            return false;
    uriproof_hex_decode(argument, length, argument);
    octets->length = length / 2;
    return true;
}

/* Reads a decimal number, "2" or "1.5", and sets *end after it. 0 if there is none. strtod reads
 * more than that: 0x10, 1e3, inf. */
static double read_decimal(const char *words, const char **end)
{
    double number = 0, place = 1;
    for (*end = words; isdigit((unsigned char)**end); ++*end)
        number = number * 10 + (**end - '0');
    if (*end == words || **end != '.' || !isdigit((unsigned char)(*end)[1]))
        return number;
    for (++*end; isdigit((unsigned char)**end); ++*end)
        number += (**end - '0') * (place /= 10);
    return number;
}

/* "2s", "500ms" or "2" (seconds), as milliseconds. */
static bool parse_duration(const char *words, uint64_t *ms)
{
    const char *end;
    double number = read_decimal(words, &end);
    double scale = 0;
    if (*end == '\0' || strcmp(end, "s") == 0)
        scale = 1000;
    else if (strcmp(end, "ms") == 0)
        scale = 1;
    else if (strcmp(end, "m") == 0)
        scale = 60000;
    *ms = number * scale < 1e12 ? (uint64_t)(number * scale + 1e-6) : 0; /* 0.3 is a bit less */
    return *ms > 0;
}

int take_duration(const invocation *call, const char *words, uint64_t *ms)
{
    if (parse_duration(words, ms))
        return 0;
    return usage_error(call, "--timeout wants a time such as 2s or 500ms, not \"%s\"", words);
}

int end_of_options(const invocation *call)
{
    int at = 1;
    while (at < call->argc && strcmp(call->argv[at], "--") != 0)
        at++;
    return at;
}

int find_paths(const invocation *call, data_paths *p)
{
    if (paths_find(p))
        return 0;
    const char *data = getenv("URIPROOF_DATA");
    if (data != NULL)
        return failure(call, "URIPROOF_DATA is %s, and has no vectors/flags.json", data);
    return failure(call, "cannot find the vectors; set URIPROOF_DATA to the folder that has "
                         "vectors/ and harness/adapters/");
}

int load_corpus(const invocation *call, const data_paths *p, const uriproof_dialect *dialect,
                uriproof_level level, uriproof_corpus *corpus)
{
    char folder[PATH_MOST + 16];
    uriproof_error error;
    snprintf(folder, sizeof folder, "%s/vectors", p->data);
    if (uriproof_corpus_load_level(folder, dialect, level, corpus, &error))
        return 0;
    return failure(call, "%s", error.words);
}

void put_printable(FILE *out, const char *words)
{
    while (*words != '\0') {
        uint32_t character;
        size_t length = uriproof_utf8_read(words, &character);
        bool seen = length > 0 && uriproof_is_seen(character);
        for (size_t left = length > 0 ? length : 1; left > 0; left--, words++) {
            if (seen)
                fputc(*words, out);
            else
                fprintf(out, "\\x%02x", (unsigned char)*words);
        }
    }
}

int option_error(const invocation *call, int option)
{
    const char *word = call->argv[optind - 1];
    if (option == ':')
        return usage_error(call, "%s wants a value", word);
    if (optopt > UCHAR_MAX)
        return usage_error(call, "%.*s takes no value", (int)strcspn(word, "="), word);
    if (optopt != 0)
        return usage_error(call, "no option -%c", optopt);
    return usage_error(call, "no option %s", word);
}

bool wants_colour(FILE *out)
{
    const char *no = getenv("NO_COLOR");
    return (no == NULL || *no == '\0') && isatty(fileno(out)) == 1;
}
