/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* for strsep */
/* Reads flags, clauses, vectors that people wrote, and groups of generated cases. */
#include "corpus_read.h"

#include "words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Are all faults listed, and not the first alone? */
static bool goes_on(const corpus_file *f)
{
    return f->document.all != NULL;
}

/* ---- Texts and lists ---- */

/* Replaces the texts of *from, which belong to a tree, by copies that belong to the corpus. */
static void keep_texts(corpus_file *f, const json_field *fields, void *from)
{
    for (; fields->name != NULL; fields++) {
        const char **text = (const char **)(void *)((char *)from + fields->offset);
        if (fields->kind == JSON_NAME)
            *text = store_text(f->corpus->memory, *text);
    }
}

static const char *any_text(const uriproof_corpus *corpus, const char *words)
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

/* What a list of texts is of. */
typedef struct list_kind {
    const char *what;
    const char *(*known)(const uriproof_corpus *corpus, const char *id); /* NULL: it is not */
    near_advice (*advice)(const uriproof_corpus *corpus, const char *id);
} list_kind;

/* Any text is known, so no other is proposed. */
static near_advice no_advice(const uriproof_corpus *corpus, const char *id)
{
    (void)corpus;
    (void)id;
    return (near_advice){""};
}

static const list_kind of_tokens = {"token", any_text, no_advice},
                       of_traits = {"trait", any_text, no_advice},
                       of_errors = {"validation error", any_text, no_advice},
                       of_clauses = {"clause", clause_id, words_clause_advice},
                       of_flags = {"flag", flag_id, words_flag_advice};

/* Calls `known` for each text in `array` and returns a list of what it gives. `array` may be NULL.
 * Returns NULL if `known` gives NULL for one of the texts. */
static const char **read_list(corpus_file *f, const cJSON *array, const list_kind *kind)
{
    size_t at = 0;
    bool known_all = true;
    const char **list =
        store_take(f->corpus->memory, (size_t)cJSON_GetArraySize(array) + 1, sizeof *list);
    for (const cJSON *item = array != NULL ? array->child : NULL; item != NULL; item = item->next) {
        list[at] = kind->known(f->corpus, item->valuestring);
        if (list[at++] == NULL)
            known_all = json_fault(f->value, item, "unknown %s \"%s\"%s", kind->what,
                                   json_excerpt_of(item->valuestring).words,
                                   kind->advice(f->corpus, item->valuestring).words);
        if (!known_all && !goes_on(f))
            break;
    }
    return known_all ? list : NULL;
}

/* ---- Flags ---- */

static const json_field flag_fields[] = {
    {"id", JSON_NAME, offsetof(uriproof_flag, id), false},
    {"note", JSON_NAME, offsetof(uriproof_flag, note), false},
    {"effect", JSON_NAME, offsetof(uriproof_flag, effect), false},
    {NULL, JSON_NAME, 0, false},
};

static bool read_flag(corpus_file *f, const json_value *value)
{
    uriproof_corpus *corpus = f->corpus;
    uriproof_flag flag;
    if (!json_fill(value, value->tree, flag_fields, &flag))
        return false;
    keep_texts(f, flag_fields, &flag);
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
    const cJSON *tokens, *decides;
} clause_json;

