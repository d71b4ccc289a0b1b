/* SPDX-License-Identifier: MIT */
/* What all other folders use: memory, errors, growing buffers, characters and files. */
#ifndef URIPROOF_BASE_BASE_H
#define URIPROOF_BASE_BASE_H

#include "atomic_file.h"
#include "buffer.h"
#include "characters.h"
#include "date.h"
#include "error.h"
#include "file.h"
#include "folder_list.h"
#include "gzip.h"
#include "hash.h"
#include "lock.h"
#include "near.h"
#include "new_folder.h"
#include "out_of_memory.h"
#include "output.h"
#include "store.h"
#include "text_parts.h"

#endif
