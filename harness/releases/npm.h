/* SPDX-License-Identifier: MIT */
/* npm, which lists and installs releases. No shell runs it, and no script of a package is run. */
#ifndef URIPROOF_RELEASES_NPM_H
#define URIPROOF_RELEASES_NPM_H

#include "range.h"

/* Lists all releases of a package that are no prereleases, in no order. The caller frees *list.
 * Returns false with *error if npm is not there, or fails: what it said is on standard error. */
bool npm_list(const char *package, release **list, size_t *count, uriproof_error *error);

/* Installs those of the releases that are not there yet, each as
 * FOLDER/node_modules/PACKAGE-RELEASE. Makes the folder. Returns false with *error as npm_list
 * does. */
bool npm_install(const char *folder, const char *package, const release *list, size_t count,
                 uriproof_error *error);

#endif