static const json_field clause_fields[] = {
    {"id", JSON_NAME, offsetof(clause_json, clause.id), false},
    {"document", JSON_NAME, offsetof(clause_json, clause.document), false},
    {"section", JSON_NAME, offsetof(clause_json, clause.section), false},
    {"production", JSON_NAME, offsetof(clause_json, clause.production), true},
    {"paraphrase", JSON_NAME, offsetof(clause_json, clause.paraphrase), false},
    {"rule", JSON_NAME, offsetof(clause_json, clause.rule), true},
    {"tokens", JSON_NAMES, offsetof(clause_json, tokens), true},
    {"decides", JSON_NAMES, offsetof(clause_json, decides), true},
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

/* Checks the table of sections and their links, if the file has one. */
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

static bool read_clause(corpus_file *f, const json_value *value)
{
    uriproof_corpus *corpus = f->corpus;
    clause_json found = {.tokens = NULL};
    uriproof_clause *clause = &found.clause;
    if (!json_fill(value, value->tree, clause_fields, &found))
        return false;
    clause->link = link_of(f->sections, clause->document, clause->section);
    clause->link = store_text(corpus->memory, clause->link);
    clause->tokens = read_list(f, found.tokens, &of_tokens);
    clause->decides = read_list(f, found.decides, &of_traits);
    keep_texts(f, clause_fields, &found);
    corpus->clauses = list_grown(corpus->clauses, corpus->clause_count, sizeof *clause);
    corpus->clauses[corpus->clause_count++] = *clause;
    return true;
}

/* ---- Readings ---- */

/* Adds an alternate that has room for `most` choices after the others of the vector. */
static uriproof_alternate *add_alternate(corpus_file *f, size_t most)
{
    store *memory = f->corpus->memory;
    const uriproof_alternate **place = &f->vector.alternates;
    while (*place != NULL)
        place = (const uriproof_alternate **)&(*place)->next;
    uriproof_alternate *alternate = store_take(memory, 1, sizeof *alternate);
    alternate->set = store_take(memory, most, sizeof *alternate->set);
    *place = alternate;
    return alternate;
}

/* Adds the choice that `item` says: the reading `id` has the value `words`. */
static bool read_choice(corpus_file *f, const cJSON *item, const char *id, const char *words,
                        uriproof_alternate *alternate)
{
    const uriproof_dialect *dialect = f->corpus->dialect;
    uriproof_readings values = {{0}};
    uriproof_reading_error error = uriproof_set_reading(dialect, id, words, &values);
    if (error != URIPROOF_READING_SET)
        return json_fault(f->value, item,
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

/* Copies octets, unless they are absent. */
static uriproof_span keep_octets(const corpus_file *f, uriproof_span octets)
{
    char *kept = NULL;
    if (!uriproof_present(octets))
        return octets;
    kept = store_take(f->corpus->memory, octets.length, 1);
    return (uriproof_span){memcpy(kept, octets.octets, octets.length), octets.length};
}

/* Finds `part` within `text`. Returns NULL if `part` is not there, or if the search would take many
 * comparisons. */
static const char *find(uriproof_span text, uriproof_span part)
{
    const char *at = text.octets, *end = text.octets + text.length;
    for (int tries = 16; at != NULL && tries > 0 && part.length <= (size_t)(end - at); tries--) {
        if (part.length == 0 || memcmp(at, part.octets, part.length) == 0)
            return at;
        at = memchr(at + 1, part.octets[0], (size_t)(end - at - 1));
    }
    return NULL;
}

/* Keeps a part of an answer. Most parts also occur in the text that is asked, and then point into
 * that text. */
static uriproof_span keep_part(const corpus_file *f, uriproof_span part)
{
    const uriproof_span *texts = f->vector.request.field;
    for (size_t i = 0; i < 2 && uriproof_present(part); i++) {
        const char *found = uriproof_present(texts[i]) ? find(texts[i], part) : NULL;
        if (found != NULL)
            return (uriproof_span){found, part.length};
    }
    return keep_octets(f, part);
}

static void keep_parts(const corpus_file *f, void *parts, const uriproof_part_name *names,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uriproof_span *part = (uriproof_span *)(void *)((char *)parts + names[i].offset);
        *part = keep_part(f, *part);
    }
}

/* Returns an answer of this vector, under any readings, that is the same as `answer`, whose
 * production is kept already; NULL if there is no such answer. */
static const uriproof_answer *same_of_vector(const corpus_file *f, const uriproof_answer *answer)
{
    const uriproof_alternate *next = f->vector.alternates;
    for (const uriproof_answer *one = f->vector.expect; one != NULL;) {
        if (one->status == answer->status && one->has_offset == answer->has_offset &&
            one->offset == answer->offset && one->production == answer->production &&
            uriproof_span_equal(one->result, answer->result))
            return one;
        one = next != NULL ? next->expect : NULL;
        next = next != NULL ? next->next : NULL;
    }
    return NULL;
}

/* Returns the corpus's copy of the answer. If a vector has the same answer under several readings,
 * it is one copy, since the judge compares addresses. `encode` is an exception: the readings decide
 * which other answers are right too. Answers with parts or words are kept apart. Answers without
 * texts are shared in the whole corpus. */
static const uriproof_answer *keep_answer(corpus_file *f, const uriproof_answer *answer)
{
    uriproof_corpus *corpus = f->corpus;
    uriproof_answer kept;
    const uriproof_answer *same = NULL;
    memcpy(&kept, answer, sizeof kept); /* its padding too, since equal octets are kept once */
    bool has_parts = answer->parts.has_generic || answer->parts.has_components;
    bool may_share = f->vector.request.op != URIPROOF_ENCODE && !has_parts &&
                     answer->error == NULL && answer->detail == NULL;
    kept.production = store_text(corpus->memory, answer->production);
    kept.error = store_text(corpus->memory, answer->error);
    if (answer->detail != NULL) {
        cJSON *detail = cJSON_Duplicate(answer->detail, true);
        cJSON_AddItemToArray(corpus->details, detail);
        kept.detail = detail;
    }
    if (may_share && !uriproof_present(answer->result))
        return store_once(corpus->memory, &kept, sizeof kept);
    if (may_share && (same = same_of_vector(f, &kept)) != NULL)
        return same;
    keep_parts(f, &kept.parts.generic, uriproof_generic_names, URIPROOF_GENERIC_COUNT);
    keep_parts(f, &kept.parts.components, uriproof_component_names, URIPROOF_COMPONENT_COUNT);
    kept.result = keep_part(f, kept.result);
    return memcpy(store_take(corpus->memory, 1, sizeof kept), &kept, sizeof kept);
}

/* Keeps the answer that is expected of the vector. A fault is reported at `item`. */
static bool keep_expected(corpus_file *f, const cJSON *item, const uriproof_answer *answer,
                          const uriproof_answer **expect)
{
    const uriproof_span *texts = f->vector.request.field;
    if (answer->status == ANSWER_UNSUPPORTED)
        return json_fault(f->value, item, "an expected answer cannot be \"unsupported\"");
    if (answer->has_offset && answer->offset > texts[0].length && answer->offset > texts[1].length)
        return json_fault(f->value, item, "the offset is beyond the text");
    *expect = keep_answer(f, answer);
    return true;
}

/* Reads what is expected of the vector, written as an answer. A fault is reported at `item`. */
static bool read_answer(corpus_file *f, const cJSON *item, cJSON *answer,
                        uriproof_strictness strictness, const uriproof_answer **expect)
{
    uriproof_error inner;
    uriproof_answer read;
    if (!uriproof_answer_read(answer, f->vector.request.op, strictness, &read, &inner))
        return json_fault(f->value, item, "%s", inner.words);
    return keep_expected(f, item, &read, expect);
}

/* The maximum length of a text. It is needed since a few octets of a file can stand for any number
 * of octets. */
enum { LONGEST_TEXT = 64 << 20 };

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
static bool make_room(corpus_file *f, const cJSON *item, octet_buffer *out, size_t more)
{
    if (more > LONGEST_TEXT - out->length)
        return json_fault(f->value, item, "a text of more than 64 MiB");
    if (more > f->budget)
        return json_fault(f->value, f->whole, "the texts of a file are more than 256 MiB");
    f->budget -= more;
    buffer_reserve(out, more + 1);
    return true;
}

static bool add_text(corpus_file *f, const cJSON *text, octet_buffer *out);

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

/* Writes a piece once, and then doubles it as often as needed. A piece that is repeated 0 times is
 * still checked. */
static bool add_piece(corpus_file *f, const cJSON *piece, octet_buffer *out)
{
    size_t count = 0, start = out != NULL ? out->length : 0;
    if (!cJSON_IsArray(piece))
        return add_text(f, piece, out);
    if (!read_count(piece, &count))
        return json_fault(f->value, piece, "a repeated piece is a text and a number");
    if (!add_text(f, piece->child, count > 0 ? out : NULL))
        return false;
    if (count == 0 || out == NULL)
        return true;
    size_t once = out->length - start, left = once * (count - 1);
    if (!make_room(f, piece, out, left))
        return false;
    for (; left > 0; left -= once) {
        once = out->length - start < left ? out->length - start : left;
        memcpy(out->octets + out->length, out->octets + start, once);
        out->length += once;
    }
    return true;
}

/* Adds what `text` stands for to `out`. If `out` is NULL, only checks that `text` is a text. */
static bool add_text(corpus_file *f, const cJSON *text, octet_buffer *out)
{
    if (has_only(text, "pieces") && cJSON_IsArray(text->child)) {
        const cJSON *piece = text->child->child;
        while (piece != NULL && add_piece(f, piece, out))
            piece = piece->next;
        return piece == NULL;
    }
    bool is_hex = has_only(text, "hex") && cJSON_IsString(text->child);
    const char *words = cJSON_GetStringValue(is_hex ? text->child : text);
    if (is_hex && (words[0] == '\0' || !uriproof_is_hexadecimal(words)))
        return json_fault(f->value, text->child, "not lower-case hexadecimal");
    if (words == NULL || (!is_hex && !uriproof_all_printable(uriproof_span_of(words))))
        return json_fault(f->value, text, "a text is printable, or has \"hex\" or \"pieces\"");
    size_t written = strlen(words), length = is_hex ? written / 2 : written;
    if (out == NULL)
        return true;
    if (!make_room(f, text, out, length))
        return false;
    if (is_hex)
        uriproof_hex_decode(words, written, out->octets + out->length);
    else
        memcpy(out->octets + out->length, words, written);
    out->length += length;
    return true;
}

/* Builds a text. The caller frees it, even after a fault. */
static bool build_text(corpus_file *f, const cJSON *text, octet_buffer *built)
{
    *built = (octet_buffer){NULL, 0, 0};
    f->whole = text;
    buffer_reserve(built, 1); /* an empty text is present, too */
    return add_text(f, text, built);
}

static uriproof_span span_of_buffer(const octet_buffer *text)
{
    return (uriproof_span){text->octets, text->length};
}

/* ---- Cases: what is expected ---- */

/* Adds a text as in docs/protocol.md: printable under `key`, or in hexadecimal under KEY_hex. */
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

/* Copies an answer to the object `copy`. In the copy, a text that is written as an object becomes a
 * string. */
static bool write_strings(corpus_file *f, const cJSON *answer, cJSON *copy)
{
    bool good = true;
    for (const cJSON *item = answer->child; item != NULL && good; item = item->next) {
        octet_buffer text = {NULL, 0, 0};
        if (is_text_in_object(item)) {
            good = build_text(f, item, &text);
            if (good)
                add_octets(copy, item->string, &text);
        } else if (cJSON_IsObject(item)) {
            good = write_strings(f, item, cJSON_AddObjectToObject(copy, item->string));
        } else {
            cJSON_AddItemToObject(copy, item->string, cJSON_Duplicate(item, true));
        }
        buffer_free(&text);
    }
    return good;
}

static bool read_long(corpus_file *f, const cJSON *item, const uriproof_answer **expect)
{
    cJSON *answer = cJSON_CreateObject();
    bool good =
        write_strings(f, item, answer) && read_answer(f, item, answer, URIPROOF_LEFT_OPEN, expect);
    cJSON_Delete(answer);
    return good;
}

static bool is_word(const cJSON *item, const char *word)
{
    return cJSON_IsString(item) && strcmp(item->valuestring, word) == 0;
}

/* Reads an answer that is written in short: true, an offset, a text. The caller frees *result,
 * which the answer may point to, even after a fault. */
static bool read_short(corpus_file *f, const cJSON *item, uriproof_answer *answer,
                       octet_buffer *result)
{
    uriproof_op op = f->vector.request.op;
    bool may_be_open = op == URIPROOF_PARSE || op == URIPROOF_URL;
    *answer = (uriproof_answer){
        .status = cJSON_IsNumber(item) || cJSON_IsFalse(item) ? ANSWER_REJECTED : ANSWER_ACCEPTED};
    if (cJSON_IsNumber(item)) {
        double offset = item->valuedouble;
        answer->has_offset = true;
        if (offset < 0 || offset > LONGEST_TEXT)
            return json_fault(f->value, item, "the offset is beyond the text");
        answer->offset = (size_t)offset;
        return (double)answer->offset == offset ||
               json_fault(f->value, item, "the offset is no whole number");
    }
    if (cJSON_IsFalse(item) || (cJSON_IsTrue(item) && may_be_open))
        return true;
    if (op == URIPROOF_EQUIVALENT && (is_word(item, "equal") || is_word(item, "unequal"))) {
        answer->has_equal = true;
        answer->equal = is_word(item, "equal");
        return true;
    }
    if (uriproof_ops[op].result == NULL)
        return json_fault(f->value, item, "no such expectation of %s", uriproof_ops[op].name);
    bool good = build_text(f, item, result);
    answer->result = span_of_buffer(result);
    return good;
}

static bool read_expected(corpus_file *f, const cJSON *item, const uriproof_answer **expect)
{
    if (cJSON_IsObject(item) && !is_text_in_object(item))
        return read_long(f, item, expect);
    uriproof_answer answer;
    octet_buffer result = {NULL, 0, 0};
    bool good = read_short(f, item, &answer, &result) && keep_expected(f, item, &answer, expect);
    buffer_free(&result);
    return good;
}

/* Reads what is expected under "void-fragment=printed,xpalphas=printed", the key of `item`. */
static bool read_other(corpus_file *f, const cJSON *item)
{
    char *words = strdup(item->string);
    size_t most = 1;
    bool good = true;
    for (const char *at = words; *at != '\0'; at++)
        most += *at == ',';
    uriproof_alternate *other = add_alternate(f, most);
    for (char *rest = words, *value; good && (value = strsep(&rest, ",")) != NULL;) {
        const char *id = strsep(&value, "=");
        good = value != NULL ? read_choice(f, item, id, value, other)
                             : json_fault(f->value, item, "the key is not a setting of readings");
    }
    free(words);
    return good && read_expected(f, item, &other->expect);
}

static bool read_others(corpus_file *f, const cJSON *others)
{
    if (!cJSON_IsObject(others) || others->next != NULL)
        return json_fault(f->value, f->value->tree,
                          "a case is at most its texts, what is expected, and an object");
    const cJSON *item = others->child;
    while (item != NULL && read_other(f, item))
        item = item->next;
    return item == NULL &&
           (others->child != NULL || json_fault(f->value, others, "no other reading"));
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

bool generated_case(corpus_file *f, const json_value *value)
{
    const cJSON *at = value->tree->child;
    uriproof_request *request = &f->vector.request;
    const char *const *fields = uriproof_ops[request->op].fields;
    f->value = value;
    if (!cJSON_IsArray(value->tree))
        return json_fault(value, value->tree, "a case is an array");
    for (size_t i = 0; i < 2 && fields[i] != NULL; i++, at = at->next) {
        octet_buffer built;
        if (at == NULL)
            return json_fault(value, value->tree, "a case needs its %s", fields[i]);
        bool good = build_text(f, at, &built);
        if (good) { /* It is hardly ever equal to another one, so no search for an equal one is
                       made. */
            char *kept = store_take(f->corpus->memory, built.length, 1);
            request->field[i].octets = memcpy(kept, built.octets, built.length);
            request->field[i].length = built.length;
        }
        buffer_free(&built);
        if (!good)
            return false;
    }
    if (at == NULL)
        return json_fault(value, value->tree, "a case needs what is expected");
    return read_expected(f, at, &f->vector.expect) &&
           (at->next == NULL || read_others(f, at->next));
}

/* ---- Vectors and groups ---- */

/* The members of a vector or of a group. */
typedef struct entry_json {
    const char *id, *about, *origin, *op, *text;
    const cJSON *obeys, *breaks, *flags, *expect, *readings, *campaign, *errors, *cases;
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
    {"campaign", JSON_OBJECT, offsetof(entry_json, campaign), true},
    {"errors", JSON_NAMES, offsetof(entry_json, errors), true},
};

enum { SHARED_FIELDS = 6, OWN_FIELDS = 5, TEXT_FIELDS = 4 };

/* The campaign of fuzzing that found a vector's text: for people, so it is checked and not kept. */
typedef struct campaign_json {
    const char *class, *engine, *date;
    size_t seed;
} campaign_json;

static const json_field campaign_fields[] = {
    {"class", JSON_NAME, offsetof(campaign_json, class), false},
    {"engine", JSON_NAME, offsetof(campaign_json, engine), false},
    {"seed", JSON_COUNT, offsetof(campaign_json, seed), false},
    {"date", JSON_NAME, offsetof(campaign_json, date), false},
    {NULL, JSON_NAME, 0, false},
};

/* Fills in the members of a vector: the members that a group has too, the vector's own, and those
 * of the request. A member of the request may be in hexadecimal. */
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
    campaign_json campaign;
    return json_fill(value, value->tree, fields, found) &&
           (found->campaign == NULL ||
            json_fill(value, found->campaign, campaign_fields, &campaign));
}

/* Checks that `about`, which may be NULL, is no longer that of a draft. */
static bool no_draft(const json_value *value, const char *about)
{
    return about == NULL || strncmp(about, "DRAFT", strlen("DRAFT")) != 0 ||
           json_fault(value, json_item(value->tree, "about"),
                      "still that of a draft: say it in a sentence");
}

/* Makes a group of the entry, and keeps its texts. Returns NULL after a fault. */
static uriproof_group *make_group(corpus_file *f, entry_json *entry, uriproof_level level)
{
    uriproof_group *group = store_take(f->corpus->memory, 1, sizeof *group);
    keep_texts(f, group_fields, entry);
    *group = (uriproof_group){.about = entry->about,
                              .origin = entry->origin,
                              .file = f->document.name,
                              .line = f->line,
                              .obeys = read_list(f, entry->obeys, &of_clauses),
                              .breaks = read_list(f, entry->breaks, &of_clauses),
                              .flags = read_list(f, entry->flags, &of_flags),
                              .level = level};
    return group->obeys != NULL && group->breaks != NULL && group->flags != NULL ? group : NULL;
}

/* Adds the vector that was made to the corpus. */
static void add_vector(corpus_file *f)
{
    uriproof_corpus *corpus = f->corpus;
    corpus->vectors = list_grown(corpus->vectors, corpus->vector_count, sizeof f->vector);
    corpus->vectors[corpus->vector_count++] = f->vector;
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
static bool read_expect(corpus_file *f, const cJSON *object, const uriproof_answer **expect)
{
    cJSON *item = cJSON_GetObjectItemCaseSensitive(object, "expect");
    return read_answer(f, item, item, URIPROOF_KNOWN_KEYS, expect) &&
           words_check_production(f->value, item, f->corpus->dialect, f->vector.request.op,
                                  (*expect)->production);
}

static bool read_alternate(corpus_file *f, const cJSON *object)
{
    alternate_json found;
    const cJSON *item;
    if (!json_fill(f->value, object, alternate_fields, &found))
        return false;
    uriproof_alternate *alternate = add_alternate(f, (size_t)cJSON_GetArraySize(found.set));
    cJSON_ArrayForEach(item, found.set)
    {
        const char *words = cJSON_IsString(item) ? item->valuestring : "";
        if (!read_choice(f, item, item->string, words, alternate))
            return false;
    }
    return (alternate->set_count > 0 || json_fault(f->value, found.set, "no reading")) &&
           read_expect(f, object, &alternate->expect);
}

/* ---- The steps in which a vector is read ---- */

static bool read_members(corpus_file *f, entry_json *found)
{
    return fill_vector(f->value, f->vector.request.op, found);
}

static bool check_words(corpus_file *f, entry_json *found)
{
    bool good = words_check_id(f->value, found->id);
    good = words_check_ascii(f->value, "about") && good;
    return words_check_ascii(f->value, "origin") && good;
}

/* Checks that nothing is left of a draft of `uriproof findings promote`, but what is empty. */
static bool check_no_draft(corpus_file *f, entry_json *found)
{
    bool good = true;
    if (found->id != NULL && strncmp(found->id, "draft-", strlen("draft-")) == 0)
        good = json_fault(f->value, json_item(f->value->tree, "id"),
                          "still that of a draft: use words that name the fault or the fact");
    return no_draft(f->value, found->about) && good;
}

static bool read_texts(corpus_file *f, entry_json *found)
{
    uriproof_error inner;
    uriproof_request *request = &f->vector.request, read;
    (void)found;
    if (!uriproof_request_read(f->value->tree, request->op, &read, &inner))
        return json_fault(f->value, f->value->tree, "%s", inner.words);
    for (size_t i = 0; i < 2; i++)
        request->field[i] = keep_octets(f, read.field[i]);
    return true;
}

static bool read_own_group(corpus_file *f, entry_json *found)
{
    uriproof_group *group = make_group(f, found, URIPROOF_CLAUSES);
    f->vector.id = found->id;
    f->vector.group = group;
    for (const char **flag = group != NULL ? group->flags : NULL; flag != NULL && *flag != NULL;
         flag++)
        if (strcmp(*flag, "example") == 0)
            group->level = URIPROOF_EXAMPLES;
    return group != NULL;
}

/* Reads the answers, which are checked against the texts: if these are wrong, nothing is said. */
static bool read_answers(corpus_file *f, entry_json *found)
{
    const cJSON *other = found->readings != NULL ? found->readings->child : NULL;
    if (found->expect == NULL || !uriproof_present(f->vector.request.field[0]))
        return true;
    bool good = read_expect(f, f->value->tree, &f->vector.expect);
    for (; other != NULL && (good || goes_on(f)); other = other->next)
        good = read_alternate(f, other) && good;
    return good;
}

/* Reads the validation errors. Only a dialect whose parts are written has any, and tells them when
 * it parses a text. */
static bool read_errors(corpus_file *f, entry_json *found)
{
    const uriproof_op op = f->vector.request.op;
    if (found->errors == NULL)
        return true;
    if (f->corpus->dialect->parse_into == NULL || (op != URIPROOF_PARSE && op != URIPROOF_RESOLVE))
        return json_fault(f->value, found->errors,
                          "validation errors are those of parse and resolve in whatwg-url");
    f->vector.errors = read_list(f, found->errors, &of_errors);
    return true;
}

static bool read_vector(corpus_file *f, const json_value *value)
{
    static bool (*const steps[])(corpus_file * f, entry_json * found) = {
        read_members,   check_words,  check_no_draft, read_texts,
        read_own_group, read_answers, read_errors};
    static const uriproof_answer none = {.status = ANSWER_UNDEFINED};
    entry_json found = {.id = NULL};
    bool good = true;
    f->vector = (uriproof_vector){.id = NULL};
    if (!words_read_op(value, &f->vector.request.op))
        return false;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && (good || goes_on(f)); i++)
        good = steps[i](f, &found) && good;
    if (!good) { /* the lint looks at the rest of it */
        f->vector.expect = &none;
        f->vector.alternates = NULL;
    }
    if (f->vector.id != NULL && f->vector.group != NULL && (good || goes_on(f)))
        add_vector(f);
    return good;
}

/* Reads a group and its cases, one by one: they are many. */
static bool read_group(corpus_file *f, const json_value *value)
{
    entry_json entry = {.id = NULL};
    uriproof_op op;
    if (!json_fill(value, value->tree, group_fields, &entry) || !words_read_op(value, &op))
        return false;
    uriproof_group *group = make_group(f, &entry, URIPROOF_COMPLETE);
    if (group == NULL)
        return false;
    group->id = entry.id;
    uriproof_span cases = json_member(f->text, "cases"), item = {NULL, 0};
    bool good = true;
    while (good && json_next(cases, &item)) {
        char *id = store_take(f->corpus->memory, strlen(group->id) + GENERATED_ID_MORE, 1);
        f->vector = (uriproof_vector){.id = id, .group = group, .request = {.op = op}};
        json_value one = json_value_read(&f->document, item);
        good = generated_case(f, &one);
        cJSON_Delete(one.tree);
        generated_id(group->id, &f->vector.request, id);
        add_vector(f);
    }
    return good;
}

/* ---- Files ---- */

/* The members of a file other than its items. */
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
    {"about", JSON_NAME, offsetof(head_json, about), false},
    {"vectors", JSON_ARRAY, offsetof(head_json, items), false},
    {NULL, JSON_NAME, 0, false},
};

static const json_field generated_head[] = {
    {"format", JSON_NAME, offsetof(head_json, format), false},
    {"version", JSON_COUNT, offsetof(head_json, version), false},
    {"dialect", JSON_NAME, offsetof(head_json, dialect), false},
    {"about", JSON_NAME, offsetof(head_json, about), false},
    {"guarantee", JSON_NAME, offsetof(head_json, guarantee), true},
    {"generator", JSON_NAME, offsetof(head_json, generator), false},
    {"seed", JSON_COUNT, offsetof(head_json, seed), true},
    {"groups", JSON_ARRAY, offsetof(head_json, items), false},
    {NULL, JSON_NAME, 0, false},
};

/* What each kind of file has. `read` reads one of its items and adds it to the corpus. */
static const struct {
    const char *format, *items;
    const json_field *head;
    bool (*read)(corpus_file *f, const json_value *value);
} kinds[] = {
    [CORPUS_FLAGS] = {"uriproof-flags", "flags", flags_head, read_flag},
    [CORPUS_CLAUSES] = {"uriproof-clauses", "clauses", clauses_head, read_clause},
    [CORPUS_VECTORS] = {"uriproof-vectors", "vectors", vectors_head, read_vector},
    [CORPUS_GENERATED] = {"uriproof-generated", "groups", generated_head, read_group},
};

static bool check_head(const corpus_file *f, corpus_kind kind, const json_value *root,
                       head_json *head)
{
    const char *dialect = f->corpus->dialect->name;
    if (!json_is_format(root, kinds[kind].format, 1))
        return false;
    bool good = json_fill(root, root->tree, kinds[kind].head, head) &&
                words_check_ascii(root, "about") &&
                (kind != CORPUS_VECTORS || no_draft(root, head->about));
    if (!good && !goes_on(f))
        return false;
    if (head->dialect != NULL && strcmp(head->dialect, dialect) != 0)
        return json_fault(root, cJSON_GetObjectItemCaseSensitive(root->tree, "dialect"),
                          "the dialect is not \"%s\"", dialect);
    return check_sections(root, head->sections) && good;
}

/* Returns the kind of the format. */
static bool kind_named(const char *format, corpus_kind *kind)
{
    for (size_t i = 0; format != NULL && i < sizeof kinds / sizeof *kinds; i++) {
        *kind = (corpus_kind)i;
        if (strcmp(kinds[i].format, format) == 0)
            return true;
    }
    return false;
}

typedef struct format_list {
    char words[100];
} format_list;

static format_list formats(void)
{
    format_list list = {""};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        add_word(list.words, sizeof list.words, kinds[i].format);
    return list;
}

/* Reads the format and the dialect of a root. */
static bool read_kind(const json_value *root, corpus_kind *kind, const uriproof_dialect **dialect)
{
    const cJSON *named = json_item(root->tree, "dialect");
    *dialect = cJSON_IsString(named) ? uriproof_dialect_named(named->valuestring) : NULL;
    if (!kind_named(json_string_of(root->tree, "format"), kind))
        return json_fault(root, root->tree, "the \"format\" is not one of: %s", formats().words);
    return named == NULL || *dialect != NULL || json_fault(root, named, "no dialect has this name");
}

bool corpus_read_kind(const char *path, corpus_kind *kind, const uriproof_dialect **dialect,
                      uriproof_error *error)
{
    static const char *const large[] = {"flags", "clauses", "vectors", "groups", NULL};
    json_document document;
    if (!json_document_open(&document, path, error))
        return false;
    json_value root = json_value_read_without(&document, json_root(&document), large);
    const bool good = read_kind(&root, kind, dialect);
    cJSON_Delete(root.tree);
    json_document_close(&document);
    return good;
}

static bool has_vectors(corpus_kind kind)
{
    return kind == CORPUS_VECTORS || kind == CORPUS_GENERATED;
}

/* Sets the line of the item, which follows those before it. */
static void count_lines(corpus_file *f)
{
    const char *at = f->counted != NULL ? f->counted : f->document.text;
    f->line = f->counted != NULL ? f->line : 1;
    for (; at != f->text.octets; at++)
        f->line += *at == '\n';
    f->counted = at;
}

bool corpus_read_file(uriproof_corpus *corpus, corpus_kind kind, const char *path, json_faults *all,
                      uriproof_error *error)
{
    static const char *const cases[] = {"cases", NULL};
    const char *const items[] = {kinds[kind].items, NULL};
    corpus_file f = {.corpus = corpus, .budget = GENERATED_MOST};
    head_json head = {.format = NULL};
    if (!json_document_open(&f.document, path, error))
        return false;
    f.document.all = all;
    uriproof_span text = json_root(&f.document);
    json_value root = json_value_read_without(&f.document, text, items);
    bool good = check_head(&f, kind, &root, &head);
    f.sections = head.sections;
    text = json_member(text, items[0]);
    if (good && has_vectors(kind) && !json_next(text, &(uriproof_span){NULL, 0}))
        good = json_fault(&root, json_item(root.tree, items[0]), "it has none");
    while ((good || goes_on(&f)) && json_next(text, &f.text)) {
        count_lines(&f);
        json_value value = json_value_read_without(&f.document, f.text, cases);
        f.value = &value;
        good = kinds[kind].read(&f, &value) && good;
        cJSON_Delete(value.tree);
    }
    cJSON_Delete(root.tree);
    json_document_close(&f.document);
    return good;
}
