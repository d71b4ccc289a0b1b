/* SPDX-License-Identifier: MIT */
/* Characters of UTF-8. */
#include "stages.h"

/* Returns the length of the character of UTF-8 with which `text` begins; 0 if there is none (RFC
 * 3629: neither overlong, nor a surrogate, nor beyond 10FFFF). */
size_t utf8_length(const unsigned char *at, size_t left)
{
    const size_t length = *at < 0x80                   ? 1
                          : *at >= 0xc2 && *at <= 0xdf ? 2
                          : *at >= 0xe0 && *at <= 0xef ? 3
                          : *at >= 0xf0 && *at <= 0xf4 ? 4
                                                       : 0;
    if (length == 0 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    if ((*at == 0xe0 && at[1] < 0xa0) || (*at == 0xed && at[1] > 0x9f) ||
        (*at == 0xf0 && at[1] < 0x90) || (*at == 0xf4 && at[1] > 0x8f))
        return 0;
    return length;
}
