/* SPDX-License-Identifier: MIT */
/* Checks identity for schemes with escapes in each dialect (scheme_forms.h). The first octets of
 * the input choose the readings, the others choose the texts. */
#include "scheme_forms.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t count, head = fuzz_readings_length(FUZZ_TWO_TEXTS_ALL_READINGS);
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    scheme_counts counts = {0};
    for (size_t i = 0; i < count; i++) {
        if (dialects[i]->parse == NULL) /* its equivalence is that of what it writes */
            continue;
        fuzz_input read = fuzz_input_read(dialects[i], data, size, FUZZ_TWO_TEXTS_ALL_READINGS);
        fuzz_input input = {.dialect = dialects[i], .readings = read.readings};
        size_t from = size < head ? size : head;
        scheme_forms_check(&input, data + from, size - from, &counts);
        fuzz_input_free(&read);
    }
    return 0;
}
