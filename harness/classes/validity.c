/* SPDX-License-Identifier: MIT */
#include "validity.h"

#include "places.h"

#include "base/base.h"
#include "judge/judge.h"

#include <string.h>
#include <uriproof/rfc3986.h>

bool text_is_uri(uriproof_span text, uriproof_parts *parts, uriproof_refusal *refusal)
{
    static const uriproof_readings defaults = {{0}};
    *parts = (uriproof_parts){.has_components = false};
    return uriproof_dialect_named("rfc3986")->parse(text, &defaults, parts, refusal);
}

/* ---- What RFC 3986 accepts: the first unusual thing ---- */

/* Sets the class to something unusual in a part. */
static void name(answer_class *found, uri_piece piece, const char *clause, const char *character)
{
    found->part = piece_names[piece];
    found->clause = clause;
    found->character = character;
}

/* Does so for a character, and the clause that is about it there. */
static void name_character(answer_class *found, uri_piece piece, const char *character)
{
    name(found, piece, clause_of_place(piece, character), character);
}

/* Is there no host, an empty one, or nothing after the scheme? That is unusual whatever else is in
 * a URI: the parsers that reject one want a host. Then names it. */
static bool has_no_host(const uri_pieces *pieces, answer_class *found)
{
    const uriproof_span host = pieces->at[PIECE_HOST];
    if (uriproof_present(host))
        name(found, PIECE_HOST, "rfc3986.host.empty", "none");
    else if (pieces->at[PIECE_PATH].length == 0)
        name(found, PIECE_PATH, "rfc3986.bnf.path-empty", "none");
    else
        name(found, PIECE_HOST, "rfc3986.bnf.hier-part", "none");
    const bool wants_host = uriproof_present(host) || uriproof_present(pieces->at[PIECE_SCHEME]);
    return wants_host && host.length == 0;
}

/* What is usual in a part besides letters and digits, so that a parser which rejects the text does
 * not reject it for that. */
static const char *const usual[PIECE_COUNT] = {
    [PIECE_SCHEME] = "",        [PIECE_HOST] = "-.",         [PIECE_PORT] = "",
    [PIECE_USER] = "-._",       [PIECE_PASSWORD] = "-._",    [PIECE_PATH] = "/-._~",
    [PIECE_QUERY] = "/-._~=&+", [PIECE_FRAGMENT] = "/-._~=",
};

static bool is_alphanumeric(char octet)
{
    return uriproof_is_letter(octet) || uriproof_is_digit(octet);
}

/* Names the first character of the part that is not usual. Returns false if all are. */
static bool has_unusual_character(uriproof_span part, uri_piece which, answer_class *found)
{
    for (size_t at = 0; at < part.length; at++)
        if (!is_alphanumeric(part.octets[at]) && !octet_is_in(part.octets[at], usual[which])) {
            name_character(found, which, octet_kind_at(part, at));
            return true;
        }
    return false;
}

/* Names a dot or hyphen that begins or ends a label of a host: a name of the DNS has a dot only
 * between two labels, and a complete one also at its end. */
static bool has_unusual_label(uriproof_span host, answer_class *found)
{
    for (size_t at = 0; at < host.length; at++) {
        const bool begins = at == 0 || host.octets[at - 1] == '.';
        const bool ends = at + 1 == host.length || host.octets[at + 1] == '.';
        const bool dot = host.octets[at] == '.';
        if (is_alphanumeric(host.octets[at]) || !(begins || (dot ? at + 1 == host.length : ends)))
            continue;
        name_character(found, PIECE_HOST, octet_kind_at(host, at));
        return true;
    }
    return false;
}

/* Is it a decimal number of at most 255, without a zero before it? */
static bool is_dec_octet(uriproof_span label)
{
    unsigned number = 0;
    if (!span_is_digits(label) || label.length == 0 || label.length > 3)
        return false;
    for (size_t at = 0; at < label.length; at++)
        number = number * 10 + (unsigned)(label.octets[at] - '0');
    return number <= 255 && (label.length == 1 || label.octets[0] != '0');
}

