/* SPDX-License-Identifier: MIT */
/* Seeded faults of RFC 3986. */
#include "seeded.h"

#include <ctype.h>
#include <string.h>

static const uriproof_span none = {NULL, 0};

/* ---- parse ---- */

static void or_reject(seeded *p, const uriproof_request *request, uriproof_answer *answer,
                      bool condition)
{
    ask(p, request, answer);
    if (condition)
        reject(answer);
}

static void no_empty_path(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    const uriproof_components *parts = &answer->parts.components;
    if (parts->path.length == 0 && !uriproof_present(parts->host))
        reject(answer);
}

static void no_empty_path_before_query(seeded *p, const uriproof_request *request,
                                       uriproof_answer *answer)
{
    ask(p, request, answer);
    const uriproof_components *parts = &answer->parts.components;
    if (parts->path.length == 0 && uriproof_present(parts->host) && uriproof_present(parts->query))
        reject(answer);
}

/* What follows the bracket is the path. */
static void path_after_bracket(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0], authority = split(text).authority;
    size_t bracket = last_of(authority, ']');
    ask(p, request, answer);
    if (answer->status != ANSWER_ACCEPTED && bracket + 1 < authority.length &&
        authority.octets[bracket + 1] != ':')
        ask_with_words(p, request, (size_t)(authority.octets - text.octets) + bracket + 1, "/",
                       answer);
}

/* file:///x has no authority, but a path that begins with three slashes. */
static void empty_authority_is_path(seeded *p, const uriproof_request *request,
                                    uriproof_answer *answer)
{
    ask(p, request, answer);
    uriproof_components *parts = &answer->parts.components;
    if (answer->status != ANSWER_ACCEPTED || !uriproof_present(parts->host) ||
        parts->host.length > 0 || uriproof_present(parts->userinfo) ||
        uriproof_present(parts->port))
        return;
    parts->path.octets -= 2;
    parts->path.length += 2;
    parts->host = none;
}

/* Only a slash ends the authority. */
static void mark_questions_of_authority(seeded *p, uriproof_span text, bool *marks)
{
    (void)p;
    size_t begin = place_of(text, "//"), end;
    if (first_of(text, "/?#") != begin || begin == 0 || begin == text.length)
        return;
    end = begin + 2 + first_of(from(text, begin + 2), "/");
    for (size_t i = begin; i < end; i++)
        marks[i] = text.octets[i] == '?' || text.octets[i] == '#';
}

static void authority_up_to_slash(seeded *p, const uriproof_request *request,
                                  uriproof_answer *answer)
{
    ask_marked(p, request, mark_questions_of_authority, FOR_A_LETTER, answer);
}

/* What looks like a number but is none is no name either. */
static void no_near_number(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    uriproof_span host = answer->parts.components.host;
    int dots = 0;
    bool near = host.length > 0;
    for (size_t i = 0; i < host.length; i++) {
        near = near && in_set("0-9.", (unsigned char)host.octets[i]);
        dots += host.octets[i] == '.';
    }
    if (!near || dots != 3)
        return;
    uriproof_span literal = JOIN(p, LIT("x://[::"), host, LIT("]"));
    if (!matches(p, literal)) /* where an IPv4 address may stand */
        reject(answer);
}

static void no_empty_host(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    const uriproof_components *parts = &answer->parts.components;
    if (uriproof_present(parts->host) && parts->host.length == 0)
        reject(answer);
}

/* Where the inside of the brackets begins and ends; false where there are none. */
static bool brackets(uriproof_span text, size_t *begin, size_t *end)
{
    uriproof_span authority = split(text).authority;
    size_t open = first_of(authority, "["), close = last_of(authority, ']');
    if (open >= authority.length || close >= authority.length || close < open)
        return false;
    *begin = (size_t)(authority.octets - text.octets) + open + 1;
    *end = (size_t)(authority.octets - text.octets) + close;
    return true;
}

