/* SPDX-License-Identifier: MIT */
#ifndef URIPROOF_CLI_TRAITS_TABLE_H
#define URIPROOF_CLI_TRAITS_TABLE_H

/* Prints the traits as docs/traits.md has them, in Markdown. */
void put_traits_table(void);

#endif
