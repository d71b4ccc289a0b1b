/* SPDX-License-Identifier: MIT */
/* Options and arguments of the commands: reading them, and the help on them. */
#include "commands.h"
#include "parsers.h"
#include "report_file.h"

#include "base/base.h"
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_OPTION = 256, OPTIONS_MOST = 32, HELP_INDENT = 26, HELP_WIDTH = 80 };

const char dialect_help[] =
    "the specification: rfc1630 (default), draft-www-uri-00, url-syntax, rfc3986 or whatwg-url";
const char every_dialect_help[] =
    "the specification: whatwg-url, rfc3986, rfc1630, draft-www-uri-00 or url-syntax; default: all "
    "of them";
const char reading_help[] = "which reading to use if the specification contradicts itself "
                            "(docs/readings.md); may be given more than once";

const char adapter_dir_help[] =
    "a folder of manifests of your own (docs/adapters.md), whose adapters have names beside those "
    "of uriproof";

/* ---- The values of options ---- */

void take_flag(const invocation *call, const cli_option *option, const char *value, void *to)
{
    (void)call, (void)option, (void)value;
    *(bool *)to = true;
}

void take_word(const invocation *call, const cli_option *option, const char *value, void *to)
{
    (void)call, (void)option;
    *(const char **)to = value;
}

/* Reads the digits that `words` begin with, and sets *end after them. Returns false if there are
 * none, or the number is not within the bounds. */
static bool read_number(const char *words, uint64_t least, uint64_t most, uint64_t *number,
                        char **end)
{
    if (!isdigit((unsigned char)words[0]))
        return false;
    errno = 0;
    *number = strtoull(words, end, 10);
    return errno == 0 && *number >= least && *number <= most;
}

void take_number(const invocation *call, const cli_option *option, const char *value, void *to)
{
    char *end;
    if (!read_number(value, option->least, option->most, to, &end) || *end != '\0')
        usage_error(call, "--%s wants a number from %ju to %ju, not \"%s\"", option->name,
                    (uintmax_t)option->least, (uintmax_t)option->most, value);
}

/* Reads "64K", "512M" or "2G" as octets, from 2^10 to 2^50. Reads "none" as 0, which means no
 * limit. */
void take_size(const invocation *call, const cli_option *option, const char *value, void *to)
{
    static const char units[] = "KMG";
    uint64_t number = 0;
    char *end = NULL;
    if (strcmp(value, "none") != 0) {
        bool read = read_number(value, 1, UINT64_C(1) << 20, &number, &end);
        const char *unit = read && *end != '\0' ? strchr(units, *end) : NULL;
        if (unit == NULL || end[1] != '\0')
            usage_error(call, "--%s wants a size such as 512M or 2G, or none, not \"%s\"",
                        option->name, value);
        number <<= 10 * (unit - units + 1);
    }
    *(uint64_t *)to = number;
}

/* Reads "2s", "1.5s", "500ms" or "1m" as milliseconds. */
void take_duration(const invocation *call, const cli_option *option, const char *value, void *to)
{
    static const struct {
        const char *name;
        double ms;
    } units[] = {{"ms", 1}, {"s", 1000}, {"m", 60000}};
    size_t digits = strspn(value, "0123456789."); /* strtod reads more: 0x10, 1e3, inf */
    char *end = NULL;
    bool decimal = digits > 0 && value[0] != '.' && value[digits - 1] != '.';
    double number = decimal ? strtod(value, &end) : 0;
    uint64_t ms = 0;
    bool zero = false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (decimal && end == value + digits && strcmp(end, units[i].name) == 0 &&
            number * units[i].ms < 1e12) {
            ms = (uint64_t)(number * units[i].ms + 1e-6); /* 0.3 is a bit less */
            zero = ms == 0;
        }
    if (zero)
        usage_error(call, "--%s wants a time of 1ms or more, not \"%s\"", option->name, value);
    if (ms == 0)
        usage_error(call, "--%s wants a time with its unit, such as 2s or 500ms, not \"%s\"",
                    option->name, value);
    *(uint64_t *)to = ms;
}

void take_level(const invocation *call, const cli_option *option, const char *value, void *to)
{
    (void)call, (void)option;
    uriproof_level_named(value, to);
}