/* Takes the literal of `request` if it takes `literal` in its place. */
static void or_as_literal(seeded *p, const uriproof_request *request, uriproof_span literal,
                          uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    size_t begin, end;
    if (!brackets(text, &begin, &end) || end - begin < 4 || !uriproof_present(literal) ||
        !matches(p, JOIN(p, LIT("x://["), literal, LIT("]"))))
        return;
    /* IPvFuture takes anything; its parts are then those of the text. */
    char *octets = seeded_room(p, text.length);
    memcpy(octets, text.octets, text.length);
    memset(octets + begin, '0', end - begin);
    memcpy(octets + begin, "v1.", 3);
    ask_about(p, request, (uriproof_span){octets, text.length}, none, answer);
    uriproof_components *parts = &answer->parts.components;
    if (answer->status != ANSWER_ACCEPTED)
        return;
    for (size_t i = 0; i < URIPROOF_COMPONENT_COUNT; i++) {
        uriproof_span *part =
            (uriproof_span *)(void *)((char *)parts + uriproof_component_names[i].offset);
        if (uriproof_present(*part))
            part->octets = text.octets + (part->octets - octets);
    }
}

static uriproof_span literal_of(uriproof_span text)
{
    size_t begin, end;
    return brackets(text, &begin, &end) ? between(text, begin, end) : none;
}

/* The second :: counts for a colon. */
static void elided_twice(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span literal = literal_of(request->field[0]);
    size_t one = place_of(literal, "::");
    size_t two = one < literal.length ? one + 2 + place_of(from(literal, one + 2), "::") : one;
    ask(p, request, answer);
    if (two >= literal.length)
        return;
    uriproof_span rest = from(literal, two + 2);
    or_as_literal(
        p, request,
        JOIN(p, between(literal, 0, two), rest.length > 0 && one + 2 < two ? LIT(":") : none, rest),
        answer);
}

/* Groups of more digits than four. */
static void long_group(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span literal = literal_of(request->field[0]);
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED || !uriproof_present(literal))
        return;
    char *octets = seeded_room(p, literal.length);
    size_t length = 0, digits = 0;
    for (size_t i = 0; i < literal.length; i++) {
        digits = isxdigit((unsigned char)literal.octets[i]) ? digits + 1 : 0;
        if (digits <= 4)
            octets[length++] = literal.octets[i];
    }
    or_as_literal(p, request, (uriproof_span){octets, length}, answer);
}

/* The literal with the numbers of its IPv4 address changed: their leading zeros dropped, or
 * those that are too high made 255. */
static uriproof_span easier_numbers(seeded *p, uriproof_span literal, bool zeros)
{
    size_t begin = last_of(literal, ':');
    uriproof_span out;
    if (begin == literal.length || !holds(from(literal, begin), "."))
        return none;
    out = between(literal, 0, ++begin);
    while (begin < literal.length) {
        size_t end = begin + first_of(from(literal, begin), ".");
        uriproof_span number = between(literal, begin, end);
        while (zeros && number.length > 1 && number.octets[0] == '0')
            number = from(number, 1);
        if (!zeros && number.length == 3 && number.octets[0] != '0' &&
            memcmp(number.octets, "255", 3) > 0)
            number = LIT("255");
        out = JOIN(p, out, number, end < literal.length ? LIT(".") : none);
        begin = end + 1;
    }
    return out;
}

static void leading_zeros(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span literal = literal_of(request->field[0]);
    ask(p, request, answer);
    if (answer->status != ANSWER_ACCEPTED && uriproof_present(literal))
        or_as_literal(p, request, easier_numbers(p, literal, true), answer);
}

static void number_above_255(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span literal = literal_of(request->field[0]);
    ask(p, request, answer);
    if (answer->status != ANSWER_ACCEPTED && uriproof_present(literal))
        or_as_literal(p, request, easier_numbers(p, literal, false), answer);
}

/* As libevent 2.1 did. */
static void colon_at_end(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span literal = literal_of(request->field[0]);
    ask(p, request, answer);
    if (answer->status != ANSWER_ACCEPTED && ends(literal, ":"))
        or_as_literal(p, request, between(literal, 0, literal.length - 1), answer);
}

/* RFC 6874's zone. */
static void zone_taken(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span literal = literal_of(request->field[0]);
    size_t zone = place_of(literal, "%25");
    ask(p, request, answer);
    if (answer->status != ANSWER_ACCEPTED && zone + 3 < literal.length)
        or_as_literal(p, request, between(literal, 0, zone), answer);
}

