/* SPDX-License-Identifier: MIT */
/*
 * Reads a request as an adapter in C does. A request that is written must be read as the same
 * request.
 */
#include "base/base.h"
#include "input.h"
#include "lines.h"
#include "protocol/protocol.h"
#include "json/json.h"

#include <stdlib.h>
#include <string.h>

typedef struct numbered_request {
    int64_t id;
    uriproof_request request;
} numbered_request;

static bool read_object(cJSON *object, numbered_request *one)
{
    uriproof_error error;
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(object, "id");
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "op"));
    uriproof_op op = name != NULL ? uriproof_op_named(name) : URIPROOF_OP_COUNT;
    if (id == NULL || !line_is_id(id) || op == URIPROOF_OP_COUNT)
        return false;
    one->id = (int64_t)id->valuedouble;
    return uriproof_request_read(object, op, &one->request, &error);
}

static bool same(const numbered_request *a, const numbered_request *b)
{
    return a->id == b->id && a->request.op == b->request.op &&
           uriproof_span_equal(a->request.field[0], b->request.field[0]) &&
           uriproof_span_equal(a->request.field[1], b->request.field[1]);
}

static void check_written(const numbered_request *one)
{
    octet_buffer line = {0};
    uriproof_error error;
    numbered_request again;
    line_write_request(&line, one->id, &one->request);
    cJSON *object = uriproof_json_read(line.octets, line.length, &error);
    fuzz_demand(object != NULL && read_object(object, &again) && same(one, &again),
                "what is written is read, for the same");
    cJSON_Delete(object);
    buffer_free(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *line = fuzz_copy(data, size);
    uriproof_error error;
    numbered_request one;
    json_memory memory = {0};
    cJSON *object = line_read(&memory, line, size, &error);
    if (object != NULL && read_object(object, &one))
        check_written(&one);
    json_memory_free(&memory);
    free(line);
    return 0;
}