void take_dialect(const invocation *call, const cli_option *option, const char *value, void *to)
{
    dialect_choice *choice = to;
    (void)call, (void)option;
    choice->said = true;
    choice->all = false;
    choice->dialect = uriproof_dialect_named(value);
}

void take_dialect_or_all(const invocation *call, const cli_option *option, const char *value,
                         void *to)
{
    if (strcmp(value, "all") == 0)
        ((dialect_choice *)to)->all = true;
    else
        take_dialect(call, option, value, to);
}

void take_reading(const invocation *call, const cli_option *option, const char *value, void *to)
{
    dialect_choice *choice = to;
    if (choice->wanted_count == URIPROOF_READINGS_MAX)
        usage_error(call, "too many --%s options", option->name);
    choice->wanted[choice->wanted_count++] = value;
}

dialect_choice default_dialect(void)
{
    return (dialect_choice){.dialect = uriproof_dialect_named("rfc1630")};
}

dialect_choice every_dialect(void)
{
    return (dialect_choice){.all = true};
}

/* Has the dialect a reading that is wanted as ID=VALUE? */
static bool has_reading(const uriproof_dialect *dialect, const char *wanted)
{
    const size_t length = strcspn(wanted, "=");
    for (size_t i = 0; i < dialect->reading_count; i++)
        if (strlen(dialect->readings[i].id) == length &&
            strncmp(dialect->readings[i].id, wanted, length) == 0)
            return true;
    return false;
}

void refuse_readings(const invocation *call, const dialect_choice *choice)
{
    size_t count;
    char known[200] = "";
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    if (choice->wanted_count == 0)
        return;
    for (size_t i = 0; i < count; i++)
        if (has_reading(dialects[i], choice->wanted[0]))
            add_word(known, sizeof known, dialects[i]->name);
    const int length = (int)strcspn(choice->wanted[0], "=");
    if (known[0] == '\0')
        usage_error(call, "no specification has a reading \"%.*s\": see docs/readings.md", length,
                    choice->wanted[0]);
    usage_error(call, "--reading wants --dialect: \"%.*s\" is a reading of %s", length,
                choice->wanted[0], known);
}

static _Noreturn void unknown_reading(const invocation *call, const uriproof_dialect *dialect,
                                      const char *id)
{
    failure(call, "%s has no reading \"%s\"; its readings are:", dialect->name, id);
    for (size_t i = 0; i < dialect->reading_count; i++)
        fprintf(stderr, "  %-18s %s\n", dialect->readings[i].id, dialect->readings[i].about);
    exit(URIPROOF_EXIT_USAGE);
}

static void choose_reading(const invocation *call, const char *wanted, dialect_choice *choice)
{
    const uriproof_reading *reading = choice->dialect->readings;
    const uriproof_reading *end = reading + choice->dialect->reading_count;
    const char *value = strchr(wanted, '=');
    char id[64], known[200] = "";
    if (value == NULL || value - wanted >= (ptrdiff_t)sizeof id)
        usage_error(call, "--reading wants ID=VALUE, not \"%s\"", wanted);
    snprintf(id, sizeof id, "%.*s", (int)(value - wanted), wanted);
    while (reading < end && strcmp(reading->id, id) != 0)
        reading++;
    if (reading == end)
        unknown_reading(call, choice->dialect, id);
    for (const char *const *one = reading->values; *one != NULL; one++)
        add_word(known, sizeof known, *one);
    if (uriproof_set_reading(choice->dialect, id, value + 1, &choice->readings) !=
        URIPROOF_READING_SET)
        usage_error(call, "reading \"%s\" has no value \"%s\"; it has: %s", id, value + 1, known);
}

void settle_readings(const invocation *call, dialect_choice *choice)
{
    for (size_t i = 0; i < choice->wanted_count; i++)
        choose_reading(call, choice->wanted[i], choice);
}

const uriproof_dialect *dialect_of_id(const char *id)
{
    char word[64];
    const size_t length = strcspn(id, "./");
    snprintf(word, sizeof word, "%.*s", (int)length, id);
    return id[length] != '\0' ? uriproof_dialect_named(word) : NULL;
}