static void no_address_in_address(seeded *p, const uriproof_request *request,
                                  uriproof_answer *answer)
{
    uriproof_span literal = literal_of(request->field[0]);
    or_reject(p, request, answer,
              holds(literal, ".") && !begins(literal, "v") && !begins(literal, "V"));
}

static void no_future(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span literal = literal_of(request->field[0]);
    or_reject(p, request, answer, begins(literal, "v") || begins(literal, "V"));
}

static void empty_port_rejected(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    if (uriproof_present(answer->parts.components.port) &&
        answer->parts.components.port.length == 0)
        reject(answer);
}

static void port_up_to_65535(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    uriproof_span port = answer->parts.components.port;
    long number = 0;
    for (size_t i = 0; i < port.length && number <= 65535; i++)
        number = 10 * number + port.octets[i] - '0';
    if (number > 65535)
        reject(answer);
}

/* The last colon begins the port, and others belong to the host if it has no brackets. */
static void colon_in_name(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    if (holds(request->field[0], "["))
        ask(p, request, answer);
    else
        takes(p, request, answer);
}

/* The question mark is looked for first, and then the number sign before it. */
static void mark_hashes_before_question(seeded *p, uriproof_span text, bool *marks)
{
    (void)p;
    size_t question = first_of(text, "?");
    for (size_t i = 0; i < question && question < text.length; i++)
        marks[i] = text.octets[i] == '#';
}

static void question_first(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_hashes_before_question, FOR_A_LETTER, answer);
}

static void path_up_to_semicolon(seeded *p, const uriproof_request *request,
                                 uriproof_answer *answer)
{
    (void)p;
    ask(p, request, answer);
    uriproof_span *path = &answer->parts.components.path;
    if (answer->status == ANSWER_ACCEPTED && uriproof_present(*path))
        path->length = first_of(*path, ";");
}

static void mark_questions_but_the_last(seeded *p, uriproof_span text, bool *marks)
{
    (void)p;
    uriproof_span before = between(text, 0, first_of(text, "#"));
    size_t last = last_of(before, '?');
    for (size_t i = 0; i < last && last < before.length; i++)
        marks[i] = text.octets[i] == '?';
}

static void last_question(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_questions_but_the_last, FOR_A_LETTER, answer);
}

static void decoded_before_split(seeded *p, const uriproof_request *request,
                                 uriproof_answer *answer)
{
    undoes_escapes(p, request, answer);
}

static void no_empty_segment(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    uriproof_span path = answer->parts.components.path;
    if (place_of(path, "//") < path.length)
        reject(answer);
}

static void no_rootless(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    const uriproof_components *parts = &answer->parts.components;
    if (parts->path.length > 0 && !begins(parts->path, "/"))
        reject(answer);
}

static void decoded_twice(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED)
        answer->result = undone(p, answer->result, "\1-\377");
}

/* A percent that begins an escape is taken to be one already. */
static void keeps_escapes_of_data(seeded *p, const uriproof_request *request,
                                  uriproof_answer *answer)
{
    uriproof_span text = request->field[0], out = LIT("");
    uriproof_answer plain = {0};
    for (size_t i = 0; i < text.length;) {
        unsigned char octet;
        size_t length = is_escape(text, i, &octet) ? 3 : 1;
        uriproof_span piece = between(text, i, i + length);
        if (length == 1) {
            ask_about(p, request, piece, none, &plain);
            piece = plain.result;
        }
        out = JOIN(p, out, piece);
        i += length;
    }
    accept_text(answer, out);
}

/* ---- Identity ---- */

static uriproof_span lower_path(seeded *p, uriproof_span text)
{
    five parts = split(text);
    char *octets = seeded_room(p, parts.path.length);
    for (size_t i = 0; i < parts.path.length; i++) {
        unsigned char octet, previous = i > 0 ? (unsigned char)parts.path.octets[i - 1] : 0;
        bool escape = is_escape(parts.path, i, &octet) || previous == '%' ||
                      (i > 1 && parts.path.octets[i - 2] == '%');
        octets[i] =
            escape ? parts.path.octets[i] : (char)tolower((unsigned char)parts.path.octets[i]);
    }
    parts.path.octets = octets;
    return compose(p, &parts);
}

