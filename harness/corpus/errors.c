/* SPDX-License-Identifier: MIT */
#include "errors.h"

#include <string.h>

/* The errors that are still expected, and whether all before them were told. */
typedef struct expected_errors {
    const char **next;
    bool hold;
} expected_errors;

static void compare(void *context, const uriproof_validation_error *error)
{
    expected_errors *expected = context;
    if (expected->hold && *expected->next != NULL && strcmp(*expected->next, error->name) == 0)
        expected->next++;
    else
        expected->hold = false;
}

bool uriproof_errors_hold(const uriproof_dialect *dialect, const uriproof_vector *vector)
{
    static const uriproof_span absent = {NULL, 0};
    const uriproof_span *field = vector->request.field;
    const bool resolves = vector->request.op == URIPROOF_RESOLVE;
    expected_errors expected = {vector->errors, true};
    if (vector->errors == NULL)
        return true;
    uriproof_report_errors(dialect, NULL, resolves ? field[1] : field[0],
                           resolves ? field[0] : absent, compare, &expected);
    return expected.hold && *expected.next == NULL;
}
