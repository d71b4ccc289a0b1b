/* SPDX-License-Identifier: MIT */
/*
 * Reads a file that the format which it names is for: an export of `diff`, a list of findings, a
 * campaign, profiles, or the manifest of an adapter. Whatever is wrong with it is told. An export
 * that is read, written and read again is the same, and its classes can be compared with each
 * other. So are profiles, of which each holds itself.
 */
#include "input.h"
#include "it.h"
#include "lines.h"

#include "findings/findings.h"
#include "profiles/profiles.h"
#include "reports.h"
#include "runner/runner.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *path; /* of the file */

static void put_file(const uint8_t *data, size_t size)
{
    path = fuzz_put_file("it.json", data, size);
}

static bool names(const uint8_t *data, size_t size, const char *format)
{
    const size_t length = strlen(format);
    size_t i = 0;
    while (i + length <= size && memcmp(data + i, format, length) != 0)
        i++;
    return i + length <= size;
}

static void demand_words(bool good, const uriproof_error *error)
{
    fuzz_demand(good || strstr(error->words, "it.json") != NULL, "a fault names the file");
}

/* ---- The kinds ---- */

static char *written(diff_export *e)
{
    char *octets;
    size_t length;
    FILE *out = open_memstream(&octets, &length);
    fuzz_demand(out != NULL && export_write(e, out) && fclose(out) == 0, "it is written");
    return octets;
}

static void read_export(void)
{
    uriproof_error error = {""};
    diff_export e, again;
    const bool good = export_read(path, &e, &error);
    demand_words(good, &error);
    if (!good)
        return;
    for (size_t i = 0; i < e.count; i++)
        findings_sets_apart(&e.classes[i], "a");
    char *first = written(&e), *second;
    put_file((const uint8_t *)first, strlen(first));
    fuzz_demand(export_read(path, &again, &error), "what is written is read");
    second = written(&again);
    fuzz_demand(strcmp(first, second) == 0, "the same octets");
    fuzz_demand(export_merge(&e, &again, &error), "two of a kind are merged");
    free(first);
    free(second);
    export_free(&e);
    export_free(&again);
}

static void read_findings(void)
{
    uriproof_error error = {""};
    findings_file file;
    demand_words(findings_file_open(&file, path, true, &error), &error);
    findings_file_close(&file);
}

static void read_campaign(void)
{
    uriproof_error error = {""};
    campaign_file file;
    demand_words(campaign_file_open(&file, path, &error), &error);
    campaign_file_close(&file);
}

static char *written_profiles(const profile_records *records)
{
    char *octets;
    size_t length;
    FILE *out = open_memstream(&octets, &length);
    fuzz_demand(out != NULL && profile_records_write(records, out) && fclose(out) == 0,
                "they are written");
    return octets;
}

static void read_profiles(void)
{
    uriproof_error error = {""};
    profile_records records = {0}, again = {0};
    const bool good = profile_records_read(&records, path, &error);
    demand_words(good, &error);
    if (good) {
        for (size_t i = 0; i < records.count; i++)
            fuzz_demand(record_holds(&records.items[i], &records.items[i]), "it holds itself");
        char *first = written_profiles(&records);
        put_file((const uint8_t *)first, strlen(first));
        fuzz_demand(profile_records_read(&again, path, &error), "what is written is read");
        char *second = written_profiles(&again);
        fuzz_demand(strcmp(first, second) == 0, "the same octets");
        free(first);
        free(second);
    }
    profile_records_free(&records);
    profile_records_free(&again);
}

/* Reads a manifest. It is told on standard error if it is left out. */
static void read_manifest(void)
{
    uriproof_error error = {""};
    manifests m = {NULL, 0};
    const int heard = dup(STDERR_FILENO), nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nothing, STDERR_FILENO);
    const bool good = manifests_add(&m, fuzz_file_folder(), &error);
    dup2(heard, STDERR_FILENO);
    close(nothing);
    close(heard);
    fuzz_demand(good, "a folder of one manifest is read");
    manifests_free(&m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    put_file(data, size);
    if (names(data, size, "uriproof-findings"))
        read_findings();
    else if (names(data, size, "uriproof-campaign"))
        read_campaign();
    else if (names(data, size, "uriproof-profile"))
        read_profiles();
    else if (names(data, size, "uriproof-adapter"))
        read_manifest();
    else
        read_export();
    return 0;
}
