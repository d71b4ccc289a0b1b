/* SPDX-License-Identifier: MIT */
/* The authority: userinfo, host and port. */
#include "stages.h"
#include "values.h"

#include <stdio.h>
#include <string.h>

/* ---- The userinfo ---- */

/* Checks and divides a userinfo. */
static bool divide_userinfo(way *w, uriproof_span userinfo, const char *also)
{
    const char *colon = find(userinfo, ':');
    if (colon == NULL) {
        const bool taken = part_rewrite(w, OCTETS_USERINFO, also, &w->parts.userinfo);
        w->parts.user = w->parts.userinfo;
        return taken;
    }
    if (part_taken(w, OCTETS_USERINFO, also, (uriproof_span){colon, 1}) == 0)
        return false;
    w->parts.user = span_from(userinfo.octets, colon);
    w->parts.password = span_from(colon + 1, userinfo.octets + userinfo.length);
    const bool empty_user = w->parts.user.length == 0, empty = w->parts.password.length == 0;
    if (!part_rewrite(w, OCTETS_USERINFO, also, &w->parts.user) ||
        !part_rewrite(w, OCTETS_USERINFO, also, &w->parts.password))
        return false;
    w->parts.userinfo = room_join(w->room, w->parts.user, uriproof_span_of(":"), w->parts.password);
    if (!empty && !empty_user)
        return true;
    const unsigned value = value_of(w, TRAIT_PASSWORD_EMPTY);
    if (value != PASSWORD_EMPTY_KEPT && empty) {
        w->parts.password = absent;
        w->parts.userinfo = w->parts.user;
    }
    if (value == PASSWORD_EMPTY_BOTH && empty_user) {
        w->parts.user = absent;
        if (empty)
            w->parts.userinfo = absent;
    }
    return true;
}

static bool read_userinfo(way *w, uriproof_span userinfo, const char *also)
{
    w->parts.userinfo = userinfo;
    if (userinfo.length > 0 && !divide_userinfo(w, userinfo, also))
        return false;
    if (!uriproof_present(w->parts.userinfo) || w->parts.userinfo.length > 0)
        return true;
    const unsigned value = value_of(w, TRAIT_USERINFO_EMPTY);
    if (value == USERINFO_EMPTY_ABSENT)
        w->parts.userinfo = absent;
    w->parts.user = w->parts.userinfo;
    return value != USERINFO_EMPTY_REJECTED;
}

/* Cuts the userinfo off *rest, and reads it. */
static bool cut_userinfo(way *w, uriproof_span *rest)
{
    const char *first = find(*rest, '@'), *last = find_last(*rest, '@');
    if (first == NULL ||
        (*rest->octets == '[' && value_of(w, TRAIT_BRACKETS_FIRST) == BRACKETS_FIRST_YES))
        return true;
    const unsigned value = value_of(w, TRAIT_USERINFO_AT);
    if (value == AT_REJECTED || (value == AT_ONE && first != last))
        return false;
    if (value == AT_FIRST || value == AT_NONE || value == AT_TAKEN)
        host_also(w, '@');
    const char *at = value == AT_LAST || value == AT_BETWEEN ? last : first;
    uriproof_span userinfo = span_from(rest->octets, at);
    const char *before = value == AT_BETWEEN ? find_last(userinfo, '@') : NULL;
    if (before != NULL)
        userinfo = span_from(before + 1, at);
    if (value == AT_NONE ||
        (value == AT_TAKEN && part_taken(w, OCTETS_USERINFO, "", userinfo) < userinfo.length))
        return true;
    *rest = span_from(at + 1, rest->octets + rest->length);
    return read_userinfo(w, userinfo, value == AT_LAST ? "@" : "");
}

/* Ends the authority at `at`; what follows begins the path. */
static void give_to_path(way *w, const char *at)
{
    const uriproof_span path = w->parts.path;
    w->parts.path = span_from(at, path.octets + path.length);
}

/* ---- The port ---- */

static bool is_letter_or_digit(char c)
{
    return uriproof_is_digit(c) || uriproof_is_letter(c);
}

static bool is_of_name(char c)
{
    return is_letter_or_digit(c) || c == '-' || c == '.';
}

/* Writes a port as a number of 32 bits, as strtoul and a cast do. */
static void wrap_port(way *w)
{
    uint64_t value = 0;
    char digits[16];
    if (exceeds(w->parts.port, "18446744073709551615"))
        value = UINT64_MAX;
    else
        for (size_t i = 0; i < w->parts.port.length; i++)
            value = value * 10 + (unsigned)(w->parts.port.octets[i] - '0');
    snprintf(digits, sizeof digits, "%lu", (unsigned long)(value & UINT32_MAX));
    w->parts.port = room_after(w->room, digits, absent);
}

