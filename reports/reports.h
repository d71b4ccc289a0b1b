/* SPDX-License-Identifier: MIT */
/*
 * The forms in which results are written: TAP, JUnit, SARIF and workflow commands for machines that
 * gate, JSON to be read back, Markdown, HTML and a badge for people.
 *
 * Each writes the same octets for the same results: no dates, no times, no addresses. What comes
 * from outside (a URI, an adapter's name, its words) is data to all of them: it is escaped for the
 * form it is written in, and what does not print is written \xHH.
 */
#ifndef URIPROOF_REPORTS_REPORTS_H
#define URIPROOF_REPORTS_REPORTS_H

#include "results/results.h"

/* A format's `write` (uriproof_report_formats) returns false where `out` took an error, which it
 * learns by flushing it, or memory failed. It neither closes `out` nor keeps any state. */

#endif
