/* SPDX-License-Identifier: MIT */
#include "ask.h"

#include <stdlib.h>
#include <string.h>

enum { UNTOUCHED = 0xA5 };

static const uriproof_refusal no_refusal = {NULL, 0, NULL};

/* Returns the buffer size that reference.h requires for an operation. */
static size_t room_for(const fuzz_question *question)
{
    size_t length = question->text.length;
    switch (question->operation) {
    case FUZZ_RESOLVE:
        return length + question->other.length + 2;
    case FUZZ_NORMALIZE:
        return 3 * length + 16;
    case FUZZ_EQUIVALENT:
        return 3 * (length + question->other.length) + 32;
    case FUZZ_DECODE:
        return length;
    case FUZZ_URL:
        return 0;
    default:
        return 3 * length;
    }
}

/* The parts that url reports. A span is valid as long as the text, so all of them are read at the
 * end. */
typedef struct telling {
    const fuzz_input *input;
    struct told {
        const char *name;
        uriproof_span value;
    } * parts;
    size_t count;
    size_t capacity;
} telling;

static void tell(void *self, const char *name, uriproof_span value)
{
    telling *all = self;
    fuzz_require(name != NULL && *name != '\0', "what is told has a name", all->input);
    fuzz_require(uriproof_present(value), "what is told is there", all->input);
    if (all->count == all->capacity) {
        all->capacity = 2 * all->capacity + 16;
        struct told *parts = fuzz_allocate(all->capacity * sizeof *parts);
        if (all->count > 0)
            memcpy(parts, all->parts, all->count * sizeof *parts);
        free(all->parts);
        all->parts = parts;
    }
    all->parts[all->count++] = (struct told){name, value};
}

/* Returns the hash of FNV-1a over the octets and then their number. */
static uint64_t hash_of(uint64_t hash, uriproof_span octets)
{
    for (size_t i = 0; i < octets.length; i++)
        hash = (hash ^ (unsigned char)octets.octets[i]) * 0x100000001B3U;
    return (hash ^ octets.length) * 0x100000001B3U;
}

static void ask_url(const fuzz_input *input, uriproof_span url, uriproof_refusal *refusal,
                    fuzz_answer *answer)
{
    telling all = {.input = input};
    answer->verdict =
        input->dialect->url(url, &input->readings, &answer->production, tell, &all, refusal);
    answer->told = all.count;
    for (size_t i = 0; i < all.count; i++) {
        answer->told_octets = hash_of(answer->told_octets, uriproof_span_of(all.parts[i].name));
        answer->told_octets = hash_of(answer->told_octets, all.parts[i].value);
    }
    free(all.parts);
}

/* Asks once, with a buffer of exactly `capacity` octets, so that a sanitizer finds a write beyond
 * its end. */
static fuzz_answer ask_once(const fuzz_input *input, const fuzz_question *question, size_t capacity,
                            bool wants_refusal)
{
    const uriproof_dialect *dialect = input->dialect;
    const uriproof_readings *readings = &input->readings;
    fuzz_answer answer = {.out = {fuzz_allocate(capacity), capacity, 0}, .refusal = no_refusal};
    uriproof_refusal *refusal = wants_refusal ? &answer.refusal : NULL;
    memset(answer.out.octets, UNTOUCHED, capacity);
    uriproof_span text = question->text, other = question->other;
    switch (question->operation) {
    case FUZZ_RESOLVE:
        answer.verdict = dialect->resolve(text, other, readings, &answer.out, refusal);
        break;
    case FUZZ_NORMALIZE:
        answer.verdict = dialect->normalize(text, readings, &answer.out, refusal);
        break;
    case FUZZ_EQUIVALENT:
        answer.verdict =
            dialect->equivalent(text, other, readings, &answer.out, &answer.equal, refusal);
        break;
    case FUZZ_DECODE:
        answer.verdict = dialect->decode(text, readings, &answer.out, refusal);
        break;
    case FUZZ_ENCODE:
        answer.verdict = dialect->encode(text, readings, &answer.out, refusal);
        break;
    case FUZZ_URL:
        ask_url(input, text, refusal, &answer);
        break;
    }
    return answer;
}

void fuzz_answer_free(fuzz_answer *answer)
{
    free(answer->out.octets);
}

uriproof_span fuzz_answer_text(const fuzz_answer *answer)
{
    return (uriproof_span){answer->out.octets, answer->out.length};
}

bool fuzz_same_refusal(const uriproof_refusal *a, const uriproof_refusal *b)
{
    if (a->production == NULL || b->production == NULL)
        return a->production == b->production && strcmp(a->clause, b->clause) == 0;
    return a->offset == b->offset && strcmp(a->production, b->production) == 0 &&
           strcmp(a->clause, b->clause) == 0;
}

/* Returns true if the operation writes a text. equivalent uses the buffer as scratch memory, and
 * url uses no buffer. */
static bool has_text(const fuzz_question *question)
{
    return question->operation != FUZZ_EQUIVALENT && question->operation != FUZZ_URL;
}

static bool same_production(const fuzz_answer *a, const fuzz_answer *b)
{
    return a->verdict != URIPROOF_OK || a->production == b->production ||
           (a->production != NULL && b->production != NULL &&
            strcmp(a->production, b->production) == 0);
}