/* Is it a number as inet_aton reads one: decimal, octal or hexadecimal? */
static bool is_number(uriproof_span label)
{
    const bool hexadecimal =
        label.length > 1 && label.octets[0] == '0' && octet_is_in(label.octets[1], "xX");
    if (!hexadecimal)
        return label.length > 0 && span_is_digits(label);
    for (size_t at = 2; at < label.length; at++)
        if (uriproof_hex_value(label.octets[at]) < 0)
            return false;
    return true;
}

/* Names a host that ends in a number and is no IPv4 address, such as `1.2.3.256` or `0x7f.1`: a
 * name by RFC 3986, which some parsers take for a wrong address. */
static bool has_unusual_number(uriproof_span host, answer_class *found)
{
    size_t labels = 0, octets = 0;
    uriproof_span label = {host.octets, 0};
    for (size_t from = 0; from <= host.length; from += label.length + 1) {
        const char *at = host.octets + from, *dot = memchr(at, '.', host.length - from);
        label = (uriproof_span){at, dot != NULL ? (size_t)(dot - at) : host.length - from};
        octets += is_dec_octet(label);
        labels++;
    }
    name(found, PIECE_HOST, "rfc3986.host.four-octets", "digit");
    return is_number(label) && !(labels == 4 && octets == 4);
}

/* Is the port, which has digits alone, more than 65535? */
static bool is_too_large(uriproof_span port)
{
    enum { HIGHEST = 65535 };
    unsigned long number = 0;
    for (size_t at = 0; at < port.length && number <= HIGHEST; at++)
        number = number * 10 + (unsigned long)(port.octets[at] - '0');
    return number > HIGHEST;
}

/* Names what is unusual in a part. Returns false if nothing is. A part that is there and empty is
 * unusual, but for a path. */
static bool has_unusual_part(uriproof_span part, uri_piece which, answer_class *found)
{
    if (!uriproof_present(part))
        return false;
    if (part.length == 0 && which == PIECE_PORT)
        name(found, which, "rfc3986.port.empty", "colon");
    else if (part.length == 0)
        name_character(found, which, octet_kind(piece_delimiter(which)));
    if (part.length == 0)
        return which != PIECE_PATH;
    if (has_unusual_character(part, which, found))
        return true;
    if (which == PIECE_HOST)
        return has_unusual_label(part, found) || has_unusual_number(part, found);
    name_character(found, which, "digit");
    return which == PIECE_PORT && is_too_large(part);
}

/* Names the first part that has something unusual; else that there is a userinfo, or no scheme; and
 * else the scheme, which may not be known. */
static void class_of_unusual(const uri_pieces *pieces, answer_class *found)
{
    if (has_no_host(pieces, found))
        return;
    for (size_t i = 0; i < PIECE_COUNT; i++)
        if (has_unusual_part(pieces->at[parts_by_weight[i].piece], parts_by_weight[i].piece, found))
            return;
    if (uriproof_present(pieces->at[PIECE_USER]))
        name_character(found, PIECE_USER, "at-sign");
    else if (!uriproof_present(pieces->at[PIECE_SCHEME]))
        name(found, PIECE_SCHEME, "rfc3986.bnf.relative-ref", "none");
    else
        name_character(found, PIECE_SCHEME, octet_kind_at(pieces->at[PIECE_SCHEME], 0));
}

/* ---- What RFC 3986 rejects ---- */

/* Returns where a part of an authority begins that may be host and port: after its userinfo, and
 * at the bracket that ends an address. */
static size_t host_start(uriproof_span text, size_t end)
{
    size_t start = 0;
    while (start < end && text.octets[start] != '/')
        start++;
    for (size_t at = start; at < end; at++)
        if (octet_is_in(text.octets[at], "@]"))
            start = at;
    return start;
}

/* Sets *fault to where an authority that RFC 3986 rejects at `offset` has something after a colon
 * that is no port. As long as an `@` may follow, `h:80p` may be a userinfo, so that it is rejected
 * at its end, and not at the `p`. Returns false, and leaves *fault as it is, if that is not what
 * is wrong with it. */
