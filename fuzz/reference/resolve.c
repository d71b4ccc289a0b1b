/* SPDX-License-Identifier: MIT */
/*
 * Checks the partial form of RFC 1630. The result must fit the stated buffer size, an absolute form
 * must stay as it is, and a full form must be its own full form. For short texts the result must be
 * the oracle's (vectors/oracle/).
 */
#include "input.h"
#include "oracle/oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uriproof/rfc1630.h>

enum { ORACLE_LONGEST = ORACLE_STRING_MAX / 2, PATH_MOST = 4096 };

static oracle_rfc1630 oracle;

/* Returns the folder of the grammars: `grammar` beside this program, which may have been taken to
 * another machine; or else that of the sources. */
static const char *grammar_folder(char path[PATH_MOST])
{
    static const char name[] = "grammar";
    const ssize_t length = readlink("/proc/self/exe", path, PATH_MOST - sizeof name);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (slash != NULL)
        memcpy(slash + 1, name, sizeof name);
    return slash != NULL && access(path, R_OK) == 0 ? path : URIPROOF_SOURCE_DIR "/vectors/grammar";
}

/* Opens the oracle once, before the first input. */
int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    uriproof_error error;
    char path[PATH_MOST];
    (void)count;
    (void)arguments;
    if (oracle_rfc1630_open(&uriproof_rfc1630, grammar_folder(path), &oracle, &error))
        return 0;
    fprintf(stderr, "uriproof-fuzz-resolve: %s\n", error.words);
    abort();
}

static void check_oracle(const fuzz_input *input, uriproof_verdict verdict, uriproof_span result)
{
    oracle_rfc1630_result expected =
        oracle_rfc1630_resolve(&oracle, &input->readings, input->text, input->second);
    bool defined = (expected.steps & (ORACLE_CONTEXT_REJECTED | ORACLE_NO_RUN)) == 0;
    bool absolute = (expected.steps & ORACLE_ABSOLUTE) != 0;
    fuzz_require(defined == (verdict != URIPROOF_SILENT), "silent exactly where the oracle is",
                 input);
    if (!defined)
        return;
    fuzz_require(uriproof_span_equal(result, oracle_span(&expected.text)),
                 "the result is the oracle's", input);
    fuzz_require(absolute == uriproof_rfc1630_is_absolute(input->second, &input->readings),
                 "what is absolute is told so", input);
}

/* Requires that the result is its own full form in any context, since it is an absolute form. */
static void check_again(const fuzz_input *input, uriproof_span result)
{
    uriproof_span context = uriproof_span_of("x:y");
    size_t bound = context.length + result.length;
    uriproof_buffer again = {fuzz_allocate(bound), bound, 0};
    fuzz_require(uriproof_rfc1630_resolve(context, result, &input->readings, &again, NULL) ==
                         URIPROOF_OK &&
                     uriproof_span_equal((uriproof_span){again.octets, again.length}, result),
                 "a full form is its own full form", input);
    free(again.octets);
}

static void check_result(const fuzz_input *input, uriproof_span context, uriproof_verdict verdict,
                         uriproof_span result)
{
    uriproof_span partial = input->second;
    bool derives = uriproof_rfc1630_parse(result, &input->readings, NULL, NULL);
    fuzz_require((verdict == URIPROOF_OK) == derives, "OK is said where the result derives", input);
    bool absolute = uriproof_rfc1630_is_absolute(partial, &input->readings);
    fuzz_require(!absolute || uriproof_span_equal(result, partial),
                 "an absolute form is given back as it is", input);
    size_t scheme = oracle_first(context, ':') + 1;
    fuzz_require(
        absolute || (result.length >= scheme && memcmp(result.octets, context.octets, scheme) == 0),
        "a partial form takes the scheme of its context", input);
    if (derives)
        check_again(input, result);
}

static void check_verdict(const fuzz_input *input, uriproof_verdict verdict,
                          const uriproof_buffer *out)
{
    uriproof_span context = {input->text.octets, oracle_first(input->text, '#')};
    uriproof_span result = {out->octets, out->length};
    if (!uriproof_rfc1630_parse(context, &input->readings, NULL, NULL)) {
        fuzz_require(verdict == URIPROOF_SILENT && out->length == 0,
                     "in a context that does not derive nothing is resolved", input);
        return;
    }
    fuzz_require(verdict != URIPROOF_NO_ROOM, "the bound is room enough", input);
    if (verdict != URIPROOF_SILENT)
        check_result(input, context, verdict, result);
    if (context.length <= ORACLE_LONGEST && input->second.length <= ORACLE_LONGEST)
        check_oracle(input, verdict, result);
}

/* Requires NO_ROOM for a buffer that is one octet too small. The buffer has memory of its own, so
 * that a sanitizer finds a write beyond its end. */
static void check_no_room(const fuzz_input *input, size_t bound)
{
    uriproof_refusal refusal;
    uriproof_buffer out = {fuzz_allocate(bound - 1), bound - 1, 0};
    fuzz_require(uriproof_rfc1630_resolve(input->text, input->second, &input->readings, &out,
                                          &refusal) == URIPROOF_NO_ROOM,
                 "less than the bound is no room", input);
    free(out.octets);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = fuzz_input_read(&uriproof_rfc1630, data, size, FUZZ_TWO_TEXTS);
    size_t bound = input.text.length + input.second.length;
    uriproof_buffer out = {fuzz_allocate(bound), bound, 0};
    uriproof_refusal refusal = {NULL, 0, NULL};
    uriproof_verdict verdict =
        uriproof_rfc1630_resolve(input.text, input.second, &input.readings, &out, &refusal);
    fuzz_require(out.length <= bound, "the result is within the bound", &input);
    check_verdict(&input, verdict, &out);
    if (bound > 0)
        check_no_room(&input, bound);
    free(out.octets);
    fuzz_input_free(&input);
    return 0;
}
