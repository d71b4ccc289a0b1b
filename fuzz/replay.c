/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzz target on files, without an engine, and prints one TAP test point for each file. Its
 * arguments are files and folders. The files of a folder are run in the order of their names,
 * without subfolders. Without arguments it uses the folders that the build has set. The files of a
 * folder run in one child process. If that fails, each runs in one of its own: the test point of
 * one that crashes fails, and the other files still run.
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

static void run_target(const char *path)
{
    size_t size = 0;
    uint8_t *data = read_file(path, &size);
    if (data == NULL) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    alarm(SECONDS_A_FILE);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

/* Runs files in a child process. Returns why that failed, with a number, or NULL. */
static const char *run_child(const char *const *paths, size_t count, int *number)
{
    fflush(stdout);
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        for (size_t i = 0; i < count; i++)
            run_target(paths[i]);
        exit(EXIT_SUCCESS);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0) {
        *number = errno;
        return "not run, error";
    }
    *number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    return WIFSIGNALED(status) ? "ended by signal" : *number != 0 ? "ended with status" : NULL;
}

static void replay_files(const char *const *paths, size_t count, const char *folder, tally *all)
{
    int number = 0, one = 0;
    const char *fault = run_child(paths, count, &number);
    size_t failed = all->failed;
    for (size_t i = 0; i < count; i++) {
        const char *alone = fault != NULL ? run_child(&paths[i], 1, &one) : NULL;
        print_point(all, paths[i], alone, one);
    }
    if (fault != NULL && all->failed == failed)
        print_point(all, folder, fault, number); /* its files fail only one after another */
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
    size_t files = 0;
    int count = scandir(folder, &entries, NULL, alphasort), error = errno;
    char **paths = fuzz_allocate((size_t)(count > 0 ? count : 0) * sizeof *paths);
    for (int i = 0; i < count; i++) {
        char *path = joined(folder, entries[i]->d_name);
        if (is_folder(path))
            free(path);
        else
            paths[files++] = path;
        free(entries[i]);
    }
    free(entries);
    if (files == 0)
        print_point(all, folder, "no files, error", count < 0 ? error : 0);
    else
        replay_files((const char *const *)paths, files, folder, all);
    for (size_t i = 0; i < files; i++)
        free(paths[i]);
    free(paths);
}

static void replay(const char *path, tally *all)
{
    if (is_folder(path))
        replay_folder(path, all);
    else
        replay_files(&path, 1, path, all);
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
