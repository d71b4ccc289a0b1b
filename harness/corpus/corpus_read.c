/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* for strsep */
/* The files of a corpus: flags, clauses, vectors that people wrote, and groups of cases. */
#include "corpus_read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Texts and lists ---- */

/* Puts copies of the corpus in the place of the texts of *from, which are a tree's. */
static void keep_texts(corpus_reading *reading, const json_field *fields, void *from)
{
    for (; fields->name != NULL; fields++) {
        const char **text = (const char **)(void *)((char *)from + fields->offset);
        if (fields->kind == JSON_NAME)
            *text = store_text(reading->corpus->memory, *text);
    }
}

static const char *token(const uriproof_corpus *corpus, const char *words)
{
    return store_text(corpus->memory, words);
}

static const char *clause_id(const uriproof_corpus *corpus, const char *id)
{
    const uriproof_clause *clause = uriproof_clause_named(corpus, id);
    return clause != NULL ? clause->id : NULL;
}

static const char *flag_id(const uriproof_corpus *corpus, const char *id)
{
    for (size_t i = 0; i < corpus->flag_count; i++)
        if (strcmp(corpus->flags[i].id, id) == 0)
            return corpus->flags[i].id;
    return NULL;
}

/* Returns the texts in `array`, which may be absent, as the corpus has them; or NULL if one is the
 * id of nothing. */
static const char **read_list(corpus_reading *reading, const json_value *value, const cJSON *array,
                              const char *what,
                              const char *(*known)(const uriproof_corpus *corpus, const char *id))
{
    size_t at = 0;
    const char **list =
        store_take(reading->corpus->memory, (size_t)cJSON_GetArraySize(array) + 1, sizeof *list);
    for (const cJSON *item = array != NULL ? array->child : NULL; item != NULL; item = item->next) {
        list[at] = known(reading->corpus, item->valuestring);
        if (list[at++] == NULL) {
            json_fault(value, item, "unknown %s \"%s\"", what,
                       json_excerpt_of(item->valuestring).words);
            return NULL;
        }
    }
    return list;
}

/* ---- Flags ---- */

static const json_field flag_fields[] = {
    {"id", JSON_NAME, offsetof(uriproof_flag, id), false},
    {"note", JSON_NAME, offsetof(uriproof_flag, note), false},
    {"effect", JSON_NAME, offsetof(uriproof_flag, effect), false},
    {NULL, JSON_NAME, 0, false},
};

static bool read_flag(corpus_reading *reading, const json_value *value, uriproof_span text)
{
    uriproof_corpus *corpus = reading->corpus;
    uriproof_flag flag;
    (void)text;
    if (!json_fill(value, value->tree, flag_fields, &flag))
        return false;
    keep_texts(reading, flag_fields, &flag);
    corpus->flags = list_grown(corpus->flags, corpus->flag_count, sizeof flag);
    corpus->flags[corpus->flag_count++] = flag;
    return true;
}

/* ---- Clauses ---- */

typedef struct section_json {
    const char *document, *section, *link;
} section_json;

static const json_field section_fields[] = {
    {"document", JSON_NAME, offsetof(section_json, document), false},
    {"section", JSON_NAME, offsetof(section_json, section), false},
    {"link", JSON_NAME, offsetof(section_json, link), false},
    {NULL, JSON_NAME, 0, false},
};

typedef struct clause_json {
    uriproof_clause clause;
    const cJSON *tokens;
} clause_json;

static const json_field clause_fields[] = {
    {"id", JSON_NAME, offsetof(clause_json, clause.id), false},
    {"document", JSON_NAME, offsetof(clause_json, clause.document), false},
    {"section", JSON_NAME, offsetof(clause_json, clause.section), false},
    {"production", JSON_NAME, offsetof(clause_json, clause.production), true},
    {"paraphrase", JSON_NAME, offsetof(clause_json, clause.paraphrase), false},
    {"rule", JSON_NAME, offsetof(clause_json, clause.rule), true},
    {"tokens", JSON_NAMES, offsetof(clause_json, tokens), true},
    {NULL, JSON_NAME, 0, false},
};

