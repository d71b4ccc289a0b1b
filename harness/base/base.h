/* SPDX-License-Identifier: MIT */
/* What every room stands on: memory, errors, octets that grow, characters and files. */
#ifndef URIPROOF_BASE_BASE_H
#define URIPROOF_BASE_BASE_H

#include "buffer.h"
#include "characters.h"
#include "error.h"
#include "file.h"
#include "new_files.h"
#include "out_of_memory.h"
#include "whole_file.h"

#endif