/* Checks the greatness of a port of digits. */
static bool read_range(way *w)
{
    if (!exceeds(w->parts.port, "65535"))
        return true;
    const unsigned value = value_of(w, TRAIT_PORT_RANGE);
    if (value == PORT_RANGE_WRAPPED)
        wrap_port(w);
    if (value == PORT_RANGE_WRAPPED || value == PORT_RANGE_ANY || value == PORT_RANGE_FIVE ||
        (value == PORT_RANGE_INT && !exceeds(w->parts.port, "2147483647")))
        return true;
    w->parts.port = absent;
    return value == PORT_RANGE_DROPPED;
}

static bool read_zeros(way *w)
{
    if (is_named(without_zeros(w->parts.port), "0")) {
        const unsigned value = value_of(w, TRAIT_PORT_ZERO);
        if (value != PORT_ZERO_KEPT) {
            w->parts.port = absent;
            return value == PORT_ZERO_ABSENT;
        }
    }
    if (w->parts.port.length < 2 || *w->parts.port.octets != '0')
        return true;
    const unsigned value = value_of(w, TRAIT_PORT_ZEROS);
    if (value == PORT_ZEROS_REMOVED)
        w->parts.port = without_zeros(w->parts.port);
    return value != PORT_ZEROS_REJECTED;
}

static bool read_number(way *w)
{
    if (w->parts.port.length > 0)
        return read_range(w) && (!uriproof_present(w->parts.port) || read_zeros(w));
    const unsigned value = value_of(w, TRAIT_PORT_EMPTY);
    if (value == PORT_EMPTY_HOST) {
        w->parts.host.length++;
        host_also(w, ':');
    }
    if (value != PORT_EMPTY_KEPT &&
        (value != PORT_EMPTY_NAMED || w->bracketed > 0 ||
         (w->parts.host.length > 0 && are_all(w->parts.host, is_of_name))))
        w->parts.port = absent;
    return value != PORT_EMPTY_REJECTED;
}

static void skip_sign(uriproof_span *port)
{
    bool sign = false;
    while (port->length > 0 && !sign && (is_white(*port->octets) || *port->octets == '+')) {
        sign = *port->octets == '+';
        *port = span_after(*port, 1);
    }
}

/* Reads a port of other octets than digits as a number: it may have a sign, and something after. */
static bool read_loose_number(way *w, unsigned value)
{
    skip_sign(&w->parts.port);
    if (value == PORT_WRONG_SIGN && !are_all(w->parts.port, uriproof_is_digit))
        return false;
    w->parts.port.length = count_while(w->parts.port, uriproof_is_digit);
    const bool some = value == PORT_WRONG_SIGN || value == PORT_WRONG_SIGN_SOME;
    return (!some || w->parts.port.length > 0) && read_number(w);
}

/* Reads a port, after which the authority ends. */
static bool read_port(way *w)
{
    const uriproof_span port = w->parts.port;
    if (port.length > 5) {
        const unsigned range = value_of(w, TRAIT_PORT_RANGE);
        if (range == PORT_RANGE_FIVE || range == PORT_RANGE_SHORT)
            return false;
    }
    if (are_all(port, uriproof_is_digit))
        return read_number(w);
    const unsigned value = value_of(w, TRAIT_PORT_WRONG);
    switch (value) {
    case PORT_WRONG_TAKEN:
        return true;
    case PORT_WRONG_LETTERS:
        return are_all(port, is_letter_or_digit);
    case PORT_WRONG_REJECTED:
        return false;
    case PORT_WRONG_ENDS:
        w->parts.port.length = count_while(port, uriproof_is_digit);
        give_to_path(w, port.octets + w->parts.port.length);
        return read_number(w);
    case PORT_WRONG_HOST:
        if (w->bracketed > 0)
            return false;
        w->parts.host = span_from(w->parts.host.octets, port.octets + port.length);
        host_also(w, ':');
        break;
    case PORT_WRONG_SLASH:
        give_to_path(w, port.octets - 1);
        w->parts.path = room_after(w->room, "/", w->parts.path);
        break;
    case PORT_WRONG_DROPPED:
        break;
    default:
        return read_loose_number(w, value);
    }
    w->parts.port = absent;
    return true;
}

