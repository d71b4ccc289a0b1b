/* SPDX-License-Identifier: MIT */
/*
 * Reads an adapter's hello. If the same line is read twice, the result must be the same. Each
 * transform that it declares must be accepted again in the words in which it is listed.
 */
#include "input.h"
#include "lines.h"
#include "protocol/protocol.h"

#include <stdlib.h>
#include <string.h>

/* Declares a transform by the words of the list, such as "host lowercased". */
static void declare_again(char *words, transform_set *set)
{
    size_t part = strcspn(words, " ");
    fuzz_demand(words[part] == ' ', "a part and a way");
    words[part] = '\0';
    fuzz_demand(transform_declare(set, words, words + part + 1), "what is listed can be declared");
}

static void check_transforms(const hello *h)
{
    transform_set again = {{0}};
    char **list = transform_list(&h->transforms);
    for (char **words = list; words != NULL && *words != NULL; words++) {
        declare_again(*words, &again);
        free(*words);
    }
    free(list);
    fuzz_demand(memcmp(again.declared, h->transforms.declared, sizeof again.declared) == 0,
                "what is declared is listed");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uriproof_error error = {""};
    hello first, again;
    char *line = fuzz_copy(data, size);
    if (hello_read(line, size, &first, &error)) {
        fuzz_demand(hello_read(line, size, &again, &error) && hello_same(&first, &again, &error),
                    "read twice, it is the same");
        check_transforms(&first);
        hello_free(&again);
    } else {
        fuzz_demand(error.words[0] != '\0', "a fault is told");
    }
    hello_free(&first);
    free(line);
    return 0;
}
