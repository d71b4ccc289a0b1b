/* SPDX-License-Identifier: MIT */
/*
 * Reads and judges an adapter's answer. The first octet of the input chooses the operation, and
 * whether the adapter declares all transforms. The other octets are the line.
 *
 * Three properties must hold. An answer that is read, written and read again is the same. Its
 * description is printable. The judge finds that the reference's own answer agrees.
 */
#include "base/base.h"
#include "input.h"
#include "judge/judge.h"
#include "lines.h"
#include "protocol/protocol.h"

#include <stdlib.h>
#include <string.h>

/* One question for each operation. */
static const char *const questions[URIPROOF_OP_COUNT][2] = {
    [URIPROOF_PARSE] = {"http://u:p@H:080/%41/./b?q+r#f", NULL},
    [URIPROOF_RESOLVE] = {"http://h/a/b?q", "../c#f"},
    [URIPROOF_NORMALIZE] = {"HTTP://h/a/../%7eb", NULL},
    [URIPROOF_EQUIVALENT] = {"http://h/%61", "http://h/a"},
    [URIPROOF_DECODE] = {"a%00%zz", NULL},
    [URIPROOF_ENCODE] = {"a b%/", NULL},
    [URIPROOF_URL] = {"http://h:80/a?b", NULL},
};

static const char *const no_ids[] = {NULL};

/* Returns a set in which every part has every transform. */
static transform_set all_transforms(void)
{
    transform_set set;
    memset(set.declared, 0xFF, sizeof set.declared);
    return set;
}

static uriproof_request request_of(uriproof_op op)
{
    uriproof_request request = {.op = op};
    for (int i = 0; i < 2; i++)
        if (questions[op][i] != NULL)
            request.field[i] = uriproof_span_of(questions[op][i]);
    return request;
}

static void check_judgement(const uriproof_dialect *dialect, uriproof_op op,
                            const transform_set *transforms, const uriproof_answer *given)
{
    const uriproof_readings defaults = {{0}};
    uriproof_scratch scratch = {0};
    uriproof_answer expect;
    const uriproof_group group = {.about = "a",
                                  .origin = "o",
                                  .file = "f",
                                  .obeys = (const char **)no_ids,
                                  .breaks = (const char **)no_ids,
                                  .flags = (const char **)no_ids};
    const uriproof_vector vector = {
        .id = "v", .group = &group, .request = request_of(op), .expect = &expect};
    uriproof_ask(dialect, &defaults, &vector.request, &scratch, &expect);
    if (expect.status != ANSWER_UNSUPPORTED) {
        const judge_terms terms = {.dialect = dialect,
                                   .readings = &defaults,
                                   .transforms = transforms,
                                   .splits = transforms->declared[0] != 0};
        judgement own = judge(&terms, &vector, &expect);
        fuzz_demand(own.outcome == URIPROOF_AGREE, "the reference agrees with itself");
        judgement j = judge(&terms, &vector, given);
        fuzz_demand(j.outcome < URIPROOF_OUTCOME_COUNT &&
                        memchr(j.detail, '\0', sizeof j.detail) != NULL,
                    "a judgement is one");
    }
    uriproof_scratch_free(&scratch);
}

/* Requires that the answer is the same after it is written and read again. */
static void check_again(uriproof_op op, const uriproof_answer *given)
{
    uriproof_answer again = {0};
    uriproof_error error;
    cJSON *object = uriproof_answer_tree(op, given);
    fuzz_demand(object != NULL &&
                    uriproof_answer_read(object, op, URIPROOF_LET_KEYS, &again, &error),
                "what is written is read");
    fuzz_demand(given->status == again.status && uriproof_answer_matches(op, given, &again),
                "it is the same answer");
    cJSON_Delete(object);
}

/* Requires that an answer that is written as a line can be read as a line. */
static void check_line(uriproof_op op, const uriproof_answer *given)
{
    json_memory memory = {0};
    octet_buffer line = {0};
    uriproof_error error;
    line_write_answer(&line, 7, op, given);
    fuzz_demand(line_read(&memory, line.octets, line.length, &error) != NULL,
                "what is written is a line");
    buffer_free(&line);
    json_memory_free(&memory);
}

static void check_words(const cJSON *object)
{
    char *words = uriproof_answer_describe(object);
    for (const char *at = words; at != NULL && *at != '\0'; at++)
        fuzz_demand(*at >= 0x20 && *at <= 0x7e, "the words for people are printable");
    free(words);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    uriproof_op op = (uriproof_op)(size > 0 ? data[0] % URIPROOF_OP_COUNT : 0);
    const transform_set none = {{0}}, all = all_transforms();
    const transform_set *transforms =
        size > 0 && data[0] / URIPROOF_OP_COUNT % 2 == 1 ? &all : &none;
    size_t length = size - (size > 0);
    char *line = fuzz_copy(data + (size > 0), length);
    uriproof_error error;
    uriproof_answer given;
    json_memory memory = {0};
    cJSON *object = line_read(&memory, line, length, &error);
    if (object != NULL)
        check_words(object);
    bool taken =
        object != NULL && uriproof_answer_read(object, op, URIPROOF_LET_KEYS, &given, &error);
    if (taken) {
        check_again(op, &given);
        check_line(op, &given);
        for (size_t i = 0; i < count; i++)
            check_judgement(dialects[i], op, transforms, &given);
    }
    json_memory_free(&memory);
    free(line);
    return 0;
}