const char *choose_by_id(dialect_choice *choice, const char *id)
{
    const uriproof_dialect *named = dialect_of_id(id);
    if (named == NULL || (choice->said && choice->dialect != named))
        return id;
    choice->dialect = named;
    choice->said = true;
    const char *rest = id + strlen(named->name);
    return *rest == '/' ? rest + 1 : id;
}

uriproof_span argument_octets(const invocation *call, char *argument, bool hexadecimal)
{
    size_t length = strlen(argument);
    if (!hexadecimal)
        return (uriproof_span){argument, length};
    if (length % 2 != 0 || strspn(argument, "0123456789abcdefABCDEF") != length)
        usage_error(call, "not hexadecimal: %s", argument);
    uriproof_hex_decode(argument, length, argument);
    return (uriproof_span){argument, length / 2};
}

/* ---- The values to choose from ---- */

static const char *levels(size_t i)
{
    return i < URIPROOF_LEVEL_COUNT ? uriproof_level_names[i] : NULL;
}

const char *dialect_names(size_t i)
{
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    return i < count ? dialects[i]->name : NULL;
}

static const char *dialects_or_all(size_t i)
{
    size_t count;
    uriproof_dialects(&count);
    return i == count ? "all" : dialect_names(i);
}

option_values *values_of(const cli_option *option)
{
    static const struct {
        option_taker *take;
        option_values *values;
    } shared[] = {{take_level, levels},
                  {take_dialect, dialect_names},
                  {take_dialect_or_all, dialects_or_all},
                  {take_report, report_names},
                  {take_panel_op, panel_op_names}};
    for (size_t i = 0; option->values == NULL && i < sizeof shared / sizeof *shared; i++)
        if (shared[i].take == option->take)
            return shared[i].values;
    return option->values;
}

/* Ends the program if the value is not one of those that the option has. Of FORMAT[=FILE] it is the
 * first word. */
static void check_value(const invocation *call, const cli_option *option, const char *value)
{
    option_values *values = values_of(option);
    if (values == NULL)
        return;
    char known[400] = "";
    const bool has_rest = strchr(option->argument, '=') != NULL;
    char *word = text_made("%.*s", (int)strcspn(value, has_rest ? "=" : ""), value);
    near_search near = {.word = word};
    size_t i = 0;
    for (; values(i) != NULL && strcmp(values(i), word) != 0; i++) {
        add_word(known, sizeof known, values(i));
        near_try(&near, values(i));
    }
    if (values(i) == NULL)
        usage_error(call, "--%s wants one of %s, not \"%s\"%s", option->name, known, word,
                    near_advise(&near).words);
    free(word);
}

/* ---- Reading them ---- */

/* Ends the program: `word` is no option. Says which one it may be, also if it begins several. */
static _Noreturn void unknown_option(const invocation *call, const char *word)
{
    char begun[200] = "";
    const size_t length = strcspn(word, "=");
    char *name = text_made("%.*s", (int)(length > 2 ? length - 2 : 0), word + 2);
    near_search near = {.word = name};
    for (const cli_option *one = call->command->options; one->name != NULL; one++) {
        if (strncmp(one->name, name, strlen(name)) == 0)
            add_word(begun, sizeof begun, one->name);
        near_try(&near, one->name);
    }
    if (*begun != '\0')
        usage_error(call, "--%s begins several options: %s", name, begun);
    usage_error(call, "no option %s%s%s%s", word, near.found != NULL ? "; did you mean --" : "",
                near.found != NULL ? near.found : "", near.found != NULL ? "?" : "");
}

/* `option` is what getopt_long returned, with ":" in its option string. */
static _Noreturn void option_error(const invocation *call, int option)
{
    const char *word = call->argv[optind - 1];
    if (option == ':')
        usage_error(call, "%s wants a value", word);
    if (optopt >= FIRST_OPTION)
        usage_error(call, "%.*s takes no value", (int)strcspn(word, "="), word);
    if (optopt != 0)
        usage_error(call, "no option -%c", optopt);
    unknown_option(call, word);
}

