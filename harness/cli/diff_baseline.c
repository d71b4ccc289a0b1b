/* SPDX-License-Identifier: MIT */
#include "diff_baseline.h"

#include "json/json.h"

#include <stdlib.h>
#include <string.h>

void diff_baseline_read(const invocation *call, const char *path, diff_baseline *b)
{
    uriproof_error error;
    b->path = path;
    if (!export_read(path, &b->known, &error))
        fail(call, "%s", error.words);
}

/* Does the baseline have the class? One that the specification brings about is another one than
 * that of a parser. */
static bool is_known(const diff_baseline *b, const export_class *class)
{
    for (size_t i = 0; i < b->known.count; i++) {
        const export_class *one = &b->known.classes[i];
        if (one->again == SHOWN_AGAIN && export_compare(one, class) == 0)
            return true;
    }
    return false;
}

/* Has somebody looked at the class, and it is not fixed? What the specification brings about is
 * for no one to look at. */
static bool is_settled(const diff_baseline *b, const export_class *class)
{
    finding_state state;
    return b->store != NULL &&
           (is_by_the_text(class) ||
            (findings_state_of(b->store, class, &state) && !finding_state_alarms(state)));
}

bool diff_baseline_lacks(const diff_baseline *b, const export_class *one)
{
    return one->again == SHOWN_AGAIN && !is_settled(b, one) && !is_known(b, one);
}

/* Is a parser of that name in the list, and was it asked? */
static bool was_asked(const cJSON *list, const char *name)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, list)
    {
        if (strcmp(json_string_of(one, "name"), name) == 0)
            return json_item(one, "outcome") == NULL;
    }
    return false;
}

/* Lists the parsers that were asked, and are not among `others`. The caller frees it. */
static char *asked_alone(const cJSON *list, const cJSON *others)
{
    uriproof_text_written names;
    FILE *out = uriproof_text_open(&names);
    const cJSON *one = NULL;
    size_t told = 0;
    cJSON_ArrayForEach(one, list)
    {
        const char *name = json_string_of(one, "name");
        if (was_asked(list, name) && !was_asked(others, name))
            put_listed(out, &told, name);
    }
    fclose(out);
    return names.octets;
}

void diff_baseline_compare(const invocation *call, const diff_baseline *b, const diff_export *found)
{
    static const char *const settings[] = {"op", "by", "chains"};
    char *joined = asked_alone(found->parsers, b->known.parsers);
    char *gone = asked_alone(b->known.parsers, found->parsers);
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        if (!cJSON_Compare(json_item(b->known.settings, settings[i]),
                           json_item(found->settings, settings[i]), true))
            failure(call, "note: %s was made with another --%s; make it again", b->path,
                    settings[i]);
    if (joined[0] != '\0')
        failure(call, "note: %s was made without %s", b->path, joined);
    if (gone[0] != '\0')
        failure(call, "note: %s was made with %s too, not asked now", b->path, gone);
    free(joined);
    free(gone);
}

void diff_baseline_free(diff_baseline *b)
{
    export_free(&b->known);
}
