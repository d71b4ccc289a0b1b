/* SPDX-License-Identifier: MIT */
/* Section "Host parsing": the IPv6 parser; section "Host serializing": the IPv6 serializer. */
#include "parser.h"

enum { PIECES = 8, NO_COMPRESS = -1 };

/* Where the IPv6 parser is. `input` is the text between the brackets. */
typedef struct reader {
    parser *parser;
    uriproof_span input;
    size_t pointer;
    ipv6_address address;
    int piece_index;
    int compress; /* a piece index, or NO_COMPRESS */
} reader;

static int c_of(const reader *r)
{
    return r->pointer < r->input.length ? (unsigned char)r->input.octets[r->pointer] : END;
}

/* Validation error, return failure. */
static step fail(reader *r, const char *clause, const char *error)
{
    return whatwg_fail_at(r->parser, clause, error,
                          whatwg_place_in_buffer(r->parser, r->pointer + 1));
}

/* If c is ":": if remaining does not start with ":", return failure. Increase pointer by 2 and
 * pieceIndex by 1, and set compress to pieceIndex. */
static step leading_compression(reader *r)
{
    if (c_of(r) != ':')
        return NEXT;
    if (r->input.length < 2 || r->input.octets[1] != ':')
        return fail(r, "whatwg-url.ipv6.begins", "IPv6-invalid-compression");
    r->pointer += 2;
    r->compress = ++r->piece_index;
    return NEXT;
}

/* c is ":". If compress is non-null, return failure. Increase pointer and pieceIndex by 1, and set
 * compress to pieceIndex. */
static step compression(reader *r)
{
    if (r->compress != NO_COMPRESS)
        return fail(r, "whatwg-url.ipv6.compress-once", "IPv6-multiple-compression");
    r->pointer++;
    r->compress = ++r->piece_index;
    return NEXT;
}

static step invalid_ipv4_code_point(reader *r)
{
    return fail(r, "whatwg-url.ipv6.ipv4-decimal", "IPv4-in-IPv6-invalid-code-point");
}

/* If c is not an ASCII digit, return failure. While it is one: if ipv4Piece is null, set it to the
 * digit; otherwise, if it is 0, return failure; otherwise append the digit. If ipv4Piece is greater
 * than 255, return failure. */
static step ipv4_piece(reader *r, unsigned *piece)
{
    const size_t start = r->pointer;
    if (!c_is_in(c_of(r), ASCII_DIGIT))
        return invalid_ipv4_code_point(r);
    for (*piece = 0; c_is_in(c_of(r), ASCII_DIGIT); r->pointer++) {
        if (*piece == 0 && r->pointer != start)
            return invalid_ipv4_code_point(r);
        *piece = *piece * 10 + (unsigned)(c_of(r) - '0');
        if (*piece > 255)
            return fail(r, "whatwg-url.ipv6.ipv4-range", "IPv4-in-IPv6-out-of-range-part");
    }
    return NEXT;
}

/* While c is not the EOF code point: if a number was seen, and c is "." and fewer than 4 were seen,
 * increase pointer by 1, else return failure. Then parse a number, and append it to the piece. */
static step ipv4_pieces(reader *r)
{
    int seen = 0;
    while (c_of(r) != END) {
        unsigned piece = 0;
        if (seen > 0 && (c_of(r) != '.' || seen == 4))
            return invalid_ipv4_code_point(r);
        r->pointer += seen > 0;
        if (ipv4_piece(r, &piece) == FAIL)
            return FAIL;
        uint16_t *value = &r->address.pieces[r->piece_index];
        *value = (uint16_t)(*value * 0x100U + piece);
        seen++;
        r->piece_index += seen == 2 || seen == 4;
    }
    if (seen != 4)
        return fail(r, "whatwg-url.ipv6.ipv4-four-parts", "IPv4-in-IPv6-too-few-parts");
    return NEXT;
}

/* c is "." after `length` digits. If length is 0, return failure. Decrease pointer by length. If
 * pieceIndex is greater than 6, return failure. Parse the rest of input as an IPv4 address. */
static step ipv4_tail(reader *r, size_t length)
{
    if (length == 0)
        return invalid_ipv4_code_point(r);
    r->pointer -= length;
    if (r->piece_index > PIECES - 2)
        return fail(r, "whatwg-url.ipv6.ipv4-room", "IPv4-in-IPv6-too-many-pieces");
    return ipv4_pieces(r);
}

static step invalid_code_point(reader *r)
{
    return fail(r, "whatwg-url.ipv6.piece", "IPv6-invalid-code-point");
}

/* If c is ":", increase pointer by 1, and if c is now the EOF code point, return failure.
 * Otherwise, if c is not the EOF code point, return failure. */
static step after_piece(reader *r)
{
    const int c = c_of(r);
    if (c == END)
        return NEXT;
    r->pointer += c == ':';
    return c != ':' || c_of(r) == END ? invalid_code_point(r) : NEXT;
}