/* Returns the link of a section, or NULL. */
static const char *link_of(const cJSON *sections, const char *document, const char *section)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, sections)
    {
        const char *in = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "document"));
        const char *of = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "section"));
        if (in != NULL && of != NULL && strcmp(in, document) == 0 && strcmp(of, section) == 0)
            return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "link"));
    }
    return NULL;
}

/* Checks the table of sections and their links, which a file may lack. */
static bool check_sections(const json_value *root, const cJSON *sections)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, sections)
    {
        section_json one;
        if (!json_fill(root, item, section_fields, &one))
            return false;
        if (link_of(sections, one.document, one.section) != one.link)
            return json_fault(root, item, "the section is listed twice");
    }
    return true;
}

static bool read_clause(corpus_reading *reading, const json_value *value, uriproof_span text)
{
    uriproof_corpus *corpus = reading->corpus;
    clause_json found = {.tokens = NULL};
    uriproof_clause *clause = &found.clause;
    (void)text;
    if (!json_fill(value, value->tree, clause_fields, &found))
        return false;
    clause->link = link_of(reading->sections, clause->document, clause->section);
    clause->link = store_text(corpus->memory, clause->link);
    clause->tokens = read_list(reading, value, found.tokens, "token", token);
    keep_texts(reading, clause_fields, &found);
    corpus->clauses = list_grown(corpus->clauses, corpus->clause_count, sizeof *clause);
    corpus->clauses[corpus->clause_count++] = *clause;
    return true;
}

/* ---- Readings ---- */

/* Adds an alternate that has room for `most` choices after the others of the vector. */
static uriproof_alternate *add_alternate(corpus_reading *reading, uriproof_vector *vector,
                                         size_t most)
{
    store *memory = reading->corpus->memory;
    const uriproof_alternate **place = &vector->alternates;
    while (*place != NULL)
        place = (const uriproof_alternate **)&(*place)->next;
    uriproof_alternate *alternate = store_take(memory, 1, sizeof *alternate);
    alternate->set = store_take(memory, most, sizeof *alternate->set);
    *place = alternate;
    return alternate;
}

/* Adds the choice that `item` says: the reading `id` has the value `words`. */
static bool read_choice(corpus_reading *reading, const json_value *value, const cJSON *item,
                        const char *id, const char *words, uriproof_alternate *alternate)
{
    const uriproof_dialect *dialect = reading->corpus->dialect;
    uriproof_readings values = {{0}};
    uriproof_reading_error error = uriproof_set_reading(dialect, id, words, &values);
    if (error != URIPROOF_READING_SET)
        return json_fault(value, item,
                          error == URIPROOF_READING_UNKNOWN ? "unknown reading \"%s\""
                                                            : "unknown value of reading \"%s\"",
                          json_excerpt_of(id).words);
    size_t number = 0;
    while (strcmp(dialect->readings[number].id, id) != 0)
        number++;
    alternate->set[alternate->set_count++] = (uriproof_choice){number, values.value[number]};
    return true;
}

/* ---- Answers ---- */

/* Returns the store's only copy of the octets: many answers have the same parts. */
static uriproof_span keep_octets(corpus_reading *reading, uriproof_span octets)
{
    if (uriproof_present(octets))
        octets.octets = store_once(reading->corpus->memory, octets.octets, octets.length);
    return octets;
}

static void keep_parts(corpus_reading *reading, void *parts, const uriproof_part_name *names,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uriproof_span *part = (uriproof_span *)(void *)((char *)parts + names[i].offset);
        *part = keep_octets(reading, *part);
    }
}

/* Returns the answer as the corpus has it. Equal answers are one: a corpus expects the same few of
 * most texts. But which answers to `encode` are right besides depends on the readings, and the
 * judge knows answers under other readings by their addresses. */
