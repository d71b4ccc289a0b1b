/* SPDX-License-Identifier: MIT */
#include "results/results.h"

const uriproof_report_format report_json = {
    .name = "json",
    .suffix = "json",
    .about = "the results themselves, to be read back",
    .write = uriproof_results_write,
};
