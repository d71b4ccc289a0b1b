/* SPDX-License-Identifier: MIT */
/* What an adapter says of itself. */
#include "check_state.h"

#include "protocol/protocol.h"

static bool known_dialect(const char *name)
{
    return uriproof_dialect_named(name) != NULL;
}

static void check_claims(check_state *k)
{
    const hello *h = &k->greeting;
    bool any = false;
    k->what = "hello: dialects";
    for (char **dialect = h->dialects; *dialect != NULL; dialect++)
        if (!known_dialect(*dialect))
            check_say(k, VERDICT_WARN, "docs/dialects.md has those that there are",
                      "no dialect is called \"%.60s\"", *dialect);
    k->what = "hello: ops";
    for (char **op = h->strange_ops; *op != NULL; op++)
        check_say(k, VERDICT_WARN, "docs/protocol.md has those that there are",
                  "no operation is called \"%.60s\"", *op);
    for (int op = URIPROOF_OP_COUNT - 1; op >= 0; op--) {
        any = any || h->ops[op];
        k->probe = h->ops[op] ? (uriproof_op)op : k->probe;
    }
    k->useless = !any;
    if (!any)
        check_say(k, VERDICT_FAIL, "list what it can be asked: \"ops\":[\"parse\"]",
                  "it lists no operation, and so is asked nothing");
}

void check_hello(check_state *k, const uv_buf_t *line)
{
    uriproof_error error;
    bool good = true;
    cJSON *object = line_read(line->base, line->len, &error);
    if (object == NULL) {
        check_say(k, VERDICT_FAIL, "the first line that it writes is the hello, one JSON object",
                  "the first line: %s", error.words);
        k->useless = true;
        return;
    }
    check_well(k);
    for (size_t i = 0; i < HELLO_FIELD_COUNT; i++) {
        check_name_step(k, "hello: ", hello_fields[i].name, "");
        if (hello_fields[i].read(object, &k->greeting, &error)) {
            check_well(k);
            continue;
        }
        good = false;
        check_say(k, VERDICT_FAIL, "docs/protocol.md, \"Hello\", has its fields and their types",
                  "%s", error.words);
    }
    k->useless = !good;
    cJSON_Delete(object);
    if (good)
        check_claims(k);
}