static const uriproof_answer *keep_answer(corpus_reading *reading, uriproof_op op,
                                          const uriproof_answer *answer)
{
    uriproof_corpus *corpus = reading->corpus;
    uriproof_answer kept = *answer;
    kept.production = store_text(corpus->memory, answer->production);
    kept.error = store_text(corpus->memory, answer->error);
    if (answer->detail != NULL) {
        cJSON *detail = cJSON_Duplicate(answer->detail, true);
        cJSON_AddItemToArray(corpus->details, detail);
        kept.detail = detail;
    }
    keep_parts(reading, &kept.parts.generic, uriproof_generic_names, URIPROOF_GENERIC_COUNT);
    keep_parts(reading, &kept.parts.components, uriproof_component_names, URIPROOF_COMPONENT_COUNT);
    kept.result = keep_octets(reading, kept.result);
    if (op != URIPROOF_ENCODE)
        return store_once(corpus->memory, &kept, sizeof kept);
    return memcpy(store_take(corpus->memory, 1, sizeof kept), &kept, sizeof kept);
}

/* Reads the answer to `request` that `answer` is, with an offset of `longest` at most; faults are
 * told of `item`. */
static bool read_answer(corpus_reading *reading, const json_value *value, const cJSON *item,
                        cJSON *answer, const uriproof_request *request,
                        uriproof_strictness strictness, size_t longest,
                        const uriproof_answer **expect)
{
    uriproof_error inner;
    uriproof_answer read;
    if (!uriproof_answer_read(answer, request->op, strictness, &read, &inner))
        return json_fault(value, item, "%s", inner.words);
    if (read.status == ANSWER_UNSUPPORTED)
        return json_fault(value, item, "an expected answer cannot be \"unsupported\"");
    if (read.has_offset && read.offset > longest)
        return json_fault(value, item, "the offset is beyond the text");
    *expect = keep_answer(reading, request->op, &read);
    return true;
}

/* No text is longer: a file can ask for any number of octets with a few of its own. */
enum { LONGEST_TEXT = 64 << 20 };

/* A case while it is read. */
typedef struct case_reading {
    corpus_reading *file;
    const json_value *value;
    uriproof_vector *vector;
    size_t longest;     /* text of the request */
    const cJSON *whole; /* the text that is built */
} case_reading;

static bool has_only(const cJSON *object, const char *key)
{
    return cJSON_IsObject(object) && object->child != NULL && object->child->next == NULL &&
           strcmp(object->child->string, key) == 0;
}

static bool is_text_in_object(const cJSON *item)
{
    return has_only(item, "hex") || has_only(item, "pieces");
}

/* ---- Cases: texts ---- */

/* Makes room for `more` octets in `out`, and takes them from the budget of the file. */
static bool make_room(const case_reading *c, const cJSON *item, octet_buffer *out, size_t more)
{
    if (more > LONGEST_TEXT - out->length)
        return json_fault(c->value, item, "a text of more than 64 MiB");
    if (more > c->file->budget)
        return json_fault(c->value, c->whole, "the texts of a file are more than 256 MiB");
    c->file->budget -= more;
    buffer_reserve(out, more + 1);
    return true;
}

static bool add_text(const case_reading *c, const cJSON *text, octet_buffer *out);

/* Reads the number of a pair, ["a", 65536]. */
static bool read_count(const cJSON *pair, size_t *count)
{
    const cJSON *number = pair->child != NULL ? pair->child->next : NULL;
    if (number == NULL || !cJSON_IsNumber(number) || number->next != NULL ||
        number->valuedouble < 0 || number->valuedouble > LONGEST_TEXT)
        return false;
    *count = (size_t)number->valuedouble;
    return (double)*count == number->valuedouble;
}

/* Writes a piece once, and then doubles what is there. What is there no time is checked. */
static bool add_piece(const case_reading *c, const cJSON *piece, octet_buffer *out)
{
    size_t count = 0, start = out != NULL ? out->length : 0;
    if (!cJSON_IsArray(piece))
        return add_text(c, piece, out);
    if (!read_count(piece, &count))
        return json_fault(c->value, piece, "a repeated piece is a text and a number");
    if (!add_text(c, piece->child, count > 0 ? out : NULL))
        return false;
    if (count == 0 || out == NULL)
        return true;
    size_t once = out->length - start, left = once * (count - 1);
    if (!make_room(c, piece, out, left))
        return false;
    for (; left > 0; left -= once) {
        once = out->length - start < left ? out->length - start : left;
        memcpy(out->octets + out->length, out->octets + start, once);
        out->length += once;
    }
    return true;
}

