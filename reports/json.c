/* SPDX-License-Identifier: MIT */
#include "results/results.h"

const uriproof_report_format report_json = {
    "json", "json", "the results themselves, to be read back", uriproof_results_write};
