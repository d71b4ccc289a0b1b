/* SPDX-License-Identifier: MIT */
/* Says in one sentence what differs, from the id of a class (docs/differences.md). */
#include "words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A word of an id, and what it means. */
typedef struct meaning {
    const char *word, *words;
} meaning;

static const meaning operations[] = {
    {"parse", ""},
    {"resolve", "in resolving a reference, "},
    {"normalize", "in making a normal form, "},
    {"equivalent", "in comparing two URIs, "},
    {"decode", "in decoding, "},
    {"encode", "in encoding, "},
    {"url", "in a URL of a known scheme, "},
    /* The chains, in which a parser is asked about what it made itself. */
    {"parse-normal", "in a normal form that is parsed, "},
    {"normal-twice", "in the normal form of a normal form, "},
    {"parse-resolved", "in a resolved reference that is parsed, "},
    {"resolve-self", "in a reference that has a scheme and is resolved, "},
    {"recompose", "in the parts put together, "},
    {NULL, NULL},
};

static const meaning parts[] = {
    {"scheme", "the scheme"},
    {"user", "the user name"},
    {"password", "the password"},
    {"host", "the host"},
    {"port", "the port"},
    {"path", "the path"},
    {"query", "the query"},
    {"fragment", "the fragment"},
    {"uri", "the result"},
    {"text", "the result"},
    {NULL, NULL},
};

/* `boundary` and so on, after the words for the part. */
static const meaning kinds[] = {
    {"boundary", "begins or ends elsewhere"},
    {"text", "has other characters"},
    {"empty", "is absent on one side and empty on the other"},
    {"spelling", "is the same data, written in another way"},
    {"by-the-text", "is there only by the text: RFC 3986, 5.3 as printed makes it of a path that "
                    "begins with two slashes"},
    {NULL, NULL},
};

static const meaning characters[] = {
    {"at-sign", "an at-sign (@)"},
    {"colon", "a colon"},
    {"slash", "a slash"},
    {"backslash", "a backslash"},
    {"question", "a question mark"},
    {"number-sign", "a number sign (#)"},
    {"left-bracket", "a left bracket"},
    {"right-bracket", "a right bracket"},
    {"percent", "a percent sign"},
    {"dot", "a dot"},
    {"space", "a space"},
    {"nul", "a NUL octet"},
    {"white-space", "a tab or the end of a line"},
    {"letter", "a letter"},
    {"digit", "a digit"},
    {"8-bit", "an octet over 127"},
    {"control", "a control character"},
    {"unreserved", "one of - _ ~"},
    {"sub-delim", "one of ! $ & ' ( ) * + , ; ="},
    {"other", "a character that no rule allows"},
    {"end", "the end"},
    {NULL, NULL},
};

static const char *const outcomes[URIPROOF_OUTCOME_COUNT] = {
    [URIPROOF_LENIENT] = "the parser accepts what should be rejected",
    [URIPROOF_STRICT] = "the parser rejects what should be accepted",
    [URIPROOF_CRASH] = "the parser ends without an answer",
    [URIPROOF_TIMEOUT] = "the parser gives no answer in time",
    [URIPROOF_PROTOCOL_ERROR] = "the adapter writes something that is no answer",
    [URIPROOF_FLAKY] = "the parser fails, but not each time",
};

static bool is_word(uriproof_span word, const char *text)
{
    return uriproof_span_equal(word, uriproof_span_of(text));
}

/* Returns the words of the table, or NULL. */
static const char *meaning_of(const meaning *table, uriproof_span word)
{
    while (table->word != NULL && !is_word(word, table->word))
        table++;
    return table->words;
}

/* Writes a clause of RFC 3986 without its prefix: "the rule port", "host.brackets". */
static void put_clause_name(FILE *out, uriproof_span clause)
{
    static const char prefix[] = "rfc3986.", rule[] = "bnf.";
    const size_t skipped = strlen(prefix), more = strlen(rule);
    if (clause.length <= skipped || memcmp(clause.octets, prefix, skipped) != 0) {
        print_octets(out, clause);
        return;
    }
    clause = (uriproof_span){clause.octets + skipped, clause.length - skipped};
    bool is_rule = clause.length > more && memcmp(clause.octets, rule, more) == 0;
    fputs(is_rule ? "the rule " : "", out);
    print_octets(out,
                 is_rule ? (uriproof_span){clause.octets + more, clause.length - more} : clause);
}

/* What a text has not, by the clause that the class names for it. */
static const meaning lacks[] = {
    {"rfc3986.bnf.hier-part", "; the text has no host ("},
    {"rfc3986.host.empty", "; the host is empty ("},
    {"rfc3986.bnf.path-empty", "; the text has no host, and its path is empty ("},
    {"rfc3986.bnf.relative-ref", "; the text has no scheme ("},
    {NULL, NULL},
};

/* Says why a text is accepted or rejected that should not be. */
static void put_validity(FILE *out, const class_words *words)
{
    const char *part = meaning_of(parts, words->part);
    const char *lack = is_word(words->character, "none") ? meaning_of(lacks, words->clause) : NULL;
    if (is_word(words->part, "uri")) {
        fputs("; by RFC 3986 the text breaks ", out);
        put_clause_name(out, words->clause);
    } else if (part != NULL && !is_word(words->part, "text")) {
        if (lack != NULL)
            fputs(lack, out);
        else
            fprintf(out, "; the reason is not known, and the first unusual thing is in %s (", part);
        put_clause_name(out, words->clause);
        fputc(')', out);
    }
}

