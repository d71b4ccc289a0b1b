/* SPDX-License-Identifier: MIT */
/* JSON: the strict reader, files, octets in objects, and the writer. */
#ifndef URIPROOF_JSON_JSON_H
#define URIPROOF_JSON_JSON_H

#include "json_document.h"
#include "json_read.h"
#include "json_writer.h"
#include "octets.h"

#endif