static void path_to_lower(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_about(p, request, lower_path(p, request->field[0]), lower_path(p, request->field[1]),
              answer);
}

static void drops_empty_delimiters(seeded *p, const uriproof_request *request,
                                   uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status != ANSWER_ACCEPTED)
        return;
    five parts = split(answer->result);
    if (parts.query.length == 0)
        parts.query = none;
    if (parts.fragment.length == 0)
        parts.fragment = none;
    answer->result = compose(p, &parts);
}

/* ---- References ---- */

/* Segments that are all dots, of any text's path: not removed, since they are taken for letters. */
static void mark_dot_segments(seeded *p, uriproof_span text, bool *marks)
{
    uriproof_span path = split(text).path;
    size_t first = (size_t)(path.octets - text.octets);
    (void)p;
    for (size_t begin = 0; begin < path.length;) {
        size_t length = first_of(from(path, begin), "/");
        uriproof_span segment = between(path, begin, begin + length);
        if ((length == 1 && begins(segment, ".")) || (length == 2 && begins(segment, "..")))
            memset(marks + first + begin, true, length);
        begin += length + 1;
    }
}

static void dots_kept(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_dot_segments, FOR_A_LETTER, answer);
}

static void dots_kept_if(seeded *p, const uriproof_request *request, uriproof_answer *answer,
                         bool condition)
{
    if (condition)
        dots_kept(p, request, answer);
    else
        ask(p, request, answer);
}

static void dots_kept_of_uri(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    dots_kept_if(p, request, answer, uriproof_present(split(request->field[1]).scheme));
}

static void dots_kept_of_absolute_path(seeded *p, const uriproof_request *request,
                                       uriproof_answer *answer)
{
    five ref = split(request->field[1]);
    dots_kept_if(p, request, answer,
                 !uriproof_present(ref.scheme) && !uriproof_present(ref.authority) &&
                     begins(ref.path, "/"));
}

static void dots_kept_of_merged(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    five ref = split(request->field[1]);
    dots_kept_if(p, request, answer,
                 !uriproof_present(ref.scheme) && !uriproof_present(ref.authority) &&
                     ref.path.length > 0 && !begins(ref.path, "/"));
}

static uriproof_span dots_to_two(seeded *p, uriproof_span text)
{
    uriproof_span out = LIT("");
    for (size_t i = 0; i < text.length; i++) {
        uriproof_span rest = from(text, i);
        bool complete = begins(rest, "...") && (i == 0 || text.octets[i - 1] == '/') &&
                        (rest.length == 3 || in_set("/?#", (unsigned char)rest.octets[3]));
        out = JOIN(p, out, complete ? LIT("..") : between(text, i, i + 1));
        i += complete ? 2 : 0;
    }
    return out;
}

static void three_dots(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_about(p, request, dots_to_two(p, request->field[0]), dots_to_two(p, request->field[1]),
              answer);
}

/* Leading dots go first, so `./g:h` has a scheme. */
static void dots_go_before_scheme(seeded *p, const uriproof_request *request,
                                  uriproof_answer *answer)
{
    uriproof_span ref = request->field[1];
    uriproof_span rest =
        ref.length > 2 && ref.octets[0] == '.' && ref.octets[1] == '/' ? from(ref, 2) : none;
    bool mistaken = uriproof_present(rest) && matches(p, rest);
    ask_about(p, request, request->field[0], mistaken ? rest : ref, answer);
}

static void any_prefix_is_scheme(seeded *p, const uriproof_request *request,
                                 uriproof_answer *answer)
{
    ask(p, request, answer);
    uriproof_span ref = request->field[1];
    if (answer->status == ANSWER_ACCEPTED && holds(ref, ":"))
        accept_text(answer, ref);
}

/* "//g" is a path. */
static void network_path_is_path(seeded *p, const uriproof_request *request,
                                 uriproof_answer *answer)
{
    ask(p, request, answer);
    five base = split(request->field[0]), ref = split(request->field[1]);
    if (answer->status != ANSWER_ACCEPTED || uriproof_present(ref.scheme) ||
        !uriproof_present(ref.authority))
        return;
    ref.path = JOIN(p, LIT("//"), ref.authority, ref.path);
    ref.scheme = base.scheme;
    ref.authority = base.authority;
    accept_text(answer, compose(p, &ref));
}

