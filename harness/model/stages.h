/* SPDX-License-Identifier: MIT */
/* The stages of the model, and what they hand on. Only for the files of the model. */
#ifndef URIPROOF_MODEL_STAGES_H
#define URIPROOF_MODEL_STAGES_H

#include "model.h"

#include "base/base.h"

#include <string.h>

/* A scheme that parsers know. */
typedef struct known_scheme {
    const char *name;
    scheme_kind kind;
    const char *port; /* or NULL */
} known_scheme;

/* scheme.c: returns what is known of a scheme, in either case; NULL if it is absent or unknown. */
const known_scheme *scheme_known(uriproof_span scheme);

/* A text on its way. */
typedef struct way {
    const profile *profile;
    model_op op;
    scheme_kind kind;          /* KIND_NONE until the scheme is known */
    const known_scheme *known; /* what is known of the scheme, or NULL */
    bool is_reference;         /* it need not have a scheme */
    struct way *base;          /* whose rules a reference without a scheme may have, or NULL */
    uriproof_buffer *room;
    model_trace *trace;
    bool has_authority;
    uriproof_span authority; /* as in the text */
    char host_also[8];       /* octets that are part of the host besides its set */
    size_t bracketed;        /* how many octets of the host are an address with its brackets */
    bool holds;              /* brackets hold / ? or #, which the host then takes */
    const char *path_also, *query_also; /* octets of these parts besides their sets */
    uriproof_components parts;
} way;

/* Notes that a trait was read. */
static inline void note_read(way *w, unsigned id)
{
    w->trace->read[id] |= (unsigned char)(1U << w->kind);
}

/* Returns the value of a trait, and notes that it was read. */
static inline unsigned value_of(way *w, trait_id id)
{
    note_read(w, id);
    return w->profile->value[profile_context(w->op, w->kind)][id];
}

static inline const octet_set *octets_of(way *w, octet_part part)
{
    note_read(w, part);
    return &w->profile->takes[profile_context(w->op, w->kind)][part];
}

static inline uriproof_span span_from(const char *start, const char *end)
{
    return (uriproof_span){start, (size_t)(end - start)};
}

/* Adds an octet that is part of the host besides its set. */
static inline void host_also(way *w, char octet)
{
    size_t i = 0;
    while (w->host_also[i] != '\0' && w->host_also[i] != octet)
        i++;
    w->host_also[i] = octet;
}

/* ---- text.c: what a text has ---- */

static const uriproof_span absent = {NULL, 0};

/* Returns what is after its first octets, which it has. */
static inline uriproof_span span_after(uriproof_span text, size_t count)
{
    return (uriproof_span){text.octets + count, text.length - count};
}

/* Returns the first of an octet in a text, or NULL. */
static inline const char *find(uriproof_span text, char octet)
{
    return text.length > 0 ? memchr(text.octets, octet, text.length) : NULL;
}

/* Returns true if an octet is one of a string. */
static inline bool is_also(const char *also, char octet)
{
    while (*also != '\0' && *also != octet)
        also++;
    return *also != '\0';
}

/* Returns the last of an octet in a text, or NULL. */
const char *find_last(uriproof_span text, char octet);

/* Returns how many octets of a kind a text begins with. */
static inline size_t count_while(uriproof_span text, bool (*is)(char octet))
{
    size_t i = 0;
    while (i < text.length && is(text.octets[i]))
        i++;
    return i;
}

/* Returns true if all octets are of a kind. */
static inline bool are_all(uriproof_span text, bool (*is)(char octet))
{
    return count_while(text, is) == text.length;
}

/* Returns true if a path without its slash begins with a segment that is a drive letter, `C:` or
 * `C|`. */
static inline bool begins_with_drive(uriproof_span path)
{
    return path.length >= 2 && uriproof_is_letter(path.octets[0]) &&
           (path.octets[1] == ':' || path.octets[1] == '|') &&
           (path.length == 2 || path.octets[2] == '/');
}

/* Returns true if a path begins with a slash. */
static inline bool is_rooted(uriproof_span path)
{
    return path.length > 0 && *path.octets == '/';
}

static inline bool begins_with_two_slashes(uriproof_span path)
{
    return path.length >= 2 && memcmp(path.octets, "//", 2) == 0;
}

static inline bool is_ascii(char c)
{
    return (unsigned char)c < 0x80;
}

static inline bool is_white(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
}

/* Returns true if both texts are the same but for the case of letters; if a text is `name` in
 * either case. */
bool is_same(uriproof_span a, uriproof_span b);
bool is_named(uriproof_span text, const char *name);

bool has_upper(uriproof_span text);
bool is_unreserved(char c);

/* Returns the octet that an escape at `i` stands for; -1 if none begins there. */
int escape_at(uriproof_span text, size_t i);

/* Leaves out the zeros before a number, but for its last digit. */
uriproof_span without_zeros(uriproof_span digits);

/* Returns true if a number is greater than `most`, which is written without zeros before it. */
bool exceeds(uriproof_span digits, const char *most);

/* ---- text.c: how a text is written, at the end of the room ---- */

static inline void room_put(uriproof_buffer *room, char octet)
{
    room->octets[room->length++] = octet;
}

void room_add(uriproof_buffer *room, uriproof_span text);

