/* SPDX-License-Identifier: MIT */
#include "difference_names.h"

#include "kept_profiles.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char difference_profile_help[] =
    "what 'profile --out' wrote: names the differences of these parsers. Default: the profile that "
    "is kept beside the adapter";

void difference_names_open(const invocation *call, difference_names *names)
{
    uriproof_error error;
    if (names->path != NULL && !profile_records_read(&names->given, names->path, &error))
        fail(call, "%s", error.words);
}

/* Returns true if the parser is one of those that are asked. */
static bool is_asked(const parsers *from, const char *name)
{
    for (size_t m = 0; m < from->count; m++)
        if (strcmp(from->members[m].name, name) == 0)
            return true;
    return false;
}

/* Ends the program if none of the profiles that were given is of a parser that is asked: nothing
 * would be named by it. */
static void check_given(const invocation *call, const parsers *from, const difference_names *names)
{
    for (size_t i = 0; i < names->given.count; i++)
        if (is_asked(from, names->given.items[i].parser))
            return;
    if (names->path != NULL)
        usage_error(call, "--profile %s has no profile of a parser that is asked, but of %s",
                    names->path,
                    names->given.count > 0 ? names->given.items[0].parser : "no parser");
}

static void set_profile(difference_names *names, size_t m, const profile *own)
{
    namer_set(names->namer, m, own);
    names->profiles[m] = *own;
    names->digests[m] = profile_digest(own);
}

/* Says that a profile is of another version. */
static void say_version(const invocation *call, const profile_record *kept, const char *version,
                        const char *what)
{
    if (strcmp(kept->version, version) != 0)
        failure(call, "note: the profile of %s is of its version %s, and this is %s: %s",
                kept->parser, kept->version, version, what);
}

static const profile *kept_profile(const invocation *call, const manifest *entry,
                                   profile_records *kept, const char *version)
{
    kept_profiles_add(call, kept, entry);
    const profile *own = kept_profile_of(kept, entry->name, version);
    if (kept->count > 0 && own == NULL)
        say_version(call, kept->items, version, "it names nothing");
    return own;
}

/* Sets the profile of a member. That of the reference is that of the specification itself. */
static void find_profile(const invocation *call, const parsers *from, size_t m, const char *version,
                         difference_names *names)
{
    const profile claimed = profile_of_rfc3986(NULL);
    const manifest *entry = from->entries[m];
    const profile_record *given =
        profile_record_named(&names->given, from->members[m].name, version);
    profile_records kept = {NULL, 0, NULL, 0};
    if (given != NULL) {
        say_version(call, given, version, "it is used all the same");
        set_profile(names, m, &given->profile);
    } else if (entry != NULL && strcmp(entry->name, own_reference) == 0) {
        set_profile(names, m, &claimed);
    } else if (entry != NULL) {
        const profile *own = kept_profile(call, entry, &kept, version);
        if (own != NULL)
            set_profile(names, m, own);
    }
    profile_records_free(&kept);
}

void difference_names_find(const invocation *call, const parsers *from, panel *p,
                           difference_names *names)
{
    check_given(call, from, names);
    panel_greet(p);
    names->namer = namer_new(from->count);
    names->digests = calloc(from->count + 1, sizeof *names->digests);
    names->profiles = calloc(from->count + 1, sizeof *names->profiles);
    for (size_t m = 0; m < from->count; m++) {
        const hello *said = panel_hello(p, m);
        if (said->name != NULL)
            find_profile(call, from, m, said->version != NULL ? said->version : "", names);
    }
    panel_name_by(p, namer_classes(names->namer));
}

/* Writes the members whose replies are not those of their profiles by that class, if there are any.
 */
static void write_unexplained(json_writer *w, const difference_names *names, const parsers *from,
                              const text_replies *all, const answer_class *class)
{
    bool any = false;
    for (size_t m = 0; m < from->count; m++) {
        if (!namer_is_unexplained(names->namer, m, all, class))
            continue;
        if (!any)
            json_open_array(w, "not_explained");
        any = true;
        json_text(w, NULL, from->members[m].name);
    }
    if (any)
        json_close(w);
}

/* Writes what the deviation is, and whose replies are made of it. */
static void write_deviation(json_writer *w, const difference_names *names, const parsers *from,
                            const text_replies *all, const char *id, const bool *breakers)
{
    char *does = namer_does(id);
    json_text_if(w, "does", does);
    json_open_array(w, "deviates");
    for (size_t m = 0; m < from->count; m++)
        if (breakers != NULL ? breakers[m] : namer_deviates(names->namer, m, all, id))
            json_text(w, NULL, from->members[m].name);
    json_close(w);
    free(does);
}

void difference_names_write_class(json_writer *w, const difference_names *names,
                                  const parsers *from, const text_replies *all,
                                  const answer_class *class, const bool *breakers)
{
    if (class->kind == CLASS_DEVIATION)
        write_deviation(w, names, from, all, class->character, breakers);
    else if (class->kind != CLASS_FAULT && class->kind != CLASS_BY_TEXT && breakers == NULL)
        write_unexplained(w, names, from, all, class);
}

void difference_names_write_digest(json_writer *w, const difference_names *names, size_t m)
{
    char digest[20];
    if (names == NULL || names->digests == NULL || names->digests[m] == 0)
        return;
    snprintf(digest, sizeof digest, "%016" PRIx64, names->digests[m]);
    json_text(w, "profile", digest);
}

void difference_names_close(difference_names *names)
{
    namer_free(names->namer);
    free(names->digests);
    free(names->profiles);
    profile_records_free(&names->given);
}