static void same_document_is_folder(seeded *p, const uriproof_request *request,
                                    uriproof_answer *answer)
{
    uriproof_span ref = request->field[1];
    if (ref.length == 0 || begins(ref, "#"))
        ref = JOIN(p, LIT("."), ref);
    ask_about(p, request, request->field[0], ref, answer);
}

static void base_may_have_fragment(seeded *p, const uriproof_request *request,
                                   uriproof_answer *answer)
{
    ask(p, request, answer);
    five base = split(request->field[0]), result = split(answer->result);
    if (answer->status != ANSWER_ACCEPTED || uriproof_present(result.fragment) ||
        holds(request->field[1], "#"))
        return;
    result.fragment = base.fragment;
    accept_text(answer, compose(p, &result));
}

static void base_with_fragment_rejected(seeded *p, const uriproof_request *request,
                                        uriproof_answer *answer)
{
    or_reject(p, request, answer, holds(request->field[0], "#"));
}

static void authority_keeps_base_path(seeded *p, const uriproof_request *request,
                                      uriproof_answer *answer)
{
    ask(p, request, answer);
    five base = split(request->field[0]), ref = split(request->field[1]);
    if (answer->status != ANSWER_ACCEPTED || uriproof_present(ref.scheme) ||
        !uriproof_present(ref.authority) || ref.path.length > 0)
        return;
    ref.scheme = base.scheme;
    ref.path = base.path;
    if (!uriproof_present(ref.query))
        ref.query = base.query;
    accept_text(answer, compose(p, &ref));
}

/* As RFC 1808. */
static void query_in_folder(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span ref = request->field[1];
    if (begins(ref, "?"))
        ref = JOIN(p, LIT("."), ref);
    ask_about(p, request, request->field[0], ref, answer);
}

static void base_query_lost(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span base = request->field[0], ref = request->field[1];
    if (ref.length == 0 || begins(ref, "#"))
        base.length = first_of(base, "?#");
    ask_about(p, request, base, ref, answer);
}

static void base_query_kept(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    five base = split(request->field[0]), ref = split(request->field[1]);
    if (begins(ref.path, "/") && !uriproof_present(ref.scheme) && !uriproof_present(ref.query) &&
        !uriproof_present(ref.authority))
        ref.query = base.query;
    ask_about(p, request, request->field[0], compose(p, &ref), answer);
}

static void fragment_lost(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span ref = request->field[1];
    ask_about(p, request, request->field[0], between(ref, 0, first_of(ref, "#")), answer);
}

/* "http://h" and "g" make "http://hg". */
static void merged_without_slash(seeded *p, const uriproof_request *request,
                                 uriproof_answer *answer)
{
    ask(p, request, answer);
    five base = split(request->field[0]), ref = split(request->field[1]);
    five result = split(answer->result);
    if (answer->status != ANSWER_ACCEPTED || !uriproof_present(base.authority) ||
        base.path.length > 0 || uriproof_present(ref.scheme) || uriproof_present(ref.authority) ||
        ref.path.length == 0 || begins(ref.path, "/"))
        return;
    result.path = from(result.path, 1);
    accept_text(answer, compose(p, &result));
}

static void merged_after_all(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    five base = split(request->field[0]);
    if (base.path.length > 0 && !ends(base.path, "/")) {
        base.path = JOIN(p, base.path, LIT("/"));
        base.query = base.fragment = none;
    }
    five ref = split(request->field[1]);
    bool merged = !uriproof_present(ref.scheme) && !uriproof_present(ref.authority) &&
                  ref.path.length > 0 && !begins(ref.path, "/");
    ask_about(p, request, merged ? compose(p, &base) : request->field[0], request->field[1],
              answer);
}

static void mark_last_dot(seeded *p, uriproof_span text, bool *marks)
{
    uriproof_span path = between(text, 0, first_of(text, "?#"));
    (void)p;
    if (ends(path, "/.") || (path.length == 1 && begins(path, ".")))
        marks[path.length - 1] = true;
}