/* Adds what `text` stands for to `out`; if that is NULL, checks that it is a text. */
static bool add_text(const case_reading *c, const cJSON *text, octet_buffer *out)
{
    if (has_only(text, "pieces") && cJSON_IsArray(text->child)) {
        const cJSON *piece = text->child->child;
        while (piece != NULL && add_piece(c, piece, out))
            piece = piece->next;
        return piece == NULL;
    }
    bool is_hex = has_only(text, "hex") && cJSON_IsString(text->child);
    const char *words = cJSON_GetStringValue(is_hex ? text->child : text);
    if (is_hex && (words[0] == '\0' || !uriproof_is_hexadecimal(words)))
        return json_fault(c->value, text->child, "not lower-case hexadecimal");
    if (words == NULL || (!is_hex && !uriproof_all_printable(uriproof_span_of(words))))
        return json_fault(c->value, text, "a text is printable, or has \"hex\" or \"pieces\"");
    size_t written = strlen(words), length = is_hex ? written / 2 : written;
    if (out == NULL)
        return true;
    if (!make_room(c, text, out, length))
        return false;
    if (is_hex)
        uriproof_hex_decode(words, written, out->octets + out->length);
    else
        memcpy(out->octets + out->length, words, written);
    out->length += length;
    return true;
}

/* Builds a text. The caller frees it, even after a fault. */
static bool build_text(case_reading *c, const cJSON *text, octet_buffer *built)
{
    *built = (octet_buffer){NULL, 0, 0};
    c->whole = text;
    buffer_reserve(built, 1); /* an empty text is present, too */
    return add_text(c, text, built);
}

static uriproof_span span_of_buffer(const octet_buffer *text)
{
    return (uriproof_span){text->octets, text->length};
}

/* ---- Cases: what is expected ---- */

/* Adds a text as docs/protocol.md has it: printable, or in hexadecimal under KEY_hex. */
static void add_octets(cJSON *object, const char *key, const octet_buffer *text)
{
    char hex_key[80];
    if (uriproof_all_printable(span_of_buffer(text))) {
        text->octets[text->length] = '\0';
        cJSON_AddStringToObject(object, key, text->octets);
        return;
    }
    char *digits = calloc(text->length + 1, 2);
    uriproof_hex_encode(span_of_buffer(text), digits);
    snprintf(hex_key, sizeof hex_key, "%.70s_hex", key);
    cJSON_AddStringToObject(object, hex_key, digits);
    free(digits);
}

/* Copies an answer to `copy`, an object; in the copy the texts in objects are strings. */
static bool write_strings(case_reading *c, const cJSON *answer, cJSON *copy)
{
    bool good = true;
    for (const cJSON *item = answer->child; item != NULL && good; item = item->next) {
        octet_buffer text = {NULL, 0, 0};
        if (is_text_in_object(item)) {
            good = build_text(c, item, &text);
            if (good)
                add_octets(copy, item->string, &text);
        } else if (cJSON_IsObject(item)) {
            good = write_strings(c, item, cJSON_AddObjectToObject(copy, item->string));
        } else {
            cJSON_AddItemToObject(copy, item->string, cJSON_Duplicate(item, true));
        }
        buffer_free(&text);
    }
    return good;
}

static bool read_long(case_reading *c, const cJSON *item, const uriproof_answer **expect)
{
    cJSON *answer = cJSON_CreateObject();
    bool good = write_strings(c, item, answer) &&
                read_answer(c->file, c->value, item, answer, &c->vector->request,
                            URIPROOF_LEFT_OPEN, c->longest, expect);
    cJSON_Delete(answer);
    return good;
}

static bool is_word(const cJSON *item, const char *word)
{
    return cJSON_IsString(item) && strcmp(item->valuestring, word) == 0;
}

/* Reads what is not written as an answer but for short. The caller frees *result, which may be a
 * text of the answer, even after a fault. */
