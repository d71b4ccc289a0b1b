/* SPDX-License-Identifier: MIT */
/* The files of the site that are the same for all results. CMake makes assets.c of them. */
#ifndef URIPROOF_REPORTS_ASSETS_H
#define URIPROOF_REPORTS_ASSETS_H

#include <stddef.h>

typedef struct site_asset {
    const char *name; /* "style.css" */
    const char *octets;
    size_t length;
} site_asset;

extern const site_asset site_assets[];
extern const size_t site_asset_count;

#endif