static bool is_no_port(uriproof_span text, size_t offset, size_t *fault)
{
    static const char in_userinfo[] = "-._~!$&'()*+,;=%:";
    const size_t start = host_start(text, offset);
    size_t at = start;
    while (at < offset && text.octets[at] != ':')
        at++;
    if (at == offset)
        return false;
    for (at++; at < offset && uriproof_is_digit(text.octets[at]);)
        at++;
    const bool at_end = offset == text.length || octet_is_in(text.octets[offset], "/?#");
    const bool in_port = text.octets[start] != '/' && at == offset;
    if (at_end ? at == offset
               : !in_port || !(is_alphanumeric(text.octets[at]) ||
                               octet_is_in(text.octets[at], in_userinfo)))
        return false;
    *fault = at;
    return true;
}

/* Names where RFC 3986 rejects the text, and by which clause. */
static void class_of_refusal(uriproof_span text, const uriproof_refusal *refusal,
                             answer_class *found)
{
    size_t at = refusal->offset;
    found->part = "uri";
    found->clause = refusal->clause;
    if (strcmp(refusal->clause, "rfc3986.bnf.authority") == 0 &&
        is_no_port(text, refusal->offset, &at))
        found->clause = clause_of_place(PIECE_PORT, octet_kind_at(text, at));
    found->character = octet_kind_at(text, at);
}

/* ---- Which text of a question ---- */

/* What a text of a question has to be. */
typedef enum text_rule {
    RULE_URI,
    RULE_REFERENCE,    /* a reference, of which the rule of a URI is only one case */
    RULE_RATHER_A_URI, /* a reference too; but a relative one is unusual, as with normalize */
} text_rule;

static bool parse_by_rule(uriproof_span text, text_rule rule, uriproof_parts *parts,
                          uriproof_refusal *refusal)
{
    if (rule == RULE_URI)
        return text_is_uri(text, parts, refusal);
    *parts = (uriproof_parts){.has_components = true};
    return uriproof_rfc3986_parse_reference(text, &parts->components, refusal);
}

/* One accepts and the other rejects. If RFC 3986 rejects, they part where it does. Else the first
 * unusual thing stands for the difference. So the class follows from the text alone, whichever
 * parser rejects it. */
static void class_of_validity(uriproof_span text, text_rule rule, answer_class *found)
{
    uriproof_parts parts;
    uriproof_refusal refusal;
    found->kind = CLASS_VALIDITY;
    if (!parse_by_rule(text, rule, &parts, &refusal)) {
        class_of_refusal(text, &refusal, found);
        return;
    }
    const uri_pieces pieces = parts_pieces(&parts);
    class_of_unusual(&pieces, found);
    if (rule == RULE_RATHER_A_URI && !uriproof_present(pieces.at[PIECE_SCHEME])) {
        name(found, PIECE_SCHEME, "rfc3986.bnf.relative-ref", "none");
    }
}

void class_of_rejection(uriproof_span text, answer_class *found)
{
    class_of_validity(text, RULE_RATHER_A_URI, found);
}

void class_of_request(const uriproof_request *request, answer_class *found)
{
    const bool resolves = request->op == URIPROOF_RESOLVE;
    const bool compares = request->op == URIPROOF_EQUIVALENT;
    const uriproof_span first = request->field[resolves], second = request->field[!resolves];
    const text_rule rule = resolves                            ? RULE_REFERENCE
                           : compares                          ? RULE_RATHER_A_URI
                           : request->op == URIPROOF_NORMALIZE ? RULE_RATHER_A_URI
                                                               : RULE_URI;
    const text_rule other_rule = resolves ? RULE_URI : rule;
    uriproof_parts parts;
    uriproof_refusal refusal;
    bool other = (resolves || compares) && parse_by_rule(first, rule, &parts, &refusal) &&
                 !parse_by_rule(second, other_rule, &parts, &refusal);
    class_of_validity(other ? second : first, other ? other_rule : rule, found);
}
