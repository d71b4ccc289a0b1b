/* SPDX-License-Identifier: MIT */
/* A campaign: a folder of texts that fuzzing engines and a loop over parsers share. */
#ifndef URIPROOF_CAMPAIGN_CAMPAIGN_H
#define URIPROOF_CAMPAIGN_CAMPAIGN_H

#include "crash_files.h"
#include "engines.h"
#include "finish.h"
#include "parser_loop.h"
#include "record.h"
#include "target.h"
#include "text_folder.h"
#include "tool.h"

#endif
