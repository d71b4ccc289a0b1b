/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* for inet_aton */
#include "address.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

typedef struct address {
    int family;
    union {
        struct in_addr four;
        struct in6_addr six;
    } octets;
} address;

/* inet_aton takes whatever stands after a space, and C strings end at a NUL. */
static bool is_written_like_address(uriproof_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.octets[i] == '\0' || strchr("0123456789abcdefABCDEFxX.:", text.octets[i]) == NULL)
            return false;
    return true;
}

/* What `host` stands for: in brackets an IPv6 address, else IPv4 in any notation of inet_aton. */
static bool read_address(uriproof_span host, address *found)
{
    bool six = host.length > 2 && host.octets[0] == '[' && host.octets[host.length - 1] == ']';
    uriproof_span text = six ? (uriproof_span){host.octets + 1, host.length - 2} : host;
    if (text.length == 0 || !is_written_like_address(text))
        return false;
    char *string = strndup(text.octets, text.length);
    *found = (address){.family = six ? AF_INET6 : AF_INET};
    bool is_one = string != NULL && (six ? inet_pton(AF_INET6, string, &found->octets.six) == 1
                                         : inet_aton(string, &found->octets.four) != 0);
    free(string);
    return is_one;
}

bool address_same(uriproof_span expected, uriproof_span given)
{
    address e, g;
    if (!read_address(expected, &e) || !read_address(given, &g) || e.family != g.family)
        return false;
    return e.family == AF_INET6 ? memcmp(&e.octets.six, &g.octets.six, sizeof e.octets.six) == 0
                                : e.octets.four.s_addr == g.octets.four.s_addr;
}