static bool read_short(case_reading *c, const cJSON *item, uriproof_answer *answer,
                       octet_buffer *result)
{
    uriproof_op op = c->vector->request.op;
    bool may_be_open = op == URIPROOF_PARSE || op == URIPROOF_URL;
    *answer = (uriproof_answer){
        .status = cJSON_IsNumber(item) || cJSON_IsFalse(item) ? ANSWER_REJECTED : ANSWER_ACCEPTED};
    if (cJSON_IsNumber(item)) {
        double offset = item->valuedouble;
        answer->has_offset = true;
        if (offset < 0 || offset > (double)c->longest)
            return json_fault(c->value, item, "the offset is beyond the text");
        answer->offset = (size_t)offset;
        return (double)answer->offset == offset ||
               json_fault(c->value, item, "the offset is no whole number");
    }
    if (cJSON_IsFalse(item) || (cJSON_IsTrue(item) && may_be_open))
        return true;
    if (op == URIPROOF_EQUIVALENT && (is_word(item, "equal") || is_word(item, "unequal"))) {
        answer->has_equal = true;
        answer->equal = is_word(item, "equal");
        return true;
    }
    if (uriproof_ops[op].result == NULL)
        return json_fault(c->value, item, "no such expectation of %s", uriproof_ops[op].name);
    bool good = build_text(c, item, result);
    answer->result = span_of_buffer(result);
    return good;
}

static bool read_expected(case_reading *c, const cJSON *item, const uriproof_answer **expect)
{
    if (cJSON_IsObject(item) && !is_text_in_object(item))
        return read_long(c, item, expect);
    uriproof_answer answer;
    octet_buffer result = {NULL, 0, 0};
    bool good = read_short(c, item, &answer, &result);
    if (good)
        *expect = keep_answer(c->file, c->vector->request.op, &answer);
    buffer_free(&result);
    return good;
}

/* Reads what is expected under "void-fragment=printed,xpalphas=printed", the key of `item`. */
static bool read_other(case_reading *c, const cJSON *item)
{
    char *words = strdup(item->string);
    size_t most = 1;
    bool good = true;
    for (const char *at = words; *at != '\0'; at++)
        most += *at == ',';
    uriproof_alternate *other = add_alternate(c->file, c->vector, most);
    for (char *rest = words, *value; good && (value = strsep(&rest, ",")) != NULL;) {
        const char *id = strsep(&value, "=");
        good = value != NULL ? read_choice(c->file, c->value, item, id, value, other)
                             : json_fault(c->value, item, "the key is not a setting of readings");
    }
    free(words);
    return good && read_expected(c, item, &other->expect);
}

static bool read_others(case_reading *c, const cJSON *others)
{
    if (!cJSON_IsObject(others) || others->next != NULL)
        return json_fault(c->value, c->value->tree,
                          "a case is at most its texts, what is expected, and an object");
    const cJSON *item = others->child;
    while (item != NULL && read_other(c, item))
        item = item->next;
    return item == NULL &&
           (others->child != NULL || json_fault(c->value, others, "no other reading"));
}

/* ---- Cases: the whole ---- */

void generated_id(const char *group, const uriproof_request *request, char *id)
{
    const uriproof_op_facts *facts = &uriproof_ops[request->op];
    uint64_t hash = octets_hash(OCTETS_HASH_BEGIN, facts->name, strlen(facts->name) + 1);
    for (size_t i = 0; i < 2 && facts->fields[i] != NULL; i++) {
        hash = octets_hash(hash, request->field[i].octets, request->field[i].length);
        hash = octets_hash(hash, "", 1);
    }
    size_t room = strlen(group) + GENERATED_ID_MORE;
    snprintf(id, room, "%s-%012" PRIx64, group, hash & UINT64_C(0xffffffffffff));
}

bool generated_case(corpus_reading *reading, const json_value *value, uriproof_vector *vector)
{
    case_reading c = {.file = reading, .value = value, .vector = vector};
    const cJSON *at = value->tree->child;
    const char *const *fields = uriproof_ops[vector->request.op].fields;
    if (!cJSON_IsArray(value->tree))
        return json_fault(value, value->tree, "a case is an array");
    for (size_t i = 0; i < 2 && fields[i] != NULL; i++, at = at->next) {
        uriproof_span *text = &vector->request.field[i];
        if (at == NULL)
            return json_fault(value, value->tree, "a case needs its %s", fields[i]);
        octet_buffer built;
        bool good = build_text(&c, at, &built);
        *text = good ? keep_octets(reading, span_of_buffer(&built)) : *text;
        buffer_free(&built);
        if (!good)
            return false;
        c.longest = text->length > c.longest ? text->length : c.longest;
    }
    if (at == NULL)
        return json_fault(value, value->tree, "a case needs what is expected");
    return read_expected(&c, at, &vector->expect) &&
           (at->next == NULL || read_others(&c, at->next));
}

