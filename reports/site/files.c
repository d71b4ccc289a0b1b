/* SPDX-License-Identifier: MIT */
/* The files of the site: their names, and how they are written. */
#include "page.h"

#include "assets.h"

#include <errno.h>
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

void page_part_suffix(FILE *out, size_t part)
{
    if (part > 0)
        fprintf(out, "~%zu", part + 1);
    fputs(".html", out);
}

void page_parser_file(FILE *out, const site *s, size_t adapter, size_t dialect, size_t part)
{
    fprintf(out, "parsers/%s.%s", s->adapter_stems[adapter], s->dialect_stems[dialect]);
    page_part_suffix(out, part);
}

void page_clause_file(FILE *out, const site *s, size_t clause, size_t part)
{
    fprintf(out, "clauses/%s", s->clause_stems[clause]);
    page_part_suffix(out, part);
}

void page_pair_file(FILE *out, const site *s, size_t a, size_t b)
{
    fprintf(out, "pairs/%s~%s.html", s->adapter_stems[a < b ? a : b],
            s->adapter_stems[a < b ? b : a]);
}

void page_lineage_file(FILE *out, const site *s, size_t dialect)
{
    fprintf(out, "lineage/%s.html", s->dialect_stems[dialect]);
}

void page_case_anchor(FILE *out, const site *s, size_t number)
{
    const char *id = site_own_id(s, number);
    if (is_safe(id))
        fprintf(out, "v-%s", id);
    else
        fprintf(out, "v-_%zu", number);
}

void page_case_file(FILE *out, const site *s, size_t number)
{
    page_clause_file(out, s, s->home[number], s->part[number]);
    fputc('#', out);
    page_case_anchor(out, s, number);
}

/* ---- Writing ---- */

static void fail(site *s, int reason)
{
    if (!s->failed)
        s->reason = reason;
    s->failed = true;
}

FILE *site_open(site *s, const char *path)
{
    FILE *out = s->failed ? NULL : new_folder_open(s->folder, path);
    if (out != NULL)
        return out;
    fail(s, errno);
    out = fopen("/dev/null", "w");
    if (out == NULL)
        uriproof_out_of_memory();
    return out;
}

void site_close(site *s, FILE *out)
{
    errno = EIO; /* of a failure before the last octets, whose reason is not known any more */
    bool written = report_done(out);
    if (!written)
        fail(s, errno);
    if (fclose(out) != 0)
        fail(s, errno);
}

void site_write_assets(site *s)
{
    for (size_t i = 0; i < site_asset_count; i++) {
        FILE *out = site_open(s, site_assets[i].name);
        fwrite(site_assets[i].octets, 1, site_assets[i].length, out);
        site_close(s, out);
    }
}
