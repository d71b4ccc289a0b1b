/* SPDX-License-Identifier: MIT */
#include "proc.h"

#include <dirent.h>
#include <stdlib.h>

void proc_each(bool (*visit)(void *self, pid_t pid), void *self)
{
    bool more = true;
    DIR *processes = opendir("/proc");
    if (processes == NULL)
        return;
    for (struct dirent *entry; more && (entry = readdir(processes)) != NULL;) {
        long pid = strtol(entry->d_name, NULL, 10); /* 0 for what is no process */
        if (pid > 1)
            more = visit(self, (pid_t)pid);
    }
    closedir(processes);
}

FILE *proc_open(pid_t pid, const char *fact)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, fact);
    return fopen(path, "r");
}
