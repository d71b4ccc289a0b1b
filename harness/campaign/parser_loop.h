/* SPDX-License-Identifier: MIT */
/*
 * The loop over parsers in other processes. It takes up the texts of a folder, makes others of
 * them, asks a panel about all, and writes those that showed a class not seen before back into the
 * folder, where fuzzing engines find them. Parsers in any language so take part in a campaign.
 */
#ifndef URIPROOF_CAMPAIGN_PARSER_LOOP_H
#define URIPROOF_CAMPAIGN_PARSER_LOOP_H

#include "text_folder.h"

#include "survey/survey.h"

/* The texts of a turn. */
enum { PARSER_LOOP_BATCH = 256 };

typedef struct parser_loop parser_loop;

typedef struct parser_loop_options {
    text_folder *folder;
    text_folder *urgent; /* its texts are asked before those of `folder`, and nothing is made of
                            them; or NULL */
    survey *survey;
    panel *panel;
    uint64_t
        seed; /* what texts are made by; the same seed makes the same texts of the same folder */
} parser_loop_options;

parser_loop *parser_loop_new(const parser_loop_options *options);

/* Asks about at most `most` texts, and at most PARSER_LOOP_BATCH: those of the folder that were not
 * asked yet, and texts made of others. Returns what it asks, which lasts until the second call
 * after this one, and sets *count to its number. As survey_ask does, it goes on asking after the
 * return. */
const uriproof_request *parser_loop_turn(parser_loop *l, size_t most, size_t *count);

/* Returns how many texts of the urgent folder were not asked yet. */
size_t parser_loop_urgent(parser_loop *l);

/* Waits for the last answers, and asks for the chains that were left. */
void parser_loop_settle(parser_loop *l);

/* Returns false and sets errno if a file or the folder could not be written or read. The loop goes
 * on all the same. */
bool parser_loop_is_good(const parser_loop *l);

void parser_loop_free(parser_loop *l);

#endif
