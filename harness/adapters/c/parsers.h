/* SPDX-License-Identifier: MIT */
/*
 * The libraries of a host program that were found when uriproof was configured, each as a server.
 * They keep their state in one place each, so one thread at a time may ask a server.
 */
#ifndef URIPROOF_PARSERS_H
#define URIPROOF_PARSERS_H

#include <uriproof/serve.h>

/* The name of the program that the table is for, "uriproof-host". Static. */
const char *uriproof_host_program(void);

/* The table, in the order of CMakeLists.txt; *count receives its size. Static. */
const uriproof_server *const *uriproof_host_servers(size_t *count);

/* The server of that name, or NULL. */
const uriproof_server *uriproof_host_server_named(const char *name);

#endif
