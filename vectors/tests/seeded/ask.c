/* SPDX-License-Identifier: MIT */
/* How a seeded fault asks the reference, and what it does to the answer. */
#include "seeded.h"
#include "json/json.h"

#include <string.h>

void ask(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_ask(p->dialect, &p->readings, request, &p->scratch, answer);
}

void ask_about(seeded *p, const uriproof_request *request, uriproof_span first,
               uriproof_span second, uriproof_answer *answer)
{
    uriproof_request other = *request;
    other.field[0] = first;
    if (uriproof_ops[request->op].fields[1] != NULL)
        other.field[1] = second;
    ask(p, &other, answer);
}

bool matches(seeded *p, uriproof_span text)
{
    uriproof_parts parts;
    return p->dialect->parse(text, &p->readings, &parts, NULL);
}

/* ---- The parts of an answer, as spans that can be moved ---- */

typedef void move_function(void *self, uriproof_span *part);

static void move_named(void *parts, const uriproof_part_name *names, size_t count,
                       move_function *move, void *self)
{
    for (size_t i = 0; i < count; i++) {
        uriproof_span *part = (uriproof_span *)(void *)((char *)parts + names[i].offset);
        if (uriproof_present(*part))
            move(self, part);
    }
}

static void move_parts(uriproof_answer *answer, move_function *move, void *self)
{
    move_named(&answer->parts.generic, uriproof_generic_names, URIPROOF_GENERIC_COUNT, move, self);
    move_named(&answer->parts.components, uriproof_component_names, URIPROOF_COMPONENT_COUNT, move,
               self);
}

/* ---- With words put in ---- */

typedef struct insertion {
    uriproof_span text, altered;
    size_t at, length;
} insertion;

static size_t before_insertion(const insertion *in, size_t offset)
{
    if (offset >= in->at + in->length)
        return offset - in->length;
    return offset < in->at ? offset : in->at;
}

static void move_back(void *self, uriproof_span *part)
{
    const insertion *in = self;
    size_t begin = (size_t)(part->octets - in->altered.octets), end = begin + part->length;
    *part = between(in->text, before_insertion(in, begin), before_insertion(in, end));
}

void ask_with_words(seeded *p, const uriproof_request *request, size_t at, const char *words,
                    uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    insertion in = {text, {NULL, 0}, at, strlen(words)};
    in.altered = JOIN(p, between(text, 0, at), uriproof_span_of(words), from(text, at));
    ask_about(p, request, in.altered, request->field[1], answer);
    move_parts(answer, move_back, &in);
    if (answer->has_offset)
        answer->offset = before_insertion(&in, answer->offset);
}

/* ---- With octets that stand in for others ---- */

typedef struct standing {
    seeded *p;
    const char *pool;
    bool used[256];          /* octets that the texts hold, bare or escaped */
    unsigned char back[256]; /* what an octet stands in for, or 0 where has_back is not set */
    bool has_back[256];
    uriproof_span text[2], altered[2];
} standing;

/* No letter is a hexadecimal digit; case and dots mean nothing to any. */
static const char *const pools[] = {
    [FOR_A_LETTER] = "zqjxkvwyhmguprtsniol",
    [FOR_A_DIGIT] = "9786543210",
    [FOR_A_CONTROL] = "\1\2\3\4\5\6\7\10\13\14\16\17\20\21\22\23\24\25\26\27\30\31\32\33\34\35\36"
                      "\37",
};

static void note_used(standing *s, uriproof_span text)
{
    for (size_t i = 0; i < text.length; i++) {
        unsigned char octet = (unsigned char)text.octets[i];
        s->used[octet] = true;
        if (octet >= 'A' && octet <= 'Z')
            s->used[octet - 'A' + 'a'] = true;
        if (is_escape(text, i, &octet))
            s->used[octet] = true;
    }
}

/* The octet that stands in for `octet`, the same in both texts; `octet` where none is left. */
static unsigned char stand_in_for(standing *s, unsigned char octet)
{
    for (int i = 0; i < 256; i++)
        if (s->has_back[i] && s->back[i] == octet)
            return (unsigned char)i;
    for (const char *c = s->pool; *c != '\0'; c++) {
        unsigned char in = (unsigned char)*c;
        if (!s->used[in] && !s->has_back[in]) {
            s->has_back[in] = true;
            s->back[in] = octet;
            return in;
        }
    }
    return octet;
}

static uriproof_span altered(standing *s, uriproof_span text, mark_function *mark)
{
    bool *marks = (bool *)(void *)seeded_room(s->p, text.length * sizeof *marks);
    char *octets = seeded_room(s->p, text.length);
    mark(s->p, text, marks);
    for (size_t i = 0; i < text.length; i++) {
        unsigned char octet = (unsigned char)text.octets[i];
        octets[i] = (char)(marks[i] ? stand_in_for(s, octet) : octet);
    }
    return (uriproof_span){octets, text.length};
}

/* A part points into the altered text, and belongs to the same octets of the text. */
static void move_to_text(void *self, uriproof_span *part)
{
    const standing *s = self;
    for (int i = 0; i < 2; i++) {
        uriproof_span in = s->altered[i];
        if (part->octets >= in.octets && part->octets <= in.octets + in.length) {
            part->octets = s->text[i].octets + (part->octets - in.octets);
            return;
        }
    }
}

static uriproof_span put_back(const standing *s, uriproof_span text)
{
    char *octets = seeded_room(s->p, text.length);
    for (size_t i = 0; i < text.length; i++) {
        unsigned char octet = (unsigned char)text.octets[i];
        octets[i] = (char)(s->has_back[octet] ? s->back[octet] : octet);
    }
    return (uriproof_span){octets, text.length};
}

