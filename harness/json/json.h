/* SPDX-License-Identifier: MIT */
/* JSON: the strict reader, octets in objects, objects of files, and what is written. */
#ifndef URIPROOF_JSON_JSON_H
#define URIPROOF_JSON_JSON_H

#include "json_document.h"
#include "json_read.h"
#include "json_write.h"
#include "json_writer.h"
#include "object_reader.h"
#include "octets.h"

#endif