static void check_arguments(const invocation *call)
{
    int wanted = call->command->arguments;
    if (wanted == 0 && call->argc > 0) {
        char *words = text_made("%s %s", call->command->name, call->argv[0]);
        usage_error(call, "takes no argument: %s%s", call->argv[0], command_advice(words).words);
    }
    if (wanted == ANY_ARGUMENTS || call->argc == wanted)
        return;
    char *usage = text_made("%s", call->command->usage);
    for (char *at = usage; (at = strchr(at, '\n')) != NULL;)
        *at = '|';
    usage_error(call, "wants %d argument%s (%s), not %d", wanted, wanted == 1 ? "" : "s", usage,
                call->argc);
}

/* Ends the program if the value is to be a file or folder, and names none. */
static void check_path(const invocation *call, const cli_option *option, const char *value)
{
    static const char *const paths[] = {"FILE", "DIR", "PATH", "FOLDER"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        if (option->argument != NULL && strcmp(option->argument, paths[i]) == 0 && *value == '\0')
            usage_error(call, "--%s is empty: name a %s", option->name,
                        strcmp(paths[i], "FILE") == 0 ? "file" : "path");
}

void options_read(invocation *call, void *values)
{
    const cli_option *table = call->command->options;
    argument_order order = call->command->order;
    struct option names[OPTIONS_MOST + 1] = {{.name = NULL}};
    int option, end = 1;
    for (int i = 0; table[i].name != NULL; i++)
        names[i] =
            (struct option){table[i].name, table[i].argument != NULL, NULL, i + FIRST_OPTION};
    while (end < call->argc && (order != COMMAND_LAST || strcmp(call->argv[end], "--") != 0))
        end++;
    if (end < call->argc)
        call->run = call->argv + end + 1;
    opterr = 0;
    const char *letters = order == OPTIONS_FIRST ? "+:" : ":";
    while ((option = getopt_long(end, call->argv, letters, names, NULL)) != -1) {
        if (option < FIRST_OPTION)
            option_error(call, option);
        const cli_option *one = &table[option - FIRST_OPTION];
        check_path(call, one, optarg);
        check_value(call, one, optarg);
        one->take(call, one, optarg, (char *)values + one->to);
    }
    call->argc = end - optind;
    call->argv += optind;
    check_arguments(call);
}

/* ---- Help ---- */

static void put_usage(const verb *c)
{
    const char *before = "usage:", *line = c->usage != NULL ? c->usage : "";
    const char *options = c->options->name != NULL ? " [options]" : "";
    do {
        int length = (int)strcspn(line, "\n");
        printf("%s uriproof %s%s%s%.*s\n", before, c->name, options, length > 0 ? " " : "", length,
               line);
        line += length + (line[length] == '\n');
        before = "      ";
    } while (*line != '\0');
}

static void put_option(const cli_option *option)
{
    int column = printf("  --%s%s%s", option->name, option->argument != NULL ? " " : "",
                        option->argument != NULL ? option->argument : "");
    printf("%*s", HELP_INDENT - column, "");
    put_wrapped(stdout, option->help, HELP_INDENT, HELP_WIDTH);
}

/* Prints the options, those that most people want first. */
static void put_options(const verb *c)
{
    const bool split = c->common > 0 && c->options[c->common].name != NULL;
    if (split)
        puts("Common options:");
    for (size_t i = 0; c->options[i].name != NULL; i++) {
        if (split && i == c->common)
            puts("\nOther options:");
        put_option(&c->options[i]);
    }
}

static bool has_reports(const verb *c)
{
    const cli_option *option = c->options;
    while (option->name != NULL && option->take != take_report)
        option++;
    return option->name != NULL;
}

void put_command_help(const verb *c)
{
    const bool reports = has_reports(c);
    put_usage(c);
    putchar('\n');
    put_wrapped(stdout, c->about, 0, HELP_WIDTH);
    if (c->options->name != NULL)
        putchar('\n');
    put_options(c);
    putchar('\n');
    put_wrapped(stdout, c->more, 0, HELP_WIDTH);
    if (reports)
        puts("\nReport formats:");
    for (const uriproof_report_format *const *f = uriproof_report_formats; reports && *f; f++)
        printf("  %-10s %s\n", (*f)->name, (*f)->about);
}