static void last_dot_kept(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_last_dot, FOR_A_LETTER, answer);
}

/* How many parents of the root a path asks for. */
static size_t above_root(uriproof_span path)
{
    size_t depth = 0, above = 0;
    for (size_t begin = 1; begin <= path.length;) {
        size_t length = first_of(from(path, begin), "/");
        uriproof_span segment = between(path, begin, begin + length);
        if (length == 2 && begins(segment, "..")) {
            above += depth == 0;
            depth -= depth > 0;
        } else if (length != 1 || !begins(segment, ".")) {
            depth++;
        }
        begin += length + 1;
    }
    return above;
}

/* As RFC 1808: what is above the root stays. */
static void parents_of_root_kept(seeded *p, const uriproof_request *request,
                                 uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status != ANSWER_ACCEPTED)
        return;
    five whole = split(request->field[request->op == URIPROOF_RESOLVE]);
    five base = split(request->field[0]), result = split(answer->result);
    uriproof_span path = whole.path;
    if (!begins(path, "/") && request->op == URIPROOF_RESOLVE) {
        size_t slash = last_of(base.path, '/');
        path = JOIN(p, between(base.path, 0, slash < base.path.length ? slash : 0), LIT("/"), path);
    }
    if (!begins(path, "/"))
        return;
    for (size_t above = above_root(path); above > 0; above--)
        result.path = JOIN(p, LIT("/.."), result.path);
    accept_text(answer, compose(p, &result));
}

static void mark_question(seeded *p, uriproof_span text, bool *marks)
{
    (void)p;
    for (size_t i = 0; i < text.length; i++)
        marks[i] = text.octets[i] == '?';
}

/* All after the authority is the path. */
static void dots_of_query_removed(seeded *p, const uriproof_request *request,
                                  uriproof_answer *answer)
{
    ask_marked(p, request, mark_question, FOR_A_LETTER, answer);
}

/* ---- The table ---- */

#define SUB_DELIMS "!$&'()*+,;="

