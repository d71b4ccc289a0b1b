/* SPDX-License-Identifier: MIT */
#include "diff_baseline.h"

#include "json/json.h"

#include <stdlib.h>
#include <string.h>

static const cJSON *member_of(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static const char *text_of(const cJSON *object, const char *key)
{
    return cJSON_GetStringValue(member_of(object, key));
}

diff_baseline diff_baseline_read(const invocation *call, const char *path)
{
    json_document document;
    uriproof_error error;
    if (!json_document_open(&document, path, &error))
        fail(call, "%s", error.words);
    diff_baseline b = {path, json_value_read(&document, json_root(&document)).tree};
    json_document_close(&document);
    if (!cJSON_IsArray(member_of(b.known, "classes")))
        fail(call, "%s: no \"classes\"; a baseline is a file of 'uriproof diff --json'", path);
    return b;
}

/* Does the baseline have the class? One that the specification brings about is another one than
 * that of a parser. */
static bool is_known(const diff_baseline *b, const char *id, bool by_specification)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(b->known, "classes"))
    {
        const cJSON *known = cJSON_GetObjectItemCaseSensitive(one, "id");
        const bool is_so = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(one, "by_specification"));
        if (cJSON_IsString(known) && strcmp(known->valuestring, id) == 0 &&
            is_so == by_specification)
            return true;
    }
    return false;
}

bool diff_baseline_lacks(const diff_baseline *b, const export_class *one)
{
    return one->again == SHOWN_AGAIN &&
           !is_known(b, text_of(one->shown, "id"), is_by_specification(one));
}

/* Is a parser of that name in the list, and was it asked? */
static bool was_asked(const cJSON *list, const char *name)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, list)
    {
        const char *is = text_of(one, "name");
        if (is != NULL && strcmp(is, name) == 0)
            return member_of(one, "outcome") == NULL;
    }
    return false;
}

/* Lists the parsers that were asked, and are not among `others`. The caller frees it. */
static char *asked_alone(const cJSON *list, const cJSON *others)
{
    uriproof_text_written names;
    FILE *out = uriproof_text_open(&names);
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, list)
    {
        const char *name = text_of(one, "name");
        if (name != NULL && was_asked(list, name) && !was_asked(others, name))
            fprintf(out, "%s%s", ftell(out) > 0 ? ", " : "", name);
    }
    fclose(out);
    return names.octets;
}

void diff_baseline_compare(const invocation *call, const diff_baseline *b, const diff_export *found)
{
    static const char *const settings[] = {"op", "by", "chains"};
    const cJSON *then = member_of(b->known, "parsers");
    char *joined = asked_alone(found->parsers, then);
    char *gone = asked_alone(then, found->parsers);
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        if (!cJSON_Compare(member_of(b->known, settings[i]),
                           member_of(found->settings, settings[i]), true))
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
    cJSON_Delete(b->known);
}
