/* SPDX-License-Identifier: MIT */
/* Which answers have the same hash. Expected values: FNV-1a of the text that docs/ci.md describes,
 * computed by another program. */
#include "json/json.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "results/answer_hash.h"

static const struct {
    uriproof_op op;
    const char *answer;
    const char *hash;
} rows[] = {
    /* {"offset":7,"production":"path","status":"rejected"} */
    {URIPROOF_PARSE,
     "{\"status\":\"rejected\",\"production\":\"path\",\"offset\":7,\"error\":\"no space\"}",
     "b93eb4c8302b5291"},
    /* {"offset":7,"production":"path","status":"rejected"} */
    {URIPROOF_PARSE,
     "{\"error\":\"space, "
     "no\",\"offset\":7,\"status\":\"rejected\",\"production\":\"path\",\"mine\":1}",
     "b93eb4c8302b5291"},
    /* {"components":{"host":"h","path":"/","scheme":"x"},"status":"accepted"} */
    {URIPROOF_PARSE,
     "{\"status\":\"accepted\",\"components\":{\"scheme\":\"x\",\"host\":\"h\",\"path\":\"/\"}}",
     "d3c03ac3ed3a127d"},
    /* {"components":{"host":"h","path":"/","scheme":"x"},"status":"accepted"} */
    {URIPROOF_PARSE,
     "{\"components\":{\"path_hex\":\"2f\",\"scheme\":\"x\",\"host\":\"h\"},\"status\":"
     "\"accepted\"}",
     "d3c03ac3ed3a127d"},
    /* {"components":{"host":"b","path":"/","scheme":"x"},"status":"accepted"} */
    {URIPROOF_PARSE,
     "{\"status\":\"accepted\",\"components\":{\"scheme\":\"x\",\"host\":\"b\",\"path\":\"/\"}}",
     "79b41741c86cdc2f"},
    /* {"status":"accepted","text_hex":"00ff"} */
    {URIPROOF_DECODE, "{\"status\":\"accepted\",\"text_hex\":\"00ff\"}", "5b5fa48dacc73d7d"},
    /* {"equal":false,"status":"accepted"} */
    {URIPROOF_EQUIVALENT, "{\"equal\":false,\"status\":\"accepted\"}", "998e6d26f49fe073"},
    /* {"detail":{"a":"x","b":["2","1"]},"production":"httpaddress","status":"accepted"} */
    {URIPROOF_URL,
     "{\"status\":\"accepted\",\"production\":\"httpaddress\",\"detail\":{\"b\":[\"2\",\"1\"],"
     "\"a\":\"x\"}}",
     "6545a825739c1a2a"},
};

static void an_answer_has_the_hash_of_its_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uriproof_error error = {""};
        uriproof_answer answer;
        char words[ANSWER_HASH_ROOM];
        uint64_t read;
        cJSON *object = uriproof_json_read(rows[i].answer, strlen(rows[i].answer), &error);
        assert_non_null(object);
        if (!uriproof_answer_read(object, rows[i].op, URIPROOF_LET_KEYS, &answer, &error))
            fail_msg("%s: %s", rows[i].answer, error.words);
        answer_hash_write(answer_hash(rows[i].op, &answer), words);
        if (strcmp(words, rows[i].hash) != 0)
            fail_msg("%s: %s", rows[i].answer, words);
        assert_true(answer_hash_read(words, &read));
        assert_true(read == answer_hash(rows[i].op, &answer));
        cJSON_Delete(object);
    }
}

static void what_is_no_answer_has_none(void **state)
{
    (void)state;
    uint64_t hash;
    const uriproof_answer none = {.status = ANSWER_UNSUPPORTED};
    assert_true(answer_hash(URIPROOF_PARSE, &none) == 0);
    static const char *const bad[] = {"",
                                      "0",
                                      "0000000000000000",
                                      "123456789abcdefg",
                                      "0123456789ABCDEF",
                                      "0123456789abcdef0",
                                      " 123456789abcdef"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(answer_hash_read(bad[i], &hash));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_has_the_hash_of_its_text),
        cmocka_unit_test(what_is_no_answer_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
