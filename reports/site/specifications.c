/* SPDX-License-Identifier: MIT */
#include "specifications.h"

#include "protocol/protocol.h"

#include <string.h>

/* The oldest first. The page "URL syntax" has no date; it is from before RFC 1738, which does not
 * demand its prefix any more. */
static const struct {
    const char *name, *title, *date;
} all[] = {
    {"url-syntax", "URL syntax", "undated"},
    {"draft-www-uri-00", "draft-www-uri-00", "March 1994"},
    {"rfc1630", "RFC 1630", "June 1994"},
    {"rfc1738", "RFC 1738", "December 1994"},
    {"rfc1808", "RFC 1808", "June 1995"},
    {"rfc2396", "RFC 2396", "August 1998"},
    {"rfc2732", "RFC 2732", "December 1999"},
    {"rfc3986", "RFC 3986", "January 2005"},
    {"rfc3987", "RFC 3987", "January 2005"},
    {"whatwg-url", "URL Standard", "still edited"},
};

enum { COUNT = sizeof all / sizeof all[0] };

size_t specification_age(const char *name)
{
    size_t i = 0;
    while (i < COUNT && strcmp(all[i].name, name) != 0)
        i++;
    return i;
}

const char *specification_title(const char *name)
{
    size_t i = specification_age(name);
    const uriproof_dialect *dialect = uriproof_dialect_named(name);
    return dialect != NULL ? dialect->document : i < COUNT ? all[i].title : NULL;
}

const char *specification_date(const char *name)
{
    size_t i = specification_age(name);
    return i < COUNT ? all[i].date : "";
}
