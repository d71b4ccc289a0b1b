/* SPDX-License-Identifier: MIT */
#include "formats.h"

bool report_write_json(const uriproof_results *results, FILE *out)
{
    return uriproof_results_write(results, out);
}