/* A list's texts are put back only where the result can be written bare. */
static void put_back_in_list(const standing *s, cJSON *list)
{
    for (cJSON *item = list->child; item != NULL; item = item->next)
        for (char *c = item->valuestring; *c != '\0'; c++) {
            unsigned char octet = (unsigned char)*c;
            if (s->has_back[octet] && s->back[octet] >= 0x20 && s->back[octet] < 0x7f)
                *c = (char)s->back[octet];
        }
}

static json_writer begin_detail(void)
{
    json_writer w = json_writer_compact();
    json_open_object(&w, NULL);
    return w;
}

static void end_detail(json_writer *w, seeded *p, uriproof_answer *answer)
{
    cJSON_Delete(p->detail);
    p->detail = json_writer_tree(w);
    answer->detail = p->detail;
}

static void put_back_in_detail(const standing *s, uriproof_answer *answer)
{
    if (answer->detail == NULL)
        return;
    json_writer w = begin_detail();
    for (const cJSON *item = answer->detail->child; item != NULL; item = item->next) {
        if (cJSON_IsString(item)) {
            json_octets(&w, item->string, put_back(s, uriproof_span_of(item->valuestring)));
            continue;
        }
        cJSON *list = cJSON_Duplicate(item, true);
        put_back_in_list(s, list);
        json_tree(&w, item->string, list);
        cJSON_Delete(list);
    }
    end_detail(&w, s->p, answer);
}

void ask_marked(seeded *p, const uriproof_request *request, mark_function *mark, stand_in as,
                uriproof_answer *answer)
{
    standing s = {.p = p, .pool = pools[as]};
    for (int i = 0; i < 2 && uriproof_ops[request->op].fields[i] != NULL; i++)
        note_used(&s, request->field[i]);
    for (int i = 0; i < 2 && uriproof_ops[request->op].fields[i] != NULL; i++) {
        s.text[i] = request->field[i];
        s.altered[i] = altered(&s, request->field[i], mark);
    }
    ask_about(p, request, s.altered[0], s.altered[1], answer);
    move_parts(answer, move_to_text, &s);
    if (uriproof_present(answer->result))
        answer->result = put_back(&s, answer->result);
    put_back_in_detail(&s, answer);
}

static void set_regions(unsigned char *regions, size_t begin, size_t end, unsigned char region)
{
    for (size_t i = begin; i < end; i++)
        regions[i] = region;
}

/* Of the authority from `begin` to `end`. */
static void regions_of_authority(uriproof_span text, size_t begin, size_t end,
                                 unsigned char *regions)
{
    uriproof_span authority = between(text, begin, end);
    size_t at = last_of(authority, '@');
    if (at < authority.length) {
        set_regions(regions, begin, begin + at, IN_USER);
        begin += at + 1;
        authority = between(text, begin, end);
    }
    size_t colon = last_of(authority, ':'), bracket = last_of(authority, ']');
    if (bracket < authority.length && colon < bracket)
        colon = authority.length;
    set_regions(regions, begin, begin + colon, IN_HOST);
    if (colon < authority.length)
        set_regions(regions, begin + colon + 1, end, IN_PORT);
}

void regions_of(uriproof_span text, unsigned char *regions)
{
    size_t skipped = begins(text, "URL:") || begins(text, "url:") ? 4 : 0;
    text = from(text, skipped);
    regions += skipped;
    five parts = split(text);
    if (uriproof_present(parts.scheme))
        set_regions(regions, 0, parts.scheme.length, IN_SCHEME);
    if (uriproof_present(parts.authority)) {
        size_t begin = (size_t)(parts.authority.octets - text.octets);
        regions_of_authority(text, begin, begin + parts.authority.length, regions);
    }
    size_t path = (size_t)(parts.path.octets - text.octets);
    set_regions(regions, path, path + parts.path.length, IN_PATH);
    if (uriproof_present(parts.query)) {
        size_t begin = (size_t)(parts.query.octets - text.octets);
        set_regions(regions, begin, begin + parts.query.length, IN_SEARCH);
    }
    if (uriproof_present(parts.fragment)) {
        size_t begin = (size_t)(parts.fragment.octets - text.octets);
        set_regions(regions, begin, text.length, IN_FRAGMENT);
    }
}

/* ---- Altering the answer ---- */

void reject(uriproof_answer *answer)
{
    *answer = (uriproof_answer){.status = ANSWER_REJECTED};
}

void accept_text(uriproof_answer *answer, uriproof_span result)
{
    *answer = (uriproof_answer){.status = ANSWER_ACCEPTED, .result = result};
}

void accept_url(uriproof_answer *answer, const char *production)
{
    *answer = (uriproof_answer){.status = ANSWER_ACCEPTED, .production = production};
}

void set_detail(seeded *p, uriproof_answer *answer, const char *name, uriproof_span value)
{
    json_writer w = begin_detail();
    const cJSON *item = answer->detail != NULL ? answer->detail->child : NULL;
    for (; item != NULL; item = item->next)
        if (strcmp(item->string, name) != 0)
            json_tree(&w, item->string, item);
    json_octets(&w, name, value);
    end_detail(&w, p, answer);
}
uriproof_span detail_of(seeded *p, const uriproof_answer *answer, const char *name)
{
    const char *value =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(answer->detail, name));
    if (value == NULL)
        return (uriproof_span){NULL, 0};
    return JOIN(p, uriproof_span_of(value));
}
