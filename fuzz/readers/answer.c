/* SPDX-License-Identifier: MIT */
/*
 * An adapter's answer, read and judged. The first octet of the input chooses the operation that was
 * asked, and whether the adapter has declared that it gives parts otherwise than as written; the
 * others are the line. What is read and written again is the same answer, it can be told to people
 * in printable words, and the judgement of what the reference itself answers is that it agrees.
 * Where the plain reader takes the line, the reader of JSON takes it, for the same.
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

/* Every part in every way. */
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
    if (!expect.unsupported) {
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

/* Written and read again it is the same. An answer that is not supported has nothing to write. */
static void check_again(uriproof_op op, const uriproof_answer *given)
{
    uriproof_answer again = {0};
    uriproof_error error;
    cJSON *object = uriproof_answer_tree(op, given);
    fuzz_demand(object != NULL &&
                    uriproof_answer_read(object, op, URIPROOF_LET_KEYS, &again, &error),
                "what is written is read");
    fuzz_demand(given->valid == again.valid && uriproof_answer_matches(op, given, &again),
                "it is the same answer");
    cJSON_Delete(object);
}

/* Shows all that is in an answer. */
static octet_buffer line_of(uriproof_op op, const uriproof_answer *given)
{
    octet_buffer line = {0};
    uriproof_error error;
    line_write_answer(&line, 7, op, given);
    cJSON *object = line_read(line.octets, line.length, &error);
    fuzz_demand(object != NULL, "what is written is a line");
    cJSON_Delete(object);
    return line;
}

/* `object` is the line as JSON, and `given` what it was read for; NULL where it was rejected. */
static void check_plain(uriproof_op op, const char *line, size_t length, const cJSON *object,
                        const uriproof_answer *given)
{
    line_plain plain;
    line_plain_words words;
    int64_t id;
    uriproof_answer plainly;
    if (!line_plain_id(line, length, &plain, &id) ||
        !line_plain_answer(&plain, op, &words, &plainly))
        return;
    if (given == NULL) {
        fuzz_demand(false, "what is plain is taken");
        return;
    }
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(object, "id");
    fuzz_demand(number != NULL && line_is_id(number) && (int64_t)number->valuedouble == id,
                "what is plain has the same id");
    octet_buffer one = line_of(op, given), other = line_of(op, &plainly);
    fuzz_demand(one.length == other.length && memcmp(one.octets, other.octets, one.length) == 0,
                "what is plain is taken for the same");
    buffer_free(&one);
    buffer_free(&other);
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
    cJSON *object = line_read(line, length, &error);
    if (object != NULL)
        check_words(object);
    bool taken =
        object != NULL && uriproof_answer_read(object, op, URIPROOF_LET_KEYS, &given, &error);
    check_plain(op, line, length, object, taken ? &given : NULL);
    if (taken) {
        if (!given.unsupported)
            check_again(op, &given);
        for (size_t i = 0; i < count; i++)
            check_judgement(dialects[i], op, transforms, &given);
    }
    cJSON_Delete(object);
    free(line);
    return 0;
}