/* ---- Vectors and groups ---- */

/* The members of a vector or of a group. */
typedef struct entry_json {
    const char *id, *about, *origin, *op, *text;
    const cJSON *obeys, *breaks, *flags, *expect, *readings, *cases;
} entry_json;

static const json_field group_fields[] = {
    {"id", JSON_NAME, offsetof(entry_json, id), false},
    {"about", JSON_NAME, offsetof(entry_json, about), false},
    {"origin", JSON_NAME, offsetof(entry_json, origin), false},
    {"obeys", JSON_NAMES, offsetof(entry_json, obeys), true},
    {"breaks", JSON_NAMES, offsetof(entry_json, breaks), true},
    {"op", JSON_NAME, offsetof(entry_json, op), false},
    {"cases", JSON_ARRAY, offsetof(entry_json, cases), false},
    {NULL, JSON_NAME, 0, false},
};

static const json_field vector_fields[] = {
    {"flags", JSON_NAMES, offsetof(entry_json, flags), true},
    {"expect", JSON_OBJECT, offsetof(entry_json, expect), false},
    {"readings", JSON_ARRAY, offsetof(entry_json, readings), true},
};

enum { SHARED_FIELDS = 6, OWN_FIELDS = 3, TEXT_FIELDS = 4 };

/* Fills in the members of a vector: those that a group has too, its own, and those of the request,
 * which may be written in hexadecimal. */
static bool fill_vector(const json_value *value, uriproof_op op, entry_json *found)
{
    json_field fields[SHARED_FIELDS + OWN_FIELDS + TEXT_FIELDS + 1] = {{NULL, JSON_NAME, 0, false}};
    char hex[2][32];
    size_t count = SHARED_FIELDS + OWN_FIELDS;
    memcpy(fields, group_fields, SHARED_FIELDS * sizeof *fields);
    memcpy(fields + SHARED_FIELDS, vector_fields, sizeof vector_fields);
    for (size_t i = 0; i < 2 && uriproof_ops[op].fields[i] != NULL; i++) {
        const char *name = uriproof_ops[op].fields[i];
        snprintf(hex[i], sizeof hex[i], "%s_hex", name);
        fields[count++] = (json_field){name, JSON_TEXT, offsetof(entry_json, text), true};
        fields[count++] = (json_field){hex[i], JSON_TEXT, offsetof(entry_json, text), true};
    }
    return json_fill(value, value->tree, fields, found);
}

/* Reads the member "op". */
static bool read_op(const json_value *value, uriproof_op *op)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(value->tree, "op");
    *op = cJSON_IsString(item) ? uriproof_op_named(item->valuestring) : URIPROOF_OP_COUNT;
    if (!cJSON_IsObject(value->tree))
        return json_fault(value, value->tree, "not an object");
    return *op != URIPROOF_OP_COUNT ||
           json_fault(value, item != NULL ? item : value->tree, "\"op\" is missing or unknown");
}

/* Reads what an entry has for a group, and keeps its texts; NULL if that is at fault. */
static uriproof_group *make_group(corpus_reading *reading, const json_value *value,
                                  entry_json *entry, uriproof_level level)
{
    uriproof_group *group = store_take(reading->corpus->memory, 1, sizeof *group);
    keep_texts(reading, group_fields, entry);
    group->about = entry->about;
    group->origin = entry->origin;
    group->file = reading->document.name;
    group->level = level;
    group->obeys = read_list(reading, value, entry->obeys, "clause", clause_id);
    group->breaks = read_list(reading, value, entry->breaks, "clause", clause_id);
    group->flags = read_list(reading, value, entry->flags, "flag", flag_id);
    return group->obeys != NULL && group->breaks != NULL && group->flags != NULL ? group : NULL;
}

static void add_vector(uriproof_corpus *corpus, const uriproof_vector *vector)
{
    corpus->vectors = list_grown(corpus->vectors, corpus->vector_count, sizeof *vector);
    corpus->vectors[corpus->vector_count++] = *vector;
}

