/* SPDX-License-Identifier: MIT */
/*
 * What an adapter says of itself. What is read twice is the same parser, and each part that it
 * declares can be declared again by the words that it is listed by.
 */
#include "input.h"
#include "lines.h"
#include "protocol/protocol.h"

#include <stdlib.h>
#include <string.h>

/* "host lowercased" */
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
