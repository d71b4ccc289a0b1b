/* SPDX-License-Identifier: MIT */
#include "files.h"

#include "assets.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Names ---- */

/* Returns true if Windows takes a file of that name, whatever its suffix, for a device. */
static bool is_device(const char *name)
{
    static const char *const devices[] = {"con", "prn", "aux", "nul"}, *const ports[] = {"com",
                                                                                         "lpt"};
    size_t length = strcspn(name, ".");
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
        if (length == 3 && strncasecmp(name, devices[i], 3) == 0)
            return true;
    for (size_t i = 0; i < sizeof ports / sizeof ports[0]; i++)
        if (length == 4 && strncasecmp(name, ports[i], 3) == 0 && uriproof_is_digit(name[3]))
            return true;
    return false;
}

/* Returns true if the name can be a part of the name of a file, on all systems, and of an anchor.
 * One that begins with "_" cannot: so begins what is written in place of other names. */
static bool is_safe(const char *name)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
    size_t length = strlen(name);
    return length > 0 && length <= 100 && strspn(name, safe) == length && name[0] != '.' &&
           name[0] != '_' && !is_device(name);
}

/* Names of which each is there once, even where case does not matter. */
typedef struct names {
    store *lower;
    size_t count;
} names;

static bool is_new(names *taken, const char *name)
{
    char lower[101];
    size_t length = strlen(name);
    for (size_t i = 0; i <= length; i++)
        lower[i] = uriproof_is_letter(name[i]) ? (char)(name[i] | 0x20) : name[i];
    bool new = store_number(taken->lower, lower) == taken->count;
    taken->count += new;
    return new;
}

/* Returns what stands for the name in names of files: itself if it can, else its number. */
static const char *stem_of(site *s, names *taken, const char *name, size_t number, bool dots)
{
    char instead[32];
    if (is_safe(name) && (dots || strchr(name, '.') == NULL) && is_new(taken, name))
        return name;
    snprintf(instead, sizeof instead, "_%zu", number);
    return store_text(s->memory, instead);
}

void site_name_files(site *s)
{
    const uriproof_results *r = s->results;
    names adapters = {store_new(), 0}, clauses = {store_new(), 0}, dialects = {store_new(), 0};
    s->adapter_stems = store_take(s->memory, r->adapter_count, sizeof *s->adapter_stems);
    s->clause_stems = store_take(s->memory, r->clause_count, sizeof *s->clause_stems);
    s->dialect_stems = store_take(s->memory, s->dialect_count, sizeof *s->dialect_stems);
    for (size_t i = 0; i < r->adapter_count; i++)
        s->adapter_stems[i] = stem_of(s, &adapters, r->adapters[i].name, i, false);
    for (size_t i = 0; i < r->clause_count; i++)
        s->clause_stems[i] = stem_of(s, &clauses, r->clauses[i].id, i, true);
    for (size_t i = 0; i < s->dialect_count; i++)
        s->dialect_stems[i] = stem_of(s, &dialects, s->dialects[i].name, i, false);
    store_free(adapters.lower);
    store_free(clauses.lower);
    store_free(dialects.lower);
}

/* The end of the name of a page's part. */
typedef struct suffix {
    char words[32];
} suffix;

/* Returns ".html", or "~2.html" for part number 1. */
static suffix suffix_of(size_t part)
{
    suffix found = {".html"};
    if (part > 0)
        snprintf(found.words, sizeof found.words, "~%zu.html", part + 1);
    return found;
}

char *site_part_file(const char *first, size_t part)
{
    return text_made("%.*s%s", (int)(strlen(first) - strlen(".html")), first,
                     suffix_of(part).words);
}

char *site_parser_file(const site *s, size_t adapter, size_t dialect, size_t part)
{
    return text_made("parsers/%s.%s%s", s->adapter_stems[adapter], s->dialect_stems[dialect],
                     suffix_of(part).words);
}

char *site_badge_file(const site *s, size_t adapter, size_t dialect)
{
    return text_made("badges/%s.%s.svg", s->adapter_stems[adapter], s->dialect_stems[dialect]);
}

char *site_clause_file(const site *s, size_t clause)
{
    return text_made("clauses/%s.html", s->clause_stems[clause]);
}

char *site_pair_file(const site *s, size_t a, size_t b)
{
    return text_made("pairs/%s~%s.html", s->adapter_stems[a < b ? a : b],
                     s->adapter_stems[a < b ? b : a]);
}

char *site_lineage_file(const site *s, size_t dialect)
{
    return text_made("lineage/%s.html", s->dialect_stems[dialect]);
}

char *site_case_anchor(const site *s, size_t number)
{
    const char *id = site_own_id(s, number);
    return is_safe(id) ? text_made("v-%s", id) : text_made("v-_%zu", number);
}

char *site_case_file(const site *s, size_t number)
{
    char *anchor = site_case_anchor(s, number);
    char *file = text_made("clauses/%s%s#%s", s->clause_stems[s->home[number]],
                           suffix_of(s->part[number]).words, anchor);
    free(anchor);
    return file;
}

/* ---- Writing ---- */

void site_write_assets(site *s)
{
    for (size_t i = 0; i < site_asset_count; i++) {
        FILE *out = new_folder_open(s->folder, site_assets[i].name);
        fwrite(site_assets[i].octets, 1, site_assets[i].length, out);
        new_folder_close(s->folder, out);
    }
}

static bool write_results(void *self, FILE *out)
{
    const site *s = self;
    return uriproof_results_write(s->results, out);
}

const char site_data[] = "results.json.gz";

void site_write_data(site *s)
{
    FILE *out = new_folder_open(s->folder, site_data);
    gzip_write(out, write_results, s);
    new_folder_close(s->folder, out);
}
