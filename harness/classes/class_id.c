/* SPDX-License-Identifier: MIT */
#include "class_id.h"

#include "model/model.h"
#include "results/results.h"

#include <stdio.h>
#include <string.h>

const char *const class_kinds[CLASS_KIND_COUNT] = {
    [CLASS_VALIDITY] = "validity",   [CLASS_BOUNDARY] = "boundary", [CLASS_EMPTY] = "empty",
    [CLASS_TEXT] = "text",           [CLASS_SPELLING] = "spelling", [CLASS_BY_TEXT] = "by-the-text",
    [CLASS_DEVIATION] = "deviation", [CLASS_FAULT] = "fault",
};

/* The version of how ids are made. */
enum { ID_VERSION = 1 };

void class_id(const answer_class *c, char id[CLASS_ID_ROOM])
{
    snprintf(id, CLASS_ID_ROOM, "%d/%s/%s/%s/%s/%s", ID_VERSION, c->operation, c->part,
             class_kinds[c->kind], c->clause, c->character);
}

/* ---- Risk ---- */

static const class_risk
    other_host = {"other-host", "CWE-918, CWE-436", "another host is asked than was checked", 0},
    other_scheme = {"other-scheme", "CWE-436", "another protocol is used than was checked", 1},
    credentials = {"credentials", "CWE-522", "a user name or a password goes elsewhere", 2},
    other_path = {"other-path", "CWE-22, CWE-436", "another resource is asked than was checked", 3},
    other_query = {"other-query", "CWE-436", "a cache or a filter sees another query", 4},
    cache_key = {"cache-key", "CWE-436", "what is kept for one text is given for another", 4},
    validity = {"validity", "CWE-436", "what one rejects, the other uses", 5},
    no_answer = {"no-answer", "CWE-248", "a text stops the parser", 0},
    too_late = {"no-answer", "CWE-400", "a text keeps the parser busy", 0},
    by_text = {"by-the-text", "CWE-436",
               "RFC 3986 as printed makes a host of a path, so that only one of them sees a host",
               6},
    no_risk = {"none", NULL, "no known harm", 7};

static bool is_word(uriproof_span words, const char *word)
{
    return uriproof_span_equal(words, uriproof_span_of(word));
}

/* Returns the risk of a deviation, "userinfo.at=first"; TRAIT_RISKS if there is no such trait. */
static trait_risk risk_of_deviation(uriproof_span deviation)
{
    char id[64];
    const size_t length = deviation.length < sizeof id ? deviation.length : 0;
    snprintf(id, sizeof id, "%.*s", (int)length, deviation.octets);
    char *value = strchr(id, '=');
    if (value == NULL)
        return TRAIT_RISKS;
    *value++ = '\0';
    const trait_id found = trait_named(id);
    unsigned number = 0;
    while (found < TRAIT_COUNT && number < trait_value_count(found) &&
           strcmp(traits[found].values[number].id, value) != 0)
        number++;
    if (found < TRAIT_COUNT && strncmp(value, "fewer", strlen("fewer")) == 0)
        return TRAIT_RISK_ACCEPT;
    return found < TRAIT_COUNT ? trait_risk_of(found, number) : TRAIT_RISKS;
}