static const fault faults[] = {
    {"host-case-compared", "host.case", takes, "A-Z", OF_EQUIVALENT, IN_HOST},
    {"reserved-undone", "reserved.not-equivalent", undoes_escapes, ":/?#[]@" SUB_DELIMS,
     OF_IDENTITY, 0},
    {"delimiters-left-bare", "reserved.encode-data", leaves_bare, "/?#[]", OF_ENCODE, 0},
    {"outside-left-bare", "encoding.data-octet", leaves_bare, " \"<>\\^`{|}\200-\377", OF_ENCODE,
     0},
    {"split-after-decoding", "encoding.split-before-decode", decoded_before_split, ":/?#@",
     OF_PARSE, 0},
    {"escapes-of-data-kept", "encoding.percent-itself", keeps_escapes_of_data, NULL, OF_ENCODE, 0},
    {"decoded-twice", "encoding.once", decoded_twice, NULL, OF_DECODE, 0},
    {"path-after-bracket", "syntax.path-after-authority", path_after_bracket, NULL, OF_PARSE, 0},
    {"empty-authority-as-path", "syntax.no-double-slash", empty_authority_is_path, NULL, OF_PARSE,
     0},
    {"relative-taken", "syntax.path-required", takes_relative, NULL, OF_PARSE, 0},
    {"authority-up-to-slash", "authority.termination", authority_up_to_slash, NULL, OF_PARSE, 0},
    {"at-signs-taken", "userinfo.at-sign", takes, "@", OF_PARSE | OF_IDENTITY, IN_USER},
    {"near-number-rejected", "host.first-match", no_near_number, NULL, OF_PARSE, 0},
    {"empty-host-rejected", "host.empty", no_empty_host, NULL, OF_PARSE, 0},
    {"brackets-taken", "host.brackets", takes, "[]", OF_GRAMMAR,
     IN_USER | IN_PATH | IN_SEARCH | IN_FRAGMENT},
    {"elided-twice", "host.elision", elided_twice, NULL, OF_PARSE, 0},
    {"number-above-255", "host.four-octets", number_above_255, NULL, OF_PARSE, 0},
    {"escape-rejected-in-host", "host.percent", rejects_escapes, "\1-\377", OF_GRAMMAR, IN_HOST},
    {"colon-in-name", "port.colon", colon_in_name, ":", OF_PARSE | OF_IDENTITY, IN_HOST},
    {"empty-port-rejected", "port.empty", empty_port_rejected, NULL, OF_PARSE, 0},
    {"question-mark-first", "path.termination", question_first, NULL, OF_PARSE, 0},
    {"three-dots", "path.dot-segments", three_dots, NULL, OF_RESOLVE | OF_IDENTITY, 0},
    {"path-up-to-semicolon", "path.opaque-segment", path_up_to_semicolon, NULL, OF_PARSE, 0},
    {"dots-go-before-scheme", "path.colon-first-segment", dots_go_before_scheme, NULL, OF_RESOLVE,
     0},
    {"last-question-mark", "query.delimiters", last_question, NULL, OF_PARSE, 0},
    {"slash-rejected-in-query", "query.slash-question", rejects, "/?", OF_GRAMMAR, IN_SEARCH},
    {"slash-rejected-in-fragment", "fragment.slash-question", rejects, "/?", OF_GRAMMAR,
     IN_FRAGMENT},
    {"second-hash-taken", "fragment.delimiters", takes, "#", OF_GRAMMAR, IN_FRAGMENT},
    {"any-prefix-as-scheme", "reference.scheme-prefix", any_prefix_is_scheme, NULL, OF_RESOLVE, 0},
    {"network-path-as-path", "reference.kinds", network_path_is_path, NULL, OF_RESOLVE, 0},
    {"same-document-as-folder", "reference.same-document", same_document_is_folder, NULL,
     OF_RESOLVE, 0},
    {"base-fragment-kept", "base.fragment-stripped", base_may_have_fragment, NULL, OF_RESOLVE, 0},
    {"base-with-fragment-rejected", "base.fragment-stripped", base_with_fragment_rejected, NULL,
     OF_RESOLVE, 0},
    {"dots-of-uri-kept", "resolve.scheme", dots_kept_of_uri, NULL, OF_RESOLVE, 0},
    {"authority-keeps-base-path", "resolve.authority", authority_keeps_base_path, NULL, OF_RESOLVE,
     0},
    {"query-in-folder", "resolve.empty-path-query", query_in_folder, NULL, OF_RESOLVE, 0},
    {"base-query-lost", "resolve.empty-path-base-query", base_query_lost, NULL, OF_RESOLVE, 0},
    {"dots-of-absolute-path-kept", "resolve.absolute-path", dots_kept_of_absolute_path, NULL,
     OF_RESOLVE, 0},
    {"dots-of-merged-kept", "resolve.merged", dots_kept_of_merged, NULL, OF_RESOLVE, 0},
    {"base-query-kept", "resolve.query", base_query_kept, NULL, OF_RESOLVE, 0},
    {"fragment-lost", "resolve.fragment", fragment_lost, NULL, OF_RESOLVE, 0},
    {"merged-without-slash", "merge.empty-path", merged_without_slash, NULL, OF_RESOLVE, 0},
    {"merged-after-all", "merge.last-segment", merged_after_all, NULL, OF_RESOLVE, 0},
    {"last-dot-kept", "dots.single", last_dot_kept, NULL, OF_RESOLVE | OF_IDENTITY, 0},
    {"parents-of-root-kept", "dots.double", parents_of_root_kept, NULL, OF_RESOLVE | OF_NORMALIZE,
     0},
    {"dots-of-query-removed", "dots.path-only", dots_of_query_removed, NULL,
     OF_RESOLVE | OF_NORMALIZE, 0},
    {"empty-parts-dropped", "recompose.undefined", drops_empty_delimiters, NULL, OF_RESOLVE, 0},
    {"lower-hex-kept", "normal.hex-case", keeps_lower_hex, NULL, OF_NORMALIZE, 0},
    {"upper-case-kept", "normal.scheme-host-case", takes, "A-Z", OF_NORMALIZE, IN_SCHEME | IN_HOST},
    {"path-to-lower", "normal.case-kept", path_to_lower, NULL, OF_IDENTITY, 0},
    {"unreserved-kept", "normal.unreserved", keeps_escapes, "A-Za-z0-9._~-", OF_NORMALIZE,
     ANYWHERE},
    {"dots-kept", "normal.dots", dots_kept, NULL, OF_NORMALIZE, 0},
    {"empty-delimiters-dropped", "normal.keep-delimiters", drops_empty_delimiters, NULL,
     OF_NORMALIZE, 0},
    {"underscore-in-scheme", "bnf.scheme", takes, "_", OF_GRAMMAR, IN_SCHEME},
    {"colon-rejected-in-userinfo", "bnf.userinfo", rejects, ":", OF_GRAMMAR, IN_USER},
    {"port-up-to-65535", "bnf.port", port_up_to_65535, NULL, OF_PARSE, 0},
    {"zone-taken", "bnf.IP-literal", zone_taken, NULL, OF_PARSE, 0},
    {"future-rejected", "bnf.IPvFuture", no_future, NULL, OF_PARSE, 0},
    {"colon-ends-address", "bnf.IPv6address", colon_at_end, NULL, OF_PARSE, 0},
    {"group-of-five", "bnf.h16", long_group, NULL, OF_PARSE, 0},
    {"address-in-address-rejected", "bnf.ls32", no_address_in_address, NULL, OF_PARSE, 0},
    {"leading-zeros-taken", "bnf.dec-octet", leading_zeros, NULL, OF_PARSE, 0},
    {"host-of-letters-and-digits", "bnf.reg-name", rejects, "_~" SUB_DELIMS, OF_GRAMMAR, IN_HOST},
    {"empty-path-rejected", "bnf.path-empty", no_empty_path, NULL, OF_PARSE, 0},
    {"empty-path-before-query", "bnf.path-abempty", no_empty_path_before_query, NULL, OF_PARSE, 0},
    {"rootless-rejected", "bnf.path-rootless", no_rootless, NULL, OF_PARSE, 0},
    {"empty-segment-rejected", "bnf.segment", no_empty_segment, NULL, OF_PARSE, 0},
    {"at-rejected-in-path", "bnf.pchar", rejects, "@", OF_GRAMMAR,
     IN_PATH | IN_SEARCH | IN_FRAGMENT},
    {"pipe-taken-in-query", "bnf.query", takes, "|{}\"", OF_GRAMMAR, IN_SEARCH},
    {"bare-percent-taken", "bnf.pct-encoded", takes_bare_percent, NULL, OF_GRAMMAR | OF_DECODE, 0},
    {"tilde-rejected", "bnf.unreserved", rejects, "~", OF_GRAMMAR, ANYWHERE},
    {"quote-rejected", "bnf.sub-delims", rejects, "'", OF_GRAMMAR, ANYWHERE},
    {"port-of-letters", "bnf.port", takes_for_digits, "A-Za-z", OF_PARSE, IN_PORT},
    {"underscore-rejected", "bnf.unreserved", rejects, "_", OF_GRAMMAR, ANYWHERE},
    {"exclamation-mark-rejected", "bnf.sub-delims", rejects, "!", OF_GRAMMAR, ANYWHERE},
    {"sub-delims-rejected-in-userinfo", "bnf.userinfo", rejects, SUB_DELIMS, OF_GRAMMAR, IN_USER},
    {"plus-rejected-in-scheme", "bnf.scheme", rejects, "+", OF_GRAMMAR, IN_SCHEME},
    {"quotes-taken-in-fragment", "bnf.fragment", takes, "\"<>`", OF_GRAMMAR, IN_FRAGMENT},
    {"space-taken", "encoding.data-octet", takes, " ", OF_GRAMMAR, ANYWHERE},
    {"colon-rejected-in-path", "bnf.pchar", rejects, ":", OF_GRAMMAR, IN_PATH},
    {"escapes-of-8-bits-rejected", "bnf.pct-encoded", rejects_escapes, "\200-\377", OF_GRAMMAR,
     ANYWHERE},
    {"slash-undone", "reserved.not-equivalent", undoes_escapes, "/", OF_IDENTITY, 0},
};

const fault_table rfc3986_faults = {"rfc3986", faults, sizeof faults / sizeof faults[0]};
