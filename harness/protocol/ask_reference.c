/* SPDX-License-Identifier: MIT */
/* Asks the reference the same as an adapter. */
#include "message.h"
#include "json/json.h"

#include <stdlib.h>
#include <string.h>

void uriproof_scratch_free(uriproof_scratch *scratch)
{
    free(scratch->octets);
    cJSON_Delete(scratch->detail);
    *scratch = (uriproof_scratch){0};
}

uriproof_status uriproof_status_of(uriproof_verdict verdict)
{
    static const uriproof_status statuses[] = {
        [URIPROOF_OK] = ANSWER_ACCEPTED,
        [URIPROOF_INVALID] = ANSWER_REJECTED,
        [URIPROOF_SILENT] = ANSWER_UNDEFINED,
        [URIPROOF_NO_ROOM] = ANSWER_REJECTED,
    };
    return statuses[verdict];
}

/* What the reference is given from outside. */
static const uriproof_services *given_services;

void uriproof_use_services(const uriproof_services *services)
{
    given_services = services;
}

/* Returns how many octets the result of any operation on `request` needs; see reference.h. */
static size_t room_of(const uriproof_dialect *dialect, const uriproof_request *request)
{
    const size_t one = request->field[0].length, other = request->field[1].length;
    if (dialect->parse_into == NULL)
        return 3 * (one + other) + 32;
    return request->op == URIPROOF_RESOLVE
               ? dialect->room(other, one, given_services)
               : dialect->room(one, 0, given_services) + dialect->room(other, 0, given_services);
}

/* Makes room for the result of any operation on `request`. */
static void make_room(const uriproof_dialect *dialect, uriproof_scratch *scratch,
                      const uriproof_request *request)
{
    const size_t needed = room_of(dialect, request);
    if (scratch->capacity >= needed)
        return;
    scratch->octets = realloc(scratch->octets, needed);
    scratch->capacity = needed;
}