static const class_risk *risk_of(uriproof_span kind, uriproof_span part, uriproof_span character)
{
    static const struct {
        const char *part;
        const class_risk *risk;
    } by_part[] = {
        {"host", &other_host},   {"port", &other_host},      {"scheme", &other_scheme},
        {"user", &credentials},  {"password", &credentials}, {"path", &other_path},
        {"query", &other_query}, {"uri", &other_path},       {"result", &other_path},
        {"equal", &cache_key},
    };
    const trait_risk of_deviation =
        is_word(kind, class_kinds[CLASS_DEVIATION]) ? risk_of_deviation(character) : TRAIT_RISKS;
    if (of_deviation == TRAIT_RISK_HOST)
        return &other_host;
    if (of_deviation == TRAIT_RISK_ACCEPT)
        return &validity;
    if (of_deviation == TRAIT_RISK_FORM)
        return &no_risk;
    if (is_word(kind, class_kinds[CLASS_FAULT]))
        return is_word(character, uriproof_outcomes[URIPROOF_TIMEOUT].name) ? &too_late
                                                                            : &no_answer;
    if (is_word(kind, class_kinds[CLASS_BY_TEXT]))
        return &by_text;
    if (is_word(kind, class_kinds[CLASS_VALIDITY]))
        return &validity;
    if (is_word(kind, class_kinds[CLASS_EMPTY]) || is_word(kind, class_kinds[CLASS_SPELLING]))
        return &no_risk;
    for (size_t i = 0; i < sizeof by_part / sizeof by_part[0]; i++)
        if (is_word(part, by_part[i].part))
            return by_part[i].risk;
    return of_deviation == TRAIT_RISK_ACCESS ? &other_path : &no_risk;
}

const class_risk *class_risk_of(const answer_class *c)
{
    return risk_of(uriproof_span_of(class_kinds[c->kind]), uriproof_span_of(c->part),
                   uriproof_span_of(c->character));
}

/* ---- What an id says ---- */

bool class_words_of(const char *id, class_words *words)
{
    uriproof_span *const list[] = {&words->operation, &words->part, &words->kind, &words->clause,
                                   &words->character};
    const size_t count = sizeof list / sizeof list[0];
    char version[16];
    int length = snprintf(version, sizeof version, "%d/", ID_VERSION);
    if (strncmp(id, version, (size_t)length) != 0)
        return false;
    id += length;
    for (size_t i = 0; i < count; i++) {
        size_t word = strcspn(id, "/");
        *list[i] = (uriproof_span){id, word};
        if (word == 0 || (id[word] == '\0') != (i + 1 == count))
            return false;
        id += word + 1;
    }
    return true;
}

uriproof_op class_op_of_id(const char *id)
{
    static const struct {
        const char *chain;
        uriproof_op op;
    } chains[] = {{"parse-normal", URIPROOF_NORMALIZE},
                  {"normal-twice", URIPROOF_NORMALIZE},
                  {"parse-resolved", URIPROOF_RESOLVE},
                  {"resolve-self", URIPROOF_RESOLVE}};
    class_words words;
    if (!class_words_of(id, &words))
        return URIPROOF_PARSE;
    for (size_t i = 0; i < sizeof chains / sizeof chains[0]; i++)
        if (is_word(words.operation, chains[i].chain))
            return chains[i].op;
    for (int op = 0; op <= URIPROOF_EQUIVALENT; op++)
        if (is_word(words.operation, uriproof_ops[op].name))
            return (uriproof_op)op;
    return URIPROOF_PARSE;
}

const class_risk *class_risk_of_id(const char *id)
{
    class_words words;
    return class_words_of(id, &words) ? risk_of(words.kind, words.part, words.character) : &no_risk;
}

static const class_risk *const risks[] = {&other_host,  &other_scheme, &credentials, &other_path,
                                          &other_query, &cache_key,    &validity,    &no_answer,
                                          &by_text,     &no_risk};
enum { RISK_COUNT = sizeof risks / sizeof risks[0] };

const char *class_risk_name(size_t i)
{
    return i < RISK_COUNT ? risks[i]->name : NULL;
}

unsigned class_risk_rank(const char *name)
{
    unsigned unknown = 0;
    for (size_t i = 0; i < RISK_COUNT; i++) {
        if (strcmp(risks[i]->name, name) == 0)
            return risks[i]->rank;
        unknown = risks[i]->rank >= unknown ? risks[i]->rank + 1 : unknown;
    }
    return unknown;
}

size_t class_kind_length(const char *class_id)
{
    class_words words;
    bool is_validity =
        class_words_of(class_id, &words) &&
        uriproof_span_equal(words.kind, uriproof_span_of(class_kinds[CLASS_VALIDITY]));
    return strlen(class_id) - (is_validity ? words.character.length : 0);
}