typedef struct alternate_json {
    const cJSON *set, *expect;
} alternate_json;

static const json_field alternate_fields[] = {
    {"set", JSON_OBJECT, offsetof(alternate_json, set), false},
    {"expect", JSON_OBJECT, offsetof(alternate_json, expect), false},
    {NULL, JSON_NAME, 0, false},
};

/* Reads the member "expect" of `object`, which is there. */
static bool read_expect(corpus_reading *reading, const json_value *value, const cJSON *object,
                        const uriproof_request *request, const uriproof_answer **expect)
{
    cJSON *item = cJSON_GetObjectItemCaseSensitive(object, "expect");
    return read_answer(reading, value, item, item, request, URIPROOF_KNOWN_KEYS, SIZE_MAX, expect);
}

static bool read_alternate(corpus_reading *reading, const json_value *value, const cJSON *object,
                           uriproof_vector *vector)
{
    alternate_json found;
    const cJSON *item;
    if (!json_fill(value, object, alternate_fields, &found))
        return false;
    uriproof_alternate *alternate =
        add_alternate(reading, vector, (size_t)cJSON_GetArraySize(found.set));
    cJSON_ArrayForEach(item, found.set)
    {
        const char *words = cJSON_IsString(item) ? item->valuestring : "";
        if (!read_choice(reading, value, item, item->string, words, alternate))
            return false;
    }
    return (alternate->set_count > 0 || json_fault(value, found.set, "no reading")) &&
           read_expect(reading, value, object, &vector->request, &alternate->expect);
}

static bool read_vector(corpus_reading *reading, const json_value *value, uriproof_span text)
{
    entry_json found = {.id = NULL};
    uriproof_error inner;
    uriproof_op op;
    uriproof_vector vector = {.id = NULL};
    (void)text;
    if (!read_op(value, &op) || !fill_vector(value, op, &found))
        return false;
    if (!uriproof_request_read(value->tree, op, &vector.request, &inner))
        return json_fault(value, value->tree, "%s", inner.words);
    for (size_t i = 0; i < 2; i++)
        vector.request.field[i] = keep_octets(reading, vector.request.field[i]);
    uriproof_group *group = make_group(reading, value, &found, URIPROOF_CLAUSES);
    if (group == NULL || !read_expect(reading, value, value->tree, &vector.request, &vector.expect))
        return false;
    for (const char **flag = group->flags; *flag != NULL; flag++)
        if (strcmp(*flag, "example") == 0)
            group->level = URIPROOF_EXAMPLES;
    const cJSON *other = found.readings != NULL ? found.readings->child : NULL;
    while (other != NULL && read_alternate(reading, value, other, &vector))
        other = other->next;
    vector.id = found.id;
    vector.group = group;
    add_vector(reading->corpus, &vector);
    return other == NULL;
}

/* Reads a group and its cases, one by one: they are many. */
static bool read_group(corpus_reading *reading, const json_value *value, uriproof_span text)
{
    store *memory = reading->corpus->memory;
    entry_json entry = {.id = NULL};
    uriproof_op op;
    if (!json_fill(value, value->tree, group_fields, &entry) || !read_op(value, &op))
        return false;
    uriproof_group *group = make_group(reading, value, &entry, URIPROOF_COMPLETE);
    if (group == NULL)
        return false;
    group->id = entry.id;
    uriproof_span cases = json_member(text, "cases"), item = {NULL, 0};
    bool good = true;
    while (good && json_next(cases, &item)) {
        char *id = store_take(memory, strlen(group->id) + GENERATED_ID_MORE, 1);
        uriproof_vector vector = {.id = id, .group = group, .request = {.op = op}};
        json_value one = json_value_read(&reading->document, item);
        good = generated_case(reading, &one, &vector);
        cJSON_Delete(one.tree);
        generated_id(group->id, &vector.request, id);
        add_vector(reading->corpus, &vector);
    }
    return good;
}

/* ---- Files ---- */

/* What a file has besides its items. */
typedef struct head_json {
    const char *format, *dialect, *about, *guarantee, *generator;
    size_t version, seed;
    const cJSON *sections, *items;
} head_json;

