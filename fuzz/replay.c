/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzz target on files, without an engine, and prints one TAP test point for each file. Its
 * arguments are files and folders. The files of a folder are run in the order of their names,
 * without subfolders. Without arguments it uses the folders that the build has set. Each file runs
 * in a child process. If that crashes, its test point fails, and the other files still run.
 */
#include "input.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS_A_FILE = 60 };

typedef struct tally {
    size_t points;
    size_t failed;
} tally;

/* Prints a name so that it stays data in TAP, where `#` would begin a directive and a newline
 * another line. */
static void print_escaped(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '#' || *text == '\\')
            putchar('\\');
        putchar((unsigned char)*text < 0x20 ? '?' : *text);
    }
}

static void print_point(tally *all, const char *name, const char *fault, int number)
{
    all->points++;
    all->failed += fault != NULL;
    printf("%sok %zu - ", fault != NULL ? "not " : "", all->points);
    print_escaped(name);
    if (fault != NULL)
        printf(": %s %d", fault, number);
    putchar('\n');
}

/* Returns the octets of the file, which the caller frees. Returns NULL and sets errno on
 * failure. */
static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    struct stat about;
    uint8_t *octets = NULL;
    if (fstat(fileno(file), &about) == 0) {
        *size = (size_t)about.st_size;
        octets = fuzz_allocate(*size);
        if (fread(octets, 1, *size, file) != *size) {
            free(octets);
            octets = NULL;
            errno = EIO;
        }
    }
    fclose(file);
    return octets;
}

static _Noreturn void run_target(const uint8_t *data, size_t size)
{
    alarm(SECONDS_A_FILE);
    LLVMFuzzerTestOneInput(data, size);
    exit(0);
}

static void replay_file(const char *path, tally *all)
{
    size_t size = 0;
    uint8_t *data = read_file(path, &size);
    if (data == NULL) {
        print_point(all, path, "not read, error", errno);
        return;
    }
    fflush(stdout);
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        run_target(data, size);
    free(data);
    if (child < 0 || waitpid(child, &status, 0) < 0)
        print_point(all, path, "not run, error", errno);
    else if (WIFSIGNALED(status))
        print_point(all, path, "ended by signal", WTERMSIG(status));
    else
        print_point(all, path, WEXITSTATUS(status) != 0 ? "ended with status" : NULL,
                    WEXITSTATUS(status));
}

static char *joined(const char *folder, const char *name)
{
    size_t length = strlen(folder) + strlen(name) + 2;
    char *path = fuzz_allocate(length);
    snprintf(path, length, "%s/%s", folder, name);
    return path;
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Runs all files of a folder. A folder without files is a failure, since it would test nothing. */
static void replay_folder(const char *folder, tally *all)
{
    struct dirent **entries = NULL;
    size_t before = all->points;
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char *path = joined(folder, entries[i]->d_name);
        if (!is_folder(path))
            replay_file(path, all);
        free(path);
        free(entries[i]);
    }
    free(entries);
    if (all->points == before)
        print_point(all, folder, "no files, error", count < 0 ? errno : 0);
}

static void replay(const char *path, tally *all)
{
    if (is_folder(path))
        replay_folder(path, all);
    else
        replay_file(path, all);
}

/* The folders that the build has set. */
static const char *const defaults[] = {URIPROOF_FUZZ_FOLDERS};

int main(int argc, char **argv)
{
    tally all = {0, 0};
    setenv("URIPROOF_FUZZ_FOUND", "", 0); /* classes are no failure: none is told */
    if (LLVMFuzzerInitialize != NULL)
        LLVMFuzzerInitialize(&argc, &argv);
    puts("TAP version 13");
    for (int i = 1; i < argc; i++)
        replay(argv[i], &all);
    if (argc < 2)
        for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++)
            replay(defaults[i], &all);
    printf("1..%zu\n", all.points);
    return all.failed > 0;
}