/* Says what is different in two answers that both accept. Returns false if it has no words for it.
 */
static bool put_difference(FILE *out, const class_words *words)
{
    const char *part = meaning_of(parts, words->part), *kind = meaning_of(kinds, words->kind);
    const char *character = meaning_of(characters, words->character);
    if (is_word(words->kind, class_kinds[CLASS_VALIDITY])) {
        fputs("one answer accepts and the other rejects", out);
        put_validity(out, words);
        return true;
    }
    if (is_word(words->part, "equal"))
        fputs("they are not found the same or not the same as expected", out);
    else if (part != NULL && kind != NULL)
        fprintf(out, "%s %s", part, kind);
    else
        return false;
    if (character != NULL && !is_word(words->kind, "empty") &&
        !is_word(words->kind, class_kinds[CLASS_BY_TEXT]))
        fprintf(out,
                is_word(words->part, "equal") ? "; the first difference is at %s"
                                              : "; the answers begin to differ at %s",
                character);
    return true;
}

/* Returns the outcome that the class says by itself, or the given one. */
static uriproof_outcome outcome_in(const class_words *words, uriproof_outcome outcome)
{
    for (size_t i = 0; i < URIPROOF_OUTCOME_COUNT; i++)
        if (is_word(words->kind, class_kinds[CLASS_FAULT]) &&
            is_word(words->character, uriproof_outcomes[i].name))
            return (uriproof_outcome)i;
    return outcome;
}

static void put_sentence(FILE *out, const char *class_id, uriproof_outcome outcome)
{
    class_words words;
    const char *asked = NULL;
    if (class_id != NULL && class_words_of(class_id, &words)) {
        asked = meaning_of(operations, words.operation);
        outcome = outcome_in(&words, outcome);
    }
    fputs(asked != NULL ? asked : "", out);
    if (outcomes[outcome] != NULL) {
        fputs(outcomes[outcome], out);
        if (asked != NULL && is_word(words.kind, class_kinds[CLASS_VALIDITY]))
            put_validity(out, &words);
    } else if (asked == NULL || !put_difference(out, &words)) {
        fputs("the answers differ in another way", out);
    }
}

char *report_difference_words(const char *class_id, uriproof_outcome outcome)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    put_sentence(out, class_id, outcome);
    fclose(out);
    text.octets[0] = (char)toupper((unsigned char)text.octets[0]);
    return text.octets;
}

char *report_cause_words(const cause *one)
{
    char *does = one->deviation != NULL ? deviation_does(one->deviation) : NULL;
    char *words = does != NULL ? text_made("The parser %s", does)
                               : report_difference_words(one->class_id, one->outcome);
    free(does);
    return words;
}

const char *report_risk_words(const class_risk *risk)
{
    static const meaning risks[] = {
        {"other-host", "Another host"},
        {"other-scheme", "Another scheme"},
        {"credentials", "Credentials"},
        {"other-path", "Another path"},
        {"other-query", "Another query"},
        {"cache-key", "Another cache key"},
        {"validity", "Accepted or rejected"},
        {"no-answer", "No answer"},
        {"by-the-text", "By the text"},
        {"none", "No known harm"},
        {NULL, NULL},
    };
    const char *words = meaning_of(risks, uriproof_span_of(risk->name));
    return words != NULL ? words : risk->name;
}

/* ---- The command ---- */

/* Writes what is asked, and how it is judged. */
static void put_choice(FILE *out, const uriproof_results *results, const uriproof_case *one,
                       const repeat_options *how)
{
    const char *dialect;
    size_t length;
    uriproof_own_id(results, one->id, &dialect, &length);
    char *name = strndup(dialect, length); /* which is foreign */
    print_shell_word(out, how->program != NULL ? how->program : "uriproof");
    fputs(" test --dialect ", out);
    print_shell_word(out, name);
    free(name);
    fputs(one->group->id != NULL ? " --level complete" : "", out);
    for (const char **reading = results->readings; *reading != NULL; reading++) {
        fputs(" --reading ", out);
        print_shell_word(out, *reading);
    }
    fputs(results->exact ? " --exact" : "", out);
}

void report_put_asked(FILE *out, const uriproof_adapter_results *adapter)
{
    if (adapter->asked_as != NULL)
        fputs(adapter->asked_as, out);
    else
        print_shell_word(out, adapter->name);
}

char *report_repeat_command(const uriproof_results *results, const uriproof_case *one,
                            size_t adapter, const repeat_options *how)
{
    static const repeat_options none = {.program = NULL};
    uriproof_text_written choice, asked, command;
    const char *dialect;
    size_t length;
    how = how != NULL ? how : &none;
    FILE *out = uriproof_text_open(&choice);
    put_choice(out, results, one, how);
    fclose(out);
    out = uriproof_text_open(&asked);
    fputs("--select ", out);
    print_shell_word(out, uriproof_own_id(results, one->id, &dialect, &length));
    fputc(' ', out);
    report_put_asked(out, &results->adapters[adapter]);
    fclose(out);
    out = uriproof_text_open(&command);
    const bool fits = how->indent + strlen(choice.octets) + 1 + strlen(asked.octets) <= how->width;
    if (fits || how->width == 0)
        fprintf(out, "%s %s", choice.octets, asked.octets);
    else
        fprintf(out, "%s \\\n%*s%s", choice.octets, (int)how->indent + 2, "", asked.octets);
    fclose(out);
    free(choice.octets);
    free(asked.octets);
    return command.octets;
}