/* Writes an octet as an escape, with these hexadecimal digits. */
extern const char upper_digits[], lower_digits[];
void room_escape(uriproof_buffer *room, char octet, const char *digits);

/* Writes a text with all its escapes decoded; or with escapes for what is not in `set`, and for the
 * octets of `also`. */
uriproof_span room_decoded(uriproof_buffer *room, uriproof_span text);
uriproof_span room_escaped(uriproof_buffer *room, const octet_set *set, uriproof_span text,
                           const char *also);

/* Returns what was written since `start`. */
static inline uriproof_span room_since(const uriproof_buffer *room, size_t start)
{
    return (uriproof_span){room->octets + start, room->length - start};
}

/* Writes three texts as one, each of which may be absent. */
uriproof_span room_join(uriproof_buffer *room, uriproof_span a, uriproof_span b, uriproof_span c);

/* Writes a text after some octets. */
uriproof_span room_after(uriproof_buffer *room, const char *front, uriproof_span text);

/* Writes a text in lower case, if it has to be; `how` is a value of host.case. */
uriproof_span room_lower(uriproof_buffer *room, uriproof_span text, unsigned how);

/* ---- The stages ---- */

/* idna.c: writes a host in lower case, and labels with octets above 7F in Punycode. Knows the
 * mapping of the letters of Latin 1, Greek and Cyrillic, and of full width, alone. Returns false if
 * it is not UTF-8, or a label is too long. */
bool idna_write(uriproof_buffer *room, uriproof_span *host);

/* idna.c: returns true if a host has a character that stands for a delimiter. */
bool idna_hides_delimiter(uriproof_span host);

/* before.c: what is done to a text before it is read. Returns false if it is rejected. */
bool stage_before(way *w, uriproof_span *text);

/* division.c: where the scheme, the authority, the path, the query and the fragment end. */
bool stage_division(way *w, uriproof_span text);

/* authority.c: userinfo, host and port. */
bool stage_authority(way *w);

/* address.c: reads an address of IPv6 without brackets. `zeros` is a value of host.address-zeros.
 * Returns false if it is not one. */
typedef unsigned char ipv6_address[16];
bool address_read(uriproof_buffer *room, uriproof_span text, unsigned zeros, ipv6_address address);

/* address.c: writes an address of IPv6 in a form, which is a value of host.address. */
uriproof_span address_written(uriproof_buffer *room, const ipv6_address address, unsigned form);

/* authority.c: the host that a URI without authority has. */
void stage_no_authority(way *w);

/* authority.c: the port that a scheme has without one. */
void stage_default_port(way *w);

/* host.c: what a host may be, and its form. */
bool stage_host(way *w);

/* parts.c: octets, escapes and forms of path, query and fragment. */
bool stage_parts(way *w);

/* parts.c: returns how many octets of `text` the part takes from its start on. */
size_t part_taken(way *w, octet_part part, const char *also, uriproof_span text);

/* parts.c: checks and rewrites one part. Octets of `also` are taken besides the set. */
bool part_rewrite(way *w, octet_part part, const char *also, uriproof_span *text);

/* Whose dot segments are removed: those of a path that is parsed, of which %2e may be one, or of a
 * result, which is resolved or normalized; of which a path may be merged. */
typedef enum dots_of { DOTS_PRINTED, DOTS_ESCAPED, DOTS_RESOLVED, DOTS_MERGED } dots_of;

/* dots.c: writes `path` without dot segments to the room. */
uriproof_span path_without_dots(way *w, uriproof_span path, dots_of which);

/* dots.c: returns true if slashes of a path follow each other. */
bool has_two_slashes(uriproof_span path);

/* dots.c: writes `path` with one slash where several follow each other; not at its front unless
 * `all`. */
uriproof_span path_joined(way *w, uriproof_span path, bool all);

/* parse.c: the whole way of one text. */
bool model_parse(way *w, uriproof_span text);

/* The parts of a text that is made. */
typedef struct target {
    uriproof_components parts;
    bool has_authority;
    size_t
        after; /* how many octets of its path are after the dots of a reference's front, if any */
    trait_id dots; /* the trait that says whether dot segments are removed; TRAIT_COUNT: kept */
} target;

/* result.c: decodes the parts of a text that is resolved, if they are escaped anew. */
void result_decode(way *w);

/* result.c: escapes the parts that were decoded. */
void result_escape(way *w, target *t);

/* result.c: leaves an empty authority out, if that is so. */
void result_drop_authority(way *w, target *t);

/* result.c: returns true if a text of these parts gets an authority, which it has not. */
bool result_adds_authority(way *w, const uriproof_components *parts, bool is_relative);

/* result.c: treats a path that looks like an authority. Returns false if it is rejected. */
bool result_guard(way *w, target *t);

/* result.c: writes the parts as a text (5.3, Component Recomposition). */
uriproof_span result_write(way *w, const target *t);

/* resolve.c: the result of a reference. */
bool model_resolve(way *w, uriproof_span base, uriproof_span ref, uriproof_span *result);

/* normalise.c: the normal form of a text. Returns false if it is rejected. */
bool model_normalize(way *w, uriproof_span text, uriproof_span *form);

/* normalise.c: sets *equal to whether both are equivalent. Returns false if one is rejected. */
bool model_equivalent(way *w, uriproof_span first, uriproof_span second, bool *equal);

#endif