/* Compares two answers, except for their refusals. */
static bool same_answer(const fuzz_question *question, const fuzz_answer *a, const fuzz_answer *b)
{
    if (a->verdict != b->verdict)
        return false;
    if (has_text(question) && !uriproof_span_equal(fuzz_answer_text(a), fuzz_answer_text(b)))
        return false;
    if (question->operation == FUZZ_EQUIVALENT)
        return a->verdict != URIPROOF_OK || a->equal == b->equal;
    return same_production(a, b) && a->told == b->told && a->told_octets == b->told_octets;
}

/* Returns true if *equal, the refusal and the octets are unchanged. */
static bool is_untouched(const fuzz_answer *answer)
{
    for (size_t i = 0; i < answer->out.capacity; i++)
        if ((unsigned char)answer->out.octets[i] != UNTOUCHED)
            return false;
    return !answer->equal && answer->told == 0 && answer->out.length == 0 &&
           answer->refusal.production == NULL && answer->refusal.clause == NULL;
}

/* Requires the same answer or NO_ROOM with a smaller buffer. An answer that needs no room may be
 * given anyway, for example by `resolve` of a dialect without partial forms, or by `decode` of a
 * broken escape. */
static void check_less_room(const fuzz_input *input, const fuzz_question *question, size_t capacity,
                            const fuzz_answer *full)
{
    fuzz_answer less = ask_once(input, question, capacity, true);
    if (less.verdict == URIPROOF_NO_ROOM)
        fuzz_require(is_untouched(&less), "where there is no room nothing is done", input);
    else
        fuzz_require(same_answer(question, full, &less),
                     "with less room the answer is the same, or that there is no room", input);
    fuzz_answer_free(&less);
}

static void check_refusal(const fuzz_input *input, const uriproof_refusal *refusal, size_t longest)
{
    size_t name = strlen(input->dialect->name);
    fuzz_require(refusal->production != NULL ? *refusal->production != '\0' : refusal->offset == 0,
                 "a refusal names a production, or has no place", input);
    fuzz_require(refusal->clause != NULL &&
                     strncmp(refusal->clause, input->dialect->name, name) == 0 &&
                     refusal->clause[name] == '.' && refusal->clause[name + 1] != '\0',
                 "a refusal names a clause of the dialect", input);
    fuzz_require(refusal->offset <= longest, "a refusal is in the text", input);
}

/* Returns the length of the longest text that a refusal may be about. resolve may reject its own
 * result. */
static size_t longest_text(const fuzz_question *question, const fuzz_answer *answer)
{
    size_t longest = question->text.length;
    if (question->other.length > longest)
        longest = question->other.length;
    if (question->operation == FUZZ_RESOLVE && answer->out.length > longest)
        longest = answer->out.length;
    return longest;
}

fuzz_answer fuzz_ask(const fuzz_input *input, fuzz_operation operation, uriproof_span text,
                     uriproof_span other)
{
    fuzz_question question = {operation, text, other};
    size_t room = room_for(&question);
    fuzz_answer answer = ask_once(input, &question, room, true);
    fuzz_require(answer.verdict == URIPROOF_OK || answer.verdict == URIPROOF_INVALID ||
                     answer.verdict == URIPROOF_SILENT,
                 "the bound is room enough", input);
    fuzz_require(answer.out.length <= room, "the answer is within the bound", input);
    if (answer.verdict != URIPROOF_OK)
        check_refusal(input, &answer.refusal, longest_text(&question, &answer));
    fuzz_answer again = ask_once(input, &question, room, false);
    fuzz_require(same_answer(&question, &answer, &again),
                 "asked again, without a refusal, the answer is the same", input);
    fuzz_answer_free(&again);
    if (room > 0) {
        check_less_room(input, &question, room - 1, &answer);
        check_less_room(input, &question, room / 2, &answer);
    }
    return answer;
}

static bool same_span(uriproof_span a, uriproof_span b)
{
    return a.octets == b.octets && a.length == b.length;
}

static bool same_generic(const uriproof_generic *a, const uriproof_generic *b)
{
    return same_span(a->scheme, b->scheme) && same_span(a->path, b->path) &&
           same_span(a->search, b->search) && same_span(a->fragmentid, b->fragmentid);
}

static bool same_components(const uriproof_components *a, const uriproof_components *b)
{
    return same_span(a->scheme, b->scheme) && same_span(a->userinfo, b->userinfo) &&
           same_span(a->user, b->user) && same_span(a->password, b->password) &&
           same_span(a->host, b->host) && same_span(a->port, b->port) &&
           same_span(a->path, b->path) && same_span(a->query, b->query) &&
           same_span(a->fragment, b->fragment);
}

static bool same_parts(const uriproof_parts *a, const uriproof_parts *b)
{
    return a->has_generic == b->has_generic && a->has_components == b->has_components &&
           (!a->has_generic || same_generic(&a->generic, &b->generic)) &&
           (!a->has_components || same_components(&a->components, &b->components));
}

bool fuzz_parse(const fuzz_input *input, uriproof_span text, uriproof_parts *parts,
                uriproof_refusal *refusal)
{
    const uriproof_dialect *dialect = input->dialect;
    uriproof_parts again;
    *refusal = no_refusal;
    memset(parts, UNTOUCHED, sizeof *parts);
    memset(&again, UNTOUCHED, sizeof again);
    bool derives = dialect->parse(text, &input->readings, parts, refusal);
    fuzz_require(dialect->parse(text, &input->readings, &again, NULL) == derives &&
                     (!derives || same_parts(parts, &again)),
                 "asked again, without a refusal, the answer is the same", input);
    if (!derives)
        check_refusal(input, refusal, text.length);
    return derives;
}
