/* SPDX-License-Identifier: MIT */
#include "explain_trait.h"

#include "kept_profiles.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80, INDENT = 8 };

/* What a text does that two programs read in two ways, by risk. */
static const char *const harm[TRAIT_RISKS] = {
    [TRAIT_RISK_HOST] = "the text leads to another host",
    [TRAIT_RISK_ACCESS] = "the text leads to another port, user or resource of the host",
    [TRAIT_RISK_ACCEPT] = "one rejects the text that the other uses",
    [TRAIT_RISK_FORM] = "both mean the same, and write it in another way",
};

/* Returns the trait that the id names, or TRAIT_COUNT. */
static trait_id trait_of(const char *id)
{
    char name[64];
    const char *slash = strrchr(id, '/');
    const char *from = slash != NULL ? slash + 1 : id;
    const size_t length = strcspn(from, "=");
    if (length >= sizeof name)
        return TRAIT_COUNT;
    memcpy(name, from, length);
    name[length] = '\0';
    return trait_named(name);
}

const char *trait_clause_of(const char *id)
{
    const trait_id found = trait_of(id);
    return found < TRAIT_COUNT ? traits[found].clause : NULL;
}

/* Reads the kept profiles of all adapters. */
static profile_records read_profiles(const invocation *call, const data_paths *paths)
{
    manifests known;
    profile_records found = {NULL, 0, NULL, 0};
    load_manifests(call, paths, NULL, &known);
    for (size_t i = 0; i < known.count; i++)
        kept_profiles_add(call, &found, &known.entries[i]);
    manifests_free(&known);
    return found;
}

/* How a parser deviates: it has the value, or takes other octets than RFC 3986. */
typedef bool (*has_change)(const profile_change *one, unsigned value);

static bool has_value(const profile_change *one, unsigned value)
{
    return one->now == value;
}

static bool takes_more(const profile_change *one, unsigned value)
{
    (void)value;
    return !octets_are_empty(&one->also);
}

static bool takes_fewer(const profile_change *one, unsigned value)
{
    (void)value;
    return !octets_are_empty(&one->less);
}

static bool deviates(const profile_record *of, trait_id id, has_change has, unsigned value)
{
    const profile claimed = profile_of_rfc3986(NULL);
    size_t count;
    profile_change *list = profile_changes(&claimed, &of->profile, &count);
    bool any = false;
    for (size_t i = 0; i < count; i++)
        any = any || (list[i].trait == id && has(&list[i], value));
    free(list);
    return any;
}

/* Prints the parsers that deviate so. */
static void put_parsers(const profile_records *kept, trait_id id, has_change has, unsigned value)
{
    uriproof_text_written names;
    FILE *out = uriproof_text_open(&names);
    size_t count = 0;
    for (size_t i = 0; i < kept->count; i++)
        if (deviates(&kept->items[i], id, has, value))
            fprintf(out, "%s%s %s", count++ > 0 ? ", " : "", kept->items[i].parser,
                    kept->items[i].version);
    fclose(out);
    if (count > 0)
        put_wrapped(stdout, names.octets, printf("%*s", INDENT, ""), WIDTH);
    free(names.octets);
}

/* Is the value allowed by RFC 3986 in some operation? */
static bool is_allowed(trait_id id, unsigned value)
{
    bool allowed = false;
    for (unsigned op = 0; op < MODEL_OPS; op++)
        allowed = allowed || (trait_allowed(id, (model_op)op) >> value & 1U) != 0;
    return allowed;
}

static void put_value(trait_id id, unsigned value)
{
    char *words = text_made("%s: %s%s", traits[id].values[value].id, traits[id].values[value].does,
                            is_allowed(id, value) ? " (RFC 3986)" : "");
    put_wrapped(stdout, words, printf("    "), WIDTH);
    free(words);
}

void put_trait(const invocation *call, const data_paths *paths, const char *id)
{
    const trait_id of = trait_of(id);
    profile_records kept = read_profiles(call, paths);
    char *words = text_made("%s: %s", traits[of].id, traits[of].asks);
    put_wrapped(stdout, words, 0, WIDTH);
    free(words);
    for (unsigned value = 0; value < trait_value_count(of); value++) {
        put_value(of, value);
        put_parsers(&kept, of, has_value, value);
    }
    if ((unsigned)of < OCTET_PARTS) {
        puts("    more: takes octets that no rule allows");
        put_parsers(&kept, of, takes_more, 0);
        puts("    fewer: rejects octets that a rule allows");
        put_parsers(&kept, of, takes_fewer, 0);
    }
    words = text_made("If two programs differ in it, %s. The parsers are those whose kept profile "
                      "has the value.",
                      harm[traits[of].risk]);
    put_wrapped(stdout, words, 0, WIDTH);
    free(words);
    profile_records_free(&kept);
}