/* Returns true for a name whose values form a list, even if there is only one. */
static bool is_list(const char *name)
{
    static const char *const lists[] = {"cwd", "field-number", "field"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (strcmp(lists[i], name) == 0)
            return true;
    return false;
}

/* Returns a string of an accepted text, which is printable. */
static cJSON *string_of(uriproof_span value)
{
    char *copy = strndup(value.octets, value.length);
    cJSON *string = cJSON_CreateString(copy);
    free(copy);
    return string;
}

/* Adds what the reference found in a url to its detail. */
static void tell(void *detail, const char *name, uriproof_span value)
{
    cJSON *list = cJSON_GetObjectItemCaseSensitive(detail, name);
    if (!is_list(name)) {
        cJSON_AddItemToObject(detail, name, string_of(value));
        return;
    }
    if (list == NULL)
        list = cJSON_AddArrayToObject(detail, name);
    cJSON_AddItemToArray(list, string_of(value));
}

/* What is asked of a dialect whose parts are written. */
typedef struct writing {
    const uriproof_dialect *dialect;
    const uriproof_readings *readings;
    uriproof_buffer room; /* what is left of it */
    uriproof_parts parts;
    uriproof_span written;
} writing;

/* Parses a text, and takes the room that it needs. */
static uriproof_verdict write_text(writing *w, uriproof_span text, uriproof_span base,
                                   uriproof_refusal *refusal)
{
    const uriproof_verdict verdict = w->dialect->parse_into(
        text, base, given_services, w->readings, &w->room, &w->written, &w->parts, refusal);
    const size_t taken = verdict == URIPROOF_OK ? w->room.length : 0;
    w->room = (uriproof_buffer){w->room.octets + taken, w->room.capacity - taken, 0};
    return verdict;
}

/* Asks a dialect whose parts are written. A text without a meaning is not compared. */
static uriproof_verdict call_writer(writing *w, const uriproof_request *request,
                                    uriproof_answer *answer, uriproof_refusal *refusal)
{
    static const uriproof_span nothing = {NULL, 0};
    const uriproof_span *field = request->field;
    const bool resolves = request->op == URIPROOF_RESOLVE;
    uriproof_verdict verdict =
        write_text(w, resolves ? field[1] : field[0], resolves ? field[0] : nothing, refusal);
    if (verdict == URIPROOF_OK && request->op == URIPROOF_EQUIVALENT) {
        const uriproof_span first = w->written;
        verdict = write_text(w, field[1], nothing, refusal);
        answer->equal = verdict == URIPROOF_OK && uriproof_span_equal(first, w->written);
    }
    if (verdict == URIPROOF_OK && request->op == URIPROOF_PARSE)
        answer->parts = w->parts;
    return verdict == URIPROOF_INVALID && request->op == URIPROOF_EQUIVALENT ? URIPROOF_SILENT
                                                                             : verdict;
}

/* Calls the dialect's function of the operation. What it gives goes to *answer and *out. */
static uriproof_verdict call(const uriproof_dialect *dialect, const uriproof_readings *readings,
                             const uriproof_request *request, uriproof_scratch *scratch,
                             uriproof_buffer *out, uriproof_answer *answer,
                             uriproof_refusal *refusal)
{
    const uriproof_span *field = request->field;
    if (dialect->parse_into != NULL) {
        writing w = {.dialect = dialect, .readings = readings, .room = *out};
        const uriproof_verdict verdict = call_writer(&w, request, answer, refusal);
        if (verdict == URIPROOF_OK)
            *out = (uriproof_buffer){(char *)w.written.octets, 0, w.written.length};
        return verdict;
    }
    switch (request->op) {
    case URIPROOF_PARSE:
        if (dialect->parse(field[0], readings, &answer->parts, refusal))
            return URIPROOF_OK;
        answer->parts = (uriproof_parts){0};
        return URIPROOF_INVALID;
    case URIPROOF_URL:
        cJSON_Delete(scratch->detail);
        scratch->detail = cJSON_CreateObject();
        return dialect->url(field[0], readings, &answer->production, tell, scratch->detail,
                            refusal);
    case URIPROOF_RESOLVE:
        return dialect->resolve(field[0], field[1], readings, out, refusal);
    case URIPROOF_NORMALIZE:
        return dialect->normalize(field[0], readings, out, refusal);
    case URIPROOF_EQUIVALENT:
        return dialect->equivalent(field[0], field[1], readings, out, &answer->equal, refusal);
    case URIPROOF_DECODE:
        return dialect->decode(field[0], readings, out, refusal);
    default:
        return dialect->encode(field[0], readings, out, refusal);
    }
}

bool uriproof_has_op(const uriproof_dialect *dialect, uriproof_op op)
{
    const bool writes = dialect->parse_into != NULL;
    const bool has[URIPROOF_OP_COUNT] = {
        [URIPROOF_PARSE] = writes || dialect->parse != NULL,
        [URIPROOF_RESOLVE] = writes || dialect->resolve != NULL,
        [URIPROOF_NORMALIZE] = writes || dialect->normalize != NULL,
        [URIPROOF_EQUIVALENT] = writes || dialect->equivalent != NULL,
        [URIPROOF_DECODE] = dialect->decode != NULL,
        [URIPROOF_ENCODE] = dialect->encode != NULL && dialect->encodes != NULL,
        [URIPROOF_URL] = dialect->url != NULL,
    };
    return has[op];
}

bool uriproof_is_departure(const uriproof_reading *reading, uriproof_op op)
{
    return reading->departure == URIPROOF_DEPARTS ||
           (reading->departure == URIPROOF_DEPARTS_OUTSIDE_URL && op != URIPROOF_URL);
}

void uriproof_ask(const uriproof_dialect *dialect, const uriproof_readings *readings,
                  const uriproof_request *request, uriproof_scratch *scratch,
                  uriproof_answer *answer)
{
    *answer = (uriproof_answer){0};
    scratch->refusal = (uriproof_refusal){NULL, 0, NULL};
    if (!uriproof_has_op(dialect, request->op)) {
        answer->status = ANSWER_UNSUPPORTED;
        return;
    }
    uriproof_op op = request->op;
    make_room(dialect, scratch, request);
    uriproof_buffer out = {scratch->octets, scratch->capacity, 0};
    uriproof_refusal refusal = {NULL, 0, NULL};
    uriproof_verdict verdict = call(dialect, readings, request, scratch, &out, answer, &refusal);
    answer->status = uriproof_status_of(verdict);
    bool accepted = answer->status == ANSWER_ACCEPTED, rejected = verdict == URIPROOF_INVALID;
    if (!accepted)
        scratch->refusal = refusal;
    if (verdict == URIPROOF_SILENT)
        answer->production = NULL;
    /* A dialect whose parts are written returns failure, and says nothing of its place. */
    if (rejected && refusal.production != NULL && op != URIPROOF_RESOLVE &&
        op != URIPROOF_EQUIVALENT && dialect->parse_into == NULL) {
        answer->has_offset = true;
        answer->offset = refusal.offset;
        answer->production = refusal.production;
    }
    answer->has_equal = accepted && op == URIPROOF_EQUIVALENT;
    if (op == URIPROOF_URL && scratch->detail->child != NULL)
        answer->detail = scratch->detail;
    bool has_text = accepted || (rejected && out.length > 0 &&
                                 (op == URIPROOF_RESOLVE || op == URIPROOF_NORMALIZE));
    if (has_text && uriproof_ops[op].result != NULL)
        answer->result = (uriproof_span){out.octets, out.length};
}

bool uriproof_accepts(const uriproof_dialect *dialect, const uriproof_readings *readings,
                      uriproof_span text, uriproof_refusal *refusal)
{
    uriproof_parts parts;
    if (dialect->parse != NULL)
        return dialect->parse(text, readings, &parts, refusal);
    uriproof_scratch scratch = {0};
    uriproof_answer answer;
    uriproof_ask(dialect, readings, &(uriproof_request){URIPROOF_PARSE, {text}}, &scratch, &answer);
    if (refusal != NULL)
        *refusal = scratch.refusal;
    uriproof_scratch_free(&scratch);
    return answer.status == ANSWER_ACCEPTED;
}

void uriproof_report_errors(const uriproof_dialect *dialect, const uriproof_readings *readings,
                            uriproof_span text, uriproof_span base,
                            void (*report)(void *context, const uriproof_validation_error *error),
                            void *context)
{
    if (dialect->parse_into == NULL)
        return;
    uriproof_services services = {.report = report, .report_context = context};
    if (given_services != NULL) {
        services.to_ascii = given_services->to_ascii;
        services.to_ascii_context = given_services->to_ascii_context;
        services.growth = given_services->growth;
    }
    uriproof_buffer out = {.capacity = dialect->room(text.length, base.length, &services)};
    out.octets = malloc(out.capacity);
    uriproof_span written;
    uriproof_parts parts;
    uriproof_refusal refusal;
    (void)dialect->parse_into(text, base, &services, readings, &out, &written, &parts, &refusal);
    free(out.octets);
}
