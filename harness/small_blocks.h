/* SPDX-License-Identifier: MIT */
/*
 * Memory for cJSON in an adapter, whose requests and answers are made of some dozens of small
 * blocks each: else a third of its time goes into malloc and free.
 */
#ifndef URIPROOF_SMALL_BLOCKS_H
#define URIPROOF_SMALL_BLOCKS_H

/* From here on, for the whole program, cJSON has small blocks from a store of fixed size, and what
 * is larger, or over it, from malloc. What it has from before stays as it is. More calls change
 * nothing. Under AddressSanitizer all is malloc's. Not for programs in which several threads use
 * cJSON. */
void small_blocks_for_cjson(void);

#endif
