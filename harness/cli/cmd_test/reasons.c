/* SPDX-License-Identifier: MIT */
#include "reasons.h"

#include "cli/kept_profiles.h"
#include "cli/stop.h"
#include "differences/differences.h"

#include <stdlib.h>
#include <string.h>

/* Returns the record of an adapter, or NULL. If both are of one parser, it is the same under
 * whatever name. */
static const profile_record *record_of(const profile_records *in, const uriproof_results *results,
                                       size_t adapter)
{
    const uriproof_adapter_results *of = &results->adapters[adapter];
    const profile_record *named = profile_record_named(in, of->name, of->version);
    return named == NULL && in->count == 1 && results->adapter_count == 1 ? in->items : named;
}

/* Ends the program if what is accepted is by another specification than the run. */
static void check_accepted(const reasons *r, const uriproof_dialect *dialect)
{
    for (size_t i = 0; i < r->accepted.count; i++) {
        const uriproof_dialect *by = r->accepted.items[i].specification;
        if (by != dialect)
            usage_error(r->test->call, "%s is by %s, and this run is by %s: say --dialect %s",
                        r->test->accepted, by->document, dialect->document, by->name);
    }
}

static void add_specification(reasons *r, const uriproof_dialect *dialect, const data_paths *paths)
{
    const testing *t = r->test;
    uriproof_error error;
    if (!specification_is_measured(dialect, paths->data))
        return;
    r->by = list_grown(r->by, r->by_count, sizeof *r->by);
    if (!specification_read(&r->by[r->by_count++], dialect, &t->choice.readings, paths->data,
                            &error))
        fail(t->call, "%s", error.words);
}

void reasons_open(const testing *t, const data_paths *paths,
                  const uriproof_dialect *const *dialects, size_t count, reasons *r)
{
    uriproof_error error;
    *r = (reasons){.test = t};
    if (t->profile != NULL && !profile_records_read(&r->given, t->profile, &error))
        fail(t->call, "%s", error.words);
    if (t->accepted != NULL && !profile_records_read(&r->accepted, t->accepted, &error))
        fail(t->call, "%s", error.words);
    for (size_t i = 0; i < count; i++) {
        check_accepted(r, dialects[i]);
        add_specification(r, dialects[i], paths);
    }
    for (size_t i = 0; i < t->parsers.count; i++)
        if (t->parsers.entries[i] != NULL)
            kept_profiles_add(t->call, &r->kept, t->parsers.entries[i]);
}

void reasons_close(reasons *r)
{
    profile_records_free(&r->given);
    profile_records_free(&r->accepted);
    profile_records_free(&r->kept);
    free(r->by);
}

/* Returns the specification that the results are by; NULL if it has no profile. */
static const specification *specification_of(const reasons *r, const uriproof_results *results)
{
    const uriproof_dialect *dialect =
        results->dialect != NULL ? uriproof_dialect_named(results->dialect) : NULL;
    for (size_t i = 0; i < r->by_count; i++)
        if (r->by[i].dialect == dialect)
            return &r->by[i];
    return NULL;
}

void reasons_find(const reasons *r, uriproof_results *results)
{
    const testing *t = r->test;
    const specification *by = specification_of(r, results);
    if (by == NULL)
        return;
    for (size_t i = 0; i < results->adapter_count; i++) {
        const uriproof_adapter_results *one = &results->adapters[i];
        const profile_record *own = record_of(&r->given, results, i);
        if (t->profile != NULL && own == NULL && !t->quiet)
            failure(t->call, "%s has no profile of %s", t->profile, one->name);
        explain_failures(results, i,
                         own != NULL ? &own->profile
                                     : kept_profile_of(&r->kept, one->name, one->version),
                         by, is_stopped);
    }
}

/* Says how many failures are known, and how many new. */
static void say_accepted(const testing *t, const uriproof_results *results)
{
    size_t known = 0, new = 0;
    for (size_t i = 0; i < results->adapter_count; i++)
        for (size_t k = 0; k < results->case_count; k++) {
            known += results->adapters[i].results[k]->known == URIPROOF_KNOWN_FAILURE;
            new += results->adapters[i].results[k]->known == URIPROOF_NEW_FAILURE;
        }
    put_line(stderr, "accepted %s: %zu known-failure, %zu new-failure", t->accepted, known, new);
}

void reasons_accept(const reasons *r, uriproof_results *results)
{
    const testing *t = r->test;
    const specification *by = specification_of(r, results);
    if (t->accepted == NULL || by == NULL)
        return;
    for (size_t i = 0; i < results->adapter_count; i++) {
        const char *name = results->adapters[i].name;
        const profile_record *own = record_of(&r->accepted, results, i);
        if (own == NULL)
            failure(t->call, "%s has no profile of %s: 'profile --out' writes one", t->accepted,
                    name);
        accept_failures(results, i, own, by);
    }
    if (!t->quiet)
        say_accepted(t, results);
}