/* Let value be the number of up to 4 ASCII hex digits. Returns their number. */
static size_t hex_digits(reader *r, unsigned *value)
{
    size_t length = 0;
    for (*value = 0; length < 4 && c_is_in(c_of(r), ASCII_HEX_DIGIT); length++, r->pointer++)
        *value = *value * 0x10 + (unsigned)hex_value((unsigned char)c_of(r));
    return length;
}

/* Parses a piece. If c is then ".", the rest is an IPv4 address. If the piece has a leading zero,
 * validation error. Sets address[pieceIndex], and increases pieceIndex by 1. */
static step piece(reader *r)
{
    unsigned value;
    const size_t length = hex_digits(r, &value);
    if (c_of(r) == '.')
        return ipv4_tail(r, length);
    if (after_piece(r) == FAIL)
        return FAIL;
    if (length > 1 && value < 1U << (4 * (length - 1)))
        whatwg_error_at(r->parser, "whatwg-url.ipv6.piece", "IPv6-piece-leading-zero",
                        r->parser->buffer);
    r->address.pieces[r->piece_index++] = (uint16_t)value;
    return NEXT;
}

/* Compress is non-null: move the pieces after it to the end of the address. */
static void expand(reader *r)
{
    uint16_t *pieces = r->address.pieces;
    int swaps = r->piece_index - r->compress;
    for (int to = PIECES - 1; to != 0 && swaps > 0; to--, swaps--) {
        const int from = r->compress + swaps - 1;
        const uint16_t swapped = pieces[to];
        pieces[to] = pieces[from];
        pieces[from] = swapped;
    }
}

/* While c is not the EOF code point: if pieceIndex is 8, return failure; if c is ":", the address
 * is compressed here; otherwise, a piece follows. */
static step pieces(reader *r)
{
    while (c_of(r) != END) {
        if (r->piece_index == PIECES)
            return fail(r, "whatwg-url.ipv6.eight-pieces", "IPv6-too-many-pieces");
        if ((c_of(r) == ':' ? compression(r) : piece(r)) == FAIL)
            return FAIL;
    }
    return NEXT;
}

/* Returns true for an address without compression that has fewer than 8 pieces. */
static bool is_too_short(const reader *r)
{
    return r->compress == NO_COMPRESS && r->piece_index != PIECES;
}

step whatwg_ipv6_parser(parser *p, uriproof_span input)
{
    reader r = {.parser = p, .input = input, .compress = NO_COMPRESS};
    if (leading_compression(&r) == FAIL || pieces(&r) == FAIL)
        return FAIL;
    if (is_too_short(&r))
        return fail(&r, "whatwg-url.ipv6.eight-pieces", "IPv6-too-few-pieces");
    if (r.compress != NO_COMPRESS)
        expand(&r);
    whatwg_put_octet(p, '[');
    p->length += whatwg_ipv6_serialize(&r.address, p->out + p->length);
    whatwg_put_octet(p, ']');
    whatwg_host_written(p, URIPROOF_WHATWG_URL_IPV6);
    return NEXT;
}

/* A run of pieces that are 0. */
typedef struct run {
    int index;
    int size;
} run;

/* Finds the IPv6 address compressed piece index: that of the first longest run of more than one
 * piece that is 0. Returns NO_COMPRESS if it is null. */
static int compressed_piece_index(const ipv6_address *address)
{
    run longest = {NO_COMPRESS, 1}, found = {NO_COMPRESS, 0};
    for (int i = 0; i < PIECES; i++) {
        if (address->pieces[i] != 0) {
            found = (run){NO_COMPRESS, 0};
            continue;
        }
        if (found.index == NO_COMPRESS)
            found.index = i;
        if (++found.size > longest.size)
            longest = found;
    }
    return longest.index;
}

/* Writes the shortest possible lowercase hexadecimal number. */
static char *put_hexadecimal(unsigned value, char *out)
{
    int shift = 12;
    while (shift > 0 && value >> shift == 0)
        shift -= 4;
    for (; shift >= 0; shift -= 4)
        *out++ = "0123456789abcdef"[value >> shift & 0xF];
    return out;
}

/* For each piece: if it is in the run that is compressed, skip it. At the start of this run, append
 * "::" for the first piece, else ":". Otherwise append the piece, and ":" if it is not the last. */
size_t whatwg_ipv6_serialize(const ipv6_address *address, char *out)
{
    char *to = out;
    const int compress = compressed_piece_index(address);
    bool ignore0 = false;
    for (int i = 0; i < PIECES; i++) {
        ignore0 = ignore0 && address->pieces[i] == 0;
        if (ignore0)
            continue;
        if (compress == i) {
            if (i == 0)
                *to++ = ':';
            *to++ = ':';
            ignore0 = true;
            continue;
        }
        to = put_hexadecimal(address->pieces[i], to);
        if (i != PIECES - 1)
            *to++ = ':';
    }
    return (size_t)(to - out);
}