/* Treats what is between the bracket of a host and its port. */
static bool read_after_bracket(way *w)
{
    const uriproof_span host = w->parts.host;
    const uriproof_span junk = span_from(host.octets + w->bracketed, host.octets + host.length);
    const unsigned value = value_of(w, TRAIT_AFTER_BRACKET);
    if (value == AFTER_NO || (value == AFTER_PORT && uriproof_present(w->parts.port)))
        return false;
    if (value == AFTER_TAKEN)
        return true;
    w->parts.host.length = w->bracketed;
    if (value != AFTER_DROPPED)
        w->parts.port = value == AFTER_PORT ? junk : absent;
    if (value == AFTER_ENDS)
        give_to_path(w, junk.octets);
    return true;
}

/* Cuts host and port at the colon of the port, which is in `after`. */
static bool cut_at_colon(way *w, uriproof_span after)
{
    const char *colon = find(after, ':');
    const uriproof_span rest = w->parts.host;
    const unsigned value = colon != NULL ? value_of(w, TRAIT_PORT_AT) : PORT_AT_NONE;
    if (value == PORT_AT_LAST || value == PORT_AT_HOST)
        colon = find_last(after, ':');
    if (colon != NULL && value != PORT_AT_FIRST)
        host_also(w, ':');
    if (value == PORT_AT_NONE || (value == PORT_AT_HOST && colon == rest.octets))
        return true;
    w->parts.host = span_from(rest.octets, colon);
    if (value == PORT_AT_ENDS)
        give_to_path(w, colon);
    else
        w->parts.port = span_from(colon + 1, rest.octets + rest.length);
    return value != PORT_AT_REJECTED;
}

/* Cuts host and port where the colon of the port is. */
static bool cut_port(way *w, uriproof_span rest)
{
    w->parts.host = rest;
    if (!cut_at_colon(w, span_from(rest.octets + w->bracketed, rest.octets + rest.length)))
        return false;
    if (w->bracketed > 0 && w->parts.host.length > w->bracketed && !read_after_bracket(w))
        return false;
    return !uriproof_present(w->parts.port) || read_port(w);
}

void stage_no_authority(way *w)
{
    if (!uriproof_present(w->parts.scheme))
        return;
    const unsigned value = value_of(w, TRAIT_HOST_MADE);
    if (value == HOST_MADE_EMPTY || (value == HOST_MADE_ROOTED && is_rooted(w->parts.path)) ||
        (value == HOST_MADE_SLASHES && begins_with_two_slashes(w->parts.path)))
        w->parts.host = uriproof_span_of("");
}

void stage_default_port(way *w)
{
    const char *port = w->known != NULL ? w->known->port : NULL;
    const uriproof_span own = w->parts.port;
    if (port == NULL ||
        (uriproof_present(own) && !uriproof_span_equal(own, uriproof_span_of(port))))
        return;
    const unsigned value = value_of(w, TRAIT_PORT_DEFAULT);
    if (uriproof_present(own) && value == PORT_DEFAULT_DROPPED)
        w->parts.port = absent;
    if (value == PORT_DEFAULT_ALWAYS || (value == PORT_DEFAULT_ADDED && w->has_authority))
        w->parts.port = uriproof_span_of(port);
}

/* ---- All ---- */

/* Sets how much of the host is between brackets. */
static bool read_brackets(way *w, uriproof_span rest)
{
    w->bracketed = 0;
    if (!uriproof_present(rest) || rest.length == 0 || rest.octets[0] != '[')
        return true;
    const unsigned value = value_of(w, TRAIT_BRACKETS);
    const char *close = value == BRACKETS_WHOLE  ? rest.octets + rest.length - 1
                        : value == BRACKETS_LAST ? find_last(rest, ']')
                                                 : find(rest, ']');
    if (value == BRACKETS_OCTETS || (value == BRACKETS_WHOLE && *close != ']'))
        return true;
    if (close == NULL && value_of(w, TRAIT_BRACKET_OPEN) == BRACKET_OPEN_TAKEN) {
        host_also(w, '[');
        return true;
    }
    if (close == NULL || value == BRACKETS_REJECTED)
        return false;
    w->bracketed = (size_t)(close - rest.octets) + 1;
    return true;
}

/* Ends the authority at an octet that the host does not take, if that is so. */
static void end_host(way *w, uriproof_span *rest)
{
    const size_t taken = part_taken(w, OCTETS_HOST, ":[]", *rest);
    if (taken == rest->length || value_of(w, TRAIT_HOST_WRONG) == HOST_WRONG_REJECTED)
        return;
    rest->length = taken;
    give_to_path(w, rest->octets + taken);
}

bool stage_authority(way *w)
{
    uriproof_span rest = w->authority;
    if (!cut_userinfo(w, &rest))
        return false;
    end_host(w, &rest);
    return read_brackets(w, rest) && cut_port(w, rest) && stage_host(w);
}
