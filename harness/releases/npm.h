/* SPDX-License-Identifier: MIT */
/* npm, which lists and installs releases, and the adapter that asks them. No shell runs them, and
 * no script of a package is run. */
#ifndef URIPROOF_RELEASES_NPM_H
#define URIPROOF_RELEASES_NPM_H

#include "range.h"

/* Lists all releases of a package that are no prereleases, in no order. The caller frees *list.
 * Returns false with *error if npm is not there, or fails: what it said is on standard error. */
bool npm_list(const char *package, release **list, size_t *count, uriproof_error *error);

/* Returns the names of the packages that the adapter of releases can ask, one a line; the caller
 * frees them. `script` is that adapter. Returns NULL with *error if it does not run. */
char *packages_known(const char *script, uriproof_error *error);

/* Returns the folder of a release in the folder of all; the caller frees it. The release is there
 * if that folder is, because the folder is made whole. In it, the package is
 * node_modules/PACKAGE-RELEASE. */
char *release_folder(const char *folder, const char *package, const release *one);

/* Installs a release, unless it is there. If another process installs one in `folder`, waits until
 * that has ended. Returns false with *error as npm_list does, or if a folder cannot be made. */
bool npm_install(const char *folder, const char *package, const release *one,
                 uriproof_error *error);

#endif