static const json_field flags_head[] = {
    {"format", JSON_NAME, offsetof(head_json, format), false},
    {"version", JSON_COUNT, offsetof(head_json, version), false},
    {"flags", JSON_ARRAY, offsetof(head_json, items), false},
    {NULL, JSON_NAME, 0, false},
};

static const json_field clauses_head[] = {
    {"format", JSON_NAME, offsetof(head_json, format), false},
    {"version", JSON_COUNT, offsetof(head_json, version), false},
    {"dialect", JSON_NAME, offsetof(head_json, dialect), false},
    {"sections", JSON_ARRAY, offsetof(head_json, sections), true},
    {"clauses", JSON_ARRAY, offsetof(head_json, items), false},
    {NULL, JSON_NAME, 0, false},
};

static const json_field vectors_head[] = {
    {"format", JSON_NAME, offsetof(head_json, format), false},
    {"version", JSON_COUNT, offsetof(head_json, version), false},
    {"dialect", JSON_NAME, offsetof(head_json, dialect), false},
    {"about", JSON_NAME, offsetof(head_json, about), true},
    {"vectors", JSON_ARRAY, offsetof(head_json, items), false},
    {NULL, JSON_NAME, 0, false},
};

static const json_field generated_head[] = {
    {"format", JSON_NAME, offsetof(head_json, format), false},
    {"version", JSON_COUNT, offsetof(head_json, version), false},
    {"dialect", JSON_NAME, offsetof(head_json, dialect), false},
    {"about", JSON_NAME, offsetof(head_json, about), true},
    {"guarantee", JSON_NAME, offsetof(head_json, guarantee), true},
    {"generator", JSON_NAME, offsetof(head_json, generator), true},
    {"seed", JSON_COUNT, offsetof(head_json, seed), true},
    {"groups", JSON_ARRAY, offsetof(head_json, items), false},
    {NULL, JSON_NAME, 0, false},
};

/* What is read of each kind of file. `read` adds one of its items, whose text is `text`; `value`
 * has it without cases. */
static const struct {
    const char *format, *items;
    const json_field *head;
    bool (*read)(corpus_reading *reading, const json_value *value, uriproof_span text);
} kinds[] = {
    [CORPUS_FLAGS] = {"uriproof-flags", "flags", flags_head, read_flag},
    [CORPUS_CLAUSES] = {"uriproof-clauses", "clauses", clauses_head, read_clause},
    [CORPUS_VECTORS] = {"uriproof-vectors", "vectors", vectors_head, read_vector},
    [CORPUS_GENERATED] = {"uriproof-generated", "groups", generated_head, read_group},
};

static bool check_head(const corpus_reading *reading, corpus_kind kind, const json_value *root,
                       head_json *head)
{
    const char *dialect = reading->corpus->dialect->name;
    if (!json_is_format(root, kinds[kind].format, 1) ||
        !json_fill(root, root->tree, kinds[kind].head, head))
        return false;
    if (head->dialect != NULL && strcmp(head->dialect, dialect) != 0)
        return json_fault(root, cJSON_GetObjectItemCaseSensitive(root->tree, "dialect"),
                          "the dialect is not \"%s\"", dialect);
    return check_sections(root, head->sections);
}

bool corpus_read_file(uriproof_corpus *corpus, corpus_kind kind, const char *path,
                      uriproof_error *error)
{
    static const char *const cases[] = {"cases", NULL};
    const char *const items[] = {kinds[kind].items, NULL};
    corpus_reading reading = {.corpus = corpus, .budget = GENERATED_MOST};
    head_json head = {.format = NULL};
    if (!json_document_open(&reading.document, path, error))
        return false;
    uriproof_span text = json_root(&reading.document), item = {NULL, 0};
    json_value root = json_value_read_without(&reading.document, text, items);
    bool good = check_head(&reading, kind, &root, &head);
    reading.sections = head.sections;
    for (text = json_member(text, items[0]); good && json_next(text, &item);) {
        json_value value = json_value_read_without(&reading.document, item, cases);
        good = kinds[kind].read(&reading, &value, item);
        cJSON_Delete(value.tree);
    }
    cJSON_Delete(root.tree);
    json_document_close(&reading.document);
    return good;
}
