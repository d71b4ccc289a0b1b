/* SPDX-License-Identifier: MIT */
/*
 * Runs of the same command, settings, source and parsers, as one. No run is ever deleted from a
 * store, but texts that several runs asked from the start on are counted for the one that went
 * furthest. So what is counted depends only on which runs there are.
 */
#ifndef URIPROOF_FINDINGS_SOURCES_H
#define URIPROOF_FINDINGS_SOURCES_H

#include "database.h"

/* Is the class a finding? It is confirmed, and the specification is not to blame. */
bool class_is_finding(const export_class *class);

/* Reads the sources of the list, and who stands apart in their findings. */
void sources_read(findings *f, finding_list *list);

#endif
